#include "emulator/arithmetic/number_format.h"

#include <bit>
#include <cmath>
#include <limits>

namespace lanescope::emulator {
namespace {

/// Whether the part that is cut off rounds the kept part up by one.
bool rounds_up(Rounding rounding, bool negative, bool odd, int against_half, bool inexact) {
  if (rounding == Rounding::rz || rounding == Rounding::rzi) return false;
  if (rounding == Rounding::rm || rounding == Rounding::rmi) return negative && inexact;
  if (rounding == Rounding::rp || rounding == Rounding::rpi) return !negative && inexact;
  if (rounding == Rounding::rna) return against_half >= 0;
  return against_half > 0 || (against_half == 0 && odd);
}

bool overflows_to_infinity(Rounding rounding, bool negative) {
  if (rounding == Rounding::rz) return false;
  if (rounding == Rounding::rm) return negative;
  if (rounding == Rounding::rp) return !negative;
  return true;
}

}  // namespace

Number number_of(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  Number number;
  number.negative = (bits >> 63) != 0;
  const auto exponent = static_cast<int>(bits >> 52 & 0x7ffu);
  number.magnitude = bits & ((std::uint64_t{1} << 52) - 1);
  if (exponent == 0x7ff) {
    number.kind = number.magnitude == 0 ? Number::Kind::infinite : Number::Kind::not_a_number;
    return number;
  }
  if (exponent != 0) number.magnitude |= std::uint64_t{1} << 52;
  number.exponent = (exponent == 0 ? 1 : exponent) - 1075;
  return number;
}
Number number_of(std::uint64_t value) {
  return {.magnitude = value};
}
Number number_of(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return {.negative = value < 0, .magnitude = value < 0 ? 0 - bits : bits};
}

std::uint64_t rounded_bits(const Number& number, const NumberFormat& format, Rounding rounding, bool satfinite) {
  if (number.kind == Number::Kind::not_a_number) return format.not_a_number;
  const std::uint64_t sign = number.negative ? std::uint64_t{1} << (format.fraction_bits + format.exponent_bits) : 0;
  if (number.kind == Number::Kind::infinite) return sign | (satfinite ? format.largest : format.infinity);
  if (number.magnitude == 0) return sign;

  const int zeros = std::countl_zero(number.magnitude);
  const std::uint64_t magnitude = number.magnitude << zeros;  // its top bit is set
  const int top = number.exponent - zeros + 63;               // its weight is 2^top
  const int bias = (1 << (format.exponent_bits - 1)) - 1;
  const bool normal = top >= 1 - bias;
  const int cut = 63 - format.fraction_bits + (normal ? 0 : 1 - bias - top);
  const std::uint64_t kept = cut < 64 ? magnitude >> cut : 0;
  const std::uint64_t rest = cut < 64 ? magnitude & ((std::uint64_t{1} << cut) - 1) : magnitude;
  int against_half = -1;
  if (cut <= 64) {
    const std::uint64_t half = cut == 0 ? 0 : std::uint64_t{1} << (cut - 1);
    against_half = cut == 0 || rest < half ? -1 : (rest > half ? 1 : 0);
  }
  std::uint64_t bits = kept + (rounds_up(rounding, number.negative, (kept & 1u) != 0, against_half, rest != 0) ? 1 : 0);
  // The leading one of `kept` counts as the first step of the exponent, so that a carry out of the fraction goes there
  // by itself.
  if (normal) {
    if (top > bias + 1)
      bits = format.largest + 1;
    else
      bits += static_cast<std::uint64_t>(top + bias - 1) << format.fraction_bits;
  }
  if (bits > format.largest) {
    bits = satfinite || !overflows_to_infinity(rounding, number.negative) ? format.largest : format.infinity;
  }
  return sign | bits;
}

double value_of(std::uint64_t bits, const NumberFormat& format) {
  const int width = format.fraction_bits + format.exponent_bits;
  const std::uint64_t size = bits & ((std::uint64_t{1} << width) - 1);
  const bool negative = (bits >> width & 1u) != 0;
  if (size > format.largest) {
    if (size != format.infinity || format.infinity == format.not_a_number)
      return std::numeric_limits<double>::quiet_NaN();
    return negative ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  }
  const int exponent = static_cast<int>(size >> format.fraction_bits);
  const std::uint64_t fraction = size & ((std::uint64_t{1} << format.fraction_bits) - 1);
  const std::uint64_t whole = exponent == 0 ? fraction : fraction | std::uint64_t{1} << format.fraction_bits;
  const int bias = (1 << (format.exponent_bits - 1)) - 1;
  const double value =
      std::ldexp(static_cast<double>(whole), (exponent == 0 ? 1 : exponent) - bias - format.fraction_bits);
  return negative ? -value : value;
}

}  // namespace lanescope::emulator
