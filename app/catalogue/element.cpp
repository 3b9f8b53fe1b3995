#include "catalogue/element.h"

#include <cmath>
#include <cstring>

namespace lanescope::catalogue {

float half_value(std::uint64_t bits) {
  const auto half = static_cast<std::uint32_t>(bits);
  const float sign = (half & 0x8000u) != 0 ? -1.0F : 1.0F;
  const auto exponent = static_cast<int>(half >> 10 & 31u);
  const auto fraction = static_cast<float>(half & 0x3ffu);
  if (exponent == 31) return std::bit_cast<float>((half & 0x8000u) << 16 | 0x7f800000u | (half & 0x3ffu) << 13);
  return exponent == 0 ? sign * std::ldexp(fraction, -24) : sign * std::ldexp(fraction + 1024, exponent - 25);
}

double element_value(ElementType type, std::uint64_t bits) {
  return with_element(type, bits, [](auto value) { return static_cast<double>(value); });
}

std::uint64_t element_bits(std::span<const std::byte> buffer, std::uint64_t index, ElementType type) {
  std::uint64_t bits = 0;
  const std::size_t width = size_of(type);
  std::memcpy(&bits, buffer.data() + index * width, width);
  return bits;
}

}  // namespace lanescope::catalogue
