#include "render/image/image.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lanescope::render {
namespace {

// CIE L* of an opaque sRGB colour, 0 ... 100.
double lightness(const Colour& colour) {
  const auto linear = [](std::uint8_t channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  const double y = 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
  return y > 0.008856 ? 116 * std::cbrt(y) - 16 : 903.3 * y;
}

TEST(ColourMap, GoesFromDarkPurpleToYellowAndIsClampedBeyond) {
  EXPECT_EQ(viridis(0), (Colour{68, 1, 84, 255}));
  EXPECT_EQ(viridis(1), (Colour{253, 231, 37, 255}));
  EXPECT_EQ(viridis(-3), viridis(0));
  EXPECT_EQ(viridis(7), viridis(1));
}

TEST(ColourMap, MeetsPublishedColoursThatItWasNotBuiltFrom) {
  // Viridis at 1/4, 1/2 and 3/4, as published in its version with five colours.
  const auto near = [](const Colour& got, const Colour& published) {
    for (std::size_t channel = 0; channel < 3; ++channel) {
      EXPECT_NEAR(got[channel], published[channel], 3) << "channel " << channel;
    }
  };
  near(viridis(0.25), {59, 82, 139, 255});
  near(viridis(0.5), {33, 144, 140, 255});
  near(viridis(0.75), {93, 200, 99, 255});
}

TEST(ColourMap, IsLighterWithEveryStepSoThatItKeepsItsOrderInGrey) {
  const auto table = viridis_table();
  for (std::size_t step = 8; step < table.size(); ++step) {
    EXPECT_GT(lightness(table[step]), lightness(table[step - 8])) << "step " << step;
  }
  EXPECT_LT(lightness(table.front()), 20);
  EXPECT_GT(lightness(table.back()), 88);
}

TEST(ColourMap, HasNoVisibleStepBetweenNeighbours) {
  const auto table = viridis_table();
  for (std::size_t step = 1; step < table.size(); ++step) {
    for (std::size_t channel = 0; channel < 3; ++channel) {
      EXPECT_LE(std::abs(table[step][channel] - table[step - 1][channel]), 4) << "step " << step;
    }
  }
}

}  // namespace
}  // namespace lanescope::render
