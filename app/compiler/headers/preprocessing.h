// Reads the preprocessor's lines of a program without preprocessing it, to find out whether headers of the toolkit may
// be read before everything else.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/libraries/nvrtc.h"

namespace lanescope::compiler {

/// Returns what the text and its headers name by #include <...>, each once, in the order of the text, including what
/// the preprocessor leaves out. Names in NvrtcInput::headers do not count.
[[nodiscard]] std::vector<std::string> toolkit_headers(const NvrtcInput& input);

/// Whether only comments, directives and using-declarations precede each #include <...>. Then reading those
/// headers first puts them before no code of the program.
[[nodiscard]] bool starts_with_includes(const NvrtcInput& input);

/// Whether the order of macros matters: two options or #defines define the same macro, or options do more than
/// define macros (-U, -include).
[[nodiscard]] bool order_of_macros_matters(const NvrtcInput& input);

/// Returns the names that the program defines as macros or tests in conditions, without those of the compiler itself.
[[nodiscard]] std::set<std::string> macros_of(const NvrtcInput& input);

/// All words and files that headers and what they include may name, whatever the conditions.
struct Vocabulary {
  std::set<std::string, std::less<>> words;  ///< identifiers, keywords, macros
  std::set<std::string, std::less<>> files;  ///< as #include names them
};
[[nodiscard]] Vocabulary vocabulary(const std::vector<std::string>& headers,
                                    const std::vector<std::filesystem::path>& folders);

/// Accepts "-DBLOCK=32" and "-DFAST", but not "-D BLOCK".
[[nodiscard]] bool is_definition(std::string_view option);
/// Returns the #define lines of the options that define: "#define BLOCK 32", "#define FAST 1".
[[nodiscard]] std::string definitions(const std::vector<std::string>& options);

}  // namespace lanescope::compiler
