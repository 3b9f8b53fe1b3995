#include "gui/store/target.h"
#include "gui/store/selection_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "gui/messages.h"
#include "gui/store/actions.h"

namespace lanescope::gui {
namespace {

constexpr std::string_view usual_capability = "9.0";  ///< that kernels are compiled for where there is no GPU

const model::DeviceSheet* sheet_of_capability(std::string_view capability) {
  const auto sheets = model::device_sheets();
  const auto found = std::ranges::find(sheets, capability, &model::DeviceSheet::compute_capability);
  return found == sheets.end() ? nullptr : &*found;
}

/// Returns the sheet of the GPU that is meant when none is chosen.
const model::DeviceSheet* own_sheet(const State& state) {
  if (!has_gpu(state)) return sheet_of_capability(usual_capability);
  return model::device_sheet(state.known.machine->device);
}

/// Stores what the session has found for the GPU `from`, and brings back what it has found for `to` before.
void switch_results(State& state, const std::string& from, const std::string& name, const std::string& to) {
  TargetResults& left = state.known.results_by_target[from];
  left.name = name;
  state.known.previous_target = from;
  left.measured = std::exchange(state.scope.measured, {});
  left.swept = std::exchange(state.sweep.results, {});
  if (const auto found = state.known.results_by_target.find(to); found != state.known.results_by_target.end()) {
    state.scope.measured = std::move(found->second.measured);
    state.sweep.results = std::move(found->second.swept);
    state.known.results_by_target.erase(found);
  }
  // The numbers of another GPU are not an earlier state of this one's.
  state.known.measured = state.known.predicted = nullptr;
}

std::string needs_targets(const State& state) {
  return target_choices(state).size() > 1 ? std::string() : state.say("reason.no_targets");
}

Outcome go_to_neighbour(State& state, std::size_t steps, double seconds) {
  const std::vector<TargetChoice> choices = target_choices(state);
  const auto chosen = std::ranges::find(choices, true, &TargetChoice::chosen);
  // What is not in the list stands before its first line.
  const std::size_t at =
      chosen == choices.end() ? choices.size() - steps : static_cast<std::size_t>(chosen - choices.begin());
  return SetTarget{choices[(at + steps) % choices.size()].target}.apply(state, seconds);
}

}  // namespace

const model::DeviceSheet* target_sheet(const State& state) {
  const std::string& target = state.selection.target;
  if (target.empty()) return own_sheet(state);
  const model::DeviceSheet* const named = model::device_sheet(target);
  return named != nullptr ? named : sheet_of_capability(target);
}

std::string target_name(const State& state) {
  if (const model::DeviceSheet* const sheet = target_sheet(state)) return sheet->name;
  return state.selection.target.empty() && has_gpu(state) ? state.known.machine->device : state.selection.target;
}

bool is_measured(const State& state) {
  if (!has_gpu(state)) return false;
  const model::DeviceSheet* const named = model::device_sheet(state.selection.target);
  // A compute capability only says what is compiled for; it names no other GPU.
  return state.selection.target.empty() || named == nullptr || named == own_sheet(state);
}

bool is_of_target(const State& state, const experiments::Result& result) {
  const model::DeviceSheet* const wanted = target_sheet(state);
  if (result.time() == nullptr) return wanted == nullptr || !result.sheet || result.sheet->name == wanted->name;
  if (model::device_sheet(state.selection.target) == nullptr) return true;
  return model::device_sheet(result.machine.device) == wanted;
}

bool same_model(const std::string& first, const std::string& second) {
  const model::DeviceSheet* const sheet = model::device_sheet(first);
  return first == second || (sheet != nullptr && sheet == model::device_sheet(second));
}

std::shared_ptr<const experiments::Result> recorded_point(const State& state, const std::string& kernel,
                                                          const std::string& setting) {
  const auto of_target = [&](const experiments::Result& result) { return is_of_target(state, result); };
  if (auto found = state.known.recordings.find_if(kernel, setting, of_target)) return found;
  return state.known.counter_recordings.find_if(kernel, setting, [&](const experiments::Result& result) {
    return same_model(result.machine.device, target_name(state));
  });
}

std::shared_ptr<const experiments::Result> recorded_counters(const State& state, const std::string& kernel,
                                                             const std::string& setting) {
  const model::DeviceSheet* const wanted = target_sheet(state);
  const auto of_target = [&](const experiments::Result& result) {
    return result.counted && is_of_target(state, result);
  };
  if (auto found = state.known.recordings.find_if(kernel, setting, of_target)) return found;
  const auto of_model = [&](const experiments::Result& result) {
    return result.counted && same_model(result.machine.device, target_name(state));
  };
  if (auto found = state.known.counter_recordings.find_if(kernel, setting, of_model)) return found;
  if (has_gpu(state) || wanted == nullptr) return nullptr;
  return state.known.counter_recordings.find_if(kernel, setting, [&](const experiments::Result& result) {
    return result.counted && result.machine.compute_capability == wanted->compute_capability;
  });
}

std::vector<TargetChoice> target_choices(const State& state) {
  std::vector<TargetChoice> choices;
  const bool own = has_gpu(state);
  const bool of_own = own && is_measured(state);
  if (own) choices.push_back({"", state.say("target.own", state.known.machine->device), of_own});
  const model::DeviceSheet* const sheet = target_sheet(state);
  for (const std::string& name : state.known.profiles) {
    const model::DeviceSheet* const listed = model::device_sheet(name);
    if (own && listed == own_sheet(state)) continue;  // it is measured, in the first line
    choices.push_back({name, name, !of_own && listed == sheet});
  }
  return choices;
}

Outcome SetTarget::apply(State& state, double seconds) const {
  const model::DeviceSheet* const named = model::device_sheet(target);
  if (!target.empty() && named == nullptr) {
    return failure(message<"target.no_such_gpu">(target), "", message<"target.choose_remedy">());
  }
  std::string& chosen = state.selection.target;
  const std::string before = target_name(state), from = chosen;
  const std::string to = named == nullptr || named == own_sheet(state) ? std::string() : named->name;
  if (to == from) return Effects();
  chosen = to;
  switch_results(state, from, before, to);
  state.sweep.run.reset();
  change_setting(state, {seconds, History::Change::Subject::target, before, target_name(state)});
  return Effects();
}

std::span<const Action> target_actions() {
  static constexpr std::array table{
      Action{"own_target", "The usual GPU", "", "Run/Target",
             "Shows times of this machine's GPU, or of the H200 where there is none.",
             [](State& state, double seconds) { return SetTarget{}.apply(state, seconds); },
             [](const State& state) {
               return state.selection.target.empty() ? state.say("reason.usual_target") : std::string();
             }},
      Action{"next_target", "Next GPU", "Ctrl+U", "Run/Target",
             "Shows times of the next GPU of the list: predicted, where it is not this machine's.",
             [](State& state, double seconds) { return go_to_neighbour(state, 1, seconds); }, needs_targets},
      Action{"previous_target", "Previous GPU", "Ctrl+Shift+U", "Run/Target",
             "Shows times of the GPU before it in the list.",
             [](State& state, double seconds) {
               return go_to_neighbour(state, target_choices(state).size() - 1, seconds);
             },
             needs_targets},
  };
  return table;
}

}  // namespace lanescope::gui
