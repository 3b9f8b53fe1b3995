#include "analysis/grid_times.h"

#include <algorithm>

#include "model/grid/block_order.h"

namespace lanescope::analysis {
namespace {

constexpr double nanoseconds_per_clock_and_mhz = 1000;

/// Puts the blocks of another launch behind those that are there, or where a clock has put them.
void append(GridTimes& times, const GridTimesInput::Launch& from, std::span<const trace::BlockRun> runs,
            std::uint64_t blocks) {
  GridLaunch& launch = times.launches.emplace_back();
  launch.title = from.title;
  launch.step = from.step;
  launch.grid = from.grid;
  launch.cluster = from.cluster;
  launch.blocks_per_sm = from.blocks_per_sm;
  launch.first_run = times.runs.size();
  times.runs.insert(times.runs.end(), runs.begin(), runs.end());
  launch.summary = model::summary_of(runs, blocks, times.sm_count, from.blocks_per_sm);
  times.length = std::max<double>(times.length, launch.summary.end);
  times.max_slots_per_sm = std::max(times.max_slots_per_sm, launch.summary.max_resident_blocks);
}

void fill_measured(GridTimes& times, const GridTimesInput& input) {
  const trace::BlockTimes& measured = *input.measured;
  times.source = GridSource::instrumented;
  times.unit = GridUnit::nanoseconds;
  times.clock_step = measured.clock_step;
  for (const trace::BlockRun& run : measured.runs) {
    times.sm_count = std::max<std::uint32_t>(times.sm_count, std::uint32_t{run.sm} + 1);
  }
  std::size_t first = 0;
  for (const trace::BlockTimes::Launch& launch : measured.launches) {
    const auto runs = std::span(measured.runs).subspan(first, launch.runs);
    first += launch.runs;
    const auto named = std::ranges::find(input.launches, launch.step, &GridTimesInput::Launch::step);
    if (named != input.launches.end()) append(times, *named, runs, launch.blocks);
  }
}

/// The launches follow each other without a pause.
void fill_in_order(GridTimes& times, const GridTimesInput& input) {
  const auto all = [&](auto&& holds) { return std::ranges::all_of(input.launches, holds); };
  const bool timed = all([](const auto& launch) { return launch.clocks > 0; });
  const bool replayed = timed && all([](const auto& launch) { return !launch.replayed.begin.empty(); });
  times.source = replayed ? GridSource::predicted : timed ? GridSource::even : GridSource::order;
  times.unit = replayed ? GridUnit::nanoseconds : timed ? GridUnit::clocks : GridUnit::blocks;
  times.no_prediction = input.no_prediction;
  std::uint64_t room = trace::max_block_runs;
  for (const GridTimesInput::Launch& launch : input.launches) {
    model::BlockOrder order;
    order.grid = {launch.grid.x, launch.grid.y, launch.grid.z};
    order.cluster = {launch.cluster.x, launch.cluster.y, launch.cluster.z};
    order.sm_count = input.sm_count;
    order.blocks_per_sm = launch.blocks_per_sm;
    order.max_blocks = room;
    if (replayed) {
      order.begins = launch.replayed.begin;
      order.ends = launch.replayed.end;
    }
    if (timed) order.clocks = launch.clocks;
    model::OrderedBlocks ordered = model::blocks_in_order(order);
    const double clocks = timed ? ordered.clocks_per_tick : 1.0 / model::ticks_per_block;
    if (times.launches.empty()) {
      times.units_per_tick = clocks * (replayed ? nanoseconds_per_clock_and_mhz / launch.replayed.clock_mhz : 1);
    }
    const auto behind = static_cast<std::uint32_t>(times.length);
    for (trace::BlockRun& run : ordered.runs) {
      run.begin += behind;
      run.end += behind;
    }
    room -= ordered.runs.size();
    append(times, launch, ordered.runs, launch.grid.count());
    if (room == 0) break;
  }
}

}  // namespace

std::span<const trace::BlockRun> GridTimes::runs_of(std::size_t launch) const {
  const std::size_t first = launches[launch].first_run;
  const std::size_t end = launch + 1 < launches.size() ? launches[launch + 1].first_run : runs.size();
  return std::span(runs).subspan(first, end - first);
}

std::uint64_t GridTimes::blocks() const {
  std::uint64_t sum = 0;
  for (const GridLaunch& launch : launches) sum += launch.summary.blocks;
  return sum;
}

std::size_t GridTimes::launch_at(double tick) const {
  const auto after = std::ranges::upper_bound(
      launches, tick, {}, [](const GridLaunch& launch) { return static_cast<double>(launch.summary.begin); });
  return after == launches.begin() ? 0 : static_cast<std::size_t>(after - launches.begin()) - 1;
}

std::uint64_t GridTimes::wave_of(std::size_t launch, std::uint64_t block) const {
  return block / std::max<std::uint64_t>(1, launches[launch].summary.wave_blocks);
}

std::shared_ptr<const GridTimes> grid_times(const GridTimesInput& input) {
  auto times = std::make_shared<GridTimes>();
  times->sm_count = input.sm_count;
  times->gpu = input.gpu;
  times->l2_bytes = input.l2_bytes;
  if (input.measured) {
    fill_measured(*times, input);
  } else {
    fill_in_order(*times, input);
  }
  return times;
}

}  // namespace lanescope::analysis
