// Numbers as people read them, with grouped digits, a sensible number of figures, and a unit that keeps them short.
#pragma once

#include <chrono>
#include <concepts>
#include <string>

namespace lanescope::gui {

/// A value together with its unit.
struct Quantity {
  std::string value;
  std::string unit;
  [[nodiscard]] std::string text() const { return value + " " + unit; }
};

/// Writes fixed decimals, with a thin space between groups of three digits: "4 800", "12 345.6".
[[nodiscard]] std::string grouped(double value, int decimals);
/// Writes an integer with grouped digits: "4 800".
template <std::integral Count>
[[nodiscard]] std::string grouped(Count count) {
  return grouped(static_cast<double>(count), 0);
}

/// Writes at least `figures` significant figures and never shortens whole numbers: 2871.4 -> "2 871", 51.23 -> "51.2".
[[nodiscard]] std::string figures(double value, int figures);

/// Writes milliseconds as ns, µs, ms or s, as suits `reference`, so that a median and its quartiles share a unit.
[[nodiscard]] Quantity duration(double milliseconds, double reference);
[[nodiscard]] inline Quantity duration(double milliseconds) {
  return duration(milliseconds, milliseconds);
}

/// Returns the local time, such as "14:03:59".
[[nodiscard]] std::string clock_text(std::chrono::system_clock::time_point time);

}  // namespace lanescope::gui
