#include "gui/status.h"

#include <fmt/format.h>

#include "base/text.h"

namespace warpscope::gui {

namespace {

std::vector<std::string> facts_of(const State& state) {
  std::vector<std::string> facts;
  if (state.machine) {
    const lab::Machine& machine = *state.machine;
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
  }
  if (!state.preview_path.empty()) facts.push_back("picture by " + state.preview_path);
  return facts;
}

}  // namespace

std::string window_title(const State& state) {
  if (state.kernel.empty()) return "warpscope";
  if (state.current_values().empty()) return state.kernel + " - warpscope";
  return fmt::format("{} {} - warpscope", state.kernel, setting_text(state.current_values()));
}

StatusLine status_of(const State& state, const Readout& readout) {
  StatusLine line;
  if (!state.connected) {
    line.worker = "no worker";
    line.condition = Condition::lacking;
  } else {
    line.worker = fmt::format("worker {}", client::name_of(state.worker));
    switch (state.worker) {
      case client::State::ready:
        line.condition = Condition::good;
        break;
      case client::State::starting:
      case client::State::working:
      case client::State::restarting:
        line.condition = Condition::busy;
        break;
      case client::State::failed:
        line.condition = Condition::broken;
        break;
    }
  }
  line.facts = facts_of(state);
  if (!readout.version.empty()) line.version = "running " + readout.version;
  for (const Problem& problem : readout.problems) {
    if (problem.kind != Problem::Kind::lack) continue;
    line.lacking = problem.remedy.empty() ? problem.what : fmt::format("{}: {}", problem.what, problem.remedy);
    break;
  }
  if (line.lacking.empty()) line.lacking = readout.rate_remedy;
  return line;
}

}  // namespace warpscope::gui
