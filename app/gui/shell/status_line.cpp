#include "gui/shell/status_line.h"

#include <fmt/format.h>

#include "base/text.h"
#include "gui/shell/connection.h"

namespace warpscope::gui {

namespace {

std::vector<std::string> facts_of(const State& state) {
  std::vector<std::string> facts;
  if (state.known.machine) facts = machine_facts(*state.ui.language, *state.known.machine);
  if (!state.known.preview_path.empty()) facts.push_back(state.say("status.picture", state.known.preview_path));
  if (!state.known.heat_path.empty()) facts.push_back(state.say("status.accesses", state.known.heat_path));
  return facts;
}

std::string worker_text(const State& state) {
  const ConnectionText connection = connection_text(state);
  switch (connection.phase) {
    case ConnectionPhase::here:
      return state.say("status.worker", worker_word(state));
    case ConnectionPhase::connected:
      return state.say("status.worker_on", place_of(state), worker_word(state));
    case ConnectionPhase::lost:
      return connection.next.empty() ? connection.headline : connection.headline + ", " + connection.next;
    case ConnectionPhase::connecting:
    case ConnectionPhase::refused:
      break;
  }
  return connection.headline;
}

}  // namespace

std::string window_title(const State& state) {
  if (state.selection.kernel.empty()) return "warpscope";
  if (state.current_values().empty()) return state.selection.kernel + " - warpscope";
  return fmt::format("{} {} - warpscope", state.selection.kernel, setting_text(state.current_values()));
}

StatusLine status_of(const State& state, const Readout& readout) {
  StatusLine line;
  if (!state.known.connected) {
    line.worker = state.say("status.no_worker");
    line.condition = Condition::lacking;
  } else {
    line.worker = worker_text(state);
    switch (state.known.worker) {
      case client::State::ready:
        line.condition = Condition::good;
        break;
      case client::State::starting:
      case client::State::working:
      case client::State::restarting:
        line.condition = Condition::busy;
        break;
      case client::State::reconnecting:
        line.condition = Condition::lacking;
        break;
      case client::State::failed:
        line.condition = Condition::broken;
        break;
    }
  }
  line.facts = facts_of(state);
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
