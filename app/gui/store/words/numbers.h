// Numbers as the window writes them: base/number_text.h with a thin space between groups of three digits.
#pragma once

#include <chrono>
#include <concepts>
#include <string>

#include "base/number_text.h"
#include "gui/store/words/language.h"

namespace lanescope::gui {

/// Returns the style of the window, with so many significant figures. Its words are those of the language.
[[nodiscard]] NumberStyle number_style(const Language& language, int figures = 4);

/// Writes fixed decimals, with a thin space between groups of three digits: "4 800", "12 345.6".
[[nodiscard]] std::string grouped(double value, int decimals);
/// Writes an integer with grouped digits: "4 800".
template <std::integral Count>
[[nodiscard]] std::string grouped(Count count) {
  return lanescope::grouped(count, thin_space);
}

/// Writes at least `figures` significant figures and never shortens whole numbers: 2871.4 -> "2 871", 51.23 -> "51.2".
[[nodiscard]] std::string figures(double value, int figures);

/// Writes milliseconds as ns, µs, ms or s, as suits `reference`, so that a median and its quartiles share a unit.
[[nodiscard]] NumberText duration(double milliseconds, double reference);
[[nodiscard]] inline NumberText duration(double milliseconds) {
  return duration(milliseconds, milliseconds);
}

/// Returns the local time, such as "14:03:59".
[[nodiscard]] std::string clock_text(std::chrono::system_clock::time_point time);

}  // namespace lanescope::gui
