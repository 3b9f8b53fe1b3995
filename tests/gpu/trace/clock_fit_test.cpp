#include "gpu/timing/clock.h"

#include <gtest/gtest.h>

#include <vector>

namespace lanescope::gpu {
namespace {

TEST(TraceClock, IsWhatTheSmsCountedBetweenTheirFirstAndLastRecord) {
  // SM 3 at 1.5 GHz, SM 5 at 2 GHz, SM 7 at 1.98 GHz, each with a clock that began at another time.
  const std::vector<ClockSample> samples = {{3, 1'000'000, 100'000}, {5, 7'000, 100'000},  {7, 0, 100'000},
                                            {3, 1'060'000, 140'000}, {5, 87'000, 140'000}, {7, 79'200, 140'000},
                                            {3, 1'030'000, 120'000}};
  const auto clock = clock_of(samples);
  ASSERT_TRUE(clock);
  EXPECT_DOUBLE_EQ(*clock, 1980);
}

TEST(TraceClock, IsNotKnownFromRecordsThatLieTooCloseTogether) {
  EXPECT_FALSE(clock_of({}));
  EXPECT_FALSE(clock_of(std::vector<ClockSample>{{0, 100, 1000}}));
  EXPECT_FALSE(clock_of(std::vector<ClockSample>{{0, 100, 1000}, {0, 30'000, 20'000}}));
  EXPECT_FALSE(clock_of(std::vector<ClockSample>{{0, 100, 1000}, {1, 30'000, 2'000'000}})) << "of different SMs";
}

}  // namespace
}  // namespace lanescope::gpu
