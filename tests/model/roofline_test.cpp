#include "model/hardware/roofline.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/hardware/devices.h"

namespace lanescope::model {
namespace {

/// Theoretical ones, all at the sheet's clock.
Roofs roofs_of(const DeviceSheet& device) {
  return {device.gb_per_s, device.fp32_gflop_per_s, wavefront_roof(device.sm_count, device.clock_mhz)};
}

const Roofs h200 = roofs_of(*device_sheet("H200"));

/// One warp of the product kernel of article 004, one step of k: 8 × 8 outputs a lane.
Work step_of_v10(double wavefronts) {
  return {0, 2.0 * 8 * 8 * 32, wavefronts};
}

TEST(TheWavefrontRoof, IsOneAClockOfEveryMultiprocessor) {
  EXPECT_DOUBLE_EQ(wavefront_roof(132, 1980), 261.36);
  EXPECT_DOUBLE_EQ(h200.wavefronts, 261.36);
}

TEST(TheWavefrontRoof, AsksForAsManyOperationsAWavefrontAsTheLanesOfAMultiprocessorDoInAClock) {
  EXPECT_DOUBLE_EQ(h200.operations / h200.wavefronts, 256);
  const Roofs a100 = roofs_of(*device_sheet("A100"));
  EXPECT_DOUBLE_EQ(a100.operations / a100.wavefronts, 128) << "64 lanes";
}

TEST(TheWavefrontRoof, TakesAFifthFromTheProductOfTheArticleAndNothingFromItsFix) {
  const auto conflicts = limiting_roof(step_of_v10(20), h200);
  ASSERT_TRUE(conflicts);
  EXPECT_EQ(conflicts->bound, Bound::shared_memory);
  const double share = step_of_v10(20).operations / (conflicts->seconds * 1e9) / h200.operations;
  EXPECT_NEAR(share, 0.8, 1e-12) << "204.8 of 256 operations a wavefront";
  const auto fixed = limiting_roof(step_of_v10(12), h200);
  ASSERT_TRUE(fixed);
  EXPECT_EQ(fixed->bound, Bound::compute) << "341.3 operations a wavefront";
}

TEST(TheLimitingRoof, IsTheOneThatWouldTakeLongest) {
  const auto copy = limiting_roof({8e9, 0, 0}, h200);
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy->bound, Bound::memory);
  EXPECT_NEAR(copy->seconds, 8 / 4814.304, 1e-12);
  EXPECT_EQ(limiting_roof({8e9, 8e9 * 13.8, 0}, h200)->bound, Bound::memory) << "below the ridge, 13.9";
  EXPECT_EQ(limiting_roof({8e9, 8e9 * 14.0, 0}, h200)->bound, Bound::compute);
  const auto conflicts = limiting_roof({8e9, 0, 32 * 8e9 / 128}, h200);
  EXPECT_EQ(conflicts->bound, Bound::shared_memory) << "a column of a tile: 32 wavefronts for 128 bytes";
}

TEST(TheLimitingRoof, OfKnownRoofsAlone) {
  EXPECT_FALSE(limiting_roof({}, h200)) << "no work";
  EXPECT_FALSE(limiting_roof({1, 1, 1}, {})) << "an unknown GPU";
  EXPECT_EQ(limiting_roof({1, 1e6, 1e6}, {4814, 0, 0})->bound, Bound::memory);
}

TEST(TheLimitingRoof, IsTheLargerTimeOfBytesAndOperations) {
  for (const double operations : {1e6, 1e9, 1e12}) {
    const Roofs roofs = roofs_of(*device_sheet("RTX 4090"));
    const double for_bytes = 1e9 / (roofs.bytes * 1e9), for_operations = operations / (roofs.operations * 1e9);
    const auto lowest = limiting_roof({1e9, operations, 0}, roofs);
    ASSERT_TRUE(lowest);
    EXPECT_DOUBLE_EQ(lowest->seconds, std::max(for_bytes, for_operations));
    EXPECT_EQ(lowest->bound, for_bytes > for_operations ? Bound::memory : Bound::compute);
  }
}

}  // namespace
}  // namespace lanescope::model
