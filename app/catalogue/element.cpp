#include "catalogue/element.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace warpscope::catalogue {

float half_value(std::uint64_t bits) {
  const float sign = (bits & 0x8000u) != 0 ? -1.0F : 1.0F;
  const auto exponent = static_cast<int>(bits >> 10 & 31u);
  const auto fraction = static_cast<float>(bits & 0x3ffu);
  if (exponent == 31) {
    return fraction != 0 ? std::numeric_limits<float>::quiet_NaN() : sign * std::numeric_limits<float>::infinity();
  }
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

}  // namespace warpscope::catalogue
