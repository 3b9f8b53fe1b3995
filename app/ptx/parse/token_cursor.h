// A cursor over the tokens of a PTX text, with the one error that ends the reading. Reading functions return false when
// they fail; the error is then stored here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "ptx/module.h"
#include "ptx/parse/literal.h"
#include "ptx/parse/scanner.h"

namespace lanescope::ptx {

class TokenCursor {
 public:
  explicit TokenCursor(std::string_view text) : scanner_(text) { advance(); }

  [[nodiscard]] const Token& current() const { return current_; }
  [[nodiscard]] std::int32_t line() const { return current_.line; }
  [[nodiscard]] bool at(std::string_view text) const { return current_.is(text); }
  [[nodiscard]] bool at(char punctuation) const { return current_.is(punctuation); }
  [[nodiscard]] bool at_word() const { return current_.kind == Token::Kind::word; }
  /// Whether the word is neither a directive nor a number.
  [[nodiscard]] bool at_identifier() const { return at_word() && current_.text.front() != '.' && !at_number(); }
  /// Whether the word begins with a digit, or is ".5".
  [[nodiscard]] bool at_number() const { return at_word() && begins_number(current_.text); }
  /// Whether two characters stand here with nothing between them: "<<".
  [[nodiscard]] bool at_pair(std::string_view both) const;

  void advance() { current_ = scanner_.next(); }
  bool accept(std::string_view text) { return at(text) && (advance(), true); }
  bool accept(char punctuation) { return at(punctuation) && (advance(), true); }
  bool expect(char punctuation);
  /// Reads a plain name without dots and colons.
  bool name(std::string_view& result, std::string_view what);
  bool unsigned_number(std::uint64_t& result, std::string_view what, std::uint64_t max_value);
  bool string(std::string_view& result, std::string_view what);

  /// Sets the function that the following errors name; without a name none is named.
  void enter(FunctionName function) { function_ = std::move(function); }

  /// Stores the failure unless there is one already. Always returns false.
  bool fail(Message what) { return fail_at(current_.line, std::move(what)); }
  bool fail_at(std::int32_t line, Message what);
  /// Fails with "found '+' where a register was expected".
  bool unexpected(std::string_view expected);
  [[nodiscard]] bool failed() const { return !error_.what.empty(); }
  [[nodiscard]] Error take_error() { return std::move(error_); }

 private:
  /// Takes the current token's text. Always returns true.
  bool take(std::string_view& result) {
    result = current_.text;
    advance();
    return true;
  }

  Scanner scanner_;
  Token current_;
  FunctionName function_;
  Error error_;
};

}  // namespace lanescope::ptx
