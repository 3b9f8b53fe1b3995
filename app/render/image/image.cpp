#include "render/image/image.h"

#include <algorithm>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include "base/file.h"

#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image.h>
#include <stb_image_write.h>

namespace warpscope::render {

namespace {

std::size_t index_of(const Image& image, std::uint32_t x, std::uint32_t y) {
  if (x >= image.width || y >= image.height) {
    throw MachineError(
        {fmt::format("pixel ({}, {}) lies outside {} × {} pixels", x, y, image.width, image.height), "", ""});
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
  throw MachineError(
      {fmt::format("an image of {} × {} pixels holds {} bytes", image.width, image.height, image.pixels.size()), "",
       ""});
}

Expected<std::string> encode_png(const Image& image) {
  // The encoder counts in int; half of it leaves room for its row filters.
  constexpr std::uint64_t max_bytes = std::numeric_limits<int>::max() / 2;
  const std::uint64_t bytes = std::uint64_t{4} * image.width * image.height;
  if (bytes == 0) return failure("a picture without pixels cannot be stored as PNG");
  if (bytes > max_bytes) {
    return failure(fmt::format("{} × {} pixels are too many for a PNG", image.width, image.height), "",
                   "choose a smaller size");
  }
  check_size(image);
  std::string png;
  const auto append = [](void* context, void* data, int size) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
  };
  const int width = static_cast<int>(image.width);
  if (stbi_write_png_to_func(append, &png, width, static_cast<int>(image.height), 4, image.pixels.data(), 4 * width) ==
      0) {
    throw MachineError({"the PNG encoder ran out of memory", "", ""});
  }
  return png;
}

Expected<Image> decode_png(std::string_view bytes, const std::string& name) {
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    return failure("the picture file is larger than 2 GiB", name);
  }
  int width = 0, height = 0, channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()), static_cast<int>(bytes.size()), &width,
                            &height, &channels, 4),
      stbi_image_free);
  if (!pixels) {
    return failure(fmt::format("not a PNG picture that can be read: {}", stbi_failure_reason()), name,
                   "use an undamaged PNG file");
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

}  // namespace warpscope::render
