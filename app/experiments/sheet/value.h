// One number of a Result: where it comes from and how far it spreads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope::experiments {

/// Where a number comes from. compiler: the compiled code says it. driver: the driver or the device says it. derived:
/// it follows from the addresses and instructions of executed blocks. counted: by hardware counters. recorded: a file
/// holds it, and it was measured, counted or reported when that was written.
enum class Origin : std::uint8_t { measured, recorded, compiler, driver, derived, predicted, counted };
inline constexpr std::array all_origins{Origin::measured, Origin::recorded,  Origin::compiler, Origin::driver,
                                        Origin::derived,  Origin::predicted, Origin::counted};
[[nodiscard]] std::string_view name_of(Origin origin);  ///< "measured", ...

/// What marks an origin wherever it is shown: a sign of its own, as texts and pages write it and the window and SVG
/// draw it, and colours (0xRRGGBB) that stand out from a dark and from a bright background.
struct OriginMark {
  std::string_view sign;
  std::uint32_t on_dark = 0, on_light = 0;
};
inline constexpr std::array<OriginMark, all_origins.size()> origin_marks{{{"●", 0x56B4E9, 0x0063A3},    // measured
                                                                          {"□", 0xCC79A7, 0x9C3A75},    // recorded
                                                                          {"◆", 0xABB6C4, 0x3F4956},    // compiler
                                                                          {"△", 0xABB6C4, 0x3F4956},    // driver
                                                                          {"⬢", 0xABB6C4, 0x3F4956},    // derived
                                                                          {"○", 0xB9A6FF, 0x5A3BC0},    // predicted
                                                                          {"#", 0x7FD6CB, 0x005F5B}}};  // counted
[[nodiscard]] constexpr const OriginMark& mark_of(Origin origin) {
  return origin_marks[static_cast<std::size_t>(origin)];
}
/// Returns "● measured".
[[nodiscard]] std::string marked_name(Origin origin);

/// First to third quartile of what was measured, or the interval of a prediction, in the unit of the number.
struct Interval {
  double low = 0, high = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
};

struct Value {
  double number = 0;
  Origin origin = Origin::derived;
  std::optional<Interval> interval = {};  ///< absent where nothing is known of the spread, or there is none
  /// The ends of the interval; the number itself where there is none.
  [[nodiscard]] double low() const { return interval ? interval->low : number; }
  [[nodiscard]] double high() const { return interval ? interval->high : number; }
  friend bool operator==(const Value&, const Value&) = default;
};

/// Returns the number and its interval times a factor.
[[nodiscard]] Value times(const Value& value, double factor);
/// Returns the number and its interval as a share of a whole that is exact: 1 means all of it.
[[nodiscard]] Value share_of(const Value& value, double whole);

}  // namespace lanescope::experiments
