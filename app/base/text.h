// Small text helpers.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// Knows ASCII only, in every locale.
[[nodiscard]] constexpr bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}
/// Whether a letter may stand in an identifier of C++: a-z, A-Z, 0-9 or _.
[[nodiscard]] constexpr bool is_word_letter(char letter) {
  return is_digit(letter) || letter == '_' || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}
/// Whether a text is one or more such letters: it can be a name in a file, of a file and in a page.
[[nodiscard]] bool is_word(std::string_view text);
/// Whether a text begins with a word, behind which no further letter of a word stands.
[[nodiscard]] bool begins_with_word(std::string_view text, std::string_view word);
[[nodiscard]] std::string_view trim(std::string_view text);
/// Splits at each separator and keeps empty fields.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
[[nodiscard]] std::string upper(std::string_view text);
[[nodiscard]] std::string lower(std::string_view text);
[[nodiscard]] std::string join(const std::vector<std::string>& parts, std::string_view separator);
/// Returns the whole text as a number (`format` is the base or a std::chars_format), or nothing.
template <class Number, class... Format>
[[nodiscard]] std::optional<Number> parse_number(std::string_view text, Format... format) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, format...);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}
/// Returns a whole decimal integer, optionally signed, or nothing.
[[nodiscard]] std::optional<std::int64_t> parse_integer(std::string_view text);
/// Returns C++ source with its comments replaced by blanks; code_only() replaces string and character literals too.
/// Lines and positions stay.
[[nodiscard]] std::string without_comments(std::string_view text);
[[nodiscard]] std::string code_only(std::string_view text);
/// Returns text that came from elsewhere as it may go to a terminal: control characters other than line ends and
/// tabulators, and bytes that are no UTF-8, become visible (\x1b), so that nothing in it moves the cursor, changes
/// colours or writes to the clipboard. `rest`, if given, takes the beginning of a character that the end of the text
/// cut off.
[[nodiscard]] std::string printable(std::string_view text, std::string* rest = nullptr);
/// Returns the text with & < > " ' as names and control characters as spaces: it may stand in an element of HTML and
/// XML, and between quotation marks in an attribute. Only Markup (base/markup.h) needs to call it.
[[nodiscard]] std::string escaped_for_markup(std::string_view text);
/// Returns a size as people read it: "1.50 GiB", "64 KiB", "12 B".
[[nodiscard]] std::string human_bytes(std::uint64_t bytes);
/// Returns the candidate nearest to a mistyped word (edit distance at most 3), for "did you mean".
[[nodiscard]] std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace lanescope
