#include "catalogue/reference/fill.h"

#include <cmath>
#include <cstring>

#include "catalogue/reference/reference.h"

namespace warpscope::catalogue {

std::uint64_t fill_bits(const LaunchPlan& plan, std::size_t buffer, std::uint64_t index) {
  const Buffer& filled = plan.buffers.at(buffer);
  if (filled.fill == Fill::random) return random_bits(filled.type, hash(plan.seed, buffer, index));
  if (filled.fill == Fill::poison) return poison_bits(filled.type);
  if (filled.fill == Fill::index) return index_bits(filled.type, index);
  return filled.fill == Fill::value ? integer_bits(filled.type, filled.fill_value) : 0;
}

void fill_elements(const LaunchPlan& plan, std::size_t buffer, std::uint64_t first, std::span<std::byte> bytes) {
  const std::size_t width = size_of(plan.buffers.at(buffer).type);
  for (std::size_t index = 0; index < bytes.size() / width; ++index) {
    const std::uint64_t bits = fill_bits(plan, buffer, first + index);
    // Every machine that CUDA runs on is little-endian, so the low bytes come first.
    std::memcpy(bytes.data() + index * width, &bits, width);
  }
}

std::vector<std::byte> fill_buffer(const LaunchPlan& plan, std::size_t buffer) {
  std::vector<std::byte> bytes(plan.buffers.at(buffer).bytes());
  fill_elements(plan, buffer, 0, bytes);
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

}  // namespace warpscope::catalogue
