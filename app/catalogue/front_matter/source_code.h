// What the catalogue knows of a kernel's CUDA C++: only its words outside comments, not their meaning.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/text.h"

namespace warpscope::catalogue {

/// Tells whether an identifier stands in the text as a whole word.
[[nodiscard]] bool has_word(std::string_view text, std::string_view word);

/// Returns the names of #include "NAME.cuh" outside comments and of file = "NAME.toml", in order. It leaves names with
/// a folder and angle brackets to the compiler.
[[nodiscard]] std::vector<std::string> included_files(std::string_view text);

/// Returns the TOML text of `/* warpscope ... */`, with everything before it blanked so that line numbers stay. It
/// fails when the file does not open with that comment, the comment never ends, or a `*/` inside ended it early.
[[nodiscard]] Expected<std::string> front_matter_text(std::string_view file, const std::string& path);

}  // namespace warpscope::catalogue
