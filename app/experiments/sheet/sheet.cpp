#include "experiments/sheet/sheet.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "experiments/sheet/rates.h"
#include "predict/metrics/metrics.h"

namespace lanescope::experiments {
namespace {

using counters::CacheState;
using counters::Number;

/// Whether the counts are of the plan that the result is about: for a GPU's times, smaller sizes may have been
/// executed.
bool are_of_plan(const model::Metrics& metrics, const Result& result) {
  std::uint64_t blocks = 0;
  for (const LaunchInfo& launch : result.launches) blocks += launch.grid.count();
  return metrics.grid_blocks == blocks;
}

template <class T>
const T* pointer(const std::optional<T>& value) {
  return value ? &*value : nullptr;
}
template <class T>
Number number(const std::optional<T>& value) {
  return value ? Number(static_cast<double>(*value)) : std::nullopt;
}

std::optional<Value> percent(const std::optional<Value>& share) {
  return share ? std::optional(times(*share, 100)) : std::nullopt;
}

/// Adds times and rates to the columns of their origins.
void add_times(Sheet& sheet, const Result& result) {
  const auto put = [&](counters::QuantityId id, const std::optional<Value>& value) {
    if (value) (value->origin == Origin::predicted ? sheet.predicted : sheet.measured).put(id, value);
  };
  // What is predicted beside a measured time; without one, it is the time.
  if (const auto& run = result.predicted; run && result.time() != nullptr) {
    const auto of_peak = [](const std::optional<Value>& rate, double peak) {
      return rate && peak > 0 ? percent(share_of(*rate, peak)) : std::nullopt;
    };
    const auto bytes = rate_of(*run, Work::bytes), flops = rate_of(*run, Work::flops);
    put("time", time_of(*run, CacheState::cold));
    put("time.cold", time_of(*run, CacheState::cold));
    put("time.hot", time_of(*run, CacheState::hot));
    put("rate.memory", bytes);
    put("rate.arithmetic", flops);
    put("rate.memory.of_peak", of_peak(bytes, result.sheet ? result.sheet->gb_per_s : 0));
    put("rate.arithmetic.of_peak", of_peak(flops, result.sheet ? result.sheet->fp32_gflop_per_s : 0));
  }
  if (const auto time = time_of(result)) put("time", time->ms);
  if (const auto time = time_of(result, CacheState::cold)) put("time.cold", time->ms);
  if (const auto time = time_of(result, CacheState::hot)) put("time.hot", time->ms);
  put("rate.memory", rate_of(result, Work::bytes));
  put("rate.memory.of_peak", percent(share_of_peak(result, Work::bytes)));
  put("rate.memory.of_copy", percent(share_of_copy(result)));
  put("rate.arithmetic", rate_of(result, Work::flops));
  put("rate.arithmetic.of_peak", percent(share_of_peak(result, Work::flops)));
  sheet.measured.set("time.empty_interval", result.empty_ms);
  sheet.measured.set("time.compile", result.compile_ms);
  sheet.measured.set("clock.timed", counters::product(result.clock_mhz, 1e6));
  if (result.best_copy) sheet.measured.set("rate.memory.copy", result.best_copy->gb_per_s);
  // Data sheets have the rest: the attributes of a device do not say what its arithmetic can do.
  const bool by_device = origin_of_times(result) != Origin::predicted;
  (by_device ? sheet.driver : sheet.predicted).set("rate.memory.peak", peak_of(result, Work::bytes));
  sheet.predicted.set("rate.arithmetic.peak", peak_of(result, Work::flops));
}

/// Adds the resources of the main launch.
void add_launch(Sheet& sheet, const Result& result) {
  const LaunchInfo* const launch = main_launch(result);
  if (launch == nullptr) return;
  sheet.compiler.set("launch.registers", number(launch->registers));
  sheet.compiler.set("launch.shared_bytes", number(launch->shared_bytes));
  sheet.compiler.set("launch.local_bytes", number(launch->local_bytes));
  Column& said = has_driver_occupancy(result) ? sheet.driver : sheet.predicted;
  said.set("launch.blocks_per_sm", number(launch->blocks_per_sm));
  const Number at_once = counters::product(number(launch->blocks_per_sm), multiprocessors_of(result));
  said.set("launch.waves_per_sm", counters::quotient(blocks_of(result, *launch), at_once));
  if (launch->occupancy) {
    said.set("occupancy.theoretical", 100 * *launch->occupancy);
  } else if (launch->calculated) {
    sheet.predicted.set("occupancy.theoretical", 100 * launch->calculated->fraction);
  }
}

/// Whether counts and prediction are of the same sizes.
bool are_of_same_sizes(const Result& result) {
  const bool of_this_plan = !result.metrics || are_of_plan(*result.metrics, result);
  return of_this_plan && (!result.predicted || result.predicted->sizes == result.sizes);
}

/// Adds what the blocks did that were executed. Counts that were scaled to the grid are estimates.
void add_accesses(Sheet& sheet, const Result& result) {
  if (!result.metrics || (result.metrics->scaled && !are_of_same_sizes(result))) return;
  const model::Metrics& metrics = *result.metrics;
  sheet.derived.set("grid.blocks", static_cast<double>(metrics.grid_blocks));
  sheet.derived.set("grid.blocks_executed", static_cast<double>(metrics.blocks));
  sheet.derived.set("instructions.ptx", static_cast<double>(metrics.instructions));
  (metrics.scaled ? sheet.predicted : sheet.derived).merge(predict::access_sums(metrics.executed.totals));
}

/// Adds what was found out about the output.
void add_check(Sheet& sheet, const Result& result) {
  Column& found = result.backend == Backend::gpu ? sheet.measured : sheet.derived;
  std::uint64_t threads = 0;
  for (const Fault& fault : result.faults) threads += fault.count;
  found.set("check.faults", static_cast<double>(result.faults.size()));
  found.set("check.faulty_threads", static_cast<double>(threads));
  if (!result.verification) return;
  found.set("check.elements", static_cast<double>(result.verification->checked));
  found.set("check.mismatches", static_cast<double>(result.verification->mismatches));
  found.set("check.unwritten", static_cast<double>(result.verification->unwritten));
  found.set("check.max_error", result.verification->max_error);
}

/// The quantities of the plan: how the ids of a group begin, and what fills them.
struct Group {
  std::array<std::string_view, 7> ids = {};
  void (*fill)(Sheet& sheet, const Result& result) = nullptr;
  [[nodiscard]] bool has(std::string_view id) const {
    return std::ranges::any_of(ids, [&](std::string_view each) { return !each.empty() && id.starts_with(each); });
  }
};
constexpr std::array groups{
    Group{{"time", "rate.", "clock."}, &add_times}, Group{{"launch.", "occupancy."}, &add_launch},
    Group{{"global.", "local.", "shared.", "distributed.", "requests", "grid.", "instructions."}, &add_accesses},
    Group{{"check."}, &add_check}};

/// Returns a sheet without numbers.
Sheet empty_sheet(const Result& result) {
  Sheet sheet;
  for (Column* column : {&sheet.measured, &sheet.counted, &sheet.compiler, &sheet.driver}) {
    column->origin = origin_in(result, column->origin);
  }
  sheet.whole = covers_whole_plan(result);
  return sheet;
}

}  // namespace

void Column::put(counters::QuantityId id, const std::optional<Value>& value) {
  set(id, value ? Number(value->number) : std::nullopt);
  intervals.erase(std::string(id.text()));
  if (value && value->interval && get(id)) intervals.emplace(id.text(), *value->interval);
}

std::optional<Value> Column::value(std::string_view id) const {
  const auto found = find(id);
  if (!found) return std::nullopt;
  const auto interval = intervals.find(id);
  return Value{*found, origin, interval == intervals.end() ? std::nullopt : std::optional(interval->second)};
}

bool covers_whole_plan(const Result& result) {
  return result.metrics && result.metrics->is_whole() && are_of_plan(*result.metrics, result);
}

std::optional<Value> Sheet::find(std::string_view id) const {
  for (const Column* column : columns()) {
    if (const auto value = column->value(id)) return value;
  }
  return std::nullopt;
}

std::optional<Value> Sheet::of_plan(counters::QuantityId id) const {
  for (const Column* column : columns()) {
    if (column == &derived && !whole && id->is_sum_over_blocks()) continue;
    if (const auto value = column->value(id.text())) return value;
  }
  return std::nullopt;
}

std::optional<Value> Sheet::expected(counters::QuantityId id) const {
  if (const auto value = whole ? derived.value(id.text()) : std::nullopt) return value;
  return predicted.value(id.text());
}

Sheet sheet_of(const Result& result) {
  Sheet sheet = empty_sheet(result);
  const LaunchInfo* const launch = main_launch(result);
  predict::MetricSources sources;
  sources.metrics = pointer(result.metrics);
  sources.prediction = result.predicted ? &result.predicted->prediction : nullptr;
  sources.same_sizes = are_of_same_sizes(result);
  sources.occupancy = launch != nullptr ? pointer(launch->calculated) : nullptr;
  sources.sheet = pointer(result.sheet);
  predict::FilledMetrics filled = predict::fill_metrics(sources);
  sheet.derived.merge(filled.derived);
  sheet.predicted.merge(filled.predicted);
  if (result.counted) sheet.counted.merge(result.counted->values);
  sheet.derived_sizes = result.sizes;
  sheet.predicted_sizes = result.predicted ? result.predicted->sizes : result.sizes;
  for (const Group& group : groups) group.fill(sheet, result);
  if (result.metrics) {
    sheet.derived.approximate = approximations_of(*result.metrics, sheet.derived);
    if (result.counted && sheet.whole)
      add_those_counted_otherwise(*result.counted, sheet.derived, sheet.derived.approximate);
  }
  return sheet;
}

std::optional<Value> value_of(const Result& result, counters::QuantityId id) {
  if (id->label.empty()) return sheet_of(result).of_plan(id);
  Sheet sheet = empty_sheet(result);
  if (result.counted) sheet.counted.set(id, result.counted->values.get(id));
  for (const Group& group : groups) {
    if (group.has(id.text())) group.fill(sheet, result);
  }
  return sheet.of_plan(id);
}

std::vector<QuantityRow> rows_of(counters::Page page, const Sheet& sheet) {
  std::vector<QuantityRow> rows;
  for (const counters::Quantity& quantity : counters::quantities()) {
    if (!quantity.pages.has(page)) continue;
    QuantityRow row{&quantity, sheet.counted.find(quantity.id), sheet.derived.find(quantity.id),
                    sheet.predicted.find(quantity.id), std::nullopt};
    if (!row.counted && !row.derived && !row.predicted) continue;
    const bool by_addresses = sheet.whole && row.derived;
    row.difference = difference(quantity, by_addresses ? sheet.derived : sheet.predicted, sheet.counted);
    rows.push_back(row);
  }
  return rows;
}

}  // namespace lanescope::experiments
