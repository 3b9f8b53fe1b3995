#include "ptx/scanner.h"

#include <algorithm>

namespace warpscope::ptx {
namespace {

bool is_blank(char letter) {
  return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n' || letter == '\v' || letter == '\f' ||
         letter == '\0';
}

bool is_word(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
         letter == '_' || letter == '$' || letter == '%' || letter == '.';
}

}  // namespace

Token Scanner::take(Token::Kind kind, std::size_t length) noexcept {
  const Token token{kind, text_.substr(position_, length), line_};
  line_ += static_cast<int>(std::count(token.text.begin(), token.text.end(), '\n'));
  position_ += token.text.size();
  return token;
}

bool Scanner::skip_blank() noexcept {
  for (;;) {
    while (position_ < text_.size() && is_blank(text_[position_])) {
      if (text_[position_] == '\n') ++line_;
      ++position_;
    }
    const std::string_view rest = text_.substr(position_);
    if (rest.starts_with("//")) {
      position_ = std::min(text_.find('\n', position_), text_.size());
    } else if (rest.starts_with("/*")) {
      const std::size_t end = rest.find("*/", 2);
      if (end == std::string_view::npos) return false;
      static_cast<void>(take(Token::Kind::broken, end + 2));
    } else {
      return true;
    }
  }
}

Token Scanner::next() noexcept {
  if (!skip_blank()) return take(Token::Kind::broken, text_.size());
  const std::string_view rest = text_.substr(position_);
  if (rest.empty()) return Token{Token::Kind::end, {}, line_};

  if (rest.front() == '"') {
    std::size_t end = 1;
    while (end < rest.size() && rest[end] != '"') end += rest[end] == '\\' ? 2 : 1;
    if (end >= rest.size()) return take(Token::Kind::broken, rest.size());
    Token token = take(Token::Kind::string, end + 1);
    token.text = token.text.substr(1, end - 1);
    return token;
  }
  if (!is_word(rest.front())) return take(Token::Kind::punctuation, 1);

  // ".visible.entry" are two directives, "ld.param.u64" is one instruction.
  const bool directive = rest.front() == '.';
  std::size_t end = 1;
  while (end < rest.size() && is_word(rest[end]) && !(directive && rest[end] == '.')) ++end;
  return take(Token::Kind::word, end);
}

}  // namespace warpscope::ptx
