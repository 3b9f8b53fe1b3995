// add.cc, addc, sub.cc, subc, mad.cc, madc: section "Extended-Precision Integer Arithmetic Instructions" of the PTX ISA
// manual. The carry flags of the lanes are the predicate in the last slot. A subtraction adds the complement and 1, so
// that its flag is set where it does not borrow: the manual leaves that open, and ptxas 13.0 hands the same flag
// (IADD3 R4, P0, R4, -R5) to addc as it is and to subc as the 1 that is added. Included into an anonymous namespace.

template <class Word>
struct Sum {
  Word value;
  bool carry;
};
template <class Word>
constexpr Sum<Word> plus(Word a, Word b, bool carry) {
  const Word partial = add(a, b);
  const Word value = add(partial, static_cast<Word>(carry));
  return {value, partial < a || value < partial};
}
/// carry: no borrow.
template <class Word>
constexpr Sum<Word> minus(Word a, Word b, bool carry) {
  return plus(a, static_cast<Word>(~b), carry);
}

/// T is signed if the high half of a product depends on it. `terms` is 2 (add, sub) or 3 (mad).
template <class T, bool subtracts, unsigned terms, bool high, bool carry_in, bool carry_out>
void with_carry(const Bases& bases, const Slots& slots, std::uint32_t active) {
  using Word = WordOf<T>;
  auto* const d = lanes_at<Word>(bases, slots, 0);
  const auto* const a = lanes_at<const Word>(bases, slots, 1);
  const auto* const b = lanes_at<const Word>(bases, slots, 2);
  const auto* const c = lanes_at<const Word>(bases, slots, terms);
  std::uint32_t& flags = predicate_at(bases, slots, terms + 1);
  std::uint32_t carries = 0;
  alignas(64) Word all[warp_lanes];
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    const bool carry = carry_in ? (flags & lane_bits_32.bit[lane]) != 0 : subtracts;
    Sum<Word> sum{};
    if constexpr (terms == 3) {
      const T x = static_cast<T>(a[lane]);
      const T y = static_cast<T>(b[lane]);
      sum = plus(static_cast<Word>(high ? multiply_high(x, y) : multiply(x, y)), c[lane], carry);
    } else {
      sum = subtracts ? minus(a[lane], b[lane], carry) : plus(a[lane], b[lane], carry);
    }
    all[lane] = sum.value;
    carries |= sum.carry ? lane_bits_32.bit[lane] : 0;
  }
  copy_active(d, all, active);
  if constexpr (carry_out) set_predicate(flags, carries, active);
}

template <class T, bool subtracts, unsigned terms, bool high>
inline LaneFunction with_carries(const Request& request) {
  using ptx::Opcode;
  const bool in = request.opcode == Opcode::addc || request.opcode == Opcode::subc || request.opcode == Opcode::madc;
  return with_flags(
      [](auto carry_in, auto carry_out) -> LaneFunction {
        return &with_carry<T, subtracts, terms, high, decltype(carry_in)::value, decltype(carry_out)::value>;
      },
      in, !in || request.has(flag::cc));
}

inline LaneFunction carry_function(const Request& request) {
  using ptx::Opcode;
  return for_wide_integer(request.type, [&](auto sample) -> LaneFunction {
    using T = decltype(sample);
    if (request.opcode == Opcode::add || request.opcode == Opcode::addc)
      return with_carries<WordOf<T>, false, 2, false>(request);
    if (request.opcode == Opcode::sub || request.opcode == Opcode::subc)
      return with_carries<WordOf<T>, true, 2, false>(request);
    // The other opcodes are mad and madc.
    return request.mode == Mode::hi ? with_carries<T, false, 3, true>(request)
                                    : with_carries<WordOf<T>, false, 3, false>(request);
  });
}
