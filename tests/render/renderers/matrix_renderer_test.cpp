#include "render/renderers/matrix_renderer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "golden.h"
#include "render/drawing.h"
#include "render/image/image.h"

namespace lanescope::render {
namespace {

constexpr Colour background{12, 34, 56, 255};

class Matrix : public Drawing {
 protected:
  void SetUp() override {
    Drawing::SetUp();
    if (HasFatalFailure()) return;
    auto loaded = MatrixRenderer::load(shaders_folder());
    ASSERT_TRUE(loaded) << loaded.error().text();
    picture_ = std::make_unique<MatrixRenderer>(std::move(*loaded));
  }
  void TearDown() override { picture_.reset(); }

  struct Size {
    std::uint32_t width, height;
  };

  // The field fills a picture of the given size.
  Image drawn(const std::vector<float>& values, const Field& field, Size size, ValueRange range = {0, 1},
              const MatrixStyle& style = {}) {
    const Framebuffer target = Framebuffer::create(size.width, size.height).value();
    target.clear(background);
    const Buffer buffer = buffer_with(values);
    picture_->draw(target, {0, 0, static_cast<int>(size.width), static_cast<int>(size.height)}, buffer, field, range,
                   style);
    return target.read();
  }

  std::unique_ptr<MatrixRenderer> picture_;
};

MatrixStyle without_grid() {
  MatrixStyle style;
  style.grid_from_pixels = 0;
  return style;
}

// 0, 1, 2 ... divided by the last.
std::vector<float> ramp(std::size_t count) {
  std::vector<float> values(count);
  for (std::size_t n = 0; n < count; ++n) values[n] = static_cast<float>(n) / static_cast<float>(count - 1);
  return values;
}

TEST_F(Matrix, EveryElementHasItsColourAndTheFirstRowIsOnTop) {
  const std::vector<float> values = ramp(12);
  const Image image = drawn(values, {4, 3, 0}, {40, 24}, {0, 1}, without_grid());
  for (std::uint32_t y = 0; y < 24; ++y) {
    for (std::uint32_t x = 0; x < 40; ++x) {
      const float value = values[y / 8 * 4 + x / 10];
      ASSERT_LE(distance(image.at(x, y), viridis(static_cast<double>(value))), 4) << "pixel " << x << ", " << y;
    }
  }
}

TEST_F(Matrix, TheRangeDecidesTheColoursAndValuesBeyondTakeTheEnds) {
  const Image image = drawn({-50, -10, 0, 10, 50}, {5, 1, 0}, {5, 1}, {-10, 10}, without_grid());
  EXPECT_EQ(image.at(0, 0), viridis(0));
  EXPECT_EQ(image.at(1, 0), viridis(0));
  EXPECT_LE(distance(image.at(2, 0), viridis(0.5)), 4);
  EXPECT_EQ(image.at(3, 0), viridis(1));
  EXPECT_EQ(image.at(4, 0), viridis(1));
}

TEST_F(Matrix, ARangeOfOneValueGivesTheMiddleAndARangeOverAllFloatsDoesNotOverflow) {
  EXPECT_LE(distance(drawn({3}, {1, 1, 0}, {1, 1}, {3, 3}).at(0, 0), viridis(0.5)), 4);
  constexpr float huge = std::numeric_limits<float>::max();
  const Image image = drawn({-huge, 0, huge}, {3, 1, 0}, {3, 1}, {-huge, huge}, without_grid());
  EXPECT_EQ(image.at(0, 0), viridis(0));
  EXPECT_LE(distance(image.at(1, 0), viridis(0.5)), 4);
  EXPECT_EQ(image.at(2, 0), viridis(1));
}

// Whether both stripe colours are seen in the square, and no colour of a value.
void expect_hatched(const Image& image, std::uint32_t left, std::uint32_t top, std::uint32_t size) {
  const MatrixStyle style;
  std::size_t dark = 0, light = 0;
  for (std::uint32_t y = top; y < top + size; ++y) {
    for (std::uint32_t x = left; x < left + size; ++x) {
      const Colour colour = image.at(x, y);
      if (distance(colour, style.hatch_dark) <= 2) ++dark;
      if (distance(colour, style.hatch_light) <= 2) ++light;
      EXPECT_LE(std::abs(colour[0] - colour[1]), 12) << "a hatched pixel is grey: " << x << ", " << y;
    }
  }
  EXPECT_GT(dark, size * size / 4) << "dark stripes from " << left << ", " << top;
  EXPECT_GT(light, size * size / 4) << "light stripes from " << left << ", " << top;
}

TEST_F(Matrix, NanAndPoisonAreHatchedAndNothingElseIs) {
  // The second NaN has its sign and all bits of its payload set, as poison may.
  const float poison = std::bit_cast<float>(0xffffffffu);
  const Image image = drawn({0, nan, 1, poison, 0.5f, 0}, {3, 2, 0}, {96, 64}, {0, 1}, without_grid());
  expect_hatched(image, 32, 0, 32);
  expect_hatched(image, 0, 32, 32);
  for (std::uint32_t y = 0; y < 32; ++y) {
    for (std::uint32_t x = 0; x < 32; ++x) {
      ASSERT_EQ(image.at(x, y), viridis(0));
      ASSERT_EQ(image.at(64 + x, y), viridis(1));
    }
  }
}

TEST_F(Matrix, InfinitiesAreHatchedTheOtherWay) {
  const Image image = drawn({nan, infinity, -infinity}, {3, 1, 0}, {120, 40}, {0, 1}, without_grid());
  expect_hatched(image, 40, 0, 40);
  expect_hatched(image, 80, 0, 40);
  int nan_rises = 0, infinity_falls = 0;
  for (std::uint32_t y = 1; y < 39; ++y) {
    for (std::uint32_t x = 1; x < 39; ++x) {
      nan_rises += distance(image.at(x, y), image.at(x + 1, y - 1)) <= 2 ? 1 : 0;
      infinity_falls += distance(image.at(40 + x, y), image.at(41 + x, y + 1)) <= 2 ? 1 : 0;
    }
  }
  EXPECT_EQ(nan_rises, 38 * 38) << "stripes of NaN rise to the right";
  EXPECT_EQ(infinity_falls, 38 * 38) << "stripes of infinity fall to the right";
}

TEST_F(Matrix, APixelOfManyElementsShowsTheirMean) {
  std::vector<float> values(64);
  for (std::size_t n = 0; n < 64; ++n) values[n] = n % 8 < 4 ? static_cast<float>(n % 2) : 0.25f;
  const Image image = drawn(values, {8, 8, 0}, {2, 2}, {0, 1}, without_grid());
  EXPECT_LE(distance(image.at(0, 0), viridis(0.5)), 4) << "zeros and ones";
  EXPECT_LE(distance(image.at(0, 1), viridis(0.5)), 4);
  EXPECT_LE(distance(image.at(1, 0), viridis(0.25)), 4) << "quarters alone: no neighbour is mixed in";
}

TEST_F(Matrix, AtOddScalesAPixelShowsTheMeanOfAllThatItTouches) {
  constexpr Field field{37, 23, 0};
  constexpr Size size{16, 9};
  std::vector<float> values;
  for (std::uint32_t n = 0; n < field.width * field.height; ++n) {
    values.push_back(static_cast<float>(n * 2654435761u >> 16) / 65535.0f);
  }
  const Image image = drawn(values, field, size, {0, 1}, without_grid());
  for (std::uint32_t y = 0; y < size.height; ++y) {
    for (std::uint32_t x = 0; x < size.width; ++x) {
      // Whole numbers: pixel x touches the elements from floor(37 x / 16) to ceil(37 (x + 1) / 16) - 1.
      const std::uint32_t left = field.width * x / size.width;
      const std::uint32_t right = (field.width * (x + 1) + size.width - 1) / size.width;
      const std::uint32_t top = field.height * y / size.height;
      const std::uint32_t bottom = (field.height * (y + 1) + size.height - 1) / size.height;
      double sum = 0;
      for (std::uint32_t row = top; row < bottom; ++row) {
        for (std::uint32_t column = left; column < right; ++column) {
          sum += static_cast<double>(values[row * field.width + column]);
        }
      }
      const double mean = sum / ((right - left) * (bottom - top));
      EXPECT_LE(distance(image.at(x, y), viridis(mean)), 4) << "pixel " << x << ", " << y;
    }
  }
}

TEST_F(Matrix, OneHoleAmongManyElementsOfAPixelIsNotAveragedAway) {
  std::vector<float> values(std::size_t{64} * 64, 0.5f);
  values[std::size_t{20} * 64 + 20] = nan;
  const Image image = drawn(values, {64, 64, 0}, {16, 16}, {0, 1}, without_grid());
  for (std::uint32_t y = 0; y < 16; ++y) {
    for (std::uint32_t x = 0; x < 16; ++x) {
      if (x == 5 && y == 5) {
        const Colour hole = image.at(x, y);
        EXPECT_GT(distance(hole, viridis(0.5)), 20);
        EXPECT_LE(std::abs(hole[0] - hole[1]), 12) << "grey, as no value is";
      } else {
        EXPECT_LE(distance(image.at(x, y), viridis(0.5)), 4) << "pixel " << x << ", " << y;
      }
    }
  }
}

TEST_F(Matrix, OnlyTheAreaIsDrawn) {
  const Framebuffer target = Framebuffer::create(50, 40).value();
  target.clear(background);
  const Buffer buffer = buffer_with({0, 1});
  picture_->draw(target, {10, 5, 20, 30}, buffer, {2, 1, 0}, {0, 1}, without_grid());
  const Image image = target.read();
  for (std::uint32_t y = 0; y < 40; ++y) {
    for (std::uint32_t x = 0; x < 50; ++x) {
      const bool inside = x >= 10 && x < 30 && y >= 5 && y < 35;
      const Colour expected = !inside ? background : viridis(x < 20 ? 0 : 1);
      ASSERT_EQ(image.at(x, y), expected) << "pixel " << x << ", " << y;
    }
  }
}

TEST_F(Matrix, TheFieldMayBeginInsideTheBuffer) {
  const Image image = drawn({nan, nan, nan, 0, 1}, {2, 1, 3}, {2, 1}, {0, 1}, without_grid());
  EXPECT_EQ(image.at(0, 0), viridis(0));
  EXPECT_EQ(image.at(1, 0), viridis(1));
}

TEST_F(Matrix, LinesPartLargeElementsAndNotSmallOnes) {
  const std::vector<float> values(16, 0.5f);
  const Image large = drawn(values, {4, 4, 0}, {64, 64});
  const Image small = drawn(values, {4, 4, 0}, {32, 32});
  for (std::uint32_t n = 0; n < 64; ++n) {
    const bool line = n % 16 == 0 && n != 0;
    EXPECT_EQ(distance(large.at(n, 8), viridis(0.5)) > 20, line) << "column " << n;
    EXPECT_EQ(distance(large.at(8, n), viridis(0.5)) > 20, line) << "row " << n;
  }
  for (std::uint32_t n = 0; n < 32; ++n) EXPECT_LE(distance(small.at(n, 5), viridis(0.5)), 4) << "column " << n;
}

TEST_F(Matrix, AFieldOutsideTheBufferIsABug) {
  const Framebuffer target = Framebuffer::create(8, 8).value();
  const Buffer buffer = buffer_with({1, 2, 3, 4});
  EXPECT_THROW(picture_->draw(target, {0, 0, 8, 8}, buffer, {2, 2, 1}, {0, 1}), MachineError);
  EXPECT_THROW(picture_->draw(target, {0, 0, 8, 8}, buffer, {1u << 31, 1u << 31, 0}, {0, 1}), MachineError);
  EXPECT_NO_THROW(picture_->draw(target, {0, 0, 8, 8}, buffer, {2, 2, 0}, {0, 1}));
}

TEST_F(Matrix, AnEmptyFieldDrawsNothing) {
  EXPECT_EQ(drawn({1}, {0, 0, 0}, {4, 4}), filled_image(4, 4, background));
}

TEST_F(Matrix, AMissingShaderIsNamed) {
  const auto loaded = MatrixRenderer::load(shaders_folder() / "missing");
  ASSERT_FALSE(loaded);
  EXPECT_NE(loaded.error().text().find("matrix.vert"), std::string::npos) << loaded.error().text();
}

// Waves, tiles that were never written, and a row that overflowed: what a wrong kernel leaves behind.
TEST_F(Matrix, LooksLikeItsGoldenPicture) {
  constexpr Field field{48, 30, 0};
  std::vector<float> values;
  for (std::uint32_t y = 0; y < field.height; ++y) {
    for (std::uint32_t x = 0; x < field.width; ++x) {
      const float dx = static_cast<float>(x) - 17.0f, dy = static_cast<float>(y) - 11.0f;
      const float radius = std::sqrt(dx * dx + dy * dy);
      float value = std::cos(0.55f * radius) * std::exp(-0.045f * radius);
      if (x >= 32 && x < 40 && y >= 8 && y < 16) value = nan;
      if (x >= 8 && x < 16 && y >= 20 && y < 28) value = nan;
      if (y == 26 && x >= 28 && x < 44) value = infinity;
      values.push_back(value);
    }
  }
  constexpr PixelArea area{16, 16, 48 * 16, 30 * 16};
  const Framebuffer target = Framebuffer::create(48 * 16 + 32, 30 * 16 + 32).value();
  target.clear({24, 25, 30, 255});
  const Buffer buffer = buffer_with(values);
  picture_->draw(target, area, buffer, field, {-1, 1});
  test::expect_golden(target.read(), "render/golden/matrix", {4, 0.001});
}

}  // namespace
}  // namespace lanescope::render
