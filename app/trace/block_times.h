// When and on which multiprocessor each block of a plan ran.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::trace {

/// One block from its first thread's start to its last thread's end, in ticks since the plan's first block began.
struct BlockRun {
  std::uint32_t begin = 0, end = 0;
  std::uint16_t sm = 0;
  std::uint16_t slot = 0;  ///< which of the places for resident blocks of its SM it takes
  friend bool operator==(const BlockRun&, const BlockRun&) = default;
};
static_assert(sizeof(BlockRun) == 12);

/// Blocks that are kept at most; the first ones of a plan.
inline constexpr std::uint64_t max_block_runs = std::uint64_t{1} << 21;

/// Block times that a GPU has written down. A tick is a nanosecond.
struct BlockTimes {
  struct Launch {
    std::uint32_t step = 0;    ///< of the plan
    std::uint64_t blocks = 0;  ///< of its grid
    std::uint64_t runs = 0;    ///< the first ones of them, which `runs` below has
    friend bool operator==(const Launch&, const Launch&) = default;
  };
  std::vector<Launch> launches;  ///< of kernels, in the order of the plan
  std::vector<BlockRun> runs;    ///< by launch, then by the linear number of the block, x fastest
  std::uint32_t clock_step = 0;  ///< the steps in which the clock that all SMs share advances, in nanoseconds
  friend bool operator==(const BlockTimes&, const BlockTimes&) = default;
};

/// Gives each block of an SM the lowest place that is free when it begins. `runs` are those of one launch.
void place_in_slots(std::vector<BlockRun>& runs);

/// Returns why views must not draw it (more or fewer runs than announced, a block that ends before it begins), or
/// empty.
[[nodiscard]] std::string defect(const BlockTimes& times);

}  // namespace lanescope::trace
