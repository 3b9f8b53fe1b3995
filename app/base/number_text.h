// Numbers as people read them: grouped digits, a sensible number of figures, a unit that keeps them short. The window
// and the terminal have a style each.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace lanescope {

/// How numbers are written.
struct NumberStyle {
  std::string_view separator = ",";  ///< between groups of three digits; the window has a thin space
  int figures = 3;                   ///< of numbers that are shortened: 1.23 GB
  bool whole_counts = true;          ///< counts stand in full, 671,088,640; else large ones are shortened, 671 M
  std::string_view clocks = "cycles",
                   warps = "warps";  ///< units in the reader's language; who owns the texts outlives it
};
inline constexpr std::string_view thin_space = "\u2009";

/// A value together with its unit.
struct NumberText {
  std::string value;
  std::string unit;  ///< may be empty
  [[nodiscard]] std::string text() const { return unit.empty() ? value : value + " " + unit; }
};

/// Writes fixed decimals: 12345.67 with one is "12,345.7".
[[nodiscard]] std::string grouped(double value, int decimals, std::string_view separator = ",");
/// Writes an integer, exactly.
template <std::integral Count>
[[nodiscard]] std::string grouped(Count count, std::string_view separator = ",");

/// Writes at least `figures` significant figures and never shortens whole numbers: 2871.4 -> "2,871", 51.23 -> "51.2".
[[nodiscard]] std::string figures(double value, int figures, std::string_view separator = ",");

/// Writes a number in steps of 1000, as "1.23 GB" for 1234567890 bytes.
[[nodiscard]] NumberText scaled(double value, std::string_view unit, int figures, std::string_view separator = ",");

/// Writes milliseconds as ns, µs, ms or s, as suits `reference`, so that a median and its quartiles share a unit.
[[nodiscard]] NumberText duration(double milliseconds, double reference, int figures = 4,
                                  std::string_view separator = ",");

/// Puts the separator between groups of three digits of a number that is written already.
[[nodiscard]] std::string with_groups(std::string_view digits, std::string_view separator);

template <std::integral Count>
std::string grouped(Count count, std::string_view separator) {
  return with_groups(std::to_string(count), separator);
}

}  // namespace lanescope
