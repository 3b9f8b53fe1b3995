// Runs a plan, or chosen blocks of it, in the emulator and counts their accesses.
#pragma once

#include <cstdint>
#include <optional>

#include "base/error.h"
#include "catalogue/launch_plan.h"
#include "emulator/emulator.h"
#include "model/metrics/metrics.h"
#include "simulator/plan/emulate.h"
#include "simulator/plan/program.h"

namespace lanescope::simulator {

/// A sample stands for a grid with at most so many blocks.
inline constexpr std::uint64_t max_sampled = 16;

/// What is counted of a run.
struct CountRequest {
  /// Blocks by their linear index in each launch's grid, x fastest.
  struct Range {
    std::uint64_t first = 0, count = 1;
  };
  std::optional<Range> range;  ///< empty: all blocks that run
  bool scale_to_grid = false;  ///< what some blocks cost becomes an estimate for the whole grid
};

struct CountedRun {
  emulator::Outcome outcome;  ///< without its trace
  model::Metrics metrics;     ///< empty when the outcome was cancelled
};

/// Runs the blocks of `options` (rising; all when empty) and counts. A plan whose blocks depend on each other runs
/// whole; those of the request count. It fails as emulator::run() does, or when the range has no block of the grid.
[[nodiscard]] Expected<CountedRun> run_and_count(const Program& program, const catalogue::LaunchPlan& plan,
                                                 const emulator::Options& options, const CountRequest& request,
                                                 const Deadline& deadline);

}  // namespace lanescope::simulator
