// Bits: "Logic and Shift Instructions", and the integer instructions on bits. Included into an anonymous namespace.

template <class T>
constexpr unsigned width = 8 * sizeof(T);

/// Shift amounts beyond the width are clamped to it.
template <class T>
constexpr T shift_left(T a, std::uint32_t amount) {
  const std::uint32_t safe = amount < width<T> ? amount : 0;
  return amount < width<T> ? static_cast<T>(static_cast<Modular<T>>(a) << safe) : T{0};
}
template <class T>
constexpr T shift_right(T a, std::uint32_t amount) {
  if constexpr (is_signed_type<T>) {
    return static_cast<T>(a >> (amount < width<T> ? amount : width<T> - 1));
  } else {
    const std::uint32_t safe = amount < width<T> ? amount : 0;
    return amount < width<T> ? static_cast<T>(a >> safe) : T{0};
  }
}

/// Computes shf, for which b:a is one 64-bit number.
template <bool left, bool wrap>
constexpr std::uint32_t funnel(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const std::uint32_t amount = wrap ? c & 31u : (c < 32 ? c : 32u);
  const std::uint64_t both = std::uint64_t{b} << 32 | a;
  return static_cast<std::uint32_t>(left ? both << amount >> 32 : both >> amount);
}

template <class T>
constexpr std::uint32_t ones(T a) {
  T count = static_cast<T>(a - (a >> 1 & static_cast<T>(0x5555555555555555u)));
  constexpr auto pairs = static_cast<T>(0x3333333333333333u);
  count = static_cast<T>((count & pairs) + (count >> 2 & pairs));
  count = static_cast<T>((count + (count >> 4)) & static_cast<T>(0x0f0f0f0f0f0f0f0fu));
  return static_cast<std::uint32_t>(static_cast<T>(count * static_cast<T>(0x0101010101010101u)) >> (width<T> - 8));
}
template <class T>
constexpr std::uint32_t leading_zeros(T a) {
  if (a == 0) return width<T>;
  return static_cast<std::uint32_t>(sizeof(T) == 8 ? __builtin_clzll(a) : __builtin_clz(static_cast<unsigned>(a)));
}
template <class T>
constexpr T reversed(T a) {
  T result =
      static_cast<T>((a >> 1 & static_cast<T>(0x5555555555555555u)) | (a & static_cast<T>(0x5555555555555555u)) << 1);
  result = static_cast<T>((result >> 2 & static_cast<T>(0x3333333333333333u)) |
                          (result & static_cast<T>(0x3333333333333333u)) << 2);
  result = static_cast<T>((result >> 4 & static_cast<T>(0x0f0f0f0f0f0f0f0fu)) |
                          (result & static_cast<T>(0x0f0f0f0f0f0f0f0fu)) << 4);
  if constexpr (sizeof(T) == 8) {
    return __builtin_bswap64(result);
  } else {
    return __builtin_bswap32(result);
  }
}

/// Returns the position of the highest bit that differs from the sign; all ones when there is none.
template <class T, bool shift_amount>
constexpr std::uint32_t find_highest(T a) {
  using Word = WordOf<T>;
  const Word bits = static_cast<Word>(a < T{0} ? ~a : a);
  if (bits == 0) return ~std::uint32_t{0};
  const std::uint32_t zeros = leading_zeros(bits);
  return shift_amount ? zeros : width<T> - 1 - zeros;
}

/// Returns the position of the offset-th set bit counted from base; all ones when there is none.
constexpr std::uint32_t find_nth_set(std::uint32_t mask, std::uint32_t base, std::int32_t offset) {
  if (offset == 0) return base < 32 && (mask >> base & 1u) != 0 ? base : ~std::uint32_t{0};
  std::int64_t position = base;
  const int step = offset > 0 ? 1 : -1;
  std::int64_t left = offset > 0 ? offset : -std::int64_t{offset};
  for (; position >= 0 && position < 32; position += step) {
    if ((mask >> position & 1u) != 0 && --left == 0) return static_cast<std::uint32_t>(position);
  }
  return ~std::uint32_t{0};
}

template <class Word>
constexpr Word low_ones(std::uint32_t count) {
  return count >= width<Word> ? static_cast<Word>(~Word{0}) : static_cast<Word>((Word{1} << count) - 1);
}

/// Computes bfe: beyond the register's end and its own end, a signed field is filled with its sign bit.
template <class T>
constexpr T extract_field(T a, std::uint32_t b, std::uint32_t c) {
  using Word = WordOf<T>;
  const std::uint32_t position = b & 0xffu;
  const std::uint32_t length = c & 0xffu;
  const Word field = static_cast<Word>(shift_right(static_cast<Word>(a), position) & low_ones<Word>(length));
  if constexpr (is_signed_type<T>) {
    if (length == 0) return T{0};
    const std::uint32_t top = position + length - 1 < width<T> ? position + length - 1 : width<T> - 1;
    const bool negative = (static_cast<Word>(a) >> top & 1u) != 0;
    // The number of result bits that hold bits of a.
    const std::uint32_t present = position >= width<T> ? 0 : top - position + 1;
    return static_cast<T>(negative ? static_cast<Word>(field | ~low_ones<Word>(present)) : field);
  } else {
    return field;
  }
}
template <class T>
constexpr T insert_field(T a, T b, std::uint32_t c, std::uint32_t d) {
  const std::uint32_t position = c & 0xffu;
  const T mask = shift_left(low_ones<T>(d & 0xffu), position);
  return static_cast<T>((b & ~mask) | (shift_left(a, position) & mask));
}

template <bool clamp>
constexpr std::uint32_t bit_mask(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t first = a & 31u;
  const std::uint32_t count = b & 31u;
  std::uint32_t from_first = ~std::uint32_t{0} << first;
  std::uint32_t behind = first + count >= 32 ? 0 : ~std::uint32_t{0} << ((first + count) & 31u);
  if (clamp && b >= 32) behind = 0;
  if (clamp && a >= 32) from_first = behind = 0;
  return from_first & ~behind;
}
template <class T, bool clamp>
constexpr T extend(T value, std::uint32_t b) {
  const auto a = static_cast<std::uint32_t>(value);
  if (clamp && b >= 32) return value;
  const std::uint32_t bits = b & 31u;
  const std::uint32_t beyond = ~std::uint32_t{0} << bits;
  const bool negative = is_signed_type<T> && bits != 0 && (a >> ((bits - 1) & 31u) & 1u) != 0;
  return static_cast<T>(negative ? a | beyond : a & ~beyond);
}

/// Computes lop3: bit (a b c) of the table is the result's bit.
constexpr std::uint32_t look_up(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t table) {
  const auto chosen = [](std::uint32_t condition, std::uint32_t yes, std::uint32_t no) {
    return no ^ ((yes ^ no) & condition);
  };
  const auto row = [table](unsigned index) { return 0u - (table >> index & 1u); };
  const std::uint32_t low = chosen(b, chosen(c, row(3), row(2)), chosen(c, row(1), row(0)));
  const std::uint32_t high = chosen(b, chosen(c, row(7), row(6)), chosen(c, row(5), row(4)));
  return chosen(a, high, low);
}

/// Computes prmt: each byte of the result is one of the eight of b:a. Bit 3 replicates its sign (default mode only).
template <Mode mode>
constexpr std::uint32_t permute(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const std::uint64_t bytes = std::uint64_t{b} << 32 | a;
  const std::uint32_t low = c & 3u;
  std::uint32_t result = 0;
  for (unsigned index = 0; index < 4; ++index) {
    std::uint32_t selector = 0;
    if constexpr (mode == Mode::none) selector = c >> 4 * index & 15u;
    if constexpr (mode == Mode::f4e) selector = low + index;
    if constexpr (mode == Mode::b4e) selector = (low + 8 - index) & 7u;
    if constexpr (mode == Mode::rc8) selector = low;
    if constexpr (mode == Mode::ecl) selector = low > index ? low : index;
    if constexpr (mode == Mode::ecr) selector = low < index ? low : index;
    if constexpr (mode == Mode::rc16) selector = (low & 1u) * 2 + (index & 1u);
    auto byte = static_cast<std::uint32_t>(bytes >> 8 * (selector & 7u)) & 0xffu;
    const std::uint32_t sign = (byte >> 7) * 0xffu;
    byte = (selector & 8u) != 0 ? sign : byte;
    result |= byte << 8 * index;
  }
  return result;
}

inline LaneFunction permute_function(Mode mode) {
  return with_one_of<Mode::none, Mode::f4e, Mode::b4e, Mode::rc8, Mode::ecl, Mode::ecr, Mode::rc16>(
      mode, [](auto known) {
        return map([](std::uint32_t a, std::uint32_t b, std::uint32_t c) -> std::uint32_t {
          return permute<decltype(known)::value>(a, b, c);
        });
      });
}
inline LaneFunction funnel_function(Mode mode) {
  const auto make = [](auto left, auto wrap) {
    return map([](std::uint32_t a, std::uint32_t b, std::uint32_t c) -> std::uint32_t {
      return funnel<decltype(left)::value, decltype(wrap)::value>(a, b, c);
    });
  };
  return with_flags(make, mode == Mode::l_wrap || mode == Mode::l_clamp, mode == Mode::l_wrap || mode == Mode::r_wrap);
}

/// Computes lop3 with a predicate: p = (d != 0) combined with q.
template <bool conjunction, bool negated>
void look_up_and_test(const Bases& bases, const Slots& slots, std::uint32_t active) {
  const std::uint32_t q = predicate_at(bases, slots, 6) ^ (negated ? ~std::uint32_t{0} : 0);
  auto* const d = lanes_at<std::uint32_t>(bases, slots, 0);
  const auto* const a = lanes_at<const std::uint32_t>(bases, slots, 2);
  const auto* const b = lanes_at<const std::uint32_t>(bases, slots, 3);
  const auto* const c = lanes_at<const std::uint32_t>(bases, slots, 4);
  const std::uint32_t table = *lanes_at<const std::uint32_t>(bases, slots, 5);
  std::uint32_t set = 0;
  alignas(64) std::uint32_t all[warp_lanes];
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    all[lane] = look_up(a[lane], b[lane], c[lane], table);
    set |= all[lane] != 0 ? lane_bits_32.bit[lane] : 0;
  }
  copy_active(d, all, active);
  set_predicate(predicate_at(bases, slots, 1), conjunction ? set & q : set | q, active);
}

inline LaneFunction field_function(const Request& request) {
  using ptx::Opcode;
  const bool clamp = request.mode == Mode::clamp;
  switch (request.opcode) {
    case Opcode::bfe:
      return for_wide_integer(request.type, [](auto sample) {
        using T = decltype(sample);
        return map([](T a, std::uint32_t b, std::uint32_t c) -> T { return extract_field(a, b, c); });
      });
    case Opcode::bfi:
      return for_wide_integer(request.type, [](auto sample) {
        using T = WordOf<decltype(sample)>;
        return map([](T a, T b, std::uint32_t c, std::uint32_t d) -> T { return insert_field(a, b, c, d); });
      });
    case Opcode::bmsk:
      return clamp ? map([](std::uint32_t a, std::uint32_t b) -> std::uint32_t { return bit_mask<true>(a, b); })
                   : map([](std::uint32_t a, std::uint32_t b) -> std::uint32_t { return bit_mask<false>(a, b); });
    case Opcode::szext:
      return for_wide_integer(request.type, [&](auto sample) {
        using T = decltype(sample);
        return clamp ? map([](T a, std::uint32_t b) -> T { return extend<T, true>(a, b); })
                     : map([](T a, std::uint32_t b) -> T { return extend<T, false>(a, b); });
      });
    case Opcode::bfind:
      return for_wide_integer(request.type, [&](auto sample) {
        using T = decltype(sample);
        return request.has(flag::shiftamt) ? map([](T a) -> std::uint32_t { return find_highest<T, true>(a); })
                                           : map([](T a) -> std::uint32_t { return find_highest<T, false>(a); });
      });
    case Opcode::fns:
      return map([](std::uint32_t mask, std::uint32_t base, std::int32_t offset) -> std::uint32_t {
        return find_nth_set(mask, base, offset);
      });
    case Opcode::popc:
    case Opcode::clz:
    case Opcode::brev:
      return for_wide_integer(request.type, [&](auto sample) {
        using T = WordOf<decltype(sample)>;
        if (request.opcode == Opcode::popc) return map([](T a) -> std::uint32_t { return ones(a); });
        if (request.opcode == Opcode::clz) return map([](T a) -> std::uint32_t { return leading_zeros(a); });
        return map([](T a) -> T { return reversed(a); });
      });
    default:
      return nullptr;
  }
}

inline LaneFunction bits_function(const Request& request) {
  using ptx::Opcode;
  const Opcode opcode = request.opcode;
  if (opcode == Opcode::and_) return on_words<2>(request.type, [](auto a, auto b) { return a & b; });
  if (opcode == Opcode::or_) return on_words<2>(request.type, [](auto a, auto b) { return a | b; });
  if (opcode == Opcode::xor_) return on_words<2>(request.type, [](auto a, auto b) { return a ^ b; });
  if (opcode == Opcode::not_) return on_words<1>(request.type, [](auto a) { return ~a; });
  if (opcode == Opcode::cnot) return on_words<1>(request.type, [](auto a) { return a == 0; });
  if (opcode == Opcode::shl) {
    return for_word(request.type, [](auto type) {
      using T = decltype(type);
      return map([](T a, std::uint32_t b) -> T { return shift_left(a, b); });
    });
  }
  if (opcode == Opcode::shr) {
    return for_integer(request.type, [](auto type) {
      using T = decltype(type);
      return map([](T a, std::uint32_t b) -> T { return shift_right(a, b); });
    });
  }
  if (opcode == Opcode::shf) return funnel_function(request.mode);
  if (opcode == Opcode::prmt) return permute_function(request.mode);
  if (opcode != Opcode::lop3) return field_function(request);
  if (request.operands == 5) {
    return map([](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t table) -> std::uint32_t {
      return look_up(a, b, c, table);
    });
  }
  return with_flags(
      [](auto conjunction, auto negated) -> LaneFunction {
        return &look_up_and_test<decltype(conjunction)::value, decltype(negated)::value>;
      },
      request.combination == Combination::and_, request.is_negated(6));
}
