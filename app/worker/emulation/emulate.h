// The emulator as the worker uses it: no kernel can crash the worker, and nothing runs longer than somebody waits for
// it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/time/process_clock.h"
#include "catalogue/launch_plan.h"
#include "emulator/emulator.h"
#include "lab/experiment.h"
#include "ptx/module.h"
#include "sass/cubin.h"

namespace lanescope::worker {

/// How long something may take, in the time of this process, and who can end it earlier.
struct Deadline {
  std::shared_ptr<ProcessClock> clock;  ///< null: it has no end
  ProcessClock::Steady::time_point until;
  std::function<bool()> abandoned;  ///< may be empty; called from several threads

  [[nodiscard]] ProcessClock::Steady::duration left() const;
  [[nodiscard]] bool has_passed() const { return left().count() <= 0; }
  [[nodiscard]] bool is_abandoned() const { return abandoned && abandoned(); }
  /// Returns the same deadline, but one that ends no later than `limit` from now.
  [[nodiscard]] Deadline within(std::chrono::milliseconds limit) const;
};

/// A compiled program as the emulator and the model read it.
struct EmulatedProgram {
  ptx::Module module;
  std::optional<sass::Cubin> cubin;  ///< of the same program; empty when it could not be read
  Message without_cubin;             ///< why it could not be read
};

/// Fails when the PTX contains something unknown; the error names its line and the kernel.
[[nodiscard]] Expected<EmulatedProgram> read_program(const std::string& ptx, const std::vector<std::uint8_t>& cubin);

/// The kernel, plan and experiment to be emulated. All of them must outlive this object.
struct Emulation {
  const EmulatedProgram& program;
  const catalogue::Kernel& kernel;
  const catalogue::LaunchPlan& plan;
  const lab::Experiment& experiment;
};

/// Returns the options that the experiment asks for: inputs, schedule, whether to go on after a fault.
[[nodiscard]] emulator::Options options_for(const lab::Experiment& experiment);

/// Returns how many warp instructions a block may execute in the experiment's time limit; with more it is endless.
[[nodiscard]] std::uint64_t step_budget_for(const lab::Experiment& experiment);

/// Calls emulator::run() with a time limit. Outcome::cancelled says that the deadline passed or the run was abandoned.
/// It fails as emulator::run() does, and when that throws (for example because there is no memory).
[[nodiscard]] Expected<emulator::Outcome> emulate(const ptx::Module& module, const catalogue::LaunchPlan& plan,
                                                  emulator::Options options, const Deadline& deadline);

/// Counts the blocks of all kernels of the plan.
[[nodiscard]] std::uint64_t block_count(const catalogue::LaunchPlan& plan);
/// Counts the blocks from `first` to `first + count - 1` that exist, over the grids of all kernels of the plan.
[[nodiscard]] std::uint64_t block_count(const catalogue::LaunchPlan& plan, std::uint64_t first, std::uint64_t count);
/// Counts the threads of all kernels of the plan.
[[nodiscard]] std::uint64_t thread_count(const catalogue::LaunchPlan& plan);

/// Returns the block in the middle of the grid, which no edge cuts off.
[[nodiscard]] std::uint64_t middle_block(const catalogue::Dim3& grid);
/// Returns the corners of the grid and one block inside, in rising order, each once.
[[nodiscard]] std::vector<std::uint64_t> corners_and_middle(const catalogue::Dim3& grid);
/// Returns the part of a range of blocks that lies in the grid, in rising order.
[[nodiscard]] std::vector<std::uint64_t> blocks_in(const lab::BlockChoice& range, std::uint64_t grid_blocks);
/// Returns at most `max_blocks` blocks, spread evenly from the first to the last, in rising order.
[[nodiscard]] std::vector<std::uint64_t> spread_blocks(std::uint64_t grid_blocks, std::uint64_t max_blocks);

}  // namespace lanescope::worker
