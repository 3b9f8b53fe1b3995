#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gui/messages.h"
#include "gui/screens/sweep/sweep_commands.h"
#include "gui/store/actions.h"

namespace lanescope::gui {
namespace {

/// Returns another knob than this one, or another size. It is empty when there is none.
std::string another_setting(const catalogue::Kernel& kernel, const std::string& name) {
  for (const catalogue::Parameter& knob : kernel.parameters) {
    if (knob.name != name) return knob.name;
  }
  for (const catalogue::Size& size : kernel.sizes) {
    if (size.name != name) return size.name;
  }
  return {};
}

std::string needs_sweep(const State& state) {
  if (!state.known.connected) return state.say("reason.no_worker");
  if (state.sweep.run) return state.say("reason.sweep_runs");
  return sweep_grid(state).missing;
}

void start(State& state, double seconds) {
  const SweepGrid& grid = sweep_grid(state);
  SweepRun run;
  run.subject = grid.kernel;
  run.plan = grid.plan;
  run.began = run.latest = seconds;
  for (const SweepCell& cell : grid.cells) {
    if (cell.illegal.empty()) run.settings.push_back(cell.setting);
  }
  // An unfinished sweep of this session is continued. A finished sweep is done again.
  SweepRun left = run;
  left.plan.points.clear();
  left.settings.clear();
  for (std::size_t i = 0; i < run.plan.points.size(); ++i) {
    if (swept_point(state, grid.kernel, run.settings[i])) continue;
    left.plan.points.push_back(run.plan.points[i]);
    left.settings.push_back(run.settings[i]);
  }
  state.sweep.run = left.settings.empty() ? std::move(run) : std::move(left);
}

}  // namespace

Outcome SetSweepAxis::apply(State& state, double) const {
  const auto kernel = state.running();
  if (!kernel) return failure(message<"kernels.none_usable">());
  if (!name.empty() && !recordings::has_setting(*kernel, name)) {
    return failure(message<"knob.unknown_knob_or_size">(name), state.selection.kernel);
  }
  if (name.empty() && axis == SweepAxis::first) {
    return failure(message<"sweep.needs_axis">(), "", message<"sweep.needs_axis_remedy">());
  }
  const auto index = static_cast<std::size_t>(axis);
  const std::array<std::string, 2> before = sweep_grid(state).names;
  SweepAxisChoice& chosen = state.sweep.axes[index];
  if (chosen.name != name) chosen = {name, {}};
  // If the other axis had this name, the two exchange their names.
  SweepAxisChoice& other = state.sweep.axes[1 - index];
  if (!name.empty() && before[1 - index] == name) other = {before[index], {}};
  SweepAxisChoice& first = state.sweep.axes[0];
  if (first.name.empty() && axis == SweepAxis::second) first.name = another_setting(*kernel, name);
  return Effects();
}

Outcome SetSweepValues::apply(State& state, double) const {
  TRY_STATUS(possible(needs_kernel(state)));
  const auto index = static_cast<std::size_t>(axis);
  state.sweep.axes[index] = {sweep_grid(state).names[index], values};
  return Effects();
}

Outcome SetSweepQuantity::apply(State& state, double) const {
  state.sweep.quantity = quantity;
  return Effects();
}

Outcome GoToPoint::apply(State& state, double seconds) const {
  const SweepGrid grid = sweep_grid(state);  // a copy, as the setting changes
  if (index >= grid.cells.size()) return failure(message<"sweep.no_such_point">(), grid.kernel);
  const SweepCell& cell = grid.cells[index];
  if (!cell.illegal.empty()) {
    return failure(message<"sweep.illegal_setting">(setting_text(cell.values), cell.illegal), grid.kernel);
  }
  catalogue::Values next = without_defaults(*state.running(), cell.values);
  if (next != state.current_values()) change_to(state, {state.selection.kernel, std::move(next)}, seconds);
  return Effects();
}

std::span<const Action> sweep_actions() {
  static constexpr std::array table{
      Action{"start_sweep", "Start the sweep", "F6", "Run/Sweep",
             "Runs every point of the Sweep panel in the background.",
             [](State& state, double seconds) {
               start(state, seconds);
               return show_panel(state, PanelPlace::measurement, "sweep");
             },
             needs_sweep},
      Action{"stop_sweep", "Stop the sweep", "Shift+F6", "Run/Sweep",
             "Stops the sweep and keeps the points measured so far.",
             [](State& state, double seconds) { stop_sweep(state, seconds); },
             [](const State& state) { return state.sweep.run ? std::string() : state.say("reason.no_sweep"); }},
  };
  return table;
}

}  // namespace lanescope::gui
