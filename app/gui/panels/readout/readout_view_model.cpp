#include "gui/panels/readout/readout_view_model.h"

#include <array>
#include <cstddef>

#include "gui/panels/lines.h"
#include "gui/panels/readout/readings.h"
#include "gui/shell/connection.h"

namespace warpscope::gui {

namespace {

bool emulated(const lab::Result& result) {
  return result.backend == lab::Backend::emulator;
}

/// Nothing was measured at this setting yet, and why.
std::string reason_without_time(const State& state) {
  if (!state.definition()) {
    return state.say(state.selection.kernel.empty() ? "readout.none_selected" : "readout.unusable");
  }
  if (!state.known.connected && !state.current()) return state.say("readout.no_recording");
  if (state.selection.cancelled) return state.say("readout.stopped");
  const lab::Result* result = state.current();
  if (result == nullptr) {
    if (state.known.connection.remote && phase_of(state) != ConnectionPhase::connected) {
      return connection_text(state).headline;
    }
    if (state.known.worker == client::State::starting) return state.say("readout.worker_starting");
    if (state.known.worker == client::State::failed) return state.say("readout.worker_failed");
    return state.say("readout.waiting");
  }
  for (const lab::Fault& fault : result->faults) {
    if (fault.kind == FaultKind::no_device) return state.say("readout.no_gpu");
    if (fault.kind == FaultKind::no_compiler) return state.say("readout.no_compiler");
    if (fault.kind == FaultKind::compile) return state.say("readout.not_compiled");
  }
  if (result->launch_blocked) return state.say("readout.held");
  if (emulated(*result)) return state.say(has_gpu(state) ? "readout.emulated" : "readout.no_gpu");
  if (result->failed())
    return result->faults.empty() ? state.say("readout.failed")
                                  : state.say("readout.not_measured", result->faults.front().message);
  return state.say(result->stage == lab::Stage::resolved ? "readout.compiling" : "readout.measuring");
}

std::string version_of(const State& state) {
  if (state.runs_earlier_text()) return state.say("readout.last_compiled");
  if (state.front_matter_errors() != nullptr) return state.say("readout.last_front_matter");
  return {};
}

std::string activity_of(const State& state) {
  if (!state.known.connected || state.selection.cancelled || !state.definition() || state.known.connection.trouble)
    return {};
  const lab::Result* result = state.current();
  if (state.runs_earlier_text() && state.known.result == state.known.broken.result)
    return state.say("readout.starting_last");
  if (result == nullptr)
    return state.known.worker == client::State::failed ? std::string() : state.say("readout.working");
  if (result->stage == lab::Stage::resolved) return state.say("readout.compiling");
  if (result->stage == lab::Stage::compiled) {
    return state.say(emulated(*result) ? "readout.executing" : "readout.measuring");
  }
  if (result->stage == lab::Stage::sampled) return state.say("readout.verifying");
  return result->stage == lab::Stage::verified ? state.say("readout.refining") : std::string();
}

/// What the headline shows: the newest measurement of this kernel, else a recording of exactly this setting. A number
/// of another machine never flashes up between those of this one.
struct Shown {
  const lab::Result* result = nullptr;
  bool stale = false;
};
Shown shown_numbers(const State& state) {
  const Shown measured{state.known.measured.get(), state.known.measured_revision != state.selection.revision};
  // A GPU is here, or may be: the worker has not said yet.
  const bool may_measure = state.known.connected && (!state.known.machine || has_gpu(state));
  const bool up_to_date = measured.result != nullptr && !measured.stale;
  const lab::Result* recorded = up_to_date || may_measure ? nullptr : state.recorded();
  return recorded != nullptr ? Shown{recorded, false} : measured;
}

std::string recorded_text(const Language& language, const lab::Result& result) {
  if (result.recorded.empty()) return {};
  const std::string day = result.recorded.substr(0, result.recorded.find('T'));
  const std::string& device = result.machine.device;
  return language.say("readout.recorded", day, device.empty() ? language.say("readout.on_no_gpu") : device);
}

/// The result whose accesses are shown: with metrics, of this setting or an earlier one.
AccessReadings accesses_of(const State& state, const std::string& why_not) {
  if (state.known.counted) {
    AccessReadings readings = access_readings(state.language(), *state.known.counted->metrics);
    readings.stale = state.known.counted_revision != state.selection.revision;
    return readings;
  }
  if (const lab::Result* recorded = state.recorded(); recorded != nullptr && recorded->metrics) {
    return access_readings(state.language(), *recorded->metrics);
  }
  AccessReadings none;
  none.missing = why_not;
  return none;
}

/// Why no access was counted.
std::string reason_without_accesses(const State& state, const std::string& why_no_time) {
  const lab::Result* result = state.current();
  if (result == nullptr) return why_no_time;
  if (!result->failed() && result->stage != lab::Stage::refined) return state.say("readout.counting");
  return state.say(result->failed() ? "readout.not_to_the_end" : "readout.not_counted");
}

/// Where the numbers come from, when that is not where the next ones will.
std::string origin_of(const State& state, const lab::Result* shown) {
  if (shown == nullptr || !shown->recorded.empty() || shown->machine.host.empty()) return {};
  const bool moved = state.known.machine && state.known.machine->host != shown->machine.host;
  const bool between = !state.known.machine && state.known.connected;
  return state.known.connection.trouble || moved || between ? origin_text(state.language(), *shown) : std::string();
}

std::vector<std::string> notes_of(const State& state) {
  std::vector<std::string> notes;
  const lab::Result* result = state.current();
  if (result == nullptr) return notes;
  notes = result->notes;
  // A run that only measures again does not say again how the accesses were counted.
  if (state.known.counted && state.known.counted.get() != result &&
      state.known.counted_revision == state.selection.revision) {
    for (const std::string& note : state.known.counted->notes) add_once(notes, note);
  }
  return notes;
}

}  // namespace

std::string word_of(const Language& language, Source source) {
  constexpr std::array keys{"origin.measured", "origin.recorded", "origin.compiler",
                            "origin.driver",   "origin.derived",  "origin.predicted"};
  return language.say(keys[static_cast<std::size_t>(source)]);
}

std::string word_of(const Language& language, Verdict verdict) {
  constexpr std::array keys{"",
                            "verdict.unverified",
                            "verdict.verified",
                            "verdict.wrong",
                            "verdict.promised",
                            "verdict.unpromised",
                            "verdict.fault",
                            "verdict.held"};
  return verdict == Verdict::none ? std::string() : language.say(keys[static_cast<std::size_t>(verdict)]);
}

Readout read(const State& state) {
  const Language& language = state.language();
  Readout readout;
  readout.title = state.selection.kernel.empty() ? state.say("readout.no_kernel") : state.selection.kernel;
  if (const auto definition = state.definition()) readout.subtitle = definition->title;

  const std::string why_not = reason_without_time(state);
  const Shown shown = shown_numbers(state);
  const lab::Result* current = state.current();
  if (shown.result != nullptr) {
    readout.rate = rate_reading(language, *shown.result);
    readout.peak = peak_share(language, *shown.result);
    readout.stale = shown.stale;
    readout.recorded = recorded_text(language, *shown.result);
    write_verdict(language, readout, *shown.result,
                  !shown.stale && state.known.verified_revision == state.selection.revision);
  } else {
    readout.rate = unknown_reading(language.say("reading.bandwidth"), why_not, Source::measured);
    if (current != nullptr) write_verdict(language, readout, *current, false);
  }
  readout.timing = timing_readings(language, shown.result, why_not);
  if (!readout.rate.known() && current != nullptr && emulated(*current) && !has_gpu(state)) {
    readout.rate_remedy = state.say("readout.remedy_gpu");
  }
  readout.accesses = accesses_of(state, reason_without_accesses(state, why_not));
  readout.notes = notes_of(state);
  // Without a time it is the counts, and the picture of the output, that belong to an earlier setting.
  if (shown.result == nullptr) readout.stale = readout.accesses.stale;

  // What the compiler found is known long before anything is measured, and without a GPU.
  const bool compiled = current != nullptr && !current->launches.empty();
  const lab::Result* earlier = shown.result != nullptr ? shown.result : state.known.counted.get();
  readout.resources = resource_readings(language, compiled ? current : earlier, why_not);
  readout.resources_stale = !compiled && readout.stale;
  if (current != nullptr && shown.result != current && (current->verification || !current->faults.empty())) {
    write_verdict(language, readout, *current, false);
  }
  if (state.known.connection.trouble) {
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
