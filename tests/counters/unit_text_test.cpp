#include "counters/unit_text.h"

#include <gtest/gtest.h>

namespace lanescope::counters {
namespace {

TEST(UnitText, OfATerminalHasCommasAndWholeCounts) {
  EXPECT_EQ(text_of(Unit::count, 1234567).text(), "1,234,567");
  EXPECT_EQ(text_of(Unit::count, -1234.5).text(), "-1,234.5");
  EXPECT_EQ(text_of(Unit::bytes, 3.25e9).text(), "3.25 GB");
  EXPECT_EQ(text_of(Unit::bytes, 512).text(), "512 B");
  EXPECT_EQ(text_of(Unit::percent, 0.25).text(), "0.2 %");
  EXPECT_EQ(text_of(Unit::percent, 99.96).text(), "100.0 %");
  EXPECT_EQ(text_of(Unit::ratio, 8).text(), "8");
  EXPECT_EQ(text_of(Unit::ratio, 2.125).text(), "2.12");
  EXPECT_EQ(text_of(Unit::clocks, 12345.6).text(), "12,346 cycles");
  EXPECT_EQ(text_of(Unit::ms, 0.04675).text(), "46.75 µs");
  EXPECT_EQ(text_of(Unit::bytes_per_s, 2.8714e12).text(), "2.87 TB/s");
  EXPECT_EQ(text_of(Unit::hertz, 1.98e9).text(), "1.98 GHz");
  EXPECT_EQ(text_of(Unit::warps, 15.5).text(), "15.50 warps");
}

TEST(UnitText, OfTheWindowShortensLargeCountsAndHasWordsOfTheLanguage) {
  const NumberStyle style{thin_space, 4, false, "Takte", "Warps"};
  EXPECT_EQ(text_of(Unit::count, 99'999, style).text(), "99\u2009999");
  EXPECT_EQ(text_of(Unit::count, 671'088'640, style).text(), "671.1 M");
  EXPECT_EQ(text_of(Unit::clocks, 512.25, style).text(), "512 Takte");
  EXPECT_EQ(text_of(Unit::warps, 2, style).text(), "2.00 Warps");
}

TEST(NumberText, GroupsDigitsBeforeThePointOnly) {
  EXPECT_EQ(grouped(12345.678, 2), "12,345.68");
  EXPECT_EQ(grouped(-999.0, 0), "-999");
  EXPECT_EQ(grouped(std::uint64_t{18446744073709551615u}), "18,446,744,073,709,551,615") << "exactly";
  EXPECT_EQ(figures(2871.4, 4), "2,871");
  EXPECT_EQ(figures(0.01234, 3), "0.0123");
  EXPECT_EQ(figures(0, 3), "0");
}

}  // namespace
}  // namespace lanescope::counters
