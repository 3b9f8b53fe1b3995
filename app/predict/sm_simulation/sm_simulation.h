// One multiprocessor runs its blocks, an event for each memory operation, against its share of the L2 and the memory.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "predict/counts/counts.h"
#include "predict/locality/locality.h"
#include "predict/profile/gpu_profile.h"

namespace lanescope::predict {

/// What can keep a kernel from being faster.
enum class Cause : std::uint8_t { launch, block_starts, instructions, pipe, l2, memory, atomics, waiting };
inline constexpr std::size_t causes = 8;
[[nodiscard]] std::string_view name_of(Cause cause);

struct SmSimulationInput {
  const InstructionStream& block;
  const Locality& locality;
  const Traffic& traffic;
  const Constants& gpu;
  Extent grid{1, 1, 1};
  Extent middle{0, 0, 0};  ///< where `block` lies
  std::uint64_t blocks_per_sm = 1;
  std::uint64_t shared_bytes = 0;  ///< of a block
  double memory_reads = 1;         ///< the part of Traffic::from_memory that is not in the L2 before the kernel starts
  double memory_writes = 1;        ///< the part of what is written that leaves the L2 before the kernel ends
  double work_of_mean = 1;         ///< what a block of the grid does in the mean, as a share of what `block` does
};

/// As many blocks as would do together what those of a grid do, if each did what `block` does; at least 1.
[[nodiscard]] std::uint64_t equal_blocks(const Extent& grid, double work_of_mean);

struct SmSimulation {
  double clocks = 0;  ///< of the whole grid, from the first block's start
  /// Clocks that each cause alone takes of an SM; `waiting` is what none of the others explains.
  std::array<double, causes> busy{};
  // of the whole grid
  double l1_sectors = 0, l1_hits = 0;  ///< that loads ask the L1 for
  double l2_sectors = 0, l2_read_sectors = 0, l2_read_misses = 0;
  double memory_read_bytes = 0, memory_write_bytes = 0;
  double shared_wavefronts = 0;
  SimulatedCounts counts;
  SimulatedBlocks blocks;  ///< without the clock rate
  /// By touch: the sectors that the L1 had for the block in the midst of the simulated ones.
  std::vector<std::uint8_t> from_l1;
};
[[nodiscard]] SmSimulation simulate_sm(const SmSimulationInput& input);

}  // namespace lanescope::predict
