// The text of an expression before muParser sees it: only integers, known symbols and balanced parentheses pass, and
// && and || become conditionals, because muParser evaluates both sides of them but only one branch of a conditional.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace warpscope::catalogue {

struct Token {
  enum class Kind { number, name, symbol };
  Kind kind = Kind::symbol;
  std::string_view text;     ///< into the expression
  std::size_t position = 0;  ///< of its first character, from 0
};

struct TextProblem {
  std::string what;
  std::size_t position = 0;
  std::string remedy;
};

/// Numbers, names and symbols. Problems: a character that no expression has, a number that is no exact integer.
[[nodiscard]] tl::expected<std::vector<Token>, TextProblem> tokens_of(std::string_view expression);

/// What muParser is given.
struct PlainText {
  std::string text;
  std::vector<std::size_t> origin;  ///< by character of text: the position in the expression it stems from
};

/// Without && and ||, which stop early as in C++; a && b gives 1 or 0. Problems: all of the syntax but the number of
/// arguments of a function.
[[nodiscard]] tl::expected<PlainText, TextProblem> without_logic(const std::vector<Token>& tokens, std::size_t length);

}  // namespace warpscope::catalogue
