#include "gui/panels/readout/readout_view_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/text.h"
#include "gui/shell/connection.h"
#include "gui/state/numbers.h"
#include "lab/experiment.h"

namespace warpscope::gui {

namespace {

constexpr std::array nouns{"fault.out_of_bounds", "fault.race",     "fault.uninitialised", "fault.divergent_barrier",
                           "fault.unwritten",     "fault.mismatch", "fault.endless"};

/// Kernel, block, thread, buffer and offset.
std::vector<std::string> participants(const Language& language, const lab::Fault& fault) {
  std::vector<std::string> parts;
  if (!fault.entry.empty()) parts.push_back(language.say("fault.kernel", fault.entry));
  if (fault.block) parts.push_back(language.say("fault.block", *fault.block));
  if (fault.thread) parts.push_back(language.say("fault.thread", *fault.thread));
  if (!fault.buffer.empty()) {
    const bool shared = fault.buffer == "shared memory";
    parts.push_back(shared ? language.say("fault.shared") : language.say("fault.buffer", fault.buffer));
  }
  if (fault.offset) parts.push_back(language.say("fault.offset", *fault.offset));
  return parts;
}

std::string right_text(const Language& language, const catalogue::Verification& verification) {
  std::string text = verification.method.empty()
                         ? language.say("verdict.right", grouped(verification.checked))
                         : language.say("verdict.right_by", grouped(verification.checked), verification.method);
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

/// "naive_row.cu:39, kernel transpose, block 4, thread 0, buffer y, offset 1024 B": what is known.
std::string place_text(const Language& language, const lab::Fault& fault) {
  std::vector<std::string> parts = participants(language, fault);
  if (!fault.file.empty() && fault.line > 0) {
    const std::string name = std::filesystem::path(fault.file).filename().string();
    parts.insert(parts.begin(), fmt::format("{}:{}", name, fault.line));
  }
  return join(parts, ", ");
}

/// "shows a race, as it promises"
std::string promise_kept_text(const Language& language, FaultKind kind) {
  return language.say("fault.promise_kept", fault_noun(language, kind));
}

/// "element [3, 17] (index 12305): expected 0.25, got 0.5"
std::string first_wrong_text(const Language& language, const catalogue::Mismatch& first) {
  std::string place = language.say("verdict.element", first.index);
  if (!first.coordinates.empty()) {
    place = language.say("verdict.element_at", fmt::format("{}", fmt::join(first.coordinates, ", ")), first.index);
  }
  if (first.unwritten) return language.say("verdict.first_unwritten", place, first.expected);
  return language.say("verdict.first_wrong", place, first.expected, first.got);
}

/// It says what the verification says too, and less.
bool told_by_verification(const lab::Fault& fault) {
  return fault.kind == FaultKind::mismatch || fault.kind == FaultKind::unwritten;
}

/// The emulator found a fault, and the output behind it was not looked at.
bool stopped_at_fault(const lab::Result& result) {
  const bool emulated = result.backend == lab::Backend::emulator;
  const bool judged = result.verification && result.verification->checked > 0;
  return emulated && !result.faults.empty() && !result.failed() && !judged;
}

/// Faults that are shown one by one; the Source panel has all of them.
constexpr std::size_t max_faults = 3;

Problem::Kind kind_of(const lab::Fault& fault) {
  if (fault.kind == FaultKind::no_device || fault.kind == FaultKind::no_compiler) return Problem::Kind::lack;
  // A museum kernel without its fault: that is worth a thought, and no error.
  return fault.kind == FaultKind::expectation ? Problem::Kind::lesson : Problem::Kind::fault;
}

/// `what`: what is said of the fault, if that is more than its message.
Problem problem_of(const Language& language, Problem::Kind kind, const lab::Fault& fault, std::string what) {
  return {kind, std::move(what), place_text(language, fault), fault.remedy};
}

/// A museum kernel showed what it is there for: nothing went wrong.
Problem lesson_of(const State& state, const lab::Result& result) {
  const Language& language = state.language();
  const std::string kept = promise_kept_text(language, result.expected);
  const auto shown = std::ranges::find(result.faults, result.expected, &lab::Fault::kind);
  Problem lesson = shown == result.faults.end()
                       ? Problem{Problem::Kind::lesson, language.say("problem.lesson", kept), "", ""}
                       : problem_of(language, Problem::Kind::lesson, *shown,
                                    language.say("problem.lesson_with", kept, shown->message));
  if (waits_for_a_click(state, result)) lesson.action = "launch_anyway";
  return lesson;
}

Problem held_of(const Language& language, const lab::Result& result) {
  Problem held = result.faults.empty() ? Problem{Problem::Kind::held, language.say("problem.held"), "", ""}
                                       : problem_of(language, Problem::Kind::held, result.faults.front(),
                                                    language.say("problem.held_with", result.faults.front().message));
  held.action = "launch_anyway";
  return held;
}

void add_faults(const Language& language, const lab::Result& result, std::size_t from, std::vector<Problem>& problems) {
  // The verdict says the same, and more.
  const bool wrong = result.verification && !result.verification->passed && result.verification->checked > 0;
  std::size_t found = 0;
  for (std::size_t i = from; i < result.faults.size(); ++i) {
    const lab::Fault& fault = result.faults[i];
    if (wrong && told_by_verification(fault)) continue;
    if (result.as_expected() && fault.kind == result.expected) continue;
    if (++found <= max_faults) problems.push_back(problem_of(language, kind_of(fault), fault, fault.message));
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

std::string fault_details(const Language& language, const lab::Fault& fault) {
  std::vector<std::string> lines{fault.message};
  if (const std::vector<std::string> parts = participants(language, fault); !parts.empty())
    lines.push_back(join(parts, ", "));
  if (fault.address) lines.push_back(language.say("fault.address", *fault.address));
  if (fault.count > 1) lines.push_back(language.say("fault.times", grouped(fault.count)));
  if (!fault.remedy.empty()) lines.push_back(language.say("fault.remedy", fault.remedy));
  return join(lines, "\n");
}

void write_verdict(const Language& language, Readout& readout, const lab::Result& result, bool verified_before) {
  const auto say = [&](Verdict verdict, std::string text) {
    readout.verdict = verdict;
    readout.verdict_text = std::move(text);
  };
  const auto& verification = result.verification;
  if (result.launch_blocked) return say(Verdict::held, language.say("verdict.held_text"));
  if (result.as_expected()) return say(Verdict::promised, promise_kept_text(language, result.expected));
  if (result.expected != FaultKind::none && verification) {
    return say(Verdict::unpromised, language.say("verdict.unpromised_text", fault_noun(language, result.expected)));
  }
  if (stopped_at_fault(result)) return say(Verdict::fault, result.faults.front().message);
  if (!verification) {
    if (result.time() == nullptr) return;
    return verified_before ? say(Verdict::verified, language.say("verdict.verified_before"))
                           : say(Verdict::unverified, language.say("verdict.unchecked"));
  }
  if (verification->passed) return say(Verdict::verified, right_text(language, *verification));
  say(Verdict::wrong, wrong_text(language, *verification));
  if (verification->first) readout.first_wrong = first_wrong_text(language, *verification->first);
  for (const lab::Fault& fault : result.faults) {
    if (told_by_verification(fault)) readout.wrong_remedy = fault.remedy;
  }
}

std::vector<Problem> problems_of(const State& state) {
  std::vector<Problem> problems;
  if (const auto& trouble = state.known.connection.trouble) {
    const ConnectionText connection = connection_text(state);
    std::string what = trouble->error.what;
    if (what.starts_with("the ")) what.front() = 'T';  // a host's name keeps its first letter
    if (!connection.next.empty()) what += "; " + connection.next;
    problems.push_back({Problem::Kind::lack, std::move(what), "", trouble->error.remedy, "reconnect"});
  }
  if (const std::vector<Error>* errors = state.front_matter_errors()) {
    const Error& error = errors->front();
    problems.push_back({Problem::Kind::fault, error.what, error.where, error.remedy});
  }
  const lab::Result* result = state.current();
  if (result == nullptr) return problems;
  if (state.runs_earlier_text() && state.known.result != state.known.broken.result)
    add_faults(state.language(), *state.known.broken.result, 0, problems);
  if (result->as_expected()) problems.push_back(lesson_of(state, *result));
  if (result->launch_blocked) problems.push_back(held_of(state.language(), *result));
  add_faults(state.language(), *result, result->launch_blocked ? 1 : 0, problems);
  return problems;
}

}  // namespace warpscope::gui
