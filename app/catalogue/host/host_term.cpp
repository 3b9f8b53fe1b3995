#include "catalogue/host/host_term.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

#include "base/text.h"

namespace lanescope::catalogue {
namespace {

constexpr int tightest = 9;
constexpr int additive = 5, multiplicative = 6;  ///< precedences, as parse_expression.cpp has them

using Number = std::optional<std::int64_t>;

bool is_any_of(std::string_view text, std::initializer_list<std::string_view> texts) {
  return std::ranges::find(texts, text) != texts.end();
}

Number combined(std::string_view operation, std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (operation == "+") return __builtin_add_overflow(a, b, &result) ? std::nullopt : Number(result);
  if (operation == "-") return __builtin_sub_overflow(a, b, &result) ? std::nullopt : Number(result);
  if (operation == "*") return __builtin_mul_overflow(a, b, &result) ? std::nullopt : Number(result);
  const bool divides = b != 0 && !(b == -1 && a == std::numeric_limits<std::int64_t>::min());
  if (operation == "/") return divides ? Number(a / b) : std::nullopt;
  if (operation == "%") return divides ? Number(a % b) : std::nullopt;
  if (operation == "<<") {
    return b >= 0 && b < 62 && a >= 0 && a <= (std::numeric_limits<std::int64_t>::max() >> b) ? Number(a << b)
                                                                                              : std::nullopt;
  }
  if (operation == ">>") return b >= 0 && b < 63 && a >= 0 ? Number(a >> b) : std::nullopt;
  if (operation == "&") return a & b;
  if (operation == "|") return a | b;
  if (operation == "^") return a ^ b;
  if (operation == "<") return a < b;
  if (operation == ">") return a > b;
  if (operation == "<=") return a <= b;
  if (operation == ">=") return a >= b;
  if (operation == "==") return a == b;
  if (operation == "!=") return a != b;
  if (operation == "&&") return a != 0 && b != 0;
  if (operation == "||") return a != 0 || b != 0;
  if (operation == "min") return std::min(a, b);
  if (operation == "max") return std::max(a, b);
  if (operation == "ceil_div") return a >= 0 && b > 0 ? Number(a / b + (a % b != 0 ? 1 : 0)) : std::nullopt;
  return std::nullopt;
}

using MaybeTerm = std::optional<HostTerm>;

/// An operation on integers whose text is written between the operands, or as a function.
MaybeTerm integers(std::string_view operation, const HostTerm& a, const HostTerm& b) {
  const Number value = a.value && b.value ? combined(operation, *a.value, *b.value) : std::nullopt;
  if (!a.symbolic && !b.symbolic) return value ? MaybeTerm(number_term(*value)) : std::nullopt;
  HostTerm result;
  result.value = value;
  result.symbolic = true;
  if (operation == "<<" || operation == ">>") {
    if (!b.value || b.symbolic || *b.value < 0 || *b.value > 62) return std::nullopt;
    const HostTerm power = number_term(std::int64_t{1} << *b.value);
    return integers(operation == "<<" ? "*" : "/", a, power);
  }
  if (is_any_of(operation, {"&", "|", "^"})) return std::nullopt;
  if (is_any_of(operation, {"min", "max", "ceil_div"})) {
    result.text = fmt::format("{}({}, {})", operation, a.text, b.text);
    return result;
  }
  const bool sum = is_any_of(operation, {"+", "-"}), product = is_any_of(operation, {"*", "/", "%"});
  result.precedence = sum ? additive : product ? multiplicative : 1;
  if (operation == "*" && b.text == "1") return a;
  if (operation == "*" && a.text == "1") return b;
  // The language has the same operators; of equal ones the right operand takes brackets.
  result.text = fmt::format("{} {} {}", a.operand(result.precedence), operation, b.operand(result.precedence + 1));
  return result;
}

HostTerm over_of(const HostTerm& term) {
  if (term.over.empty()) return number_term(1);
  HostTerm over;
  over.text = term.over;
  over.value = term.over_value;
  over.symbolic = !parse_integer(term.over);
  over.precedence = over.symbolic ? 1 : tightest;
  return over;
}
HostTerm above_of(HostTerm term) {
  term.real = false;
  term.over.clear();
  term.over_value.reset();
  return term;
}

MaybeTerm fraction(const MaybeTerm& above, const MaybeTerm& over) {
  if (!above || !over) return std::nullopt;
  HostTerm result = *above;
  result.real = true;
  result.over = over->text;
  result.over_value = over->value;
  return result;
}

MaybeTerm reals(std::string_view operation, const HostTerm& a, const HostTerm& b) {
  const HostTerm over_a = over_of(a), over_b = over_of(b);
  const HostTerm above_a = above_of(a), above_b = above_of(b);
  const auto times = [](const MaybeTerm& one, const MaybeTerm& other) {
    return one && other ? integers("*", *one, *other) : std::nullopt;
  };
  if (operation == "*") return fraction(times(above_a, above_b), times(over_a, over_b));
  if (operation == "/") return fraction(times(above_a, over_b), times(over_a, above_b));
  if (operation == "+" || operation == "-") {
    const MaybeTerm left = times(above_a, over_b), right = times(above_b, over_a);
    return fraction(left && right ? integers(operation, *left, *right) : std::nullopt, times(over_a, over_b));
  }
  if (operation == "min" || operation == "max") return std::nullopt;
  const MaybeTerm left = times(above_a, over_b), right = times(above_b, over_a);
  return left && right ? integers(operation, *left, *right) : std::nullopt;
}

}  // namespace

int precedence_of(std::string_view symbol) {
  if (symbol == "||") return 1;
  if (symbol == "&&") return 2;
  if (is_any_of(symbol, {"|", "^", "&"})) return 3;
  if (is_any_of(symbol, {"==", "!="})) return 4;
  if (is_any_of(symbol, {"<", ">", "<=", ">="})) return 5;
  if (is_any_of(symbol, {"<<", ">>"})) return 6;
  if (is_any_of(symbol, {"+", "-"})) return 7;
  return is_any_of(symbol, {"*", "/", "%"}) ? 8 : 0;
}

HostTerm number_term(std::int64_t value) {
  HostTerm term;
  term.text = std::to_string(value);
  term.value = value;
  term.precedence = value < 0 ? 7 : tightest;
  return term;
}

std::string HostTerm::operand(int outer) const {
  return precedence < outer ? '(' + text + ')' : text;
}

HostTerm HostTerm::whole() const {
  if (!sized) return *this;
  HostTerm plain = *this;
  plain.unit = 1;
  plain.sized = false;
  const MaybeTerm product = integers("*", plain, number_term(unit));
  return product ? *product : plain;
}

MaybeTerm binary_term(std::string_view operation, const MaybeTerm& left, const MaybeTerm& right) {
  if (!left || !right) return std::nullopt;
  HostTerm a = *left, b = *right;
  if (a.real || b.real) return reals(operation, a.whole(), b.whole());
  const bool keeps_unit = operation == "*" ? a.sized != b.sized : is_any_of(operation, {"+", "-"}) && a.has_unit_of(b);
  if (!keeps_unit && (a.has_unknown_unit() || b.has_unknown_unit())) return std::nullopt;
  if (!keeps_unit) return integers(operation, a.whole(), b.whole());
  const std::int64_t unit = a.sized ? a.unit : b.unit;
  a.unit = b.unit = 1;
  a.sized = b.sized = false;
  MaybeTerm result = integers(operation, a, b);
  if (result) {
    result->unit = unit;
    result->sized = true;
  }
  return result;
}

MaybeTerm rounded_term(const HostTerm& term, bool up) {
  if (!term.real) return term;
  return integers(up ? "ceil_div" : "/", above_of(term), over_of(term));
}

MaybeTerm real_term(const HostTerm& term) {
  return fraction(term.whole(), number_term(1));
}

MaybeTerm literal_term(std::string text) {
  std::erase(text, '\'');
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  const bool real = !hexadecimal && text.find_first_of(".eE") != std::string::npos;
  while (!text.empty() &&
         std::string_view(hexadecimal || !real ? "uUlL" : "fFlL").find(text.back()) != std::string_view::npos) {
    text.pop_back();
  }
  if (!real && !hexadecimal && text.ends_with('f')) text.pop_back();
  if (hexadecimal) {
    const auto value = parse_number<std::int64_t>(std::string_view(text).substr(2), 16);
    return value ? MaybeTerm(number_term(*value)) : std::nullopt;
  }
  if (!real) {
    const auto value = parse_integer(text);
    return value ? MaybeTerm(number_term(*value)) : std::nullopt;
  }
  const auto value = parse_number<double>(text, std::chars_format::general);
  if (!value || std::abs(*value) > 1e15) return std::nullopt;
  std::int64_t over = 1;
  while (over < 1'000'000 && std::round(*value * static_cast<double>(over)) != *value * static_cast<double>(over)) {
    over *= 10;
  }
  return fraction(number_term(std::llround(*value * static_cast<double>(over))), number_term(over));
}

}  // namespace lanescope::catalogue
