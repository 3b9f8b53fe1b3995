// Writes words for a shell.
#pragma once

#include <string>

namespace lanescope {

/// Returns the word quoted for a POSIX shell, where it needs quotes.
[[nodiscard]] std::string shell_word(const std::string& word);

}  // namespace lanescope
