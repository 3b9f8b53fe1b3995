// Atomic read, compute, write: lanes one after the other, by rising number.
#include <bit>
#include <cmath>
#include <cstring>

#include "emulator/block.h"
#include "emulator/moves.h"

namespace warpscope::emulator {
namespace {

float widen_half(std::uint16_t bits) {
  const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000u) << 16;
  const std::uint32_t exponent = bits >> 10 & 31u;
  const std::uint32_t mantissa = bits & 0x3ffu;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000u | mantissa << 13);
  const float magnitude = exponent == 0
                              ? std::ldexp(static_cast<float>(mantissa), -24)
                              : std::ldexp(static_cast<float>(mantissa | 0x400u), static_cast<int>(exponent) - 25);
  return sign != 0 ? -magnitude : magnitude;
}

/// To nearest, ties to even, from a value that holds the exact sum of two halves (or bfloats) or is beyond their range.
std::uint16_t narrow(double value, int mantissa_bits, int least_exponent, int most_exponent, std::uint16_t infinity) {
  const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value)) return 0x7fff;
  const double magnitude = std::fabs(value);
  if (magnitude == 0) return sign;
  if (std::isinf(magnitude)) return static_cast<std::uint16_t>(sign | infinity);
  int exponent = std::max(std::ilogb(magnitude), least_exponent);
  // In units of the last place; nearbyint rounds to even.
  double units = std::nearbyint(std::ldexp(magnitude, mantissa_bits - exponent));
  if (units >= std::ldexp(1.0, mantissa_bits + 1)) {
    units /= 2;
    ++exponent;
  }
  if (exponent > most_exponent) return static_cast<std::uint16_t>(sign | infinity);
  const auto whole = static_cast<std::uint32_t>(units);
  const auto hidden = std::uint32_t{1} << mantissa_bits;
  const std::uint32_t biased = whole < hidden ? 0 : static_cast<std::uint32_t>(exponent - least_exponent + 1);
  return static_cast<std::uint16_t>(sign | biased << mantissa_bits | (whole & (hidden - 1)));
}

std::uint16_t add_half(std::uint16_t a, std::uint16_t b) {
  return narrow(static_cast<double>(widen_half(a)) + static_cast<double>(widen_half(b)), 10, -14, 15, 0x7c00);
}
std::uint16_t add_bfloat(std::uint16_t a, std::uint16_t b) {
  const auto widen = [](std::uint16_t bits) {
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16));
  };
  return narrow(widen(a) + widen(b), 7, -126, 127, 0x7f80);
}

template <class T>
T integer(AtomicOperation operation, T old, T value, T other) {
  using Unsigned = std::make_unsigned_t<T>;
  switch (operation) {
    case AtomicOperation::add:
      return static_cast<T>(static_cast<Unsigned>(old) + static_cast<Unsigned>(value));
    case AtomicOperation::minimum:
      return value < old ? value : old;
    case AtomicOperation::maximum:
      return value > old ? value : old;
    case AtomicOperation::and_:
      return static_cast<T>(old & value);
    case AtomicOperation::or_:
      return static_cast<T>(old | value);
    case AtomicOperation::xor_:
      return static_cast<T>(old ^ value);
    case AtomicOperation::exchange:
      return value;
    case AtomicOperation::compare_and_swap:
      return old == value ? other : old;
    case AtomicOperation::increment:
      return old >= value ? T{0} : static_cast<T>(old + 1);
    case AtomicOperation::decrement:
      return old == 0 || old > value ? value : static_cast<T>(old - 1);
  }
  return old;
}

/// The value behind one lane's operation. All as raw bits in the low bytes.
std::uint64_t result(const Access& how, std::uint64_t old, std::uint64_t value, std::uint64_t other) {
  using ptx::Type;
  const bool adds = how.atomic == AtomicOperation::add;
  switch (how.type) {
    case Type::f32: {
      const float sum = std::bit_cast<float>(static_cast<std::uint32_t>(old)) +
                        std::bit_cast<float>(static_cast<std::uint32_t>(value));
      if (adds) return std::isnan(sum) ? 0x7fffffffu : std::bit_cast<std::uint32_t>(sum);
      break;
    }
    case Type::f64:
      if (adds) return std::bit_cast<std::uint64_t>(std::bit_cast<double>(old) + std::bit_cast<double>(value));
      break;
    case Type::f16:
      if (adds) return add_half(static_cast<std::uint16_t>(old), static_cast<std::uint16_t>(value));
      break;
    case Type::bf16:
      if (adds) return add_bfloat(static_cast<std::uint16_t>(old), static_cast<std::uint16_t>(value));
      break;
    case Type::f16x2:
    case Type::bf16x2: {
      const auto add = how.type == Type::f16x2 ? &add_half : &add_bfloat;
      const std::uint32_t low = add(static_cast<std::uint16_t>(old), static_cast<std::uint16_t>(value));
      const std::uint32_t high = add(static_cast<std::uint16_t>(old >> 16), static_cast<std::uint16_t>(value >> 16));
      if (adds) return low | high << 16;
      break;
    }
    case Type::s32:
      return static_cast<std::uint32_t>(integer(how.atomic, static_cast<std::int32_t>(old),
                                                static_cast<std::int32_t>(value), static_cast<std::int32_t>(other)));
    case Type::s64:
      return static_cast<std::uint64_t>(integer(how.atomic, static_cast<std::int64_t>(old),
                                                static_cast<std::int64_t>(value), static_cast<std::int64_t>(other)));
    default:
      break;
  }
  // Unsigned integers and bits.
  switch (how.element_bytes) {
    case 2:
      return integer(how.atomic, static_cast<std::uint16_t>(old), static_cast<std::uint16_t>(value),
                     static_cast<std::uint16_t>(other));
    case 4:
      return integer(how.atomic, static_cast<std::uint32_t>(old), static_cast<std::uint32_t>(value),
                     static_cast<std::uint32_t>(other));
    default:
      return integer(how.atomic, old, value, other);
  }
}

}  // namespace

void Block::atomic(Warp& warp, const Op& op, const Access& how, std::uint32_t active, std::byte* const* places) {
  const Bases bases = bases_of(warp, current(warp).top);
  const std::uint32_t bytes = how.element_bytes;
  for_each_lane(active, [&](std::uint32_t lane) {
    const std::uint64_t old = register_value(places[lane], bytes, 0);
    const std::uint64_t value = register_value(at(bases, op.slots[1]), bytes, lane);
    const std::uint64_t other =
        how.atomic == AtomicOperation::compare_and_swap ? register_value(at(bases, op.slots[2]), bytes, lane) : 0;
    const std::uint64_t next = result(how, old, value, other);
    std::memcpy(places[lane], &next, bytes);
    if (how.returns) set_register(at(bases, op.slots[0]), how.register_bytes, lane, old);
  });
}

}  // namespace warpscope::emulator
