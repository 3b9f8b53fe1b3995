// The tree of an expression, the names and functions that expressions know, and the parser.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace lanescope::catalogue {

/// The names that the expressions of one kernel may use, each with a slot for its value.
class Names {
 public:
  /// Adds a name; its slot is the number of names before it.
  std::size_t add(std::string name);
  /// Adds a name that stands for something other than a number; `why` completes "NAME ..." ("is a buffer, ...").
  void add_other(std::string name, std::string why);

  [[nodiscard]] std::optional<std::size_t> slot(std::string_view name) const;
  [[nodiscard]] std::string why_no_number(std::string_view name) const;  ///< Empty when nothing is known about it.
  [[nodiscard]] std::vector<std::string> others() const;                 ///< The names that add_other() added.
  [[nodiscard]] const std::vector<std::string>& all() const noexcept { return names_; }  ///< by slot

 private:
  std::vector<std::string> names_;
  std::map<std::string, std::size_t, std::less<>> slots_;
  std::map<std::string, std::string, std::less<>> others_;
};

/// Returns the remedy for a mistyped word: "did you mean 'nearest'?", or `otherwise` when no word is near.
[[nodiscard]] std::string did_you_mean(std::string_view word, const std::vector<std::string>& known,
                                       std::string otherwise);

// clang-format off
enum class Operation {
  number, name, conditional,
  // These have two operands.
  logical_or, logical_and, equal, not_equal, less, less_equal, greater, greater_equal, add, subtract, multiply, divide,
  remainder, ceil_div, gcd, max, min, round_up,
  // These have one operand.
  negate, logical_not, abs, is_pow2, log2, pow2
};
// clang-format on

/// One operation. Its operands stand before it in the list of nodes.
struct ExpressionNode {
  Operation operation = Operation::number;
  std::int64_t value = 0;                 ///< the number itself, or the slot of the name
  std::array<std::size_t, 3> operands{};  ///< indices of nodes, as many as the operation takes
};

struct ExpressionTree {
  std::vector<ExpressionNode> nodes;  ///< the root is the last one
  std::vector<std::size_t> slots;     ///< The slots of its names, each once, in the order of the text.
};

struct Function {
  std::string_view name;
  std::string_view text;  ///< help for the user, "ceil_div(a, b): ..."
  Operation operation;
  std::size_t arguments;  ///< max and min have 1 here and accept any number more
};
/// Returns the functions in alphabetical order.
[[nodiscard]] std::span<const Function> functions();
[[nodiscard]] std::vector<std::string> function_names();

/// Parses the operators of C++, here the tightest first: ! - + (one operand); * / %; + -; < <= > >=; == !=; &&; ||; ?:.
/// `where` is "file:line" for errors. An error names the character, and the nearest name when one is unknown.
[[nodiscard]] Expected<ExpressionTree> parse_expression(std::string_view text, const Names& names,
                                                        const std::string& where);

}  // namespace lanescope::catalogue
