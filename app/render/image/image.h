// Pictures in memory and as PNG files, and the colours of values.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace warpscope::render {

/// Red, green, blue, alpha; 0 ... 255, as displays take them (sRGB), alpha straight.
using Colour = std::array<std::uint8_t, 4>;

/// Channels from 0 to 1, as OpenGL takes them.
[[nodiscard]] std::array<float, 4> fractions(const Colour& colour);

/// RGBA8, rows from the top, pixels from the left, without gaps: pixels.size() == 4 * width * height.
struct Image {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> pixels;

  [[nodiscard]] Colour at(std::uint32_t x, std::uint32_t y) const;
  void set(std::uint32_t x, std::uint32_t y, Colour colour);
  friend bool operator==(const Image&, const Image&) = default;
};

/// Throws MachineError when the number of pixels is not that of width and height.
void check_size(const Image& image);

/// The bytes of a PNG file. Error: an image without pixels.
[[nodiscard]] Expected<std::string> encode_png(const Image& image);
/// Error: not a picture, with the decoder's reason. `name` only names it in the error.
[[nodiscard]] Expected<Image> decode_png(std::string_view bytes, const std::string& name);

[[nodiscard]] Status write_png(const Image& image, const std::filesystem::path& file);

/// All pixels have one colour: nothing was drawn. True of an image without pixels.
[[nodiscard]] bool is_uniform(const Image& image);

// The colours of values: Viridis, which keeps its order in grey and for the colour-blind.

inline constexpr std::size_t colour_steps = 256;

/// Position 0 ... 1 (clamped) to an opaque colour. Smooth through Viridis's published colours at 0, 1/9, 2/9 ... 1.
[[nodiscard]] Colour viridis(double position);

/// The colours of viridis() as a table of colour_steps entries, position 0 first: what the shaders read.
[[nodiscard]] std::array<Colour, colour_steps> viridis_table();

// What a PNG file is put together from, by "Portable Network Graphics, Third Edition" (W3C, 2025): for files that
// encode_png() does not write.

/// What every PNG file begins with.
inline constexpr std::string_view png_signature("\x89PNG\r\n\x1a\n", 8);

/// The last `bytes` bytes of the number, the highest first.
[[nodiscard]] std::string big_endian(std::uint32_t value, int bytes = 4);

/// Length, type, data, and the CRC of type and data. `type`: four letters, "IDAT".
[[nodiscard]] std::string png_chunk(std::string_view type, std::string_view data);

}  // namespace warpscope::render
