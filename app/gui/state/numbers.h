// Numbers as people read them: grouped digits, a sensible count of figures, and a unit that keeps them short.
#pragma once

#include <chrono>
#include <concepts>
#include <string>

namespace warpscope::gui {

/// A value and its unit; never one without the other.
struct Quantity {
  std::string value;
  std::string unit;
  [[nodiscard]] std::string text() const { return value + " " + unit; }
};

/// Fixed decimals, with a thin space between groups of three digits: "4 800", "12 345.6".
[[nodiscard]] std::string grouped(double value, int decimals);
/// A count of anything: "4 800".
template <std::integral Count>
[[nodiscard]] std::string grouped(Count count) {
  return grouped(static_cast<double>(count), 0);
}

/// At least `figures` significant figures, whole numbers never shortened: 2871.4 -> "2 871", 51.23 -> "51.2".
[[nodiscard]] std::string figures(double value, int figures);

/// Milliseconds in the unit that suits `reference` (so that a median and its quartiles share one): ns, µs, ms or s.
[[nodiscard]] Quantity duration(double milliseconds, double reference);
[[nodiscard]] inline Quantity duration(double milliseconds) {
  return duration(milliseconds, milliseconds);
}

/// "14:03:59", by the clock on the wall here.
[[nodiscard]] std::string clock_text(std::chrono::system_clock::time_point time);

}  // namespace warpscope::gui
