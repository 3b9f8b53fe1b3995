// Pictures in memory and as PNG files.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace warpscope::render {

/// Red, green, blue, alpha; 0 ... 255, as displays take them (sRGB), alpha straight.
using Colour = std::array<std::uint8_t, 4>;

/// RGBA8, rows from the top, pixels from the left, without gaps: pixels.size() == 4 * width * height.
struct Image {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> pixels;

  [[nodiscard]] Colour at(std::uint32_t x, std::uint32_t y) const;
  void set(std::uint32_t x, std::uint32_t y, Colour colour);
  friend bool operator==(const Image&, const Image&) = default;
};

/// An image of one colour.
[[nodiscard]] Image filled_image(std::uint32_t width, std::uint32_t height, Colour colour);

/// The bytes of a PNG file. Error: an image without pixels.
[[nodiscard]] Expected<std::string> encode_png(const Image& image);
/// Error: not a picture, with the decoder's reason. `name` only names it in the error.
[[nodiscard]] Expected<Image> decode_png(std::string_view bytes, const std::string& name);

[[nodiscard]] Status write_png(const Image& image, const std::filesystem::path& file);
[[nodiscard]] Expected<Image> read_png(const std::filesystem::path& file);

/// All pixels have one colour: nothing was drawn. True of an image without pixels.
[[nodiscard]] bool is_uniform(const Image& image);

struct ImageDifference {
  int greatest = 0;  ///< largest difference of one channel of one pixel, 0 ... 255
  double share = 0;  ///< pixels with a channel that differs by more than the tolerance / all pixels, 0 ... 1
};
/// Error: the sizes differ.
[[nodiscard]] Expected<ImageDifference> compare(const Image& left, const Image& right, int tolerance = 0);

}  // namespace warpscope::render
