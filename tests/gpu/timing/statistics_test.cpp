#include "gpu/timing/statistics.h"

#include <gtest/gtest.h>

namespace lanescope::gpu {
namespace {

std::vector<Sample> without_clock(const std::vector<float>& times) {
  std::vector<Sample> samples;
  for (const float time : times) samples.push_back({time, std::nullopt});
  return samples;
}

TEST(Statistics, MedianOfAnOddNumberIsTheMiddleOne) {
  const Timing timing = summarise(without_clock({5, 1, 3}));
  EXPECT_DOUBLE_EQ(timing.median, 3);
  EXPECT_DOUBLE_EQ(timing.q1, 2);
  EXPECT_DOUBLE_EQ(timing.q3, 4);
}

TEST(Statistics, BetweenTwoSamplesLieStraightLines) {
  const Timing timing = summarise(without_clock({4, 1, 3, 2}));
  EXPECT_DOUBLE_EQ(timing.median, 2.5);
  EXPECT_DOUBLE_EQ(timing.q1, 1.75);
  EXPECT_DOUBLE_EQ(timing.q3, 3.25);
}

TEST(Statistics, OneSampleIsItsOwnMedianAndQuartiles) {
  const Timing timing = summarise(without_clock({0.5F}));
  EXPECT_DOUBLE_EQ(timing.median, 0.5);
  EXPECT_DOUBLE_EQ(timing.q1, 0.5);
  EXPECT_DOUBLE_EQ(timing.q3, 0.5);
}

TEST(Statistics, SamplesStayInTheOrderMeasured) {
  const std::vector<float> measured = {9, 2, 7};
  EXPECT_EQ(summarise(without_clock(measured)).times, measured);
}

TEST(Statistics, OneSlowSampleMovesNeitherMedianNorQuartilesFar) {
  const Timing timing = summarise(without_clock({1, 1, 1, 1, 1, 1, 1, 1000}));
  EXPECT_DOUBLE_EQ(timing.median, 1);
  EXPECT_DOUBLE_EQ(timing.q3, 1);
}

TEST(Statistics, SamplesAtALowClockAreCountedAndLeftOut) {
  const Timing timing = summarise({{2, 1900}, {9, 1200}, {4, 1950}, {3, std::nullopt}, {8, 1400}}, 1500);
  EXPECT_EQ(timing.times, (std::vector<float>{2, 4, 3}));
  EXPECT_DOUBLE_EQ(timing.median, 3);
  EXPECT_EQ(timing.throttled, 2U);
  EXPECT_FALSE(timing.low_clock);
  ASSERT_TRUE(timing.clock_mhz);
  EXPECT_DOUBLE_EQ(*timing.clock_mhz, 1925);
}

TEST(Statistics, WhenTheClockIsLowAllTheTimeThatIsSaid) {
  const Timing timing = summarise({{9, 1200}, {8, 1400}}, 1500);
  EXPECT_TRUE(timing.low_clock);
  EXPECT_EQ(timing.throttled, 2U);
  EXPECT_EQ(timing.times.size(), 2U);
  EXPECT_DOUBLE_EQ(*timing.clock_mhz, 1300);
}

TEST(Statistics, WithoutAClockThereIsNone) {
  EXPECT_FALSE(summarise(without_clock({1, 2})).clock_mhz);
}

TEST(Batch, MakesASampleLongEnough) {
  EXPECT_EQ(batch_for(0.2, 0.5, 500), 3U);
  EXPECT_EQ(batch_for(0.25, 0.5, 500), 2U);
}

TEST(Batch, IsOneWhenOneRunIsLongEnough) {
  EXPECT_EQ(batch_for(0.5, 0.5, 500), 1U);
  EXPECT_EQ(batch_for(800, 0.5, 500), 1U);
}

TEST(Batch, IsOneWhereNoMoreAreAllowed) {
  EXPECT_EQ(batch_for(0.001, 0.5, 1), 1U);
  EXPECT_EQ(batch_for(0.001, 0.5, 0), 1U);
}

TEST(Batch, IsBoundedWhenTheClockSawNothingPass) {
  EXPECT_EQ(batch_for(0, 0.5, 500), 500U);
  EXPECT_EQ(batch_for(1e-9, 0.5, 500), 500U);
}

}  // namespace
}  // namespace lanescope::gpu
