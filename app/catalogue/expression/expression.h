// Expressions: parsed once, evaluated often, as while a slider moves. Those of the front matter are of exact integers,
// those of conditions and lessons of reals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/error.h"
#include "catalogue/expression/expression_tree.h"

namespace lanescope::catalogue {

/// What the numbers of an expression are where nothing else is said.
template <class Number>
inline constexpr Numbers numbers_of = std::is_same_v<Number, double> ? Numbers::reals : Numbers::integers;

/// Number is std::int64_t or double.
template <class Number>
class BasicExpression {
 public:
  BasicExpression() = default;  ///< the constant 0

  /// `where` is the place that errors name. It fails as parse_expression() does.
  [[nodiscard]] static Expected<BasicExpression> compile(std::string_view text, const SlotOfName& slot_of, Place where,
                                                         Numbers numbers = numbers_of<Number>);
  [[nodiscard]] static Expected<BasicExpression> compile(std::string_view text, const Names& names, Place where);

  /// `values` are indexed by the slots of the names. It fails where a step has no result: a division by zero, an
  /// integer beyond 64 bits, the logarithm of 0. The message holds the text and the values of its names.
  [[nodiscard]] Expected<Number> evaluate(std::span<const Number> values) const;

  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  [[nodiscard]] const Place& where() const noexcept { return where_; }
  /// The slots of the names in the expression, each once.
  [[nodiscard]] const std::vector<std::size_t>& slots() const noexcept { return tree_.slots; }
  /// Returns its names with their values, "block_x = 64, block_y = 32"; empty when it has none.
  [[nodiscard]] std::string values_text(std::span<const Number> values) const;

 private:
  std::string text_ = "0";
  Place where_;
  ExpressionTree tree_ = {{ExpressionNode{}}, {}, {}};
};

using Expression = BasicExpression<std::int64_t>;
using RealExpression = BasicExpression<double>;

/// Gives the value of a name such as "slow.gb_per_s".
using ValueOfName = std::function<Expected<double>(std::string_view name)>;
/// Evaluates a text once. `value_of` is asked once for each name; its errors are returned as they are.
[[nodiscard]] Expected<double> evaluate(std::string_view text, const ValueOfName& value_of, Place where);

}  // namespace lanescope::catalogue
