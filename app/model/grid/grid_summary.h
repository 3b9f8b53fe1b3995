// What the times of a grid's blocks say as a whole: its waves, and the tail in which multiprocessors stand idle.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "trace/block_times.h"

namespace lanescope::model {

struct GridSummary {
  std::uint64_t blocks = 0;               ///< of the grid
  std::uint64_t wave_blocks = 0;          ///< that fit on the GPU at once
  double waves = 0;                       ///< blocks / wave_blocks; the last one may be a part
  std::uint32_t sms = 0;                  ///< that have at least one block
  std::uint32_t max_resident_blocks = 0;  ///< the most blocks that an SM has at a time
  std::uint32_t begin = 0, end = 0;       ///< ticks: of the first block, and of the last one's end
  /// The tail: from when the first slot of a resident block stays empty, because no block waits any more, to the end.
  /// begin == end without one, and where not all blocks are known. Slots that never have a block do not count.
  std::uint32_t tail_begin = 0, tail_end = 0;
  double tail_share = 0;                 ///< of the launch's time
  double empty_in_tail = 0;              ///< the share of the slots that are empty, in the mean of the tail
  double idle_in_tail = 0;               ///< the SMs without any block, in the mean of the tail; of `sms`
  double lost_share = 0;                 ///< of the time of all slots: what they are empty in the tail
  std::vector<std::uint32_t> sm_ends;    ///< by SM: when its last block ends; 0 for one without blocks
  std::vector<std::uint32_t> slot_ends;  ///< by SM and slot (`max_resident_blocks` each): the same of the slot

  [[nodiscard]] bool has_tail() const { return tail_end > tail_begin; }
};

/// `runs` are the blocks of one launch, by number; all of `blocks`, or the first ones.
[[nodiscard]] GridSummary summary_of(std::span<const trace::BlockRun> runs, std::uint64_t blocks,
                                     std::uint32_t sm_count, std::uint32_t blocks_per_sm);

/// How many blocks run, have ended and have yet to begin at a moment.
struct GridMoment {
  std::uint64_t running = 0, done = 0, waiting = 0;
  std::uint32_t busy_sms = 0;  ///< with at least one block
};
[[nodiscard]] GridMoment moment_of(std::span<const trace::BlockRun> runs, std::uint64_t blocks, double tick);

}  // namespace lanescope::model
