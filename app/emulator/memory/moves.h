// Moves one element of each lane between registers and memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "emulator/execution/warp.h"
#include "emulator/patterns/address_pattern.h"

namespace lanescope::emulator {

/// Calls move(lane) for each of the lanes; a loop over all of them becomes vector code.
template <class Move>
void for_lanes(std::uint32_t active, Move move) {
  if (active == all_lanes) {
    for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) move(lane);
  } else {
    for_each_lane(active, move);
  }
}

/// Reads Element at data + offset[lane] into registers of type Register, widened.
template <class Element, class Register>
void gather(std::byte* registers, const std::byte* data, const std::uint64_t* offset, std::uint32_t active) {
  auto* const to = reinterpret_cast<Register*>(registers);
  for_lanes(active, [&](std::uint32_t lane) {
    Element element;
    std::memcpy(&element, data + offset[lane], sizeof(element));
    to[lane] = static_cast<Register>(element);
  });
}

/// Writes the low bytes of registers as Element at data + offset[lane], lane by lane.
template <class Element, class Register>
void scatter(const std::byte* registers, std::byte* data, const std::uint64_t* offset, std::uint32_t active) {
  const auto* const from = reinterpret_cast<const Register*>(registers);
  for_lanes(active, [&](std::uint32_t lane) {
    const auto element = static_cast<Element>(from[lane]);
    std::memcpy(data + offset[lane], &element, sizeof(element));
  });
}

using Gather = void (*)(std::byte*, const std::byte*, const std::uint64_t*, std::uint32_t);
using Scatter = void (*)(const std::byte*, std::byte*, const std::uint64_t*, std::uint32_t);

/// Returns the function for elements of 1, 2, 4 or 8 bytes and registers of 2, 4 or 8 bytes.
[[nodiscard]] Gather gather_for(std::uint32_t element_bytes, std::uint32_t register_bytes, bool sign_extend);
[[nodiscard]] Scatter scatter_for(std::uint32_t element_bytes, std::uint32_t register_bytes);

/// Puts the word at a place into a register of all lanes.
void fill_registers(std::byte* registers, std::uint32_t register_bytes, const std::byte* place);
/// Moves all elements of the lanes of a pattern between the registers of an operation and data + first, the place of
/// its first lane. The lanes are runs, and no bits are added: Access::register_bytes are element_bytes.
void load_runs(const Bases& bases, const Op& op, const Access& how, const std::byte* data, std::uint64_t first,
               const AddressPattern& pattern);
void store_runs(const Bases& bases, const Op& op, const Access& how, std::byte* data, std::uint64_t first,
                const AddressPattern& pattern);
[[nodiscard]] inline bool moves_in_runs(const Access& how, const AddressPattern* pattern) {
  return pattern != nullptr && !pattern->runs.empty() && how.element_bytes == how.register_bytes;
}

/// Moves all elements of the lanes between the registers of an operation and data + offset[lane]. `pattern`: that of
/// these lanes and offsets, or null.
inline void load_elements(const Bases& bases, const Op& op, const Access& how, const std::byte* data,
                          const std::uint64_t* offset, std::uint32_t lanes, const AddressPattern* pattern = nullptr) {
  if (moves_in_runs(how, pattern)) {
    return load_runs(bases, op, how, data, offset[pattern->first_lane], *pattern);
  }
  const Gather move = gather_for(how.element_bytes, how.register_bytes, how.sign_extend);
  for (std::uint32_t element = 0; element < how.elements; ++element) {
    move(at(bases, op.slots[element]), data + std::size_t{element} * how.element_bytes, offset, lanes);
  }
}
inline void store_elements(const Bases& bases, const Op& op, const Access& how, std::byte* data,
                           const std::uint64_t* offset, std::uint32_t lanes, const AddressPattern* pattern = nullptr) {
  if (moves_in_runs(how, pattern)) {
    return store_runs(bases, op, how, data, offset[pattern->first_lane], *pattern);
  }
  const Scatter move = scatter_for(how.element_bytes, how.register_bytes);
  for (std::uint32_t element = 0; element < how.elements; ++element) {
    move(at(bases, op.slots[element]), data + std::size_t{element} * how.element_bytes, offset, lanes);
  }
}

/// Returns the raw value of a lane's register.
[[nodiscard]] inline std::uint64_t register_value(const std::byte* registers, std::uint32_t bytes, std::uint32_t lane) {
  std::uint64_t value = 0;
  std::memcpy(&value, registers + std::size_t{lane} * bytes, bytes);
  return value;
}
inline void set_register(std::byte* registers, std::uint32_t bytes, std::uint32_t lane, std::uint64_t value) {
  std::memcpy(registers + std::size_t{lane} * bytes, &value, bytes);
}
/// Sets the same value for all the lanes.
inline void set_registers(std::byte* registers, std::uint32_t bytes, std::uint32_t lanes, std::uint64_t value) {
  for_each_lane(lanes, [&](std::uint32_t lane) { set_register(registers, bytes, lane, value); });
}
/// Whether the place holds what a store of the lane would put there.
[[nodiscard]] inline bool holds_already(const Bases& bases, const Op& op, const Access& how, const std::byte* place,
                                        std::uint32_t lane) {
  for (std::uint32_t element = 0; element < how.elements; ++element) {
    const std::uint64_t value = register_value(at(bases, op.slots[element]), how.register_bytes, lane);
    if (std::memcmp(&value, place + std::size_t{element} * how.element_bytes, how.element_bytes) != 0) return false;
  }
  return true;
}
/// Whether two lanes of a store take the same values there.
[[nodiscard]] inline bool store_the_same(const Bases& bases, const Op& op, const Access& how, std::uint32_t lane,
                                         std::uint32_t other) {
  for (std::uint32_t element = 0; element < how.elements; ++element) {
    const std::byte* const registers = at(bases, op.slots[element]);
    const std::uint64_t difference =
        register_value(registers, how.register_bytes, lane) ^ register_value(registers, how.register_bytes, other);
    if (std::memcmp(&difference, std::array<std::byte, 8>{}.data(), how.element_bytes) != 0) return false;
  }
  return true;
}
/// The results of lanes whose access failed, where it has results.
inline void zero_results(const Bases& bases, const Op& op, const Access& how, std::uint32_t lanes) {
  if (how.operation != trace::Operation::load && !how.returns) return;
  for_each_lane(lanes, [&](std::uint32_t lane) {
    for (std::uint32_t element = 0; element < how.elements; ++element) {
      set_register(at(bases, op.slots[element]), how.register_bytes, lane, 0);
    }
  });
}

}  // namespace lanescope::emulator
