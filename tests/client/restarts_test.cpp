#include "client/restarts.h"

#include <gtest/gtest.h>

namespace lanescope::client {
namespace {

using std::chrono::milliseconds;

const Clock::time_point started_at{};

TEST(Restarts, TheFirstDeathCostsNoWaiting) {
  Restarts restarts;
  EXPECT_EQ(restarts.record_death(started_at), milliseconds(0));
}

TEST(Restarts, DeathsInARowWaitLongerEachTimeAndThenGiveUp) {
  Restarts restarts;
  EXPECT_EQ(restarts.record_death(started_at), milliseconds(0));
  EXPECT_EQ(restarts.record_death(started_at + milliseconds(10)), milliseconds(50));
  EXPECT_EQ(restarts.record_death(started_at + milliseconds(20)), milliseconds(100));
  EXPECT_EQ(restarts.record_death(started_at + milliseconds(30)), milliseconds(200));
  EXPECT_FALSE(restarts.record_death(started_at + milliseconds(40)));
}

TEST(Restarts, DeathsFarApartNeverGiveUp) {
  Restarts restarts;
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(restarts.record_death(started_at + i * milliseconds(11'000)), milliseconds(0));
}

TEST(Restarts, ANewWishForgetsTheDeathsBefore) {
  Restarts restarts;
  for (std::size_t i = 1; i < Restarts::max_deaths; ++i) EXPECT_TRUE(restarts.record_death(started_at));
  restarts.reset();
  EXPECT_EQ(restarts.record_death(started_at), milliseconds(0));
}

}  // namespace
}  // namespace lanescope::client
