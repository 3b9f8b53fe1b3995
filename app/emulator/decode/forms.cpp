#include "emulator/decode/forms.h"

#include <algorithm>
#include <array>

namespace lanescope::emulator {
namespace {

using ptx::Opcode;
using ptx::Type;
using namespace flag;

constexpr auto integers = set_of(Type::u16, Type::u32, Type::u64, Type::s16, Type::s32, Type::s64);
constexpr auto large_integers = set_of(Type::u32, Type::u64, Type::s32, Type::s64);
constexpr auto small_integers = set_of(Type::u16, Type::u32, Type::s16, Type::s32);
constexpr auto signed_integers = set_of(Type::s16, Type::s32, Type::s64);
constexpr auto any_32 = set_of(Type::u32, Type::s32);
constexpr auto half_types = set_of(Type::f16, Type::f16x2);
constexpr auto bfloats = set_of(Type::bf16, Type::bf16x2);
constexpr auto halves = half_types | bfloats;
constexpr auto single_halves = set_of(Type::f16, Type::bf16), half_pairs = set_of(Type::f16x2, Type::bf16x2);
constexpr auto f32 = set_of(Type::f32);
constexpr auto f64 = set_of(Type::f64);
constexpr auto f32x2 = set_of(Type::f32x2);
constexpr auto s32 = set_of(Type::s32);
constexpr auto b32 = set_of(Type::b32);
constexpr auto untyped = set_of(Type::b16, Type::b32, Type::b64);
constexpr auto untyped_and_predicates = untyped | set_of(Type::pred);
constexpr auto large_untyped = set_of(Type::b32, Type::b64);
constexpr auto floats = f32 | f64;
constexpr auto compared = untyped | integers | floats;

constexpr auto rounded = set_of(Rounding::rn, Rounding::rz, Rounding::rm, Rounding::rp);
constexpr auto rounded_or_not = rounded | set_of(Rounding::none);
constexpr auto nearest_or_not = set_of(Rounding::none, Rounding::rn);
constexpr auto nearest = set_of(Rounding::rn);
constexpr auto low_or_high = set_of(Mode::lo, Mode::hi), high = set_of(Mode::hi), wide = set_of(Mode::wide);
constexpr auto clamp_or_wrap = set_of(Mode::clamp, Mode::wrap);

constexpr OpcodeSet sums{Opcode::add, Opcode::sub, Opcode::mul};
constexpr OpcodeSet extremes{Opcode::min, Opcode::max};
constexpr OpcodeSet signs{Opcode::abs, Opcode::neg};

// clang-format off
constexpr auto table = std::to_array<Form>({
    // Integer arithmetic
    {.opcodes = Opcode::add, .types = integers | set_of(Type::u16x2, Type::s16x2), .operands = "ttt"},
    {.opcodes = {Opcode::add, Opcode::sub}, .types = s32, .operands = "ttt", .required = sat},
    {.opcodes = {Opcode::sub, Opcode::div, Opcode::rem}, .types = integers, .operands = "ttt"},
    {.opcodes = Opcode::mul, .types = integers, .operands = "ttt", .modes = low_or_high},
    {.opcodes = Opcode::mul, .types = small_integers, .operands = "wtt", .modes = wide},
    {.opcodes = Opcode::mad, .types = integers, .operands = "tttt", .modes = low_or_high},
    {.opcodes = Opcode::mad, .types = small_integers, .operands = "wttw", .modes = wide},
    {.opcodes = {Opcode::mad, Opcode::mad24}, .types = s32, .operands = "tttt", .required = sat, .modes = high},
    {.opcodes = Opcode::mul24, .types = any_32, .operands = "ttt", .modes = low_or_high},
    {.opcodes = Opcode::mad24, .types = any_32, .operands = "tttt", .modes = low_or_high},
    {.opcodes = Opcode::sad, .types = integers, .operands = "tttt"},
    {.opcodes = signs, .types = signed_integers, .operands = "tt"},
    {.opcodes = extremes, .types = integers | set_of(Type::u16x2), .operands = "ttt"},
    {.opcodes = extremes, .types = set_of(Type::s16x2, Type::s32), .operands = "ttt", .optional = relu},
    {.opcodes = Opcode::dp4a, .types = any_32, .operands = "iuuu", .sources = any_32},
    {.opcodes = Opcode::dp2a, .types = any_32, .operands = "iuuu", .modes = low_or_high, .sources = any_32},
    // Extended-precision integer arithmetic
    {.opcodes = {Opcode::add, Opcode::sub}, .types = large_integers, .operands = "tttc", .required = cc},
    {.opcodes = Opcode::mad, .types = large_integers, .operands = "ttttc", .required = cc, .modes = low_or_high},
    {.opcodes = {Opcode::addc, Opcode::subc}, .types = large_integers, .operands = "tttc", .optional = cc},
    {.opcodes = Opcode::madc, .types = large_integers, .operands = "ttttc", .optional = cc, .modes = low_or_high},
    // Bits
    {.opcodes = {Opcode::popc, Opcode::clz}, .types = large_untyped, .operands = "ut"},
    {.opcodes = Opcode::bfind, .types = large_integers, .operands = "ut", .optional = shiftamt},
    {.opcodes = Opcode::fns, .types = b32, .operands = "uuui"},
    {.opcodes = Opcode::brev, .types = large_untyped, .operands = "tt"},
    {.opcodes = Opcode::bfe, .types = large_integers, .operands = "ttuu"},
    {.opcodes = Opcode::bfi, .types = large_untyped, .operands = "tttuu"},
    {.opcodes = Opcode::bmsk, .types = b32, .operands = "tuu", .modes = clamp_or_wrap},
    {.opcodes = Opcode::szext, .types = any_32, .operands = "ttu", .modes = clamp_or_wrap},
    // Logic and shifts
    {.opcodes = {Opcode::and_, Opcode::or_, Opcode::xor_}, .types = untyped_and_predicates, .operands = "ttt"},
    {.opcodes = Opcode::not_, .types = untyped_and_predicates, .operands = "tt"},
    {.opcodes = Opcode::cnot, .types = untyped, .operands = "tt"},
    {.opcodes = Opcode::lop3, .types = b32, .operands = "ttttu"},
    {.opcodes = Opcode::lop3, .types = b32, .operands = "tptttup",
     .combinations = set_of(Combination::and_, Combination::or_), .results = 2},
    {.opcodes = Opcode::shl, .types = untyped, .operands = "ttu"},
    {.opcodes = Opcode::shr, .types = untyped | integers, .operands = "ttu"},
    {.opcodes = Opcode::shf, .types = b32, .operands = "tttu",
     .modes = set_of(Mode::l_clamp, Mode::l_wrap, Mode::r_clamp, Mode::r_wrap)},
    {.opcodes = Opcode::prmt, .types = b32, .operands = "tttu",
     .modes = set_of(Mode::none, Mode::f4e, Mode::b4e, Mode::rc8, Mode::ecl, Mode::ecr, Mode::rc16)},
    // Floating point
    {.opcodes = sums, .types = f32, .operands = "ttt", .optional = ftz | sat, .roundings = rounded_or_not},
    {.opcodes = sums, .types = f64, .operands = "ttt", .roundings = rounded_or_not},
    {.opcodes = sums, .types = f32x2, .operands = "ttt", .optional = ftz, .roundings = rounded_or_not},
    {.opcodes = {Opcode::fma, Opcode::mad}, .types = f32, .operands = "tttt", .optional = ftz | sat,
     .roundings = rounded},
    {.opcodes = {Opcode::fma, Opcode::mad}, .types = f64, .operands = "tttt", .roundings = rounded},
    {.opcodes = Opcode::fma, .types = f32x2, .operands = "tttt", .optional = ftz, .roundings = rounded},
    {.opcodes = Opcode::div, .types = f32, .operands = "ttt", .required = approx, .optional = ftz},
    {.opcodes = Opcode::div, .types = f32, .operands = "ttt", .required = full, .optional = ftz},
    {.opcodes = Opcode::div, .types = f32, .operands = "ttt", .optional = ftz, .roundings = rounded},
    {.opcodes = Opcode::div, .types = f64, .operands = "ttt", .roundings = rounded},
    {.opcodes = {Opcode::rcp, Opcode::sqrt, Opcode::sin, Opcode::cos, Opcode::lg2, Opcode::ex2}, .types = f32,
     .operands = "tt", .required = approx, .optional = ftz},
    {.opcodes = {Opcode::rcp, Opcode::sqrt}, .types = f32, .operands = "tt", .optional = ftz, .roundings = rounded},
    {.opcodes = {Opcode::rcp, Opcode::sqrt}, .types = f64, .operands = "tt", .roundings = rounded},
    {.opcodes = Opcode::rcp, .types = f64, .operands = "tt", .required = approx | ftz},
    {.opcodes = Opcode::rsqrt, .types = floats, .operands = "tt", .required = approx, .optional = ftz},
    {.opcodes = Opcode::tanh, .types = f32, .operands = "tt", .required = approx},
    {.opcodes = signs, .types = f32, .operands = "tt", .optional = ftz},
    {.opcodes = signs, .types = f64, .operands = "tt"},
    {.opcodes = Opcode::copysign, .types = floats, .operands = "ttt"},
    {.opcodes = extremes, .types = f32, .operands = "ttt", .optional = ftz | nan},
    {.opcodes = extremes, .types = f32, .operands = "ttt", .required = xorsign | abs, .optional = ftz | nan},
    {.opcodes = extremes, .types = f32, .operands = "tttt", .optional = ftz | nan | abs},
    {.opcodes = extremes, .types = f64, .operands = "ttt"},
    {.opcodes = Opcode::testp, .types = floats, .operands = "pt",
     .modes = set_of(Mode::finite, Mode::infinite, Mode::number, Mode::notanumber, Mode::normal, Mode::subnormal)},
    // Half precision
    {.opcodes = sums, .types = half_types, .operands = "ttt", .optional = ftz | sat, .roundings = nearest_or_not},
    {.opcodes = sums, .types = bfloats, .operands = "ttt", .roundings = nearest_or_not},
    {.opcodes = Opcode::fma, .types = half_types, .operands = "tttt", .optional = ftz | sat, .roundings = nearest},
    {.opcodes = Opcode::fma, .types = half_types, .operands = "tttt", .required = relu, .optional = ftz,
     .roundings = nearest},
    {.opcodes = Opcode::fma, .types = bfloats, .operands = "tttt", .optional = relu, .roundings = nearest},
    {.opcodes = signs, .types = half_types, .operands = "tt", .optional = ftz},
    {.opcodes = signs, .types = bfloats, .operands = "tt"},
    {.opcodes = extremes, .types = half_types, .operands = "ttt", .optional = ftz | nan},
    {.opcodes = extremes, .types = half_types, .operands = "ttt", .required = xorsign | abs, .optional = ftz | nan},
    {.opcodes = extremes, .types = bfloats, .operands = "ttt", .optional = nan},
    {.opcodes = extremes, .types = bfloats, .operands = "ttt", .required = xorsign | abs, .optional = nan},
    {.opcodes = Opcode::ex2, .types = half_types, .operands = "tt", .required = approx},
    {.opcodes = Opcode::ex2, .types = bfloats, .operands = "tt", .required = approx | ftz},
    {.opcodes = Opcode::tanh, .types = halves, .operands = "tt", .required = approx},
    // Comparison and selection
    {.opcodes = Opcode::setp, .types = compared, .operands = "pptt", .optional = ftz, .compares = true, .results = 2},
    {.opcodes = Opcode::setp, .types = halves, .operands = "pptt", .optional = ftz, .compares = true, .results = 2},
    {.opcodes = Opcode::set, .types = any_32 | f32 | single_halves, .operands = "tss", .optional = ftz,
     .sources = compared, .compares = true},
    {.opcodes = Opcode::set, .types = small_integers | single_halves, .operands = "tss", .optional = ftz,
     .sources = single_halves, .compares = true},
    {.opcodes = Opcode::set, .types = any_32 | half_pairs, .operands = "tss", .optional = ftz, .sources = half_pairs,
     .compares = true},
    {.opcodes = Opcode::selp, .types = compared, .operands = "tttp"},
    {.opcodes = Opcode::slct, .types = compared, .operands = "ttts", .sources = s32},
    {.opcodes = Opcode::slct, .types = compared, .operands = "ttts", .optional = ftz, .sources = f32},
});
// clang-format on

constexpr bool contains(std::uint64_t set, auto enumerator) {
  return (set >> static_cast<unsigned>(enumerator) & 1u) != 0;
}

/// Integers are always ordered, untyped bits never; only f32 and f16 have flushing.
bool can_compare(Type type, Comparison comparison, bool flushes) {
  if (comparison == Comparison::none) return false;
  if (flushes && type != Type::f32 && type != Type::f16 && type != Type::f16x2) return false;
  if (ptx::is_float(type)) return true;
  if (type == Type::b16 || type == Type::b32 || type == Type::b64) {
    return comparison == Comparison::eq || comparison == Comparison::ne;
  }
  return comparison <= Comparison::ge;
}

}  // namespace

bool combines(const Form& form, const Request& request) {
  return form.compares && request.combination != Combination::none;
}

std::span<const Form> forms() {
  return table;
}

const Form* form_of(const Request& request) {
  const auto* const found = std::find_if(table.begin(), table.end(), [&](const Form& form) {
    const std::size_t written =
        form.operands.size() - (form.operands.ends_with('c') ? 1 : 0) + (combines(form, request) ? 1 : 0);
    const Type compares = form.sources == set_of(Type::none) ? request.type : request.source;
    return form.opcodes.contains(request.opcode) && contains(form.types, request.type) && written == request.operands &&
           (request.flags & form.required) == form.required &&
           (request.flags & ~(form.required | form.optional)) == 0 && contains(form.roundings, request.rounding) &&
           contains(form.modes, request.mode) && contains(form.sources, request.source) &&
           (form.compares || contains(form.combinations, request.combination)) &&
           (form.compares ? can_compare(compares, request.comparison, (request.flags & ftz) != 0)
                          : request.comparison == Comparison::none);
  });
  return found == table.end() ? nullptr : found;
}

}  // namespace lanescope::emulator
