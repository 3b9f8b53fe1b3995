// The places of blocks on their multiprocessors, and what makes block times unusable.
#include <gtest/gtest.h>

#include "trace/block_times.h"

namespace lanescope::trace {
namespace {

TEST(BlockTimes, GiveEachBlockTheLowestFreePlaceOfItsSm) {
  std::vector<BlockRun> runs{{0, 10, 3, 0}, {2, 5, 3, 0}, {5, 9, 3, 0}, {4, 6, 3, 0}, {0, 50, 4, 0}, {10, 12, 3, 0}};
  place_in_slots(runs);
  EXPECT_EQ(runs[0].slot, 0u);
  EXPECT_EQ(runs[1].slot, 1u);
  EXPECT_EQ(runs[2].slot, 1u) << "the place is free again";
  EXPECT_EQ(runs[3].slot, 2u);
  EXPECT_EQ(runs[4].slot, 0u) << "another SM";
  EXPECT_EQ(runs[5].slot, 0u);
}

TEST(BlockTimes, OfAnotherNumberOrBackwardAreNotDrawn) {
  BlockTimes times{{{0, 2, 2}}, {{0, 1, 0, 0}, {1, 2, 0, 0}}, 32};
  EXPECT_EQ(defect(times), "");
  times.runs[1].end = 0;
  EXPECT_EQ(defect(times), "block 1 ends before it begins");
  times.runs.pop_back();
  EXPECT_EQ(defect(times), "1 blocks where 2 were announced");
  times.launches[0].blocks = 1;
  EXPECT_EQ(defect(times), "2 of 1 blocks of a grid");
}

}  // namespace
}  // namespace lanescope::trace
