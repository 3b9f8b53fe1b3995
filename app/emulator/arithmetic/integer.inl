// Integer arithmetic: sections "Integer Arithmetic Instructions" and "Extended-Precision Integer Arithmetic
// Instructions" of the PTX ISA manual. Included into an anonymous namespace.

__extension__ typedef unsigned __int128 Unsigned128;
__extension__ typedef __int128 Signed128;

template <class T>
constexpr bool is_signed_type = static_cast<T>(-1) < static_cast<T>(0);

template <class T>
constexpr auto twice_as_wide() {
  if constexpr (sizeof(T) == 2) {
    return std::conditional_t<is_signed_type<T>, std::int32_t, std::uint32_t>{};
  } else if constexpr (sizeof(T) == 4) {
    return std::conditional_t<is_signed_type<T>, std::int64_t, std::uint64_t>{};
  } else {
    return std::conditional_t<is_signed_type<T>, Signed128, Unsigned128>{};
  }
}
template <class T>
using Wide = decltype(twice_as_wide<T>());

template <class T>
constexpr T smallest = is_signed_type<T> ? static_cast<T>(std::uint64_t{1} << (8 * sizeof(T) - 1)) : T{0};
template <class T>
constexpr T largest = static_cast<T>(~smallest<T>);

/// The type of arithmetic that wraps around: unsigned and at least as wide as int, so that nothing is undefined.
template <class T>
using Modular = WordOfSize<(sizeof(T) < 4 ? 4 : sizeof(T))>::type;

template <class T>
constexpr T add(T a, T b) {
  return static_cast<T>(static_cast<Modular<T>>(a) + static_cast<Modular<T>>(b));
}
template <class T>
constexpr T subtract(T a, T b) {
  return static_cast<T>(static_cast<Modular<T>>(a) - static_cast<Modular<T>>(b));
}
template <class T>
constexpr T multiply(T a, T b) {
  return static_cast<T>(static_cast<Modular<T>>(a) * static_cast<Modular<T>>(b));
}
template <class T>
constexpr T multiply_high(T a, T b) {
  return static_cast<T>((static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b)) >> (8 * sizeof(T)));
}
template <class T>
constexpr T clamped(Wide<T> value) {
  if (value > static_cast<Wide<T>>(largest<T>)) return largest<T>;
  if (value < static_cast<Wide<T>>(smallest<T>)) return smallest<T>;
  return static_cast<T>(value);
}

/// Returns the low 24 bits, extended.
template <class T>
constexpr std::int64_t low_24(T a) {
  if constexpr (is_signed_type<T>) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) << 8) >> 8;
  } else {
    return a & 0xffffffu;
  }
}
/// Returns bits 47 to 16 of the product.
template <class T>
constexpr T multiply_24_high(T a, T b) {
  return static_cast<T>(low_24(a) * low_24(b) >> 16);
}
template <class T>
constexpr T multiply_24_low(T a, T b) {
  return static_cast<T>(low_24(a) * low_24(b));
}

/// Handles integers of 16 and 32 bits, for .wide.
template <class Make>
inline LaneFunction for_small_integer(ptx::Type type, Make make) {
  return for_integer(type, [&](auto sample) -> LaneFunction {
    if constexpr (sizeof(sample) <= 4) return make(sample);
    return nullptr;
  });
}

inline LaneFunction multiply_function(const Request& request) {
  if (request.mode == Mode::lo) return on_words<2>(request.type, [](auto a, auto b) { return multiply(a, b); });
  if (request.mode == Mode::hi) return on_integers<2>(request.type, [](auto a, auto b) { return multiply_high(a, b); });
  // This is .wide.
  return for_small_integer(request.type, [](auto sample) {
    using T = decltype(sample);
    return map([](T a, T b) -> Wide<T> { return static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b); });
  });
}

inline LaneFunction multiply_add_function(const Request& request) {
  if (request.has(flag::sat)) {  // mad.hi.sat.s32
    return map([](std::int32_t a, std::int32_t b, std::int32_t c) -> std::int32_t {
      return clamped<std::int32_t>(std::int64_t{multiply_high(a, b)} + c);
    });
  }
  if (request.mode == Mode::lo)
    return on_words<3>(request.type, [](auto a, auto b, auto c) { return add(multiply(a, b), c); });
  if (request.mode == Mode::hi)
    return on_integers<3>(request.type, [](auto a, auto b, auto c) { return add(multiply_high(a, b), c); });
  // This is .wide.
  return for_small_integer(request.type, [](auto sample) {
    using T = decltype(sample);
    return map([](T a, T b, Wide<T> c) -> Wide<T> {
      return add(static_cast<Wide<T>>(static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b)), c);
    });
  });
}

inline LaneFunction multiply_24_function(const Request& request) {
  const bool adds = request.opcode == ptx::Opcode::mad24;
  if (request.has(flag::sat)) {  // mad24.hi.sat.s32
    return map([](std::int32_t a, std::int32_t b, std::int32_t c) -> std::int32_t {
      return clamped<std::int32_t>(std::int64_t{multiply_24_high(a, b)} + c);
    });
  }
  const auto choose = [&](auto type) {
    using T = decltype(type);
    if (adds) {
      return request.mode == Mode::hi ? map([](T a, T b, T c) -> T { return add(multiply_24_high(a, b), c); })
                                      : map([](T a, T b, T c) -> T { return add(multiply_24_low(a, b), c); });
    }
    return request.mode == Mode::hi ? map([](T a, T b) -> T { return multiply_24_high(a, b); })
                                    : map([](T a, T b) -> T { return multiply_24_low(a, b); });
  };
  return request.type == ptx::Type::s32 ? choose(std::int32_t{}) : choose(std::uint32_t{});
}

// Division by zero gives all ones, quotient and remainder alike: the manual leaves the value to the machine, and the
// instructions that ptxas writes for it give this one. The most negative number divided by -1 wraps around.

/// Divides 32 bits in double, whose quotient of two such numbers truncates exactly: a vector instruction instead of 32
/// slow ones. The divisor is not 0 and does not make the quotient leave the type.
inline std::int32_t quotient_of(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<double>(a) / static_cast<double>(b));
}
inline double exact(std::uint32_t a) {
  return static_cast<double>(static_cast<std::int32_t>(a ^ 0x80000000u)) + 2147483648.0;
}
inline std::uint32_t quotient_of(std::uint32_t a, std::uint32_t b) {
  const double quotient = exact(a) / exact(b);
  const bool large = quotient >= 2147483648.0;
  const auto low = static_cast<std::int32_t>(large ? quotient - 2147483648.0 : quotient);
  return static_cast<std::uint32_t>(low) ^ (large ? 0x80000000u : 0u);
}
template <class T>
constexpr T quotient_of(T a, T b) {
  return static_cast<T>(a / b);
}

template <class T>
T divide(T a, T b) {
  bool wraps = false;
  if constexpr (is_signed_type<T>) wraps = b == T{-1};
  const T safe = b == T{0} || wraps ? T{1} : b;
  const T quotient = wraps ? subtract(T{0}, a) : quotient_of(a, safe);
  return b == T{0} ? static_cast<T>(~T{0}) : quotient;
}
template <class T>
T remainder(T a, T b) {
  const T rest = subtract(a, multiply(divide(a, b), b));
  return b == T{0} ? static_cast<T>(~T{0}) : rest;
}

/// Applies a function to two 16-bit numbers in one register.
template <class T, class Function>
constexpr std::uint32_t in_halves(std::uint32_t a, std::uint32_t b, Function function) {
  const auto low = static_cast<std::uint16_t>(function(static_cast<T>(a), static_cast<T>(b)));
  const auto high = static_cast<std::uint16_t>(function(static_cast<T>(a >> 16), static_cast<T>(b >> 16)));
  return std::uint32_t{high} << 16 | low;
}
template <class T>
constexpr T larger(T a, T b) {
  return a < b ? b : a;
}
template <bool minimum, class T>
constexpr T extreme(T a, T b) {
  return minimum ? (b < a ? b : a) : larger(a, b);
}

template <bool minimum>
inline LaneFunction extreme_function(const Request& request) {
  const auto packed = [&](auto type) {
    using T = decltype(type);
    if (request.has(flag::relu)) {
      return map([](std::uint32_t a, std::uint32_t b) -> std::uint32_t {
        return in_halves<T>(a, b, [](T x, T y) { return larger(extreme<minimum>(x, y), T{0}); });
      });
    }
    return map([](std::uint32_t a, std::uint32_t b) -> std::uint32_t {
      return in_halves<T>(a, b, [](T x, T y) { return extreme<minimum>(x, y); });
    });
  };
  if (request.type == ptx::Type::u16x2) return packed(std::uint16_t{});
  if (request.type == ptx::Type::s16x2) return packed(std::int16_t{});
  if (request.has(flag::relu)) {  // only s32
    return map([](std::int32_t a, std::int32_t b) -> std::int32_t { return larger(extreme<minimum>(a, b), 0); });
  }
  return on_integers<2>(request.type, [](auto a, auto b) { return extreme<minimum>(a, b); });
}

/// Returns d = c + the sum of products of bytes of b with bytes (dp4a) or halves (dp2a) of a.
template <class A, class B, unsigned count, unsigned first>
constexpr std::uint32_t dot(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  for (unsigned index = 0; index < count; ++index) {
    const auto x = static_cast<A>(a >> (8 * sizeof(A)) * index);
    const auto y = static_cast<B>(b >> 8 * (index + first));
    c += static_cast<std::uint32_t>(static_cast<std::int32_t>(x) * static_cast<std::int32_t>(y));
  }
  return c;
}
/// `Signed` is as wide as one of the `count` numbers in a; `first` is the first byte of b.
template <class Signed, unsigned count, unsigned first>
inline LaneFunction dot_of(const Request& request) {
  const auto make = [](auto a_signed, auto b_signed) {
    using A = std::conditional_t<a_signed.value, Signed, std::make_unsigned_t<Signed>>;
    using B = std::conditional_t<b_signed.value, std::int8_t, std::uint8_t>;
    return map([](std::uint32_t a, std::uint32_t b, std::uint32_t c) -> std::uint32_t {
      return dot<A, B, count, first>(a, b, c);
    });
  };
  return with_flags(make, request.type == ptx::Type::s32, request.source == ptx::Type::s32);
}
inline LaneFunction dot_function(const Request& request) {
  if (request.opcode == ptx::Opcode::dp4a) return dot_of<std::int8_t, 4, 0>(request);
  return request.mode == Mode::lo ? dot_of<std::int16_t, 2, 0>(request) : dot_of<std::int16_t, 2, 2>(request);
}

inline LaneFunction integer_function(const Request& request) {
  using ptx::Opcode;
  const Opcode opcode = request.opcode;
  const ptx::Type type = request.type;
  if (opcode == Opcode::add && request.has(flag::sat)) {
    return map(
        [](std::int32_t a, std::int32_t b) -> std::int32_t { return clamped<std::int32_t>(std::int64_t{a} + b); });
  }
  if (opcode == Opcode::add && (type == ptx::Type::u16x2 || type == ptx::Type::s16x2)) {
    return map([](std::uint32_t a, std::uint32_t b) -> std::uint32_t {
      return in_halves<std::uint16_t>(a, b, [](std::uint16_t x, std::uint16_t y) { return add(x, y); });
    });
  }
  if (opcode == Opcode::add) return on_words<2>(type, [](auto a, auto b) { return add(a, b); });
  if (opcode == Opcode::sub && request.has(flag::sat)) {
    return map(
        [](std::int32_t a, std::int32_t b) -> std::int32_t { return clamped<std::int32_t>(std::int64_t{a} - b); });
  }
  if (opcode == Opcode::sub) return on_words<2>(type, [](auto a, auto b) { return subtract(a, b); });
  if (opcode == Opcode::mul) return multiply_function(request);
  if (opcode == Opcode::mad) return multiply_add_function(request);
  if (opcode == Opcode::mul24 || opcode == Opcode::mad24) return multiply_24_function(request);
  if (opcode == Opcode::div) return on_integers<2>(type, [](auto a, auto b) { return divide(a, b); });
  if (opcode == Opcode::rem) return on_integers<2>(type, [](auto a, auto b) { return remainder(a, b); });
  if (opcode == Opcode::abs) {
    return on_integers<1>(type, [](auto a) { return a < 0 ? subtract(decltype(a){0}, a) : a; });
  }
  if (opcode == Opcode::neg) return on_words<1>(type, [](auto a) { return subtract(decltype(a){0}, a); });
  if (opcode == Opcode::min) return extreme_function<true>(request);
  if (opcode == Opcode::max) return extreme_function<false>(request);
  if (opcode == Opcode::sad) {
    return on_integers<3>(type, [](auto a, auto b, auto c) { return add(c, a < b ? subtract(b, a) : subtract(a, b)); });
  }
  return opcode == Opcode::dp4a || opcode == Opcode::dp2a ? dot_function(request) : nullptr;
}
