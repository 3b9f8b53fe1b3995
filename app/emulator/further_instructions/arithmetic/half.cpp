// f16, bf16 and their packed pairs: sections "Half Precision Floating Point Instructions" and "Half Precision
// Comparison Instructions" of the PTX ISA manual. Results are computed exactly in double, then rounded once. A result
// that is not a number is 0x7fff.
#include <fenv.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <cmath>

#include "emulator/arithmetic/number_format.h"
#include "emulator/arithmetic/request.h"

namespace lanescope::emulator {
namespace {
#include "emulator/arithmetic/lanes.inl"
// needs the loops
#include "emulator/arithmetic/integer.inl"
// 16-bit numbers
#include "emulator/further_instructions/arithmetic/half.inl"
// flushing and extremes
#include "emulator/arithmetic/float.inl"
// comparisons
#include "emulator/arithmetic/compare.inl"

struct Half {
  static float widened(std::uint16_t a) { return widened_half(a); }
  static constexpr const NumberFormat& format = f16_format;
  static constexpr std::uint16_t exponent = 0x7c00, one = 0x3c00;
};
struct Bfloat {
  static float widened(std::uint16_t a) { return widened_bfloat(a); }
  static constexpr const NumberFormat& format = bf16_format;
  static constexpr std::uint16_t exponent = 0x7f80, one = 0x3f80;
};

std::uint16_t flushed_16(std::uint16_t a, std::uint16_t exponent) {
  return (a & exponent) == 0 ? static_cast<std::uint16_t>(a & 0x8000u) : a;
}

/// Returns a + b as a double whose last bit is set when the sum is inexact, so that it rounds to a shorter format as
/// the exact sum does.
double sum_to_odd(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  const double error = (a - (sum - b_part)) + (b - b_part);
  const auto bits = bits_as<std::uint64_t>(sum);
  if (error == 0.0 || error != error || (bits & 1u) != 0) return sum;
  const bool away = (error > 0.0) == (sum > 0.0);
  return bits_as<double>(away ? bits + 1 : bits - 1);
}

struct Add {
  static double of(double a, double b) { return sum_to_odd(a, b); }
};
struct Subtract {
  static double of(double a, double b) { return sum_to_odd(a, -b); }
};
struct Multiply {
  static double of(double a, double b) { return a * b; }
};
struct MultiplyAdd {
  static double of(double a, double b, double c) { return sum_to_odd(a * b, c); }
};
struct Exponential {
  static double of(double a) { return std::exp2(a); }
};
struct Tangent {
  static double of(double a) { return std::tanh(a); }
};

enum class After : std::uint8_t { nothing, saturate, no_negative };

// Rounding takes most of the time, and no loop with it becomes vector code, so a copy in each loop would only cost
// build time.
template <class Format, class Operation, bool ftz, After after, class... Operand>
[[gnu::noinline]] std::uint16_t computed(Operand... operand) {
  const auto in = [](std::uint16_t a) {
    return static_cast<double>(Format::widened(ftz ? flushed_16(a, Format::exponent) : a));
  };
  double value = Operation::of(in(operand)...);
  if (after == After::saturate) value = value > 0.0 ? (value < 1.0 ? value : 1.0) : 0.0;
  if (after == After::no_negative) value = value <= 0.0 ? 0.0 : value;
  const auto bits = static_cast<std::uint16_t>(rounded_bits(number_of(value), Format::format, Rounding::rn, false));
  return ftz ? flushed_16(bits, Format::exponent) : bits;
}

/// Works on the operands' bits.
template <class Format, bool minimum, bool ftz, bool nan_wins, bool xor_signs>
[[gnu::noinline]] std::uint16_t extreme_16(std::uint16_t a, std::uint16_t b) {
  const auto in = [](std::uint16_t x) {
    const float value = Format::widened(ftz ? flushed_16(x, Format::exponent) : x);
    return xor_signs ? magnitude(value) : value;
  };
  const float value = extreme_of<minimum, nan_wins>(in(a), in(b));
  if (value != value) return 0x7fff;
  const auto bits =
      static_cast<std::uint16_t>(rounded_bits(number_of(double{value}), Format::format, Rounding::rn, false));
  return xor_signs ? static_cast<std::uint16_t>(bits | ((a ^ b) & 0x8000u)) : bits;
}

/// Turns a 16-bit function into a lane function on one number, or on each half of a register.
template <auto function, class... Operand>
LaneFunction once_or_twice(bool packed) {
  if (!packed) return map([](Operand... operand) -> std::uint16_t { return function(operand...); });
  return map([](WordOfSize<2 * sizeof(Operand)>::type... operand) -> std::uint32_t {
    const std::uint32_t low = function(static_cast<std::uint16_t>(operand)...);
    const std::uint32_t high = function(static_cast<std::uint16_t>(operand >> 16)...);
    return high << 16 | low;
  });
}

using U16 = std::uint16_t;

template <class Format, class Operation, class... Operand>
LaneFunction with_words(const Request& request, bool packed) {
  const After after = request.has(flag::sat)    ? After::saturate
                      : request.has(flag::relu) ? After::no_negative
                                                : After::nothing;
  return with_one_of<After::nothing, After::saturate, After::no_negative>(after, [&](auto then) {
    const auto make = [&](auto ftz) {
      return once_or_twice<&computed<Format, Operation, decltype(ftz)::value, decltype(then)::value, Operand...>,
                           Operand...>(packed);
    };
    return with_flags(make, request.has(flag::ftz));
  });
}

template <class Format, bool minimum>
LaneFunction extreme_function_16(const Request& request, bool packed) {
  const auto choose = [&](auto ftz, auto nan) {
    constexpr bool f = decltype(ftz)::value;
    constexpr bool n = decltype(nan)::value;
    return request.has(flag::xorsign) ? once_or_twice<&extreme_16<Format, minimum, f, n, true>, U16, U16>(packed)
                                      : once_or_twice<&extreme_16<Format, minimum, f, n, false>, U16, U16>(packed);
  };
  return with_flags(choose, request.has(flag::ftz), request.has(flag::nan));
}

template <class Format, bool ftz, bool absolute>
std::uint16_t with_sign(std::uint16_t a) {
  if (ftz) a = flushed_16(a, Format::exponent);
  if ((a & 0x7fffu) > Format::exponent) return 0x7fff;
  return static_cast<std::uint16_t>(absolute ? a & 0x7fffu : a ^ 0x8000u);
}

template <class Format>
LaneFunction arithmetic_16(const Request& request, bool packed) {
  using ptx::Opcode;
  const bool ftz = request.has(flag::ftz);
  if (request.opcode == Opcode::add) return with_words<Format, Add, U16, U16>(request, packed);
  if (request.opcode == Opcode::sub) return with_words<Format, Subtract, U16, U16>(request, packed);
  if (request.opcode == Opcode::mul) return with_words<Format, Multiply, U16, U16>(request, packed);
  if (request.opcode == Opcode::fma) return with_words<Format, MultiplyAdd, U16, U16, U16>(request, packed);
  if (request.opcode == Opcode::ex2) return with_words<Format, Exponential, U16>(request, packed);
  if (request.opcode == Opcode::tanh) return with_words<Format, Tangent, U16>(request, packed);
  if (request.opcode == Opcode::min) return extreme_function_16<Format, true>(request, packed);
  if (request.opcode == Opcode::max) return extreme_function_16<Format, false>(request, packed);
  if (request.opcode == Opcode::abs)
    return ftz ? once_or_twice<&with_sign<Format, true, true>, U16>(packed)
               : once_or_twice<&with_sign<Format, false, true>, U16>(packed);
  if (request.opcode == Opcode::neg)
    return ftz ? once_or_twice<&with_sign<Format, true, false>, U16>(packed)
               : once_or_twice<&with_sign<Format, false, false>, U16>(packed);
  return nullptr;
}

/// Reads 16 bits for a comparison.
template <class Format, bool ftz>
struct View16 {
  using Raw = std::uint16_t;
  static float value(std::uint16_t a) { return Format::widened(ftz ? flushed_16(a, Format::exponent) : a); }
};

// Compares the halves of a packed register separately: setp gives a predicate each, set.f16x2 gives 1.0 in each half.
template <class View, Comparison comparison, unsigned shift>
[[gnu::noinline]] std::uint32_t compared_half(const Bases& bases, const Slots& slots, std::size_t first) {
  const auto* const a = lanes_at<const std::uint32_t>(bases, slots, first);
  const auto* const b = lanes_at<const std::uint32_t>(bases, slots, first + 1);
  std::uint32_t bits = 0;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    const float x = View::value(static_cast<std::uint16_t>(a[lane] >> shift));
    const float y = View::value(static_cast<std::uint16_t>(b[lane] >> shift));
    bits |= holds<comparison>(x, y) ? lane_bits_32.bit[lane] : 0u;
  }
  return bits;
}
template <BitsFunction low, BitsFunction high>
void compare_halves(const Bases& bases, const Slots& slots, std::uint32_t active) {
  const std::uint32_t first = combined(low(bases, slots, 2), bases, slots, 4);
  const std::uint32_t second = combined(high(bases, slots, 2), bases, slots, 4);
  set_predicate(predicate_at(bases, slots, 1), second, active);
  set_predicate(predicate_at(bases, slots, 0), first, active);
}
/// Writes 1.0 into each half for set.f16x2, all ones for set.u32.
[[gnu::noinline]] void choose_halves(std::uint32_t* result, std::uint32_t low, std::uint32_t high, ptx::Type type,
                                     std::uint32_t active) {
  const std::uint32_t yes = type == ptx::Type::f16x2 ? Half::one : (type == ptx::Type::bf16x2 ? Bfloat::one : 0xffffu);
  alignas(64) std::uint32_t all[warp_lanes];
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    const std::uint32_t bit = lane_bits_32.bit[lane];
    all[lane] = ((low & bit) != 0 ? yes : 0) | ((high & bit) != 0 ? yes << 16 : 0);
  }
  copy_active(result, all, active);
}
template <BitsFunction low, BitsFunction high>
void compare_halves_into_register(const Bases& bases, const Slots& slots, std::uint32_t active) {
  const std::uint32_t first = combined(low(bases, slots, 1), bases, slots, 3);
  const std::uint32_t second = combined(high(bases, slots, 1), bases, slots, 3);
  choose_halves(lanes_at<std::uint32_t>(bases, slots, 0), first, second, comparison_use(slots).type, active);
}
struct SetPackedPredicates {
  template <class View, Comparison comparison>
  static constexpr LaneFunction function =
      &compare_halves<&compared_half<View, comparison, 0>, &compared_half<View, comparison, 16>>;
};
struct SetPackedRegister {
  template <class View, Comparison comparison>
  static constexpr LaneFunction function =
      &compare_halves_into_register<&compared_half<View, comparison, 0>, &compared_half<View, comparison, 16>>;
};

template <class Format, bool ftz>
LaneFunction comparison_16(const Request& request, bool packed) {
  using View = View16<Format, ftz>;
  if (request.opcode == ptx::Opcode::setp) {
    return packed ? with_comparison<SetPackedPredicates, View>(request) : with_comparison<SetPredicate, View>(request);
  }
  return packed ? with_comparison<SetPackedRegister, View>(request) : with_comparison<SetRegister, View>(request);
}

}  // namespace

LaneFunction half_function(const Request& request) {
  using ptx::Opcode;
  using ptx::Type;
  const bool compares = request.opcode == Opcode::set || request.opcode == Opcode::setp;
  const Type type = request.opcode == Opcode::set ? request.source : request.type;
  const bool packed = type == Type::f16x2 || type == Type::bf16x2;
  if (request.opcode == Opcode::cvt || request.opcode == Opcode::mov) return nullptr;
  if (type == Type::bf16 || type == Type::bf16x2) {
    return compares ? comparison_16<Bfloat, false>(request, packed) : arithmetic_16<Bfloat>(request, packed);
  }
  if (type != Type::f16 && type != Type::f16x2) return nullptr;
  if (!compares) return arithmetic_16<Half>(request, packed);
  return request.has(flag::ftz) ? comparison_16<Half, true>(request, packed)
                                : comparison_16<Half, false>(request, packed);
}

}  // namespace lanescope::emulator
