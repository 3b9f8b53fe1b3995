#include "catalogue/expression/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>
#include <type_traits>

#include "base/text.h"
#include "catalogue/messages.h"

namespace lanescope::catalogue {
namespace {

/// The reason why an operation has no result.
struct Problem {
  Message what, remedy;
};

Message guard() {
  return message<"expression.guard_division_remedy">();
}

/// Remembers the first problem. What an operation returns after it means nothing.
template <class Number>
class Arithmetic {
 public:
  [[nodiscard]] const std::optional<Problem>& problem() const { return problem_; }

 protected:
  Number failed(Message what, Message remedy) {
    if (!problem_) problem_ = Problem{std::move(what), std::move(remedy)};
    return 0;
  }

 private:
  std::optional<Problem> problem_;
};

/// Exact integers of 64 bits.
class Integers : public Arithmetic<std::int64_t> {
 public:
  using Number = std::int64_t;
  static std::string text(Number value) { return fmt::format("{}", value); }
  static Number literal(const ExpressionNode& node) { return node.value; }
  static Number finished(Number value) { return value; }
  Number add(Number a, Number b) {
    Number sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? overflow(a, "+", b) : sum;
  }
  Number subtract(Number a, Number b) {
    Number difference = 0;
    return __builtin_sub_overflow(a, b, &difference) ? overflow(a, "-", b) : difference;
  }
  Number multiply(Number a, Number b) {
    Number product = 0;
    return __builtin_mul_overflow(a, b, &product) ? overflow(a, "*", b) : product;
  }
  Number divide(Number a, Number b) {
    if (b == 0) return failed(message<"expression.division_by_zero">(), guard());
    return b == -1 ? subtract(0, a) : a / b;
  }
  Number remainder(Number a, Number b) {
    if (b == 0) return failed(message<"expression.remainder_by_zero">(), guard());
    return b == -1 ? 0 : a % b;  // the machine's division overflows for the smallest integer and -1
  }
  Number ceil_div(Number a, Number b) {
    const Number quotient = divide(a, b);  // it is rounded toward zero
    if (problem() || b == -1) return quotient;
    return a % b != 0 && (a < 0) == (b < 0) ? quotient + 1 : quotient;
  }
  Number gcd(Number a, Number b) { return std::gcd(abs(a), abs(b)); }
  Number round_up(Number a, Number b) {
    if (b <= 0) return failed(message<"expression.round_up">(b), message<"expression.round_up_remedy">());
    return multiply(ceil_div(a, b), b);
  }
  static Number round(Number a, Number /*digits*/) { return a; }  // no expression of integers has it
  Number abs(Number a) { return a < 0 ? subtract(0, a) : a; }
  static bool is_pow2(Number a) { return a > 0 && std::has_single_bit(static_cast<std::uint64_t>(a)); }
  Number log2(Number a) {
    if (a < 1) return failed(message<"expression.log2">(a), message<"expression.log2_remedy">());
    return static_cast<Number>(std::bit_width(static_cast<std::uint64_t>(a))) - 1;
  }
  Number on_bits(Operation operation, Number a, Number b) {
    if (operation == Operation::bit_or) return a | b;
    if (operation == Operation::bit_xor) return a ^ b;
    if (operation == Operation::bit_and) return a & b;
    if (b < 0 || b > 62) return failed(message<"expression.shift">(b), message<"expression.shift_remedy">());
    return operation == Operation::shift_left ? multiply(a, Number{1} << b) : a >> b;
  }
  static Number bit_not(Number a) { return ~a; }
  Number pow2(Number a) {
    if (a >= 0 && a <= 62) return Number{1} << a;
    return failed(message<"expression.pow2">(a), message<"expression.pow2_remedy">());
  }

 private:
  Number overflow(Number a, const char* symbol, Number b) {
    return failed(message<"expression.overflow">(a, symbol, b), message<"expression.overflow_remedy">());
  }
};

/// Numbers with a fraction.
class Reals : public Arithmetic<double> {
 public:
  using Number = double;
  static std::string text(Number value) { return fmt::format("{:.10g}", value); }
  static Number literal(const ExpressionNode& node) { return node.real; }
  Number finished(Number value) {
    return std::isfinite(value)
               ? value
               : failed(message<"expression.number_too_large">(), message<"expression.number_too_large_remedy">());
  }
  static Number add(Number a, Number b) { return a + b; }
  static Number subtract(Number a, Number b) { return a - b; }
  static Number multiply(Number a, Number b) { return a * b; }
  Number divide(Number a, Number b) {
    return b == 0 ? failed(message<"expression.division_by_zero">(), guard()) : a / b;
  }
  Number remainder(Number a, Number b) {
    return b == 0 ? failed(message<"expression.remainder_by_zero">(), guard()) : std::fmod(a, b);
  }
  Number ceil_div(Number a, Number b) { return std::ceil(divide(a, b)); }
  Number gcd(Number a, Number b) {
    const auto is_whole = [](Number number) { return number == std::floor(number) && std::abs(number) < 0x1p53; };
    if (!is_whole(a) || !is_whole(b))
      return failed(message<"expression.gcd">(a, b), message<"expression.gcd_remedy">());
    return static_cast<Number>(std::gcd(static_cast<std::int64_t>(a), static_cast<std::int64_t>(b)));
  }
  Number round_up(Number a, Number b) {
    if (b <= 0) return failed(message<"expression.round_up">(b), message<"expression.multiple_remedy">());
    return ceil_div(a, b) * b;
  }
  static Number round(Number a, Number digits) {
    const Number scale = std::pow(10.0, digits);
    return std::round(a * scale) / scale;
  }
  static Number abs(Number a) { return std::abs(a); }
  static bool is_pow2(Number a) { return a >= 1 && std::exp2(std::floor(std::log2(a))) == a; }
  Number log2(Number a) {
    return a > 0 ? std::log2(a)
                 : failed(message<"expression.log2_of_real">(a), message<"expression.log2_of_real_remedy">());
  }
  static Number pow2(Number a) { return std::exp2(a); }
  // No expression of reals has these.
  static Number on_bits(Operation /*operation*/, Number a, Number /*b*/) { return a; }
  static Number bit_not(Number a) { return a; }
};

/// Evaluates the nodes. After the first problem it only unwinds.
template <class Arithmetic>
class Evaluation {
 public:
  using Number = typename Arithmetic::Number;

  Evaluation(const std::vector<ExpressionNode>& nodes, std::span<const Number> values)
      : nodes_(nodes), values_(values) {}

  Number whole() { return in_.finished(value(nodes_.size() - 1)); }
  [[nodiscard]] const std::optional<Problem>& problem() const { return in_.problem(); }

 private:
  Number value(std::size_t index) {
    const ExpressionNode& node = nodes_[index];
    switch (node.operation) {
      case Operation::number:
        return Arithmetic::literal(node);
      case Operation::name:
        return values_[static_cast<std::size_t>(node.value)];
      case Operation::conditional:
        return value(node.operands[value(node.operands[0]) != 0 ? 1 : 2]);
      case Operation::logical_or:
        return value(node.operands[0]) != 0 || value(node.operands[1]) != 0 ? 1 : 0;
      case Operation::logical_and:
        return value(node.operands[0]) != 0 && value(node.operands[1]) != 0 ? 1 : 0;
      default:
        break;
    }
    const Number a = value(node.operands[0]);
    const Number b = node.operation < Operation::negate ? value(node.operands[1]) : 0;
    return problem() ? 0 : result(node.operation, a, b);
  }

  Number result(Operation operation, Number a, Number b) {
    switch (operation) {
      case Operation::equal:
        return a == b ? 1 : 0;
      case Operation::not_equal:
        return a != b ? 1 : 0;
      case Operation::less:
        return a < b ? 1 : 0;
      case Operation::less_equal:
        return a <= b ? 1 : 0;
      case Operation::greater:
        return a > b ? 1 : 0;
      case Operation::greater_equal:
        return a >= b ? 1 : 0;
      case Operation::add:
        return in_.add(a, b);
      case Operation::subtract:
        return in_.subtract(a, b);
      case Operation::multiply:
        return in_.multiply(a, b);
      case Operation::divide:
        return in_.divide(a, b);
      case Operation::remainder:
        return in_.remainder(a, b);
      case Operation::ceil_div:
        return in_.ceil_div(a, b);
      case Operation::gcd:
        return in_.gcd(a, b);
      case Operation::max:
        return std::max(a, b);
      case Operation::min:
        return std::min(a, b);
      case Operation::round:
        return in_.round(a, b);
      case Operation::round_up:
        return in_.round_up(a, b);
      case Operation::bit_or:
      case Operation::bit_xor:
      case Operation::bit_and:
      case Operation::shift_left:
      case Operation::shift_right:
        return in_.on_bits(operation, a, b);
      case Operation::negate:
        return in_.subtract(0, a);
      case Operation::bit_not:
        return in_.bit_not(a);
      case Operation::logical_not:
        return a == 0 ? 1 : 0;
      case Operation::abs:
        return in_.abs(a);
      case Operation::is_pow2:
        return in_.is_pow2(a) ? 1 : 0;
      case Operation::log2:
        return in_.log2(a);
      default:  // this is pow2, because value() has handled the others
        return in_.pow2(a);
    }
  }

  const std::vector<ExpressionNode>& nodes_;
  std::span<const Number> values_;
  Arithmetic in_;
};

template <class Number>
using ArithmeticOf = std::conditional_t<std::is_same_v<Number, Reals::Number>, Reals, Integers>;

}  // namespace

template <class Number>
Expected<BasicExpression<Number>> BasicExpression<Number>::compile(std::string_view text, const SlotOfName& slot_of,
                                                                   Place where, Numbers numbers) {
  BasicExpression expression;
  TRY(expression.tree_, parse_expression(text, numbers, slot_of, where));
  expression.text_ = text;
  expression.where_ = std::move(where);
  return expression;
}
template <class Number>
Expected<BasicExpression<Number>> BasicExpression<Number>::compile(std::string_view text, const Names& names,
                                                                   Place where) {
  return compile(
      text, [&](std::string_view name) { return names.slot(name); }, std::move(where));
}

template <class Number>
Expected<Number> BasicExpression<Number>::evaluate(std::span<const Number> values) const {
  Evaluation<ArithmeticOf<Number>> evaluation(tree_.nodes, values);
  const Number value = evaluation.whole();
  if (!evaluation.problem()) return value;
  const std::string with = values_text(values);
  const Message& what = evaluation.problem()->what;
  return failure(
      with.empty() ? message<"expression.in">(what, text_) : message<"expression.in_with">(what, text_, with), where_,
      evaluation.problem()->remedy);
}

template <class Number>
std::string BasicExpression<Number>::values_text(std::span<const Number> values) const {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < tree_.names.size(); ++i) {
    parts.push_back(fmt::format("{} = {}", tree_.names[i], ArithmeticOf<Number>::text(values[tree_.slots[i]])));
  }
  return join(parts, ", ");
}

template class BasicExpression<std::int64_t>;
template class BasicExpression<double>;

Expected<double> evaluate(std::string_view text, const ValueOfName& value_of, Place where) {
  std::vector<std::string> names;
  std::vector<double> values;
  std::optional<Error> unknown;
  const auto slot_of = [&](std::string_view name) -> tl::expected<std::size_t, UnknownName> {
    const auto slot = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    if (slot < names.size()) return slot;
    auto value = value_of(name);
    if (!value) {
      if (!unknown) unknown = std::move(value.error());
      return tl::unexpected(UnknownName{unknown->what, unknown->remedy});
    }
    names.emplace_back(name);
    values.push_back(*value);
    return slot;
  };
  const auto expression = RealExpression::compile(text, slot_of, std::move(where));
  if (unknown) return failure(std::move(*unknown));
  if (!expression) return failure(expression.error());
  return expression->evaluate(values);
}

}  // namespace lanescope::catalogue
