// The tree of an expression, the names and functions that expressions know, and the parser. One grammar serves kernel
// files (integers), conditions of the command line and formulas of lessons (reals).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace lanescope::catalogue {

/// What the numbers of an expression are. Integers have 64 bits and are exact. Expressions of indices are integers that
/// also know the operators of C++ on bits, hexadecimal numbers and names with points ("threadIdx.x"). Reals have a
/// fraction, 7 / 2 is 3.5, and their expressions also know decimal numbers, names with points ("l1.hit_rate") and
/// round().
enum class Numbers { integers, indices, reals };

/// Why a word cannot stand for a number.
struct UnknownName {
  Message what, remedy;
  bool is_declared = false;  ///< as something other than a number
};
/// Returns the slot of a name's value. The parser asks for each name of the text, in its order.
using SlotOfName = std::function<tl::expected<std::size_t, UnknownName>(std::string_view name)>;

/// The names that the expressions of one kernel may use, each with a slot for its value.
class Names {
 public:
  /// Adds a name; its slot is the number of names before it.
  std::size_t add(std::string name);
  /// Adds a name that stands for something other than a number; `why` completes "NAME ..." ("is a buffer, ...").
  void add_other(std::string name, Message why);

  /// Returns the slot of a name, or says what the name is instead, or which name is nearest.
  [[nodiscard]] tl::expected<std::size_t, UnknownName> slot(std::string_view name) const;
  [[nodiscard]] const std::vector<std::string>& all() const noexcept { return names_; }  ///< by slot

 private:
  std::vector<std::string> names_;
  std::map<std::string, std::size_t, std::less<>> slots_;
  std::map<std::string, std::string, std::less<>> others_;
};

/// Returns the remedy for a mistyped word: "did you mean 'nearest'?", or `otherwise` when no word is near.
[[nodiscard]] Message did_you_mean(std::string_view word, const std::vector<std::string>& known,
                                   const Message& otherwise);

// clang-format off
enum class Operation {
  number, name, conditional,
  // These have two operands.
  logical_or, logical_and, equal, not_equal, less, less_equal, greater, greater_equal, add, subtract, multiply, divide,
  remainder, ceil_div, gcd, max, min, round, round_up, bit_or, bit_xor, bit_and, shift_left, shift_right,
  // These have one operand.
  negate, logical_not, bit_not, abs, is_pow2, log2, pow2
};
// clang-format on

/// One operation. Its operands stand before it in the list of nodes.
struct ExpressionNode {
  Operation operation = Operation::number;
  std::int64_t value = 0;                 ///< the integer itself, or the slot of the name
  double real = 0;                        ///< the number itself, of reals
  std::array<std::size_t, 3> operands{};  ///< indices of nodes, as many as the operation takes
};

struct ExpressionTree {
  std::vector<ExpressionNode> nodes;  ///< the root is the last one
  std::vector<std::size_t> slots;     ///< of its names, each once, in the order of the text
  std::vector<std::string> names;     ///< in the order of `slots`
};

/// Returns the functions that expressions of such numbers know, in alphabetical order.
[[nodiscard]] std::vector<std::string> function_names(Numbers numbers);
/// Returns the remedy for an unknown word of a kind: the nearest one that is known, or all of them.
[[nodiscard]] Message nearest_of(std::string_view word, const std::vector<std::string>& known, const Message& kind);

/// Parses the operators of C++, here the tightest first: ! - + (one operand); * / %; + -; < <= > >=; == !=; &&; ||; ?:.
/// As in C++, `not`, `and` and `or` are other spellings of !, && and ||. Expressions of indices have ~ with !, << and
/// >> behind + and -, and &, ^ and | behind ==, in the places that C++ gives them. `where` is "file:line" for errors.
/// An error names the character; of an unknown name it says what `slot_of` does.
[[nodiscard]] Expected<ExpressionTree> parse_expression(std::string_view text, Numbers numbers,
                                                        const SlotOfName& slot_of, const Place& where);

}  // namespace lanescope::catalogue
