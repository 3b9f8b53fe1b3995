// The modules of a PTX text, of which several may follow one another: each opens with its own .version.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::ptx {

struct ModuleText {
  std::size_t begin = 0, end = 0;    ///< in the text
  int line = 1;                      ///< of its .version, from 1
  std::string target;                ///< "sm_90a", the first word of its .target
  std::vector<std::string> kernels;  ///< its .entry with a body
};

/// Returns the modules in the order of the text, in time linear in its length. What cuobjdump writes between them
/// ("Fatbin ptx code:") belongs to none.
[[nodiscard]] std::vector<ModuleText> modules_of(std::string_view ptx);

/// Returns the text with nothing but the ends of lines outside of the module, so that no line changes its number.
[[nodiscard]] std::string module_alone(std::string_view ptx, const ModuleText& module);

/// Which of the modules holds the kernels.
struct ChosenModule {
  const ModuleText* module = nullptr;  ///< null when no module holds all of them
  bool others_differ = false;          ///< whether another one holds them too, with another text
};
/// Of several that hold them all, it takes the one for the newest GPU that code for `target` ("90" of sm_90) can be
/// made from, as the driver does, and the first of equal ones.
[[nodiscard]] ChosenModule module_with(std::string_view ptx, const std::vector<ModuleText>& modules,
                                       const std::vector<std::string>& kernels, int target);

}  // namespace lanescope::ptx
