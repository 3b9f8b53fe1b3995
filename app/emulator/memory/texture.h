// What a texture unit returns: addressing and filtering as the CUDA C++ Programming Guide, "Texture Fetching", has it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "catalogue/launch_plan.h"

namespace warpscope::emulator {

/// A texture of a plan: channels of one element each (the catalogue's textures have one channel).
struct TextureShape {
  catalogue::Texture::Layout layout = catalogue::Texture::Layout::linear;
  catalogue::Texture::Filter filter = catalogue::Texture::Filter::point;
  catalogue::Texture::Address address = catalogue::Texture::Address::clamp;
  bool normalized = false;
  catalogue::ElementType type = catalogue::ElementType::f32;
  std::uint64_t width = 0, height = 1;  ///< texels; height 1 for linear and 1-D
};

/// Reads the raw bits of texel x + width * y; called only for texels inside. The caller checks and records the access.
using TexelReader = std::function<std::uint64_t(std::uint64_t index)>;

/// One fetched value in all four components, as raw 32-bit words: f32 bits for floating texels (f16 widened), the
/// integer otherwise. Components that the format lacks are 0 (the fourth is 0 as well: single-channel formats give
/// (x, 0, 0, 1) with 1 as float or integer).
using Texel = std::array<std::uint32_t, 4>;

/// tex1Dfetch: integer coordinate into linear memory; outside gives 0.
[[nodiscard]] Texel fetch_linear(const TextureShape& shape, std::int64_t x, const TexelReader& read);
/// tex1D, tex2D with floating-point coordinates; y is 0 for 1-D.
[[nodiscard]] Texel fetch(const TextureShape& shape, float x, float y, const TexelReader& read);

/// The texture of a launch, bound to one of the plan's buffers.
[[nodiscard]] TextureShape shape_of(const catalogue::Texture& texture, const catalogue::Buffer& buffer);

/// Byte offset in the buffer of the texel that a fetch at raw coordinates reads first: the one that a trace shows.
/// Linear memory takes an integer x, arrays take floats. Empty: outside, where nothing is read.
[[nodiscard]] std::optional<std::uint64_t> first_texel(const TextureShape& shape, std::uint32_t x, std::uint32_t y);

}  // namespace warpscope::emulator
