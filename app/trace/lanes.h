// The lanes of a mask, one after the other.
#pragma once

#include <bit>
#include <cstdint>

namespace warpscope::trace {

/// Calls the function with the number of each set bit, rising.
template <class Function>
void for_each_lane(std::uint32_t mask, Function&& function) {
  for (; mask != 0; mask &= mask - 1) function(static_cast<std::uint32_t>(std::countr_zero(mask)));
}

}  // namespace warpscope::trace
