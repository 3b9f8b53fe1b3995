#include "worker/verify/element_value.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace warpscope::worker {
namespace {

using catalogue::ElementType;

/// IEEE 754 binary16: 1 sign, 5 exponent, 10 fraction bits.
double half_value(std::uint16_t bits) {
  const double sign = (bits & 0x8000u) != 0 ? -1.0 : 1.0;
  const int exponent = (bits >> 10) & 31;
  const auto fraction = static_cast<double>(bits & 0x3ffu);
  if (exponent == 31) {
    return fraction != 0 ? std::numeric_limits<double>::quiet_NaN() : sign * std::numeric_limits<double>::infinity();
  }
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(fraction + 1024, exponent - 25);
}

template <class Integer>
double integer_value(std::uint64_t bits) {
  return static_cast<double>(static_cast<Integer>(bits));
}

}  // namespace

std::uint64_t element_bits(std::span<const std::byte> buffer, std::uint64_t index, ElementType type) {
  std::uint64_t bits = 0;
  const std::size_t width = catalogue::size_of(type);
  std::memcpy(&bits, buffer.data() + index * width, width);
  return bits;
}

double element_value(ElementType type, std::uint64_t bits) {
  switch (type) {
    case ElementType::i8:
      return integer_value<std::int8_t>(bits);
    case ElementType::u8:
      return integer_value<std::uint8_t>(bits);
    case ElementType::i16:
      return integer_value<std::int16_t>(bits);
    case ElementType::u16:
      return integer_value<std::uint16_t>(bits);
    case ElementType::i32:
      return integer_value<std::int32_t>(bits);
    case ElementType::u32:
      return integer_value<std::uint32_t>(bits);
    case ElementType::i64:
      return integer_value<std::int64_t>(bits);
    case ElementType::u64:
      return integer_value<std::uint64_t>(bits);
    case ElementType::f16:
      return half_value(static_cast<std::uint16_t>(bits));
    case ElementType::bf16:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits & 0xffffu) << 16);
    case ElementType::f32:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case ElementType::f64:
      return std::bit_cast<double>(bits);
  }
  return 0;
}

}  // namespace warpscope::worker
