#include "gui/readings.h"

#include <fmt/format.h>

#include <utility>

#include "base/text.h"
#include "gui/numbers.h"
#include "lab/experiment.h"

namespace warpscope::gui {

namespace {

std::string spread(std::string_view low, std::string_view high) {
  return fmt::format("[{}, {}]", low, high);
}

std::string count_of(const lab::Samples& samples) {
  std::string text = fmt::format("{} samples", samples.samples);
  if (samples.batch > 1) text += fmt::format(" of {} runs", samples.batch);
  if (samples.throttled > 0) text += fmt::format(", {} more discarded: low clock", samples.throttled);
  if (samples.low_clock) text += ", all at a low clock";
  return text;
}

/// What ended the measurement, and what is in the time beside the kernel.
std::string circumstances(const lab::Result& result, const lab::Samples& samples) {
  std::string text = count_of(samples);
  if (samples.stop == "spread") text += ", within 0.5 %";
  if (samples.stop == "stable") text += ", spread is stable";
  if (!samples.held && result.backend == lab::name_of(lab::Backend::gpu)) text += ", gaps between launches included";
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

Reading time_reading(std::string label, const lab::Result& result, const lab::Samples& samples) {
  const Quantity low = duration(samples.q1, samples.median), high = duration(samples.q3, samples.median);
  return known(std::move(label), duration(samples.median), spread(low.value, high.value),
               circumstances(result, samples), source_of(result));
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
Reading occupancy_reading(const lab::Result& result, const lab::LaunchInfo& launch) {
  if (!launch.occupancy) return unknown_reading("Occupancy", "there is no data sheet of the target", Source::predicted);
  const bool by_driver = result.backend == lab::name_of(lab::Backend::gpu) && result.time() != nullptr;
  std::vector<std::string> parts;
  if (launch.calculated && !launch.calculated->limits.empty()) {
    parts.push_back("limited by " + join(launch.calculated->limits, ", "));
  }
  if (launch.blocks_per_sm) parts.push_back(fmt::format("{} blocks an SM", *launch.blocks_per_sm));
  if (!by_driver && result.sheet) parts.push_back("on " + result.sheet->name);
  return known("Occupancy", {fmt::format("{:.0f}", 100 * *launch.occupancy), "%"}, "", join(parts, " · "),
               source_of(result, by_driver ? Source::driver : Source::predicted));
}

Quantity bytes(std::int64_t count, const char* of_what) {
  return {grouped(static_cast<double>(count), 0), of_what};
}

}  // namespace

Reading unknown_reading(std::string label, std::string why, Source source) {
  return {std::move(label), "—", "", "", "", std::move(why), source};
}

Reading rate_reading(const lab::Result& result) {
  const lab::Samples& time = *result.time();
  const std::optional<double> rate = result.gb_per_s();
  if (!rate) {
    return unknown_reading("Bandwidth", "the kernel's file does not say how many bytes it moves", source_of(result));
  }
  const std::string_view cache = result.cold ? "cold" : "hot";
  return known("Bandwidth", {figures(*rate, 4), "GB/s"}, rate_spread(*rate, time),
               fmt::format("median of {}, {}", count_of(time), cache), source_of(result));
}

std::optional<PeakShare> peak_share(const lab::Result& result) {
  const std::optional<double> rate = result.gb_per_s();
  const double peak = result.machine.peak_gb_per_s;
  if (!rate || peak <= 0) return std::nullopt;
  const lab::Samples& time = *result.time();
  PeakShare share{*rate / peak, *rate / peak * time.median / time.q3, *rate / peak * time.median / time.q1, "", {}, ""};
  share.text = fmt::format("{:.1f} % of {} GB/s, the theoretical peak", 100 * share.share, grouped(peak, 0));
  if (const auto of_copy = result.share_of_copy()) {
    share.copy = result.best_copy->gb_per_s / peak;
    share.copy_text = fmt::format("{:.1f} % of {} GB/s, the best copy so far ({})", 100 * *of_copy,
                                  grouped(result.best_copy->gb_per_s, 0), result.best_copy->of);
  }
  return share;
}

std::vector<Reading> timing_readings(const lab::Result* result, const std::string& why_not) {
  if (result == nullptr || result->time() == nullptr) {
    return {unknown_reading("Time", why_not, Source::measured)};
  }
  std::vector<Reading> readings;
  const Source source = source_of(*result);
  if (result->cold) readings.push_back(time_reading("Time, cold", *result, *result->cold));
  if (result->hot) readings.push_back(time_reading("Time, hot", *result, *result->hot));
  if (const std::optional<double> rate = result->gflop_per_s(); rate && *rate > 0) {
    const lab::Samples& time = *result->time();
    readings.push_back(
        known("Arithmetic", {figures(*rate, 4), "GFLOP/s"}, rate_spread(*rate, time), count_of(time), source));
  }
  if (result->clock_mhz) {
    readings.push_back(known("SM clock", {grouped(*result->clock_mhz, 0), "MHz"}, "", "while it was measured", source));
  }
  if (result->empty_ms) {
    readings.push_back(known("Empty interval", duration(*result->empty_ms), "", "taken off every time", source));
  }
  return readings;
}

std::vector<Reading> resource_readings(const lab::Result* result, const std::string& why_not) {
  const lab::LaunchInfo* launch = largest_step(result);
  if (launch == nullptr) {
    return {unknown_reading("Registers", why_not, Source::compiler),
            unknown_reading("Shared memory", why_not, Source::compiler),
            unknown_reading("Occupancy", why_not, Source::predicted)};
  }
  std::vector<Reading> readings;
  const Source compiler = source_of(*result, Source::compiler);
  const std::string step = result->launches.size() > 1 ? "of " + launch->entry + ", the largest step" : std::string();
  readings.push_back(known("Registers", {fmt::format("{}", *launch->registers), "a thread"}, "", step, compiler));
  if (launch->shared_bytes) {
    readings.push_back(known("Shared memory", bytes(*launch->shared_bytes, "B a block"), "", "", compiler));
  }
  if (launch->local_bytes && *launch->local_bytes > 0) {
    readings.push_back(known("Local memory", bytes(*launch->local_bytes, "B a thread"), "",
                             "registers spilled to memory, or indexed arrays", compiler));
  }
  readings.push_back(occupancy_reading(*result, *launch));
  if (result->compile_ms) {
    readings.push_back(known("Compile time", duration(*result->compile_ms), "",
                             result->compile_cached ? "one run, out of the cache" : "one run", source_of(*result)));
  }
  return readings;
}

}  // namespace warpscope::gui
