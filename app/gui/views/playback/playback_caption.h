// What happens at a moment, in words: the captions of the animated views, and what they say of a thing under the mouse.
#pragma once

#include <cstdint>
#include <string>

#include "gui/state/language.h"
#include "gui/views/banks/banks_view_model.h"

namespace warpscope::gui {

/// A value of at most 32 bits, which are the low ones of `bits`: "0.125", "-3". Empty: the type is wider. `digits`:
/// significant ones of a floating-point number.
[[nodiscard]] std::string value_text(catalogue::ElementType type, std::uint32_t bits, int digits = 4);

/// "lane 3", "lanes 8–15", "lanes 0, 4, 8 and 12", or "12 lanes" where a list would be long.
[[nodiscard]] std::string lanes_in_words(const Language& language, std::uint32_t mask);

/// "Wavefront 2 of 8: lanes 8–15 read bank 0, 8 different words ..."
[[nodiscard]] std::string banks_caption(const Language& language, const BanksViewModel& view_model);

// One sentence each, with the numbers.
[[nodiscard]] std::string lane_in_words(const Language& language, const BanksViewModel& view_model, std::uint32_t lane);
[[nodiscard]] std::string bank_in_words(const Language& language, const BanksViewModel& view_model, std::uint32_t bank);
/// `value`: what is in it, as text; empty: not known.
[[nodiscard]] std::string word_in_words(const Language& language, const BanksViewModel& view_model, std::uint32_t word,
                                        const std::string& value);

}  // namespace warpscope::gui
