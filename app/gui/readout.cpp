#include "gui/readout.h"

#include <fmt/format.h>

#include <utility>

#include "base/text.h"
#include "gui/readings.h"
#include "gui/verdict.h"

namespace warpscope::gui {

namespace {

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

std::string place_of(const lab::Fault& fault) {
  std::vector<std::string> parts;
  if (!fault.file.empty() && fault.line > 0) parts.push_back(fmt::format("{}:{}", fault.file, fault.line));
  if (!fault.buffer.empty()) parts.push_back("buffer " + fault.buffer);
  if (fault.offset) parts.push_back(fmt::format("offset {}", *fault.offset));
  if (fault.block) parts.push_back(fmt::format("block {}", *fault.block));
  if (fault.thread) parts.push_back(fmt::format("thread {}", *fault.thread));
  return join(parts, ", ");
}

std::string recorded_text(const lab::Result& result) {
  if (result.recorded.empty()) return {};
  const std::string day = result.recorded.substr(0, result.recorded.find('T'));
  return fmt::format("recorded {} on {}", day, result.machine.device.empty() ? "no GPU" : result.machine.device);
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
    readout.recorded = recorded_text(*shown.result);
    write_verdict(readout, *shown.result, !shown.stale && state.verified_setting == state.setting);
  } else {
    readout.rate = unknown_reading("Bandwidth", why_not, Source::measured);
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
