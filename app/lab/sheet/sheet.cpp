#include "lab/sheet/sheet.h"

#include <algorithm>

#include "lab/sheet/rates.h"
#include "predict/metrics/metrics.h"

namespace lanescope::lab {
namespace {

using counters::CacheState;
using counters::Number;

/// Whether the counts cover the whole plan that the result is about: for a GPU's times, smaller sizes may have been
/// executed.
bool cover_whole_plan(const model::Metrics& metrics, const Result& result) {
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
  const auto put_times = [&](const Result& of) {
    const auto time = time_of(of), cold = time_of(of, CacheState::cold), hot = time_of(of, CacheState::hot);
    if (time) put("time", time->ms);
    if (cold) put("time.cold", cold->ms);
    if (hot) put("time.hot", hot->ms);
    put("rate.memory", rate_of(of, Work::bytes));
    put("rate.memory.of_peak", percent(share_of_peak(of, Work::bytes)));
    put("rate.memory.of_copy", percent(share_of_copy(of)));
    put("rate.arithmetic", rate_of(of, Work::flops));
    put("rate.arithmetic.of_peak", percent(share_of_peak(of, Work::flops)));
  };
  put_times(result);
  // What is predicted beside a measured time.
  if (result.time() != nullptr && result.predicted) {
    Result untimed;
    untimed.predicted = result.predicted;
    untimed.sheet = result.sheet;
    put_times(untimed);
  }
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

/// Returns the mean cost of a request, of those whose cost is known.
Number per_request(std::uint64_t cost, const model::Counts& counts) {
  const std::uint64_t known = counts.requests - std::min(counts.requests, counts.uncounted_requests);
  return counters::quotient(static_cast<double>(cost), static_cast<double>(known));
}

/// Adds what the blocks did that were executed. Counts that were scaled to the grid are estimates.
void add_accesses(Sheet& sheet, const model::Metrics& metrics) {
  sheet.derived.set("grid.blocks", static_cast<double>(metrics.grid_blocks));
  sheet.derived.set("grid.blocks_executed", static_cast<double>(metrics.blocks));
  sheet.derived.set("instructions.ptx", static_cast<double>(metrics.instructions));
  model::Counts global, shared;
  std::uint64_t excess = 0;
  for (const model::TotalMetrics& total : metrics.executed.totals) {
    const model::Counts& counts = total.counts;
    if (total.space == trace::Space::shared) shared += counts;
    if (total.space != trace::Space::global) continue;
    global += counts;
    excess += counts.sectors - std::min(counts.sectors, counts.sectors_ideal);
  }
  Column& found = metrics.scaled ? sheet.predicted : sheet.derived;
  const auto count = [](std::uint64_t value) { return static_cast<double>(value); };
  found.set("global.sectors", count(global.sectors));
  found.set("global.sectors_ideal", count(global.sectors_ideal));
  found.set("global.sectors_excess", count(excess));
  found.set("global.sectors_per_request", per_request(global.sectors, global));
  found.set("shared.wavefronts", count(shared.wavefronts));
  found.set("shared.wavefronts_ideal", count(shared.wavefronts_ideal));
  found.set("shared.wavefronts_per_request", per_request(shared.wavefronts, shared));
  found.set("shared.conflicts", count(shared.bank_conflicts));
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

namespace {

Sheet empty_sheet(const Result& result) {
  Sheet sheet;
  for (Column* column : {&sheet.measured, &sheet.counted, &sheet.compiler, &sheet.driver}) {
    column->origin = origin_in(result, column->origin);
  }
  return sheet;
}

}  // namespace

Sheet sheet_of(const Result& result) {
  Sheet sheet = empty_sheet(result);
  const LaunchInfo* const launch = main_launch(result);
  predict::MetricSources sources;
  sources.metrics = pointer(result.metrics);
  sources.prediction = result.predicted ? &result.predicted->prediction : nullptr;
  const bool of_this_plan = !result.metrics || cover_whole_plan(*result.metrics, result);
  sources.same_sizes = of_this_plan && (!result.predicted || result.predicted->sizes == result.sizes);
  sources.occupancy = launch != nullptr ? pointer(launch->calculated) : nullptr;
  sources.sheet = pointer(result.sheet);
  predict::FilledMetrics filled = predict::fill_metrics(sources);
  sheet.derived.merge(filled.derived);
  sheet.predicted.merge(filled.predicted);
  if (result.counted) sheet.counted.merge(result.counted->values);
  sheet.whole = filled.whole && of_this_plan;
  sheet.derived_sizes = result.sizes;
  sheet.predicted_sizes = result.predicted ? result.predicted->sizes : result.sizes;
  add_times(sheet, result);
  add_launch(sheet, result);
  if (result.metrics && (sources.same_sizes || !result.metrics->scaled)) add_accesses(sheet, *result.metrics);
  add_check(sheet, result);
  return sheet;
}

std::optional<Value> value_of(const Result& result, counters::QuantityId id) {
  if (!id->pages.empty() && id != counters::QuantityId("occupancy.theoretical")) return sheet_of(result).of_plan(id);
  Sheet sheet = empty_sheet(result);
  const auto is_of = [&](std::initializer_list<std::string_view> groups) {
    return std::ranges::any_of(groups, [&](std::string_view group) { return id.text().starts_with(group); });
  };
  if (is_of({"time", "rate.", "clock."})) {
    add_times(sheet, result);
  } else if (is_of({"launch.", "occupancy."})) {
    add_launch(sheet, result);
  } else if (is_of({"check."})) {
    add_check(sheet, result);
  } else {
    return sheet_of(result).of_plan(id);
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

}  // namespace lanescope::lab
