#include "gui/readout.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "gui/numbers.h"
#include "gui/verdict.h"

namespace warpscope::gui {

namespace {

constexpr std::string_view dash = "—";

Reading unknown(std::string label, std::string why, Source source) {
  return {std::move(label), std::string(dash), "", "", std::move(why), source};
}

std::string spread(std::string_view low, std::string_view high, const lab::Samples& samples) {
  std::string text = fmt::format("[{}, {}] · {} samples", low, high, samples.samples);
  if (samples.throttled > 0) text += fmt::format(", {} more discarded: low clock", samples.throttled);
  return text;
}

Source source_of(const lab::Result& result) {
  return result.time_origin() == lab::Origin::recorded ? Source::recorded : Source::measured;
}

/// Nothing was measured at this setting yet, and why.
std::string reason_without_time(const State& state) {
  if (!state.definition()) {
    return state.kernel.empty() ? "no kernel is selected" : "the kernel's file cannot be used; see the Kernels list";
  }
  if (!state.connected && !state.current()) return "nothing runs in this window, and no recording fits this setting";
  if (state.cancelled) return "stopped";
  const lab::Result* result = state.current();
  if (result == nullptr) {
    if (state.worker == client::State::starting) return "the worker is starting";
    if (state.worker == client::State::failed) return "the worker does not start; see the Log";
    return "waiting for the first answer";
  }
  for (const lab::Fault& fault : result->faults) {
    if (fault.kind == "no_device") return "no NVIDIA GPU to measure on";
    if (fault.kind == "no_compiler") return "no compiler for CUDA C++ (NVRTC)";
    if (fault.kind == "compile") return "the kernel does not compile";
  }
  if (result->failed())
    return result->faults.empty() ? "the run failed" : "not measured: " + result->faults.front().message;
  return result->stage == lab::Stage::resolved ? "compiling" : "measuring";
}

std::string activity_of(const State& state) {
  if (!state.connected || state.cancelled || !state.definition()) return {};
  const lab::Result* result = state.current();
  if (result == nullptr) return state.worker == client::State::failed ? "" : "working on the new setting";
  switch (result->stage) {
    case lab::Stage::resolved:
      return "compiling";
    case lab::Stage::compiled:
      return "measuring";
    case lab::Stage::sampled:
      return "verifying";
    case lab::Stage::verified:
      return "refining";
    case lab::Stage::refined:
    case lab::Stage::failed:
      break;
  }
  return {};
}

/// What the headline shows: the newest measurement of this kernel, else a recording of exactly this setting.
struct Shown {
  const lab::Result* result = nullptr;
  bool stale = false;
};
Shown shown_numbers(const State& state) {
  const bool current = state.measured && state.measured_setting == state.setting;
  if (current) return {state.measured.get(), false};
  if (const lab::Result* recorded = state.recorded()) return {recorded, false};
  if (state.measured) return {state.measured.get(), true};
  return {};
}

Reading rate_reading(const lab::Result& result) {
  const lab::Samples& time = *result.time();
  const std::optional<double> rate = result.gb_per_s();
  if (!rate) return unknown("Bandwidth", "the kernel's file does not say how many bytes it moves", source_of(result));
  const std::string_view cache = result.cold ? "cold caches" : "warm caches";
  const std::string low = figures(*rate * time.median / time.q3, 4), high = figures(*rate * time.median / time.q1, 4);
  return {"Bandwidth", figures(*rate, 4), "GB/s", fmt::format("{}, {}", cache, spread(low, high, time)),
          "",          source_of(result)};
}

std::optional<PeakShare> peak_share(const lab::Result& result) {
  const std::optional<double> rate = result.gb_per_s();
  const double peak = result.machine.peak_gb_per_s;
  if (!rate || peak <= 0) return std::nullopt;
  const lab::Samples& time = *result.time();
  PeakShare share{*rate / peak, *rate / peak * time.median / time.q3, *rate / peak * time.median / time.q1, ""};
  share.text = fmt::format("{:.1f} % of {} GB/s, the theoretical peak", 100 * share.share, grouped(peak, 0));
  return share;
}

Reading time_reading(std::string label, const lab::Samples& samples, Source source) {
  const Quantity median = duration(samples.median);
  const std::string low = duration(samples.q1, samples.median).value;
  const std::string high = duration(samples.q3, samples.median).value;
  return {std::move(label), median.value, median.unit, spread(low, high, samples), "", source};
}

std::vector<Reading> timing_readings(const lab::Result* result, const std::string& why_not) {
  std::vector<Reading> readings;
  const Source source = result == nullptr ? Source::measured : source_of(*result);
  if (result == nullptr || result->time() == nullptr) {
    readings.push_back(unknown("Time", why_not, source));
    return readings;
  }
  if (result->cold) readings.push_back(time_reading("Time, cold caches", *result->cold, source));
  if (result->hot) readings.push_back(time_reading("Time, warm caches", *result->hot, source));
  if (const std::optional<double> rate = result->gflop_per_s(); rate && *rate > 0) {
    const lab::Samples& time = *result->time();
    readings.push_back(
        {"Arithmetic", figures(*rate, 4), "GFLOP/s",
         spread(figures(*rate * time.median / time.q3, 4), figures(*rate * time.median / time.q1, 4), time), "",
         source});
  }
  if (result->clock_mhz) {
    readings.push_back({"SM clock", grouped(*result->clock_mhz, 0), "MHz", "while it was measured", "", source});
  }
  return readings;
}

Reading resource(const lab::Result& result, std::string label, Quantity quantity, std::string detail, Source source) {
  const Source origin = result.recorded.empty() ? source : Source::recorded;
  return {std::move(label), std::move(quantity.value), std::move(quantity.unit), std::move(detail), "", origin};
}

/// Of the step that needs most: the one that limits how many blocks fit.
std::vector<Reading> resource_readings(const lab::Result* result, const std::string& why_not) {
  std::vector<Reading> readings;
  const lab::LaunchInfo* largest = nullptr;
  if (result != nullptr) {
    for (const lab::LaunchInfo& launch : result->launches) {
      if (launch.registers && (largest == nullptr || *launch.registers > *largest->registers)) largest = &launch;
    }
  }
  if (largest == nullptr) {
    readings.push_back(unknown("Registers", why_not, Source::compiler));
    readings.push_back(unknown("Shared memory", why_not, Source::compiler));
    readings.push_back(unknown("Occupancy", why_not, Source::driver));
    return readings;
  }
  const std::string step = result->launches.size() > 1 ? largest->entry + ", the largest step" : std::string();
  readings.push_back(
      resource(*result, "Registers", {fmt::format("{}", *largest->registers), "a thread"}, step, Source::compiler));
  if (largest->shared_bytes) {
    readings.push_back(resource(*result, "Shared memory",
                                {grouped(static_cast<double>(*largest->shared_bytes), 0), "B a block"}, "",
                                Source::compiler));
  }
  if (largest->local_bytes && *largest->local_bytes > 0) {
    readings.push_back(resource(*result, "Local memory",
                                {grouped(static_cast<double>(*largest->local_bytes), 0), "B a thread"},
                                "registers spilled to memory, or indexed arrays", Source::compiler));
  }
  if (largest->occupancy) {
    const std::string blocks =
        largest->blocks_per_sm ? fmt::format("{} blocks an SM", *largest->blocks_per_sm) : std::string();
    readings.push_back(resource(*result, "Occupancy", {fmt::format("{:.0f}", 100 * *largest->occupancy), "%"}, blocks,
                                Source::driver));
  } else {
    readings.push_back(unknown("Occupancy", "the driver of a GPU computes it", Source::driver));
  }
  if (result->compile_ms) {
    const Quantity time = duration(*result->compile_ms);
    readings.push_back({"Compile time", time.value, time.unit,
                        result->compile_cached ? "then; now from the cache" : "once", "",
                        result->recorded.empty() ? Source::measured : Source::recorded});
  }
  return readings;
}

std::string place_of(const lab::Fault& fault) {
  std::vector<std::string> parts;
  if (!fault.file.empty()) parts.push_back(fault.line > 0 ? fmt::format("{}:{}", fault.file, fault.line) : fault.file);
  if (!fault.buffer.empty()) parts.push_back("buffer " + fault.buffer);
  if (fault.offset) parts.push_back(fmt::format("offset {}", *fault.offset));
  if (fault.block) parts.push_back(fmt::format("block {}", *fault.block));
  if (fault.thread) parts.push_back(fmt::format("thread {}", *fault.thread));
  return join(parts, ", ");
}

/// The verdict says the same, and more.
bool told_by_verdict(const lab::Fault& fault) {
  return fault.kind == "mismatch" || fault.kind == "unwritten";
}

std::vector<Problem> problems_of(const lab::Result& result) {
  std::vector<Problem> problems;
  const bool wrong = result.verification && !result.verification->passed;
  for (const lab::Fault& fault : result.faults) {
    if (wrong && told_by_verdict(fault)) continue;
    const bool lack = fault.kind == "no_device" || fault.kind == "no_compiler";
    problems.push_back({fault.message, place_of(fault), fault.remedy, lack});
  }
  return problems;
}

}  // namespace

std::string_view name_of(Source source) {
  switch (source) {
    case Source::measured:
      return "measured";
    case Source::recorded:
      return "recorded";
    case Source::compiler:
      return "compiler";
    case Source::driver:
      return "driver";
  }
  return "";
}

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::none:
      return "";
    case Verdict::unverified:
      return "unverified";
    case Verdict::verified:
      return "verified";
    case Verdict::wrong:
      return "wrong result";
  }
  return "";
}

Readout read(const State& state) {
  Readout readout;
  readout.title = state.kernel.empty() ? "No kernel selected" : state.kernel;
  if (const auto definition = state.definition()) readout.subtitle = definition->title;

  const std::string why_not = reason_without_time(state);
  const Shown shown = shown_numbers(state);
  const lab::Result* current = state.current();
  if (shown.result != nullptr) {
    readout.rate = rate_reading(*shown.result);
    readout.peak = peak_share(*shown.result);
    readout.stale = shown.stale;
    write_verdict(readout, *shown.result, !shown.stale && state.verified_setting == state.setting);
  } else {
    readout.rate = unknown("Bandwidth", why_not, Source::measured);
    if (current != nullptr) write_verdict(readout, *current, false);
  }
  readout.timing = timing_readings(shown.result, why_not);

  // What the compiler found is known long before anything is measured, and without a GPU.
  const bool compiled = current != nullptr && !current->launches.empty();
  readout.resources = resource_readings(compiled ? current : shown.result, why_not);
  readout.resources_stale = !compiled && shown.stale;
  if (current != nullptr && shown.result != current && current->verification) write_verdict(readout, *current, false);
  if (current != nullptr) readout.problems = problems_of(*current);
  readout.activity = activity_of(state);
  return readout;
}

}  // namespace warpscope::gui
