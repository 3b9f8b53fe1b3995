#include "gui/panels/readout/readings.h"

#include <fmt/format.h>

#include <utility>

#include "base/text.h"
#include "gui/state/numbers.h"
#include "lab/experiment.h"

namespace warpscope::gui {

namespace {

std::string spread(std::string_view low, std::string_view high) {
  return fmt::format("[{}, {}]", low, high);
}

std::string count_of(const Language& words, const lab::Samples& samples) {
  std::string text = words.say("reading.samples", samples.samples);
  if (samples.batch > 1) text += words.say("reading.batch", samples.batch);
  if (samples.throttled > 0) text += words.say("reading.throttled", samples.throttled);
  if (samples.low_clock) text += words.say("reading.low_clock");
  return text;
}

/// What ended the measurement, and what is in the time beside the kernel.
std::string circumstances(const Language& words, const lab::Result& result, const lab::Samples& samples) {
  std::string text = count_of(words, samples);
  if (samples.stop == "spread") text += words.say("reading.within");
  if (samples.stop == "stable") text += words.say("reading.stable");
  if (!samples.queue_blocked && result.backend == lab::name_of(lab::Backend::gpu)) text += words.say("reading.gaps");
  return text;
}

/// Rates of the quartiles of a time: a long time is a low rate.
std::string rate_spread(double rate, const lab::Samples& time) {
  return spread(figures(rate * time.median / time.q3, 4), figures(rate * time.median / time.q1, 4));
}

Source source_of(const lab::Result& result) {
  return result.time_origin() == lab::Origin::recorded ? Source::recorded : Source::measured;
}

/// What a file says is recorded, whatever it was when it was written.
Source source_of(const lab::Result& result, Source source) {
  return result.recorded.empty() ? source : Source::recorded;
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

Reading time_reading(const Language& words, std::string label, const lab::Result& result, const lab::Samples& samples) {
  const Quantity low = duration(samples.q1, samples.median), high = duration(samples.q3, samples.median);
  return known(std::move(label), duration(samples.median), spread(low.value, high.value),
               circumstances(words, result, samples), source_of(result));
}

const lab::LaunchInfo* largest_step(const lab::Result* result) {
  const lab::LaunchInfo* largest = nullptr;
  if (result == nullptr) return largest;
  for (const lab::LaunchInfo& launch : result->launches) {
    if (launch.registers && (largest == nullptr || *launch.registers > *largest->registers)) largest = &launch;
  }
  return largest;
}

/// With the driver's word where there is one; else by the rules of the hardware, for the GPU of the data sheet.
Reading occupancy_reading(const Language& words, const lab::Result& result, const lab::LaunchInfo& launch) {
  if (!launch.occupancy)
    return unknown_reading(words.say("reading.occupancy"), words.say("reading.no_sheet"), Source::predicted);
  const bool by_driver = result.backend == lab::name_of(lab::Backend::gpu) && result.time() != nullptr;
  std::vector<std::string> parts;
  if (launch.calculated && !launch.calculated->limits.empty()) {
    std::vector<std::string> limits;
    for (const std::string& limit : launch.calculated->limits) limits.push_back(limit_word(words, limit));
    parts.push_back(words.say("reading.limited_by", join(limits, ", ")));
  }
  if (const auto blocks = launch.blocks_per_sm) {
    parts.push_back(*blocks == 1 ? words.say("reading.block_an_sm") : words.say("reading.blocks_an_sm", *blocks));
  }
  if (!by_driver && result.sheet) parts.push_back(words.say("reading.on_sheet", result.sheet->name));
  return known(words.say("reading.occupancy"), {fmt::format("{:.0f}", 100 * *launch.occupancy), "%"}, "",
               join(parts, " · "), source_of(result, by_driver ? Source::driver : Source::predicted));
}

/// Of a target without a data sheet: between the ridges of Pascal's and of Hopper's GPUs in single precision.
constexpr double usual_ridge = 15;  // operations a byte

std::optional<PeakShare> share_of_arithmetic(const Language& words, const lab::Result& result) {
  const std::optional<double> rate = result.gflop_per_s();
  if (!rate || !result.sheet || result.sheet->fp32_gflop_per_s <= 0) return std::nullopt;
  const double peak = result.sheet->fp32_gflop_per_s;
  const lab::Samples& time = *result.time();
  PeakShare share{*rate / peak, *rate / peak * time.median / time.q3, *rate / peak * time.median / time.q1, "", {}, ""};
  share.text = words.say("reading.of_fp32_peak", 100 * share.share, grouped(peak, 0), result.sheet->name);
  return share;
}

Quantity bytes(std::int64_t count, std::string of_what) {
  return {grouped(static_cast<double>(count), 0), std::move(of_what)};
}

}  // namespace

std::string limit_word(const Language& words, const std::string& limit) {
  if (limit == "threads") return words.say("occupancy.limit_threads");
  if (limit == "blocks") return words.say("occupancy.limit_blocks");
  if (limit == "registers") return words.say("occupancy.registers");
  if (limit == "shared memory") return words.say("occupancy.shared");
  if (limit == "barriers") return words.say("occupancy.limit_barriers");
  return limit;
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

Reading rate_reading(const Language& words, const lab::Result& result) {
  const lab::Samples& time = *result.time();
  if (counts_operations(result)) {
    const double rate = result.gflop_per_s().value_or(0);
    return known(words.say("reading.arithmetic"), {figures(rate, 4), "GFLOP/s"}, rate_spread(rate, time),
                 words.say(result.cold ? "reading.median_cold" : "reading.median_hot", count_of(words, time)),
                 source_of(result));
  }
  const std::optional<double> rate = result.gb_per_s();
  if (!rate) {
    return unknown_reading(words.say("reading.bandwidth"), words.say("reading.no_bytes"), source_of(result));
  }
  const char* median = result.cold ? "reading.median_cold" : "reading.median_hot";
  return known(words.say("reading.bandwidth"), {figures(*rate, 4), "GB/s"}, rate_spread(*rate, time),
               words.say(median, count_of(words, time)), source_of(result));
}

std::optional<PeakShare> peak_share(const Language& words, const lab::Result& result) {
  if (counts_operations(result)) return share_of_arithmetic(words, result);
  const std::optional<double> rate = result.gb_per_s();
  const double peak = result.machine.peak_gb_per_s;
  if (!rate || peak <= 0) return std::nullopt;
  const lab::Samples& time = *result.time();
  PeakShare share{*rate / peak, *rate / peak * time.median / time.q3, *rate / peak * time.median / time.q1, "", {}, ""};
  share.text = words.say("reading.of_peak", 100 * share.share, grouped(peak, 0));
  if (const auto of_copy = result.share_of_copy()) {
    share.copy = result.best_copy->gb_per_s / peak;
    share.copy_text =
        words.say("reading.of_copy", 100 * *of_copy, grouped(result.best_copy->gb_per_s, 0), result.best_copy->of);
  }
  return share;
}

std::vector<Reading> timing_readings(const Language& words, const lab::Result* result, const std::string& why_not) {
  if (result == nullptr || result->time() == nullptr) {
    return {unknown_reading(words.say("reading.time"), why_not, Source::measured)};
  }
  std::vector<Reading> readings;
  const Source source = source_of(*result);
  if (result->cold) readings.push_back(time_reading(words, words.say("reading.time_cold"), *result, *result->cold));
  if (result->hot) readings.push_back(time_reading(words, words.say("reading.time_hot"), *result, *result->hot));
  // The other of the two rates, where there is one: the headline has the first.
  const bool operations = counts_operations(*result);
  const lab::Samples& time = *result->time();
  if (const std::optional<double> rate = operations ? result->gb_per_s() : result->gflop_per_s(); rate && *rate > 0) {
    readings.push_back(known(words.say(operations ? "reading.bandwidth" : "reading.arithmetic"),
                             {figures(*rate, 4), operations ? "GB/s" : "GFLOP/s"}, rate_spread(*rate, time),
                             count_of(words, time), source));
  }
  if (result->clock_mhz) {
    readings.push_back(known(words.say("reading.clock"), {grouped(*result->clock_mhz, 0), "MHz"}, "",
                             words.say("reading.clock_detail"), source));
  }
  if (result->empty_ms) {
    readings.push_back(
        known(words.say("reading.empty"), duration(*result->empty_ms), "", words.say("reading.empty_detail"), source));
  }
  return readings;
}

std::vector<Reading> resource_readings(const Language& words, const lab::Result* result, const std::string& why_not) {
  const lab::LaunchInfo* launch = largest_step(result);
  if (launch == nullptr) {
    return {unknown_reading(words.say("reading.registers"), why_not, Source::compiler),
            unknown_reading(words.say("reading.shared"), why_not, Source::compiler),
            unknown_reading(words.say("reading.occupancy"), why_not, Source::predicted)};
  }
  std::vector<Reading> readings;
  const Source compiler = source_of(*result, Source::compiler);
  const std::string step =
      result->launches.size() > 1 ? words.say("reading.largest_step", launch->entry) : std::string();
  readings.push_back(known(words.say("reading.registers"),
                           {fmt::format("{}", *launch->registers), words.say("reading.a_thread")}, "", step, compiler));
  if (launch->shared_bytes) {
    readings.push_back(known(words.say("reading.shared"),
                             bytes(*launch->shared_bytes, words.say("reading.bytes_a_block")), "", "", compiler));
  }
  if (launch->local_bytes && *launch->local_bytes > 0) {
    readings.push_back(known(words.say("reading.local"),
                             bytes(*launch->local_bytes, words.say("reading.bytes_a_thread")), "",
                             words.say("reading.spilled"), compiler));
  }
  readings.push_back(occupancy_reading(words, *result, *launch));
  if (result->compile_ms) {
    readings.push_back(known(words.say("reading.compile_time"), duration(*result->compile_ms), "",
                             words.say(result->compile_cached ? "reading.one_run_cached" : "reading.one_run"),
                             source_of(*result)));
  }
  return readings;
}

}  // namespace warpscope::gui
