#include "gui/state/run_actions.h"

#include <utility>

#include "gui/panels/kernels/kernels_actions.h"
#include "gui/state/actions.h"
#include "gui/state/state.h"

namespace warpscope::gui {

namespace {

/// Nothing on screen is of the machine that comes now.
void move_to(State& state, std::optional<client::Remote> remote, double seconds) {
  const auto name = [](const std::optional<client::Remote>& place) { return place ? place->host : std::string(); };
  History::Change change{seconds, "machine", name(state.known.connection.remote), name(remote)};
  state.remote_wanted = std::move(remote);
  ++state.connects_wanted;
  change_setting(state, std::move(change));
}

}  // namespace

std::string needs_worker(const State& state) {
  if (!state.known.connected) return state.say("reason.no_worker");
  return needs_kernel(state);
}

std::string needs_running(const State& state) {
  if (!state.known.connected) return state.say("reason.no_worker");
  return state.selection.cancelled && !state.sweep.run ? state.say("reason.nothing_runs") : std::string();
}

std::string needs_held(const State& state) {
  if (!state.known.connected) return state.say("reason.no_worker");
  const lab::Result* result = state.current();
  if (result == nullptr || !waits_for_a_click(state, *result)) return state.say("reason.nothing_held");
  return state.selection.proceed_revision == state.selection.revision ? state.say("reason.being_launched")
                                                                      : std::string();
}

void want_run(State& state) {
  ++state.runs_wanted;
  state.selection.cancelled = false;
}

Status run(State& state, const Command&, double) {
  if (state.runs_earlier_text()) {
    // The text as it is now has another chance: what kept it from compiling may be gone.
    state.known.broken = {};
    state.selection.proceed_revision = 0;
  }
  want_run(state);
  return {};
}

Status launch_anyway(State& state, const Command&, double) {
  state.selection.proceed_revision = state.selection.revision;
  want_run(state);
  return {};
}

Status cancel(State& state, const Command&, double) {
  state.sweep.run.reset();
  state.selection.cancelled = true;
  state.selection.continuous = false;
  return {};
}

Status toggle_continuous(State& state, const Command&, double) {
  state.selection.continuous = !state.selection.continuous;
  if (state.selection.continuous) state.selection.cancelled = false;
  return {};
}

bool is_continuous(const State& state) {
  return state.selection.continuous;
}

std::string needs_other_machine(const State& state) {
  return state.known.connection.remote ? std::string() : state.say("reason.here_already");
}

std::string needs_lost_connection(const State& state) {
  if (!state.known.connection.remote) return state.say("reason.here");
  return state.known.connection.trouble ? std::string() : state.say("reason.connected");
}

Status connect(State& state, const Command& command, double seconds) {
  if (!command.remote) return failure("no machine was named", "", "write USER@SERVER");
  TRY_STATUS(client::command_of(*command.remote));
  std::erase(state.ui.remotes, *command.remote);
  state.ui.remotes.insert(state.ui.remotes.begin(), *command.remote);
  move_to(state, command.remote, seconds);
  return {};
}

Status disconnect(State& state, const Command&, double seconds) {
  move_to(state, std::nullopt, seconds);
  return {};
}

Status reconnect(State& state, const Command&, double) {
  ++state.reconnects_wanted;
  return {};
}

Status toggle_connect(State& state, const Command&, double) {
  state.ui.show_connect = !state.ui.show_connect;
  return {};
}

bool is_connect_shown(const State& state) {
  return state.ui.show_connect;
}

}  // namespace warpscope::gui
