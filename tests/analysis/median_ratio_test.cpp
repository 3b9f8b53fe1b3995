#include "analysis/median_ratio.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace lanescope::analysis {
namespace {

std::vector<float> rising(std::size_t count) {
  std::vector<float> samples;
  for (std::size_t i = 1; i <= count; ++i) samples.push_back(static_cast<float>(i));
  return samples;
}

catalogue::Samples summary(double q1, double median, double q3, std::uint32_t count) {
  catalogue::Samples samples;
  samples.q1 = q1;
  samples.median = median;
  samples.q3 = q3;
  samples.samples = count;
  return samples;
}

TEST(MedianInterval, IsThatOfTheSignTest) {
  // Conover, table A3: of 20 samples the 6th and the 15th hold the median with 95.86 %.
  const auto interval = median_interval(rising(20), 0.05);
  ASSERT_TRUE(interval);
  EXPECT_EQ(interval->low, 6);
  EXPECT_EQ(interval->high, 15);
  // Of 10 samples the 2nd and the 9th: 97.85 %.
  EXPECT_EQ(median_interval(rising(10), 0.05)->low, 2);
}

TEST(MedianInterval, TakesSevenSamplesForOneInFortyToMissIt) {
  EXPECT_FALSE(median_interval(rising(6), 0.025));
  const auto interval = median_interval(rising(7), 0.025);
  ASSERT_TRUE(interval);
  EXPECT_EQ(interval->low, 1);
  EXPECT_EQ(interval->high, 7);
  EXPECT_FALSE(median_interval({}, 0.025));
}

TEST(MedianInterval, ReadsSamplesInAnyOrderAndManyOfThem) {
  std::vector<float> samples = rising(512);
  std::shuffle(samples.begin(), samples.end(), std::mt19937(7));
  const auto interval = median_interval(samples, 0.05);
  ASSERT_TRUE(interval);
  EXPECT_NEAR(interval->low, 256 - 1.96 * std::sqrt(512.0) / 2, 2);  // the binomial is nearly normal here
  EXPECT_EQ(interval->low + interval->high, 513) << "as many on the one side as on the other";
}

/// Draws from a skewed distribution again and again: the interval holds the true ratio in at least 95 % of the cases.
TEST(MedianRatio, HoldsTheTrueRatioOfASkewedDistribution) {
  std::mt19937 random(42);
  std::exponential_distribution<float> tail(1.0F);
  const double true_ratio = 1.25;
  int held = 0, narrow = 0;
  constexpr int experiments = 400;
  for (int i = 0; i < experiments; ++i) {
    std::vector<float> first, second;
    for (int sample = 0; sample < 60; ++sample) {
      first.push_back(1 + 0.1F * tail(random));
      second.push_back(static_cast<float>(true_ratio) * (1 + 0.1F * tail(random)));
    }
    const auto median_of = [](std::vector<float> samples) {
      std::nth_element(samples.begin(), samples.begin() + 30, samples.end());
      return static_cast<double>(samples[30]);
    };
    const MedianRatio found =
        median_ratio(summary(1, median_of(first), 2, 60), first, summary(1, median_of(second), 2, 60), second);
    EXPECT_EQ(found.basis, MedianRatio::Basis::samples);
    held += found.low <= true_ratio && true_ratio <= found.high ? 1 : 0;
    narrow += found.high - found.low < 0.22 ? 1 : 0;
  }
  EXPECT_GE(held, experiments * 95 / 100);
  EXPECT_GE(narrow, experiments * 9 / 10) << "an interval that holds everything would say nothing";
}

TEST(MedianRatio, FallsBackOnTheQuartiles) {
  const MedianRatio found = median_ratio(summary(0.99, 1, 1.01, 100), {}, summary(1.98, 2, 2.02, 100), {});
  EXPECT_EQ(found.basis, MedianRatio::Basis::quartiles);
  EXPECT_DOUBLE_EQ(found.ratio, 2);
  // Each median: 1.25 / 1.35 * 2 % / 10 = 0.185 %; both: 0.262 %; times 1.96: 0.513 %.
  EXPECT_NEAR(found.high / found.ratio - 1, 0.00515, 0.0001);
  EXPECT_NEAR(found.ratio / found.low - 1, 0.00515, 0.0001);
  EXPECT_TRUE(found.differs());
}

TEST(MedianRatio, DoesNotTellApartWhatLiesWithinTheSpread) {
  EXPECT_FALSE(median_ratio(summary(0.9, 1, 1.1, 20), {}, summary(0.92, 1.01, 1.1, 20), {}).differs());
}

TEST(MedianRatio, HasNoIntervalWithoutSamplesEnough) {
  const MedianRatio found = median_ratio(summary(1, 1, 1, 3), {}, summary(2, 2, 2, 100), {});
  EXPECT_EQ(found.basis, MedianRatio::Basis::none);
  EXPECT_DOUBLE_EQ(found.ratio, 2);
  EXPECT_FALSE(found.differs()) << "what nothing is known of is not claimed";
}

}  // namespace
}  // namespace lanescope::analysis
