// The request for a lane function: an instruction without its text. It is internal to arithmetic/ and decode/.
#pragma once

#include <cstdint>

#include "emulator/decode/lane_operation.h"

namespace lanescope::emulator {

enum class Rounding : std::uint8_t { none, rn, rz, rm, rp, rni, rzi, rmi, rpi, rna };

// clang-format off
enum class Comparison : std::uint8_t { none, eq, ne, lt, le, gt, ge, equ, neu, ltu, leu, gtu, geu, num, nan };

/// A word that chooses among variants of one opcode.
enum class Mode : std::uint8_t {
  none, lo, hi, wide, l, r, clamp, wrap, l_clamp, l_wrap, r_clamp, r_wrap, f4e, b4e, rc8, ecl, ecr, rc16, finite, infinite,
  number, notanumber, normal, subnormal, pack, unpack
};
// clang-format on

enum class Combination : std::uint8_t { none, and_, or_, xor_ };

/// Words that are present or not.
namespace flag {
inline constexpr std::uint32_t ftz = 1, sat = 2, relu = 4, nan = 8, xorsign = 16, abs = 32, satfinite = 64,
                               approx = 128, full = 256, cc = 512, shiftamt = 1024, pack = 2048;
}  // namespace flag

struct Request {
  ptx::Opcode opcode = ptx::Opcode::mov;
  ptx::Type type = ptx::Type::none;    ///< the first type of the text
  ptx::Type source = ptx::Type::none;  ///< the second one: cvt, set, slct, dp4a
  ptx::Type third = ptx::Type::none;   ///< cvt.pack
  Rounding rounding = Rounding::none;
  Comparison comparison = Comparison::none;
  Combination combination = Combination::none;
  Mode mode = Mode::none;
  std::uint32_t flags = 0;
  unsigned operands = 0;      ///< number of all slots
  unsigned result_bits = 0;   ///< of cvt: width of the destination's register
  unsigned source_bits = 0;   ///< of cvt: width of the source's register or immediate
  std::uint32_t negated = 0;  ///< bit i is set when operand i is a negated predicate

  [[nodiscard]] constexpr bool has(std::uint32_t flags_wanted) const { return (flags & flags_wanted) == flags_wanted; }
  [[nodiscard]] constexpr bool is_negated(unsigned operand) const { return (negated >> operand & 1u) != 0; }
};

/// The use of a comparison's result: it is combined with a predicate, and for set written as a number of a type. It is
/// read at run time from the detail of a LaneOperation, because a variant of each comparison for each use would cost
/// every build more than the choice costs a warp.
struct ComparisonUse {
  Combination combination = Combination::none;
  bool negated = false;              ///< of the predicate
  ptx::Type type = ptx::Type::none;  ///< of the destination
};
/// Uses 2 bits for the combination, 1 for the negation, the others for the type.
[[nodiscard]] constexpr std::uint32_t packed_use(const Request& request) {
  const unsigned predicate = request.opcode == ptx::Opcode::setp ? 4 : 3;
  return static_cast<std::uint32_t>(request.combination) | (request.negated >> predicate & 1u) << 2 |
         static_cast<std::uint32_t>(request.type) << 3;
}

// Each function returns null for what it does not compute. Requests have passed the table of forms (decode/forms.cpp),
// so that the functions need not check for invalid words.

/// Returns common functions, built for any processor ...
[[nodiscard]] LaneFunction baseline_function(const Request& request);
#if defined(__x86_64__)
/// ... and again for processors with AVX2, FMA and F16C. Results are bit-identical.
[[nodiscard]] LaneFunction avx2_function(const Request& request);
#endif
/// Returns functions on f16, bf16 and their packed pairs.
[[nodiscard]] LaneFunction half_function(const Request& request);
/// Returns sin, cos, ex2, lg2, tanh, and the f64 approximations.
[[nodiscard]] LaneFunction approximate_function(const Request& request);
/// Returns cvt with a directed rounding, saturation, or a format below 32 bits; sets the `detail` of the LaneOperation.
[[nodiscard]] LaneFunction narrow_conversion(const Request& request, std::uint32_t& detail);

}  // namespace lanescope::emulator
