// Elements of matrices whose products and sums are exact, for tests that write kernels.
#pragma once

#include <cmath>
#include <cstdint>

namespace lanescope::emulator {

/// An element of a matrix: its name in PTX, its width, and how random words become such elements that every sum is
/// exact: floating-point numbers keep the sign and two bits of the fraction, and lie between 0.5 and 1.
struct MatrixElement {
  const char* name = "";
  unsigned bits = 16;
  std::uint32_t kept = ~0u, set = 0;
  double (*value)(std::uint32_t) = nullptr;
};

/// A number of which all but the sign, the exponent 2^-1 and two bits of the fraction is zero.
template <unsigned sign, unsigned fraction>
double half_to_one(std::uint32_t bits) {
  const double magnitude = 0.5 + (bits >> (fraction - 2) & 3u) * 0.125;
  return (bits >> sign & 1u) != 0 ? -magnitude : magnitude;
}

namespace matrix_elements {
inline const MatrixElement f16{"f16", 16, 0x83008300, 0x38003800, &half_to_one<15, 10>};
inline const MatrixElement bf16{"bf16", 16, 0x80608060, 0x3f003f00, &half_to_one<15, 7>};
inline const MatrixElement tf32{"tf32", 32, 0x80600000, 0x3f000000, &half_to_one<31, 23>};
inline const MatrixElement e4m3{"e4m3", 8, 0x86868686, 0x30303030, &half_to_one<7, 3>};
inline const MatrixElement e5m2{"e5m2", 8, 0x83838383, 0x38383838, &half_to_one<7, 2>};
inline const MatrixElement s8{"s8", 8, ~0u, 0,
                              [](std::uint32_t bits) -> double { return static_cast<std::int8_t>(bits); }};
inline const MatrixElement u8{"u8", 8, ~0u, 0, [](std::uint32_t bits) -> double { return bits; }};
inline const MatrixElement s4{"s4", 4, ~0u, 0,
                              [](std::uint32_t bits) -> double { return static_cast<int>(bits ^ 8u) - 8; }};
inline const MatrixElement u4{"u4", 4, ~0u, 0, [](std::uint32_t bits) -> double { return bits; }};
inline const MatrixElement b1{"b1", 1, ~0u, 0, [](std::uint32_t bits) -> double { return bits; }};
/// Made from a word by conversion.
inline const MatrixElement f64{"f64", 64, ~0u, 0, [](std::uint32_t bits) -> double { return bits >> 8; }};
}  // namespace matrix_elements

/// The bits of f16 of a multiple of 1/64 below 32 in size, which has at most 11 bits.
inline std::uint32_t half_of(double number) {
  if (number == 0) return 0;
  int exponent = 0;
  const double fraction = std::frexp(std::abs(number), &exponent);
  const auto magnitude =
      static_cast<std::uint32_t>(fraction * 2048) - 1024 + static_cast<std::uint32_t>(exponent + 14) * 1024;
  return magnitude | (number < 0 ? 0x8000u : 0u);
}

}  // namespace lanescope::emulator
