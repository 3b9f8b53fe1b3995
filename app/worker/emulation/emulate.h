// The emulator as the worker uses it: nothing that a kernel does takes the worker down, and nothing runs for longer
// than somebody waits for it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalogue/launch_plan.h"
#include "emulator/emulator.h"
#include "lab/experiment.h"
#include "ptx/module.h"
#include "sass/cubin.h"

namespace warpscope::worker {

using TimePoint = std::chrono::steady_clock::time_point;

/// How long something may take, and who can end it earlier.
struct Deadline {
  TimePoint until = TimePoint::max();
  std::function<bool()> abandoned;  ///< may be empty; asked from several threads

  [[nodiscard]] bool over() const { return std::chrono::steady_clock::now() >= until; }
  [[nodiscard]] bool is_abandoned() const { return abandoned && abandoned(); }
  /// The same, ending no later than `limit` from now.
  [[nodiscard]] Deadline within(std::chrono::milliseconds limit) const;
};

/// A compiled program as the emulator and the model read it.
struct EmulatedProgram {
  ptx::Module module;
  std::optional<sass::Cubin> cubin;  ///< of the same program; empty: it could not be read
  std::string without_cubin;         ///< why
};

/// Error: the PTX has something that is not known, with its line and the kernel.
[[nodiscard]] Expected<EmulatedProgram> read_program(const std::string& ptx, const std::vector<std::uint8_t>& cubin);

/// What is to be emulated, of which experiment. All of it must outlive it.
struct Emulation {
  const EmulatedProgram& program;
  const catalogue::Kernel& kernel;
  const catalogue::LaunchPlan& plan;
  const lab::Experiment& experiment;
};

/// What an experiment asks of the emulator: inputs, schedule, whether to go on after a fault.
[[nodiscard]] emulator::Options options_for(const lab::Experiment& experiment);

/// Warp instructions of a block within the experiment's time limit; with more it is endless.
[[nodiscard]] std::uint64_t step_budget_for(const lab::Experiment& experiment);

/// emulator::run() with a time limit. Outcome::cancelled says that the deadline passed or the run was abandoned. Error:
/// as emulator::run(), and whatever it threw (memory that is not to be had).
[[nodiscard]] Expected<emulator::Outcome> emulate(const ptx::Module& module, const catalogue::LaunchPlan& plan,
                                                  emulator::Options options, const Deadline& deadline);

/// Blocks of all kernels of the plan.
[[nodiscard]] std::uint64_t blocks_of(const catalogue::LaunchPlan& plan);
/// Of each kernel's grid, those of the `count` from `first` on that it has.
[[nodiscard]] std::uint64_t blocks_of(const catalogue::LaunchPlan& plan, std::uint64_t first, std::uint64_t count);
/// Threads of all kernels of the plan.
[[nodiscard]] std::uint64_t threads_of(const catalogue::LaunchPlan& plan);

/// The block in the middle of the grid, where nothing is cut off.
[[nodiscard]] std::uint64_t inside_block(const catalogue::Dim3& grid);
/// The corners of the grid and one block inside, rising, each once.
[[nodiscard]] std::vector<std::uint64_t> corners_and_inside(const catalogue::Dim3& grid);
/// The part of a range of blocks that lies in the grid, rising.
[[nodiscard]] std::vector<std::uint64_t> blocks_in(const lab::BlockChoice& range, std::uint64_t grid_blocks);
/// At most `most` blocks, spread evenly from the first to the last, rising.
[[nodiscard]] std::vector<std::uint64_t> spread_blocks(std::uint64_t grid_blocks, std::uint64_t most);

}  // namespace warpscope::worker
