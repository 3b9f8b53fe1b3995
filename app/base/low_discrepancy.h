// Numbers that fill a range evenly from their first on.
#pragma once

#include <cmath>
#include <cstdint>

namespace lanescope {

/// Steps of Weyl's sequence: the fractions of the square root of 2 and of the golden ratio, and the inverse of the
/// plastic ratio. Sequences with different ones of these fill a square or a cube evenly.
inline constexpr double square_root_step = 0.41421356237309503, golden_step = 0.61803398874989485,
                        plastic_step = 0.7548776662466927;

/// Returns the n-th number of Weyl's sequence in (0, 1): the mean of a few of them is already that of all.
[[nodiscard]] inline double low_discrepancy(std::uint64_t n, double step) {
  const double position = (static_cast<double>(n) + 0.5) * step;
  return position - std::floor(position);
}

}  // namespace lanescope
