// Loops over the active lanes of a warp, and a set on the stack for the few keys of one warp instruction.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "model/access/access.h"
#include "trace/trace.h"

namespace lanescope::model {

/// Calls visit(address) for the lanes of the mask.
template <class Address, class Visit>
void for_each_lane(const LaneAddresses<Address>& addresses, std::uint32_t mask, Visit visit) {
  trace::for_each_lane(mask, [&](std::uint32_t lane) { visit(addresses[lane]); });
}

/// Does the same until visit(address) returns false. Returns whether it never did, as std::ranges::all_of().
template <class Address, class Visit>
[[nodiscard]] bool all_of_lanes(const LaneAddresses<Address>& addresses, std::uint32_t mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) {
    if (!visit(addresses[static_cast<std::size_t>(std::countr_zero(mask))])) return false;
  }
  return true;
}

/// Uses open addressing over 256 slots, with a bit for each used slot, so that only 32 bytes need clearing. A warp
/// instruction has at most 32 keys, so that collisions, each of which costs a mispredicted branch, are rare.
template <class Key>
class DistinctKeys {
 public:
  static constexpr std::size_t slots = 256;

  struct Slot {
    std::size_t index = 0;
    bool inserted = false;  ///< the key was not in the set
  };

  Slot insert(Key key) {
    // Fibonacci hashing suits keys that are mostly equally spaced: the golden ratio scatters them best.
    std::size_t slot = static_cast<std::size_t>((static_cast<std::uint64_t>(key) * 0x9e3779b97f4a7c15ull) >> 56);
    while ((used_[slot / 64] >> (slot % 64) & 1u) != 0) {
      if (keys_[slot] == key) return {slot, false};
      slot = (slot + 1) % slots;
    }
    used_[slot / 64] |= std::uint64_t{1} << (slot % 64);
    keys_[slot] = key;
    return {slot, true};
  }

 private:
  std::array<std::uint64_t, slots / 64> used_{};
  std::array<Key, slots> keys_;  // read only where used_ says that it was written
};

}  // namespace lanescope::model
