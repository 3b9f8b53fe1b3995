#include "gui/panels/readout/readings.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/text.h"
#include "gui/panels/readout/rates.h"
#include "gui/state/numbers.h"
#include "lab/experiment.h"

namespace warpscope::gui {

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

/// What ended the measurement, and what is in the time beside the kernel.
std::string circumstances(const Language& language, const lab::Result& result, const catalogue::Samples& samples) {
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

Reading known(std::string label, Quantity quantity, std::string spread, std::string detail, Source source) {
  return {std::move(label),
          std::move(quantity.value),
          std::move(quantity.unit),
          std::move(spread),
          std::move(detail),
          "",
          source};
}

Reading time_reading(const Language& language, std::string label, const lab::Result& result,
                     const catalogue::Samples& samples) {
  const Quantity low = duration(samples.q1, samples.median), high = duration(samples.q3, samples.median);
  return known(std::move(label), duration(samples.median), spread(low.value, high.value),
               circumstances(language, result, samples), source_of(result));
}

/// With the driver's word where there is one; else by the rules of the hardware, for the GPU of the data sheet.
Reading occupancy_reading(const Language& language, const lab::Result& result, const lab::LaunchInfo& launch) {
  if (!launch.occupancy)
    return unknown_reading(language.say("reading.occupancy"), language.say("reading.no_sheet"), Source::predicted);
  const bool by_driver = counts_by_driver(result);
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

/// Of a target without a data sheet: between the ridges of Pascal's and of Hopper's GPUs in single precision.
constexpr double usual_ridge = 15;  // operations a byte

PeakShare share_of(const lab::Result& result, double rate, double peak) {
  const Rate share = with_quartiles(rate / peak, *result.time());
  return {share.median, share.low, share.high, "", {}, ""};
}

std::optional<PeakShare> share_of_arithmetic(const Language& language, const lab::Result& result) {
  const std::optional<double> rate = result.gflop_per_s();
  if (!rate || !result.sheet || result.sheet->fp32_gflop_per_s <= 0) return std::nullopt;
  const double peak = result.sheet->fp32_gflop_per_s;
  PeakShare share = share_of(result, *rate, peak);
  share.text = language.say("reading.of_fp32_peak", 100 * share.share, grouped(peak, 0), result.sheet->name);
  return share;
}

Quantity bytes(std::int64_t count, std::string of_what) {
  return {grouped(count), std::move(of_what)};
}

}  // namespace

std::string limit_word(const Language& language, model::Limit limit) {
  constexpr std::array keys = {"occupancy.limit_threads", "occupancy.registers", "occupancy.shared",
                               "occupancy.limit_blocks", "occupancy.limit_barriers"};
  return language.say(keys.at(static_cast<std::size_t>(limit)));
}

const lab::LaunchInfo* largest_launch(const lab::Result* result) {
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

bool counts_by_driver(const lab::Result& result) {
  return result.backend == lab::Backend::gpu && result.time() != nullptr;
}

Reading unknown_reading(std::string label, std::string why, Source source) {
  return {std::move(label), "—", "", "", "", std::move(why), source};
}

bool counts_operations(const lab::Result& result) {
  if (result.work_flops <= 0) return false;
  const bool known = result.sheet && result.sheet->gb_per_s > 0 && result.sheet->fp32_gflop_per_s > 0;
  const double ridge = known ? result.sheet->fp32_gflop_per_s / result.sheet->gb_per_s : usual_ridge;
  return static_cast<double>(result.work_flops) > ridge * static_cast<double>(result.work_bytes);
}

Reading rate_reading(const Language& language, const lab::Result& result) {
  const bool operations = counts_operations(result);
  const std::string label = language.say(operations ? "reading.arithmetic" : "reading.bandwidth");
  const std::optional<double> rate = median_rate(result, operations);
  if (!rate) return unknown_reading(label, language.say("reading.no_bytes"), source_of(result));
  const catalogue::Samples& time = *result.time();
  return known(label, {figures(*rate, 4), rate_unit(operations)}, rate_spread(*rate, time),
               language.say(result.cold ? "reading.median_cold" : "reading.median_hot", count_of(language, time)),
               source_of(result));
}

std::optional<PeakShare> peak_share(const Language& language, const lab::Result& result) {
  if (counts_operations(result)) return share_of_arithmetic(language, result);
  const std::optional<double> rate = result.gb_per_s();
  const double peak = result.machine.peak_gb_per_s;
  if (!rate || peak <= 0) return std::nullopt;
  PeakShare share = share_of(result, *rate, peak);
  share.text = language.say("reading.of_peak", 100 * share.share, grouped(peak, 0));
  if (const auto of_copy = result.share_of_copy()) {
    share.copy = result.best_copy->gb_per_s / peak;
    share.copy_text =
        language.say("reading.of_copy", 100 * *of_copy, grouped(result.best_copy->gb_per_s, 0), result.best_copy->of);
  }
  return share;
}

std::vector<Reading> timing_readings(const Language& language, const lab::Result* result, const std::string& why_not) {
  if (result == nullptr || result->time() == nullptr) {
    return {unknown_reading(language.say("reading.time"), why_not, Source::measured)};
  }
  std::vector<Reading> readings;
  const Source source = source_of(*result);
  if (result->cold)
    readings.push_back(time_reading(language, language.say("reading.time_cold"), *result, *result->cold));
  if (result->hot) readings.push_back(time_reading(language, language.say("reading.time_hot"), *result, *result->hot));
  // The other of the two rates, where there is one: the headline has the first.
  const bool operations = counts_operations(*result);
  const catalogue::Samples& time = *result->time();
  if (const auto rate = median_rate(*result, !operations)) {
    readings.push_back(known(language.say(operations ? "reading.bandwidth" : "reading.arithmetic"),
                             {figures(*rate, 4), rate_unit(!operations)}, rate_spread(*rate, time),
                             count_of(language, time), source));
  }
  if (result->clock_mhz) {
    readings.push_back(known(language.say("reading.clock"), {grouped(*result->clock_mhz, 0), "MHz"}, "",
                             language.say("reading.clock_detail"), source));
  }
  if (result->empty_ms) {
    readings.push_back(known(language.say("reading.empty"), duration(*result->empty_ms), "",
                             language.say("reading.empty_detail"), source));
  }
  return readings;
}

std::vector<Reading> resource_readings(const Language& language, const lab::Result* result,
                                       const std::string& why_not) {
  const lab::LaunchInfo* launch = largest_launch(result);
  if (launch == nullptr) {
    return {unknown_reading(language.say("reading.registers"), why_not, Source::compiler),
            unknown_reading(language.say("reading.shared"), why_not, Source::compiler),
            unknown_reading(language.say("reading.occupancy"), why_not, Source::predicted)};
  }
  std::vector<Reading> readings;
  const Source compiler = source_of(*result, Source::compiler);
  const std::string step =
      result->launches.size() > 1 ? language.say("reading.largest_step", launch->entry) : std::string();
  readings.push_back(known(language.say("reading.registers"),
                           {fmt::format("{}", *launch->registers), language.say("reading.a_thread")}, "", step,
                           compiler));
  if (launch->shared_bytes) {
    readings.push_back(known(language.say("reading.shared"),
                             bytes(*launch->shared_bytes, language.say("reading.bytes_a_block")), "", "", compiler));
  }
  if (launch->local_bytes && *launch->local_bytes > 0) {
    readings.push_back(known(language.say("reading.local"),
                             bytes(*launch->local_bytes, language.say("reading.bytes_a_thread")), "",
                             language.say("reading.spilled"), compiler));
  }
  readings.push_back(occupancy_reading(language, *result, *launch));
  if (result->compile_ms) {
    readings.push_back(known(language.say("reading.compile_time"), duration(*result->compile_ms), "",
                             language.say(result->compile_cached ? "reading.one_run_cached" : "reading.one_run"),
                             source_of(*result)));
  }
  return readings;
}

}  // namespace warpscope::gui
