#include "gpu/statistics.h"

#include <gtest/gtest.h>

namespace warpscope::gpu {
namespace {

TEST(Statistics, MedianOfAnOddNumberIsTheMiddleOne) {
  const Timing timing = summarise({5, 1, 3}, 4);
  EXPECT_DOUBLE_EQ(timing.median, 3);
  EXPECT_DOUBLE_EQ(timing.q1, 2);
  EXPECT_DOUBLE_EQ(timing.q3, 4);
  EXPECT_EQ(timing.batch, 4U);
}

TEST(Statistics, BetweenTwoSamplesLieStraightLines) {
  const Timing timing = summarise({4, 1, 3, 2}, 1);
  EXPECT_DOUBLE_EQ(timing.median, 2.5);
  EXPECT_DOUBLE_EQ(timing.q1, 1.75);
  EXPECT_DOUBLE_EQ(timing.q3, 3.25);
}

TEST(Statistics, OneSampleIsItsOwnMedianAndQuartiles) {
  const Timing timing = summarise({0.5F}, 1);
  EXPECT_DOUBLE_EQ(timing.median, 0.5);
  EXPECT_DOUBLE_EQ(timing.q1, 0.5);
  EXPECT_DOUBLE_EQ(timing.q3, 0.5);
}

TEST(Statistics, SamplesStayInTheOrderMeasured) {
  const std::vector<float> measured = {9, 2, 7};
  EXPECT_EQ(summarise(measured, 1).samples, measured);
}

TEST(Statistics, OneSlowSampleMovesNeitherMedianNorQuartilesFar) {
  const Timing timing = summarise({1, 1, 1, 1, 1, 1, 1, 1000}, 1);
  EXPECT_DOUBLE_EQ(timing.median, 1);
  EXPECT_DOUBLE_EQ(timing.q3, 1);
}

TEST(Batch, MakesASampleLongEnough) {
  EXPECT_EQ(batch_for(0.2, 0.5), 3U);
  EXPECT_EQ(batch_for(0.25, 0.5), 2U);
}

TEST(Batch, IsOneWhenOneRunIsLongEnough) {
  EXPECT_EQ(batch_for(0.5, 0.5), 1U);
  EXPECT_EQ(batch_for(800, 0.5), 1U);
}

TEST(Batch, IsBoundedWhenTheClockSawNothingPass) {
  EXPECT_EQ(batch_for(0, 0.5), most_batch);
  EXPECT_EQ(batch_for(1e-9, 0.5), most_batch);
}

}  // namespace
}  // namespace warpscope::gpu
