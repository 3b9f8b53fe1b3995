#include "gui/readout.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gui/connection.h"
#include "gui/problems.h"
#include "gui/readings.h"
#include "gui/verdict.h"

namespace warpscope::gui {

namespace {

bool emulated(const lab::Result& result) {
  return result.backend == lab::name_of(lab::Backend::emulator);
}

bool has_gpu(const State& state) {
  return state.machine && !state.machine->device.empty();
}

/// Nothing was measured at this setting yet, and why.
std::string reason_without_time(const State& state) {
  if (!state.definition()) {
    return state.kernel.empty() ? "no kernel is selected" : "the kernel's file cannot be used; see the Kernels list";
  }
  if (!state.connected && !state.current()) return "nothing runs in this window, and no recording fits this setting";
  if (state.cancelled) return "stopped";
  const lab::Result* result = state.current();
  if (result == nullptr && state.connection.remote) {
    const ConnectionText connection = connection_text(state);
    if (connection.phase != ConnectionPhase::connected) return connection.headline;
  }
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
  if (result->held) return "held: nothing was launched";
  if (emulated(*result)) {
    return has_gpu(state) ? "the emulator runs it: it has no time" : "no NVIDIA GPU to measure on";
  }
  if (result->failed())
    return result->faults.empty() ? "the run failed" : "not measured: " + result->faults.front().message;
  return result->stage == lab::Stage::resolved ? "compiling" : "measuring";
}

std::string remedy_without_time(const State& state) {
  const lab::Result* result = state.current();
  if (result == nullptr || !emulated(*result) || has_gpu(state)) return {};
  return "to measure, start warpscope on a machine with an NVIDIA GPU and its driver, or open a recording";
}

std::string version_of(const State& state) {
  if (state.runs_earlier_text()) return "the last version that compiled";
  if (state.front_matter_errors() != nullptr) return "the last version whose front matter is right";
  return {};
}

std::string activity_of(const State& state) {
  if (!state.connected || state.cancelled || !state.definition() || state.connection.trouble) return {};
  const lab::Result* result = state.current();
  if (state.runs_earlier_text() && state.result == state.broken.result)
    return "starting the last version that compiled";
  if (result == nullptr) return state.worker == client::State::failed ? "" : "working on the new setting";
  switch (result->stage) {
    case lab::Stage::resolved:
      return "compiling";
    case lab::Stage::compiled:
      return emulated(*result) ? "executing" : "measuring";
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

/// A GPU is here, or may be: the worker has not said yet.
bool may_measure(const State& state) {
  return state.connected && (!state.machine || !state.machine->device.empty());
}

/// What the headline shows: the newest measurement of this kernel, else a recording of exactly this setting. A number
/// of another machine never flashes up between those of this one.
struct Shown {
  const lab::Result* result = nullptr;
  bool stale = false;
};
Shown shown_numbers(const State& state) {
  const bool current = state.measured && state.measured_setting == state.setting;
  if (current) return {state.measured.get(), false};
  if (const lab::Result* recorded = state.recorded(); recorded != nullptr && !may_measure(state)) {
    return {recorded, false};
  }
  if (state.measured) return {state.measured.get(), true};
  return {};
}

std::string recorded_text(const lab::Result& result) {
  if (result.recorded.empty()) return {};
  const std::string day = result.recorded.substr(0, result.recorded.find('T'));
  return fmt::format("recorded {} on {}", day, result.machine.device.empty() ? "no GPU" : result.machine.device);
}

/// The result whose accesses are shown: with metrics, of this setting or an earlier one.
AccessReadings accesses_of(const State& state, const std::string& why_not) {
  if (state.counted) {
    AccessReadings readings = access_readings(*state.counted->metrics);
    readings.stale = state.counted_setting != state.setting;
    return readings;
  }
  if (const lab::Result* recorded = state.recorded(); recorded != nullptr && recorded->metrics) {
    return access_readings(*recorded->metrics);
  }
  AccessReadings none;
  none.missing = why_not;
  return none;
}

/// Why no access was counted.
std::string reason_without_accesses(const State& state, const std::string& why_no_time) {
  const lab::Result* result = state.current();
  if (result == nullptr) return why_no_time;
  if (!result->failed() && result->stage != lab::Stage::refined) return "counting";
  return result->failed() ? "nothing was executed to the end" : "not counted; see below";
}

/// Where the numbers come from, when that is not where the next ones will.
std::string origin_of(const State& state, const lab::Result* shown) {
  if (shown == nullptr || !shown->recorded.empty() || shown->machine.host.empty()) return {};
  const bool moved = state.machine && state.machine->host != shown->machine.host;
  const bool between = !state.machine && state.connected;
  return state.connection.trouble || moved || between ? origin_text(*shown) : std::string();
}

std::vector<std::string> notes_of(const State& state) {
  std::vector<std::string> notes;
  const lab::Result* result = state.current();
  if (result == nullptr) return notes;
  notes = result->notes;
  // A run that only measures again does not say again how the accesses were counted.
  if (state.counted && state.counted.get() != result && state.counted_setting == state.setting) {
    for (const std::string& note : state.counted->notes) {
      if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
    }
  }
  return notes;
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
    case Source::derived:
      return "derived";
    case Source::predicted:
      return "predicted";
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
    case Verdict::promised:
      return "as promised";
    case Verdict::unpromised:
      return "not as promised";
    case Verdict::fault:
      return "fault";
    case Verdict::held:
      return "held";
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
  if (!readout.rate.known()) readout.rate_remedy = remedy_without_time(state);
  readout.accesses = accesses_of(state, reason_without_accesses(state, why_not));
  readout.notes = notes_of(state);
  // Without a time it is the counts, and the picture of the output, that belong to an earlier setting.
  if (shown.result == nullptr) readout.stale = readout.accesses.stale;

  // What the compiler found is known long before anything is measured, and without a GPU.
  const bool compiled = current != nullptr && !current->launches.empty();
  const lab::Result* earlier = shown.result != nullptr ? shown.result : state.counted.get();
  readout.resources = resource_readings(compiled ? current : earlier, why_not);
  readout.resources_stale = !compiled && readout.stale;
  if (current != nullptr && shown.result != current && (current->verification || !current->faults.empty())) {
    write_verdict(readout, *current, false);
  }
  if (state.connection.trouble) {
    readout.stale = readout.resources_stale = readout.accesses.stale = true;
  }
  if (readout.stale) readout.stale_word = stale_word(state);
  readout.origin = origin_of(state, earlier != nullptr ? earlier : current);
  readout.problems = problems_of(state);
  readout.activity = activity_of(state);
  readout.version = version_of(state);
  return readout;
}

}  // namespace warpscope::gui
