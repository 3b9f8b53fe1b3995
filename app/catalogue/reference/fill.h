// The contents of buffers before a plan runs. They are a pure function of seed, buffer and index with the same bits on
// CPU and GPU. app/gpu/device has these functions in CUDA C++ too; a test compares the two for every type.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "catalogue/launch_plan.h"

namespace lanescope::catalogue {

/// 2^64 divided by the golden ratio, made odd. Steps by it visit all 64-bit values evenly (Weyl sequence).
inline constexpr std::uint64_t golden_step = 0x9e3779b97f4a7c15u;

/// Mixes 64 bits bijectively. Shifts and multipliers are "variant 13" of David Stafford's table (2011), which
/// SplitMix64 uses (Steele, Lea, Flood, OOPSLA 2014).
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

/// Returns 64 random bits for element `index` of buffer number `buffer` (its index in LaunchPlan::buffers).
[[nodiscard]] constexpr std::uint64_t hash(std::uint64_t seed, std::uint64_t buffer, std::uint64_t index) {
  return mix(mix(seed + golden_step * (buffer + 1)) + golden_step * (index + 1));
}

/// Returns k * 2^scale as IEEE half, exact and normal, for -2048 < k < 2048 and -10 <= scale <= 0.
[[nodiscard]] constexpr std::uint16_t half_bits(std::int32_t k, std::int32_t scale) {
  const std::uint32_t sign = k < 0 ? 0x8000u : 0u;
  const auto magnitude = static_cast<std::uint32_t>(k < 0 ? -k : k);
  if (magnitude == 0) return 0;
  std::uint32_t exponent = 0;
  while ((magnitude >> (exponent + 1)) != 0) ++exponent;
  const std::uint32_t biased = exponent + 15 - static_cast<std::uint32_t>(-scale);
  return static_cast<std::uint16_t>(sign | biased << 10 | ((magnitude << (10 - exponent)) & 0x3ffu));
}

/// Returns the upper half of an IEEE single; it is exact for values of at most 8 significant bits.
[[nodiscard]] constexpr std::uint16_t bfloat_bits(float value) {
  return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16);
}

/// The properties of a type that fills use.
struct FillTraits {
  unsigned bytes;
  /// The low bits of an integer that the type holds exactly: every value below 2^exact_bits is one of the type's.
  unsigned exact_bits;
  std::uint64_t poison;
};
/// Indexed by ElementType.
inline constexpr std::array<FillTraits, 12> fill_traits = {{{1, 8, 0xdb},
                                                            {1, 8, 0xdb},
                                                            {2, 16, 0xdbee},
                                                            {2, 16, 0xdbee},
                                                            {4, 32, 0xdeadbeef},
                                                            {4, 32, 0xdeadbeef},
                                                            {8, 64, 0xdeadbeefdeadbeef},
                                                            {8, 64, 0xdeadbeefdeadbeef},
                                                            {2, 11, 0x7eed},
                                                            {2, 8, 0x7fed},
                                                            {4, 24, 0x7fedbeef},
                                                            {8, 53, 0x7ffdbeefdbeefdbe}}};

[[nodiscard]] constexpr unsigned exact_bits(ElementType type) {
  return fill_traits[static_cast<std::size_t>(type)].exact_bits;
}
/// Returns what an output holds before a kernel writes it: a quiet NaN whose payload arithmetic does not produce, or a
/// pattern that is easy to see in a dump.
[[nodiscard]] constexpr std::uint64_t poison_bits(ElementType type) {
  return fill_traits[static_cast<std::size_t>(type)].poison;
}

/// Returns k * 2^-scale as a floating-point value of the type; the caller chooses k and scale so that it is exact.
[[nodiscard]] constexpr std::uint64_t floating_bits(ElementType type, std::int64_t k, unsigned scale) {
  const double value = static_cast<double>(k) * std::bit_cast<double>(std::uint64_t{1023 - scale} << 52);
  if (type == ElementType::f16) return half_bits(static_cast<std::int32_t>(k), -static_cast<std::int32_t>(scale));
  if (type == ElementType::bf16) return bfloat_bits(static_cast<float>(value));
  return type == ElementType::f32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                                  : std::bit_cast<std::uint64_t>(value);
}

/// Returns the hash as a value of the type, raw bits in the low bytes. An integer is its top bits, uniform over the
/// type. Floating point is exact: k * 2^-m in [-1, 1), k the top m + 1 bits, m 7 (bf16), 10 (f16), 23 (f32), 52 (f64).
[[nodiscard]] constexpr std::uint64_t random_bits(ElementType type, std::uint64_t hash) {
  const unsigned bits = exact_bits(type);
  const std::uint64_t top = hash >> (64 - bits);
  if (is_integer(type)) return top;
  return floating_bits(type, static_cast<std::int64_t>(top) - (std::int64_t{1} << (bits - 1)), bits - 1);
}

/// Returns an integer as a value of the type: its low bits, or exact floating point for |value| < 2^exact_bits(type).
[[nodiscard]] constexpr std::uint64_t integer_bits(ElementType type, std::int64_t value) {
  if (!is_integer(type)) return floating_bits(type, value, 0);
  return static_cast<std::uint64_t>(value) & ~std::uint64_t{0} >> (64 - exact_bits(type));
}

/// Whether an integer is a value of the type.
[[nodiscard]] constexpr bool is_representable(ElementType type, std::int64_t value) {
  const unsigned bits = exact_bits(type);
  const bool unsigned_type =
      type == ElementType::u8 || type == ElementType::u16 || type == ElementType::u32 || type == ElementType::u64;
  if (unsigned_type) return value >= 0 && (bits >= 63 || value < std::int64_t{1} << bits);
  if (!is_integer(type)) return value < std::int64_t{1} << bits && value > -(std::int64_t{1} << bits);
  return bits == 64 || (value < std::int64_t{1} << (bits - 1) && value >= -(std::int64_t{1} << (bits - 1)));
}

/// Returns a decimal number as a value of the type: rounded to f32 or f64, as a constant of C++ is; of halves only what
/// they hold exactly.
[[nodiscard]] std::optional<std::uint64_t> real_bits(ElementType type, double value);

/// Returns element `index` of an index fill: index modulo 2^exact_bits(type), so that floating point stays exact too.
[[nodiscard]] constexpr std::uint64_t index_bits(ElementType type, std::uint64_t index) {
  return integer_bits(type, static_cast<std::int64_t>(index & ~std::uint64_t{0} >> (64 - exact_bits(type))));
}

}  // namespace lanescope::catalogue
