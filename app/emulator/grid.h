// Runs the blocks of one launch.
#pragma once

#include <vector>

#include "emulator/launch.h"

namespace warpscope::emulator {

/// What a launch left, put together in the order in which its blocks stood.
struct GridOutput {
  BlockOutput all;
  Counts counts;
};

/// Runs the blocks (linear indices) of a launch, on several threads when launch.beside. Launch::conflict says
/// afterwards whether two of them met, so that the result is none.
[[nodiscard]] GridOutput run_grid(Launch& launch, std::vector<std::uint64_t> blocks);

}  // namespace warpscope::emulator
