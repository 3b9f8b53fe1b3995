// Runs the blocks of one launch.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/execution/launch.h"

namespace warpscope::emulator {

/// Runs the blocks (linear indices) of a launch, on several threads when launch.concurrent. What they left is appended
/// to `output`, in the order in which the blocks stood; where accesses are counted by block (launch.order is null),
/// `order` is the number of the first and becomes that behind the last. Launch::conflict says afterwards whether two
/// blocks touched the same word, so that the result is invalid. Returns how often each operation ran.
[[nodiscard]] Counts run_grid(Launch& launch, std::vector<std::uint64_t> blocks, BlockOutput& output,
                              std::uint64_t& order);

}  // namespace warpscope::emulator
