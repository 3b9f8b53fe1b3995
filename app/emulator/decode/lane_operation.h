// The values of 32 lanes side by side, and the functions that compute on them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/error.h"
#include "ptx/instruction.h"

namespace warpscope::emulator {

inline constexpr unsigned warp_lanes = 32;
inline constexpr std::uint32_t all_lanes = 0xffffffffu;

/// Where the operands of a function lie. A register of n bits is an array of 32 elements of n bits (16, 32, 64; 128 as
/// 32 pairs of 64), aligned to 64 bytes. A predicate is one 32-bit word, bit i for lane i.
struct Bases {
  /// Registers of the running function; the only one that is written.
  std::byte* registers = nullptr;
  /// Immediates of the function, already in every lane. The same for all warps.
  std::byte* constants = nullptr;
  /// What differs from warp to warp and never changes: %tid, %laneid ...
  std::byte* specials = nullptr;
};

/// An operand: which base (two top bits: 0 registers, 1 constants, 2 specials) and the byte offset behind it.
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
/// The first 32 bits there: a predicate, or the first lane of a 32-bit register.
[[nodiscard]] inline std::uint32_t& word(std::byte* place) {
  return *reinterpret_cast<std::uint32_t*>(place);
}

/// Sets the bits of the active lanes, and leaves those of the others.
inline void set_predicate(std::byte* place, std::uint32_t bits, std::uint32_t active) {
  word(place) = (word(place) & ~active) | (bits & active);
}

/// Operands in the order of the text, vectors and pairs taken apart: results first, then for additions with carry the
/// lanes' carry flags, a predicate. A second destination that the text leaves out, and a sink, have a slot that nobody
/// reads.
inline constexpr std::size_t max_slots = 12;
using Slots = std::array<Slot, max_slots>;

/// Computes the result of the lanes in `active` (never 0) and leaves the other lanes of the destination alone;
/// predicate destinations likewise keep the bits of other lanes. Must not trap or depend on what inactive lanes hold.
using LaneFunction = void (*)(const Bases& bases, const Slots& slots, std::uint32_t active);

/// What an instruction that works on each lane alone means.
struct LaneOperation {
  LaneFunction function = nullptr;
  std::size_t results = 1;  ///< how many of the slots are destinations
  /// Slots in all. One more than operands in the text: the last, of type pred, holds the lanes' carry flags (add.cc,
  /// addc ...), read and written.
  std::size_t operands = 0;
  /// For each slot its type: its width is the width of an immediate there, and of a register unless the instruction
  /// lets registers be wider (cvt, mov of vectors).
  std::array<ptx::Type, max_slots> types{};
  /// What the function also needs to know; it finds it in the last slot.
  std::uint32_t detail = 0;
};

/// The operation of an instruction that is arithmetic, logic, comparison, selection, conversion or movement within a
/// lane. register_bits: for each flattened operand the width of its register, 1 for predicates, 0 for an immediate or
/// sink; a missing second destination of setp and the like counts as a sink. Negated predicate operands: bit i of
/// `negated` for flattened operand i (!%p as source). Error: a combination of opcode, suffixes and widths that is not
/// known; names it. No guess.
[[nodiscard]] Expected<LaneOperation> lane_operation(const ptx::Instruction& instruction,
                                                     std::span<const unsigned> register_bits, std::uint32_t negated);

/// Whether lane_operation() is responsible for the opcode: it has nothing to do with memory, control or other lanes.
[[nodiscard]] bool works_on_lanes(const ptx::Instruction& instruction);

}  // namespace warpscope::emulator
