// The toolkit's headers that take long are read once for many compilations. cooperative_groups.h alone takes a second
// of a processor, a hundred times what the kernel does that includes it.
#pragma once

#include <deque>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/process.h"
#include "compiler/nvrtc.h"

namespace warpscope::compiler {

/// What the text and its headers name by #include <...>, each once, in the order of the text: also what the
/// preprocessor leaves out. Not what NvrtcInput::headers holds.
[[nodiscard]] std::vector<std::string> toolkit_headers(const NvrtcInput& input);

/// Uses NVRTC's precompiled headers (12.8 and later). They hold for one process only, so that nothing is kept beyond
/// it: a file of 5 to 160 MB in the folder for temporary files, without a name as soon as it is complete. What comes
/// out is the same as without. Source: NVRTC's guide, chapter Precompiled Headers.
class PrecompiledHeaders {
 public:
  /// Like Nvrtc::compile. Empty where headers cannot be taken from here or where that gains nothing, and also when the
  /// text does not compile: compile it whole then, so that every message is the usual one.
  [[nodiscard]] std::optional<NvrtcOutput> compile(const Nvrtc& nvrtc, const NvrtcInput& input);

  /// How long the whole compilation took, in milliseconds. After a long one its headers are worth a file.
  void took(const NvrtcInput& input, double milliseconds);

 private:
  struct Entry {
    std::vector<std::string> headers;  ///< in the order in which they are included
    std::vector<std::string> options;
    Descriptor file;  ///< none: not worth it, or NVRTC made none
  };

  [[nodiscard]] const Entry& entry_for(const Nvrtc& nvrtc, std::vector<std::string> headers,
                                       std::vector<std::string> options);

  std::set<std::vector<std::string>> slow_;  ///< headers and options
  std::deque<Entry> entries_;                ///< the oldest first
};

}  // namespace warpscope::compiler
