// Makes each block of a kernel record when it begins and ends, and on which SM: four words a block, and one atomic
// operation a warp. Nothing else of the kernel changes, and no register lives longer.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "ptx/module.h"

namespace lanescope::ptx {

/// What a block writes. The buffer holds zeros before.
struct BlockClocks {
  std::uint64_t nanoseconds = 0;   ///< %globaltimer when its first thread begins
  std::uint64_t begin_cycles = 0;  ///< %clock64 of its SM at the same moment
  std::uint64_t end_cycles = 0;    ///< %clock64 when the last of its warps ends
  std::uint32_t sm = 0;
  std::uint32_t written = 0;  ///< 1, or 0 for a block that did not run
};
static_assert(sizeof(BlockClocks) == 32);

/// The parameters of every kernel after its own ones: the place of the first block's BlockClocks, and how many blocks
/// have one, the first of the grid.
inline constexpr std::string_view block_clocks_parameter = "lanescope_block_clocks",
                                  block_count_parameter = "lanescope_block_count";

/// It fails for a module with a function that ends its threads itself (exit), where the place is not known.
[[nodiscard]] Expected<Module> with_block_clocks(const Module& module);

}  // namespace lanescope::ptx
