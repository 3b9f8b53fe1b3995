#include "gui/panels/source/source_actions.h"

#include <fmt/format.h>

#include <algorithm>

#include "gui/state/actions.h"
#include "gui/state/run_actions.h"

namespace warpscope::gui {

std::string needs_excess(const State& state) {
  if (!state.source.costs.worst.empty()) return {};
  const std::string missing = why_no_costs(state);
  return missing.empty() ? state.say("reason.no_excess") : missing;
}

Status worst_line(State& state, const Command&, double) {
  SourceState& source = state.source;
  const std::vector<int>& worst = source.costs.worst;
  const auto at = std::ranges::find(worst, source.selected);
  const bool again = at != worst.end() && std::next(at) != worst.end();
  source.selected = again ? *std::next(at) : worst.front();
  ++source.jumps;
  ++source.fronts_wanted;
  return {};
}

Status select_line(State& state, const Command& command, double) {
  const std::int64_t* line = number_in(command);
  const auto count = static_cast<std::int64_t>(state.source.text.lines.size());
  if (line == nullptr || *line < 0 || *line > count) {
    return failure("there is no such line", state.source.text.path, fmt::format("choose one of 1 to {}", count));
  }
  state.source.selected = static_cast<int>(*line);
  ++state.source.jumps;
  return {};
}

Status show_source(State& state, const Command&, double) {
  ++state.source.fronts_wanted;
  return {};
}

Status show_occupancy(State& state, const Command&, double) {
  ++state.source.occupancy_fronts_wanted;
  return {};
}

Status toggle_wide(State& state, const Command&, double) {
  state.ui.wide = !state.ui.wide;
  state.ui.layouts.chosen.clear();
  ++state.layout_resets;
  return {};
}

Status toggle_as_written(State& state, const Command&, double) {
  CostView& view = state.source.view;
  view = view == CostView::executed ? CostView::written : CostView::executed;
  refresh_source(state);
  return {};
}

Status toggle_percent(State& state, const Command&, double) {
  CostUnit& unit = state.source.unit;
  unit = unit == CostUnit::absolute ? CostUnit::percent : CostUnit::absolute;
  return {};
}

Status toggle_by_excess(State& state, const Command&, double) {
  state.source.by_excess = !state.source.by_excess;
  ++state.source.jumps;
  return {};
}

Status toggle_ptx(State& state, const Command&, double) {
  state.source.ptx = !state.source.ptx;
  refresh_source(state);
  ++state.source.jumps;
  return {};
}

Status toggle_sass(State& state, const Command&, double) {
  state.source.sass = !state.source.sass;
  refresh_source(state);
  ++state.source.jumps;
  if (wants_sass(state) && state.known.connected) want_run(state);
  return {};
}

Status choose_launch(State& state, const Command& command, double) {
  const std::int64_t* index = number_in(command);
  const auto& result = state.source.with_curves;
  if (index == nullptr || !result || *index < 0 || *index >= static_cast<std::int64_t>(result->curves.size())) {
    return failure("there is no such launch", state.selection.kernel);
  }
  state.source.launch = static_cast<std::size_t>(*index);
  return {};
}

bool is_wide(const State& state) {
  return state.ui.wide;
}
bool is_as_written(const State& state) {
  return state.source.view == CostView::written;
}
bool is_percent(const State& state) {
  return state.source.unit == CostUnit::percent;
}
bool is_by_excess(const State& state) {
  return state.source.by_excess;
}
bool is_ptx_shown(const State& state) {
  return state.source.ptx;
}
bool is_sass_shown(const State& state) {
  return state.source.sass;
}

}  // namespace warpscope::gui
