#include "counters/values.h"

#include <algorithm>
#include <cmath>

namespace lanescope::counters {

std::optional<double> Values::find(std::string_view id) const {
  const auto found = by_id.find(id);
  return found == by_id.end() ? std::nullopt : std::optional(found->second);
}

void Values::set(QuantityId id, double value) {
  if (std::isfinite(value)) {
    by_id.insert_or_assign(std::string(id.text()), value);
  } else if (const auto found = by_id.find(id.text()); found != by_id.end()) {
    by_id.erase(found);
  }
}
void Values::set(QuantityId id, std::optional<double> value) {
  set(id, value.value_or(NAN));
}
void Values::add(QuantityId id, double value) {
  set(id, get(id).value_or(0) + value);
}
void Values::merge(const Values& other) {
  for (const auto& [id, value] : other.by_id) by_id.insert_or_assign(id, value);
}

bool Values::has_any_of(Page page) const {
  return std::any_of(quantity_table.begin(), quantity_table.end(),
                     [&](const Quantity& each) { return each.pages.has(page) && find(each.id); });
}

bool Values::has_any_of_pages() const {
  return std::ranges::any_of(quantity_table,
                             [&](const Quantity& each) { return !each.pages.empty() && find(each.id); });
}

Number sum(Number a, Number b) {
  return a && b ? Number(*a + *b) : std::nullopt;
}
Number difference(Number a, Number b) {
  return a && b ? Number(*a - *b) : std::nullopt;
}
Number product(Number a, Number b) {
  return a && b ? Number(*a * *b) : std::nullopt;
}
Number quotient(Number a, Number b) {
  return a && b && *b != 0 ? Number(*a / *b) : std::nullopt;
}
Number percentage(Number part, Number whole) {
  return product(quotient(part, whole), 100.0);
}

std::optional<Difference> difference(const Quantity& quantity, const Values& first, const Values& second) {
  const auto a = first.find(quantity.id), b = second.find(quantity.id);
  if (!a || !b) return std::nullopt;
  Difference result{*a, *b, *b - *a, std::nullopt};
  if (quantity.unit != Unit::percent && *a != 0) result.relative = result.absolute / std::abs(*a);
  return result;
}

}  // namespace lanescope::counters
