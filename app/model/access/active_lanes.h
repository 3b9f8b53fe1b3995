// Loops over the active lanes of a warp.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "model/access/access.h"

namespace warpscope::model {

/// visit(address) for the lanes of the mask.
template <class Address, class Visit>
void for_each_lane(const LaneAddresses<Address>& addresses, std::uint32_t mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) visit(addresses[static_cast<std::size_t>(std::countr_zero(mask))]);
}

/// The same while visit(address) returns true. Whether it always did.
template <class Address, class Visit>
[[nodiscard]] bool while_each_lane(const LaneAddresses<Address>& addresses, std::uint32_t mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) {
    if (!visit(addresses[static_cast<std::size_t>(std::countr_zero(mask))])) return false;
  }
  return true;
}

}  // namespace warpscope::model
