#include "base/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace lanescope {
namespace {

struct Step {
  double of = 1;
  const char* name = "";
};
constexpr std::array<Step, 5> prefixes{{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}}};
/// In milliseconds.
constexpr std::array<Step, 4> time_units{{{1e3, "s"}, {1, "ms"}, {1e-3, "µs"}, {1e-6, "ns"}}};

/// Returns the largest step that the number reaches, else the smallest.
template <class Steps>
const Step& step_of(const Steps& steps, double value) {
  const auto found =
      std::find_if(steps.begin(), steps.end(), [&](const Step& step) { return std::fabs(value) >= step.of; });
  return found == steps.end() ? steps.back() : *found;
}

}  // namespace

std::string with_groups(std::string_view digits, std::string_view separator) {
  const std::size_t start = digits.starts_with('-') ? 1 : 0;
  const std::size_t end = std::min(digits.find('.'), digits.size());
  std::string text(digits.substr(0, start));
  for (std::size_t digit = start; digit < end; ++digit) {
    if (digit > start && (end - digit) % 3 == 0) text += separator;
    text += digits[digit];
  }
  return text.append(digits.substr(end));
}

std::string grouped(double value, int decimals, std::string_view separator) {
  const std::string digits = fmt::format("{:.{}f}", value, decimals);
  return std::isfinite(value) ? with_groups(digits, separator) : digits;
}

std::string figures(double value, int figures, std::string_view separator) {
  if (value == 0 || !std::isfinite(value)) return fmt::format("{}", value);
  const int leading = static_cast<int>(std::floor(std::log10(std::fabs(value)))) + 1;
  return grouped(value, std::clamp(figures - leading, 0, 9), separator);
}

NumberText scaled(double value, std::string_view unit, int digits, std::string_view separator) {
  const Step& prefix = step_of(prefixes, value);
  return {figures(value / prefix.of, digits, separator), prefix.name + std::string(unit)};
}

NumberText duration(double milliseconds, double reference, int digits, std::string_view separator) {
  const Step& unit = step_of(time_units, reference);
  return {figures(milliseconds / unit.of, digits, separator), unit.name};
}

}  // namespace lanescope
