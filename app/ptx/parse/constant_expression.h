// Constant expressions: numbers, WARP_SZ and operators on them. Source: PTX ISA 9.0, "Constant Expressions".
#pragma once

#include <cstddef>
#include <string>

#include "ptx/parse/literal.h"
#include "ptx/parse/token_cursor.h"

namespace lanescope::ptx {

struct Constant {
  Literal literal{};  ///< integer or float64 where it was computed
  bool is_unsigned = false;
  /// Of a single number, which a minus may precede: its text, where text_of(literal) is another one; else empty.
  std::string written{};
  bool is_warp_size = false;  ///< it is the word WARP_SZ alone
  bool is_computed = false;   ///< it is neither a number nor a word alone
};

/// The text of a constant as the printer writes it.
[[nodiscard]] std::string text_of(const Constant& constant);

class ConstantReader {
 public:
  explicit ConstantReader(TokenCursor& cursor) : cursor_(cursor) {}

  /// Whether a constant begins here, other than one that begins with '-' or '!', which may also precede a register.
  [[nodiscard]] bool begins() const;
  /// Reads the whole expression.
  bool read(Constant& result);
  /// Reads the rest of an expression whose first character, '-' or '!', was read.
  bool read_after(char sign, Constant& result);
  /// Reads a single number, or WARP_SZ.
  bool read_number(Constant& result);

 private:
  bool read_unary(Constant& result);
  bool read_parentheses(Constant& result);
  /// Reads operators that bind at least as strongly as `weakest`, and their right sides; `left` is the left side.
  bool read_operators(int weakest, Constant& left);
  bool read_choice(Constant& condition);
  bool apply(char sign, Constant& value);
  bool apply(std::string_view symbol, Constant& left, const Constant& right);
  bool enter();
  bool fail_operands();

  TokenCursor& cursor_;
  std::size_t depth_ = 0;
};

}  // namespace lanescope::ptx
