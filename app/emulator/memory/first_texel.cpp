#include "emulator/memory/first_texel.h"

#include <bit>

namespace warpscope::emulator {

TextureShape shape_of(const catalogue::Texture& texture, const catalogue::Buffer& buffer) {
  TextureShape shape{
      texture.layout, texture.filter, texture.address, texture.normalized, buffer.type, buffer.elements(), 1};
  if (texture.layout == catalogue::Texture::Layout::array_2d && !buffer.shape.empty() && buffer.shape.back() > 0) {
    shape.width = static_cast<std::uint64_t>(buffer.shape.back());
    shape.height = buffer.elements() / shape.width;
  }
  return shape;
}

std::optional<std::uint64_t> first_texel(const TextureShape& shape, std::uint32_t x, std::uint32_t y) {
  std::optional<std::uint64_t> first;
  const TexelReader read = [&](std::uint64_t index) {
    if (!first) first = index * catalogue::size_of(shape.type);
    return std::uint64_t{0};
  };
  if (shape.layout == catalogue::Texture::Layout::linear) {
    static_cast<void>(fetch_linear(shape, static_cast<std::int32_t>(x), read));
  } else {
    static_cast<void>(fetch(shape, std::bit_cast<float>(x), std::bit_cast<float>(y), read));
  }
  return first;
}

}  // namespace warpscope::emulator
