// The words and symbols of a CUDA file as its compiler sees them: conditions of the preprocessor are decided, macros
// with arguments are expanded, headers that travel with the file stand where they are included.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/kernel.h"

namespace lanescope::catalogue {

struct Token {
  enum class Kind { word, number, symbol, end };
  Kind kind = Kind::end;
  std::string text;
  int line = 0;         ///< in the kernel file or in a header
  bool joined = false;  ///< It follows the token before it without a blank.

  [[nodiscard]] bool is(std::string_view symbol) const { return kind != Kind::end && text == symbol; }
  [[nodiscard]] bool is_one_of(std::initializer_list<std::string_view> texts) const {
    return std::ranges::any_of(texts, [this](std::string_view each) { return is(each); });
  }
};

/// A #define. One without parameters stays a name in the tokens, so that what it is called remains known.
struct Macro {
  bool has_parameters = false;
  std::vector<std::string> parameters;
  std::vector<Token> body;
};

struct TokenList {
  std::vector<Token> tokens;            ///< A token of the kind `end` follows the last one.
  std::map<std::string, Macro> macros;  ///< by name; the first definition that holds
};

/// Strings and comments are left out. Macros may also stand in [compile] options. A macro of a header that does not
/// travel with the file stays a call. The list ends early at a million tokens.
[[nodiscard]] TokenList tokens_of(const KernelSource& source);

/// Returns the words and symbols of code without directives, comments and strings.
[[nodiscard]] std::vector<Token> split_tokens(std::string_view code, int first_line);

}  // namespace lanescope::catalogue
