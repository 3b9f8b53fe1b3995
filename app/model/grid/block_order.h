// The order in which the blocks of a launch run when nothing is measured: by their numbers, each on the next
// multiprocessor that has room. A pure function.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "trace/block_times.h"

namespace lanescope::model {

struct BlockOrder {
  std::array<std::uint64_t, 3> grid{1, 1, 1};
  std::array<std::uint64_t, 3> cluster{1, 1, 1};  ///< blocks of a thread block cluster; divides the grid
  std::uint32_t sm_count = 1;
  std::uint32_t blocks_per_sm = 1;  ///< that are resident
  /// The clocks at which the first blocks of an SM begin and end, in the order in which they begin. Where the SM has
  /// more blocks, there are whole rounds of resident blocks, two at least; blocks in the middle go on like those in the
  /// middle of them, and the last ones end like the last of them. Empty when it is not known.
  std::span<const double> begins, ends;
  double clocks = 0;  ///< of the whole launch; 0 when it is not known
  std::uint64_t max_blocks = trace::max_block_runs;
};

struct OrderedBlocks {
  std::vector<trace::BlockRun> runs;  ///< by number of the block; the first ones of them where there are more
  /// Clocks of a tick. Where neither clocks nor blocks are known it is 0: each block takes ticks_per_block.
  double clocks_per_tick = 0;
};
inline constexpr std::uint32_t ticks_per_block = 1000;

/// All SMs do the same, because the model knows one of them: block n goes to SM n modulo their number. The blocks of a
/// cluster begin together on neighbouring SMs; which SMs the hardware joins is not known. Without the times of single
/// blocks each takes as long as any other.
[[nodiscard]] OrderedBlocks blocks_in_order(const BlockOrder& order);

}  // namespace lanescope::model
