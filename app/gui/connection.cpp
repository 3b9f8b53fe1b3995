#include "gui/connection.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

namespace warpscope::gui {

namespace {

std::string clock_text(std::chrono::system_clock::time_point time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm local{};
  localtime_r(&seconds, &local);
  return fmt::format("{:%H:%M:%S}", local);
}

std::string headline_of(const State& state, ConnectionPhase phase) {
  const std::string place = place_of(state);
  switch (phase) {
    case ConnectionPhase::here:
      return fmt::format("kernels run on this machine; worker {}", client::name_of(state.worker));
    case ConnectionPhase::connecting:
      return fmt::format("connecting to {} …", place);
    case ConnectionPhase::connected:
      return fmt::format("connected to {}; worker {}", place, client::name_of(state.worker));
    case ConnectionPhase::lost:
      return fmt::format("the connection to {} was lost at {}", place, clock_text(state.connection.trouble->since));
    case ConnectionPhase::refused:
      return fmt::format("no connection to {}", place);
  }
  return {};
}

std::string next_text(const Connection& connection) {
  if (!connection.trouble || !connection.trouble->next_attempt) return {};
  if (connection.seconds_left <= 0) return "trying again now";
  return fmt::format("trying again in {} s", connection.seconds_left);
}

}  // namespace

ConnectionPhase phase_of(const State& state) {
  const Connection& connection = state.connection;
  if (!connection.remote) return ConnectionPhase::here;
  if (connection.trouble) {
    return connection.trouble->next_attempt ? ConnectionPhase::lost : ConnectionPhase::refused;
  }
  return state.worker == client::State::starting ? ConnectionPhase::connecting : ConnectionPhase::connected;
}

std::string place_of(const State& state) {
  return state.connection.remote ? state.connection.remote->host : "this machine";
}

std::vector<std::string> machine_facts(const lab::Machine& machine) {
  std::vector<std::string> facts;
  if (!machine.device.empty()) {
    std::string device = machine.device;
    if (!machine.compute_capability.empty()) device += fmt::format(" ({})", machine.compute_capability);
    facts.push_back(std::move(device));
  } else {
    facts.emplace_back("no NVIDIA GPU");
  }
  if (!machine.driver.empty()) facts.push_back("driver " + machine.driver);
  facts.push_back(machine.nvrtc.empty() ? "no NVRTC" : "NVRTC " + machine.nvrtc);
  if (!machine.host.empty()) facts.push_back("host " + machine.host);
  return facts;
}

ConnectionText connection_text(const State& state) {
  ConnectionText text;
  text.phase = phase_of(state);
  text.headline = headline_of(state, text.phase);
  if (state.machine) text.found = machine_facts(*state.machine);
  if (state.connection.trouble) {
    text.trouble = state.connection.trouble->error.what;
    text.remedy = state.connection.trouble->error.remedy;
  }
  text.next = next_text(state.connection);
  return text;
}

std::string origin_text(const lab::Result& result) {
  const lab::Machine& machine = result.machine;
  std::string what = result.backend == lab::name_of(lab::Backend::emulator) ? std::string("the emulator")
                     : machine.device.empty()                               ? std::string()
                                                                            : machine.device;
  if (!machine.host.empty()) what += fmt::format("{}{}", what.empty() ? "" : " of ", machine.host);
  return what.empty() ? std::string() : "from " + what;
}

std::string stale_word(const State& state) {
  if (const auto& trouble = state.connection.trouble)
    return trouble->next_attempt ? "connection lost" : "no connection";
  const bool moved = state.result && (!state.machine || state.machine->host != state.result->machine.host);
  return state.connected && moved && !state.result->machine.host.empty() ? "another machine" : "earlier setting";
}

int seconds_to_attempt(const client::Trouble& trouble, std::chrono::steady_clock::time_point now) {
  if (!trouble.next_attempt) return -1;
  const auto left = std::chrono::ceil<std::chrono::seconds>(*trouble.next_attempt - now).count();
  return static_cast<int>(std::max<std::int64_t>(0, left));
}

}  // namespace warpscope::gui
