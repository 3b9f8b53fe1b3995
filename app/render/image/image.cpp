#include "render/image/image.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include "base/file.h"
#include "render/messages.h"

#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image.h>
#include <stb_image_write.h>

namespace lanescope::render {

namespace {

std::size_t index_of(const Image& image, std::uint32_t x, std::uint32_t y) {
  if (x >= image.width || y >= image.height) {
    throw MachineError({message<"image.pixel_outside">(x, y, image.width, image.height), "", ""});
  }
  return (std::size_t{y} * image.width + x) * 4;
}

}  // namespace

std::array<float, 4> fractions(const Colour& colour) {
  std::array<float, 4> result{};
  for (std::size_t channel = 0; channel < 4; ++channel) result[channel] = static_cast<float>(colour[channel]) / 255.0f;
  return result;
}

Colour Image::at(std::uint32_t x, std::uint32_t y) const {
  const std::size_t index = index_of(*this, x, y);
  return {pixels.at(index), pixels.at(index + 1), pixels.at(index + 2), pixels.at(index + 3)};
}

void Image::set(std::uint32_t x, std::uint32_t y, Colour colour) {
  const std::size_t index = index_of(*this, x, y);
  for (std::size_t channel = 0; channel < 4; ++channel) pixels.at(index + channel) = colour[channel];
}

void check_size(const Image& image) {
  if (image.pixels.size() == std::size_t{4} * image.width * image.height) return;
  throw MachineError({message<"image.bytes">(image.width, image.height, image.pixels.size()), "", ""});
}

Expected<std::string> encode_png(const Image& image) {
  // The encoder counts in int; half of its range leaves room for its row filters.
  constexpr std::uint64_t max_bytes = std::numeric_limits<int>::max() / 2;
  const std::uint64_t bytes = std::uint64_t{4} * image.width * image.height;
  if (bytes == 0) return failure(message<"image.empty">());
  if (bytes > max_bytes) {
    return failure(message<"image.too_large">(image.width, image.height), "",
                   message<"opengl.no_picture_memory_remedy">());
  }
  check_size(image);
  std::string png;
  const auto append = [](void* context, void* data, int size) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
  };
  const int width = static_cast<int>(image.width);
  if (stbi_write_png_to_func(append, &png, width, static_cast<int>(image.height), 4, image.pixels.data(), 4 * width) ==
      0) {
    throw MachineError({message<"image.no_memory">(), "", ""});
  }
  return png;
}

Expected<Image> decode_png(std::string_view bytes, const std::string& name) {
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    return failure(message<"image.file_too_large">(), name);
  }
  int width = 0, height = 0, channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()), static_cast<int>(bytes.size()), &width,
                            &height, &channels, 4),
      stbi_image_free);
  if (!pixels) {
    return failure(message<"image.no_png">(stbi_failure_reason()), name, message<"image.no_png_remedy">());
  }
  Image image{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), {}};
  image.pixels.assign(pixels.get(), pixels.get() + std::size_t{4} * image.width * image.height);
  return image;
}

Status write_png(const Image& image, const std::filesystem::path& file) {
  const auto png = encode_png(image);
  if (!png) return failure(Error{png.error().what, file.string(), png.error().remedy});
  return write_file(file, *png);
}

bool is_uniform(const Image& image) {
  constexpr std::ptrdiff_t channels = 4;
  return image.pixels.empty() || std::equal(image.pixels.begin() + channels, image.pixels.end(), image.pixels.begin());
}

namespace {

// These are ten equidistant colours of Viridis (Smith and van der Walt, matplotlib), as published with the map.
constexpr std::array<std::array<double, 3>, 10> published{{{68, 1, 84},
                                                           {72, 40, 120},
                                                           {62, 74, 137},
                                                           {49, 104, 142},
                                                           {38, 130, 142},
                                                           {31, 158, 137},
                                                           {53, 183, 121},
                                                           {109, 205, 89},
                                                           {180, 222, 44},
                                                           {253, 231, 37}}};

}  // namespace

Colour viridis(double position) {
  constexpr std::size_t last = published.size() - 1;
  const double along = std::clamp(position, 0.0, 1.0) * static_cast<double>(last);
  const std::size_t from = std::min(static_cast<std::size_t>(along), last - 1);
  const double t = along - static_cast<double>(from);

  Colour colour{0, 0, 0, 255};
  for (std::size_t channel = 0; channel < 3; ++channel) {
    // It is a Catmull-Rom curve; straight pieces would show as bands, because the eye sees kinks in a ramp.
    const double start = published[from][channel];
    const double end = published[from + 1][channel];
    const double before = from > 0 ? published[from - 1][channel] : 2 * start - end;
    const double behind = from + 2 <= last ? published[from + 2][channel] : 2 * end - start;
    const double leaving = (end - before) / 2;
    const double arriving = (behind - start) / 2;
    const double value =
        start +
        t * (leaving + t * (3 * (end - start) - 2 * leaving - arriving + t * (2 * (start - end) + leaving + arriving)));
    colour[channel] = static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 255.0)));
  }
  return colour;
}

std::array<Colour, colour_steps> viridis_table() {
  std::array<Colour, colour_steps> table{};
  for (std::size_t step = 0; step < colour_steps; ++step) {
    table[step] = viridis(static_cast<double>(step) / static_cast<double>(colour_steps - 1));
  }
  return table;
}

namespace {

constexpr std::array<std::uint32_t, 256> crc_table = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = (value & 1u) != 0 ? 0xedb88320u ^ value >> 1 : value >> 1;
    table.at(i) = value;
  }
  return table;
}();

std::uint32_t crc_of(std::string_view bytes) {
  std::uint32_t crc = 0xffffffffu;
  for (const char byte : bytes) crc = crc_table.at((crc ^ static_cast<unsigned char>(byte)) & 0xffu) ^ crc >> 8;
  return ~crc;
}

}  // namespace

std::string big_endian(std::uint32_t value, int bytes) {
  std::string text;
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) text += static_cast<char>(value >> shift & 0xffu);
  return text;
}

std::string png_chunk(std::string_view type, std::string_view data) {
  std::string named(type);
  named += data;
  return big_endian(static_cast<std::uint32_t>(data.size())) + named + big_endian(crc_of(named));
}

}  // namespace lanescope::render
