// Which blocks stand for a grid.
#include <gtest/gtest.h>

#include <algorithm>

#include "simulator/plan/blocks.h"

namespace lanescope::simulator {
namespace {

using Blocks = std::vector<std::uint64_t>;

TEST(ABlockInside, LiesInTheMiddleOfEveryDirection) {
  EXPECT_EQ(middle_block({1, 1, 1}), 0u);
  EXPECT_EQ(middle_block({4, 1, 1}), 2u);
  EXPECT_EQ(middle_block({4, 6, 1}), 2u + 4u * 3u);
  EXPECT_EQ(middle_block({4, 6, 8}), 2u + 4u * (3u + 6u * 4u));
}

TEST(CornersAndInside, AreRisingAndEachThereOnce) {
  EXPECT_EQ(corners_and_middle({1, 1, 1}), (Blocks{0}));
  EXPECT_EQ(corners_and_middle({5, 1, 1}), (Blocks{0, 2, 4}));
  EXPECT_EQ(corners_and_middle({4, 4, 1}), (Blocks{0, 3, 10, 12, 15}));
  EXPECT_EQ(corners_and_middle({3, 3, 3}), (Blocks{0, 2, 6, 8, 13, 18, 20, 24, 26}));
}

TEST(SpreadBlocks, ReachFromTheFirstToTheLast) {
  EXPECT_EQ(spread_blocks(0, 4), Blocks{});
  EXPECT_EQ(spread_blocks(3, 8), (Blocks{0, 1, 2}));
  EXPECT_EQ(spread_blocks(10, 4), (Blocks{0, 3, 6, 9}));
  EXPECT_EQ(spread_blocks(10, 1), (Blocks{5}));
  EXPECT_EQ(spread_blocks(std::uint64_t{1} << 40, 2).back(), (std::uint64_t{1} << 40) - 1);
}

TEST(BlocksAllOver, LieEvenlyInEveryDirection) {
  EXPECT_EQ(blocks_all_over({3, 2, 1}, 8), (Blocks{0, 1, 2, 3, 4, 5}));
  const Blocks line = blocks_all_over({1000, 1, 1}, 16);
  for (std::uint64_t quarter = 0; quarter < 4; ++quarter) {
    const auto inside = [&](std::uint64_t block) { return block / 250 == quarter; };
    EXPECT_NEAR(static_cast<double>(std::ranges::count_if(line, inside)), 4, 1) << quarter;
  }
  const Blocks cube = blocks_all_over({10, 10, 10}, 64);
  EXPECT_TRUE(std::ranges::is_sorted(cube));
  for (const std::uint64_t step : {1, 10, 100}) {
    const auto low = std::ranges::count_if(cube, [&](std::uint64_t block) { return block / step % 10 < 5; });
    EXPECT_NEAR(static_cast<double>(low), static_cast<double>(cube.size()) / 2, 4) << step;
  }
}

}  // namespace
}  // namespace lanescope::simulator
