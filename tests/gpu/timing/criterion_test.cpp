#include "gpu/timing/statistics.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace lanescope::gpu {
namespace {

/// Samples until the criterion is reached, or `max_samples`.
int samples_until(Criterion& criterion, int max_samples, const std::function<float(int)>& sample) {
  for (int i = 0; i < max_samples; ++i) {
    if (criterion.reached()) return i;
    criterion.add(sample(i));
  }
  return max_samples;
}

TEST(Criterion, IsReachedSoonByTimesThatLieCloseTogether) {
  Criterion criterion;
  EXPECT_EQ(samples_until(criterion, 500, [](int i) { return 1.0F + 0.001F * static_cast<float>(i % 3); }), 10);
  EXPECT_EQ(criterion.reached(), catalogue::SamplingEnd::spread);
  EXPECT_LT(criterion.relative_spread(), Criterion::enough);
}

TEST(Criterion, IsNotReachedWithFewSamplesHoweverCloseTheyLie) {
  Criterion criterion;
  for (int i = 0; i < 9; ++i) criterion.add(1);
  EXPECT_FALSE(criterion.reached());
}

TEST(Criterion, OneSlowSampleInTenDoesNotKeepItFromEnding) {
  Criterion criterion;
  EXPECT_LE(samples_until(criterion, 500, [](int i) { return i % 10 == 3 ? 50.0F : 1.0F; }), 12);
  EXPECT_EQ(criterion.reached(), catalogue::SamplingEnd::spread);
}

TEST(Criterion, NoiseThatStaysTheSameEndsIt) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> noise(0.9F, 1.1F);
  Criterion criterion;
  const int samples = samples_until(criterion, 2000, [&](int) { return noise(random); });
  EXPECT_EQ(criterion.reached(), catalogue::SamplingEnd::stable);
  EXPECT_GE(samples, 32);
  EXPECT_LT(samples, 500);
  EXPECT_NEAR(criterion.relative_spread(), 0.1, 0.03) << "half of 0.9 ... 1.1 lies within 0.95 ... 1.05";
}

TEST(Criterion, ATimeThatDriftsIsNotStable) {
  Criterion criterion;
  EXPECT_EQ(samples_until(criterion, 100, [](int i) { return 1.0F + 0.02F * static_cast<float>(i); }), 100);
}

TEST(Criterion, SurvivesTimesOfZero) {
  Criterion criterion;
  EXPECT_EQ(criterion.relative_spread(), 0);
  for (int i = 0; i < 40; ++i) criterion.add(0);
  EXPECT_EQ(criterion.relative_spread(), 0);
  EXPECT_EQ(criterion.reached(), catalogue::SamplingEnd::spread);
}

}  // namespace
}  // namespace lanescope::gpu
