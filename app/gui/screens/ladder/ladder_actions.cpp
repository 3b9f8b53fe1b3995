#include <fmt/format.h>

#include <utility>

#include "experiments/setting_text.h"
#include "gui/messages.h"
#include "gui/readings/ladder_view_model.h"
#include "gui/store/actions.h"
#include "gui/store/selection_commands.h"

namespace lanescope::gui {
namespace {

/// Returns the kernels of the family that have no time at the present sizes, and were not tried in this session.
std::vector<std::shared_ptr<const catalogue::Kernel>> without_time(const State& state) {
  std::vector<std::shared_ptr<const catalogue::Kernel>> kernels;
  const LadderViewModel ladder = ladder_view_model(state);
  for (const LadderRung& rung : ladder.rungs) {
    if (rung.ours || !rung.selectable) continue;
    const auto& kernel = state.known.catalogue->kernels.at(rung.kernel);
    const auto plan = catalogue::resolve(*kernel, {ladder.sizes.begin(), ladder.sizes.end()}, 1);
    if (plan && !swept_point(state, rung.kernel, experiments::setting_text(*plan))) kernels.push_back(kernel);
  }
  return kernels;
}

std::string needs_gaps(const State& state) {
  if (!state.known.connected) return state.say("reason.no_worker");
  if (state.sweep.run) return state.say("reason.sweep_runs");
  if (!ladder_view_model(state).missing.empty()) return state.say("reason.no_family");
  return without_time(state).empty() ? state.say("reason.ladder_full") : std::string();
}

/// Runs them one after the other in the background, with their knobs at the defaults.
Outcome fill(State& state, double seconds) {
  std::vector<recordings::SweepAxis> axes;
  for (const SizeField& size : state.sizes()) axes.push_back({size.name, {size.value}});
  SweepRun run;
  run.subject = state.definition()->family;
  run.is_ladder = true;
  TRY(run.plan, recordings::plan_sweep(without_time(state), axes, *state.known.catalogue));
  for (const recordings::SweepPoint& point : run.plan.points) {
    TRY(const auto plan, catalogue::resolve(*run.plan.kernels[point.kernel], point.values, 1));
    run.settings.push_back(experiments::setting_text(plan));
  }
  run.began = run.latest = seconds;
  state.sweep.run = std::move(run);
  return Effects{show_panel(state, PanelPlace::measurement, "ladder")};
}

}  // namespace

Outcome GoToRung::apply(State& state, double seconds) const {
  if (!state.known.catalogue || !state.known.catalogue->kernels.contains(kernel)) {
    return failure(message<"kernels.unknown">(kernel), "", message<"kernels.unknown_remedy">());
  }
  const catalogue::Kernel& definition = *state.known.catalogue->kernels.at(kernel);
  TRY(catalogue::Values next, values_in(setting, kernel));
  if (const auto own = state.selection.values.find(kernel); own != state.selection.values.end()) {
    next.insert(own->second.begin(), own->second.end());
  }
  TRY_STATUS(catalogue::resolve(definition, next, state.selection.seed));
  Setting to{kernel, without_defaults(definition, std::move(next))};
  if (to != setting_now(state)) change_to(state, std::move(to), seconds);
  return Effects();
}

std::span<const Action> ladder_actions() {
  static constexpr std::array table{
      Action{"toggle_ladder_share", "Share of the peak", "", "Views/Measure",
             "Shows each bar of the Ladder as a share of its own GPU's theoretical peak.",
             toggle<&State::ladder, &LadderState::share>, nullptr, is_set<&State::ladder, &LadderState::share>},
      Action{"fill_ladder", "Fill the ladder", "Ctrl+F6", "Run/Sweep",
             "Runs, in the background, each kernel of the family that has no time at this size.",
             [](State& state, double seconds) { return fill(state, seconds); }, needs_gaps},
  };
  return table;
}

}  // namespace lanescope::gui
