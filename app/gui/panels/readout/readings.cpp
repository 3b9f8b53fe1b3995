#include "gui/panels/readout/readings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/names.h"
#include "base/text.h"
#include "gui/panels/lines.h"
#include "gui/panels/readout/prediction_readings.h"
#include "gui/state/numbers.h"
#include "lab/experiment.h"
#include "lab/sweep/sweep_key.h"

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
std::string sampling_text(const Language& language, const lab::Result& result, const catalogue::Samples& samples) {
  std::string text = count_of(language, samples);
  if (samples.stop == catalogue::SamplingEnd::spread) text += language.say("reading.within");
  if (samples.stop == catalogue::SamplingEnd::stable) text += language.say("reading.stable");
  if (!samples.queue_blocked && result.backend == lab::Backend::gpu) text += language.say("reading.gaps");
  return text;
}

std::string rate_spread(double rate, const catalogue::Samples& time) {
  const Rate quartiles = with_quartiles(rate, time);
  return spread(figures(quartiles.low, 4), figures(quartiles.high, 4));
}

Reading known(const std::string& label, const NumberText& quantity, const std::string& spread,
              const std::string& detail, Source source) {
  return {label, quantity.value, quantity.unit, spread, detail, "", source};
}

/// Occupancy comes from the driver, or otherwise from the rules of the hardware, for the GPU of the data sheet.
Reading occupancy_reading(const Language& language, const lab::Result& result, const lab::LaunchInfo& launch) {
  if (!launch.occupancy)
    return unknown_reading(language.say("reading.occupancy"), language.say("reading.no_sheet"), Source::predicted);
  const bool by_driver = has_driver_occupancy(result);
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
  return known(language.say("reading.occupancy"), {fmt::format("{:.0f}", 100 * *launch.occupancy), "%"}, "",
               join(parts, " · "), source_of(result, by_driver ? Source::driver : Source::predicted));
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

/// Returns why an executed site of this kind counts as written. It is empty when the cubin shows each of them.
std::string reason_as_written(const Language& language, const model::ViewMetrics& view, Space space,
                              Operation operation) {
  for (const model::SiteMetrics& site : view.sites) {
    if (site.space != space || site.operation != operation || site.counts.requests == 0) continue;
    if (!site.proven) return site.reason.empty() ? language.say("access.unproven") : site.reason;
  }
  return {};
}

AccessReading reading_of(const Language& language, const model::TotalMetrics& total, const char* space,
                         const std::string& why_as_written) {
  const model::Counts& counts = total.counts;
  const bool shared = total.space == Space::shared || total.space == Space::distributed;
  AccessReading reading;
  reading.label = language.say(space, language.say(enum_name(operation_keys, total.operation)));
  reading.unit = language.say(shared ? "access.wavefronts" : "access.sectors");
  reading.as_written = !why_as_written.empty();
  reading.details = language.say("access.requests", grouped(counts.requests), 100 * counts.lane_efficiency());
  const std::uint64_t counted = counts.requests - std::min(counts.requests, counts.uncounted_requests);
  if (counted == 0) {
    reading.value = "—";
    reading.missing = language.say("access.no_rule");
    return reading;
  }
  const std::uint64_t sum = shared ? counts.wavefronts : counts.sectors;
  const std::uint64_t least = shared ? counts.wavefronts_ideal : counts.sectors_ideal;
  reading.amount = static_cast<double>(sum) / static_cast<double>(counted);
  reading.least = static_cast<double>(least) / static_cast<double>(counted);
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
  if (reading.as_written) add_line(reading.details, language.say("access.why_written", why_as_written));
  return reading;
}

std::string view_text(const Language& language, const std::vector<AccessReading>& lines) {
  const auto written = std::ranges::count_if(lines, [](const auto& line) { return line.as_written; });
  if (written == 0) return language.say("access.executed");
  return static_cast<std::size_t>(written) == lines.size() ? language.say("access.written")
                                                           : language.say("access.mixed");
}

}  // namespace

Rate with_quartiles(double rate, const catalogue::Samples& time) {
  if (time.q1 <= 0 || time.q3 <= 0) return {rate, rate, rate};
  return {rate, rate * time.median / time.q3, rate * time.median / time.q1};
}

std::optional<ShownTime> shown_time(const lab::Result& result, bool cold) {
  const auto& known = cold ? result.cold : result.hot;
  if (known) return ShownTime{*known, cold, source_of(result)};
  if (result.time() != nullptr || !result.predicted) return std::nullopt;
  const predict::Prediction& prediction = result.predicted->prediction;
  const predict::PredictedTime& time = cold ? prediction.cold : prediction.hot;
  return ShownTime{{time.ms, time.low, time.high}, cold, Source::predicted};
}

std::optional<ShownTime> shown_time(const lab::Result& result) {
  const auto cold = shown_time(result, true);
  return cold ? cold : shown_time(result, false);
}

std::string setting_of_time(const lab::Result& result) {
  if (source_of(result) != Source::predicted) return lab::setting_text(result);
  lab::Result asked;
  asked.parameters = result.parameters;
  asked.sizes = result.predicted->sizes;
  return lab::setting_text(asked);
}

double work_of(const lab::Result& result, bool arithmetic) {
  // The emulator may have verified smaller sizes than those that the prediction is for.
  const bool is_predicted = result.time() == nullptr && result.predicted;
  if (arithmetic) return static_cast<double>(is_predicted ? result.predicted->work_flops : result.work_flops);
  return static_cast<double>(is_predicted ? result.predicted->work_bytes : result.work_bytes);
}

std::optional<double> median_rate(const lab::Result& result, bool arithmetic) {
  const auto shown = shown_time(result);
  const double work = work_of(result, arithmetic);
  if (!shown || shown->time.median <= 0 || work <= 0) return std::nullopt;
  return work * 1e-6 / shown->time.median;
}

std::optional<Rate> rate_of(const lab::Result& result, bool arithmetic) {
  const auto rate = median_rate(result, arithmetic);
  if (!rate) return std::nullopt;
  const catalogue::Samples time = shown_time(result)->time;
  if (time.q1 <= 0 || time.q3 <= 0) return std::nullopt;
  return with_quartiles(*rate, time);
}

std::string limit_word(const Language& language, model::Limit limit) {
  constexpr std::array keys = {"occupancy.limit_threads", "occupancy.registers", "occupancy.shared",
                               "occupancy.limit_blocks", "occupancy.limit_barriers"};
  return language.say(keys.at(static_cast<std::size_t>(limit)));
}

const lab::LaunchInfo* launch_with_most_registers(const lab::Result* result) {
  const lab::LaunchInfo* largest = nullptr;
  if (result == nullptr) return largest;
  for (const lab::LaunchInfo& launch : result->launches) {
    if (launch.registers && (largest == nullptr || *launch.registers > *largest->registers)) largest = &launch;
  }
  return largest;
}

Source source_of(const lab::Result& result, Source source) {
  return result.recorded.empty() ? source : Source::recorded;
}

Source source_of(const lab::Result& result) {
  if (!result.recorded.empty()) return Source::recorded;
  return result.time() == nullptr && result.predicted ? Source::predicted : Source::measured;
}

std::string where_obtained(const Language& language, const lab::Result& result) {
  if (source_of(result) == Source::predicted) {
    return language.say("ladder.predicted_for", result.predicted->prediction.profile);
  }
  if (result.recorded.empty()) return language.say("ladder.measured_on", result.machine.device);
  return language.say("ladder.recorded_on", result.recorded.substr(0, 10), result.machine.device);
}

bool has_driver_occupancy(const lab::Result& result) {
  return result.backend == lab::Backend::gpu && result.time() != nullptr;
}

Reading unknown_reading(std::string label, std::string why, Source source) {
  return {std::move(label), "—", "", "", "", std::move(why), source};
}

bool is_compute_bound(const lab::Result& result) {
  const double operations = work_of(result, true);
  if (operations <= 0) return false;
  const bool known = result.sheet && result.sheet->gb_per_s > 0 && result.sheet->fp32_gflop_per_s > 0;
  const double ridge = known ? result.sheet->fp32_gflop_per_s / result.sheet->gb_per_s : usual_ridge;
  return operations > ridge * work_of(result, false);
}

Reading rate_reading(const Language& language, const lab::Result& result) {
  const bool operations = is_compute_bound(result);
  const std::string label = language.say(operations ? "reading.arithmetic" : "reading.bandwidth");
  const std::optional<double> rate = median_rate(result, operations);
  const std::optional<ShownTime> known_time = shown_time(result);
  if (!known_time) return unknown_reading(label, language.say("reading.no_bytes"), source_of(result));
  const ShownTime& shown = *known_time;
  const std::string detail =
      shown.source == Source::predicted
          ? language.say("reading.predicted_cold", result.predicted->prediction.profile)
          : language.say(shown.cold ? "reading.median_cold" : "reading.median_hot", count_of(language, shown.time));
  if (!rate) {
    const catalogue::Samples& time = shown.time;
    const NumberText low = duration(time.q1, time.median), high = duration(time.q3, time.median);
    return known(language.say("reading.time"), duration(time.median), spread(low.value, high.value), detail,
                 shown.source);
  }
  return known(label, {figures(*rate, 4), rate_unit(operations)}, rate_spread(*rate, shown.time), detail, shown.source);
}

double theoretical_peak(const lab::Result& result, bool arithmetic) {
  if (arithmetic) return result.sheet ? result.sheet->fp32_gflop_per_s : 0;
  if (source_of(result) == Source::predicted) return result.sheet ? result.sheet->gb_per_s : 0;
  return result.machine.peak_gb_per_s;
}

std::optional<PeakShare> peak_share(const Language& language, const lab::Result& result) {
  const bool operations = is_compute_bound(result);
  const std::optional<double> rate = median_rate(result, operations);
  const double peak = theoretical_peak(result, operations);
  if (!rate || peak <= 0) return std::nullopt;
  const Rate share = with_quartiles(*rate / peak, shown_time(result)->time);
  PeakShare found{share.rate, share.low, share.high};
  found.text = operations ? language.say("reading.of_fp32_peak", 100 * share.rate, grouped(peak, 0), result.sheet->name)
                          : language.say("reading.of_peak", 100 * share.rate, grouped(peak, 0));
  const auto of_copy = operations ? std::nullopt : result.share_of_copy();
  if (of_copy) {
    found.copy = result.best_copy->gb_per_s / peak;
    found.copy_text =
        language.say("reading.of_copy", 100 * *of_copy, grouped(result.best_copy->gb_per_s, 0), result.best_copy->of);
  }
  return found;
}

std::vector<Reading> timing_readings(const Language& language, const lab::Result* result, const std::string& why_not) {
  if (result != nullptr && source_of(*result) == Source::predicted) return predicted_readings(language, *result);
  if (result == nullptr || result->time() == nullptr) {
    return {unknown_reading(language.say("reading.time"), why_not, Source::measured)};
  }
  std::vector<Reading> readings;
  const auto add = [&](const char* label, const NumberText& quantity, const std::string& spread,
                       const std::string& detail) {
    readings.push_back(known(language.say(label), quantity, spread, detail, source_of(*result)));
  };
  const auto add_time = [&](const char* label, const std::optional<catalogue::Samples>& time) {
    if (!time) return;
    const NumberText low = duration(time->q1, time->median), high = duration(time->q3, time->median);
    add(label, duration(time->median), spread(low.value, high.value), sampling_text(language, *result, *time));
  };
  add_time("reading.time_cold", result->cold);
  add_time("reading.time_hot", result->hot);
  // This adds the second rate, if there is one. The headline has the first.
  const bool operations = is_compute_bound(*result);
  const catalogue::Samples& time = *result->time();
  if (const auto rate = median_rate(*result, !operations)) {
    add(operations ? "reading.bandwidth" : "reading.arithmetic", {figures(*rate, 4), rate_unit(!operations)},
        rate_spread(*rate, time), count_of(language, time));
  }
  if (result->clock_mhz) {
    add("reading.clock", {grouped(*result->clock_mhz, 0), "MHz"}, "", language.say("reading.clock_detail"));
  }
  if (result->empty_ms) add("reading.empty", duration(*result->empty_ms), "", language.say("reading.empty_detail"));
  return readings;
}

std::vector<Reading> resource_readings(const Language& language, const lab::Result* result,
                                       const std::string& why_not) {
  const lab::LaunchInfo* launch = launch_with_most_registers(result);
  if (launch == nullptr) {
    return {unknown_reading(language.say("reading.registers"), why_not, Source::compiler),
            unknown_reading(language.say("reading.shared"), why_not, Source::compiler),
            unknown_reading(language.say("reading.occupancy"), why_not, Source::predicted)};
  }
  std::vector<Reading> readings;
  const auto add = [&](const char* label, const NumberText& quantity, const std::string& detail,
                       Source source = Source::compiler) {
    readings.push_back(known(language.say(label), quantity, "", detail, source_of(*result, source)));
  };
  add("reading.registers", {fmt::format("{}", *launch->registers), language.say("reading.a_thread")},
      result->launches.size() > 1 ? language.say("reading.largest_step", launch->title()) : std::string());
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
        language.say(result->compile_cached ? "reading.one_run_cached" : "reading.one_run"), Source::measured);
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
      readings.lines.push_back(reading_of(language, total, name,
                                          reason_as_written(language, metrics.executed, total.space, total.operation)));
    }
  }
  if (readings.lines.empty()) readings.missing = language.say("access.none");
  readings.view = view_text(language, readings.lines);
  readings.blocks = blocks_text(language, metrics);
  return readings;
}

}  // namespace lanescope::gui
