#include "gui/readings/readings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/names.h"
#include "base/text.h"
#include "counters/unit_text.h"
#include "experiments/experiment.h"
#include "experiments/sheet/sheet.h"
#include "gui/readings/prediction_readings.h"
#include "gui/store/lines.h"
#include "gui/store/words/numbers.h"
#include "gui/store/words/quantity_names.h"
#include "recordings/sweep/sweep_key.h"

namespace lanescope::gui {
namespace {

std::string spread(std::string_view low, std::string_view high) {
  return fmt::format("[{}, {}]", low, high);
}

std::string count_of(const Language& language, const catalogue::Samples& samples) {
  std::string text = language.say("reading.samples", samples.samples);
  if (samples.batch > 1) text += language.say("reading.batch", samples.batch);
  if (samples.throttled > 0) text += language.say("reading.throttled", samples.throttled);
  if (samples.low_clock) text += language.say("reading.low_clock");
  return text;
}

/// Returns what ended the measurement, and what the time contains besides the kernel.
std::string sampling_text(const Language& language, const experiments::Result& result,
                          const catalogue::Samples& samples) {
  std::string text = count_of(language, samples);
  if (samples.stop == catalogue::SamplingEnd::spread) text += language.say("reading.within");
  if (samples.stop == catalogue::SamplingEnd::stable) text += language.say("reading.stable");
  if (!samples.queue_blocked && result.backend == experiments::Backend::gpu) text += language.say("reading.gaps");
  return text;
}

std::string time_spread(const experiments::Value& ms) {
  return spread(duration(ms.low(), ms.number).value, duration(ms.high(), ms.number).value);
}

std::string rate_spread(const experiments::Value& rate) {
  return spread(figures(rate.low(), 4), figures(rate.high(), 4));
}

Reading known(const std::string& label, const NumberText& quantity, const std::string& spread,
              const std::string& detail, experiments::Origin origin) {
  return {label, quantity.value, quantity.unit, spread, detail, "", origin};
}

/// Occupancy comes from the driver, or otherwise from the rules of the hardware, for the GPU of the data sheet.
Reading occupancy_reading(const Language& language, const experiments::Result& result,
                          const experiments::LaunchInfo& launch) {
  if (!launch.occupancy)
    return unknown_reading(language.say("reading.occupancy"), language.say("reading.no_sheet"),
                           experiments::Origin::predicted);
  const bool by_driver = experiments::has_driver_occupancy(result);
  std::vector<std::string> parts;
  if (launch.calculated && !launch.calculated->limits.empty()) {
    std::vector<std::string> limits;
    for (const model::Limit limit : launch.calculated->limits) limits.push_back(limit_word(language, limit));
    parts.push_back(language.say("reading.limited_by", join(limits, ", ")));
  }
  if (const auto blocks = launch.blocks_per_sm) {
    parts.push_back(*blocks == 1 ? language.say("reading.block_an_sm") : language.say("reading.blocks_an_sm", *blocks));
  }
  if (!by_driver && result.sheet) parts.push_back(language.say("reading.on_sheet", result.sheet->name));
  return known(
      language.say("reading.occupancy"), {fmt::format("{:.0f}", 100 * *launch.occupancy), "%"}, "", join(parts, " · "),
      experiments::origin_in(result, by_driver ? experiments::Origin::driver : experiments::Origin::predicted));
}

/// For a target without a data sheet, this ridge is between those of Pascal's and Hopper's GPUs in single precision.
constexpr double usual_ridge = 15;  // operations per byte

using trace::Operation;
using trace::Space;

constexpr std::array<std::pair<Space, const char*>, 4> spaces{{{Space::global, "access.global"},
                                                               {Space::shared, "access.shared"},
                                                               {Space::distributed, "access.distributed"},
                                                               {Space::local, "access.local"}}};

/// The order is that of trace::Operation.
constexpr EnumNames<11> operation_keys{"access.loads",         "access.stores",         "access.reductions",
                                       "access.atomics",       "access.copies",         "access.matrix_loads",
                                       "access.matrix_stores", "access.bulk_loads",     "access.bulk_stores",
                                       "access.bypasses",      "access.matrix_operands"};

/// Returns "32.0" or "1.06", with enough digits to distinguish a ratio of 1 from one that is almost 1.
std::string amount_text(double amount, double least) {
  return fmt::format("{:.{}f}", amount, amount != least && amount < 1.1 * least ? 2 : 1);
}

/// Returns why the counts of an executed site of this kind are approximate. It is empty where all are exact.
std::string why_approximate(const Language& language, const model::ViewMetrics& view, Space space,
                            Operation operation) {
  for (const model::SiteMetrics& site : view.sites) {
    if (site.space != space || site.operation != operation || site.counts.requests == 0) continue;
    if (!site.proven) return site.reason.empty() ? language.say("access.unproven") : site.reason;
  }
  return {};
}

AccessReading reading_of(const Language& language, const model::TotalMetrics& total, const char* space,
                         const std::string& why_approximate) {
  const model::Counts& counts = total.counts;
  const bool shared = total.space == Space::shared || total.space == Space::distributed;
  AccessReading reading;
  reading.space = total.space;
  reading.label = language.say(space, language.say(enum_name(operation_keys, total.operation)));
  reading.unit = language.say(shared ? "access.wavefronts" : "access.sectors");
  reading.approximate = !why_approximate.empty();
  reading.details = language.say("access.requests", grouped(counts.requests), 100 * counts.lane_efficiency());
  const std::uint64_t sum = shared ? counts.wavefronts : counts.sectors;
  const std::uint64_t least = shared ? counts.wavefronts_ideal : counts.sectors_ideal;
  const auto amount = counts.per_request(sum);
  if (!amount) {
    reading.value = "—";
    reading.missing = language.say("access.no_rule");
    return reading;
  }
  reading.amount = *amount;
  reading.least = *counts.per_request(least);
  reading.value = amount_text(reading.amount, reading.least);
  reading.ideal = fmt::format("{:.1f}", reading.least);
  if (sum > least && least > 0) {
    const double ratio = static_cast<double>(sum) / static_cast<double>(least);
    reading.ratio = fmt::format("{:.{}f}×", ratio, ratio < 1.1 ? 2 : 1);
  }
  add_line(reading.details,
           language.say(shared ? "access.sum_wavefronts" : "access.sum_sectors", grouped(sum), grouped(least)));
  if (counts.uncounted_requests > 0) {
    add_line(reading.details, language.say("access.uncounted", grouped(counts.uncounted_requests)));
  }
  if (counts.out_of_bounds_lanes > 0) {
    add_line(reading.details, language.say("access.outside", grouped(counts.out_of_bounds_lanes)));
  }
  if (reading.approximate) add_line(reading.details, language.say("access.approximate", why_approximate));
  return reading;
}

}  // namespace

std::string limit_word(const Language& language, model::Limit limit) {
  constexpr std::array keys = {"occupancy.limit_threads", "occupancy.registers", "occupancy.shared",
                               "occupancy.limit_blocks", "occupancy.limit_barriers"};
  return language.say(keys.at(static_cast<std::size_t>(limit)));
}

std::string where_obtained(const Language& language, const experiments::Result& result) {
  if (experiments::origin_of_times(result) == experiments::Origin::predicted) {
    return language.say("ladder.predicted_for", result.predicted->prediction.profile);
  }
  if (result.recorded.empty()) return language.say("ladder.measured_on", result.machine.device);
  return language.say("ladder.recorded_on", result.recorded.substr(0, 10), result.machine.device);
}

Reading unknown_reading(std::string label, std::string why, experiments::Origin origin) {
  return {std::move(label), "—", "", "", "", std::move(why), origin};
}

bool is_compute_bound(const experiments::Result& result) {
  const double operations = experiments::work_of(result, experiments::Work::flops);
  if (operations <= 0) return false;
  const bool known = result.sheet && result.sheet->gb_per_s > 0 && result.sheet->fp32_gflop_per_s > 0;
  const double ridge = known ? result.sheet->fp32_gflop_per_s / result.sheet->gb_per_s : usual_ridge;
  return operations > ridge * experiments::work_of(result, experiments::Work::bytes);
}

Reading rate_reading(const Language& language, const experiments::Result& result) {
  const bool operations = is_compute_bound(result);
  const std::string label = language.say(operations ? "reading.arithmetic" : "reading.bandwidth");
  const auto time = experiments::time_of(result);
  if (!time) return unknown_reading(label, language.say("reading.no_bytes"), experiments::origin_of_times(result));
  const bool cold = time->caches == counters::CacheState::cold;
  const std::string detail =
      time->samples == nullptr
          ? language.say("reading.predicted_cold", result.predicted->prediction.profile)
          : language.say(cold ? "reading.median_cold" : "reading.median_hot", count_of(language, *time->samples));
  if (const auto rate = experiments::rate_of(result, work_in(operations))) {
    return known(label, {figures(rate->number, 4), rate_unit(operations)}, rate_spread(*rate), detail, rate->origin);
  }
  const experiments::Value& ms = time->ms;
  return known(language.say("reading.time"), duration(ms.number), time_spread(ms), detail, ms.origin);
}

std::optional<PeakShare> peak_share(const Language& language, const experiments::Result& result) {
  const bool operations = is_compute_bound(result);
  const auto share = experiments::share_of_peak(result, work_in(operations));
  if (!share) return std::nullopt;
  const double peak = *experiments::peak_of(result, work_in(operations));
  PeakShare found{share->number, share->low(), share->high()};
  found.text = operations
                   ? language.say("reading.of_fp32_peak", 100 * share->number, grouped(peak, 0), result.sheet->name)
                   : language.say("reading.of_peak", 100 * share->number, grouped(peak, 0));
  if (const auto of_copy = operations ? std::nullopt : experiments::share_of_copy(result)) {
    found.copy = result.best_copy->gb_per_s / peak;
    found.copy_text = language.say("reading.of_copy", 100 * of_copy->number, grouped(result.best_copy->gb_per_s, 0),
                                   result.best_copy->of);
  }
  return found;
}

std::vector<Reading> timing_readings(const Language& language, const experiments::Result* result,
                                     const std::string& why_not) {
  if (result != nullptr && experiments::origin_of_times(*result) == experiments::Origin::predicted)
    return predicted_readings(language, *result);
  if (result == nullptr || result->time() == nullptr) {
    return {unknown_reading(language.say("reading.time"), why_not, experiments::Origin::measured)};
  }
  std::vector<Reading> readings;
  const auto add = [&](const char* label, const NumberText& quantity, const std::string& spread,
                       const std::string& detail) {
    readings.push_back(known(language.say(label), quantity, spread, detail, experiments::origin_of_times(*result)));
  };
  const auto add_time = [&](const char* label, counters::CacheState caches) {
    const auto time = experiments::time_of(*result, caches);
    if (!time) return;
    add(label, duration(time->ms.number), time_spread(time->ms), sampling_text(language, *result, *time->samples));
  };
  add_time("reading.time_cold", counters::CacheState::cold);
  add_time("reading.time_hot", counters::CacheState::hot);
  // This adds the second rate, if there is one. The headline has the first.
  const bool operations = is_compute_bound(*result);
  if (const auto rate = experiments::rate_of(*result, work_in(!operations))) {
    add(operations ? "reading.bandwidth" : "reading.arithmetic", {figures(rate->number, 4), rate_unit(!operations)},
        rate_spread(*rate), count_of(language, *result->time()));
  }
  std::ranges::move(accessed_readings(language, *result), std::back_inserter(readings));
  if (result->clock_mhz) {
    add("reading.clock", {grouped(*result->clock_mhz, 0), "MHz"}, "", language.say("reading.clock_detail"));
  }
  if (result->empty_ms) add("reading.empty", duration(*result->empty_ms), "", language.say("reading.empty_detail"));
  return readings;
}

std::vector<Reading> accessed_readings(const Language& language, const experiments::Result& result) {
  if (experiments::work_of(result, experiments::Work::bytes) > 0 || !result.metrics) return {};
  const model::Metrics& metrics = *result.metrics;
  const bool is_complete = metrics.blocks > 0 && metrics.dropped == 0;
  if (!is_complete || experiments::sizes_of_time(result) != result.sizes) return {};
  double bytes = 0;
  for (const model::SiteMetrics& site : metrics.executed.sites) {
    if (site.space == Space::global) bytes += static_cast<double>(site.counts.lanes) * site.bytes_per_lane;
  }
  // What is scaled already counts for the whole grid.
  if (!metrics.scaled) bytes *= static_cast<double>(metrics.grid_blocks) / static_cast<double>(metrics.blocks);
  if (bytes <= 0) return {};
  const auto origin = experiments::origin_in(result, experiments::Origin::derived);
  const bool is_whole = metrics.is_whole();
  std::vector<Reading> readings{known(
      language.say("reading.accessed"), counters::text_of(counters::Unit::bytes, bytes, number_style(language)), "",
      language.say(is_whole ? "reading.accessed_all" : "reading.accessed_like", blocks_text(language, metrics)),
      origin)};
  const auto time = experiments::time_of(result);
  if (time && time->ms.number > 0) {
    readings.push_back(known(language.say("reading.access_rate"),
                             {figures(bytes / (time->ms.number * 1e6), 4), rate_unit(false)}, "",
                             language.say("reading.access_rate_detail"), time->ms.origin));
  }
  return readings;
}

std::vector<Reading> resource_readings(const Language& language, const experiments::Result* result,
                                       const std::string& why_not) {
  const experiments::LaunchInfo* launch = result != nullptr ? experiments::main_launch(*result) : nullptr;
  if (launch == nullptr || !launch->registers) {
    return {unknown_reading(language.say("reading.registers"), why_not, experiments::Origin::compiler),
            unknown_reading(language.say("reading.shared"), why_not, experiments::Origin::compiler),
            unknown_reading(language.say("reading.occupancy"), why_not, experiments::Origin::predicted)};
  }
  std::vector<Reading> readings;
  const auto add = [&](const char* label, const NumberText& quantity, const std::string& detail,
                       experiments::Origin origin = experiments::Origin::compiler) {
    readings.push_back(known(language.say(label), quantity, "", detail, experiments::origin_in(*result, origin)));
  };
  add("reading.registers", {fmt::format("{}", *launch->registers), language.say("reading.a_thread")},
      result->launches.size() > 1 ? language.say("reading.of_launch", launch->title()) : std::string());
  if (launch->shared_bytes) {
    add("reading.shared", {grouped(*launch->shared_bytes), language.say("reading.bytes_a_block")}, "");
  }
  if (launch->local_bytes && *launch->local_bytes > 0) {
    add("reading.local", {grouped(*launch->local_bytes), language.say("reading.bytes_a_thread")},
        language.say("reading.spilled"));
  }
  readings.push_back(occupancy_reading(language, *result, *launch));
  if (result->compile_ms) {
    add("reading.compile_time", duration(*result->compile_ms),
        language.say(result->compile_cached ? "reading.one_run_cached" : "reading.one_run"),
        experiments::Origin::measured);
  }
  std::ranges::move(listed_readings(language, *result), std::back_inserter(readings));
  return readings;
}

std::vector<Reading> listed_readings(const Language& language, const experiments::Result& result) {
  std::vector<Reading> readings;
  for (const counters::Quantity& quantity : counters::quantities()) {
    const auto value = quantity.listed ? experiments::value_of(result, counters::QuantityId(quantity)) : std::nullopt;
    if (!value) continue;
    const NumberStyle style = number_style(language);
    const auto text = [&](double number) { return counters::text_of(quantity.unit, number, style); };
    const std::string ends = value->interval ? spread(text(value->low()).text(), text(value->high()).text()) : "";
    readings.push_back(known(title_of(language, quantity), text(value->number), ends, "", value->origin));
  }
  return readings;
}

std::string blocks_text(const Language& language, const model::Metrics& metrics) {
  std::string text = language.say(metrics.grid_blocks == 1 ? "access.one_block" : "access.blocks",
                                  grouped(metrics.blocks), grouped(metrics.grid_blocks));
  if (metrics.scaled) text += language.say("access.scaled");
  if (metrics.dropped > 0) text += language.say("access.dropped", grouped(metrics.dropped));
  return text;
}

AccessReadings access_readings(const Language& language, const model::Metrics& metrics) {
  AccessReadings readings;
  for (const auto& [space, name] : spaces) {
    for (const model::TotalMetrics& total : metrics.executed.totals) {
      if (total.space != space || total.counts.requests == 0) continue;
      readings.lines.push_back(
          reading_of(language, total, name, why_approximate(language, metrics.executed, total.space, total.operation)));
    }
  }
  if (readings.lines.empty()) readings.missing = language.say("access.none");
  const model::ExactSites sites = model::exact_sites(metrics.executed.sites);
  if (sites.all > 0) readings.exact = language.say("access.exact", sites.exact, sites.all);
  readings.blocks = blocks_text(language, metrics);
  return readings;
}

}  // namespace lanescope::gui
