// What the catalogue needs to know of a kernel's CUDA C++: not its meaning, only its words outside of comments.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace warpscope::catalogue {

/// Whether an identifier stands in the text as a whole word.
[[nodiscard]] bool has_word(std::string_view text, std::string_view word);

/// The names of #include "NAME.cuh" outside of comments and of file = "NAME.toml", in order. Names with a folder and
/// angle brackets are the compiler's business.
[[nodiscard]] std::vector<std::string> included_files(std::string_view text);

}  // namespace warpscope::catalogue
