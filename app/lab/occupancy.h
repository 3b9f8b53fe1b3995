// Occupancy as the rules of the hardware give it, with what binds, and the data sheet it was worked out for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::lab {

/// How many blocks of one launch a multiprocessor holds. Blocks and warps a multiprocessor.
struct Occupancy {
  int blocks_per_sm = 0;  ///< 0: it cannot be launched like this
  int resident_warps = 0, max_warps = 0;
  double fraction = 0;              ///< resident_warps / max_warps
  std::vector<std::string> limits;  ///< what binds: "threads", "registers", "shared memory", "blocks", "barriers"
  /// Blocks that each resource alone would allow; -1: it sets no limit.
  int by_threads = -1, by_registers = -1, by_shared_memory = -1, by_blocks = -1;
  int allocated_registers = 0;              ///< a block, with the rounding of the hardware
  std::int64_t allocated_shared_bytes = 0;  ///< a block
  friend bool operator==(const Occupancy&, const Occupancy&) = default;
};

/// Resident warps as one resource varies: warps[i] belongs to first + i * step.
struct OccupancyCurve {
  std::int64_t first = 0, step = 1;
  std::int64_t now = 0;  ///< the value of the kernel itself
  std::vector<int> warps;
  friend bool operator==(const OccupancyCurve&, const OccupancyCurve&) = default;
};

/// The three curves of the classical occupancy calculator, for one demand.
struct OccupancyCurves {
  std::string entry;
  int block_threads = 0;
  OccupancyCurve block_size;     ///< threads a block
  OccupancyCurve registers;      ///< a thread
  OccupancyCurve shared_memory;  ///< bytes a block
  friend bool operator==(const OccupancyCurves&, const OccupancyCurves&) = default;
};

/// One GPU as its maker describes it: theoretical numbers, not measured ones.
struct DataSheet {
  std::string name;                ///< "H200"
  std::string compute_capability;  ///< "9.0"
  int sm_count = 0;
  double clock_mhz = 0;         ///< boost
  double gb_per_s = 0;          ///< of the memory, 10^9 bytes
  double fp32_gflop_per_s = 0;  ///< a multiply-add counts as two
  std::int64_t l2_bytes = 0;
  friend bool operator==(const DataSheet&, const DataSheet&) = default;
};

}  // namespace warpscope::lab
