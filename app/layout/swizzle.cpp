#include "layout/swizzle.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace lanescope::layout {

bool Swizzle::is_possible() const {
  constexpr int most = 62;  // bits of an offset
  if (bits < 0 || bits > most || base < 0 || base > most || shift < -most || shift > most) return false;
  return std::abs(shift) >= bits && bits + base + std::abs(shift) <= most;
}

std::int64_t Swizzle::apply(std::int64_t offset) const {
  const std::int64_t mask = ((std::int64_t{1} << bits) - 1) << (base + std::max(0, shift));
  const std::int64_t chosen = offset & mask;
  return offset ^ (shift >= 0 ? chosen >> shift : chosen << -shift);
}

std::string Swizzle::text() const {
  return fmt::format("Sw<{},{},{}>", bits, base, shift);
}

}  // namespace lanescope::layout
