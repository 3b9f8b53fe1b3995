// Values and lanes in words, in the captions of the animated views and in the texts about a thing under the mouse.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "catalogue/kernel.h"
#include "gui/store/words/language.h"

namespace lanescope::gui {

/// Returns a value of at most 32 bits, the low ones of `bits`, such as "0.125" or "-3". It is empty for a wider type.
/// `digits` is the number of significant digits of a floating-point number.
[[nodiscard]] std::string value_text(catalogue::ElementType type, std::uint32_t bits, int digits = 4);

/// Returns "lane 3", "lanes 8–15", "lanes 0, 4, 8 and 12", or "12 lanes" where a list would be long.
[[nodiscard]] std::string lanes_in_words(const Language& language, std::uint32_t mask);

/// Returns the first and the last bit of each run of ones.
[[nodiscard]] std::vector<std::pair<int, int>> ranges_of(std::uint32_t mask);
/// Lists of more ranges than these are only counted.
inline constexpr std::size_t max_listed_ranges = 4;
/// Returns "0, 4, 8 and 12–15".
[[nodiscard]] std::string list_of(const Language& language, const std::vector<std::pair<int, int>>& ranges);

}  // namespace lanescope::gui
