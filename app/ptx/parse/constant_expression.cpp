#include "ptx/parse/constant_expression.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "ptx/messages.h"

namespace lanescope::ptx {
namespace {

/// Nobody nests as deeply; without a limit a hostile text would exhaust the stack.
constexpr std::size_t max_depth = 64;
constexpr std::uint64_t warp_size = 32;

struct Operator {
  std::string_view symbol;
  int strength;  ///< a larger one binds its operands first
};
/// Two characters come before one of them.
constexpr auto operators = std::to_array<Operator>({{"||", 2},
                                                    {"&&", 3},
                                                    {"==", 7},
                                                    {"!=", 7},
                                                    {"<<", 9},
                                                    {">>", 9},
                                                    {"<=", 8},
                                                    {">=", 8},
                                                    {"|", 4},
                                                    {"^", 5},
                                                    {"&", 6},
                                                    {"<", 8},
                                                    {">", 8},
                                                    {"+", 10},
                                                    {"-", 10},
                                                    {"*", 11},
                                                    {"/", 11},
                                                    {"%", 11}});
constexpr int choice_strength = 1;

const Operator* operator_at(const TokenCursor& cursor) {
  const auto* const found = std::ranges::find_if(operators, [&](const Operator& each) {
    return each.symbol.size() == 2 ? cursor.at_pair(each.symbol) : cursor.at(each.symbol);
  });
  return found == operators.end() ? nullptr : found;
}

bool is_real(const Constant& constant) {
  return constant.literal.kind != Literal::Kind::integer;
}

Constant integer(std::uint64_t bits, bool is_unsigned) {
  return {.literal = {Literal::Kind::integer, bits}, .is_unsigned = is_unsigned, .is_computed = true};
}

Constant real(double value) {
  return {.literal = {Literal::Kind::float64, std::bit_cast<std::uint64_t>(value)}, .is_computed = true};
}

double value_of(const Constant& constant) {
  return std::bit_cast<double>(bits_as(constant.literal, Type::f64));
}

std::string text_of(const std::string& written, const Literal& literal) {
  return written.empty() ? ptx::text_of(literal) : written;
}

template <class Value>
std::optional<bool> compared(std::string_view symbol, Value a, Value b) {
  if (symbol == "<") return a < b;
  if (symbol == "<=") return a <= b;
  if (symbol == ">") return a > b;
  if (symbol == ">=") return a >= b;
  if (symbol == "==") return a == b;
  if (symbol == "!=") return a != b;
  return std::nullopt;
}

std::optional<Constant> computed(std::string_view symbol, double a, double b) {
  if (symbol == "+") return real(a + b);
  if (symbol == "-") return real(a - b);
  if (symbol == "*") return real(a * b);
  if (symbol == "/") return real(a / b);
  const std::optional<bool> holds = compared(symbol, a, b);
  return holds ? std::optional(integer(*holds ? 1 : 0, false)) : std::nullopt;
}

/// The divisor of / and % is not 0.
Constant computed(std::string_view symbol, const Constant& left, const Constant& right) {
  const std::uint64_t a = left.literal.bits, b = right.literal.bits;
  const bool is_unsigned = left.is_unsigned || right.is_unsigned;
  const auto signed_a = static_cast<std::int64_t>(a), signed_b = static_cast<std::int64_t>(b);
  if (symbol == "+") return integer(a + b, is_unsigned);
  if (symbol == "-") return integer(a - b, is_unsigned);
  if (symbol == "*") return integer(a * b, is_unsigned);
  if (symbol == "/") {
    if (is_unsigned) return integer(a / b, true);
    // The quotient of the smallest number and -1 does not fit.
    return integer(b == ~std::uint64_t{0} ? 0 - a : static_cast<std::uint64_t>(signed_a / signed_b), false);
  }
  // ptxas 13.0 has 0 for -7 % 3: the remainder of numbers without a sign.
  if (symbol == "%") return integer(a % b, false);
  if (symbol == "<<") return integer(a << (b % 64), left.is_unsigned);
  if (symbol == ">>") {
    return integer(left.is_unsigned ? a >> (b % 64) : static_cast<std::uint64_t>(signed_a >> (b % 64)),
                   left.is_unsigned);
  }
  if (symbol == "&") return integer(a & b, true);
  if (symbol == "^") return integer(a ^ b, true);
  if (symbol == "|") return integer(a | b, true);
  if (symbol == "&&") return integer(a != 0 && b != 0 ? 1 : 0, false);
  if (symbol == "||") return integer(a != 0 || b != 0 ? 1 : 0, false);
  const std::optional<bool> holds = is_unsigned ? compared(symbol, a, b) : compared(symbol, signed_a, signed_b);
  return integer(holds.value_or(false) ? 1 : 0, false);
}

}  // namespace

std::string text_of(const Constant& constant) {
  return text_of(constant.written, constant.literal);
}

bool ConstantReader::begins() const {
  return cursor_.at_number() || cursor_.at('(') || cursor_.at('~') || cursor_.at('+') || cursor_.at("WARP_SZ");
}

bool ConstantReader::read(Constant& result) {
  return read_unary(result) && read_operators(choice_strength, result);
}

bool ConstantReader::read_after(char sign, Constant& result) {
  return read_unary(result) && apply(sign, result) && read_operators(choice_strength, result);
}

bool ConstantReader::enter() {
  return ++depth_ <= max_depth || cursor_.fail(message<"ptx.constant_nested_too_deeply">(max_depth));
}

bool ConstantReader::fail_operands() {
  return cursor_.fail(message<"ptx.constant_operands">());
}

bool ConstantReader::read_unary(Constant& result) {
  if (!enter()) return false;
  for (const char sign : {'-', '!', '~', '+'}) {
    if (!cursor_.accept(sign)) continue;
    if (!read_unary(result) || !apply(sign, result)) return false;
    --depth_;
    return true;
  }
  const bool good = cursor_.at('(') ? read_parentheses(result) : read_number(result);
  --depth_;
  return good;
}

bool ConstantReader::read_number(Constant& result) {
  const std::string_view word = cursor_.current().text;
  if (cursor_.accept("WARP_SZ")) {
    result = integer(warp_size, false);
    result.is_warp_size = true;
    return true;
  }
  if (!cursor_.at_number()) return cursor_.unexpected("an operand");
  const std::optional<Literal> literal = read_literal(word);
  if (!literal) return cursor_.fail(message<"ptx.number">(word.substr(0, 60)));
  result = {.literal = *literal};
  result.is_unsigned = literal->kind == Literal::Kind::integer && (word.back() == 'U' || literal->bits >> 63 != 0);
  if (!is_plain(word)) result.written = word;
  cursor_.advance();
  return true;
}

/// Reads "(1+2)" or "(.u64) 1".
bool ConstantReader::read_parentheses(Constant& result) {
  cursor_.advance();
  const bool is_unsigned = cursor_.at(".u64");
  if (is_unsigned || cursor_.at(".s64")) {
    cursor_.advance();
    if (!cursor_.expect(')') || !read_unary(result)) return false;
    if (is_real(result)) return fail_operands();
    result = integer(result.literal.bits, is_unsigned);
    return true;
  }
  if (!read(result)) return false;
  result.is_warp_size = false;
  result.is_computed = true;
  result.written.clear();
  return cursor_.expect(')');
}

bool ConstantReader::read_operators(int weakest, Constant& left) {
  for (;;) {
    if (weakest <= choice_strength && cursor_.at('?')) return read_choice(left);
    const Operator* const found = operator_at(cursor_);
    if (found == nullptr || found->strength < weakest) return true;
    for (std::size_t letter = 0; letter < found->symbol.size(); ++letter) cursor_.advance();
    Constant right;
    if (!read_unary(right) || !read_operators(found->strength + 1, right)) return false;
    if (!apply(found->symbol, left, right)) return false;
  }
}

bool ConstantReader::read_choice(Constant& condition) {
  cursor_.advance();
  Constant first, second;
  if (!enter() || !read(first) || !cursor_.expect(':') || !read(second)) return false;
  --depth_;
  if (is_real(condition) || is_real(first) || is_real(second)) return fail_operands();
  const Constant& chosen = condition.literal.bits != 0 ? first : second;
  // As ptxas 13.0 has it: a shift to the right of 1 ? -1 : 2U keeps the sign.
  condition = integer(chosen.literal.bits, first.is_unsigned);
  return true;
}

bool ConstantReader::apply(char sign, Constant& value) {
  value.is_warp_size = false;
  switch (sign) {
    case '-': {
      const Literal before = value.literal;
      value.literal = negative(before);
      const bool plain = before.kind == Literal::Kind::integer && before.bits != 0 && value.written.empty();
      value.written = plain || value.is_computed ? "" : "-" + text_of(value.written, before);
      value.is_computed = true;
      return true;
    }
    case '!':
      if (is_real(value)) return fail_operands();
      value = integer(value.literal.bits == 0 ? 1 : 0, false);
      return true;
    case '~':
      if (is_real(value)) return fail_operands();
      value = integer(~value.literal.bits, value.is_unsigned);
      return true;
    default:
      return true;  // a plus
  }
}

bool ConstantReader::apply(std::string_view symbol, Constant& left, const Constant& right) {
  if (is_real(left) != is_real(right)) return fail_operands();
  if (is_real(left)) {
    std::optional<Constant> result = computed(symbol, value_of(left), value_of(right));
    if (!result) return fail_operands();
    left = *std::move(result);
    return true;
  }
  if ((symbol == "/" || symbol == "%") && right.literal.bits == 0) {
    return cursor_.fail(message<"ptx.constant_division_by_zero">());
  }
  left = computed(symbol, left, right);
  return true;
}

}  // namespace lanescope::ptx
