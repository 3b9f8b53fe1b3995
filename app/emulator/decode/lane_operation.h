// The values of 32 lanes side by side, and the functions that compute with them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/error.h"
#include "ptx/instruction.h"

namespace lanescope::emulator {

inline constexpr unsigned warp_lanes = 32;
inline constexpr std::uint32_t all_lanes = 0xffffffffu;

/// The memory of a function's operands. A register of n bits is an array of 32 elements of n bits (16, 32, 64; 128 as
/// 32 pairs of 64), aligned to 64 bytes. A predicate is one 32-bit word, with bit i for lane i.
struct Bases {
  /// Registers of the running function. Only they are written.
  std::byte* registers = nullptr;
  /// Immediates of the function, already in every lane. All warps share them.
  std::byte* constants = nullptr;
  /// Constant values that differ between warps: %tid, %laneid ...
  std::byte* specials = nullptr;
};

/// Returns the bits of a lane in the register that holds a value: 8 bits use 16, also in a register that is declared
/// so.
[[nodiscard]] constexpr unsigned held_bits(unsigned bits) {
  return bits == 1 || bits >= 16 ? bits : 16;
}

/// An operand: a base (two top bits: 0 registers, 1 constants, 2 specials) and a byte offset from it.
using Slot = std::uint32_t;
[[nodiscard]] constexpr Slot constant_slot(std::uint32_t offset) {
  return offset | 1u << 30;
}
[[nodiscard]] constexpr Slot special_slot(std::uint32_t offset) {
  return offset | 2u << 30;
}
static_assert(sizeof(Bases) == 3 * sizeof(std::byte*));
[[nodiscard]] inline std::byte* at(const Bases& bases, Slot slot) {
  return (&bases.registers)[slot >> 30] + (slot & 0x3fffffffu);
}
/// Returns the first 32 bits of a place: a predicate, or the first lane of a 32-bit register.
[[nodiscard]] inline std::uint32_t& word(std::byte* place) {
  return *reinterpret_cast<std::uint32_t*>(place);
}

/// Sets the bits of the active lanes and keeps those of the others.
inline void set_predicate(std::byte* place, std::uint32_t bits, std::uint32_t active) {
  word(place) = (word(place) & ~active) | (bits & active);
}

/// Operands in the order of the text, with vectors and pairs split into their parts: results first; for additions with
/// carry, then the lanes' carry flags as a predicate. A second destination that the text omits, and a sink, have a slot
/// that is never read.
inline constexpr std::size_t max_slots = 16;
using Slots = std::array<Slot, max_slots>;

/// Computes the result of the lanes in `active` (never 0) and keeps the other lanes of the destination; predicate
/// destinations also keep the bits of other lanes. It must not trap or depend on the contents of inactive lanes.
using LaneFunction = void (*)(const Bases& bases, const Slots& slots, std::uint32_t active);

/// The meaning of an instruction that works on each lane alone.
struct LaneOperation {
  LaneFunction function = nullptr;
  std::size_t results = 1;  ///< how many of the slots are destinations
  /// The number of all slots. It may be one more than the operands in the text: the last one, of type pred, then holds
  /// the lanes' carry flags (add.cc, addc ...), which are read and written.
  std::size_t operands = 0;
  /// The type of each slot. Its width is that of an immediate there, and of a register unless the instruction allows
  /// wider registers (cvt, mov of vectors).
  std::array<ptx::Type, max_slots> types{};
  /// A parameter of the function, which reads it from the last slot.
  std::uint32_t detail = 0;
};

/// Returns the operation of an instruction that is arithmetic, logic, comparison, selection, conversion or movement
/// within a lane. `register_bits` gives the width of each flattened operand's register: 1 for predicates, 0 for an
/// immediate or sink. A missing second destination (of setp for example) counts as a sink. Bit i of `negated` is set
/// when flattened operand i is a negated predicate source (!%p). An error names an unknown combination of opcode,
/// suffixes and widths; there is no guess.
[[nodiscard]] Expected<LaneOperation> lane_operation(const ptx::Instruction& instruction,
                                                     std::span<const unsigned> register_bits, std::uint32_t negated);

/// Whether lane_operation() handles the opcode, which does not involve memory, control or other lanes.
[[nodiscard]] bool works_on_lanes(const ptx::Instruction& instruction);

}  // namespace lanescope::emulator
