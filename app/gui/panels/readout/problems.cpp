#include "gui/panels/readout/problems.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gui/panels/readout/fault_text.h"
#include "gui/shell/connection.h"

namespace warpscope::gui {

namespace {

/// Faults that are shown one by one; the Source panel has all of them.
constexpr std::size_t max_faults = 3;

Problem::Kind kind_of(const lab::Fault& fault) {
  if (fault.kind == FaultKind::no_device || fault.kind == FaultKind::no_compiler) return Problem::Kind::lack;
  // A museum kernel without its fault: that is worth a thought, and no error.
  return fault.kind == FaultKind::expectation ? Problem::Kind::lesson : Problem::Kind::fault;
}

Problem problem_of(const Language& language, const lab::Fault& fault) {
  return {kind_of(fault), fault.message, place_text(language, fault), fault.remedy};
}

/// Of a museum kernel: nothing went wrong, this is what it is there for.
Problem lesson_of(const State& state, const lab::Result& result) {
  const Language& language = *state.ui.language;
  const std::string kept = promise_kept_text(language, result.expected);
  Problem lesson{Problem::Kind::lesson, language.say("problem.lesson", kept), "", ""};
  const auto shown =
      std::ranges::find_if(result.faults, [&](const lab::Fault& fault) { return fault.kind == result.expected; });
  if (shown != result.faults.end()) {
    lesson.what = language.say("problem.lesson_with", kept, shown->message);
    lesson.where = place_text(language, *shown);
    lesson.remedy = shown->remedy;
  }
  if (waits_for_a_click(state, result)) lesson.action = "launch_anyway";
  return lesson;
}

Problem held_of(const Language& language, const lab::Result& result) {
  Problem held{Problem::Kind::held, language.say("problem.held"), "", ""};
  if (!result.faults.empty()) {
    const lab::Fault& found = result.faults.front();
    held.what = language.say("problem.held_with", found.message);
    held.where = place_text(language, found);
    held.remedy = found.remedy;
  }
  held.action = "launch_anyway";
  return held;
}

void add_faults(const Language& language, const lab::Result& result, std::size_t from, std::vector<Problem>& problems) {
  // The verdict says the same, and more.
  const bool wrong = result.verification && !result.verification->passed && result.verification->checked > 0;
  std::size_t shown = 0, left_out = 0;
  for (std::size_t i = from; i < result.faults.size(); ++i) {
    const lab::Fault& fault = result.faults[i];
    if (wrong && told_by_verification(fault)) continue;
    if (result.as_expected() && fault.kind == result.expected) continue;
    if (++shown > max_faults) {
      ++left_out;
    } else {
      problems.push_back(problem_of(language, fault));
    }
  }
  if (left_out > 0) {
    problems.push_back({Problem::Kind::fault, language.say("problem.more_faults", left_out), "", ""});
  }
}

}  // namespace

std::vector<Problem> problems_of(const State& state) {
  std::vector<Problem> problems;
  if (const auto& trouble = state.known.connection.trouble) {
    const ConnectionText connection = connection_text(state);
    std::string what = trouble->error.what;
    if (what.rfind("the ", 0) == 0) what.front() = 'T';  // a host's name keeps its first letter
    if (!connection.next.empty()) what.append("; ").append(connection.next);
    problems.push_back({Problem::Kind::lack, std::move(what), "", trouble->error.remedy, "reconnect"});
  }
  if (const std::vector<Error>* errors = state.front_matter_errors()) {
    const Error& error = errors->front();
    problems.push_back({Problem::Kind::fault, error.what, error.where, error.remedy});
  }
  const lab::Result* result = state.current();
  if (result == nullptr) return problems;
  if (state.runs_earlier_text() && state.known.result != state.known.broken.result)
    add_faults(*state.ui.language, *state.known.broken.result, 0, problems);
  if (result->as_expected()) problems.push_back(lesson_of(state, *result));
  if (result->launch_blocked) problems.push_back(held_of(*state.ui.language, *result));
  add_faults(*state.ui.language, *result, result->launch_blocked ? 1 : 0, problems);
  return problems;
}

}  // namespace warpscope::gui
