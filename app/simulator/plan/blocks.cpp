#include "simulator/plan/blocks.h"

#include <algorithm>
#include <set>

#include "base/low_discrepancy.h"

namespace lanescope::simulator {

std::uint64_t block_count(const catalogue::LaunchPlan& plan) {
  return block_count(plan, 0, ~std::uint64_t{0});
}

std::uint64_t block_count(const catalogue::LaunchPlan& plan, std::uint64_t first, std::uint64_t count) {
  std::uint64_t blocks = 0;
  for (const catalogue::Launch& launch : plan.launches) {
    if (launch.call != catalogue::Launch::Call::kernel || launch.grid.count() <= first) continue;
    blocks += std::min(count, launch.grid.count() - first);
  }
  return blocks;
}

std::uint64_t thread_count(const catalogue::LaunchPlan& plan) {
  std::uint64_t threads = 0;
  for (const catalogue::Launch& launch : plan.launches) {
    if (launch.call == catalogue::Launch::Call::kernel) threads += launch.grid.count() * launch.block.count();
  }
  return threads;
}

std::uint64_t middle_block(const catalogue::Dim3& grid) {
  return grid.x / 2 + std::uint64_t{grid.x} * (grid.y / 2 + std::uint64_t{grid.y} * (grid.z / 2));
}

std::vector<std::uint64_t> corners_and_middle(const catalogue::Dim3& grid) {
  std::vector<std::uint64_t> blocks{middle_block(grid)};
  for (const std::uint64_t z : {0u, grid.z - 1}) {
    for (const std::uint64_t y : {0u, grid.y - 1}) {
      for (const std::uint64_t x : {0u, grid.x - 1}) blocks.push_back(x + grid.x * (y + grid.y * z));
    }
  }
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  return blocks;
}

std::vector<std::uint64_t> spread_blocks(std::uint64_t grid_blocks, std::uint64_t max_blocks) {
  std::vector<std::uint64_t> blocks;
  const std::uint64_t count = std::min(grid_blocks, max_blocks);
  for (std::uint64_t i = 0; i < count; ++i) {
    blocks.push_back(count == 1 ? grid_blocks / 2 : i * (grid_blocks - 1) / (count - 1));
  }
  return blocks;
}

std::vector<std::uint64_t> blocks_all_over(const catalogue::Dim3& grid, std::uint64_t max_blocks) {
  if (max_blocks >= grid.count()) return spread_blocks(grid.count(), max_blocks);
  std::set<std::uint64_t> blocks;
  const auto at = [](std::uint64_t n, double step, std::uint32_t extent) {
    return static_cast<std::uint64_t>(low_discrepancy(n, step) * extent);
  };
  for (std::uint64_t n = 0; n < max_blocks; ++n) {
    const std::uint64_t y = at(n, square_root_step, grid.y), z = at(n, plastic_step, grid.z);
    blocks.insert(at(n, golden_step, grid.x) + grid.x * (y + grid.y * z));
  }
  return {blocks.begin(), blocks.end()};
}

}  // namespace lanescope::simulator
