#include "gui/shell/status_line.h"

#include <fmt/format.h>

#include <array>

#include "gui/shell/connection.h"

namespace warpscope::gui {

namespace {

/// By client::State.
constexpr std::array conditions{Condition::busy, Condition::good,    Condition::busy,
                                Condition::busy, Condition::lacking, Condition::broken};

std::string worker_text(const State& state) {
  const ConnectionText connection = connection_text(state);
  if (connection.phase == ConnectionPhase::here) return state.say("status.worker", worker_word(state));
  if (connection.phase == ConnectionPhase::connected) {
    return state.say("status.worker_on", place_of(state), worker_word(state));
  }
  const bool counts_down = connection.phase == ConnectionPhase::lost && !connection.next.empty();
  return counts_down ? connection.headline + ", " + connection.next : connection.headline;
}

}  // namespace

std::string window_title(const State& state) {
  if (state.selection.kernel.empty()) return "warpscope";
  if (state.current_values().empty()) return state.selection.kernel + " - warpscope";
  return fmt::format("{} {} - warpscope", state.selection.kernel, setting_text(state.current_values()));
}

StatusLine status_of(const State& state, const Readout& readout) {
  StatusLine line;
  const Known& known = state.known;
  line.worker = known.connected ? worker_text(state) : state.say("status.no_worker");
  line.condition = known.connected ? conditions.at(static_cast<std::size_t>(known.worker)) : Condition::lacking;
  if (known.machine) line.facts = machine_facts(state.language(), *known.machine);
  if (!known.preview_path.empty()) line.facts.push_back(state.say("status.picture", known.preview_path));
  if (!known.heat_path.empty()) line.facts.push_back(state.say("status.accesses", known.heat_path));
  if (!readout.version.empty()) line.version = state.say("status.version", readout.version);
  for (const Problem& problem : readout.problems) {
    if (problem.kind != Problem::Kind::lack) continue;
    if (problem.action == "reconnect" && phase_of(state) == ConnectionPhase::lost) continue;  // said on the left
    line.lacking = problem.remedy.empty() ? problem.what : fmt::format("{}: {}", problem.what, problem.remedy);
    break;
  }
  if (line.lacking.empty()) line.lacking = readout.rate_remedy;
  return line;
}

}  // namespace warpscope::gui
