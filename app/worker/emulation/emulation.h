// An experiment that the emulator runs.
#pragma once

#include <cstdint>
#include <vector>

#include "catalogue/kernel.h"
#include "catalogue/launch_plan.h"
#include "emulator/emulator.h"
#include "experiments/experiment.h"
#include "simulator/plan/program.h"

namespace lanescope::worker {

/// The kernel, plan and experiment to be emulated. All of them must outlive this object.
struct Emulation {
  const simulator::Program& program;
  const catalogue::Kernel& kernel;
  const catalogue::LaunchPlan& plan;
  const experiments::Experiment& experiment;
};

/// Returns the options that the experiment asks for: inputs, schedule, whether to go on after a fault.
[[nodiscard]] emulator::Options options_for(const experiments::Experiment& experiment);

/// Returns how many warp instructions a block may execute in the experiment's time limit; with more it is endless.
[[nodiscard]] std::uint64_t step_budget_for(const experiments::Experiment& experiment);

/// Returns the part of a range of blocks that lies in the grid, in rising order.
[[nodiscard]] std::vector<std::uint64_t> blocks_in(const experiments::BlockChoice& range, std::uint64_t grid_blocks);
}  // namespace lanescope::worker
