// A texture unit: addressing and filtering as in the CUDA C++ Programming Guide, "Texture Fetching".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "catalogue/launch_plan.h"

namespace lanescope::emulator {

/// A texture of a plan, with channels of one element each (the catalogue's textures have one channel).
struct TextureShape {
  catalogue::Texture::Layout layout = catalogue::Texture::Layout::linear;
  catalogue::Texture::Filter filter = catalogue::Texture::Filter::point;
  catalogue::Texture::Address address = catalogue::Texture::Address::clamp;
  bool normalized = false;
  catalogue::ElementType type = catalogue::ElementType::f32;
  std::uint64_t width = 0, height = 1;  ///< texels; height is 1 for linear and 1-D
};

/// Reads the raw bits of texel x + width * y, which is always inside. The caller checks and records the access.
using TexelReader = std::function<std::uint64_t(std::uint64_t index)>;

/// One fetched value in all four components, as raw 32-bit words: f32 bits for floating-point texels (f16 widened),
/// else the integer. Components that the format lacks are 0, also the fourth one.
using Texel = std::array<std::uint32_t, 4>;

/// Executes tex1Dfetch: an integer coordinate into linear memory; outside gives 0.
[[nodiscard]] Texel fetch_linear(const TextureShape& shape, std::int64_t x, const TexelReader& read);
/// Executes tex1D or tex2D with floating-point coordinates; y is 0 for 1-D.
[[nodiscard]] Texel fetch(const TextureShape& shape, float x, float y, const TexelReader& read);

/// Returns the texture of a launch, bound to one of the plan's buffers.
[[nodiscard]] TextureShape shape_of(const catalogue::Texture& texture, const catalogue::Buffer& buffer);

/// Returns the byte offset in the buffer of the texel that a fetch at raw coordinates reads first, which a trace shows.
/// Linear memory takes an integer x, arrays take floats. Returns nothing outside, where no texel is read.
[[nodiscard]] std::optional<std::uint64_t> first_texel(const TextureShape& shape, std::uint32_t x, std::uint32_t y);

}  // namespace lanescope::emulator
