#include "gui/state/numbers.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>

namespace lanescope::gui {
namespace {

constexpr std::string_view thin_space = "\u2009";

struct TimeUnit {
  double milliseconds;
  const char* name;
};
constexpr std::array<TimeUnit, 4> time_units{{{1000.0, "s"}, {1.0, "ms"}, {1e-3, "µs"}, {1e-6, "ns"}}};

}  // namespace

std::string grouped(double value, int decimals) {
  std::string plain = fmt::format("{:.{}f}", value, decimals);
  const std::size_t start = plain.starts_with('-') ? 1 : 0;
  const std::size_t end = std::min(plain.find('.'), plain.size());
  if (end - start <= 3) return plain;
  std::string text = plain.substr(0, start);
  for (std::size_t digit = start; digit < end; ++digit) {
    if (digit > start && (end - digit) % 3 == 0) text += thin_space;
    text += plain[digit];
  }
  return text + plain.substr(end);
}

std::string figures(double value, int figures) {
  if (value == 0 || !std::isfinite(value)) return fmt::format("{}", value);
  const int leading = static_cast<int>(std::floor(std::log10(std::fabs(value)))) + 1;
  return grouped(value, std::clamp(figures - leading, 0, 9));
}

Quantity duration(double milliseconds, double reference) {
  for (const TimeUnit& unit : time_units) {
    if (std::fabs(reference) >= unit.milliseconds) return {figures(milliseconds / unit.milliseconds, 4), unit.name};
  }
  return {figures(milliseconds / time_units.back().milliseconds, 4), time_units.back().name};
}

std::string clock_text(std::chrono::system_clock::time_point time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm local{};
  localtime_r(&seconds, &local);
  return fmt::format("{:%H:%M:%S}", local);
}

}  // namespace lanescope::gui
