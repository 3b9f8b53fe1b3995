// Comparison and selection, and the logic of predicates: section "Comparison and Selection Instructions" of the PTX ISA
// manual. Included into an anonymous namespace.

// Each of these types reads an operand of a comparison.
template <class T>
struct Plain {
  using Raw = T;
  static T value(T a) { return a; }
};
struct FlushedFloat {
  using Raw = float;
  static float value(float a) { return flushed(a); }
};

template <Comparison comparison, class T>
inline bool holds(T a, T b) {
  using enum Comparison;
  if constexpr (comparison == eq) return a == b;
  if constexpr (comparison == ne) {
    if constexpr (std::is_floating_point_v<T>) return (a < b) | (a > b);
    return a != b;
  }
  if constexpr (comparison == lt) return a < b;
  if constexpr (comparison == le) return a <= b;
  if constexpr (comparison == gt) return a > b;
  if constexpr (comparison == ge) return a >= b;
  if constexpr (comparison == equ) return !((a < b) | (a > b));
  if constexpr (comparison == neu) return !(a == b);
  if constexpr (comparison == ltu) return !(a >= b);
  if constexpr (comparison == leu) return !(a > b);
  if constexpr (comparison == gtu) return !(a <= b);
  if constexpr (comparison == geu) return !(a < b);
  if constexpr (comparison == num) return (a == a) & (b == b);
  if constexpr (comparison == nan) return (a != a) | (b != b);
}

/// Returns one bit for each lane.
template <class View, Comparison comparison>
inline std::uint32_t comparison_bits(const typename View::Raw* a, const typename View::Raw* b) {
  const auto is = [&](unsigned lane) { return holds<comparison>(View::value(a[lane]), View::value(b[lane])); };
  if constexpr (sizeof(typename View::Raw) == 8) {
    std::uint64_t bits = 0;
    for (unsigned lane = 0; lane < warp_lanes; ++lane) bits |= is(lane) ? lane_bits_64.bit[lane] : std::uint64_t{0};
    return static_cast<std::uint32_t>(bits);
  } else if constexpr (sizeof(typename View::Raw) == 2) {
    std::uint16_t low = 0;
    std::uint16_t high = 0;
    for (unsigned lane = 0; lane < 16; ++lane) {
      low = static_cast<std::uint16_t>(low | (is(lane) ? lane_bits_16.bit[lane] : std::uint16_t{0}));
    }
    for (unsigned lane = 16; lane < warp_lanes; ++lane) {
      high = static_cast<std::uint16_t>(high | (is(lane) ? lane_bits_16.bit[lane] : std::uint16_t{0}));
    }
    return std::uint32_t{high} << 16 | low;
  } else {
    std::uint32_t bits = 0;
    for (unsigned lane = 0; lane < warp_lanes; ++lane) bits |= is(lane) ? lane_bits_32.bit[lane] : 0u;
    return bits;
  }
}

using BitsFunction = std::uint32_t (*)(const Bases& bases, const Slots& slots, std::size_t first);
/// Compares the operands in slots `first` and `first` + 1.
template <class View, Comparison comparison>
[[gnu::noinline]] std::uint32_t compared(const Bases& bases, const Slots& slots, std::size_t first) {
  using Raw = typename View::Raw;
  return comparison_bits<View, comparison>(lanes_at<const Raw>(bases, slots, first),
                                           lanes_at<const Raw>(bases, slots, first + 1));
}

inline ComparisonUse comparison_use(const Slots& slots) {
  const std::uint32_t detail = slot_at(slots, max_slots - 1);
  return {static_cast<Combination>(detail & 3u), (detail >> 2 & 1u) != 0, static_cast<ptx::Type>(detail >> 3)};
}
/// Returns the comparison's result, combined with the predicate in slot `operand` as the detail says.
inline std::uint32_t combined(std::uint32_t result, const Bases& bases, const Slots& slots, std::size_t operand) {
  const ComparisonUse use = comparison_use(slots);
  if (use.combination == Combination::none) return result;
  const std::uint32_t other = predicate_at(bases, slots, operand) ^ (use.negated ? ~std::uint32_t{0} : 0);
  if (use.combination == Combination::and_) return result & other;
  return use.combination == Combination::or_ ? result | other : result ^ other;
}

/// Computes setp d|e, a, b, c: d = combine(a ~ b, c), e = combine(not (a ~ b), c).
template <BitsFunction bits_of>
void compare_into_predicates(const Bases& bases, const Slots& slots, std::uint32_t active) {
  const std::uint32_t bits = bits_of(bases, slots, 2);
  // Both are computed before one is written, because c may be d or e.
  const std::uint32_t first = combined(bits, bases, slots, 4), second = combined(~bits, bases, slots, 4);
  set_predicate(predicate_at(bases, slots, 1), second, active);
  set_predicate(predicate_at(bases, slots, 0), first, active);
}

/// Writes `yes` where a bit is set, zero elsewhere.
template <class Word>
void choose_into(std::byte* result, std::uint32_t bits, Word yes, std::uint32_t active) {
  alignas(64) Word all[warp_lanes];
  spread(bits, all);
  for (Word& word : all) word = static_cast<Word>(word & yes);
  copy_active(reinterpret_cast<Word*>(result), all, active);
}
[[gnu::noinline]] inline void choose_into(std::byte* result, std::uint32_t bits, ptx::Type type, std::uint32_t active) {
  if (type == ptx::Type::f32) return choose_into(result, bits, std::uint32_t{0x3f800000}, active);
  if (type == ptx::Type::f16) return choose_into(result, bits, std::uint16_t{0x3c00}, active);
  if (type == ptx::Type::bf16) return choose_into(result, bits, std::uint16_t{0x3f80}, active);
  if (type == ptx::Type::u16 || type == ptx::Type::s16) return choose_into(result, bits, std::uint16_t{0xffff}, active);
  return choose_into(result, bits, ~std::uint32_t{0}, active);
}
/// Computes set d, a, b, c: all ones, or 1.0, where the comparison holds.
template <BitsFunction bits_of>
void compare_into_register(const Bases& bases, const Slots& slots, std::uint32_t active) {
  const std::uint32_t bits = combined(bits_of(bases, slots, 1), bases, slots, 3);
  choose_into(operand_at(bases, slots, 0), bits, comparison_use(slots).type, active);
}

struct SetPredicate {
  template <class View, Comparison comparison>
  static constexpr LaneFunction function = &compare_into_predicates<&compared<View, comparison>>;
};
struct SetRegister {
  template <class View, Comparison comparison>
  static constexpr LaneFunction function = &compare_into_register<&compared<View, comparison>>;
};

template <class Destination, class View>
inline LaneFunction with_comparison(const Request& request) {
  using enum Comparison;
  const auto make = [](auto comparison) -> LaneFunction {
    return Destination::template function<View, decltype(comparison)::value>;
  };
  if constexpr (std::is_floating_point_v<decltype(View::value({}))>) {
    return with_one_of<eq, ne, lt, le, gt, ge, equ, neu, ltu, leu, gtu, geu, num, nan>(request.comparison, make);
  } else {
    return with_one_of<eq, ne, lt, le, gt, ge>(request.comparison, make);
  }
}

/// Compares types of 16 bits (integers) to 64 bits.
template <class Destination>
inline LaneFunction comparison_function(const Request& request) {
  const ptx::Type type = request.opcode == ptx::Opcode::set ? request.source : request.type;
  if (type == ptx::Type::f32) {
    return request.has(flag::ftz) ? with_comparison<Destination, FlushedFloat>(request)
                                  : with_comparison<Destination, Plain<float>>(request);
  }
  if (type == ptx::Type::f64) return with_comparison<Destination, Plain<double>>(request);
  return for_integer(type, [&](auto sample) { return with_comparison<Destination, Plain<decltype(sample)>>(request); });
}

template <class Word, bool negated>
void select(const Bases& bases, const Slots& slots, std::uint32_t active) {
  const std::uint32_t bits = predicate_at(bases, slots, 3) ^ (negated ? ~std::uint32_t{0} : 0);
  alignas(64) Word mask[warp_lanes];
  spread(bits, mask);
  auto* const d = lanes_at<Word>(bases, slots, 0);
  const auto* const a = lanes_at<const Word>(bases, slots, 1);
  const auto* const b = lanes_at<const Word>(bases, slots, 2);
  const auto chosen = [&](unsigned lane) {
    return static_cast<Word>((a[lane] & mask[lane]) | (b[lane] & ~mask[lane]));
  };
  if (active == all_lanes) {
#pragma GCC ivdep
    for (unsigned lane = 0; lane < warp_lanes; ++lane) d[lane] = chosen(lane);
    return;
  }
  alignas(64) Word all[warp_lanes];
  for (unsigned lane = 0; lane < warp_lanes; ++lane) all[lane] = chosen(lane);
  copy_active(d, all, active);
}

/// Computes slct: a where c is not negative (-0 is not, NaN counts as negative).
inline LaneFunction select_by_sign_function(const Request& request) {
  return for_word(request.type, [&](auto sample) -> LaneFunction {
    using T = decltype(sample);
    if (request.source == ptx::Type::s32) return map([](T a, T b, std::int32_t c) -> T { return c >= 0 ? a : b; });
    if (request.has(flag::ftz)) return map([](T a, T b, float c) -> T { return flushed(c) >= 0.0f ? a : b; });
    return map([](T a, T b, float c) -> T { return c >= 0.0f ? a : b; });
  });
}

template <ptx::Opcode opcode, bool negated_a, bool negated_b>
void combine_predicates(const Bases& bases, const Slots& slots, std::uint32_t active) {
  const std::uint32_t a = predicate_at(bases, slots, 1) ^ (negated_a ? ~std::uint32_t{0} : 0);
  std::uint32_t result = a;
  if constexpr (opcode == ptx::Opcode::not_) result = ~a;
  if constexpr (opcode != ptx::Opcode::not_ && opcode != ptx::Opcode::mov) {
    const std::uint32_t b = predicate_at(bases, slots, 2) ^ (negated_b ? ~std::uint32_t{0} : 0);
    result = opcode == ptx::Opcode::and_ ? a & b : (opcode == ptx::Opcode::or_ ? a | b : a ^ b);
  }
  set_predicate(predicate_at(bases, slots, 0), result, active);
}
inline LaneFunction predicate_function(const Request& request) {
  using ptx::Opcode;
  return with_one_of<Opcode::and_, Opcode::or_, Opcode::xor_, Opcode::not_,
                     Opcode::mov>(request.opcode, [&](auto opcode) {
    return with_flags(
        [](auto negated_a, auto negated_b) -> LaneFunction {
          return &combine_predicates<decltype(opcode)::value, decltype(negated_a)::value, decltype(negated_b)::value>;
        },
        request.is_negated(1), request.is_negated(2));
  });
}

inline LaneFunction selection_function(const Request& request) {
  if (request.opcode == ptx::Opcode::slct) return select_by_sign_function(request);
  return for_word(request.type, [&](auto sample) -> LaneFunction {
    using Word = decltype(sample);
    return request.is_negated(3) ? &select<Word, true> : &select<Word, false>;
  });
}

/// Computes testp. Zeros count as normal numbers.
template <class T, Mode mode>
struct Property {
  static bool value_of(T a) {
    const T size = magnitude(a);
    constexpr T least = sizeof(T) == 4 ? static_cast<T>(0x1p-126) : static_cast<T>(0x1p-1022);
    constexpr T infinity = static_cast<T>(__builtin_inf());
    if (mode == Mode::finite) return size < infinity;
    if (mode == Mode::infinite) return size == infinity;
    if (mode == Mode::number) return size <= infinity;
    if (mode == Mode::notanumber) return size != size;
    if (mode == Mode::normal) return ((size >= least) & (size < infinity)) | (size == T{0});
    return (size < least) & (size > T{0});
  }
  static void run(const Bases& bases, const Slots& slots, std::uint32_t active) {
    const auto* const a = lanes_at<const T>(bases, slots, 1);
    WordOf<T> bits = 0;
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
      bits |= value_of(a[lane]) ? static_cast<WordOf<T>>(lane_bits_64.bit[lane]) : WordOf<T>{0};
    }
    set_predicate(predicate_at(bases, slots, 0), static_cast<std::uint32_t>(bits), active);
  }
};
template <class T>
inline LaneFunction property_function(Mode mode) {
  return with_one_of<Mode::finite, Mode::infinite, Mode::number, Mode::notanumber, Mode::normal, Mode::subnormal>(
      mode, [](auto known) -> LaneFunction { return &Property<T, decltype(known)::value>::run; });
}
