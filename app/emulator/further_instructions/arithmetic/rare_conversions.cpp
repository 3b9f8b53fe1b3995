// Rarer conversions: directed rounding into short formats, saturation, packed pairs, registers wider than the type.
// They compute one lane at a time through the exact value, and read the variant from the detail slot at run time.
#include <algorithm>
#include <bit>
#include <cmath>

#include "emulator/arithmetic/number_format.h"
#include "emulator/arithmetic/request.h"
#include "emulator/memory/moves.h"
#include "trace/trace.h"

namespace lanescope::emulator {
namespace {

using ptx::Type;

struct Conversion {
  Type to = Type::none, from = Type::none;
  unsigned to_bits = 0, from_bits = 0;  ///< widths of the registers
  Rounding rounding = Rounding::none;
  std::uint32_t flags = 0;

  [[nodiscard]] bool has(std::uint32_t flag) const { return (flags & flag) != 0; }
};

// The detail has 6 bits for each type, 2 for each width (16 << n), 4 for the rounding, 12 for the flags.
std::uint32_t packed(const Request& request) {
  const auto width = [](unsigned bits) { return bits == 64 ? 2u : (bits == 32 ? 1u : 0u); };
  return static_cast<std::uint32_t>(request.type) | static_cast<std::uint32_t>(request.source) << 6 |
         width(request.result_bits) << 12 | width(request.source_bits) << 14 |
         static_cast<std::uint32_t>(request.rounding) << 16 | request.flags << 20;
}
Conversion conversion_of(const Slots& slots) {
  const std::uint32_t detail = slots[max_slots - 1];
  return {static_cast<Type>(detail & 63u), static_cast<Type>(detail >> 6 & 63u),      16u << (detail >> 12 & 3u),
          16u << (detail >> 14 & 3u),      static_cast<Rounding>(detail >> 16 & 15u), detail >> 20};
}
static_assert(ptx::type_count <= 64 && flag::pack < (1u << 12));

using trace::for_each_lane;

std::uint64_t load(const Bases& bases, Slot slot, unsigned bits, std::uint32_t lane) {
  return register_value(at(bases, slot), bits / 8, lane);
}
void store(const Bases& bases, Slot slot, unsigned bits, std::uint32_t lane, std::uint64_t value) {
  set_register(at(bases, slot), bits / 8, lane, value);
}

float flushed(float value) {
  return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0f, value) : value;
}
/// Returns the value of a floating-point source.
double float_value(std::uint64_t bits, Type type, bool ftz) {
  if (type == Type::f16 || type == Type::bf16) {
    return value_of(bits & 0xffffu, type == Type::f16 ? f16_format : bf16_format);
  }
  if (type == Type::f64) return std::bit_cast<double>(bits);
  const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return static_cast<double>(ftz ? flushed(value) : value);
}
/// Returns an integer source: the low bits of the register, extended.
std::int64_t extended(std::uint64_t bits, Type type) {
  const unsigned unused = 64 - ptx::bits_of(type);
  const std::uint64_t top = bits << unused;
  return ptx::is_signed_integer(type) ? static_cast<std::int64_t>(top) >> unused
                                      : static_cast<std::int64_t>(top >> unused);
}
bool is_integer(Type type) {
  return !ptx::is_float(type);
}

double integral(double value, Rounding rounding) {
  if (rounding == Rounding::rni) return std::nearbyint(value);
  if (rounding == Rounding::rmi) return std::floor(value);
  if (rounding == Rounding::rpi) return std::ceil(value);
  if (rounding == Rounding::rzi) return std::trunc(value);
  return value;
}

/// Returns the nearest number of the type, for a register that may be wider. The source has 64 bits, signed or not.
std::uint64_t saturated_integer(std::int64_t value, bool is_signed, Type to) {
  const unsigned bits = ptx::bits_of(to);
  if (ptx::is_signed_integer(to)) {
    const std::int64_t max_value = static_cast<std::int64_t>(~std::uint64_t{0} >> 1) >> (64 - bits);
    if (!is_signed && value < 0) return static_cast<std::uint64_t>(max_value);  // 2^63 or more
    return static_cast<std::uint64_t>(std::min(std::max(value, -max_value - 1), max_value));
  }
  if (is_signed && value < 0) return 0;
  return std::min(static_cast<std::uint64_t>(value), ~std::uint64_t{0} >> (64 - bits));
}
/// Extends a value of the type to 64 bits.
std::uint64_t of_type(std::uint64_t bits, Type type) {
  return static_cast<std::uint64_t>(extended(bits, type));
}

std::uint64_t integer_of(double value, const Conversion& conversion) {
  const unsigned bits = ptx::bits_of(conversion.to);
  if (value != value) {
    // See to_integer() in convert.inl.
    const bool top = conversion.from == Type::f64 || bits == 64;
    return of_type(top ? std::uint64_t{1} << (bits - 1) : 0, conversion.to);
  }
  const double whole = integral(value, conversion.rounding);
  if (ptx::is_signed_integer(conversion.to)) {
    const double end = std::ldexp(1.0, static_cast<int>(bits) - 1);
    if (whole >= end) return (std::uint64_t{1} << (bits - 1)) - 1;
    if (whole < -end) return of_type(std::uint64_t{1} << (bits - 1), conversion.to);
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(whole));
  }
  if (whole >= std::ldexp(1.0, static_cast<int>(bits))) return ~std::uint64_t{0} >> (64 - bits);
  return whole > 0.0 ? static_cast<std::uint64_t>(whole) : 0;
}

Number limited(const Number& number, const Conversion& conversion) {
  const bool is_number = number.kind != Number::Kind::not_a_number;
  if (conversion.has(flag::sat)) {
    if (!is_number || number.negative) return {};
    const bool at_least_one = number.kind == Number::Kind::infinite ||
                              (number.magnitude != 0 && number.exponent + 63 - std::countl_zero(number.magnitude) >= 0);
    return at_least_one ? Number{.magnitude = 1} : number;
  }
  return conversion.has(flag::relu) && number.negative && is_number ? Number{} : number;
}

const NumberFormat& format_of(Type type) {
  if (type == Type::f16 || type == Type::f16x2) return f16_format;
  if (type == Type::bf16 || type == Type::bf16x2) return bf16_format;
  if (type == Type::e4m3x2) return e4m3_format;
  if (type == Type::e5m2x2) return e5m2_format;
  if (type == Type::tf32) return tf32_format;
  if (type == Type::f64) return f64_format;
  return f32_format;
}
std::uint64_t float_bits(const Number& number, const Conversion& conversion) {
  const Number kept = limited(number, conversion);
  const std::uint64_t bits =
      rounded_bits(kept, format_of(conversion.to), conversion.rounding, conversion.has(flag::satfinite));
  if (conversion.to == Type::tf32) return bits << 13;
  if (conversion.to == Type::f32 && conversion.has(flag::ftz)) {
    return std::bit_cast<std::uint32_t>(flushed(std::bit_cast<float>(static_cast<std::uint32_t>(bits))));
  }
  return bits;
}

std::uint64_t converted(std::uint64_t bits, const Conversion& conversion) {
  const bool ftz = conversion.has(flag::ftz);
  // Not-a-number follows an H200 (tests/data/truth/h200_operations.txt): its bits are cut off, not made canonical.
  if (conversion.to == Type::tf32 && (bits & 0x7f800000u) == 0x7f800000u) return bits & 0xffffe000u;
  if (conversion.to == Type::f16 && conversion.from == Type::f64 && !conversion.has(flag::sat) &&
      (bits & ~(std::uint64_t{1} << 63)) > std::uint64_t{0x7ff} << 52) {
    return (bits >> 48 & 0x8000u) | 0x7e00u | (bits >> 42 & 0x3ffu);
  }
  if (!is_integer(conversion.from)) {
    const double value = float_value(bits, conversion.from, ftz);
    return is_integer(conversion.to) ? integer_of(value, conversion)
                                     : float_bits(number_of(integral(value, conversion.rounding)), conversion);
  }
  const std::int64_t value = extended(bits, conversion.from);
  const bool is_signed = ptx::is_signed_integer(conversion.from);
  if (is_integer(conversion.to)) {
    return conversion.has(flag::sat) ? saturated_integer(value, is_signed, conversion.to)
                                     : of_type(static_cast<std::uint64_t>(value), conversion.to);
  }
  return float_bits(is_signed ? number_of(value) : number_of(static_cast<std::uint64_t>(value)), conversion);
}

void convert(const Bases& bases, const Slots& slots, std::uint32_t active) {
  const Conversion conversion = conversion_of(slots);
  for_each_lane(active, [&](std::uint32_t lane) {
    store(bases, slots[0], conversion.to_bits, lane,
          converted(load(bases, slots[1], conversion.from_bits, lane), conversion));
  });
}

/// Computes d = {a, b} with a in the upper half. The elements have half as many bits as the destination.
void convert_two(const Bases& bases, const Slots& slots, std::uint32_t active) {
  const Conversion conversion = conversion_of(slots);
  const NumberFormat& format = format_of(conversion.to);
  const int bits = 1 + format.exponent_bits + format.fraction_bits;
  for_each_lane(active, [&](std::uint32_t lane) {
    const auto element = [&](Slot slot) {
      return float_bits(number_of(float_value(load(bases, slot, 32, lane), Type::f32, false)), conversion);
    };
    store(bases, slots[0], static_cast<unsigned>(2 * bits), lane, element(slots[1]) << bits | element(slots[2]));
  });
}

/// Converts both halves of a register from f16 to 8 bits or back.
void convert_halves(const Bases& bases, const Slots& slots, std::uint32_t active) {
  const Conversion conversion = conversion_of(slots);
  const NumberFormat& to = format_of(conversion.to);
  const NumberFormat& from = format_of(conversion.from);
  const int to_bits = 1 + to.exponent_bits + to.fraction_bits;
  const int from_bits = 1 + from.exponent_bits + from.fraction_bits;
  for_each_lane(active, [&](std::uint32_t lane) {
    const std::uint64_t both = load(bases, slots[1], static_cast<unsigned>(2 * from_bits), lane);
    const auto element = [&](int shift) {
      const std::uint64_t bits = both >> shift & ((std::uint64_t{1} << from_bits) - 1);
      return float_bits(number_of(value_of(bits, from)), conversion);
    };
    store(bases, slots[0], static_cast<unsigned>(2 * to_bits), lane, element(from_bits) << to_bits | element(0));
  });
}

/// Computes cvt.pack: d = {a, b} saturated; for 8 bits, above the low half of c.
void pack_integers(const Bases& bases, const Slots& slots, std::uint32_t active) {
  const Conversion conversion = conversion_of(slots);
  const unsigned bits = ptx::bits_of(conversion.to);
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  for_each_lane(active, [&](std::uint32_t lane) {
    const auto element = [&](Slot slot) {
      return saturated_integer(extended(load(bases, slot, 32, lane), Type::s32), true, conversion.to) & mask;
    };
    std::uint64_t result = element(slots[1]) << bits | element(slots[2]);
    if (bits == 8) result |= load(bases, slots[3], 32, lane) << 16;
    store(bases, slots[0], 32, lane, result & 0xffffffffu);
  });
}

}  // namespace

LaneFunction narrow_conversion(const Request& request, std::uint32_t& detail) {
  if (request.opcode != ptx::Opcode::cvt) return nullptr;
  detail = packed(request);
  if (request.has(flag::pack)) return &pack_integers;
  if (request.operands == 3) return &convert_two;
  const bool pairs = request.type == Type::f16x2 || request.type == Type::e4m3x2 || request.type == Type::e5m2x2;
  return pairs ? &convert_halves : &convert;
}

}  // namespace lanescope::emulator
