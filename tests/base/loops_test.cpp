// Loops of graphs that are written down by hand.
#include "base/graph/loops.h"

#include <gtest/gtest.h>

namespace lanescope {
namespace {

using Numbers = std::vector<std::uint32_t>;

TEST(Loops, OfStraightCodeAreNone) {
  const Loops loops = loops_of({{1}, {2, 3}, {3}, {}});
  EXPECT_EQ(loops.depth, (Numbers{0, 0, 0, 0}));
  EXPECT_EQ(loops.outermost, (Numbers(4, Loops::none)));
}

TEST(Loops, WithinEachOtherCountAndShareTheOutermost) {
  // 0 -> 1 -> 2 -> 3 -> 2, 3 -> 1, 1 -> 4; 4 repeats by itself.
  const Loops loops = loops_of({{1}, {2, 4}, {3}, {2, 1}, {4, 5}, {}});
  EXPECT_EQ(loops.depth, (Numbers{0, 1, 2, 2, 1, 0}));
  EXPECT_EQ(loops.outermost[1], loops.outermost[2]);
  EXPECT_EQ(loops.outermost[1], loops.outermost[3]);
  EXPECT_NE(loops.outermost[1], loops.outermost[4]);
  EXPECT_NE(loops.outermost[4], Loops::none);
}

TEST(Loops, ThatNothingEntersOrThatAreEnteredTwiceEnd) {
  EXPECT_EQ(loops_of({{}, {2}, {1}}).depth, (Numbers{0, 1, 1})) << "code that nothing reaches";
  EXPECT_EQ(loops_of({{1, 2}, {2}, {1}}).depth, (Numbers{0, 1, 1})) << "two entries";
  EXPECT_TRUE(loops_of({}).depth.empty());
}

}  // namespace
}  // namespace lanescope
