// What the catalogue needs to know of a kernel's CUDA C++: not its meaning, only its words outside of comments.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/text.h"

namespace warpscope::catalogue {

/// Whether an identifier stands in the text as a whole word.
[[nodiscard]] bool has_word(std::string_view text, std::string_view word);

/// The name of a function alone: "reduce" of "lesson::reduce<int, {block}>".
[[nodiscard]] std::string_view function_name(std::string_view entry);

/// The names of #include "NAME.cuh" outside of comments and of file = "NAME.toml", in order. Names with a folder and
/// angle brackets are the compiler's business.
[[nodiscard]] std::vector<std::string> included_files(std::string_view text);

/// The names of every #include, in quotes or angle brackets, outside of comments and in order.
[[nodiscard]] std::vector<std::string> every_include(std::string_view text);

/// The TOML text of `/* warpscope ... */`, with everything before it blanked so that its lines are the file's lines.
/// Error: the file does not open with that comment; the comment never ends; a `*/` inside ended it early.
[[nodiscard]] Expected<std::string> front_matter_text(std::string_view file, const std::string& path);

}  // namespace warpscope::catalogue
