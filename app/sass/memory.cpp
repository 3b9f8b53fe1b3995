#include "sass/memory.h"

namespace warpscope::sass {
namespace {

/// Bits 0 to 8. Names are nvdisasm's.
enum Opcode : unsigned {
  opcode_ldsm = 0x03b,
  opcode_uldc = 0x0b9,
  opcode_tex = 0x160,
  opcode_tex_bindless = 0x161,
  opcode_tld4 = 0x163,
  opcode_tld4_bindless = 0x164,
  opcode_tld = 0x166,
  opcode_tld_bindless = 0x167,
  opcode_ldg_256 = 0x17e,
  opcode_stg_256 = 0x17f,
  opcode_ld = 0x180,
  opcode_ldg = 0x181,
  opcode_ldc = 0x182,
  opcode_ldl = 0x183,
  opcode_lds = 0x184,
  opcode_st = 0x185,
  opcode_stg = 0x186,
  opcode_stl = 0x187,
  opcode_sts = 0x188,
  opcode_atom = 0x18a,
  opcode_atom_cas = 0x18b,
  opcode_atoms = 0x18c,
  opcode_atoms_cas = 0x18d,
  opcode_red = 0x18e,
  opcode_suld = 0x199,
  opcode_sust = 0x19d,
  opcode_atom_float = 0x1a2,
  opcode_atomg_float = 0x1a3,
  opcode_redg_float = 0x1a6,
  opcode_atomg = 0x1a8,
  opcode_atomg_cas = 0x1a9,
  opcode_ldcu = 0x1ac,
  opcode_ldgsts = 0x1ae,
};

/// Bits of the instruction, counted from 0 in the second word, which holds bits 64 to 127.
unsigned field(const Bits& bits, unsigned first, unsigned count) {
  return static_cast<unsigned>(bits[1] >> (first - 64)) & ((1u << count) - 1);
}

using Widths = std::array<std::uint16_t, 8>;  ///< by the value of the field; 0: none that nvdisasm knows

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

}  // namespace

std::string_view name_of(Space space) {
  constexpr std::array<std::string_view, 7> names{"generic",  "global",  "shared", "local",
                                                  "constant", "texture", "surface"};
  return names.at(static_cast<std::size_t>(space));
}

std::string_view name_of(Operation operation) {
  constexpr std::array<std::string_view, 5> names{"load", "store", "reduce", "atomic", "asynchronous copy"};
  return names.at(static_cast<std::size_t>(operation));
}

std::optional<MemoryInstruction> decode_memory(const Bits& bits, unsigned architecture) {
  constexpr unsigned never = 0xf;  // "@!PT": predicate 7, negated. ptxas puts such loads before LDGSTS.
  if ((bits[0] >> 12 & 0xf) == never) return std::nullopt;
  const unsigned opcode = static_cast<unsigned>(bits[0]) & 0x1ffu;
  const unsigned width = field(bits, 73, 3);
  const bool from_9 = architecture >= 90;
  const Widths& wide = architecture < 80 ? plain_of_turing : plain;
  const auto result = [](Space space, Operation operation, unsigned width_in_bits) {
    return MemoryInstruction{space, operation, static_cast<std::uint16_t>(width_in_bits)};
  };
  switch (opcode) {
    case opcode_ld:
      return result(Space::generic, Operation::load, wide.at(width));
    case opcode_ldg:
      return result(Space::global, Operation::load, wide.at(width));
    case opcode_lds:
      return result(Space::shared, Operation::load, plain.at(width));
    case opcode_ldl:
      return result(Space::local, Operation::load, plain.at(width));
    case opcode_ldc:
    case opcode_uldc:
      return result(Space::constant, Operation::load, narrow.at(width));
    case opcode_ldcu:
      return result(Space::constant, Operation::load, plain.at(width));
    case opcode_ldg_256:
      return result(Space::global, Operation::load, 256);
    case opcode_stg_256:
      return result(Space::global, Operation::store, 256);
    case opcode_ldsm: {  // matrices of 8 rows of 16 bytes; each gives every lane 32 bits
      constexpr std::array<std::uint16_t, 4> matrices{1, 2, 4, 0};
      return result(Space::shared, Operation::load, 32u * matrices.at(field(bits, 72, 2)));
    }
    case opcode_st:
      return result(Space::generic, Operation::store, wide.at(width));
    case opcode_stg:
      return result(Space::global, Operation::store, wide.at(width));
    case opcode_sts:
      return result(Space::shared, Operation::store, plain.at(width));
    case opcode_stl:
      return result(Space::local, Operation::store, plain.at(width));
    case opcode_atom:
      return result(Space::generic, Operation::atomic, (from_9 ? atomic_from_9 : atomic_before_9).at(width));
    case opcode_atom_cas:
      return result(Space::generic, Operation::atomic, (from_9 ? compare_from_9 : compare_before_9).at(width));
    case opcode_atom_float:
      return result(Space::generic, Operation::atomic, floating.at(width));
    case opcode_atomg:
      return result(Space::global, Operation::atomic, (from_9 ? atomic_from_9 : atomic_before_9).at(width));
    case opcode_atomg_cas:
      return result(Space::global, Operation::atomic, (from_9 ? compare_from_9 : compare_before_9).at(width));
    case opcode_atomg_float:
      return result(Space::global, Operation::atomic, floating.at(width));
    case opcode_atoms:
    case opcode_atoms_cas:
      return result(Space::shared, Operation::atomic, (from_9 ? compare_from_9 : atomic_shared_before_9).at(width));
    case opcode_red:
      // RED before 9.0 takes generic addresses too, but is what a reduction on global memory becomes.
      return result(Space::global, Operation::reduce, (from_9 ? atomic_from_9 : atomic_before_9).at(width));
    case opcode_redg_float:
      return result(Space::global, Operation::reduce, floating.at(width));
    case opcode_ldgsts:
      return result(Space::global, Operation::asynchronous_copy,
                    (architecture >= 100 ? copy_from_10 : copy_before_10).at(width));
    case opcode_tex:
    case opcode_tex_bindless:
    case opcode_tld4:
    case opcode_tld4_bindless:
    case opcode_tld:
    case opcode_tld_bindless:
      return result(Space::texture, Operation::load, 0);
    case opcode_suld:
      return result(Space::surface, Operation::load, 0);
    case opcode_sust:
      return result(Space::surface, Operation::store, 0);
    default:
      return std::nullopt;
  }
}

}  // namespace warpscope::sass
