// Converts numbers into the bits of any floating-point format, in any rounding mode. It is internal to arithmetic/.
#pragma once

#include <cstdint>

#include "emulator/arithmetic/request.h"

namespace lanescope::emulator {

/// The exact value sign * magnitude * 2^exponent, or infinity, or not a number.
struct Number {
  enum class Kind : std::uint8_t { finite, infinite, not_a_number };
  Kind kind = Kind::finite;
  bool negative = false;
  std::uint64_t magnitude = 0;
  int exponent = 0;
};
[[nodiscard]] Number number_of(double value);
[[nodiscard]] Number number_of(std::uint64_t value);
[[nodiscard]] Number number_of(std::int64_t value);

/// A binary format of at most 64 bits, with the sign in the top bit.
struct NumberFormat {
  int fraction_bits = 0;
  int exponent_bits = 0;
  std::uint64_t largest = 0;   ///< largest finite number
  std::uint64_t infinity = 0;  ///< its not-a-number in a format without infinity
  std::uint64_t not_a_number = 0;
};
inline constexpr NumberFormat f16_format{10, 5, 0x7bff, 0x7c00, 0x7fff};
inline constexpr NumberFormat bf16_format{7, 8, 0x7f7f, 0x7f80, 0x7fff};
inline constexpr NumberFormat f32_format{23, 8, 0x7f7fffff, 0x7f800000, 0x7fffffff};
inline constexpr NumberFormat f64_format{52, 11, 0x7fefffffffffffff, 0x7ff0000000000000, 0xfff8000000000000};
/// f32 with a fraction of 10 bits; tf32 has the same bits 13 places higher.
inline constexpr NumberFormat tf32_format{10, 8, 0x3fbff, 0x3fc00, 0x3ffff};
inline constexpr NumberFormat e4m3_format{3, 4, 0x7e, 0x7f, 0x7f};
inline constexpr NumberFormat e5m2_format{2, 5, 0x7b, 0x7c, 0x7f};

/// Returns the bits of the number, rounded once. A number beyond the largest one becomes infinity, or what the rounding
/// mode says; with satfinite the largest one, also for infinity. Not-a-number has no sign of its own.
[[nodiscard]] std::uint64_t rounded_bits(const Number& number, const NumberFormat& format, Rounding rounding,
                                         bool satfinite);

/// Returns the value of f16, bf16, e4m3 or e5m2 bits.
[[nodiscard]] double value_of(std::uint64_t bits, const NumberFormat& format);

}  // namespace lanescope::emulator
