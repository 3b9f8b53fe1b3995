// Pictures in memory and as PNG files, and the colours of values.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace lanescope::render {

/// Red, green, blue, alpha from 0 to 255, as displays use them (sRGB); alpha is not premultiplied.
using Colour = std::array<std::uint8_t, 4>;

/// Returns the channels from 0 to 1, as OpenGL uses them.
[[nodiscard]] std::array<float, 4> fractions(const Colour& colour);

/// An RGBA8 picture, rows from the top, pixels from the left, without gaps: pixels.size() == 4 * width * height.
struct Image {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> pixels;

  [[nodiscard]] Colour at(std::uint32_t x, std::uint32_t y) const;
  void set(std::uint32_t x, std::uint32_t y, Colour colour);
  friend bool operator==(const Image&, const Image&) = default;
};

/// Throws MachineError when the number of pixels is not that of width and height.
void check_size(const Image& image);

/// Returns the bytes of a PNG file. It fails for an image without pixels.
[[nodiscard]] Expected<std::string> encode_png(const Image& image);
/// Fails with the decoder's reason when the bytes are no picture. `name` only names it in the error.
[[nodiscard]] Expected<Image> decode_png(std::string_view bytes, const std::string& name);

[[nodiscard]] Status write_png(const Image& image, const std::filesystem::path& file);

/// Returns whether all pixels have one colour, so nothing was drawn. It is true for an image without pixels.
[[nodiscard]] bool is_uniform(const Image& image);

// The colours of values are those of Viridis, which keeps its order in grey and for the colour-blind.

inline constexpr std::size_t colour_steps = 256;

/// Returns an opaque colour for a position 0 ... 1 (clamped), smooth through Viridis's colours at 0, 1/9, 2/9 ... 1.
[[nodiscard]] Colour viridis(double position);

/// Returns viridis() as a table of colour_steps entries, position 0 first, for the shaders.
[[nodiscard]] std::array<Colour, colour_steps> viridis_table();

// These parts make up a PNG file by "Portable Network Graphics, Third Edition" (W3C, 2025); they serve files that
// encode_png() does not write.

/// The first bytes of every PNG file.
inline constexpr std::string_view png_signature("\x89PNG\r\n\x1a\n", 8);

/// Returns the last `bytes` bytes of the number, the highest first.
[[nodiscard]] std::string big_endian(std::uint32_t value, int bytes = 4);

/// Returns length, type, data, and the CRC of type and data. `type` has four letters, such as "IDAT".
[[nodiscard]] std::string png_chunk(std::string_view type, std::string_view data);

}  // namespace lanescope::render
