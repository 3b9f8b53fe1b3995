#include "gui/panels/source/source_actions.h"

#include <fmt/format.h>

#include <algorithm>

#include "gui/state/actions.h"
#include "gui/state/run_actions.h"

namespace warpscope::gui {

std::string needs_excess(const State& state) {
  if (!state.in_source.costs.worst.empty()) return {};
  const std::string missing = why_no_costs(state);
  return missing.empty() ? state.say("reason.no_excess") : missing;
}

Status worst_line(State& state, const Command&, double) {
  SourceState& source = state.in_source;
  const std::vector<int>& worst = source.costs.worst;
  const auto at = std::find(worst.begin(), worst.end(), source.selected);
  const bool again = at != worst.end() && std::next(at) != worst.end();
  source.selected = again ? *std::next(at) : worst.front();
  ++source.jumps;
  ++source.fronts_wanted;
  return {};
}

Status select_line(State& state, const Command& command, double) {
  const std::int64_t* line = number_in(command);
  const auto count = static_cast<std::int64_t>(state.source.lines.size());
  if (line == nullptr || *line < 0 || *line > count) {
    return failure("there is no such line", state.source.path, fmt::format("choose one of 1 to {}", count));
  }
  state.in_source.selected = static_cast<int>(*line);
  ++state.in_source.jumps;
  return {};
}

Status show_source(State& state, const Command&, double) {
  ++state.in_source.fronts_wanted;
  return {};
}

Status show_occupancy(State& state, const Command&, double) {
  ++state.in_source.occupancy_fronts_wanted;
  return {};
}

Status toggle_wide(State& state, const Command&, double) {
  state.wide = !state.wide;
  state.layouts.chosen.clear();
  ++state.layout_resets;
  return {};
}

Status toggle_as_written(State& state, const Command&, double) {
  CostView& view = state.in_source.view;
  view = view == CostView::executed ? CostView::written : CostView::executed;
  refresh_source(state);
  return {};
}

Status toggle_percent(State& state, const Command&, double) {
  CostUnit& unit = state.in_source.unit;
  unit = unit == CostUnit::absolute ? CostUnit::percent : CostUnit::absolute;
  return {};
}

Status toggle_by_excess(State& state, const Command&, double) {
  state.in_source.by_excess = !state.in_source.by_excess;
  ++state.in_source.jumps;
  return {};
}

Status toggle_ptx(State& state, const Command&, double) {
  state.in_source.ptx = !state.in_source.ptx;
  refresh_source(state);
  ++state.in_source.jumps;
  return {};
}

Status toggle_sass(State& state, const Command&, double) {
  state.in_source.sass = !state.in_source.sass;
  refresh_source(state);
  ++state.in_source.jumps;
  if (wants_sass(state) && state.connected) want_run(state);
  return {};
}

Status choose_launch(State& state, const Command& command, double) {
  const std::int64_t* index = number_in(command);
  const auto& result = state.in_source.with_curves;
  if (index == nullptr || !result || *index < 0 || *index >= static_cast<std::int64_t>(result->curves.size())) {
    return failure("there is no such launch", state.kernel);
  }
  state.in_source.launch = static_cast<std::size_t>(*index);
  return {};
}

bool is_wide(const State& state) {
  return state.wide;
}
bool is_as_written(const State& state) {
  return state.in_source.view == CostView::written;
}
bool is_percent(const State& state) {
  return state.in_source.unit == CostUnit::percent;
}
bool is_by_excess(const State& state) {
  return state.in_source.by_excess;
}
bool is_ptx_shown(const State& state) {
  return state.in_source.ptx;
}
bool is_sass_shown(const State& state) {
  return state.in_source.sass;
}

}  // namespace warpscope::gui
