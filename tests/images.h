// Pictures of tests: made, read from files, compared.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "render/image/image.h"

namespace lanescope::render {

/// An image of one colour.
inline Image filled_image(std::uint32_t width, std::uint32_t height, Colour colour) {
  Image image{width, height, std::vector<std::uint8_t>(std::size_t{4} * width * height)};
  for (std::size_t index = 0; index < image.pixels.size(); ++index) image.pixels[index] = colour[index % 4];
  return image;
}

[[nodiscard]] inline Expected<Image> read_png(const std::filesystem::path& file) {
  TRY(const std::string bytes, read_file(file));
  return decode_png(bytes, file.string());
}

struct ImageDifference {
  int greatest = 0;  ///< largest difference of one channel of one pixel, 0 ... 255
  double share = 0;  ///< pixels with a channel that differs by more than the tolerance / all pixels, 0 ... 1
};
/// Error: the sizes differ.
[[nodiscard]] inline Expected<ImageDifference> compare(const Image& left, const Image& right, int tolerance = 0) {
  if (left.width != right.width || left.height != right.height) {
    return failure(fmt::format("the pictures differ in size: {} × {} and {} × {} pixels", left.width, left.height,
                               right.width, right.height));
  }
  ImageDifference difference;
  std::size_t differing = 0;
  const std::size_t count = left.pixels.size() / 4;
  for (std::size_t pixel = 0; pixel < count; ++pixel) {
    int greatest = 0;
    for (std::size_t channel = 0; channel < 4; ++channel) {
      greatest = std::max(greatest, std::abs(left.pixels[4 * pixel + channel] - right.pixels[4 * pixel + channel]));
    }
    difference.greatest = std::max(difference.greatest, greatest);
    if (greatest > tolerance) ++differing;
  }
  if (count != 0) difference.share = static_cast<double>(differing) / static_cast<double>(count);
  return difference;
}

/// For EXPECT_TRUE(same_picture(left, right)): a failure says how many pixels differ and by how much.
[[nodiscard]] inline testing::AssertionResult same_picture(const Image& left, const Image& right) {
  const auto difference = compare(left, right);
  if (!difference) return testing::AssertionFailure() << difference.error().text();
  if (difference->greatest == 0) return testing::AssertionSuccess();
  return testing::AssertionFailure() << fmt::format("{:.3f} % of the pixels differ, by up to {} of 255",
                                                    100 * difference->share, difference->greatest);
}

}  // namespace lanescope::render
