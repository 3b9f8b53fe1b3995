#include "catalogue/reference/fill.h"

#include <cmath>
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/parallel.h"
#include "catalogue/reference/reference.h"

namespace lanescope::catalogue {
namespace {

/// Calls use(constant) with the type as a compile-time value, so that what it does for each element does not ask again.
template <class Use>
void with_type(ElementType type, const Use& use) {
  const auto each = [&]<std::size_t... number>(std::index_sequence<number...>) {
    static_cast<void>(((static_cast<std::size_t>(type) == number &&
                        (use(std::integral_constant<ElementType, static_cast<ElementType>(number)>{}), true)) ||
                       ...));
  };
  each(std::make_index_sequence<fill_traits.size()>{});
}

}  // namespace

std::uint64_t fill_bits(const LaunchPlan& plan, std::size_t buffer, std::uint64_t index) {
  const Buffer& filled = plan.buffers.at(buffer);
  const auto count = static_cast<std::uint64_t>(filled.fill_below - filled.fill_from);
  if (filled.fill == Fill::random && count > 0 && is_integer(filled.type)) {
    const auto above = static_cast<std::int64_t>(hash(plan.seed, buffer, index) % count);
    return integer_bits(filled.type, filled.fill_from + above);
  }
  if (filled.fill == Fill::random) return random_bits(filled.type, hash(plan.seed, buffer, index));
  if (filled.fill == Fill::poison) return poison_bits(filled.type);
  if (filled.fill == Fill::index) {
    return index_bits(filled.type, index * static_cast<std::uint64_t>(filled.fill_step));
  }
  return filled.fill == Fill::value ? integer_bits(filled.type, filled.fill_value) : 0;
}

void fill_elements(const LaunchPlan& plan, std::size_t buffer, std::uint64_t first, std::span<std::byte> bytes) {
  const Buffer& filled = plan.buffers.at(buffer);
  with_type(filled.type, [&](auto constant) {
    constexpr ElementType type = decltype(constant)::value;
    constexpr std::size_t width = fill_traits[static_cast<std::size_t>(type)].bytes;
    // Every machine that CUDA runs on is little-endian, so the low bytes come first.
    const auto fill = [&](const auto& bits_of) {
      for (std::size_t index = 0; index < bytes.size() / width; ++index) {
        const std::uint64_t bits = bits_of(first + index);
        std::memcpy(bytes.data() + index * width, &bits, width);
      }
    };
    if (filled.fill == Fill::random && filled.fill_below != filled.fill_from) {
      fill([&](std::uint64_t index) { return fill_bits(plan, buffer, index); });
    } else if (filled.fill == Fill::random) {
      const std::uint64_t own = mix(plan.seed + golden_step * (buffer + 1));
      fill([&](std::uint64_t index) { return random_bits(type, mix(own + golden_step * (index + 1))); });
    } else if (filled.fill == Fill::index) {
      const auto step = static_cast<std::uint64_t>(filled.fill_step);
      fill([&](std::uint64_t index) { return index_bits(type, index * step); });
    } else {
      fill([same = fill_bits(plan, buffer, 0)](std::uint64_t) { return same; });
    }
  });
}

std::vector<std::byte> fill_buffer(const LaunchPlan& plan, std::size_t buffer) {
  constexpr std::uint64_t grain_size = 1u << 16;  // elements
  const std::size_t width = size_of(plan.buffers.at(buffer).type);
  std::vector<std::byte> bytes(plan.buffers.at(buffer).bytes());
  parallel_for(bytes.size() / width, grain_size, 1, [&](std::uint64_t begin, std::uint64_t end) {
    fill_elements(plan, buffer, begin, std::span(bytes).subspan(begin * width, (end - begin) * width));
  });
  return bytes;
}

std::optional<std::uint64_t> real_bits(ElementType type, double value) {
  switch (type) {
    case ElementType::f64:
      return std::bit_cast<std::uint64_t>(value);
    case ElementType::f32:
      return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    case ElementType::bf16: {
      const auto single = static_cast<float>(value);
      const auto bits = std::bit_cast<std::uint32_t>(single);
      return single == value && (bits & 0xffffu) == 0 ? std::optional<std::uint64_t>(bits >> 16) : std::nullopt;
    }
    case ElementType::f16: {
      // Of the halves those that are k * 2^-10: half_bits() takes no smaller steps.
      const double steps = value * 1024;
      if (steps != std::trunc(steps) || std::abs(steps) >= 2048) return std::nullopt;
      return half_bits(static_cast<std::int32_t>(steps), -10);
    }
    default:
      return std::nullopt;
  }
}

}  // namespace lanescope::catalogue
