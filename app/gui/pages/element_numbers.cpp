#include "gui/pages/element_numbers.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

namespace lanescope::gui {
namespace {

using counters::Unit;

struct Scale {
  double of = 1;
  const char* prefix = "";
};
constexpr std::array<Scale, 5> scales{{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}}};

/// Counts below this are written out in full.
constexpr double min_shortened = 99'999.5;

Quantity scaled(double value, const char* unit, int digits = 4) {
  for (const Scale& scale : scales) {
    if (std::fabs(value) >= scale.of) return {figures(value / scale.of, digits), std::string(scale.prefix) + unit};
  }
  return {figures(value, digits), unit};
}

/// Returns 12.345 as "12.35", and 12 as "12".
std::string decimals(double value, int digits) {
  return value == std::floor(value) && std::fabs(value) < 1e6 ? grouped(value, 0) : grouped(value, digits);
}

/// Returns counts and bytes without a shortening.
std::string in_full(const Language& language, Unit unit, double value) {
  if (unit == Unit::count) return decimals(value, 1);
  if (unit == Unit::bytes) return grouped(value, 0) + " B";
  return text_of(language, unit, value);
}

std::string difference_text(const Language& language, Unit unit, double shown, double other) {
  const double change = other - shown;
  if (unit == Unit::percent) {
    if (std::fabs(change) < 0.05) return language.say("pages.equal");
    return language.say("pages.points", change);
  }
  if (change == 0) return language.say("pages.equal");
  if (shown == 0) return language.say("pages.against_zero");
  return fmt::format("{:+.1f} %", 100 * change / std::fabs(shown));
}

}  // namespace

Quantity quantity_of(const Language& language, Unit unit, double value, int digits) {
  switch (unit) {
    case Unit::count:
      if (std::fabs(value) < min_shortened) return {decimals(value, 1), ""};
      return scaled(value, "", digits);
    case Unit::bytes:
      return scaled(value, "B", digits);
    case Unit::percent:
      return {grouped(value, 1), "%"};
    case Unit::ratio:
      return {decimals(value, 2), ""};
    case Unit::clocks:
      return {std::fabs(value) < 10     ? grouped(value, 2)
              : std::fabs(value) < 1000 ? figures(value, 3)
                                        : grouped(value, 0),
              language.say("pages.clocks")};
    case Unit::ms:
      return duration(value);
    case Unit::bytes_per_s:
      return scaled(value, "B/s", digits);
    case Unit::hertz:
      return scaled(value, "Hz", digits);
    case Unit::warps:
      return {grouped(value, 2), language.say("pages.warps")};
  }
  return {};
}

std::string text_of(const Language& language, Unit unit, double value, int digits) {
  const Quantity quantity = quantity_of(language, unit, value, digits);
  return quantity.unit.empty() ? quantity.value : quantity.text();
}

std::string ElementReading::text() const {
  if (!shown) return "—";
  return shown->quantity.unit.empty() ? shown->quantity.value : shown->quantity.text();
}

std::string ElementReading::other_text(const Language& language) const {
  if (!other) return {};
  return fmt::format("{} {}{}{}", word_of(language, other->source), text_of(language, unit, other->value),
                     difference.empty() ? "" : ", ", difference);
}

std::string ElementReading::details(const Language& language) const {
  if (!shown) return language.say("pages.unknown");
  std::string text = fmt::format("{} {}", word_of(language, shown->source), in_full(language, unit, shown->value));
  if (other) {
    text += fmt::format("; {} {}{}{}", word_of(language, other->source), in_full(language, unit, other->value),
                        difference.empty() ? "" : ", ", difference);
  }
  return text;
}

ElementReading reading_of(const Language& language, const ElementSources& sources, std::string_view id) {
  return sum_of(language, sources, {id});
}

ElementReading sum_of(const Language& language, const ElementSources& sources,
                      const std::vector<std::string_view>& ids) {
  ElementReading reading;
  counters::Number counted, computed;
  bool is_derived = true, comparable = true;
  for (const std::string_view id : ids) {
    const counters::Element* element = counters::element(id);
    if (element == nullptr) continue;
    reading.unit = element->unit;
    comparable = comparable && (element->exact || !sources.of_two_gpus);
    const auto add = [&](counters::Number& sum, const counters::Values* values) {
      const counters::Number part = values != nullptr ? values->find(id) : std::nullopt;
      if (part) sum = sum.value_or(0) + *part;
      return part.has_value();
    };
    if (sources.counted != nullptr) add(counted, &sources.counted->values);
    if (!add(computed, sources.derived) && add(computed, sources.predicted)) is_derived = false;
  }
  const auto number = [&](counters::Number value, Source source) -> std::optional<ElementNumber> {
    if (!value) return std::nullopt;
    return ElementNumber{*value, quantity_of(language, reading.unit, *value), source};
  };
  reading.shown = number(counted, sources.counted_source);
  auto other = number(computed, is_derived ? Source::derived : Source::predicted);
  if (counted && computed && comparable)
    reading.difference = difference_text(language, reading.unit, *counted, *computed);
  (reading.shown ? reading.other : reading.shown) = std::move(other);
  return reading;
}

}  // namespace lanescope::gui
