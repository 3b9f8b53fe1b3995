#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analysis/grid_times.h"
#include "gui/messages.h"
#include "gui/store/actions.h"
#include "gui/store/playback/playback_commands.h"

namespace lanescope::gui {
namespace {

/// Limits a visible part to between 0 and 1, and to a length that can be drawn.
void set_visible_range(double& from, double& to, double begin, double end, double smallest) {
  const double part = std::clamp(end - begin, smallest, 1.0);
  from = std::clamp(begin, 0.0, 1 - part);
  to = from + part;
}

void zoom_rows(GridChoice& choice, double factor) {
  const double middle = (choice.first + choice.last) / 2, half = (choice.last - choice.first) / 2 * factor;
  set_visible_range(choice.first, choice.last, middle - half, middle + half, min_grid_rows);
}

/// The transport of the view moves by blocks and waves.
std::string needs_grid(const State& state) {
  return why_no_grid(state);
}

}  // namespace

Outcome ViewGrid::apply(State& state, double) const {
  if (!(to > from) || !(last > first)) return failure(message<"grid.no_part">(), "", message<"grid.no_part_remedy">());
  set_visible_range(state.grid.from, state.grid.to, from, to, min_grid_time);
  set_visible_range(state.grid.first, state.grid.last, first, last, min_grid_rows);
  return Effects();
}

Outcome ChooseBlock::apply(State& state, double) const {
  TRY_STATUS(possible(why_no_grid(state)));
  Playback& playback = state.playback;
  const analysis::GridTimes& times = *playback.grid.times;
  if (launch >= times.launches.size() || block >= times.launches[launch].summary.blocks) {
    return failure(message<"grid.no_block">(block, launch));
  }
  const GridBlock wanted{launch, block};
  const bool again = playback.grid.chosen == wanted;
  if (again) {
    playback.grid.chosen.reset();
  } else {
    playback.grid.chosen = wanted;
  }
  // The other views show it when it was recorded. Every launch of the plan records the block of that number.
  const experiments::Result* const result = state.current();
  const std::uint32_t step = times.launches[launch].step;
  const bool exists = result == nullptr || step >= result->launches.size() ||
                      block < result->launches[step].grid.count();  // what ran may be a smaller problem
  experiments::TraceChoice choice = playback.choice;
  choice.inside = again || !exists;
  choice.first_block = choice.inside ? 0 : block;
  if (choice == playback.choice) return Effects();
  playback.choice = choice;
  playback.traced_revision = 0;
  return needs_trace(state) ? measure(state.selection) : Effects();
}

std::span<const Action> grid_actions() {
  static constexpr std::array table{
      Action{"larger_rows", "Larger rows of the grid", "", "Views/Drawing",
             "Shows half as many SMs in the Grid view, with taller rows.",
             [](State& state) { zoom_rows(state.grid, 0.5); }, needs_grid},
      Action{"smaller_rows", "Smaller rows of the grid", "", "Views/Drawing",
             "Shows twice as many SMs in the Grid view.", [](State& state) { zoom_rows(state.grid, 2); }, needs_grid},
      Action{"fit_grid", "Whole grid", "", "Views/Drawing",
             "Shows all SMs in the Grid view, from the first block to the last.", [](State& state) { state.grid = {}; },
             needs_grid},
  };
  return table;
}

}  // namespace lanescope::gui
