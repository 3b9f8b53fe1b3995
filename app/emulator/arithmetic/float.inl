// f32 and f64: section "Floating Point Instructions" of the PTX ISA manual. Included into an anonymous namespace.
//
// Not-a-number results follow an H200 (tests/data/truth/h200_operations.txt). For f32 the result is 0x7fffffff, also of
// abs and neg. For f64 it is the first operand that is NaN, made quiet, of fma in the order a, c, b; abs and neg do the
// same and keep its sign. A NaN that no operand had is 0xfff8000000000000. copysign changes only the sign.
//
// .ftz flushes subnormal operands, and results that are subnormal after rounding, to zero of the same sign.

template <class T>
constexpr WordOf<T> sign_bit = static_cast<WordOf<T>>(WordOf<T>{1} << (8 * sizeof(T) - 1));

inline float flushed(float a) {
  const auto bits = bits_as<std::uint32_t>(a);
  return bits_as<float>((bits & 0x7f800000u) == 0 ? bits & 0x80000000u : bits);
}
template <bool ftz, class T>
inline T flushed_if(T a) {
  if constexpr (ftz) return flushed(a);
  return a;
}

inline float canonical(float a) {
  return a == a ? a : bits_as<float>(0x7fffffffu);
}
inline double quiet(double a) {
  return bits_as<double>(bits_as<std::uint64_t>(a) | std::uint64_t{1} << 51);
}
template <class... Operand>
inline double not_a_number(double first, Operand... rest) {
  if constexpr (sizeof...(rest) == 0) {
    return first == first ? bits_as<double>(std::uint64_t{0xfff8} << 48) : quiet(first);
  } else {
    return first == first ? not_a_number(rest...) : quiet(first);
  }
}

/// Clamps to [0, 1]; not-a-number and -0 become +0.
inline float saturated(float a) {
  const float below = a < 1.0f ? a : 1.0f;
  return a > 0.0f ? below : 0.0f;
}

template <bool ftz, bool sat, class... Operand>
inline float finish(float result, Operand...) {
  result = flushed_if<ftz>(result);
  return sat ? saturated(result) : canonical(result);
}
template <bool, bool, class... Operand>
inline double finish(double result, Operand... operands) {
  return result == result ? result : not_a_number(operands...);
}

inline float fused(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
inline double fused(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}
inline float root(float a) {
  return __builtin_sqrtf(a);
}
inline double root(double a) {
  return __builtin_sqrt(a);
}

template <class Make>
inline LaneFunction for_ftz_and_sat(const Request& request, Make make) {
  return with_flags(make, request.has(flag::ftz), request.has(flag::sat));
}

/// Returns the function in the instruction's rounding mode. `function` is a template argument, so that it needs no
/// state.
template <LaneFunction function>
inline LaneFunction rounded(Rounding rounding) {
  if (rounding == Rounding::rz) return &InRoundingMode<FE_TOWARDZERO>::run<function>;
  if (rounding == Rounding::rm) return &InRoundingMode<FE_DOWNWARD>::run<function>;
  if (rounding == Rounding::rp) return &InRoundingMode<FE_UPWARD>::run<function>;
  return function;
}

template <class T, bool ftz, bool sat>
struct Arithmetic {
  static constexpr auto in = [](T a) { return flushed_if < ftz && sizeof(T) == 4 > (a); };
  struct Add {
    T operator()(T a, T b) const { return finish<ftz, sat>(in(a) + in(b), a, b); }
  };
  struct Subtract {
    T operator()(T a, T b) const { return finish<ftz, sat>(in(a)-in(b), a, b); }
  };
  struct Multiply {
    T operator()(T a, T b) const { return finish<ftz, sat>(in(a)*in(b), a, b); }
  };
  struct Divide {
    T operator()(T a, T b) const { return finish<ftz, sat>(in(a) / in(b), a, b); }
  };
  struct MultiplyAdd {
    T operator()(T a, T b, T c) const { return finish<ftz, sat>(fused(in(a), in(b), in(c)), a, c, b); }
  };
  struct Reciprocal {
    T operator()(T a) const { return finish<ftz, sat>(T{1} / in(a), a); }
  };
  struct SquareRoot {
    T operator()(T a) const { return finish<ftz, sat>(root(in(a)), a); }
  };
};
/// Applies the same function to both halves of 64-bit registers.
template <class Function, class Member = decltype(&Function::operator())>
struct OnPairs;
template <class Function, class... Float>
struct OnPairs<Function, float (Function::*)(Float...) const> {
  std::uint64_t operator()(WordOfSize<2 * sizeof(Float)>::type... operand) const {
    const Function function{};
    const auto low = bits_as<std::uint32_t>(function(bits_as<float>(static_cast<std::uint32_t>(operand))...));
    const auto high = bits_as<std::uint32_t>(function(bits_as<float>(static_cast<std::uint32_t>(operand >> 32))...));
    return std::uint64_t{high} << 32 | low;
  }
};

/// Computes div.approx.f32, which beyond 2^126 is a * (1 / b) with a reciprocal flushed to zero. Elsewhere, and for
/// div.full, it is the exact quotient rounded, well within the documented 2 units in the last place.
template <bool ftz>
inline float approximate_quotient(float a, float b) {
  a = flushed_if<ftz>(a);
  b = flushed_if<ftz>(b);
  const float size = __builtin_fabsf(b);
  const float divisor = size > 0x1p126f && size < __builtin_inff() ? __builtin_copysignf(__builtin_inff(), b) : b;
  const float quotient = a / divisor;
  return finish<ftz, false>(quotient, a, b);
}

template <class T>
inline LaneFunction arithmetic_function(const Request& request) {
  return for_ftz_and_sat(request, [&](auto ftz, auto sat) -> LaneFunction {
    using Of = Arithmetic<T, decltype(ftz)::value && sizeof(T) == 4, decltype(sat)::value && sizeof(T) == 4>;
    using enum ptx::Opcode;
    const ptx::Opcode opcode = request.opcode;
    if (opcode == add) return rounded<run_of<typename Of::Add>>(request.rounding);
    if (opcode == sub) return rounded<run_of<typename Of::Subtract>>(request.rounding);
    if (opcode == mul) return rounded<run_of<typename Of::Multiply>>(request.rounding);
    if (opcode == fma || opcode == mad) return rounded<run_of<typename Of::MultiplyAdd>>(request.rounding);
    // Approximations return the correctly rounded values.
    if constexpr (sizeof(T) == 4) {
      if (opcode == div && request.has(flag::approx)) {
        return map([](float a, float b) -> float { return approximate_quotient<decltype(ftz)::value>(a, b); });
      }
    }
    if (opcode == div) return rounded<run_of<typename Of::Divide>>(request.rounding);
    if (opcode == rcp) return rounded<run_of<typename Of::Reciprocal>>(request.rounding);
    return opcode == sqrt ? rounded<run_of<typename Of::SquareRoot>>(request.rounding) : nullptr;
  });
}

template <bool ftz>
inline LaneFunction pair_function(const Request& request) {
  using Of = Arithmetic<float, ftz, false>;
  if (request.opcode == ptx::Opcode::add) return rounded<run_of<OnPairs<typename Of::Add>>>(request.rounding);
  if (request.opcode == ptx::Opcode::sub) return rounded<run_of<OnPairs<typename Of::Subtract>>>(request.rounding);
  if (request.opcode == ptx::Opcode::mul) return rounded<run_of<OnPairs<typename Of::Multiply>>>(request.rounding);
  if (request.opcode == ptx::Opcode::fma) return rounded<run_of<OnPairs<typename Of::MultiplyAdd>>>(request.rounding);
  return nullptr;
}

inline float magnitude(float a) {
  return __builtin_fabsf(a);
}
inline double magnitude(double a) {
  return __builtin_fabs(a);
}

/// Returns the smaller or larger number; -0 is smaller than +0. With one NaN it is the other operand, or NaN with .NaN.
template <bool minimum, bool nan_wins, class T>
inline T extreme_of(T a, T b) {
  using Word = WordOf<T>;
  const Word x = bits_as<Word>(a);
  const Word y = bits_as<Word>(b);
  // For equal numbers, also zeros of both signs, the bits decide: `or` keeps a minus sign, `and` drops one.
  const Word tie = minimum ? x | y : x & y;
  const bool a_first = minimum ? a < b : a > b;
  const Word ordered = a == b ? tie : (a_first ? x : y);
  Word result = a == a ? ordered : y;
  result = b == b ? result : x;
  if constexpr (nan_wins) result = a == a ? (b == b ? result : y) : x;
  return bits_as<T>(result);
}

template <bool minimum, bool ftz, bool nan_wins, bool magnitudes, bool xor_signs>
struct Extreme {
  static float prepared(float a) { return magnitudes ? magnitude(flushed_if<ftz>(a)) : flushed_if<ftz>(a); }
  struct Two {
    float operator()(float a, float b) const {
      const float result = canonical(extreme_of<minimum, nan_wins>(prepared(a), prepared(b)));
      if constexpr (xor_signs) {
        const std::uint32_t sign = (bits_as<std::uint32_t>(a) ^ bits_as<std::uint32_t>(b)) & 0x80000000u;
        const std::uint32_t bits = bits_as<std::uint32_t>(result);
        return bits_as<float>(result == result ? bits | sign : bits);
      }
      return result;
    }
  };
  struct Three {
    float operator()(float a, float b, float c) const {
      return canonical(
          extreme_of<minimum, nan_wins>(extreme_of<minimum, nan_wins>(prepared(a), prepared(b)), prepared(c)));
    }
  };
};

template <bool minimum>
inline LaneFunction float_extreme_function(const Request& request) {
  if (request.type == ptx::Type::f64) {
    return map([](double a, double b) -> double {
      const double result = extreme_of<minimum, false>(a, b);
      return result == result ? result : quiet(result);
    });
  }
  const auto choose = [&](auto ftz, auto nan) {
    constexpr bool f = decltype(ftz)::value;
    constexpr bool n = decltype(nan)::value;
    if (request.operands == 4) {
      return request.has(flag::abs) ? run_of<typename Extreme<minimum, f, n, true, false>::Three>
                                    : run_of<typename Extreme<minimum, f, n, false, false>::Three>;
    }
    return request.has(flag::xorsign) ? run_of<typename Extreme<minimum, f, n, true, true>::Two>
                                      : run_of<typename Extreme<minimum, f, n, false, false>::Two>;
  };
  return with_flags(choose, request.has(flag::ftz), request.has(flag::nan));
}

inline float number_or_quiet(float a, float result) {
  return a == a ? result : bits_as<float>(0x7fffffffu);
}
inline double number_or_quiet(double a, double result) {
  return a == a ? result : quiet(a);
}

template <class T>
inline LaneFunction sign_function(const Request& request) {
  using Word = WordOf<T>;
  if (request.opcode == ptx::Opcode::abs) return map([](T a) -> T { return number_or_quiet(a, magnitude(a)); });
  if (request.opcode == ptx::Opcode::neg) return map([](T a) -> T { return number_or_quiet(a, -a); });
  if (request.opcode == ptx::Opcode::copysign)
    return map([](Word a, Word b) -> Word { return (a & sign_bit<T>) | (b & static_cast<Word>(~sign_bit<T>)); });
  return nullptr;
}
inline LaneFunction flushing_sign_function(const Request& request) {
  if (request.opcode == ptx::Opcode::abs)
    return map([](float a) -> float { return number_or_quiet(a, magnitude(flushed(a))); });
  return map([](float a) -> float { return number_or_quiet(a, -flushed(a)); });
}

inline LaneFunction float_function(const Request& request) {
  using ptx::Opcode;
  const bool wide = request.type == ptx::Type::f64;
  const Opcode opcode = request.opcode;
  const bool sign = opcode == Opcode::abs || opcode == Opcode::neg;
  if (opcode == Opcode::min) return float_extreme_function<true>(request);
  if (opcode == Opcode::max) return float_extreme_function<false>(request);
  if (sign && request.has(flag::ftz)) return flushing_sign_function(request);
  if (sign || opcode == Opcode::copysign) return wide ? sign_function<double>(request) : sign_function<float>(request);
  if (request.type == ptx::Type::f32x2) {
    return request.has(flag::ftz) ? pair_function<true>(request) : pair_function<false>(request);
  }
  if (wide && request.has(flag::approx)) return nullptr;
  return wide ? arithmetic_function<double>(request) : arithmetic_function<float>(request);
}
