// Splits PTX text into words, punctuation and strings, with line numbers. Comments and white space are skipped.
#pragma once

#include <cstddef>
#include <string_view>

namespace lanescope::ptx {

struct Token {
  enum class Kind {
    /// A directive with its dot (".param"), an instruction with its suffixes ("cp.async.L2::128B"), an identifier, or a
    /// number as written ("0x1f", "1.5e-3").
    word,
    punctuation,  ///< one character
    string,       ///< without the quotes; escapes are unchanged
    broken,       ///< a comment or string that does not end; the rest of the text
    end
  };
  Kind kind = Kind::end;
  std::string_view text;
  int line = 0;  ///< from 1

  [[nodiscard]] bool is(std::string_view expected) const noexcept { return kind != Kind::string && text == expected; }
  [[nodiscard]] bool is(char expected) const noexcept { return kind == Kind::punctuation && text.front() == expected; }
};

class Scanner {
 public:
  explicit Scanner(std::string_view text) noexcept : text_(text) {}
  /// Returns the next token, and `end` repeatedly at the end of the text.
  Token next() noexcept;

 private:
  bool skip_blank() noexcept;  ///< false when a comment does not end
  Token take(Token::Kind kind, std::size_t length) noexcept;

  std::string_view text_;
  std::size_t position_ = 0;
  int line_ = 1;
};

}  // namespace lanescope::ptx
