#include "emulator/decode/forms.h"

#include <algorithm>
#include <array>

namespace warpscope::emulator {
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
constexpr auto f32 = set_of(Type::f32);
constexpr auto f64 = set_of(Type::f64);
constexpr auto f32x2 = set_of(Type::f32x2);
constexpr auto s32 = set_of(Type::s32);
constexpr auto b32 = set_of(Type::b32);
constexpr auto untyped = set_of(Type::b16, Type::b32, Type::b64);
constexpr auto untyped_and_predicates = untyped | set_of(Type::pred);
constexpr auto compared = untyped | integers | f32 | f64;

constexpr auto rounded = set_of(Rounding::rn, Rounding::rz, Rounding::rm, Rounding::rp);
constexpr auto rounded_or_not = rounded | set_of(Rounding::none);
constexpr auto nearest_or_not = set_of(Rounding::none, Rounding::rn);
constexpr auto nearest = set_of(Rounding::rn);
constexpr auto low_or_high = set_of(Mode::lo, Mode::hi);
constexpr auto clamp_or_wrap = set_of(Mode::clamp, Mode::wrap);
constexpr auto combined = set_of(Combination::and_, Combination::or_, Combination::xor_);

// clang-format off
constexpr auto table = std::to_array<Form>({
    // Integer arithmetic
    {.opcode = Opcode::add, .types = integers | set_of(Type::u16x2, Type::s16x2), .operands = "ttt"},
    {.opcode = Opcode::add, .types = s32, .operands = "ttt", .required = sat},
    {.opcode = Opcode::sub, .types = integers, .operands = "ttt"},
    {.opcode = Opcode::sub, .types = s32, .operands = "ttt", .required = sat},
    {.opcode = Opcode::mul, .types = integers, .operands = "ttt", .modes = low_or_high},
    {.opcode = Opcode::mul, .types = small_integers, .operands = "wtt", .modes = set_of(Mode::wide)},
    {.opcode = Opcode::mad, .types = integers, .operands = "tttt", .modes = low_or_high},
    {.opcode = Opcode::mad, .types = small_integers, .operands = "wttw", .modes = set_of(Mode::wide)},
    {.opcode = Opcode::mad, .types = s32, .operands = "tttt", .required = sat, .modes = set_of(Mode::hi)},
    {.opcode = Opcode::mul24, .types = any_32, .operands = "ttt", .modes = low_or_high},
    {.opcode = Opcode::mad24, .types = any_32, .operands = "tttt", .modes = low_or_high},
    {.opcode = Opcode::mad24, .types = s32, .operands = "tttt", .required = sat, .modes = set_of(Mode::hi)},
    {.opcode = Opcode::sad, .types = integers, .operands = "tttt"},
    {.opcode = Opcode::div, .types = integers, .operands = "ttt"},
    {.opcode = Opcode::rem, .types = integers, .operands = "ttt"},
    {.opcode = Opcode::abs, .types = signed_integers, .operands = "tt"},
    {.opcode = Opcode::neg, .types = signed_integers, .operands = "tt"},
    {.opcode = Opcode::min, .types = integers | set_of(Type::u16x2), .operands = "ttt"},
    {.opcode = Opcode::max, .types = integers | set_of(Type::u16x2), .operands = "ttt"},
    {.opcode = Opcode::min, .types = set_of(Type::s16x2, Type::s32), .operands = "ttt", .optional = relu},
    {.opcode = Opcode::max, .types = set_of(Type::s16x2, Type::s32), .operands = "ttt", .optional = relu},
    {.opcode = Opcode::dp4a, .types = any_32, .operands = "iuuu", .sources = any_32},
    {.opcode = Opcode::dp2a, .types = any_32, .operands = "iuuu", .modes = low_or_high, .sources = any_32},
    // Extended-precision integer arithmetic
    {.opcode = Opcode::add, .types = large_integers, .operands = "tttc", .required = cc},
    {.opcode = Opcode::sub, .types = large_integers, .operands = "tttc", .required = cc},
    {.opcode = Opcode::mad, .types = large_integers, .operands = "ttttc", .required = cc, .modes = low_or_high},
    {.opcode = Opcode::addc, .types = large_integers, .operands = "tttc", .optional = cc},
    {.opcode = Opcode::subc, .types = large_integers, .operands = "tttc", .optional = cc},
    {.opcode = Opcode::madc, .types = large_integers, .operands = "ttttc", .optional = cc, .modes = low_or_high},
    // Bits
    {.opcode = Opcode::popc, .types = set_of(Type::b32, Type::b64), .operands = "ut"},
    {.opcode = Opcode::clz, .types = set_of(Type::b32, Type::b64), .operands = "ut"},
    {.opcode = Opcode::bfind, .types = large_integers, .operands = "ut", .optional = shiftamt},
    {.opcode = Opcode::fns, .types = b32, .operands = "uuui"},
    {.opcode = Opcode::brev, .types = set_of(Type::b32, Type::b64), .operands = "tt"},
    {.opcode = Opcode::bfe, .types = large_integers, .operands = "ttuu"},
    {.opcode = Opcode::bfi, .types = set_of(Type::b32, Type::b64), .operands = "tttuu"},
    {.opcode = Opcode::bmsk, .types = b32, .operands = "tuu", .modes = clamp_or_wrap},
    {.opcode = Opcode::szext, .types = any_32, .operands = "ttu", .modes = clamp_or_wrap},
    // Logic and shifts
    {.opcode = Opcode::and_, .types = untyped_and_predicates, .operands = "ttt"},
    {.opcode = Opcode::or_, .types = untyped_and_predicates, .operands = "ttt"},
    {.opcode = Opcode::xor_, .types = untyped_and_predicates, .operands = "ttt"},
    {.opcode = Opcode::not_, .types = untyped_and_predicates, .operands = "tt"},
    {.opcode = Opcode::cnot, .types = untyped, .operands = "tt"},
    {.opcode = Opcode::lop3, .types = b32, .operands = "ttttu"},
    {.opcode = Opcode::lop3, .types = b32, .operands = "tptttup",
     .combinations = set_of(Combination::and_, Combination::or_), .results = 2},
    {.opcode = Opcode::shl, .types = untyped, .operands = "ttu"},
    {.opcode = Opcode::shr, .types = untyped | integers, .operands = "ttu"},
    {.opcode = Opcode::shf, .types = b32, .operands = "tttu",
     .modes = set_of(Mode::l_clamp, Mode::l_wrap, Mode::r_clamp, Mode::r_wrap)},
    {.opcode = Opcode::prmt, .types = b32, .operands = "tttu",
     .modes = set_of(Mode::none, Mode::f4e, Mode::b4e, Mode::rc8, Mode::ecl, Mode::ecr, Mode::rc16)},
    // Floating point
    {.opcode = Opcode::add, .types = f32, .operands = "ttt", .optional = ftz | sat, .roundings = rounded_or_not},
    {.opcode = Opcode::sub, .types = f32, .operands = "ttt", .optional = ftz | sat, .roundings = rounded_or_not},
    {.opcode = Opcode::mul, .types = f32, .operands = "ttt", .optional = ftz | sat, .roundings = rounded_or_not},
    {.opcode = Opcode::add, .types = f64, .operands = "ttt", .roundings = rounded_or_not},
    {.opcode = Opcode::sub, .types = f64, .operands = "ttt", .roundings = rounded_or_not},
    {.opcode = Opcode::mul, .types = f64, .operands = "ttt", .roundings = rounded_or_not},
    {.opcode = Opcode::add, .types = f32x2, .operands = "ttt", .optional = ftz, .roundings = rounded_or_not},
    {.opcode = Opcode::sub, .types = f32x2, .operands = "ttt", .optional = ftz, .roundings = rounded_or_not},
    {.opcode = Opcode::mul, .types = f32x2, .operands = "ttt", .optional = ftz, .roundings = rounded_or_not},
    {.opcode = Opcode::fma, .types = f32, .operands = "tttt", .optional = ftz | sat, .roundings = rounded},
    {.opcode = Opcode::mad, .types = f32, .operands = "tttt", .optional = ftz | sat, .roundings = rounded},
    {.opcode = Opcode::fma, .types = f64, .operands = "tttt", .roundings = rounded},
    {.opcode = Opcode::mad, .types = f64, .operands = "tttt", .roundings = rounded},
    {.opcode = Opcode::fma, .types = f32x2, .operands = "tttt", .optional = ftz, .roundings = rounded},
    {.opcode = Opcode::div, .types = f32, .operands = "ttt", .required = approx, .optional = ftz},
    {.opcode = Opcode::div, .types = f32, .operands = "ttt", .required = full, .optional = ftz},
    {.opcode = Opcode::div, .types = f32, .operands = "ttt", .optional = ftz, .roundings = rounded},
    {.opcode = Opcode::div, .types = f64, .operands = "ttt", .roundings = rounded},
    {.opcode = Opcode::rcp, .types = f32, .operands = "tt", .required = approx, .optional = ftz},
    {.opcode = Opcode::rcp, .types = f32, .operands = "tt", .optional = ftz, .roundings = rounded},
    {.opcode = Opcode::rcp, .types = f64, .operands = "tt", .roundings = rounded},
    {.opcode = Opcode::rcp, .types = f64, .operands = "tt", .required = approx | ftz},
    {.opcode = Opcode::sqrt, .types = f32, .operands = "tt", .required = approx, .optional = ftz},
    {.opcode = Opcode::sqrt, .types = f32, .operands = "tt", .optional = ftz, .roundings = rounded},
    {.opcode = Opcode::sqrt, .types = f64, .operands = "tt", .roundings = rounded},
    {.opcode = Opcode::rsqrt, .types = f32 | f64, .operands = "tt", .required = approx, .optional = ftz},
    {.opcode = Opcode::sin, .types = f32, .operands = "tt", .required = approx, .optional = ftz},
    {.opcode = Opcode::cos, .types = f32, .operands = "tt", .required = approx, .optional = ftz},
    {.opcode = Opcode::lg2, .types = f32, .operands = "tt", .required = approx, .optional = ftz},
    {.opcode = Opcode::ex2, .types = f32, .operands = "tt", .required = approx, .optional = ftz},
    {.opcode = Opcode::tanh, .types = f32, .operands = "tt", .required = approx},
    {.opcode = Opcode::abs, .types = f32, .operands = "tt", .optional = ftz},
    {.opcode = Opcode::neg, .types = f32, .operands = "tt", .optional = ftz},
    {.opcode = Opcode::abs, .types = f64, .operands = "tt"},
    {.opcode = Opcode::neg, .types = f64, .operands = "tt"},
    {.opcode = Opcode::copysign, .types = f32 | f64, .operands = "ttt"},
    {.opcode = Opcode::min, .types = f32, .operands = "ttt", .optional = ftz | nan},
    {.opcode = Opcode::max, .types = f32, .operands = "ttt", .optional = ftz | nan},
    {.opcode = Opcode::min, .types = f32, .operands = "ttt", .required = xorsign | abs, .optional = ftz | nan},
    {.opcode = Opcode::max, .types = f32, .operands = "ttt", .required = xorsign | abs, .optional = ftz | nan},
    {.opcode = Opcode::min, .types = f32, .operands = "tttt", .optional = ftz | nan | abs},
    {.opcode = Opcode::max, .types = f32, .operands = "tttt", .optional = ftz | nan | abs},
    {.opcode = Opcode::min, .types = f64, .operands = "ttt"},
    {.opcode = Opcode::max, .types = f64, .operands = "ttt"},
    {.opcode = Opcode::testp, .types = f32 | f64, .operands = "pt",
     .modes = set_of(Mode::finite, Mode::infinite, Mode::number, Mode::notanumber, Mode::normal, Mode::subnormal)},
    // Half precision
    {.opcode = Opcode::add, .types = half_types, .operands = "ttt", .optional = ftz | sat, .roundings = nearest_or_not},
    {.opcode = Opcode::sub, .types = half_types, .operands = "ttt", .optional = ftz | sat, .roundings = nearest_or_not},
    {.opcode = Opcode::mul, .types = half_types, .operands = "ttt", .optional = ftz | sat, .roundings = nearest_or_not},
    {.opcode = Opcode::add, .types = bfloats, .operands = "ttt", .roundings = nearest_or_not},
    {.opcode = Opcode::sub, .types = bfloats, .operands = "ttt", .roundings = nearest_or_not},
    {.opcode = Opcode::mul, .types = bfloats, .operands = "ttt", .roundings = nearest_or_not},
    {.opcode = Opcode::fma, .types = half_types, .operands = "tttt", .optional = ftz | sat, .roundings = nearest},
    {.opcode = Opcode::fma, .types = half_types, .operands = "tttt", .required = relu, .optional = ftz, .roundings = nearest},
    {.opcode = Opcode::fma, .types = bfloats, .operands = "tttt", .optional = relu, .roundings = nearest},
    {.opcode = Opcode::neg, .types = half_types, .operands = "tt", .optional = ftz},
    {.opcode = Opcode::abs, .types = half_types, .operands = "tt", .optional = ftz},
    {.opcode = Opcode::neg, .types = bfloats, .operands = "tt"},
    {.opcode = Opcode::abs, .types = bfloats, .operands = "tt"},
    {.opcode = Opcode::min, .types = half_types, .operands = "ttt", .optional = ftz | nan},
    {.opcode = Opcode::max, .types = half_types, .operands = "ttt", .optional = ftz | nan},
    {.opcode = Opcode::min, .types = half_types, .operands = "ttt", .required = xorsign | abs, .optional = ftz | nan},
    {.opcode = Opcode::max, .types = half_types, .operands = "ttt", .required = xorsign | abs, .optional = ftz | nan},
    {.opcode = Opcode::min, .types = bfloats, .operands = "ttt", .optional = nan},
    {.opcode = Opcode::max, .types = bfloats, .operands = "ttt", .optional = nan},
    {.opcode = Opcode::min, .types = bfloats, .operands = "ttt", .required = xorsign | abs, .optional = nan},
    {.opcode = Opcode::max, .types = bfloats, .operands = "ttt", .required = xorsign | abs, .optional = nan},
    {.opcode = Opcode::ex2, .types = half_types, .operands = "tt", .required = approx},
    {.opcode = Opcode::ex2, .types = bfloats, .operands = "tt", .required = approx | ftz},
    {.opcode = Opcode::tanh, .types = half_types | bfloats, .operands = "tt", .required = approx},
    // Comparison and selection
    {.opcode = Opcode::setp, .types = compared, .operands = "pptt", .optional = ftz, .compares = true, .results = 2},
    {.opcode = Opcode::setp, .types = compared, .operands = "ppttp", .optional = ftz, .compares = true,
     .combinations = combined, .results = 2},
    {.opcode = Opcode::setp, .types = half_types | bfloats, .operands = "pptt", .optional = ftz, .compares = true,
     .results = 2},
    {.opcode = Opcode::setp, .types = half_types | bfloats, .operands = "ppttp", .optional = ftz, .compares = true,
     .combinations = combined, .results = 2},
    {.opcode = Opcode::set, .types = any_32 | f32 | set_of(Type::f16, Type::bf16), .operands = "tss", .optional = ftz,
     .sources = compared, .compares = true},
    {.opcode = Opcode::set, .types = any_32 | f32 | set_of(Type::f16, Type::bf16), .operands = "tssp", .optional = ftz,
     .sources = compared, .compares = true, .combinations = combined},
    {.opcode = Opcode::set, .types = small_integers | set_of(Type::f16, Type::bf16), .operands = "tss", .optional = ftz,
     .sources = set_of(Type::f16, Type::bf16), .compares = true},
    {.opcode = Opcode::set, .types = small_integers | set_of(Type::f16, Type::bf16), .operands = "tssp", .optional = ftz,
     .sources = set_of(Type::f16, Type::bf16), .compares = true, .combinations = combined},
    {.opcode = Opcode::set, .types = any_32 | set_of(Type::f16x2, Type::bf16x2), .operands = "tss", .optional = ftz,
     .sources = set_of(Type::f16x2, Type::bf16x2), .compares = true},
    {.opcode = Opcode::set, .types = any_32 | set_of(Type::f16x2, Type::bf16x2), .operands = "tssp", .optional = ftz,
     .sources = set_of(Type::f16x2, Type::bf16x2), .compares = true, .combinations = combined},
    {.opcode = Opcode::selp, .types = untyped | integers | f32 | f64, .operands = "tttp"},
    {.opcode = Opcode::slct, .types = untyped | integers | f32 | f64, .operands = "ttts", .sources = s32},
    {.opcode = Opcode::slct, .types = untyped | integers | f32 | f64, .operands = "ttts", .optional = ftz, .sources = f32},
});
// clang-format on

constexpr bool contains(std::uint64_t set, auto enumerator) {
  return (set >> static_cast<unsigned>(enumerator) & 1u) != 0;
}

/// Integers cannot be unordered, untyped bits have no order at all, and what f32 and f16 flush the others do not have.
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

std::span<const Form> forms() {
  return table;
}

const Form* form_of(const Request& request) {
  const auto* const found = std::find_if(table.begin(), table.end(), [&](const Form& form) {
    const std::size_t written = form.operands.size() - (form.operands.ends_with('c') ? 1 : 0);
    const Type compares = form.sources == set_of(Type::none) ? request.type : request.source;
    return form.opcode == request.opcode && contains(form.types, request.type) && written == request.operands &&
           (request.flags & form.required) == form.required &&
           (request.flags & ~(form.required | form.optional)) == 0 && contains(form.roundings, request.rounding) &&
           contains(form.modes, request.mode) && contains(form.sources, request.source) &&
           contains(form.combinations, request.combination) &&
           (form.compares ? can_compare(compares, request.comparison, (request.flags & ftz) != 0)
                          : request.comparison == Comparison::none);
  });
  return found == table.end() ? nullptr : found;
}

}  // namespace warpscope::emulator
