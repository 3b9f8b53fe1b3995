// Expressions of the front matter. They are exact integers, parsed once and evaluated often while a slider moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalogue/expression/expression_tree.h"

namespace lanescope::catalogue {

class Expression {
 public:
  Expression() = default;  ///< the constant 0

  /// `where` is "file:line" for errors. It fails as parse_expression() does.
  [[nodiscard]] static Expected<Expression> compile(std::string_view text, const Names& names, std::string where);

  /// `values` are indexed by the slots of the names. It fails on a division by zero, and when a result or a step does
  /// not fit 64 bits; the message holds the text and the values of its names.
  [[nodiscard]] Expected<std::int64_t> evaluate(std::span<const std::int64_t> values) const;

  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  /// The slots of the names in the expression, each once.
  [[nodiscard]] const std::vector<std::size_t>& slots() const noexcept { return tree_.slots; }
  /// Returns its names with their values, "block_x = 64, block_y = 32"; empty when it has none.
  [[nodiscard]] std::string values_text(std::span<const std::int64_t> values) const;

 private:
  std::string text_ = "0";
  std::string where_;
  ExpressionTree tree_ = {{ExpressionNode{}}, {}};
  std::vector<std::string> names_;  ///< in the order of tree_.slots
};

}  // namespace lanescope::catalogue
