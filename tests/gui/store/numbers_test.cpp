#include "gui/store/words/numbers.h"

#include <gtest/gtest.h>

namespace lanescope::gui {
namespace {

TEST(Numbers, GroupsDigitsByThreesWithAThinSpace) {
  EXPECT_EQ(grouped(4800, 0), "4\u2009800");
  EXPECT_EQ(grouped(16777216, 0), "16\u2009777\u2009216");
  EXPECT_EQ(grouped(999, 0), "999");
  EXPECT_EQ(grouped(-1234.56, 1), "-1\u2009234.6");
}

TEST(Numbers, KeepsTheWantedFiguresButNeverShortensWholeNumbers) {
  EXPECT_EQ(figures(2871.4, 4), "2\u2009871");
  EXPECT_EQ(figures(12345.6, 4), "12\u2009346");
  EXPECT_EQ(figures(51.237, 4), "51.24");
  EXPECT_EQ(figures(0.05, 2), "0.050");
  EXPECT_EQ(figures(0, 4), "0");
}

TEST(Numbers, NamesATimeInTheUnitThatKeepsItShort) {
  EXPECT_EQ(duration(0.04675).text(), "46.75 µs");
  EXPECT_EQ(duration(41.8).text(), "41.80 ms");
  EXPECT_EQ(duration(2500).text(), "2.500 s");
  EXPECT_EQ(duration(0.0000123).text(), "12.30 ns");
}

TEST(Numbers, GivesQuartilesTheUnitOfTheirMedian) {
  EXPECT_EQ(duration(0.9991, 1.0003).unit, "ms");
  EXPECT_EQ(duration(1.0003, 0.9991).unit, "µs");
}

}  // namespace
}  // namespace lanescope::gui
