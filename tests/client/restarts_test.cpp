#include "client/restarts.h"

#include <gtest/gtest.h>

namespace warpscope::client {
namespace {

using std::chrono::milliseconds;

const Clock::time_point begin{};

TEST(Restarts, TheFirstDeathCostsNoWaiting) {
  Restarts restarts;
  EXPECT_EQ(restarts.died(begin), milliseconds(0));
}

TEST(Restarts, DeathsInARowWaitLongerEachTimeAndThenGiveUp) {
  Restarts restarts;
  EXPECT_EQ(restarts.died(begin), milliseconds(0));
  EXPECT_EQ(restarts.died(begin + milliseconds(10)), milliseconds(50));
  EXPECT_EQ(restarts.died(begin + milliseconds(20)), milliseconds(100));
  EXPECT_EQ(restarts.died(begin + milliseconds(30)), milliseconds(200));
  EXPECT_FALSE(restarts.died(begin + milliseconds(40)));
}

TEST(Restarts, DeathsFarApartNeverGiveUp) {
  Restarts restarts;
  for (int i = 0; i < 100; ++i) EXPECT_EQ(restarts.died(begin + i * milliseconds(11'000)), milliseconds(0));
}

TEST(Restarts, ANewWishForgetsTheDeathsBefore) {
  Restarts restarts;
  for (std::size_t i = 1; i < Restarts::most_deaths; ++i) EXPECT_TRUE(restarts.died(begin));
  restarts.forget();
  EXPECT_EQ(restarts.died(begin), milliseconds(0));
}

}  // namespace
}  // namespace warpscope::client
