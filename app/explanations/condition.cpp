#include "explanations/condition.h"

#include <fmt/format.h>

#include <algorithm>

#include "explanations/messages.h"

namespace lanescope::explanations {

Expected<Condition> Condition::parse(std::string_view text, const Place& where) {
  Condition condition;
  const auto slot_of = [&](std::string_view name) -> tl::expected<std::size_t, catalogue::UnknownName> {
    if (!experiments::is_number_name(name)) return tl::unexpected(experiments::unknown_number(name));
    const auto slot = static_cast<std::size_t>(std::ranges::find(condition.names_, name) - condition.names_.begin());
    if (slot == condition.names_.size()) condition.names_.emplace_back(name);
    return slot;
  };
  TRY(condition.expression_, catalogue::RealExpression::compile(text, slot_of, where));
  return condition;
}

Expected<Condition::Outcome> Condition::evaluate(const experiments::Sheet& sheet) const {
  std::vector<double> values;
  for (const std::string& name : names_) {
    const auto value = experiments::number_named(sheet, name);
    if (!value) {
      return failure(message<"condition.no_value">(name, expression_.text()), expression_.where(),
                     message<"condition.no_value_remedy">());
    }
    values.push_back(value->number);
  }
  TRY(const double value, expression_.evaluate(values));
  return Outcome{value != 0, expression_.values_text(values)};
}

}  // namespace lanescope::explanations
