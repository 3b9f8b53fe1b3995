// The tree of an expression, the functions that expressions know, and the parser.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalogue/expression/names.h"

namespace warpscope::catalogue {

// clang-format off
enum class Operation {
  number, name, conditional,
  // Two operands:
  logical_or, logical_and, equal, not_equal, less, less_equal, greater, greater_equal, add, subtract, multiply, divide,
  remainder, ceil_div, gcd, max, min, round_up,
  // One operand:
  negate, logical_not, abs, is_pow2, log2, pow2
};
// clang-format on

/// One operation. Its operands stand before it in the list of nodes.
struct ExpressionNode {
  Operation operation = Operation::number;
  std::int64_t value = 0;                 ///< number: itself; name: its slot
  std::array<std::size_t, 3> operands{};  ///< numbers of nodes, as many as the operation takes
};

struct ExpressionTree {
  std::vector<ExpressionNode> nodes;  ///< the root is the last one
  std::vector<std::size_t> slots;     ///< of the names in it, each once, in the order of the text
};

struct Function {
  std::string_view name;
  std::string_view text;  ///< "ceil_div(a, b): ..."
  Operation operation;
  std::size_t arguments;  ///< max and min: 1, and any number more
};
/// In alphabetical order.
[[nodiscard]] std::span<const Function> functions();
[[nodiscard]] std::vector<std::string> function_names();

/// Operators, tightest first, as in C++: ! - + (one operand); * / %; + -; < <= > >=; == !=; &&; ||; ?:. `where` is
/// "file:line" for errors, which name the character: of the syntax, of an unknown name or function (with the nearest).
[[nodiscard]] Expected<ExpressionTree> parse_expression(std::string_view text, const Names& names,
                                                        const std::string& where);

}  // namespace warpscope::catalogue
