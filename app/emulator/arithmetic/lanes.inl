// The loops over the lanes of a warp. Included into an anonymous namespace; see baseline.cpp for the rule on calls.

/// Element i has bit i, for comparisons that a compiler turns into vector code. Words of 16 bits hold the bits of the
/// lower and then of the upper half-warp.
template <class Word>
struct LaneBits {
  Word bit[warp_lanes] = {};
  constexpr LaneBits() {
    constexpr unsigned bits = 8 * sizeof(Word);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) bit[lane] = static_cast<Word>(Word{1} << lane % bits);
  }
};
alignas(64) constexpr LaneBits<std::uint16_t> lane_bits_16;
alignas(64) constexpr LaneBits<std::uint32_t> lane_bits_32;
alignas(64) constexpr LaneBits<std::uint64_t> lane_bits_64;

template <std::size_t bytes>
struct WordOfSize {
  using type =
      std::conditional_t<bytes == 2, std::uint16_t, std::conditional_t<bytes == 4, std::uint32_t, std::uint64_t>>;
};
template <class T>
using WordOf = typename WordOfSize<sizeof(T)>::type;

template <class To, class From>
constexpr To bits_as(From value) {
  return __builtin_bit_cast(To, value);
}

/// Sets all bits of the elements whose bit is set.
inline void spread(std::uint32_t bits, std::uint16_t* mask) {
  for (unsigned half = 0; half < 2; ++half) {
    const auto part = static_cast<std::uint16_t>(bits >> 16 * half);
    for (unsigned lane = 0; lane < 16; ++lane) {
      const auto bit = lane_bits_16.bit[lane];
      mask[16 * half + lane] = (part & bit) == bit ? std::uint16_t{0xffff} : std::uint16_t{0};
    }
  }
}
inline void spread(std::uint32_t bits, std::uint32_t* mask) {
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    mask[lane] = (bits & lane_bits_32.bit[lane]) != 0 ? ~std::uint32_t{0} : 0;
  }
}
inline void spread(std::uint32_t bits, std::uint64_t* mask) {
  const std::uint64_t wide = bits;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    mask[lane] = (wide & lane_bits_64.bit[lane]) != 0 ? ~std::uint64_t{0} : 0;
  }
}

inline Slot slot_at(const Slots& slots, std::size_t index) {
  return reinterpret_cast<const Slot*>(&slots)[index];
}
/// Does the same as at(), which is an inline function from outside.
inline std::byte* operand_at(const Bases& bases, const Slots& slots, std::size_t index) {
  const Slot slot = slot_at(slots, index);
  return (&bases.registers)[slot >> 30] + (slot & 0x3fffffffu);
}
template <class T>
T* lanes_at(const Bases& bases, const Slots& slots, std::size_t index) {
  return static_cast<T*>(__builtin_assume_aligned(operand_at(bases, slots, index), 64));
}
inline std::uint32_t& predicate_at(const Bases& bases, const Slots& slots, std::size_t index) {
  return *reinterpret_cast<std::uint32_t*>(operand_at(bases, slots, index));
}
/// Sets a predicate's bits of the active lanes.
inline void set_predicate(std::uint32_t& predicate, std::uint32_t bits, std::uint32_t active) {
  predicate = (predicate & ~active) | (bits & active);
}

template <class T>
void copy_active(T* to, const T* from, std::uint32_t active) {
  using Word = WordOf<T>;
  alignas(64) Word mask[warp_lanes];
  spread(active, mask);
  auto* const old = reinterpret_cast<Word*>(to);
  const auto* const fresh = reinterpret_cast<const Word*>(from);
#pragma GCC ivdep
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    old[lane] = static_cast<Word>((old[lane] & ~mask[lane]) | (fresh[lane] & mask[lane]));
  }
}

/// Returns zero for inactive lanes, because unused denormal numbers would cost a hundred cycles each.
template <class T>
inline T of_active(T value, std::uint32_t active, unsigned lane) {
  if constexpr (std::is_floating_point_v<T>) {
    using Word = WordOf<T>;
    const Word mask = (active & lane_bits_32.bit[lane]) != 0 ? static_cast<Word>(~Word{0}) : Word{0};
    return bits_as<T>(static_cast<Word>(bits_as<Word>(value) & mask));
  } else {
    return value;
  }
}

/// A destination is one of the sources or overlaps none, so no lane depends on another, as "ivdep" promises.
template <class Function, class Result, class... Source>
void compute(Result* result, std::uint32_t active, const Source*... source) {
  const Function function{};
  if (active == all_lanes) {
#pragma GCC ivdep
    for (unsigned lane = 0; lane < warp_lanes; ++lane) result[lane] = function(source[lane]...);
    return;
  }
  alignas(64) Result all[warp_lanes];
  for (unsigned lane = 0; lane < warp_lanes; ++lane) all[lane] = function(of_active(source[lane], active, lane)...);
  copy_active(result, all, active);
}

template <class Function, class Member>
struct Map;
template <class Function, class Result, class... Source>
struct Map<Function, Result (Function::*)(Source...) const> {
  template <std::size_t... index>
  static void run_at(const Bases& bases, const Slots& slots, std::uint32_t active, std::index_sequence<index...>) {
    compute<Function>(lanes_at<Result>(bases, slots, 0), active, lanes_at<const Source>(bases, slots, index + 1)...);
  }
  static void run(const Bases& bases, const Slots& slots, std::uint32_t active) {
    run_at(bases, slots, active, std::index_sequence_for<Source...>{});
  }
};

/// Returns the lane function that applies `function`, a lambda without captures, to each lane. Its result type and
/// parameters give the widths of the registers.
template <class Function>
inline LaneFunction map(Function) {
  return &Map<Function, decltype(&Function::operator())>::run;
}

template <class Function>
constexpr LaneFunction run_of = &Map<Function, decltype(&Function::operator())>::run;

/// A generic function on operands of one type, whose result has that type too.
template <class Function, class T, class... Operand>
struct OfOneType {
  T operator()(Operand... operand) const { return static_cast<T>(Function{}(operand...)); }
};
template <class T, std::size_t>
using Same = T;
template <class Function, class T, std::size_t... index>
constexpr LaneFunction of_one_type(std::index_sequence<index...>) {
  return run_of<OfOneType<Function, T, Same<T, index>...>>;
}

/// A compile-time value as an argument.
template <auto known>
struct Constant {
  static constexpr auto value = known;
};
/// Calls `make` with each of the flags as a Constant.
template <class Make>
inline LaneFunction with_flags(Make make) {
  return make();
}
template <class Make, class... Flags>
inline LaneFunction with_flags(Make make, bool first, Flags... others) {
  if (first) return with_flags([&](auto... rest) { return make(Constant<true>{}, rest...); }, others...);
  return with_flags([&](auto... rest) { return make(Constant<false>{}, rest...); }, others...);
}
/// Calls `make` with the candidate that equals `value`, as a Constant. Returns null when none does.
template <auto... candidates, class Value, class Make>
inline LaneFunction with_one_of(Value value, Make make) {
  LaneFunction function = nullptr;
  static_cast<void>(((value == candidates && (function = make(Constant<candidates>{}), true)) || ...));
  return function;
}

/// Runs a lane function that rounds to nearest in another rounding mode. The call is hidden from the optimiser, which
/// ignores rounding modes and might move arithmetic out of the pair of calls.
template <int mode>
struct InRoundingMode {
  template <LaneFunction function>
  static void run(const Bases& bases, const Slots& slots, std::uint32_t active) {
    LaneFunction hidden = function;
    asm volatile("" : "+r"(hidden));
    const int before = fegetround();
    fesetround(mode);
    hidden(bases, slots, active);
    fesetround(before);
  }
};

/// Calls `make` with a value of the C++ type that computes on `type`.
template <class Make>
inline LaneFunction for_integer(ptx::Type type, Make make) {
  if (type == ptx::Type::u16 || type == ptx::Type::b16) return make(std::uint16_t{});
  if (type == ptx::Type::u32 || type == ptx::Type::b32) return make(std::uint32_t{});
  if (type == ptx::Type::u64 || type == ptx::Type::b64) return make(std::uint64_t{});
  if (type == ptx::Type::s16) return make(std::int16_t{});
  if (type == ptx::Type::s32) return make(std::int32_t{});
  if (type == ptx::Type::s64) return make(std::int64_t{});
  return nullptr;
}

/// Does the same where only the width matters.
template <class Make>
inline LaneFunction for_word(ptx::Type type, Make make) {
  const unsigned bits = ptx::bits_of(type);
  if (bits == 16) return make(std::uint16_t{});
  if (bits == 32) return make(std::uint32_t{});
  return bits == 64 ? make(std::uint64_t{}) : nullptr;
}

/// Does the same only for integers of 32 and 64 bits.
template <class Make>
inline LaneFunction for_wide_integer(ptx::Type type, Make make) {
  return for_integer(type, [&](auto sample) -> LaneFunction {
    if constexpr (sizeof(sample) >= 4) return make(sample);
    return nullptr;
  });
}

/// The lane function of a generic function that computes a T from `operands` numbers of type T.
template <class Function, unsigned operands>
constexpr auto make_of_one_type = [](auto sample) -> LaneFunction {
  return of_one_type<Function, decltype(sample)>(std::make_index_sequence<operands>{});
};
template <unsigned operands, class Function>
inline LaneFunction on_integers(ptx::Type type, Function) {
  return for_integer(type, make_of_one_type<Function, operands>);
}
template <unsigned operands, class Function>
inline LaneFunction on_words(ptx::Type type, Function) {
  return for_word(type, make_of_one_type<Function, operands>);
}
