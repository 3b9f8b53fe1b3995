#include "gui/readings/quantity_reading.h"
#include "gui/readings/subjects.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace lanescope::gui {
namespace {

using counters::Unit;

/// Returns counts and bytes without a shortening.
std::string in_full(const Language& language, Unit unit, double value) {
  NumberStyle style = number_style(language);
  style.whole_counts = true;
  return unit == Unit::bytes ? grouped(value, 0) + " B" : counters::text_of(unit, value, style).text();
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

std::string text_of(const Language& language, Unit unit, double value, int figures) {
  return counters::text_of(unit, value, number_style(language, figures)).text();
}

std::string QuantityReading::text() const {
  return shown ? shown->quantity.text() : "—";
}

std::string QuantityReading::other_text(const Language& language) const {
  if (!other) return {};
  return fmt::format("{} {}{}{}", word_of(language, other->origin), text_of(language, unit, other->value),
                     difference.empty() ? "" : ", ", difference);
}

std::string QuantityReading::details(const Language& language) const {
  if (!shown) return language.say("pages.unknown");
  std::string text = fmt::format("{} {}", word_of(language, shown->origin), in_full(language, unit, shown->value));
  if (other) {
    text += fmt::format("; {} {}{}{}", word_of(language, other->origin), in_full(language, unit, other->value),
                        difference.empty() ? "" : ", ", difference);
  }
  return text;
}

Subject subject_of(const Language& language, const std::string& name, const QuantityReading& reading) {
  return {.kind = Subject::Kind::number,
          .text = reading.text(),
          .origin = fmt::format("{}\t{}", name, reading.details(language))};
}

QuantityReading reading_of(const Language& language, const PageValues& sources, std::string_view id) {
  return sum_of(language, sources, {id});
}

QuantityReading sum_of(const Language& language, const PageValues& sources, const std::vector<std::string_view>& ids) {
  QuantityReading reading;
  counters::Number counted, computed;
  bool is_derived = true, comparable = true;
  for (const std::string_view id : ids) {
    const counters::Quantity* quantity = counters::quantity(id);
    if (quantity == nullptr) continue;
    reading.unit = quantity->unit;
    comparable = comparable && (quantity->exact || !sources.of_two_gpus);
    const auto add = [&](counters::Number& sum, const counters::Values* values) {
      const counters::Number part = values != nullptr ? values->find(id) : std::nullopt;
      if (part) sum = sum.value_or(0) + *part;
      return part.has_value();
    };
    if (sources.counted != nullptr) add(counted, &sources.counted->values);
    if (!add(computed, sources.derived) && add(computed, sources.predicted)) is_derived = false;
  }
  const auto number = [&](counters::Number value, experiments::Origin origin) -> std::optional<QuantityNumber> {
    if (!value) return std::nullopt;
    return QuantityNumber{*value, counters::text_of(reading.unit, *value, number_style(language)), origin};
  };
  reading.shown = number(counted, sources.counted_origin);
  auto other = number(computed, is_derived ? experiments::Origin::derived : experiments::Origin::predicted);
  if (counted && computed && comparable)
    reading.difference = difference_text(language, reading.unit, *counted, *computed);
  (reading.shown ? reading.other : reading.shown) = std::move(other);
  return reading;
}

}  // namespace lanescope::gui
