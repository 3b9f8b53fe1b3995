// Where a texture fetch goes.
#pragma once

#include <cstdint>
#include <optional>

#include "catalogue/launch_plan.h"
#include "emulator/memory/texture.h"

namespace warpscope::emulator {

/// The texture of a launch, bound to one of the plan's buffers.
[[nodiscard]] TextureShape shape_of(const catalogue::Texture& texture, const catalogue::Buffer& buffer);

/// Byte offset in the buffer of the texel that a fetch at raw coordinates reads first: the one that a trace shows.
/// Linear memory takes an integer x, arrays take floats. Empty: outside, where nothing is read.
[[nodiscard]] std::optional<std::uint64_t> first_texel(const TextureShape& shape, std::uint32_t x, std::uint32_t y);

}  // namespace warpscope::emulator
