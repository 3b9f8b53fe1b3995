// Runs, and the machine that they run on.
#include <utility>

#include "gui/store/actions.h"
#include "gui/store/selection_commands.h"

namespace lanescope::gui {
namespace {

std::string needs_worker(const State& state) {
  if (!state.known.connected) return state.say("reason.no_worker");
  return needs_kernel(state);
}

/// An empty reason means that something runs and can be stopped.
std::string needs_running(const State& state) {
  if (!state.known.connected) return state.say("reason.no_worker");
  return state.selection.cancelled && !state.sweep.run ? state.say("reason.nothing_runs") : std::string();
}

/// An empty reason means that the emulator keeps the GPU from launching the kernel.
std::string needs_blocked_launch(const State& state) {
  if (!state.known.connected) return state.say("reason.no_worker");
  const experiments::Result* result = state.current();
  if (result == nullptr || !needs_launch_confirmation(state, *result)) return state.say("reason.nothing_held");
  return state.selection.launch_anyway_revision == state.selection.revision ? state.say("reason.being_launched")
                                                                            : std::string();
}

std::string needs_other_machine(const State& state) {
  return state.known.connection.remote ? std::string() : state.say("reason.here_already");
}

std::string needs_lost_connection(const State& state) {
  if (!state.known.connection.remote) return state.say("reason.here");
  return state.known.connection.trouble ? std::string() : state.say("reason.connected");
}

Effects run_again(State& state, double seconds) {
  state.selection.requested_at = seconds;
  if (state.runs_earlier_text()) {
    // The current text gets another chance, because the reason why it did not compile may be gone.
    state.known.broken = {};
    state.selection.launch_anyway_revision = 0;
  }
  return measure(state.selection);
}

void cancel(State& state, double seconds) {
  if (state.sweep.run) {
    stop_sweep(state, seconds);
  } else if (!has_ended(state)) {
    show_notice(state, {Notice::Kind::refused, state.say("notice.run_cancelled", state.selection.kernel)}, seconds);
  }
  state.selection.cancelled = true;
  state.selection.continuous = false;
}

void toggle_continuous(State& state) {
  state.ui.live = state.selection.continuous = !state.selection.continuous;
  if (state.selection.continuous) state.selection.cancelled = false;
}

/// Marks what is on screen as stale, because it was measured on another machine.
Effects move_to(State& state, std::optional<client::Remote> remote, double seconds) {
  const auto name = [](const std::optional<client::Remote>& place) { return place ? place->host : std::string(); };
  change_setting(state,
                 {seconds, History::Change::Subject::machine, name(state.known.connection.remote), name(remote)});
  return {Connect{std::move(remote)}};
}

}  // namespace

Outcome ConnectTo::apply(State& state, double seconds) const {
  TRY_STATUS(client::command_of(remote));
  std::erase(state.ui.remotes, remote);
  state.ui.remotes.insert(state.ui.remotes.begin(), remote);
  return move_to(state, remote, seconds);
}

std::span<const Action> run_actions() {
  static constexpr std::array table{
      Action{"run", "Run again", "F5", "Run", "Measures the same setting again.",
             [](State& state, double seconds) { return run_again(state, seconds); }, needs_worker},
      Action{"toggle_continuous", "Live", "F4", "Run",
             "Measures continuously while nothing changes, so that the scope scrolls.",
             [](State& state) { toggle_continuous(state); }, nullptr,
             is_set<&State::selection, &Selection::continuous>},
      Action{"cancel", "Stop", "Escape", "Run",
             "Cancels the current run and stops live measuring. The key does this only when there is nothing to close.",
             [](State& state, double seconds) { cancel(state, seconds); }, needs_running},
      Action{"launch_anyway", "Launch anyway", "Ctrl+F5", "Run",
             "Launches on the GPU although a fault was found, with exactly this source and these knobs.",
             [](State& state) {
               state.selection.launch_anyway_revision = state.selection.revision;
               return measure(state.selection);
             },
             needs_blocked_launch},
  };
  return table;
}

std::span<const Action> connection_actions() {
  static constexpr std::array table{
      with_text_field(Action{"toggle_connect", "Run on another machine", "Ctrl+M", "Run/Machine",
                             "Connects to a machine with a GPU over ssh; the window stays here.",
                             toggle<&State::ui, &Ui::show_connect>, nullptr, is_set<&State::ui, &Ui::show_connect>}),
      Action{"reconnect", "Reconnect now", "Ctrl+R", "Run/Machine", "Retries a lost connection now.",
             [](State&) { return Reconnect{}; }, needs_lost_connection},
      Action{"disconnect", "Back to this machine", "", "Run/Machine", "Disconnects; kernels run on this machine again.",
             [](State& state, double seconds) { return move_to(state, std::nullopt, seconds); }, needs_other_machine},
      Action{"quit", "Quit", "Ctrl+Q", "File", "Closes the window and stops the worker.",
             [](State&) { return Quit{}; }},
  };
  return table;
}

}  // namespace lanescope::gui
