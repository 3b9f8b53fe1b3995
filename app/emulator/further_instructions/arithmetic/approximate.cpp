// Approximations of transcendental functions: the value of the C library in double, rounded once. Errors are well
// within those of the PTX ISA manual (sin, cos: 2^-20.5 absolute; ex2: 2 units in the last place; lg2: 2^-22; rsqrt:
// 2^-22.9 relative; tanh: 2^-11 relative), but the bits are not those of a GPU.
#include <fenv.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <cmath>

#include "emulator/arithmetic/request.h"

namespace lanescope::emulator {
namespace {
#include "emulator/arithmetic/lanes.inl"
// needs the loops
#include "emulator/arithmetic/integer.inl"
// flushing
#include "emulator/arithmetic/float.inl"

using Function = double (*)(double);
double inverse(double a) {
  return 1.0 / a;
}
double inverse_root(double a) {
  return 1.0 / std::sqrt(a);
}

template <Function function>
LaneFunction in_double(const Request& request) {
  if (request.has(flag::ftz)) {
    return map([](float a) -> float { return finish<true, false>(static_cast<float>(function(flushed(a)))); });
  }
  return map([](float a) -> float { return finish<false, false>(static_cast<float>(function(a))); });
}

/// Computes rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 of the manual: subnormal operands and results are zeros, the
/// lower 32 bits of the result are zero, not-a-number is 0x7fffffff00000000.
template <Function function>
double of_upper_half(double a) {
  const auto flushed_wide = [](double value) {
    const auto bits = bits_as<std::uint64_t>(value);
    return bits_as<double>((bits & std::uint64_t{0x7ff} << 52) == 0 ? bits & std::uint64_t{1} << 63 : bits);
  };
  const double value = function(flushed_wide(a));
  if (value != value) return bits_as<double>(std::uint64_t{0x7fffffff} << 32);
  const auto bits = bits_as<std::uint64_t>(value);
  const bool finite = (bits >> 52 & 0x7ffu) != 0x7ffu;
  const std::uint64_t nearest = bits + (finite ? 0x80000000u : 0u);
  return flushed_wide(bits_as<double>(nearest & ~std::uint64_t{0xffffffff}));
}

}  // namespace

LaneFunction approximate_function(const Request& request) {
  using ptx::Opcode;
  if (!request.has(flag::approx)) return nullptr;
  if (request.type == ptx::Type::f64) {
    if (request.opcode == Opcode::rcp) return map([](double a) -> double { return of_upper_half<&inverse>(a); });
    if (request.opcode != Opcode::rsqrt) return nullptr;
    if (request.has(flag::ftz)) return map([](double a) -> double { return of_upper_half<&inverse_root>(a); });
    return map([](double a) -> double { return finish<false, false>(inverse_root(a), a); });
  }
  if (request.type != ptx::Type::f32) return nullptr;
  if (request.opcode == Opcode::sin) return in_double<&std::sin>(request);
  if (request.opcode == Opcode::cos) return in_double<&std::cos>(request);
  if (request.opcode == Opcode::ex2) return in_double<&std::exp2>(request);
  if (request.opcode == Opcode::lg2) return in_double<&std::log2>(request);
  if (request.opcode == Opcode::tanh) return in_double<&std::tanh>(request);
  if (request.opcode == Opcode::rsqrt) return in_double<&inverse_root>(request);
  return nullptr;
}

}  // namespace lanescope::emulator
