#include "experiments/sheet/names.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "experiments/messages.h"

namespace lanescope::experiments {
namespace {

constexpr std::array names{
    ShortName{"conflicts",
              "bank conflicts of all accesses to shared memory, derived from their addresses",
              {"shared.conflicts"}},
    ShortName{"excess_sectors", "sectors of global memory beyond the ideal", {"global.sectors_excess"}},
    ShortName{"faults", "faults that were found", {"check.faults"}},
    ShortName{"l1_hit_rate",
              "percent of the sectors of global loads that hit in the L1",
              {"global.load.hit_rate", "l1.hit_rate"}},
    ShortName{"l2_hit_rate", "percent of the sectors read from the L2 that hit", {"l2.read.hit_rate", "l2.hit_rate"}},
    ShortName{"occupancy",
              "percent: achieved where it was counted, else theoretical",
              {"occupancy.achieved", "occupancy.theoretical"}},
    ShortName{"sectors", "sectors of all accesses to global memory", {"global.sectors"}},
    ShortName{"time_us", "microseconds, cold: measured or recorded, else predicted", {"time"}, 1e3},
    ShortName{"wavefronts", "wavefronts of all accesses to shared memory", {"shared.wavefronts"}},
};

const ShortName* short_name(std::string_view name) {
  const auto* found = std::ranges::find(names, name, &ShortName::name);
  return found == names.end() ? nullptr : found;
}

/// The end of an interval that a name asks for, and the quantity that it is of.
struct IntervalEnd {
  std::string_view id;
  double (Value::*end)() const;
};
std::optional<IntervalEnd> interval_end(std::string_view name) {
  const auto of = [&](std::string_view suffix, double (Value::*end)() const) -> std::optional<IntervalEnd> {
    if (!name.ends_with(suffix)) return std::nullopt;
    const std::string_view id = name.substr(0, name.size() - suffix.size());
    return counters::quantity(id) != nullptr ? std::optional(IntervalEnd{id, end}) : std::nullopt;
  };
  const auto low = of(".low", &Value::low);
  return low ? low : of(".high", &Value::high);
}

/// `find(id)` gives the value of a quantity.
std::optional<Value> number_of(std::string_view name, const auto& find) {
  if (const ShortName* known = short_name(name)) {
    for (const std::string_view id : known->ids) {
      if (const std::optional<Value> value = id.empty() ? std::nullopt : find(id)) return times(*value, known->factor);
    }
    return std::nullopt;
  }
  if (const auto asked = interval_end(name)) {
    const std::optional<Value> value = find(asked->id);
    if (!value || !value->interval) return std::nullopt;
    return Value{(*value.*(asked->end))(), value->origin, {}};
  }
  return find(name);
}

}  // namespace

std::span<const ShortName> short_names() {
  return names;
}

bool is_number_name(std::string_view name) {
  return quantity_named(name) != nullptr;
}

const counters::Quantity* quantity_named(std::string_view name) {
  if (const ShortName* known = short_name(name)) return counters::quantity(known->ids.front());
  const auto end = interval_end(name);
  return counters::quantity(end ? end->id : name);
}

std::optional<Value> number_named(const Sheet& sheet, std::string_view name) {
  return number_of(name, [&](std::string_view id) { return sheet.find(id); });
}

std::optional<Value> number_named(const Column& column, std::string_view name) {
  return number_of(name, [&](std::string_view id) { return column.value(id); });
}

catalogue::UnknownName unknown_number(std::string_view name) {
  std::vector<std::string> candidates, plain;
  for (const ShortName& each : names) plain.emplace_back(each.name);
  candidates = plain;
  for (const counters::Quantity& each : counters::quantities()) candidates.emplace_back(each.id);
  const auto near = nearest(name, candidates);
  return {message<"condition.no_number">(name), near ? message<"condition.did_you_mean">(*near, join(plain, ", "))
                                                     : message<"condition.known_are">(join(plain, ", "))};
}

}  // namespace lanescope::experiments
