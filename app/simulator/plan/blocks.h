// The blocks of a plan: how many there are, and which ones stand for all.
#pragma once

#include <cstdint>
#include <vector>

#include "catalogue/launch_plan.h"

namespace lanescope::simulator {

/// Counts the blocks of all kernels of the plan.
[[nodiscard]] std::uint64_t block_count(const catalogue::LaunchPlan& plan);
/// Counts the blocks from `first` to `first + count - 1` that exist, over the grids of all kernels of the plan.
[[nodiscard]] std::uint64_t block_count(const catalogue::LaunchPlan& plan, std::uint64_t first, std::uint64_t count);
/// Counts the threads of all kernels of the plan.
[[nodiscard]] std::uint64_t thread_count(const catalogue::LaunchPlan& plan);

/// Returns the block in the middle of the grid, which no edge cuts off.
[[nodiscard]] std::uint64_t middle_block(const catalogue::Dim3& grid);
/// Returns the corners of the grid and one block inside, in rising order, each once.
[[nodiscard]] std::vector<std::uint64_t> corners_and_middle(const catalogue::Dim3& grid);
/// Returns at most `max_blocks` blocks, spread evenly from the first to the last, in rising order.
[[nodiscard]] std::vector<std::uint64_t> spread_blocks(std::uint64_t grid_blocks, std::uint64_t max_blocks);

/// Returns at most `max_blocks` blocks, in rising order, which lie evenly in each direction of the grid.
[[nodiscard]] std::vector<std::uint64_t> blocks_all_over(const catalogue::Dim3& grid, std::uint64_t max_blocks);

}  // namespace lanescope::simulator
