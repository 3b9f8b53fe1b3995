// Conversions of buffer elements from their raw bits.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "catalogue/launch_plan.h"

namespace lanescope::catalogue {

/// Converts IEEE 754 binary16 to a single, which represents every half. A NaN keeps its sign and payload. Only the low
/// 16 bits of `bits` count.
[[nodiscard]] float half_value(std::uint64_t bits);

/// Calls `use` with the element as a C++ number: an integer of its type, a double, or a float that holds f32, bf16 or
/// f16 exactly. `bits` holds the raw element in its low bytes.
template <class Use>
[[nodiscard]] auto with_element(ElementType type, std::uint64_t bits, const Use& use) {
  switch (type) {
    case ElementType::i8:
      return use(static_cast<std::int8_t>(bits));
    case ElementType::u8:
      return use(static_cast<std::uint8_t>(bits));
    case ElementType::i16:
      return use(static_cast<std::int16_t>(bits));
    case ElementType::u16:
      return use(static_cast<std::uint16_t>(bits));
    case ElementType::i32:
      return use(static_cast<std::int32_t>(bits));
    case ElementType::u32:
      return use(static_cast<std::uint32_t>(bits));
    case ElementType::i64:
      return use(static_cast<std::int64_t>(bits));
    case ElementType::u64:
      break;
    case ElementType::f16:
      return use(half_value(bits));
    case ElementType::bf16:
      return use(std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16));
    case ElementType::f32:
      return use(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case ElementType::f64:
      return use(std::bit_cast<double>(bits));
  }
  return use(bits);
}

/// Returns the element as a number; it is exact except for integers beyond 2^53.
[[nodiscard]] double element_value(ElementType type, std::uint64_t bits);

/// Returns element `index` as raw bits in the low bytes. The buffer must contain this element.
[[nodiscard]] std::uint64_t element_bits(std::span<const std::byte> buffer, std::uint64_t index, ElementType type);

}  // namespace lanescope::catalogue
