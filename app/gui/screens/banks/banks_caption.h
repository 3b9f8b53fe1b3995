// Describes a moment of the Banks view in words.
#pragma once

#include <cstdint>
#include <string>

#include "gui/screens/banks/banks_view_model.h"
#include "gui/store/words/language.h"

namespace lanescope::gui {

/// Returns a caption such as "Wavefront 2 of 8: lanes 8–15 read bank 0, 8 different words ..."
[[nodiscard]] std::string banks_caption(const Language& language, const BanksViewModel& view_model);

// Each of these returns one sentence with the numbers.
[[nodiscard]] std::string lane_in_words(const Language& language, const BanksViewModel& view_model, std::uint32_t lane);
[[nodiscard]] std::string bank_in_words(const Language& language, const BanksViewModel& view_model, std::uint32_t bank);
/// `value` is the word's value as text; empty means unknown.
[[nodiscard]] std::string word_in_words(const Language& language, const BanksViewModel& view_model, std::uint32_t word,
                                        const std::string& value);

}  // namespace lanescope::gui
