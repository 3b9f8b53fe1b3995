// Describes a moment in words, in the captions of the animated views and in the texts about a thing under the mouse.
#pragma once

#include <cstdint>
#include <string>

#include "gui/state/language.h"
#include "gui/views/banks/banks_view_model.h"

namespace lanescope::gui {

/// Returns a value of at most 32 bits, the low ones of `bits`, such as "0.125" or "-3". It is empty for a wider type.
/// `digits` is the number of significant digits of a floating-point number.
[[nodiscard]] std::string value_text(catalogue::ElementType type, std::uint32_t bits, int digits = 4);

/// Returns "lane 3", "lanes 8–15", "lanes 0, 4, 8 and 12", or "12 lanes" where a list would be long.
[[nodiscard]] std::string lanes_in_words(const Language& language, std::uint32_t mask);

/// Returns a caption such as "Wavefront 2 of 8: lanes 8–15 read bank 0, 8 different words ..."
[[nodiscard]] std::string banks_caption(const Language& language, const BanksViewModel& view_model);

// Each of these returns one sentence with the numbers.
[[nodiscard]] std::string lane_in_words(const Language& language, const BanksViewModel& view_model, std::uint32_t lane);
[[nodiscard]] std::string bank_in_words(const Language& language, const BanksViewModel& view_model, std::uint32_t bank);
/// `value` is the word's value as text; empty means unknown.
[[nodiscard]] std::string word_in_words(const Language& language, const BanksViewModel& view_model, std::uint32_t word,
                                        const std::string& value);

}  // namespace lanescope::gui
