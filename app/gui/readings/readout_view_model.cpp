#include "gui/readings/readout_view_model.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "experiments/experiment.h"
#include "gui/readings/connection.h"
#include "gui/readings/prediction_readings.h"
#include "gui/readings/private_words.h"
#include "gui/readings/readings.h"
#include "gui/readings/subjects.h"
#include "gui/store/lines.h"
#include "gui/store/results/shown_result.h"
#include "gui/store/target.h"
#include "gui/store/words/fault_words.h"
#include "gui/store/words/numbers.h"

namespace lanescope::gui {
namespace {

constexpr std::array nouns{"fault.out_of_bounds", "fault.race",     "fault.uninitialised", "fault.divergent_barrier",
                           "fault.unwritten",     "fault.mismatch", "fault.endless",       "fault.shuffle"};

std::string right_text(const Language& language, const catalogue::Verification& verification) {
  const std::string checked = grouped(verification.checked), method = language.translated(verification.method);
  std::string text =
      method.empty() ? language.say("verdict.right", checked) : language.say("verdict.right_by", checked, method);
  if (verification.max_error && verification.tolerance) {
    text += language.say("verdict.error", *verification.max_error, *verification.tolerance);
  }
  return text;
}

std::string wrong_text(const Language& language, const catalogue::Verification& verification) {
  std::string text =
      language.say("verdict.wrong_count", grouped(verification.mismatches), grouped(verification.checked));
  if (verification.unwritten > 0) text += language.say("verdict.never_written", grouped(verification.unwritten));
  if (verification.guard_bytes_changed > 0) {
    text += language.say("verdict.overwritten", grouped(verification.guard_bytes_changed));
  }
  return text;
}

/// Returns what is known of "naive_row.cu:39, kernel transpose, block 4, thread 0, buffer y, offset 1024 B".
std::string place_text(const Language& language, const experiments::Fault& fault) {
  std::vector<std::string> parts = participants(language, fault);
  if (!fault.file.empty() && fault.line > 0) {
    const std::string name = std::filesystem::path(fault.file).filename().string();
    parts.insert(parts.begin(), fmt::format("{}:{}", name, fault.line));
  }
  return join(parts, ", ");
}

/// Returns a text such as "shows a race, as expected".
std::string promise_kept_text(const Language& language, FaultKind kind) {
  return language.say("fault.promise_kept", fault_noun(language, kind));
}

/// Returns a text such as "element [3, 17] (index 12305): expected 0.25, got 0.5".
std::string first_wrong_text(const Language& language, const catalogue::Mismatch& first) {
  std::string place = language.say("verdict.element", first.index);
  if (!first.coordinates.empty()) {
    place = language.say("verdict.element_at", fmt::format("{}", fmt::join(first.coordinates, ", ")), first.index);
  }
  if (first.unwritten) return language.say("verdict.first_unwritten", place, first.expected);
  return language.say("verdict.first_wrong", place, first.expected, first.got);
}

/// Returns whether the text about the verification already says all that the fault says, and more.
bool is_reported_by_verification(const experiments::Fault& fault) {
  return fault.kind == FaultKind::mismatch || fault.kind == FaultKind::unwritten;
}

/// Returns whether the emulator found a fault and then did not check the output.
bool stopped_at_fault(const experiments::Result& result) {
  const bool emulated = result.backend == experiments::Backend::emulator;
  const bool judged = result.verification && result.verification->checked > 0;
  return emulated && !result.faults.empty() && !result.failed() && !judged;
}

/// Number of faults that are shown one by one. The Source panel has all of them.
constexpr std::size_t max_faults = 3;

Problem::Kind kind_of(const experiments::Fault& fault) {
  if (fault.kind == FaultKind::no_device || fault.kind == FaultKind::no_compiler)
    return Problem::Kind::missing_requirement;
  // A museum kernel without its fault is worth a thought, but it is no error.
  return fault.kind == FaultKind::expectation ? Problem::Kind::lesson : Problem::Kind::fault;
}

/// `what` is the text about the fault, which may be more than its message.
Problem problem_of(const Language& language, Problem::Kind kind, const experiments::Fault& fault, std::string what) {
  return {kind, std::move(what), place_text(language, fault), language.translated(fault.remedy), "", fault.line};
}

/// Describes a museum kernel that showed its lesson. Nothing went wrong.
Problem lesson_of(const State& state, const experiments::Result& result) {
  const Language& language = state.language();
  const std::string kept = promise_kept_text(language, result.expected);
  const auto shown = std::ranges::find(result.faults, result.expected, &experiments::Fault::kind);
  Problem lesson = shown == result.faults.end()
                       ? Problem{Problem::Kind::lesson, language.say("problem.lesson", kept), "", ""}
                       : problem_of(language, Problem::Kind::lesson, *shown,
                                    language.say("problem.lesson_with", kept, language.translated(shown->message)));
  if (needs_launch_confirmation(state, result)) lesson.action = "launch_anyway";
  return lesson;
}

Problem blocked_launch_problem(const Language& language, const experiments::Result& result) {
  Problem problem =
      result.faults.empty()
          ? Problem{Problem::Kind::launch_blocked, language.say("problem.held"), "", ""}
          : problem_of(language, Problem::Kind::launch_blocked, result.faults.front(),
                       language.say("problem.held_with", language.translated(result.faults.front().message)));
  problem.action = "launch_anyway";
  return problem;
}

void add_faults(const Language& language, const experiments::Result& result, std::size_t from,
                std::vector<Problem>& problems) {
  // The verdict says the same, and more.
  const bool wrong = result.verification && !result.verification->passed && result.verification->checked > 0;
  std::size_t found = 0;
  for (std::size_t i = from; i < result.faults.size(); ++i) {
    const experiments::Fault& fault = result.faults[i];
    if (wrong && is_reported_by_verification(fault)) continue;
    if (result.as_expected() && fault.kind == result.expected) continue;
    if (++found <= max_faults)
      problems.push_back(problem_of(language, kind_of(fault), fault, language.translated(fault.message)));
  }
  if (found > max_faults) {
    problems.push_back({Problem::Kind::fault, language.say("problem.more_faults", found - max_faults), "", ""});
  }
}

}  // namespace

std::string fault_noun(const Language& language, FaultKind kind) {
  std::string name(name_of(kind));
  const auto* found = std::ranges::find(nouns, "fault." + name);
  if (found != nouns.end()) return language.say(*found);
  std::ranges::replace(name, '_', ' ');
  return name;
}

void write_verdict(const Language& language, Readout& readout, const experiments::Result& result,
                   bool verified_before) {
  const auto say = [&](Verdict verdict, std::string text) {
    readout.verdict = verdict;
    readout.verdict_text = std::move(text);
  };
  const auto& verification = result.verification;
  if (result.launch_blocked) return say(Verdict::launch_blocked, language.say("verdict.held_text"));
  if (result.as_expected()) return say(Verdict::expected_fault, promise_kept_text(language, result.expected));
  if (result.expected != FaultKind::none && verification) {
    return say(Verdict::missing_expected_fault,
               language.say("verdict.unpromised_text", fault_noun(language, result.expected)));
  }
  if (stopped_at_fault(result)) return say(Verdict::fault, language.translated(result.faults.front().message));
  if (!verification) {
    if (result.time() == nullptr) return;
    return verified_before ? say(Verdict::verified, language.say("verdict.verified_before"))
                           : say(Verdict::unverified, language.say("verdict.unchecked"));
  }
  if (result.compared_nothing()) return say(Verdict::unverified, language.say("verdict.uncompared"));
  if (verification->passed) return say(Verdict::verified, right_text(language, *verification));
  say(Verdict::wrong, wrong_text(language, *verification));
  if (verification->first) readout.first_wrong = first_wrong_text(language, *verification->first);
  for (const experiments::Fault& fault : result.faults) {
    if (is_reported_by_verification(fault)) readout.wrong_remedy = language.translated(fault.remedy);
  }
}

namespace {

std::vector<Problem> all_problems_of(const State& state) {
  std::vector<Problem> problems;
  if (const auto& trouble = state.known.connection.trouble) {
    const ConnectionText connection = connection_text(state);
    std::string what = connection.trouble;
    const bool begins_with_host = !trouble->error.where.empty() && what.starts_with(trouble->error.where.text());
    if (!begins_with_host) what.replace(0, 1, upper(what.substr(0, 1)));
    if (!connection.next.empty()) what += "; " + connection.next;
    problems.push_back({Problem::Kind::missing_requirement, std::move(what), "",
                        state.language().translated(trouble->error.remedy), "reconnect"});
  }
  if (const std::vector<Error>* errors = state.front_matter_errors()) {
    const Error& error = errors->front();
    problems.push_back({Problem::Kind::fault, state.language().translated(error.what),
                        state.language().translated(error.where.message()), state.language().translated(error.remedy),
                        "", state.source.text.first_line});
  }
  const experiments::Result* result = state.current();
  if (result == nullptr) return problems;
  if (state.runs_earlier_text() && state.known.result != state.known.broken.result)
    add_faults(state.language(), *state.known.broken.result, 0, problems);
  if (result->as_expected()) problems.push_back(lesson_of(state, *result));
  if (result->launch_blocked) problems.push_back(blocked_launch_problem(state.language(), *result));
  add_faults(state.language(), *result, result->launch_blocked ? 1 : 0, problems);
  return problems;
}

}  // namespace

std::vector<Problem> problems_of(const State& state) {
  std::vector<Problem> problems = all_problems_of(state);
  for (Problem& problem : problems) {
    for (std::string* const part : {&problem.what, &problem.where, &problem.remedy}) {
      *part = shown_text(state, std::move(*part));
    }
  }
  return problems;
}

namespace {

bool emulated(const experiments::Result& result) {
  return result.backend == experiments::Backend::emulator;
}

/// Returns why nothing was measured at this setting yet.
std::string reason_without_time(const State& state) {
  if (!state.definition()) {
    return state.say(state.selection.kernel.empty() ? "readout.none_selected" : "readout.unusable");
  }
  if (!state.known.connected && !state.current()) return state.say("readout.no_recording");
  if (state.selection.cancelled) return state.say("readout.stopped");
  const experiments::Result* result = state.current();
  if (result == nullptr) {
    if (state.known.connection.remote && phase_of(state) != ConnectionPhase::connected) {
      return connection_text(state).headline;
    }
    if (state.known.worker == client::State::starting) return state.say("readout.worker_starting");
    if (state.known.worker == client::State::failed) return state.say("readout.worker_failed");
    return state.say("readout.waiting");
  }
  for (const experiments::Fault& fault : result->faults) {
    if (fault.kind == FaultKind::no_device) return state.say("readout.no_gpu");
    if (fault.kind == FaultKind::no_compiler) return state.say("readout.no_compiler");
    if (fault.kind == FaultKind::compile) return state.say("readout.not_compiled");
  }
  if (result->launch_blocked) return state.say("readout.held");
  if (stopped_at_fault(*result)) return state.say("readout.stopped_at_fault");
  if (emulated(*result)) {
    if (!result->without_prediction.empty())
      return state.say("readout.not_predicted", state.language().translated(result->without_prediction));
    return state.say(has_gpu(state) ? "readout.emulated" : "readout.no_gpu");
  }
  if (result->failed())
    return result->faults.empty()
               ? state.say("readout.failed")
               : state.say("readout.not_measured", state.language().translated(result->faults.front().message));
  return state.say(result->stage == experiments::ResultStage::resolved ? "readout.compiling" : "readout.measuring");
}

std::string version_of(const State& state) {
  if (state.runs_earlier_text()) return state.say("readout.last_compiled");
  if (state.front_matter_errors() != nullptr) return state.say("readout.last_front_matter");
  return {};
}

std::string activity_of(const State& state) {
  if (!state.known.connected || state.selection.cancelled || !state.definition() || state.known.connection.trouble)
    return {};
  const experiments::Result* result = state.current();
  if (state.runs_earlier_text() && state.known.result == state.known.broken.result)
    return state.say("readout.starting_last");
  if (result == nullptr)
    return state.known.worker == client::State::failed ? std::string() : state.say("readout.working");
  if (result->stage == experiments::ResultStage::resolved) return state.say("readout.compiling");
  if (result->stage == experiments::ResultStage::compiled) {
    return state.say(emulated(*result) ? "readout.executing" : "readout.measuring");
  }
  if (result->stage == experiments::ResultStage::sampled) return state.say("readout.verifying");
  return result->stage == experiments::ResultStage::verified ? state.say("readout.refining") : std::string();
}

std::string recorded_text(const Language& language, const experiments::Result& result) {
  if (result.recorded.empty()) return {};
  const std::string day = result.recorded.substr(0, result.recorded.find('T'));
  const std::string& device = result.machine.device;
  return language.say("readout.recorded", day, device.empty() ? language.say("readout.on_no_gpu") : device);
}

/// Adds what is predicted of the present setting beside a measured time, and why it is not faster.
void add_prediction(const State& state, const experiments::Result* shown, Readout& readout) {
  const bool is_predicted = shown != nullptr && experiments::origin_of_times(*shown) == experiments::Origin::predicted;
  const experiments::Result* const predicted = is_predicted ? shown : state.known.predicted.get();
  if (predicted == nullptr) return;
  if (!is_predicted && state.known.predicted_revision != state.selection.revision) return;
  const predict::Prediction& prediction = predicted->predicted->prediction;
  const bool compared = !is_predicted && shown != nullptr;
  readout.limited_by =
      compared ? compared_sentence(state.language(), prediction, *shown) : limit_sentence(state.language(), prediction);
  if (!compared) return;
  // They stand behind the times, of which there are one or two.
  const auto behind = readout.timing.begin() + (shown->cold && shown->hot ? 2 : 1);
  std::vector<Reading> readings = compared_readings(state.language(), *predicted->predicted, *shown);
  readout.timing.insert(behind, std::move_iterator(readings.begin()), std::move_iterator(readings.end()));
}

/// Returns the counted accesses of this setting or of an earlier one.
AccessReadings accesses_of(const State& state, const std::string& why_not) {
  AccessReadings none;
  none.missing = has_open_question(state.lesson) ? state.say("lesson.covered") : why_not;
  if (has_open_question(state.lesson)) return none;
  if (state.known.counted) {
    AccessReadings readings = access_readings(state.language(), *state.known.counted->metrics);
    readings.stale = state.known.counted_revision != state.selection.revision;
    return readings;
  }
  if (const experiments::Result* recorded = state.recorded(); recorded != nullptr && recorded->metrics) {
    return access_readings(state.language(), *recorded->metrics);
  }
  return none;
}

/// Returns why no access was counted.
std::string reason_without_accesses(const State& state, const std::string& why_no_time) {
  const experiments::Result* result = state.current();
  if (result == nullptr) return why_no_time;
  if (!result->ended()) return state.say("readout.counting");
  return state.say(result->failed() ? "readout.not_to_the_end" : "readout.not_counted");
}

/// Returns the origin of the numbers if the next ones will come from another place.
std::string origin_of(const State& state, const experiments::Result* shown) {
  if (shown == nullptr || !shown->recorded.empty() || shown->machine.host.empty()) return {};
  const bool moved = state.known.machine && state.known.machine->host != shown->machine.host;
  const bool between = !state.known.machine && state.known.connected;
  return state.known.connection.trouble || moved || between ? origin_text(state, *shown) : std::string();
}

std::vector<std::string> notes_of(const State& state) {
  const experiments::Result* result = state.current();
  if (result == nullptr) return {};
  std::vector<Message> notes = result->notes;
  // A run that only measures again does not repeat how the accesses were counted.
  if (state.known.counted && state.known.counted.get() != result &&
      state.known.counted_revision == state.selection.revision) {
    for (const Message& note : state.known.counted->notes) add_once(notes, note);
  }
  std::vector<std::string> texts;
  for (const Message& note : notes) texts.push_back(state.language().translated(note));
  return texts;
}

}  // namespace

Subject subject_of(const Language& language, const Reading& reading) {
  const std::string number = fmt::format("{} {}", reading.value, reading.unit);
  return {.kind = Subject::Kind::number,
          .text = std::string(trim(number)),
          .origin = fmt::format("{}\t{}\t{}\t{}\t{}", reading.label, trim(number), reading.spread, reading.detail,
                                word_of(language, reading.origin))};
}

std::string word_of(const Language& language, experiments::Origin origin) {
  constexpr std::array keys{"origin.measured", "origin.recorded",  "origin.compiler", "origin.driver",
                            "origin.derived",  "origin.predicted", "origin.counted"};
  return language.say(keys[static_cast<std::size_t>(origin)]);
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
  if (const auto definition = state.definition())
    readout.subtitle = texts_of(*definition, state.language().code()).title;

  const std::string why_not = reason_without_time(state);
  const ShownResult shown = shown_result(state);
  const experiments::Result* current = state.current();
  if (shown.result != nullptr) {
    readout.rate = rate_reading(language, *shown.result);
    readout.peak = peak_share(language, *shown.result);
    readout.stale = shown.stale;
    readout.recorded = recorded_text(language, *shown.result);
    write_verdict(language, readout, *shown.result,
                  !shown.stale && state.known.compared && state.known.verified_revision == state.selection.revision);
  } else {
    readout.rate = unknown_reading(language.say("reading.bandwidth"), why_not, experiments::Origin::measured);
    if (current != nullptr) write_verdict(language, readout, *current, false);
  }
  readout.timing = timing_readings(language, shown.result, why_not);
  add_prediction(state, shown.result, readout);
  const bool stopped = current != nullptr && stopped_at_fault(*current);
  if (!readout.rate.known() && current != nullptr && emulated(*current) && !stopped && !has_gpu(state)) {
    readout.rate_remedy = state.say("readout.remedy_gpu");
  }
  readout.accesses = accesses_of(state, reason_without_accesses(state, why_not));
  readout.notes = notes_of(state);
  // Without a time, the counts and the picture of the output are what belongs to an earlier setting.
  if (shown.result == nullptr) readout.stale = readout.accesses.stale;

  // The compiler's findings are known long before anything is measured, and without a GPU.
  const bool compiled = current != nullptr && !current->launches.empty();
  const experiments::Result* earlier = shown.result != nullptr ? shown.result : state.known.counted.get();
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

}  // namespace lanescope::gui
