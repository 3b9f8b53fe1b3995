#include "gpu/timing/clock.h"

#include <gtest/gtest.h>

#include <vector>

namespace lanescope::gpu {
namespace {

using Records = std::vector<ClockRecord>;

TEST(ClockOfSms, IsCyclesPerTime) {
  const Records before = {{1000, 50'000}};
  const Records after = {{11'000, 69'800}};
  ASSERT_TRUE(clock_mhz(before, after));
  EXPECT_NEAR(*clock_mhz(before, after), 1980, 0.01);
}

TEST(ClockOfSms, IsTheMedianOfThem) {
  const Records before = {{1000, 0}, {1000, 0}, {1000, 0}};
  const Records after = {{2000, 1000}, {2000, 1500}, {2000, 9000}};
  EXPECT_NEAR(*clock_mhz(before, after), 1500, 0.01);
}

TEST(ClockOfSms, LeavesOutSmsThatWereNotLookedAtTwice) {
  const Records before = {{0, 0}, {1000, 10}, {1000, 10}};
  const Records after = {{2000, 1000}, {0, 0}, {2000, 1810}};
  EXPECT_NEAR(*clock_mhz(before, after), 1800, 0.01);
}

TEST(ClockOfSms, IsAbsentWhenNothingIsKnown) {
  EXPECT_FALSE(clock_mhz(Records{}, Records{}));
  EXPECT_FALSE(clock_mhz(Records{{0, 0}}, Records{{0, 0}}));
  EXPECT_FALSE(clock_mhz(Records{{1000, 10}}, Records{{1000, 90}})) << "no time passed";
  EXPECT_FALSE(clock_mhz(Records{{1000, 90}}, Records{{2000, 10}})) << "a clock that began anew";
}

}  // namespace
}  // namespace lanescope::gpu
