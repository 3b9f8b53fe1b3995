#include "lab/explain/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "lab/messages.h"

namespace lanescope::lab {
namespace {

using counters::Number;

constexpr std::array names_of_conditions = {
    ConditionName{"conflicts", "bank conflicts of all accesses to shared memory, by their addresses"},
    ConditionName{"excess_sectors", "sectors of global memory beyond the fewest that hold the bytes asked for"},
    ConditionName{"faults", "faults that were found"},
    ConditionName{"l1_hit_rate", "hits, in percent of the sectors that global loads request from the L1"},
    ConditionName{"l2_hit_rate", "hits, in percent of the sectors that are read from the L2"},
    ConditionName{"occupancy", "percent: achieved where it was counted, else theoretical"},
    ConditionName{"sectors", "sectors of all accesses to global memory"},
    ConditionName{"time_us", "microseconds, cold: measured or recorded, else predicted"},
    ConditionName{"wavefronts", "wavefronts of all accesses to shared memory"},
};

std::string known_names() {
  std::vector<std::string> names;
  for (const ConditionName& each : names_of_conditions) names.emplace_back(each.name);
  return join(names, ", ");
}

/// What of the executed blocks' accesses a name means.
Number sum_over(const Result& result, trace::Space space, std::uint64_t (*part)(const model::Counts&)) {
  if (!result.metrics) return std::nullopt;
  double sum = 0;
  for (const model::TotalMetrics& total : result.metrics->executed.totals) {
    if (total.space == space) sum += static_cast<double>(part(total.counts));
  }
  return sum;
}

Number first_of(const KnownElements& known, std::initializer_list<counters::ElementId> ids) {
  for (const counters::ElementId id : ids) {
    if (const auto best = known.best(id)) return best->value;
  }
  return std::nullopt;
}

Number value_of(std::string_view name, const Result& result, const KnownElements& known, const Summary& summary) {
  using trace::Space;
  if (name == "conflicts")
    return sum_over(result, Space::shared, [](const model::Counts& c) { return c.bank_conflicts; });
  if (name == "wavefronts") return sum_over(result, Space::shared, [](const model::Counts& c) { return c.wavefronts; });
  if (name == "sectors") return sum_over(result, Space::global, [](const model::Counts& c) { return c.sectors; });
  if (name == "excess_sectors") {
    return sum_over(result, Space::global,
                    [](const model::Counts& c) { return c.sectors - std::min(c.sectors, c.sectors_ideal); });
  }
  if (name == "faults") return static_cast<double>(result.faults.size());
  if (name == "time_us") return counters::product(summary.time_ms, 1e3);
  if (name == "occupancy") return first_of(known, {"occupancy.achieved", "occupancy.theoretical"});
  if (name == "l1_hit_rate") return first_of(known, {"global.load.hit_rate", "l1.hit_rate"});
  if (name == "l2_hit_rate") return first_of(known, {"l2.read.hit_rate", "l2.hit_rate"});
  const auto best = known.find(name);
  return best ? Number(best->value) : std::nullopt;
}

bool is_known(std::string_view word) {
  return std::ranges::find(names_of_conditions, word, &ConditionName::name) != std::end(names_of_conditions) ||
         counters::element(word) != nullptr;
}

catalogue::UnknownName unknown(std::string_view word) {
  std::vector<std::string> candidates;
  for (const ConditionName& each : names_of_conditions) candidates.emplace_back(each.name);
  for (const counters::Element& each : counters::elements()) candidates.emplace_back(each.id);
  const auto near = nearest(word, candidates);
  return {message<"condition.no_number">(word), near ? message<"condition.did_you_mean">(*near, known_names())
                                                     : message<"condition.known_are">(known_names())};
}

}  // namespace

std::span<const ConditionName> condition_names() {
  return names_of_conditions;
}

Expected<Condition> Condition::parse(std::string_view text, const std::string& where) {
  Condition condition;
  const auto slot_of = [&](std::string_view name) -> tl::expected<std::size_t, catalogue::UnknownName> {
    if (!is_known(name)) return tl::unexpected(unknown(name));
    const auto slot = static_cast<std::size_t>(std::ranges::find(condition.names_, name) - condition.names_.begin());
    if (slot == condition.names_.size()) condition.names_.emplace_back(name);
    return slot;
  };
  TRY(condition.expression_, catalogue::RealExpression::compile(text, slot_of, where));
  return condition;
}

Expected<Condition::Outcome> Condition::evaluate(const Result& result, const KnownElements& known,
                                                 const Summary& summary) const {
  std::vector<double> values;
  for (const std::string& name : names_) {
    const Number value = value_of(name, result, known, summary);
    if (!value) {
      return failure(message<"condition.no_value">(name, expression_.text()), expression_.where(),
                     message<"condition.no_value_remedy">());
    }
    values.push_back(*value);
  }
  TRY(const double value, expression_.evaluate(values));
  return Outcome{value != 0, expression_.values_text(values)};
}

}  // namespace lanescope::lab
