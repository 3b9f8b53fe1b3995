// What the preprocessor's lines of a program say, read without preprocessing it: enough to tell whether headers of the
// toolkit may be read before everything else.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/libraries/nvrtc.h"

namespace warpscope::compiler {

/// What the text and its headers name by #include <...>, each once, in the order of the text: also what the
/// preprocessor leaves out. Not what NvrtcInput::headers holds.
[[nodiscard]] std::vector<std::string> toolkit_headers(const NvrtcInput& input);

/// Whether only comments, directives and using-declarations stand before each #include <...>: then reading those
/// headers first puts them before no code of the program.
[[nodiscard]] bool starts_with_includes(const NvrtcInput& input);

/// Whether an option or #define gives a macro that another one gives too, or options do more than define macros (-U,
/// -include): then their order matters.
[[nodiscard]] bool order_of_macros_matters(const NvrtcInput& input);

/// Names that the program defines as macros or asks for in conditions, but for those of the compiler itself.
[[nodiscard]] std::set<std::string> macros_of(const NvrtcInput& input);

/// All that headers and what they include may say or ask for, conditions or not.
struct Vocabulary {
  std::set<std::string, std::less<>> words;  ///< identifiers, keywords, macros
  std::set<std::string, std::less<>> files;  ///< as #include names them
};
[[nodiscard]] Vocabulary vocabulary(const std::vector<std::string>& headers,
                                    const std::vector<std::filesystem::path>& folders);

/// "-DBLOCK=32" and "-DFAST", not "-D BLOCK".
[[nodiscard]] bool is_definition(std::string_view option);
/// The #define lines of the options that define: "#define BLOCK 32", "#define FAST 1".
[[nodiscard]] std::string definitions(const std::vector<std::string>& options);

}  // namespace warpscope::compiler
