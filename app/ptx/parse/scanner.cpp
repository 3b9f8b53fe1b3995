#include "ptx/parse/scanner.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace lanescope::ptx {
namespace {

enum class Class : unsigned char { other, blank, word };

constexpr std::array<Class, 256> classes = [] {
  std::array<Class, 256> result{};
  for (const char letter : std::string_view(" \t\r\n\v\f\0", 7))
    result[static_cast<unsigned char>(letter)] = Class::blank;
  for (const char letter : std::string_view("$%.")) result[static_cast<unsigned char>(letter)] = Class::word;
  for (std::size_t letter = 0; letter < 128; ++letter) {
    if (is_word_letter(static_cast<char>(letter))) result[letter] = Class::word;
  }
  return result;
}();

bool is_blank(char letter) {
  return classes[static_cast<unsigned char>(letter)] == Class::blank;
}
bool is_word(char letter) {
  return classes[static_cast<unsigned char>(letter)] == Class::word;
}

/// Returns the length of the word that `text` begins with. ".visible.entry" are two directives; "ld.param.u64" and
/// "cp.async.L2::128B" are one instruction each.
std::size_t word_length(std::string_view text) {
  const bool directive = text.front() == '.';
  std::size_t end = 1;
  for (;;) {
    while (end < text.size() && is_word(text[end]) && !(directive && text[end] == '.')) ++end;
    const bool scope =
        !directive && end + 2 < text.size() && text[end] == ':' && text[end + 1] == ':' && is_word(text[end + 2]);
    if (!scope) return end;
    end += 3;
  }
}

/// Returns the length of the rest of a decimal exponent: "-3" follows "1.5e". It is 0 for 0x1e or 0f3F80000e.
std::size_t exponent_length(std::string_view word, std::string_view rest) {
  const bool prefixed =
      word.size() > 1 && word[0] == '0' && !is_digit(word[1]) && word[1] != '.' && word[1] != 'e' && word[1] != 'E';
  const bool number = is_digit(word.front()) || (word.size() > 1 && word.front() == '.' && is_digit(word[1]));
  if (!number || prefixed || (word.back() != 'e' && word.back() != 'E')) return 0;
  if (rest.size() < 2 || (rest[0] != '-' && rest[0] != '+') || !is_digit(rest[1])) return 0;
  std::size_t end = 2;
  while (end < rest.size() && is_digit(rest[end])) ++end;
  return end;
}

}  // namespace

Token Scanner::take(Token::Kind kind, std::size_t length) noexcept {
  const Token token{kind, text_.substr(position_, length), line_};
  position_ += token.text.size();
  // Words and punctuation never contain the end of a line.
  if (kind == Token::Kind::string || kind == Token::Kind::broken) {
    line_ += static_cast<int>(std::count(token.text.begin(), token.text.end(), '\n'));
  }
  return token;
}

bool Scanner::skip_blank() noexcept {
  for (;;) {
    while (position_ < text_.size() && is_blank(text_[position_])) {
      if (text_[position_] == '\n') ++line_;
      ++position_;
    }
    const std::string_view rest = text_.substr(position_);
    if (rest.size() < 2 || rest.front() != '/') return true;
    if (rest[1] == '/') {
      position_ = std::min(text_.find('\n', position_), text_.size());
    } else if (rest[1] == '*') {
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
  const std::size_t length = word_length(rest);
  return take(Token::Kind::word, length + exponent_length(rest.substr(0, length), rest.substr(length)));
}

}  // namespace lanescope::ptx
