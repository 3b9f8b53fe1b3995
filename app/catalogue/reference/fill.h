// The contents of buffers before a plan runs: a pure function of seed, buffer and index, the same bits on CPU and GPU.
// app/gpu/device mirrors these functions in CUDA C++; a test holds the two together for every type.
#pragma once

#include <bit>
#include <cstdint>

#include "catalogue/launch_plan.h"

namespace warpscope::catalogue {

/// 2^64 divided by the golden ratio, made odd: steps by it visit all 64-bit values evenly (Weyl sequence).
inline constexpr std::uint64_t golden_step = 0x9e3779b97f4a7c15u;

/// Bijective mixing of 64 bits; shifts and multipliers are "variant 13" of David Stafford's table (2011), which
/// SplitMix64 uses (Steele, Lea, Flood, OOPSLA 2014).
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

/// 64 random bits for element `index` of buffer number `buffer` (its place in LaunchPlan::buffers).
[[nodiscard]] constexpr std::uint64_t hash(std::uint64_t seed, std::uint64_t buffer, std::uint64_t index) {
  return mix(mix(seed + golden_step * (buffer + 1)) + golden_step * (index + 1));
}

/// k * 2^scale as the bits of an IEEE half, -2048 < k < 2048, -10 <= scale <= 0: exact and normal.
[[nodiscard]] constexpr std::uint16_t half_bits(std::int32_t k, std::int32_t scale) {
  const std::uint32_t sign = k < 0 ? 0x8000u : 0u;
  const auto magnitude = static_cast<std::uint32_t>(k < 0 ? -k : k);
  if (magnitude == 0) return 0;
  std::uint32_t exponent = 0;
  while ((magnitude >> (exponent + 1)) != 0) ++exponent;
  const std::uint32_t biased = exponent + 15 - static_cast<std::uint32_t>(-scale);
  return static_cast<std::uint16_t>(sign | biased << 10 | ((magnitude << (10 - exponent)) & 0x3ffu));
}

/// The upper half of an IEEE single: exact for values of at most 8 significant bits.
[[nodiscard]] constexpr std::uint16_t bfloat_bits(float value) {
  return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16);
}

/// The hash as a value of the type, raw bits in the low bytes. Integers: its top bits, uniform over the type. Floating
/// point: k * 2^-m in [-1, 1) with k the top m + 1 bits, m = 7 (bf16), 10 (f16), 23 (f32), 52 (f64): exact, never NaN.
[[nodiscard]] constexpr std::uint64_t random_bits(ElementType type, std::uint64_t hash) {
  switch (type) {
    case ElementType::i8:
    case ElementType::u8:
      return hash >> 56;
    case ElementType::i16:
    case ElementType::u16:
      return hash >> 48;
    case ElementType::i32:
    case ElementType::u32:
      return hash >> 32;
    case ElementType::i64:
    case ElementType::u64:
      return hash;
    case ElementType::f16:
      return half_bits(static_cast<std::int32_t>(hash >> 53) - 1024, -10);
    case ElementType::bf16:
      return bfloat_bits(static_cast<float>(static_cast<std::int32_t>(hash >> 56) - 128) * 0x1p-7f);
    case ElementType::f32:
      return std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<std::int32_t>(hash >> 40) - 0x800000) *
                                          0x1p-23f);
    case ElementType::f64:
      return std::bit_cast<std::uint64_t>(
          static_cast<double>(static_cast<std::int64_t>(hash >> 11) - 0x10000000000000) * 0x1p-52);
  }
  return 0;
}

/// What an output holds before a kernel writes it: a quiet NaN whose payload arithmetic does not produce, or a pattern
/// that stands out in a dump.
[[nodiscard]] constexpr std::uint64_t poison_bits(ElementType type) {
  switch (type) {
    case ElementType::i8:
    case ElementType::u8:
      return 0xdb;
    case ElementType::i16:
    case ElementType::u16:
      return 0xdbee;
    case ElementType::i32:
    case ElementType::u32:
      return 0xdeadbeef;
    case ElementType::i64:
    case ElementType::u64:
      return 0xdeadbeefdeadbeef;
    case ElementType::f16:
      return 0x7eed;
    case ElementType::bf16:
      return 0x7fed;
    case ElementType::f32:
      return 0x7fedbeef;
    case ElementType::f64:
      return 0x7ffdbeefdbeefdbe;
  }
  return 0;
}

/// How many low bits of an integer the type holds exactly: every value below 2^that is one of the type's.
[[nodiscard]] constexpr unsigned exact_bits(ElementType type) {
  switch (type) {
    case ElementType::i8:
    case ElementType::u8:
      return 8;
    case ElementType::i16:
    case ElementType::u16:
      return 16;
    case ElementType::i32:
    case ElementType::u32:
      return 32;
    case ElementType::i64:
    case ElementType::u64:
      return 64;
    case ElementType::bf16:
      return 8;
    case ElementType::f16:
      return 11;
    case ElementType::f32:
      return 24;
    case ElementType::f64:
      return 53;
  }
  return 0;
}

/// An integer as a value of the type. Integers: its low bits. Floating point: exact, for |value| < 2^exact_bits(type).
[[nodiscard]] constexpr std::uint64_t integer_bits(ElementType type, std::int64_t value) {
  switch (type) {
    case ElementType::f16:
      return half_bits(static_cast<std::int32_t>(value), 0);
    case ElementType::bf16:
      return bfloat_bits(static_cast<float>(value));
    case ElementType::f32:
      return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    case ElementType::f64:
      return std::bit_cast<std::uint64_t>(static_cast<double>(value));
    default:
      break;
  }
  const unsigned bits = exact_bits(type);
  return static_cast<std::uint64_t>(value) & (bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1);
}

/// Element `index` of an index fill: index modulo 2^exact_bits(type), so that floating point stays exact too.
[[nodiscard]] constexpr std::uint64_t index_bits(ElementType type, std::uint64_t index) {
  const unsigned bits = exact_bits(type);
  const std::uint64_t wrapped = bits == 64 ? index : index & ((std::uint64_t{1} << bits) - 1);
  return integer_bits(type, static_cast<std::int64_t>(wrapped));
}

}  // namespace warpscope::catalogue
