// Small PNG files for golden pictures: few steps a channel, which the tolerance of a comparison does not see, and then
// one byte a pixel with a palette. About a quarter of what the window's own PNG files are.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "render/image/image.h"

/// Of stb_image_write, which the render room holds. Allocated with malloc.
extern "C" unsigned char* stbi_zlib_compress(unsigned char* data, int data_len, int* out_len, int quality);

namespace lanescope::test {

namespace coarse_png {

/// The colour that is stored for this one: in the middle of its step.
inline render::Colour coarse(render::Colour colour, int step) {
  for (std::uint8_t& channel : colour) channel = static_cast<std::uint8_t>(channel / step * step + step / 2);
  colour[3] = 255;
  return colour;
}

/// One byte a pixel, a zero before each row, as PNG has it without filters.
struct Indexed {
  std::string palette;
  std::vector<unsigned char> rows;
};

/// Empty when that leaves more than 256 colours.
inline std::optional<Indexed> indexed(const render::Image& image, int step) {
  constexpr std::size_t max_colours = 256;
  std::map<render::Colour, std::uint8_t> numbers;
  Indexed found;
  found.rows.reserve((std::size_t{image.width} + 1) * image.height);
  for (std::uint32_t y = 0; y < image.height; ++y) {
    found.rows.push_back(0);
    for (std::uint32_t x = 0; x < image.width; ++x) {
      const render::Colour colour = coarse(image.at(x, y), step);
      const auto [entry, is_new] = numbers.try_emplace(colour, static_cast<std::uint8_t>(numbers.size()));
      if (is_new) {
        if (numbers.size() > max_colours) return std::nullopt;
        for (std::size_t channel = 0; channel < 3; ++channel) found.palette += static_cast<char>(colour[channel]);
      }
      found.rows.push_back(entry->second);
    }
  }
  return found;
}

}  // namespace coarse_png

/// A channel is stored at most 16 from what it was, 8 where 256 colours do then. Error: they do in neither case, or the
/// file cannot be written.
inline Status write_coarse_png(const render::Image& image, const std::filesystem::path& file) {
  using render::big_endian, render::png_chunk;
  std::optional<coarse_png::Indexed> picture = coarse_png::indexed(image, 16);
  if (!picture) picture = coarse_png::indexed(image, 32);
  if (!picture) return failure("the picture has too many colours", file.string());
  constexpr int thorough = 128;  // places that the compressor looks at
  int length = 0;
  unsigned char* data =
      stbi_zlib_compress(picture->rows.data(), static_cast<int>(picture->rows.size()), &length, thorough);
  if (data == nullptr) return failure("the picture could not be compressed", file.string());
  const std::string packed(reinterpret_cast<const char*>(data), static_cast<std::size_t>(length));
  std::free(data);
  // Eight bits a pixel, colours from a palette, and the only compression, filter and order of rows.
  const std::string form("\x08\x03\x00\x00\x00", 5);
  return write_file(file, std::string(render::png_signature) +
                              png_chunk("IHDR", big_endian(image.width) + big_endian(image.height) + form) +
                              png_chunk("PLTE", picture->palette) + png_chunk("IDAT", packed) + png_chunk("IEND", ""));
}

}  // namespace lanescope::test
