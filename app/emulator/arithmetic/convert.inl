// cvt where registers are whole vectors: integers, f32 and f64, and f16 and bf16 to and from f32. Section "Data
// Movement and Conversion Instructions: cvt" of the PTX ISA manual. Included into an anonymous namespace.

/// Calls `make` with a value of the C++ type, also for 8-bit types.
template <class Make>
inline LaneFunction for_any_integer(ptx::Type type, Make make) {
  if (type == ptx::Type::u8) return make(std::uint8_t{});
  if (type == ptx::Type::s8) return make(std::int8_t{});
  return for_integer(type, make);
}
/// Calls `make` with a word as wide as the register that holds a T: as wide as T or wider. 8 bits use 16.
template <class T, class Make>
inline LaneFunction for_register(unsigned bits, Make make) {
  if (bits == 0) bits = 8 * sizeof(T);
  if constexpr (sizeof(T) <= 2) {
    if (bits <= 16) return make(std::uint16_t{});
  }
  if constexpr (sizeof(T) <= 4) {
    if (bits == 32) return make(std::uint32_t{});
  }
  return bits == 64 ? make(std::uint64_t{}) : nullptr;
}

/// Handles registers wider than the type: the low bits are read; a result is extended by its sign, or by zeros. One
/// truncation to the narrower of the two types and one extension are enough.
template <class Narrower>
inline LaneFunction truncate_and_extend(const Request& request) {
  return for_register<Narrower>(request.result_bits, [&](auto result) {
    using Result = decltype(result);
    return for_register<Narrower>(request.source_bits, [](auto source) {
      using Source = decltype(source);
      return map([](Source a) -> Result { return static_cast<Result>(static_cast<Narrower>(a)); });
    });
  });
}
inline LaneFunction integer_conversion(const Request& request) {
  const unsigned to = ptx::bits_of(request.type);
  const unsigned from = ptx::bits_of(request.source);
  const bool to_signed = ptx::is_signed_integer(request.type);
  const bool from_signed = ptx::is_signed_integer(request.source);
  // A sign extension to one width and a zero extension to another are left to the rare conversions.
  if (to > from && from_signed && !to_signed && request.result_bits > to) return nullptr;
  const unsigned bits = to < from ? to : from;
  const bool extends_sign = to > from ? from_signed : to_signed;
  if (bits == 8)
    return extends_sign ? truncate_and_extend<std::int8_t>(request) : truncate_and_extend<std::uint8_t>(request);
  if (bits == 16)
    return extends_sign ? truncate_and_extend<std::int16_t>(request) : truncate_and_extend<std::uint16_t>(request);
  if (bits == 32)
    return extends_sign ? truncate_and_extend<std::int32_t>(request) : truncate_and_extend<std::uint32_t>(request);
  return truncate_and_extend<std::uint64_t>(request);
}

template <Rounding rounding>
inline float to_integral(float a) {
  if constexpr (rounding == Rounding::rni) return __builtin_rintf(a);
  if constexpr (rounding == Rounding::rmi) return __builtin_floorf(a);
  if constexpr (rounding == Rounding::rpi) return __builtin_ceilf(a);
  if constexpr (rounding == Rounding::rzi) return __builtin_truncf(a);
  return a;
}
template <Rounding rounding>
inline double to_integral(double a) {
  if constexpr (rounding == Rounding::rni) return __builtin_rint(a);
  if constexpr (rounding == Rounding::rmi) return __builtin_floor(a);
  if constexpr (rounding == Rounding::rpi) return __builtin_ceil(a);
  if constexpr (rounding == Rounding::rzi) return __builtin_trunc(a);
  return a;
}

/// As in the manual, NaN becomes 0, or, where the source is f64 or the result has 64 bits, the number with only the top
/// bit set. Numbers beyond the type become its nearest end.
template <class To, Rounding rounding, bool is_f64, class Float>
inline To to_integer(Float a) {
  constexpr int bits = 8 * sizeof(To) - (is_signed_type<To> ? 1 : 0);
  constexpr auto end = static_cast<Float>(2.0 * static_cast<double>(std::uint64_t{1} << (bits - 1)));
  constexpr Float begin = is_signed_type<To> ? -end : Float{0};
  constexpr To of_nan = is_f64 || sizeof(To) == 8 ? static_cast<To>(std::uint64_t{1} << (8 * sizeof(To) - 1)) : To{0};
  const Float integral = to_integral<rounding>(a);
  const bool inside = (integral >= begin) & (integral < end);
  const To value = static_cast<To>(inside ? integral : Float{0});
  const To bounded = integral < begin ? smallest<To> : (integral >= end ? largest<To> : value);
  return a == a ? bounded : of_nan;
}

template <bool ftz>
inline float read(float a) {
  return flushed_if<ftz>(a);
}
template <bool>
inline double read(double a) {
  return a;
}

/// Converts to 32 and 64 bits in registers of that width.
template <class From, bool ftz, Rounding rounding>
inline LaneFunction integer_of_float(const Request& request) {
  return for_wide_integer(request.type, [&](auto to) -> LaneFunction {
    using To = decltype(to);
    if (request.result_bits != 8 * sizeof(To)) return nullptr;
    return map([](From a) -> To { return to_integer<To, rounding, sizeof(From) == 8>(read<ftz>(a)); });
  });
}
template <class From, bool ftz>
inline LaneFunction integer_of_float(const Request& request) {
  return with_one_of<Rounding::rni, Rounding::rzi, Rounding::rmi, Rounding::rpi>(
      request.rounding, [&](auto rounding) { return integer_of_float<From, ftz, decltype(rounding)::value>(request); });
}

/// Rounds only to nearest, because compilers convert unsigned numbers incorrectly in some other rounding modes.
inline LaneFunction float_of_integer(const Request& request) {
  return for_any_integer(request.source, [&](auto from) {
    using From = decltype(from);
    return for_register<From>(request.source_bits, [&](auto source) -> LaneFunction {
      using Source = decltype(source);
      if (request.type == ptx::Type::f32) {
        return map([](Source a) -> float { return static_cast<float>(static_cast<From>(a)); });
      }
      if (request.type == ptx::Type::f64) {
        return map([](Source a) -> double { return static_cast<double>(static_cast<From>(a)); });
      }
      return nullptr;
    });
  });
}

template <Rounding rounding>
inline LaneFunction integral_float(const Request& request) {
  return for_ftz_and_sat(request, [&](auto ftz, auto sat) -> LaneFunction {
    constexpr bool f = decltype(ftz)::value;
    constexpr bool s = decltype(sat)::value;
    if (request.type == ptx::Type::f32) {
      return map([](float a) -> float { return finish<f, s>(to_integral<rounding>(read<f>(a))); });
    }
    // Halves are converted in their own registers (narrow_conversion).
    if (request.type != ptx::Type::f64) return nullptr;
    if constexpr (s) return nullptr;
    return map([](double a) -> double { return finish<false, false>(to_integral<rounding>(a), a); });
  });
}

/// Not-a-number keeps its sign and the upper bits of its payload, on the GPU as on the processor.
template <bool ftz, bool sat>
inline float kept(float a) {
  a = flushed_if<ftz>(a);
  return sat ? saturated(a) : a;
}
template <bool ftz, bool sat>
struct Narrow {
  float operator()(double a) const { return kept<ftz, sat>(static_cast<float>(a)); }
};

/// Converts between f32 and f64.
inline LaneFunction float_conversion(const Request& request) {
  if (request.type == request.source) {
    return with_one_of<Rounding::none, Rounding::rni, Rounding::rzi, Rounding::rmi, Rounding::rpi>(
        request.rounding, [&](auto rounding) { return integral_float<decltype(rounding)::value>(request); });
  }
  return for_ftz_and_sat(request, [&](auto ftz, auto sat) -> LaneFunction {
    constexpr bool f = decltype(ftz)::value;
    constexpr bool s = decltype(sat)::value;
    if (request.type == ptx::Type::f32 && request.source == ptx::Type::f64) {
      return rounded<run_of<Narrow<f, s>>>(request.rounding);
    }
    if (request.type == ptx::Type::f64 && request.source == ptx::Type::f32) {
      return map([](float a) -> double {
        const float read_value = read<f>(a);
        return static_cast<double>(s ? saturated(read_value) : read_value);
      });
    }
    if (request.type == ptx::Type::f32 && request.source == ptx::Type::f16) {
      return map([](std::uint16_t a) -> float { return finish<f, s>(widened_half(a)); });
    }
    if (request.type == ptx::Type::f32 && request.source == ptx::Type::bf16) {
      return map([](std::uint16_t a) -> float { return kept<f, s>(widened_bfloat(a)); });
    }
    return nullptr;
  });
}

inline LaneFunction conversion_function(const Request& request) {
  using ptx::Type;
  const bool plain = !request.has(flag::relu) && !request.has(flag::satfinite) && !request.has(flag::pack);
  if (!plain) return nullptr;
  const bool from_float = ptx::is_float(request.source);
  const bool to_float = ptx::is_float(request.type);
  if (!from_float && !to_float) return request.has(flag::sat) ? nullptr : integer_conversion(request);
  if (from_float && !to_float) {
    if (request.source == Type::f64) return integer_of_float<double, false>(request);
    if (request.source != Type::f32) return nullptr;
    return request.has(flag::ftz) ? integer_of_float<float, true>(request) : integer_of_float<float, false>(request);
  }
  if (!from_float) {
    return request.rounding == Rounding::rn && !request.has(flag::sat) ? float_of_integer(request) : nullptr;
  }
  if (request.type == Type::f16 && request.source == Type::f32 && request.rounding == Rounding::rn &&
      (request.flags & ~flag::ftz) == 0) {
    return request.has(flag::ftz) ? map([](float a) -> std::uint16_t { return nearest_half(flushed(a)); })
                                  : map([](float a) -> std::uint16_t { return nearest_half(a); });
  }
  if (request.type == Type::bf16 && request.source == Type::f32 && request.rounding == Rounding::rn &&
      request.flags == 0) {
    return map([](float a) -> std::uint16_t { return nearest_bfloat(a); });
  }
  return float_conversion(request);
}
