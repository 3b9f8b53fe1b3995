#include <algorithm>

#include "base/text.h"
#include "compiler/host/source_items.h"

namespace lanescope::compiler {
namespace {

/// Reads a text once, from its first byte to its last.
class TextScanner {
 public:
  explicit TextScanner(std::string_view text) : text_(text) { result_.code = std::string(text); }

  ScannedText scan() {
    bool line_begins = true;
    while (at_ < text_.size()) {
      const char letter = text_[at_];
      if (const std::size_t end = end_of_comment(at_); end != at_) {
        blank_to(end);
      } else if (letter == '#' && line_begins) {
        read_directive();
      } else if (const std::size_t literal = end_of_literal(); literal != at_) {
        line_begins = false;
        blank_to(literal);
      } else {
        line_begins = letter == '\n' || (line_begins && (letter == ' ' || letter == '\t' || letter == '\r'));
        ++at_;
      }
    }
    return std::move(result_);
  }

 private:
  /// Where the comment that begins at `from` ends; `from` where none begins.
  [[nodiscard]] std::size_t end_of_comment(std::size_t from) const {
    if (text_.substr(from, 2) == "//") {
      std::size_t end = text_.find('\n', from);
      while (end != std::string_view::npos && continues(end)) end = text_.find('\n', end + 1);
      return std::min(end, text_.size());
    }
    if (text_.substr(from, 2) != "/*") return from;
    const std::size_t close = text_.find("*/", from + 2);
    return close == std::string_view::npos ? text_.size() : close + 2;
  }

  /// Whether a backslash stands before the end of line at `end`.
  [[nodiscard]] bool continues(std::size_t end) const {
    if (end > 0 && text_[end - 1] == '\r') --end;
    return end > 0 && text_[end - 1] == '\\';
  }

  /// Where the literal that begins here ends; here where none begins.
  [[nodiscard]] std::size_t end_of_literal() const {
    const char quote = text_[at_];
    const bool after_word = at_ > 0 && is_word_letter(text_[at_ - 1]);
    if (quote == '"' && after_word && text_[at_ - 1] == 'R' && is_raw_prefix()) return end_of_raw_literal();
    // An apostrophe inside of a number separates its digits.
    if (quote != '"' && (quote != '\'' || (after_word && is_number_before()))) return at_;
    std::size_t i = at_ + 1;
    while (i < text_.size() && text_[i] != quote && text_[i] != '\n') i += text_[i] == '\\' ? 2 : 1;
    return std::min(text_.size(), i + 1);
  }

  [[nodiscard]] std::string_view word_before() const {
    std::size_t begin = at_;
    while (begin > 0 && is_word_letter(text_[begin - 1])) --begin;
    return text_.substr(begin, at_ - begin);
  }
  [[nodiscard]] bool is_number_before() const { return is_digit(word_before().front()); }
  [[nodiscard]] bool is_raw_prefix() const {
    const std::string_view word = word_before();
    return word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
  }
  [[nodiscard]] std::size_t end_of_raw_literal() const {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos) return text_.size();
    const std::string closing = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    const std::size_t close = text_.find(closing, open);
    return close == std::string_view::npos ? text_.size() : close + closing.size();
  }

  void blank_to(std::size_t end) {
    for (; at_ < end; ++at_) {
      if (text_[at_] != '\n') result_.code[at_] = ' ';
    }
  }

  void read_directive() {
    const std::size_t begin = at_;
    std::string line;  // the directive without its comments, backslashes and ends of line
    std::size_t end = begin + 1;
    while (end < text_.size()) {
      if (const std::size_t comment_end = end_of_comment(end); comment_end != end) {
        line += ' ';
        end = comment_end;
      } else if (text_[end] == '\n' && !continues(end)) {
        break;
      } else {
        if (text_[end] != '\\' || text_.substr(end + 1, 1) != "\n") line += text_[end] == '\n' ? ' ' : text_[end];
        ++end;
      }
    }
    blank_to(end);
    const std::string_view trimmed = trim(line);
    const auto letters = std::find_if_not(trimmed.begin(), trimmed.end(), is_word_letter);
    const auto length = static_cast<std::size_t>(letters - trimmed.begin());
    Directive directive{
        {begin, end}, std::string(trimmed.substr(0, length)), std::string(trim(trimmed.substr(length)))};
    if (directive.word.starts_with("if")) result_.code[begin] = '\1';
    if (directive.word.starts_with("el")) result_.code[begin] = '\2';
    if (directive.word == "endif") result_.code[begin] = '\3';
    result_.directives.push_back(std::move(directive));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  ScannedText result_;
};

}  // namespace

ScannedText scan_text(std::string_view text) {
  return TextScanner(text).scan();
}

std::vector<std::string_view> words_in(std::string_view code) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < code.size();) {
    std::size_t end = at;
    while (end < code.size() && is_word_letter(code[end])) ++end;
    if (end > at && !is_digit(code[at])) words.push_back(code.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return words;
}

}  // namespace lanescope::compiler
