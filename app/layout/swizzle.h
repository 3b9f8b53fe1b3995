// CuTe's swizzle: bits of an offset change others by exclusive or. Source: the page "CuTe Layout Algebra" and
// cute/swizzle.hpp of CUTLASS 4.2.
#pragma once

#include <cstdint>
#include <string>

namespace lanescope::layout {

/// Sw<bits, base, shift>: `bits` bits of the offset from bit base + shift on change, by exclusive or, those from bit
/// `base` on. With a negative shift, the bits from `base` on change those from base - shift on.
struct Swizzle {
  int bits = 0, base = 0, shift = 0;

  [[nodiscard]] bool is_possible() const;
  [[nodiscard]] std::int64_t apply(std::int64_t offset) const;
  [[nodiscard]] std::string text() const;  ///< "Sw<3,4,3>"
  friend bool operator==(const Swizzle&, const Swizzle&) = default;
};

}  // namespace lanescope::layout
