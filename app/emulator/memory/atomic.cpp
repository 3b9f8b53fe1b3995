// An atomic reads, computes and writes for one lane after another, by rising number.
#include <bit>
#include <cmath>
#include <cstring>

#include "emulator/arithmetic/number_format.h"
#include "emulator/execution/block.h"
#include "emulator/memory/atomic_operation.h"
#include "emulator/memory/moves.h"

namespace lanescope::emulator {
namespace {

std::uint16_t low_half(std::uint64_t bits) {
  return static_cast<std::uint16_t>(bits);
}
const NumberFormat& format_16(ptx::Type type) {
  return type == ptx::Type::f16 || type == ptx::Type::f16x2 ? f16_format : bf16_format;
}
/// The sum, or of vectors the smaller or larger one, which is a number where one of the two is.
std::uint16_t combined_16(AtomicOperation operation, std::uint16_t a, std::uint16_t b, const NumberFormat& format) {
  const double first = value_of(a, format), second = value_of(b, format);
  if (operation == AtomicOperation::add) {
    return static_cast<std::uint16_t>(rounded_bits(number_of(first + second), format, Rounding::rn, false));
  }
  constexpr std::uint16_t sign = 0x8000;
  if (std::isnan(first) && std::isnan(second)) return 0x7fff;
  if (std::isnan(first) || std::isnan(second)) return std::isnan(first) ? b : a;
  const bool a_is_less = first < second || (first == second && (a & sign) != 0);
  return a_is_less == (operation == AtomicOperation::minimum) ? a : b;
}

/// Returns the value after one lane's operation. All values are raw bits in the low bytes.
std::uint64_t result(const Access& how, std::uint64_t old, std::uint64_t value, std::uint64_t other) {
  using ptx::Type;
  const bool adds = how.atomic == AtomicOperation::add;
  const bool computes = adds || how.atomic == AtomicOperation::minimum || how.atomic == AtomicOperation::maximum;
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
    case Type::bf16:
      if (computes) return combined_16(how.atomic, low_half(old), low_half(value), format_16(how.type));
      break;
    case Type::f16x2:
    case Type::bf16x2:
      if (computes) {
        const NumberFormat& format = format_16(how.type);
        const std::uint32_t low = combined_16(how.atomic, low_half(old), low_half(value), format);
        const std::uint32_t high = combined_16(how.atomic, low_half(old >> 16), low_half(value >> 16), format);
        return low | high << 16;
      }
      break;
    case Type::s32:
      return static_cast<std::uint32_t>(combined(how.atomic, static_cast<std::int32_t>(old),
                                                 static_cast<std::int32_t>(value), static_cast<std::int32_t>(other)));
    case Type::s64:
      return static_cast<std::uint64_t>(combined(how.atomic, static_cast<std::int64_t>(old),
                                                 static_cast<std::int64_t>(value), static_cast<std::int64_t>(other)));
    default:
      break;
  }
  // The other types are unsigned integers and bits.
  switch (how.element_bytes) {
    case 2:
      return combined(how.atomic, static_cast<std::uint16_t>(old), static_cast<std::uint16_t>(value),
                      static_cast<std::uint16_t>(other));
    case 4:
      return combined(how.atomic, static_cast<std::uint32_t>(old), static_cast<std::uint32_t>(value),
                      static_cast<std::uint32_t>(other));
    default:
      return combined(how.atomic, old, value, other);
  }
}

}  // namespace

bool reduces(AtomicOperation operation, ptx::Type type) {
  using enum ptx::Type;
  using enum AtomicOperation;
  switch (operation) {
    case add:
      return type == u32 || type == s32 || type == u64 || type == s64 || type == f16 || type == bf16 || type == f32 ||
             type == f64;
    case minimum:
    case maximum:
      return type == u32 || type == s32 || type == u64 || type == s64;
    case increment:
    case decrement:
      return type == u32;
    case and_:
    case or_:
    case xor_:
      return type == b32 || type == b64 || type == u32 || type == s32 || type == u64 || type == s64;
    default:
      return false;
  }
}

void reduce_elements(AtomicOperation operation, ptx::Type type, std::byte* to, const std::byte* from,
                     std::uint32_t bytes) {
  Access how;
  how.atomic = operation;
  how.type = type;
  how.element_bytes = static_cast<std::uint8_t>(ptx::bytes_of(type));
  for (std::uint32_t done = 0; done + how.element_bytes <= bytes; done += how.element_bytes) {
    const std::uint64_t next = result(how, register_value(to + done, how.element_bytes, 0),
                                      register_value(from + done, how.element_bytes, 0), 0);
    std::memcpy(to + done, &next, how.element_bytes);
  }
}

void Block::atomic(Warp& warp, const Op& op, const Access& how, std::uint32_t active, std::byte* const* places,
                   std::uint64_t address) {
  const Bases bases = bases_of(warp, current(warp).top);
  const std::uint32_t bytes = how.element_bytes;
  for_each_lane(active, [&](std::uint32_t lane) {
    if (how.mbarrier != MbarrierOperation::none) return update_mbarrier(warp, op, how, lane, places[lane], address);
    for (std::uint32_t element = 0; element < how.elements; ++element) {
      std::byte* const place = places[lane] + std::size_t{element} * bytes;
      const Slot operand = op.slots[how.elements + element];
      const std::uint64_t old = register_value(place, bytes, 0);
      const std::uint64_t value = register_value(at(bases, operand), bytes, lane);
      const std::uint64_t other =
          how.atomic == AtomicOperation::compare_and_swap ? register_value(at(bases, op.slots[2]), bytes, lane) : 0;
      const std::uint64_t next = result(how, old, value, other);
      std::memcpy(place, &next, bytes);
      // A lane that only waits changes nothing, however often it asks.
      if (std::memcmp(&next, &old, bytes) != 0) ++warp.changes;
      if (how.returns) set_register(at(bases, op.slots[element]), how.register_bytes, lane, old);
    }
  });
}

}  // namespace lanescope::emulator
