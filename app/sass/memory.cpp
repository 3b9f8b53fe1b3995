#include "sass/memory.h"

#include <algorithm>

#include "base/names.h"

namespace lanescope::sass {
namespace {

/// Returns a field of the second word, which holds bits 64 to 127. `first` counts from bit 0 of the first word.
unsigned field(const Bits& bits, unsigned first, unsigned count) {
  return static_cast<unsigned>(bits[1] >> (first - 64)) & ((1u << count) - 1);
}

using Widths = std::array<std::uint16_t, 8>;  ///< by the value of the field; 0 when nvdisasm knows none

constexpr Widths plain{8, 8, 16, 16, 32, 64, 128, 0};              // U8 S8 U16 S16 32 64 128
constexpr Widths plain_of_turing{8, 8, 16, 16, 32, 64, 128, 128};  // 7: U.128
constexpr Widths narrow{8, 8, 16, 16, 32, 64, 0, 0};
constexpr Widths atomic_before_9{32, 32, 64, 32, 32, 64, 64, 0};        // U32 S32 U64 F32 F16x2 S64 F64
constexpr Widths atomic_from_9{32, 32, 64, 64, 128, 0, 0, 0};           // U32 S32 U64 S64 128
constexpr Widths atomic_shared_before_9{32, 32, 64, 0, 32, 32, 64, 0};  // bit 75 means something else
constexpr Widths compare_before_9{32, 32, 64, 0, 0, 0, 0, 0};
constexpr Widths compare_from_9{32, 32, 64, 0, 128, 0, 0, 0};
constexpr Widths floating{0, 32, 64, 128, 32, 64, 128, 64};  // F32.FTZ F32x2.FTZ F32x4.FTZ F32 F32x2 F32x4 F64
constexpr Widths copy_before_10{0, 0, 0, 0, 32, 64, 128, 0};
constexpr Widths copy_from_10{32, 32, 64, 64, 128, 128, 0, 0};  // odd: with a prefetch into L2
constexpr Widths always_256{256, 256, 256, 256, 256, 256, 256, 256};
constexpr Widths unknown{};

/// The memory access of an opcode, and its widths by the value of bits 73 to 75.
struct Encoding {
  unsigned opcode;        ///< bits 0 to 8
  std::string_view name;  ///< in nvdisasm
  Space space;
  Operation operation;
  const Widths* widths;
  unsigned changed_from = 0;  ///< architecture from which changed_widths hold; 0 when they never change
  const Widths* changed_widths = nullptr;
};
using enum Operation;
constexpr auto encodings = std::to_array<Encoding>({
    {0x0b9, "ULDC", Space::constant, load, &narrow},
    {0x160, "TEX", Space::texture, load, &unknown},
    {0x161, "TEX.B", Space::texture, load, &unknown},
    {0x163, "TLD4", Space::texture, load, &unknown},
    {0x164, "TLD4.B", Space::texture, load, &unknown},
    {0x166, "TLD", Space::texture, load, &unknown},
    {0x167, "TLD.B", Space::texture, load, &unknown},
    {0x17e, "LDG.256", Space::global, load, &always_256},
    {0x17f, "STG.256", Space::global, store, &always_256},
    {0x180, "LD", Space::generic, load, &plain_of_turing, 80, &plain},
    {0x181, "LDG", Space::global, load, &plain_of_turing, 80, &plain},
    {0x182, "LDC", Space::constant, load, &narrow},
    {0x183, "LDL", Space::local, load, &plain},
    {0x184, "LDS", Space::shared, load, &plain},
    {0x185, "ST", Space::generic, store, &plain_of_turing, 80, &plain},
    {0x186, "STG", Space::global, store, &plain_of_turing, 80, &plain},
    {0x187, "STL", Space::local, store, &plain},
    {0x188, "STS", Space::shared, store, &plain},
    {0x18a, "ATOM", Space::generic, atomic, &atomic_before_9, 90, &atomic_from_9},
    {0x18b, "ATOM.CAS", Space::generic, atomic, &compare_before_9, 90, &compare_from_9},
    {0x18c, "ATOMS", Space::shared, atomic, &atomic_shared_before_9, 90, &compare_from_9},
    {0x18d, "ATOMS.CAS", Space::shared, atomic, &atomic_shared_before_9, 90, &compare_from_9},
    // RED before 9.0 also takes generic addresses, but reductions on global memory become this instruction.
    {0x18e, "RED", Space::global, reduce, &atomic_before_9, 90, &atomic_from_9},
    {0x199, "SULD", Space::surface, load, &unknown},
    {0x19d, "SUST", Space::surface, store, &unknown},
    {0x1a2, "ATOM.F", Space::generic, atomic, &floating},
    {0x1a3, "ATOMG.F", Space::global, atomic, &floating},
    {0x1a6, "REDG.F", Space::global, reduce, &floating},
    {0x1a8, "ATOMG", Space::global, atomic, &atomic_before_9, 90, &atomic_from_9},
    {0x1a9, "ATOMG.CAS", Space::global, atomic, &compare_before_9, 90, &compare_from_9},
    {0x1ac, "LDCU", Space::constant, load, &plain},
    {0x1ae, "LDGSTS", Space::global, asynchronous_copy, &copy_before_10, 100, &copy_from_10},
});
constexpr unsigned opcode_ldsm = 0x03b;

}  // namespace

std::string_view name_of(Space space) {
  return enum_name(EnumNames<7>{"generic", "global", "shared", "local", "constant", "texture", "surface"}, space);
}

std::string_view name_of(Operation operation) {
  return enum_name(EnumNames<5>{"load", "store", "reduce", "atomic", "asynchronous copy"}, operation);
}

std::optional<MemoryInstruction> decode_memory(const Bits& bits, unsigned architecture) {
  constexpr unsigned never = 0xf;  // "@!PT": predicate 7, negated. ptxas puts such loads before LDGSTS.
  if ((bits[0] >> 12 & 0xf) == never) return std::nullopt;
  const unsigned opcode = static_cast<unsigned>(bits[0]) & 0x1ffu;
  if (opcode == opcode_ldsm) {  // matrices of 8 rows of 16 bytes; each gives every lane 32 bits
    constexpr std::array<std::uint16_t, 4> widths{32, 64, 128, 0};
    return MemoryInstruction{Space::shared, load, widths.at(field(bits, 72, 2))};
  }
  const auto* const known =
      std::find_if(encodings.begin(), encodings.end(), [&](const Encoding& one) { return one.opcode == opcode; });
  if (known == encodings.end()) return std::nullopt;
  const bool changed = known->changed_widths != nullptr && architecture >= known->changed_from;
  const Widths& widths = changed ? *known->changed_widths : *known->widths;
  return MemoryInstruction{known->space, known->operation, widths.at(field(bits, 73, 3))};
}

}  // namespace lanescope::sass
