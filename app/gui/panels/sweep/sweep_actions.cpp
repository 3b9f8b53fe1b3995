#include "gui/panels/sweep/sweep_actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gui/panels/kernels/kernels_actions.h"
#include "gui/state/actions.h"
#include "gui/state/state.h"

namespace warpscope::gui {

namespace {

Expected<std::size_t> axis_of(const Command& command) {
  if (command.target == "first") return std::size_t{0};
  if (command.target == "second") return std::size_t{1};
  return failure(fmt::format("a sweep has no axis '{}'", command.target), "", "name first or second");
}

/// A knob, else a size, that is not this one; empty when there is none.
std::string another_setting(const catalogue::Kernel& kernel, const std::string& name) {
  for (const catalogue::Parameter& knob : kernel.parameters) {
    if (knob.name != name) return knob.name;
  }
  for (const catalogue::Size& size : kernel.sizes) {
    if (size.name != name) return size.name;
  }
  return {};
}

}  // namespace

std::string needs_sweep(const State& state) {
  if (!state.known.connected) return state.say("reason.no_worker");
  if (state.sweep.run) return state.say("reason.sweep_runs");
  return state.sweep.grid.wrong;
}

std::string needs_running_sweep(const State& state) {
  return state.sweep.run ? std::string() : state.say("reason.no_sweep");
}

std::string needs_sweep_points(const State& state) {
  const auto& cells = state.sweep.grid.cells;
  const bool any =
      std::ranges::any_of(cells, [&](const SweepCell& cell) { return known_point(state, cell) != nullptr; });
  return any ? std::string() : state.say("reason.no_points");
}

Status set_sweep_axis(State& state, const Command& command, double) {
  TRY(const auto axis, axis_of(command));
  const std::string name = command.value ? catalogue::to_text(*command.value) : std::string();
  const auto kernel = state.running();
  if (!kernel) return failure("no usable kernel is selected");
  if (!name.empty() && !lab::has_setting(*kernel, name)) {
    return failure(fmt::format("there is no knob or size {}", name), state.selection.kernel);
  }
  if (name.empty() && axis == 0) return failure("a sweep needs a first axis", "", "choose a knob or a size");
  const std::array<std::string, 2> before = state.sweep.grid.names;
  SweepAxisChoice& chosen = state.sweep.axes[axis];
  if (chosen.name != name) chosen = {name, {}};
  // The other axis had it: they change places.
  SweepAxisChoice& other = state.sweep.axes[1 - axis];
  if (!name.empty() && before[1 - axis] == name) other = {before[axis], {}};
  if (state.sweep.axes[0].name.empty() && axis == 1) state.sweep.axes[0].name = another_setting(*kernel, name);
  refresh_sweep_grid(state);
  refresh_pinned_grids(state);
  return {};
}

Status set_sweep_values(State& state, const Command& command, double) {
  TRY(const auto axis, axis_of(command));
  SweepAxisChoice& chosen = state.sweep.axes[axis];
  chosen.name = state.sweep.grid.names[axis];
  chosen.values = command.value ? catalogue::to_text(*command.value) : std::string();
  refresh_sweep_grid(state);
  refresh_pinned_grids(state);
  return {};
}

Status set_sweep_quantity(State& state, const Command& command, double) {
  for (const SweepQuantity quantity : all_sweep_quantities) {
    if (name_of(quantity) != command.target) continue;
    state.sweep.quantity = quantity;
    return {};
  }
  return failure(fmt::format("a sweep cannot show '{}'", command.target));
}

Status show_sweep(State& state, const Command&, double) {
  ++state.sweep.fronts_wanted;
  return {};
}

Status start_sweep(State& state, const Command&, double seconds) {
  const SweepGrid& grid = state.sweep.grid;
  SweepRun run;
  run.plan = grid.plan;
  run.began = run.latest = seconds;
  for (const SweepCell& cell : grid.cells) {
    if (cell.illegal.empty()) run.settings.push_back(cell.setting);
  }
  // What an earlier start of this session left undone goes on; a sweep that was finished is made afresh.
  std::vector<lab::SweepPoint> left;
  std::vector<std::string> settings;
  for (std::size_t i = 0; i < run.plan.points.size(); ++i) {
    if (swept_point(state, run.settings[i])) continue;
    left.push_back(run.plan.points[i]);
    settings.push_back(run.settings[i]);
  }
  if (!left.empty()) {
    run.plan.points = std::move(left);
    run.settings = std::move(settings);
  }
  state.sweep.run = std::move(run);
  ++state.sweep.fronts_wanted;
  return {};
}

Status stop_sweep(State& state, const Command&, double) {
  state.sweep.run.reset();
  return {};
}

Status export_sweep(State& state, const Command&, double) {
  ++state.sweep.exports_wanted;
  return {};
}

Status go_to_point(State& state, const Command& command, double seconds) {
  const std::int64_t* number = number_in(command);
  const SweepGrid& grid = state.sweep.grid;
  if (number == nullptr || *number < 0 || *number >= static_cast<std::int64_t>(grid.cells.size())) {
    return failure("the sweep has no such point", grid.kernel);
  }
  const SweepCell& cell = grid.cells[static_cast<std::size_t>(*number)];
  if (!cell.illegal.empty()) {
    return failure(fmt::format("{} cannot be chosen: {}", setting_text(cell.values), cell.illegal), grid.kernel);
  }
  catalogue::Values next = cell.values;
  // Values at their defaults are left out, as the knobs do it.
  for (const Knob& knob : state.selection.knobs) {
    const auto found = next.find(knob.name);
    if (found != next.end() && catalogue::to_text(found->second) == knob.labels[knob.default_index]) next.erase(found);
  }
  if (next != state.current_values()) change_to(state, {state.selection.kernel, std::move(next)}, seconds);
  return {};
}

}  // namespace warpscope::gui
