// Elements of every type, out of the bytes of a buffer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "catalogue/launch_plan.h"

namespace warpscope::worker {

/// Element `index` as raw bits in the low bytes. The buffer has it.
[[nodiscard]] std::uint64_t element_bits(std::span<const std::byte> buffer, std::uint64_t index,
                                         catalogue::ElementType type);

/// Raw bits as a number; exact but for integers beyond 2^53.
[[nodiscard]] double element_value(catalogue::ElementType type, std::uint64_t bits);

}  // namespace warpscope::worker
