#include "catalogue/expression/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>

#include "base/text.h"

namespace lanescope::catalogue {
namespace {

/// The reason why an operation has no result.
struct Problem {
  std::string what, remedy;
};

/// Evaluates the nodes. After the first problem it only unwinds, and the numbers that it returns mean nothing.
class Evaluation {
 public:
  Evaluation(const std::vector<ExpressionNode>& nodes, std::span<const std::int64_t> values)
      : nodes_(nodes), values_(values) {}

  std::int64_t value(std::size_t index) {
    const ExpressionNode& node = nodes_[index];
    switch (node.operation) {
      case Operation::number:
        return node.value;
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
    const std::int64_t a = value(node.operands[0]);
    const std::int64_t b = node.operation < Operation::negate ? value(node.operands[1]) : 0;
    return problem_ ? 0 : result(node.operation, a, b);
  }

  [[nodiscard]] const std::optional<Problem>& problem() const { return problem_; }

 private:
  std::int64_t result(Operation operation, std::int64_t a, std::int64_t b) {
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
        return add(a, b);
      case Operation::subtract:
        return subtract(a, b);
      case Operation::multiply:
        return multiply(a, b);
      case Operation::divide:
        return divide(a, b);
      case Operation::remainder:
        if (b == 0) return failed("remainder of a division by zero", guard);
        return b == -1 ? 0 : a % b;  // the machine's division overflows for the smallest integer and -1
      case Operation::ceil_div:
        return ceil_div(a, b);
      case Operation::gcd:
        return std::gcd(absolute(a), absolute(b));
      case Operation::max:
        return std::max(a, b);
      case Operation::min:
        return std::min(a, b);
      case Operation::round_up:
        if (b <= 0) return failed(fmt::format("round_up to a multiple of {}", b), "the multiple must be 1 or more");
        return multiply(ceil_div(a, b), b);
      case Operation::negate:
        return subtract(0, a);
      case Operation::logical_not:
        return a == 0 ? 1 : 0;
      case Operation::abs:
        return absolute(a);
      case Operation::is_pow2:
        return a > 0 && std::has_single_bit(static_cast<std::uint64_t>(a)) ? 1 : 0;
      case Operation::log2:
        if (a < 1) return failed(fmt::format("log2({}) is no integer", a), "log2 needs a number from 1 up");
        return static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(a))) - 1;
      default:  // this is pow2, because value() has handled the others
        if (a >= 0 && a <= 62) return std::int64_t{1} << a;
        return failed(fmt::format("pow2({}) is no 64-bit integer", a), "pow2 needs a number from 0 to 62");
    }
  }

  static constexpr const char* guard = "guard it: b != 0 ? a / b : 0";

  std::int64_t failed(std::string what, std::string remedy) {
    if (!problem_) problem_ = Problem{std::move(what), std::move(remedy)};
    return 0;
  }
  std::int64_t overflow(std::int64_t a, const char* symbol, std::int64_t b) {
    return failed(fmt::format("{} {} {} does not fit 64 bits", a, symbol, b),
                  "integers reach from -2^63 to 2^63 - 1; choose smaller sizes");
  }
  std::int64_t add(std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? overflow(a, "+", b) : sum;
  }
  std::int64_t subtract(std::int64_t a, std::int64_t b) {
    std::int64_t difference = 0;
    return __builtin_sub_overflow(a, b, &difference) ? overflow(a, "-", b) : difference;
  }
  std::int64_t multiply(std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) ? overflow(a, "*", b) : product;
  }
  std::int64_t divide(std::int64_t a, std::int64_t b) {
    if (b == 0) return failed("division by zero", guard);
    return b == -1 ? subtract(0, a) : a / b;
  }
  std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
    const std::int64_t quotient = divide(a, b);  // it is rounded toward zero
    if (problem_ || b == -1) return quotient;
    return a % b != 0 && (a < 0) == (b < 0) ? quotient + 1 : quotient;
  }
  std::int64_t absolute(std::int64_t a) { return a < 0 ? subtract(0, a) : a; }

  const std::vector<ExpressionNode>& nodes_;
  std::span<const std::int64_t> values_;
  std::optional<Problem> problem_;
};

}  // namespace

Expected<Expression> Expression::compile(std::string_view text, const Names& names, std::string where) {
  Expression expression;
  TRY(expression.tree_, parse_expression(text, names, where));
  expression.text_ = text;
  expression.where_ = std::move(where);
  for (const std::size_t slot : expression.tree_.slots) expression.names_.push_back(names.all()[slot]);
  return expression;
}

Expected<std::int64_t> Expression::evaluate(std::span<const std::int64_t> values) const {
  Evaluation evaluation(tree_.nodes, values);
  const std::int64_t value = evaluation.value(tree_.nodes.size() - 1);
  if (!evaluation.problem()) return value;
  const std::string with = values_text(values);
  return failure(fmt::format("{} in \"{}\"{}{}", evaluation.problem()->what, text_, with.empty() ? "" : " with ", with),
                 where_, evaluation.problem()->remedy);
}

std::string Expression::values_text(std::span<const std::int64_t> values) const {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    parts.push_back(fmt::format("{} = {}", names_[i], values[tree_.slots[i]]));
  }
  return join(parts, ", ");
}

}  // namespace lanescope::catalogue
