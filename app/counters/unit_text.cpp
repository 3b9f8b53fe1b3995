#include "counters/unit_text.h"

#include <cmath>

#include "base/names.h"

namespace lanescope::counters {
namespace {

/// Counts below this are written out in full.
constexpr double min_shortened = 99'999.5;

/// Returns 12.345 as "12.35", and 12 as "12".
std::string decimals(double value, int digits, const NumberStyle& style) {
  return grouped(value, value == std::floor(value) && std::fabs(value) < 1e6 ? 0 : digits, style.separator);
}

}  // namespace

std::string_view symbol_of(Unit unit) {
  constexpr EnumNames<unit_count> symbols{"",    "B",  "%",     "",     "cycles",  "ms",
                                          "B/s", "Hz", "warps", "GB/s", "GFLOP/s", "/SM"};
  return enum_name(symbols, unit);
}

NumberText text_of(Unit unit, double value, const NumberStyle& style) {
  const std::string symbol(symbol_of(unit));
  switch (unit) {
    case Unit::count:
      if (style.whole_counts) return {grouped(value, value == std::floor(value) ? 0 : 1, style.separator), ""};
      if (std::fabs(value) < min_shortened) return {decimals(value, 1, style), ""};
      return scaled(value, "", style.figures, style.separator);
    case Unit::percent:
      return {grouped(value, 1, style.separator), symbol};
    case Unit::ratio:
      return {decimals(value, 2, style), ""};
    case Unit::clocks:
      return {std::fabs(value) < 10     ? grouped(value, 2, style.separator)
              : std::fabs(value) < 1000 ? figures(value, 3, style.separator)
                                        : grouped(value, 0, style.separator),
              std::string(style.clocks)};
    case Unit::ms:
      return duration(value, value, 4, style.separator);
    case Unit::bytes:
    case Unit::bytes_per_s:
    case Unit::hertz:
      return scaled(value, symbol, style.figures, style.separator);
    case Unit::per_sm:
      return {figures(value, 3, style.separator), symbol};
    case Unit::gb_per_s:
    case Unit::gflop_per_s:
      return {figures(value, style.figures, style.separator), symbol};
    case Unit::warps:
      return {grouped(value, 2, style.separator), std::string(style.warps)};
  }
  return {};
}

}  // namespace lanescope::counters
