// When each block of the plan runs, and on which SM: as the GPU wrote it down, as the model predicts it, or without
// times in the order of the blocks' numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/message.h"
#include "catalogue/launch_plan.h"
#include "model/grid/grid_summary.h"
#include "predict/counts/counts.h"
#include "trace/block_times.h"

namespace lanescope::analysis {

enum class GridSource {
  instrumented,  ///< by the clock of the GPU
  predicted,     ///< the model replays the blocks of one SM, and all SMs do the same
  even,          ///< the time of the launch is known, and each block takes the same part of it
  order          ///< no time is known: each block takes one unit
};
/// What a tick is.
enum class GridUnit { nanoseconds, clocks, blocks };

struct GridLaunch {
  std::string title;
  std::uint32_t step = 0;  ///< of the plan
  catalogue::Dim3 grid, cluster;
  std::uint32_t blocks_per_sm = 0;  ///< that fit
  std::size_t first_run = 0;        ///< index into GridTimes::runs
  model::GridSummary summary;
};

struct GridTimes {
  GridSource source = GridSource::order;
  GridUnit unit = GridUnit::blocks;
  double units_per_tick = 1;
  std::uint32_t clock_step = 0;  ///< instrumented: the step of the GPU's clock in nanoseconds
  std::uint32_t sm_count = 0;
  std::string gpu;        ///< whose SMs they are
  double l2_bytes = 0;    ///< 0 when it is not known
  Message no_prediction;  ///< why the model says no times; of `order`
  std::vector<GridLaunch> launches;
  std::vector<trace::BlockRun> runs;   ///< by launch, then by number; the launches follow each other
  double length = 0;                   ///< ticks from the first begin to the last end
  std::uint32_t max_slots_per_sm = 1;  ///< the most blocks that an SM has at a time

  [[nodiscard]] std::span<const trace::BlockRun> runs_of(std::size_t launch) const;
  [[nodiscard]] std::uint64_t blocks() const;
  /// Whether the grids have more blocks than are kept.
  [[nodiscard]] bool is_cut() const { return blocks() > runs.size(); }
  /// The launch that runs at a tick, or the one before.
  [[nodiscard]] std::size_t launch_at(double tick) const;
  /// The wave that a block belongs to by its number, from 0.
  [[nodiscard]] std::uint64_t wave_of(std::size_t launch, std::uint64_t block) const;
};

/// What the times are made from; when it stays the same, they do.
struct GridTimesInput {
  struct Launch {
    std::string title;
    std::uint32_t step = 0;
    catalogue::Dim3 grid, cluster;
    std::uint32_t blocks_per_sm = 0;
    double clocks = 0;
    predict::SimulatedBlocks replayed;
    friend bool operator==(const Launch&, const Launch&) = default;
  };
  std::vector<Launch> launches;
  std::shared_ptr<const trace::BlockTimes> measured;
  std::uint32_t sm_count = 0;
  std::string gpu;
  Message no_prediction;
  double l2_bytes = 0;
  /// Whether the model knows how long each launch takes.
  [[nodiscard]] bool has_times() const {
    return std::ranges::all_of(launches, [](const Launch& launch) { return launch.clocks > 0; });
  }
  friend bool operator==(const GridTimesInput&, const GridTimesInput&) = default;
};
[[nodiscard]] std::shared_ptr<const GridTimes> grid_times(const GridTimesInput& input);

}  // namespace lanescope::analysis
