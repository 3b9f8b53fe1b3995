// The list of conversions: section "Data Movement and Conversion Instructions: cvt, cvt.pack" of the PTX ISA manual.
#include <algorithm>
#include <array>

#include "emulator/decode/forms.h"

namespace lanescope::emulator {
namespace {

using ptx::Type;
using namespace flag;

bool is_integer_type(Type type) {
  return type >= Type::u8 && type <= Type::s64;
}
bool is_floating_type(Type type) {
  return type == Type::f16 || type == Type::bf16 || type == Type::f32 || type == Type::f64;
}

bool only(const Request& request, std::uint32_t flags) {
  return (request.flags & ~flags) == 0;
}
bool to_nearest_and_so_on(Rounding rounding) {
  return rounding >= Rounding::rn && rounding <= Rounding::rp;
}
bool to_integer(Rounding rounding) {
  return rounding >= Rounding::rni && rounding <= Rounding::rpi;
}

/// Whether the request converts one number of a register each.
bool is_scalar_conversion(const Request& request) {
  const bool to_integer_type = is_integer_type(request.type), from_integer_type = is_integer_type(request.source);
  if (!to_integer_type && !is_floating_type(request.type)) return false;
  if ((!from_integer_type && !is_floating_type(request.source)) || request.operands != 2) return false;
  const bool any_f32 = request.type == Type::f32 || request.source == Type::f32;
  if ((request.flags & ftz) != 0 && !any_f32) return false;
  if (to_integer_type && from_integer_type) return request.rounding == Rounding::none && only(request, sat);
  if (to_integer_type) return to_integer(request.rounding) && only(request, sat | ftz);
  if (from_integer_type) return to_nearest_and_so_on(request.rounding) && only(request, sat | ftz);
  if (request.type == request.source) {
    return (request.rounding == Rounding::none || to_integer(request.rounding)) && only(request, sat | ftz);
  }
  const unsigned to_bits = ptx::bits_of(request.type);
  const unsigned from_bits = ptx::bits_of(request.source);
  if (to_bits > from_bits) return request.rounding == Rounding::none && only(request, sat | ftz);
  if (!to_nearest_and_so_on(request.rounding)) return false;
  const bool narrow_f32 = request.source == Type::f32;
  if ((request.flags & (relu | satfinite)) != 0) return narrow_f32 && only(request, relu | satfinite);
  return only(request, sat | ftz);
}

bool is_tf32(const Request& request) {
  if (request.type != Type::tf32 || request.source != Type::f32 || request.operands != 2) return false;
  if (request.rounding == Rounding::rna) return only(request, satfinite);
  return (request.rounding == Rounding::rn || request.rounding == Rounding::rz) && only(request, relu | satfinite);
}

bool is_small_pair(Type type) {
  return type == Type::e4m3x2 || type == Type::e5m2x2;
}
bool is_half_pair(Type type) {
  return type == Type::f16x2 || type == Type::bf16x2;
}

/// Whether the request converts two f32 into one register.
bool is_pair_of_f32(const Request& request) {
  if (request.source != Type::f32 || request.operands != 3) return false;
  if (is_half_pair(request.type)) {
    return (request.rounding == Rounding::rn || request.rounding == Rounding::rz) && only(request, relu | satfinite);
  }
  return is_small_pair(request.type) && request.rounding == Rounding::rn && only(request, relu | satfinite) &&
         (request.flags & satfinite) != 0;
}
/// Whether the request converts pairs of eight bits to or from f16.
bool is_pair_conversion(const Request& request) {
  if (request.operands != 2 || request.rounding != Rounding::rn) return false;
  if (is_small_pair(request.type) && request.source == Type::f16x2) {
    return only(request, relu | satfinite) && (request.flags & satfinite) != 0;
  }
  return request.type == Type::f16x2 && is_small_pair(request.source) && only(request, relu);
}

bool is_pack(const Request& request) {
  if (request.flags != (pack | sat) || request.rounding != Rounding::none || request.source != Type::s32) return false;
  const bool halves = request.type == Type::u16 || request.type == Type::s16;
  const bool bytes = request.type == Type::u8 || request.type == Type::s8;
  return (halves && request.third == Type::none && request.operands == 3) ||
         (bytes && request.third == Type::b32 && request.operands == 4);
}

constexpr std::array shapes{Form{.opcodes = ptx::Opcode::cvt, .types = 0, .operands = "ts"},
                            Form{.opcodes = ptx::Opcode::cvt, .types = 0, .operands = "tss"},
                            Form{.opcodes = ptx::Opcode::cvt, .types = 0, .operands = "uss"},
                            Form{.opcodes = ptx::Opcode::cvt, .types = 0, .operands = "ussu"}};

}  // namespace

const Form* conversion_form_of(const Request& request) {
  if (request.mode != Mode::none || request.comparison != Comparison::none ||
      request.combination != Combination::none) {
    return nullptr;
  }
  if (is_pack(request)) return request.operands == 3 ? &shapes[2] : &shapes[3];
  if (request.third != Type::none) return nullptr;
  if (is_scalar_conversion(request) || is_tf32(request) || is_pair_conversion(request)) return &shapes[0];
  return is_pair_of_f32(request) ? &shapes[1] : nullptr;
}

}  // namespace lanescope::emulator
