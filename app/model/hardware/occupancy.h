// How many blocks a multiprocessor holds at once, and what keeps it from holding more.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model/hardware/devices.h"

namespace lanescope::model {

/// The resources that a kernel asks for.
struct BlockDemand {
  int threads = 0;                        ///< per block
  int registers_per_thread = 0;           ///< from the cubin
  std::int64_t static_shared_bytes = 0;   ///< per block, without what the system keeps
  std::int64_t dynamic_shared_bytes = 0;  ///< per block, of the launch
  int max_threads = 0;                    ///< of __launch_bounds__; 0 when not limited
};

/// A resource that limits the occupancy; several can at once.
enum class Limit { threads, registers, shared_memory, blocks, barriers };
[[nodiscard]] std::string_view name_of(Limit limit);  ///< "threads", "registers", "shared memory", "blocks", "barriers"

/// How many blocks of one launch a multiprocessor holds.
struct Occupancy {
  int blocks_per_sm = 0;      ///< 0 when the kernel cannot be launched with this demand
  int resident_warps = 0;     ///< per multiprocessor
  int max_warps = 0;          ///< per multiprocessor
  double fraction = 0;        ///< resident_warps / max_warps, 0 to 1
  std::vector<Limit> limits;  ///< the resources that limit it
  /// Blocks that each resource alone would allow; -1 when it sets no limit.
  int by_threads = -1, by_registers = -1, by_shared_memory = -1, by_blocks = -1;
  int allocated_registers = 0;              ///< per block, with the rounding of the hardware
  std::int64_t allocated_shared_bytes = 0;  ///< per block
  friend bool operator==(const Occupancy&, const Occupancy&) = default;
};

/// Applies NVIDIA's own rules (cuda_occupancy.h of the CUDA Toolkit), with the largest shared memory that a launch may
/// ask for. It fails when the demand is not valid (no threads, negative sizes), or the header does not know the compute
/// capability.
[[nodiscard]] Expected<Occupancy> occupancy(const MultiprocessorLimits& limits, const BlockDemand& demand);

/// A curve of the classical occupancy calculator: resident warps as one resource varies. warps[i] belongs to first + i
/// * step.
struct OccupancyCurve {
  std::int64_t first = 0, step = 1;
  std::int64_t now = 0;  ///< the value of the demand itself
  std::vector<int> warps;
  friend bool operator==(const OccupancyCurve&, const OccupancyCurve&) = default;
};

/// Varies the block size: 32 threads, 64, ... up to the most that a block may have.
[[nodiscard]] Expected<OccupancyCurve> vary_block_size(const MultiprocessorLimits& limits, const BlockDemand& demand);
/// Varies the registers per thread: 1, 2, ... 255.
[[nodiscard]] Expected<OccupancyCurve> vary_registers(const MultiprocessorLimits& limits, const BlockDemand& demand);
/// Varies the shared memory per block (static and dynamic): 0, 1 KiB, ... up to the most that a launch may ask for.
[[nodiscard]] Expected<OccupancyCurve> vary_shared_memory(const MultiprocessorLimits& limits,
                                                          const BlockDemand& demand);

}  // namespace lanescope::model
