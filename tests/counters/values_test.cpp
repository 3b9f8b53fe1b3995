#include "counters/values.h"

#include <gtest/gtest.h>

#include <limits>

namespace lanescope::counters {
namespace {

TEST(Values, AreAbsentUntilTheyAreKnown) {
  Values values;
  EXPECT_EQ(values.get("l1.hit_rate"), std::nullopt);
  EXPECT_TRUE(values.empty());
  values.set("l1.hit_rate", 0.0);
  EXPECT_EQ(values.get("l1.hit_rate"), 0.0) << "0 is a value";
  EXPECT_EQ(values.find("no.such_element"), std::nullopt);
}

TEST(Values, ThatAreNoNumbersAreNotKnown) {
  Values values;
  values.set("l2.hit_rate", 50.0);
  values.set("l2.hit_rate", std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(values.get("l2.hit_rate"), std::nullopt);
  values.set("l2.hit_rate", std::numeric_limits<double>::infinity());
  EXPECT_TRUE(values.empty());
  values.set("l2.hit_rate", std::optional<double>());
  EXPECT_TRUE(values.empty());
}

TEST(Values, AddUpAndMerge) {
  Values values, other;
  values.add("shared.load.wavefronts", 12);
  values.add("shared.load.wavefronts", 20);
  EXPECT_EQ(values.get("shared.load.wavefronts"), 32);
  other.set("shared.load.wavefronts", 5.0);
  other.set("stall.barrier", 1.5);
  values.merge(other);
  EXPECT_EQ(values.get("shared.load.wavefronts"), 5);
  EXPECT_EQ(values.get("stall.barrier"), 1.5);
  EXPECT_TRUE(values.has_any_of(Page::warp_states));
  EXPECT_FALSE(values.has_any_of(Page::device_table));
}

TEST(Number, IsAbsentWhereAPartIsAbsent) {
  EXPECT_EQ(sum(1.0, 2.0), 3.0);
  EXPECT_EQ(sum(1.0, std::nullopt), std::nullopt);
  EXPECT_EQ(difference(std::nullopt, 2.0), std::nullopt);
  EXPECT_EQ(product(3.0, 2.0), 6.0);
  EXPECT_EQ(quotient(1.0, 0.0), std::nullopt) << "nothing divides by 0";
  EXPECT_EQ(percentage(1.0, 4.0), 25.0);
}

TEST(Difference, NeedsBothAndIsInPointsForPercentages) {
  Values predicted, counted;
  predicted.set("l1.hit_rate", 80.0);
  EXPECT_EQ(difference(*quantity("l1.hit_rate"), predicted, counted), std::nullopt);
  counted.set("l1.hit_rate", 76.0);
  const auto points = difference(*quantity("l1.hit_rate"), predicted, counted);
  ASSERT_TRUE(points);
  EXPECT_EQ(points->absolute, -4);
  EXPECT_EQ(points->relative, std::nullopt);
  predicted.set("memory.read.bytes", 200.0);
  counted.set("memory.read.bytes", 250.0);
  const auto bytes = difference(*quantity("memory.read.bytes"), predicted, counted);
  ASSERT_TRUE(bytes);
  EXPECT_EQ(bytes->relative, 0.25);
  predicted.set("memory.read.bytes", 0.0);
  EXPECT_EQ(difference(*quantity("memory.read.bytes"), predicted, counted)->relative, std::nullopt);
}

}  // namespace
}  // namespace lanescope::counters
