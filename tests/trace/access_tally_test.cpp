#include "trace/access_tally.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace lanescope::trace {
namespace {

/// Offsets of all lanes, `stride` bytes apart.
Offsets strided(std::uint32_t first, std::uint32_t stride) {
  Offsets offsets;
  for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane) offsets[lane] = first + lane * stride;
  return offsets;
}

TEST(AnAccessTally, TakesAccessesForEqualThatLieAMultipleOfItsPeriodApart) {
  AccessTally tally;
  const std::uint32_t number = tally.find_or_add(1, 2, ~0u, strided(4, 8));
  tally.add(number);
  for (const std::uint32_t periods : {1u, 7u, 1000u}) {
    const std::uint32_t other = tally.find_or_add(1, 2, ~0u, strided(4 + periods * tally_period, 8));
    EXPECT_EQ(other, number);
    tally.add(other, 2);
  }
  ASSERT_EQ(tally.entries().size(), 1u);
  EXPECT_EQ(tally.entries()[0].times, 7u);
  EXPECT_EQ(tally.entries()[0].offsets, strided(4, 8));
}

TEST(AnAccessTally, KeepsApartWhatDiffers) {
  AccessTally tally;
  std::vector<std::uint32_t> numbers = {
      tally.find_or_add(1, 2, ~0u, strided(0, 4)), tally.find_or_add(2, 2, ~0u, strided(0, 4)),
      tally.find_or_add(1, 3, ~0u, strided(0, 4)), tally.find_or_add(1, 2, 1, strided(0, 4)),
      tally.find_or_add(1, 2, ~0u, strided(4, 4)), tally.find_or_add(1, 2, ~0u, strided(0, 8))};
  Offsets outside = strided(0, 4);
  outside[31] = no_offset;
  numbers.push_back(tally.find_or_add(1, 2, ~0u, outside));
  std::sort(numbers.begin(), numbers.end());
  EXPECT_EQ(std::unique(numbers.begin(), numbers.end()), numbers.end());
  EXPECT_EQ(tally.entries().size(), numbers.size());
}

TEST(AnAccessTally, LeavesLanesWithoutAnOffsetWithoutOne) {
  AccessTally tally;
  Offsets offsets;
  offsets.fill(no_offset);
  EXPECT_EQ(tally.entries().size(), 0u);
  const std::uint32_t nowhere = tally.find_or_add(0, 0, 3, offsets);
  offsets[1] = 5 * tally_period + 12;
  const std::uint32_t one = tally.find_or_add(0, 0, 3, offsets);
  EXPECT_EQ(tally.entries()[nowhere].offsets[1], no_offset);
  EXPECT_EQ(tally.entries()[one].offsets[0], no_offset);
  EXPECT_EQ(tally.entries()[one].offsets[1], 12u);
}

TEST(AnAccessTally, FindsEachOfManyAgainAndForgetsThemAll) {
  AccessTally tally;
  std::mt19937 chance(3);  // NOLINT(cert-msc51-cpp): the same draw each time is what is wanted
  std::vector<Offsets> all(5000);
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    for (std::uint32_t& offset : all[i]) offset = chance() % 4096 * 4;
    all[i][0] = 0;
    EXPECT_EQ(tally.find_or_add(0, 0, ~0u, all[i]), i);
  }
  for (std::uint32_t i = 0; i < all.size(); ++i) EXPECT_EQ(tally.find_or_add(0, 0, ~0u, all[i]), i);
  tally.clear();
  EXPECT_TRUE(tally.entries().empty());
  EXPECT_EQ(tally.find_or_add(0, 0, ~0u, all[77]), 0u);
}

}  // namespace
}  // namespace lanescope::trace
