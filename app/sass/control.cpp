#include "sass/control.h"

#include <algorithm>
#include <array>

namespace lanescope::sass {
namespace {

std::uint8_t control_field(const Bits& bits, unsigned first, unsigned count) {
  return static_cast<std::uint8_t>((bits[1] >> (first - 64)) & ((1u << count) - 1));
}

/// Bits 0 to 8. Bits 9 to 11 tell where the operands come from.
unsigned opcode_of(const Bits& bits) {
  return static_cast<unsigned>(bits[0] & 0x1ffu);
}

constexpr unsigned opcode_bra = 0x147, opcode_depbar = 0x11a, opcode_brx = 0x149, opcode_jmx = 0x14c,
                   opcode_vote = 0x006, opcode_voteu = 0x086, opcode_flo = 0x100, opcode_uflo = 0x0bd,
                   opcode_redux = 0x1c4, opcode_popc = 0x109;

struct OpcodeUnit {
  unsigned opcode;
  Unit unit;
};
// Compared with the text of nvdisasm 13 for sm_90 (tests/sass/control_test.cpp). In the order of the opcodes.
constexpr auto units = std::to_array<OpcodeUnit>({
    {0x002, Unit::alu},               // MOV
    {0x003, Unit::alu},               // P2R
    {0x004, Unit::alu},               // R2P
    {0x007, Unit::alu},               // SEL
    {0x008, Unit::alu},               // FSEL
    {0x009, Unit::alu},               // FMNMX
    {0x00b, Unit::alu},               // FSETP
    {0x00c, Unit::alu},               // ISETP
    {0x00f, Unit::alu},               // VIMNMX3
    {0x010, Unit::alu},               // IADD3
    {0x011, Unit::alu},               // LEA
    {0x012, Unit::alu},               // LOP3
    {0x013, Unit::alu},               // IABS
    {0x016, Unit::alu},               // PRMT
    {0x017, Unit::alu},               // IMNMX
    {0x019, Unit::alu},               // SHF
    {0x01c, Unit::alu},               // PLOP3
    {0x020, Unit::fma},               // FMUL
    {0x021, Unit::fma},               // FADD
    {0x023, Unit::fma},               // FFMA
    {0x024, Unit::integer_multiply},  // IMAD
    {0x025, Unit::integer_multiply},  // IMAD.WIDE
    {0x027, Unit::integer_multiply},  // IMAD.HI
    {0x028, Unit::double_},           // DMUL
    {0x029, Unit::double_},           // DADD
    {0x02a, Unit::double_},           // DSETP
    {0x02b, Unit::double_},           // DFMA
    {0x030, Unit::half},              // HADD2
    {0x031, Unit::half},              // HFMA2
    {0x032, Unit::half},              // HMUL2
    {0x035, Unit::half},              // HFMA2.MMA
    {0x036, Unit::fma},               // VIADD
    {0x037, Unit::matrix},            // IMMA
    {0x03c, Unit::matrix},            // HMMA
    {0x03d, Unit::matrix},            // BMMA
    {0x03f, Unit::matrix_double},     // DMMA
    {0x045, Unit::alu},               // I2FP
    {0x046, Unit::alu},               // VIADDMNMX
    {0x048, Unit::alu},               // VIMNMX
    {0x0b1, Unit::group_matrix},      // WARPGROUP, and what belongs to it
    {opcode_flo, Unit::special},      // FLO
    {0x104, Unit::special},           // F2F, F2FP
    {0x105, Unit::special},           // F2I
    {0x106, Unit::special},           // I2F
    {0x107, Unit::special},           // FRND
    {0x108, Unit::special},           // MUFU
    {opcode_popc, Unit::special},     // POPC
    {0x110, Unit::special},           // F2F.F64
    {0x111, Unit::special},           // F2I.F64
    {0x112, Unit::special},           // I2F.F64
    {opcode_depbar, Unit::copy_wait},
    {0x11d, Unit::barrier},  // BAR
    {0x143, Unit::call},     // CALL.ABS
    {0x144, Unit::call},     // CALL.REL
    {opcode_bra, Unit::branch},
    {opcode_brx, Unit::branch},
    {0x14d, Unit::exit},            // EXIT
    {0x150, Unit::call},            // RET
    {0x189, Unit::shuffle},         // SHFL
    {0x192, Unit::fence},           // MEMBAR
    {0x1a1, Unit::shuffle},         // MATCH
    {0x1af, Unit::copy_group},      // LDGDEPBAR
    {opcode_redux, Unit::shuffle},  // REDUX
    {0x1f0, Unit::group_matrix},    // HGMMA
    {0x1f1, Unit::group_matrix},    // IGMMA
    {0x1f3, Unit::group_matrix},    // QGMMA
});

/// Of HMMA, IMMA and BMMA: whether a lane gives half the registers that it can. Bit 75 is clear then, and of TF32 (bit
/// 83) bit 78 is set.
bool has_half_operands(const Bits& bits) {
  const bool tf32 = (bits[1] >> 19 & 1u) != 0;
  return tf32 ? (bits[1] >> 14 & 1u) != 0 : (bits[1] >> 11 & 1u) == 0;
}

}  // namespace

Control control_of(const Bits& bits) {
  return {control_field(bits, 105, 4), control_field(bits, 110, 3), control_field(bits, 113, 3),
          control_field(bits, 116, 6)};
}

Unit unit_of(const Bits& bits, unsigned architecture) {
  const unsigned opcode = opcode_of(bits);
  const auto* const known =
      std::find_if(units.begin(), units.end(), [&](const OpcodeUnit& one) { return one.opcode == opcode; });
  if (known != units.end() && known->unit != Unit::matrix) return known->unit;
  if (known != units.end()) return has_half_operands(bits) ? Unit::matrix_half : Unit::matrix;
  return decode_memory(bits, architecture) ? Unit::memory : Unit::other;
}

std::optional<std::uint32_t> copy_groups_left(const Bits& bits) {
  constexpr std::uint64_t at_most = 1ull << 47;  // .LE; without it other scoreboards are waited for
  if (opcode_of(bits) != opcode_depbar || (bits[0] & at_most) == 0) return std::nullopt;
  return static_cast<std::uint32_t>(bits[0] >> 38 & 0x3fu);
}

bool is_vote(const Bits& bits) {
  return opcode_of(bits) == opcode_vote || opcode_of(bits) == opcode_voteu;
}

bool finds_leader(const Bits& bits) {
  return opcode_of(bits) == opcode_flo || opcode_of(bits) == opcode_uflo;
}

bool is_sum_of_warp(const Bits& bits) {
  return opcode_of(bits) == opcode_redux || opcode_of(bits) == opcode_popc;
}

bool is_indirect_branch(const Bits& bits) {
  return opcode_of(bits) == opcode_brx || opcode_of(bits) == opcode_jmx;
}

bool is_guarded(const Bits& bits) {
  constexpr unsigned always = 7;  // PT, not negated
  return (bits[0] >> 12 & 0xfu) != always;
}

std::optional<std::int64_t> branch_target(const Bits& bits, std::uint32_t address, unsigned architecture) {
  if (opcode_of(bits) != opcode_bra || (bits[0] >> 32 & 3u) != 0) return std::nullopt;
  if (architecture < 90) {
    // The distance from the next instruction in bytes: bits 32 to 81, the highest being the sign.
    const std::uint64_t distance = bits[0] >> 32 | (bits[1] & 0x3ffffu) << 32;
    return std::int64_t{address} + 16 + (static_cast<std::int64_t>(distance << 14) >> 14);
  }
  // The distance from the next instruction in words of 4 bytes: its lowest 8 bits are bits 16 to 23, all others are
  // bits 34 to 81, the highest being the sign.
  const std::uint64_t high = bits[0] >> 34 | (bits[1] & 0x3ffffu) << 30;
  const auto signed_high = static_cast<std::int64_t>(high << 16) >> 16;
  const std::int64_t words = signed_high * 256 + static_cast<std::int64_t>(bits[0] >> 16 & 0xffu);
  return std::int64_t{address} + 16 + words * 4;
}

}  // namespace lanescope::sass
