#include "gui/readings/connection.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gui/readings/private_words.h"
#include "gui/readings/readout_view_model.h"
#include "gui/store/target.h"
#include "gui/store/words/numbers.h"

namespace lanescope::gui {
namespace {

std::string headline_of(const State& state, ConnectionPhase phase) {
  const std::string place = place_of(state);
  switch (phase) {
    case ConnectionPhase::local:
      return state.say("connection.here", worker_word(state));
    case ConnectionPhase::connecting:
      return state.say("connection.connecting", place);
    case ConnectionPhase::connected:
      return state.say("connection.connected", place, worker_word(state));
    case ConnectionPhase::lost:
      return state.say("connection.lost_at", place, clock_text(state.known.connection.trouble->since));
    case ConnectionPhase::refused:
      return state.say("connection.none_to", place);
  }
  return {};
}

std::string next_text(const State& state) {
  const Connection& connection = state.known.connection;
  if (!connection.trouble || !connection.trouble->next_attempt) return {};
  if (connection.seconds_left <= 0) return state.say("connection.retry_now");
  return state.say("connection.retry_in", connection.seconds_left);
}

}  // namespace

ConnectionPhase phase_of(const State& state) {
  const Connection& connection = state.known.connection;
  if (!connection.remote) return ConnectionPhase::local;
  if (connection.trouble) return connection.trouble->next_attempt ? ConnectionPhase::lost : ConnectionPhase::refused;
  return state.known.worker == client::State::starting ? ConnectionPhase::connecting : ConnectionPhase::connected;
}

std::string worker_word(const State& state) {
  /// It is indexed by client::State.
  static constexpr std::array keys{"worker.starting",   "worker.ready",        "worker.working",
                                   "worker.restarting", "worker.reconnecting", "worker.failed"};
  return state.say(keys.at(static_cast<std::size_t>(state.known.worker)));
}

std::string place_of(const State& state) {
  if (!state.known.connection.remote) return state.say("connection.this_machine");
  return shown_text(state, state.known.connection.remote->host);
}

std::vector<std::string> machine_facts(const State& state, const experiments::Machine& machine) {
  std::vector<std::string> facts{machine.device.empty() ? state.say("connection.no_gpu") : machine.device};
  const bool has_target = !machine.device.empty() && !machine.compute_capability.empty();
  if (has_target) facts.back() += fmt::format(" ({})", machine.compute_capability);
  if (!machine.driver.empty()) facts.push_back(state.say("connection.driver", machine.driver));
  facts.push_back(machine.nvrtc.empty() ? state.say("connection.no_nvrtc")
                                        : state.say("connection.nvrtc", machine.nvrtc));
  if (!machine.host.empty() && !state.ui.hide_private_words)
    facts.push_back(state.say("connection.host", machine.host));
  return facts;
}

ConnectionText connection_text(const State& state) {
  ConnectionText text;
  text.phase = phase_of(state);
  text.headline = headline_of(state, text.phase);
  if (state.known.machine) text.found = machine_facts(state, *state.known.machine);
  if (state.known.connection.trouble) {
    text.trouble = shown_text(state, state.language().translated(state.known.connection.trouble->error.what));
    text.remedy = state.language().translated(state.known.connection.trouble->error.remedy);
  }
  text.next = next_text(state);
  return text;
}

std::string origin_text(const State& state, const experiments::Result& result) {
  const bool emulated = result.backend == experiments::Backend::emulator;
  const std::string what = emulated ? state.say("connection.the_emulator") : result.machine.device;
  const std::string host = state.ui.hide_private_words ? std::string() : result.machine.host;
  if (what.empty() && host.empty()) return {};
  if (what.empty() || host.empty()) return state.say("connection.from", what.empty() ? host : what);
  return state.say("connection.from_of", what, host);
}

std::string stale_word(const State& state) {
  if (const auto& trouble = state.known.connection.trouble)
    return state.say(trouble->next_attempt ? "connection.word_lost" : "connection.word_none");
  const bool moved =
      state.known.result && (!state.known.machine || state.known.machine->host != state.known.result->machine.host);
  const bool elsewhere = state.known.connected && moved && !state.known.result->machine.host.empty();
  return state.say(elsewhere ? "connection.word_moved" : "connection.word_earlier");
}

int seconds_to_attempt(const client::Trouble& trouble, std::chrono::steady_clock::time_point now) {
  if (!trouble.next_attempt) return -1;
  const auto left = std::chrono::ceil<std::chrono::seconds>(*trouble.next_attempt - now).count();
  return static_cast<int>(std::max<std::int64_t>(0, left));
}

namespace {

/// The conditions of the worker, indexed by client::State.
constexpr std::array conditions{Condition::busy, Condition::good,    Condition::busy,
                                Condition::busy, Condition::lacking, Condition::broken};

std::string worker_text(const State& state) {
  const ConnectionText connection = connection_text(state);
  if (connection.phase == ConnectionPhase::local) return state.say("status.worker", worker_word(state));
  if (connection.phase == ConnectionPhase::connected) {
    return state.say("status.worker_on", place_of(state), worker_word(state));
  }
  const bool counts_down = connection.phase == ConnectionPhase::lost && !connection.next.empty();
  return counts_down ? connection.headline + ", " + connection.next : connection.headline;
}

}  // namespace

std::string window_title(const State& state) {
  if (state.selection.kernel.empty()) return "lanescope";
  if (state.current_values().empty()) return state.selection.kernel + " - lanescope";
  return fmt::format("{} {} - lanescope", state.selection.kernel, setting_text(state.current_values()));
}

TargetStatus target_status(const State& state) {
  const std::string name = target_name(state);
  // A recording shows the machine that it was made on, which no worker is connected to.
  const bool measured = is_measured(state) && (state.known.connected || state.recorded() == nullptr);
  const experiments::Origin origin = measured                      ? experiments::Origin::measured
                                     : state.recorded() != nullptr ? experiments::Origin::recorded
                                                                   : experiments::Origin::predicted;
  if (name.empty()) return {"", origin};
  return {state.say("target.shown", name, word_of(state.language(), origin)), origin};
}

StatusLine status_of(const State& state, const Readout& readout) {
  StatusLine line;
  const Known& known = state.known;
  line.worker = known.connected ? worker_text(state) : state.say("status.no_worker");
  line.condition = known.connected ? conditions.at(static_cast<std::size_t>(known.worker)) : Condition::lacking;
  if (known.machine) line.facts = machine_facts(state, *known.machine);
  if (!known.preview_transport.empty())
    line.facts.push_back(state.say("status.picture", state.language().translated(known.preview_transport)));
  if (!known.heat_transport.empty())
    line.facts.push_back(state.say("status.accesses", state.language().translated(known.heat_transport)));
  if (!readout.version.empty()) line.version = state.say("status.version", readout.version);
  for (const Problem& problem : readout.problems) {
    if (problem.kind != Problem::Kind::missing_requirement) continue;
    if (problem.action == "reconnect" && phase_of(state) == ConnectionPhase::lost) continue;  // the left side says it
    line.lacking = problem.remedy.empty() ? problem.what : fmt::format("{}: {}", problem.what, problem.remedy);
    break;
  }
  if (line.lacking.empty()) line.lacking = readout.rate_remedy;
  return line;
}

}  // namespace lanescope::gui
