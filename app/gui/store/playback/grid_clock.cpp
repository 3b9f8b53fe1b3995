#include "gui/store/playback/grid_clock.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "analysis/grid_times.h"
#include "gui/store/playback/grid_times_input.h"
#include "gui/store/state.h"

namespace lanescope::gui {
namespace {

/// Moments nearer than this to the present one, in ticks, are the present one.
constexpr double same_moment = 0.5;

void go_to_tick(GridClock& clock, double tick) {
  clock.at = std::clamp(tick / std::max(1.0, clock.times->length), 0.0, 1.0) * GridClock::steps;
}

/// The Result that says most about the present setting: that of the worker, or the recording.
std::shared_ptr<const experiments::Result> best_result(const State& state) {
  if (state.current() != nullptr && state.known.result->kernel == state.selection.kernel) return state.known.result;
  if (state.known.connected) return nullptr;
  const experiments::Result* const recorded = state.recorded();
  // The index of the recordings keeps it.
  return recorded == nullptr ? nullptr : std::shared_ptr<const experiments::Result>(std::shared_ptr<void>(), recorded);
}

}  // namespace

double GridClock::tick() const {
  return times ? at / steps * times->length : 0;
}

void step_block(GridClock& clock, int direction) {
  if (!clock.times) return;
  const double now = clock.tick();
  double best = direction > 0 ? clock.times->length : 0;
  for (const trace::BlockRun& run : clock.times->runs) {
    const double begin = run.begin;
    if (direction > 0 ? begin > now + same_moment && begin < best : begin < now - same_moment && begin > best)
      best = begin;
  }
  go_to_tick(clock, best);
}

void step_wave(GridClock& clock, int direction) {
  if (!clock.times) return;
  const analysis::GridTimes& times = *clock.times;
  const double now = clock.tick();
  double best = direction > 0 ? times.length : 0;
  const auto offer = [&](double tick) {
    if (direction > 0 ? tick > now + same_moment && tick < best : tick < now - same_moment && tick > best) best = tick;
  };
  for (std::size_t number = 0; number < times.launches.size(); ++number) {
    const model::GridSummary& summary = times.launches[number].summary;
    const auto runs = times.runs_of(number);
    for (std::size_t first = 0; first < runs.size(); first += std::max<std::uint64_t>(1, summary.wave_blocks)) {
      offer(runs[first].begin);
    }
    offer(summary.end);
  }
  go_to_tick(clock, best);
}

void follow_grid(State& state) {
  Playback& playback = state.playback;
  GridClock& clock = playback.grid;
  if (clock.times && playback.kernel != state.selection.kernel) clock = {};
  if (!playback.is_visible(AnimatedView::grid)) return;
  std::shared_ptr<const experiments::Result> result = best_result(state);
  if (!result || result == clock.result) {
    if (result) clock.revision = state.selection.revision;
    return;
  }
  clock.result = result;
  auto input = grid_times_input(*result);
  if (!input) return;
  // Repeated measurements record no blocks. And until the model has spoken, an earlier setting stays in sight.
  if (!input->measured && has_measured_times(state)) return;
  const bool may_be_predicted = !result->ended() && input->no_prediction.empty();
  if (clock.times && !input->measured && !input->has_times() && may_be_predicted) return;
  clock.revision = state.selection.revision;
  if (clock.input && *clock.input == *input) return;
  clock.input = std::make_shared<const analysis::GridTimesInput>(std::move(*input));
  clock.times = analysis::grid_times(*clock.input);
  if (!clock.chosen) return;
  const GridBlock chosen = *clock.chosen;
  const bool is_there =
      chosen.launch < clock.times->launches.size() && chosen.block < clock.times->runs_of(chosen.launch).size();
  if (!is_there) clock.chosen.reset();
}

std::string why_no_grid(const State& state) {
  if (state.selection.kernel.empty()) return state.say("grid.no_kernel");
  if (has_open_question(state.lesson)) return state.say("views.covered");
  const GridClock& clock = state.playback.grid;
  if (clock.times && !clock.times->runs.empty()) return {};
  const experiments::Result* const result = best_result(state).get();
  if (result == nullptr) return state.say(state.known.connected ? "grid.waiting" : "grid.no_worker");
  if (result->failed()) return state.say("grid.failed");
  if (result->stage == experiments::ResultStage::resolved) return state.say("grid.waiting");
  return state.say("grid.no_room");
}

bool has_measured_times(const State& state) {
  const GridClock& clock = state.playback.grid;
  return clock.input && clock.input->measured && clock.revision == state.selection.revision;
}

bool grid_is_stale(const State& state) {
  return state.playback.grid.times && state.playback.grid.revision != state.selection.revision;
}

}  // namespace lanescope::gui
