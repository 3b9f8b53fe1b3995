#include "base/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <numeric>

#include <fmt/format.h>

namespace lanescope {
namespace {

template <class Change>
std::string changed(std::string_view text, Change change) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [&](unsigned char letter) { return static_cast<char>(change(letter)); });
  return result;
}

/// Levenshtein distance.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

/// Returns the position after the literal that starts at `start`, at the latest the line's end, where C++ ends it too.
std::size_t end_of_literal(std::string_view text, std::size_t start) {
  std::size_t i = start + 1;
  while (i < text.size() && text[i] != text[start] && text[i] != '\n') i += text[i] == '\\' ? 2 : 1;
  return std::min(text.size(), i + 1);
}

std::string blanked(std::string_view text, bool literals_too) {
  std::string result(text);
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    bool blank = true;
    if (text.substr(i, 2) == "//") {
      end = std::min(text.size(), text.find('\n', i));
    } else if (text.substr(i, 2) == "/*") {
      const std::size_t close = text.find("*/", i + 2);
      end = close == std::string_view::npos ? text.size() : close + 2;
    } else if (text[i] == '"' || (text[i] == '\'' && (i == 0 || !is_word_letter(text[i - 1])))) {
      // An apostrophe inside a number separates its digits.
      end = end_of_literal(text, i);
      blank = literals_too;
    } else {
      blank = false;
    }
    for (; i < end; ++i) {
      if (blank && result[i] != '\n') result[i] = ' ';
    }
  }
  return result;
}

/// Returns the bytes of the UTF-8 character that begins a text: 0 when it is none, and more than there are when it is
/// cut off.
std::size_t character_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const std::size_t length = first < 0x80 ? 1 : first >= 0xc2 && first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if ((first >= 0x80 && first < 0xc2) || first > 0xf4) return 0;
  for (std::size_t i = 1; i < std::min(length, text.size()); ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  if (text.size() < 2) return length;
  // Longer forms than necessary, surrogates, and what lies beyond Unicode.
  const bool wrong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f) ||
                     (first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) > 0x8f);
  return wrong ? 0 : length;
}

/// C0 and C1 of ISO 6429, and DEL, except what ends lines and columns.
bool controls_terminal(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return (first < 0x20 && first != '\n' && first != '\t') || first == 0x7f;
  return character.size() == 2 && first == 0xc2 && static_cast<unsigned char>(character[1]) < 0xa0;
}

}  // namespace

std::string printable(std::string_view text, std::string* rest) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = character_bytes(text);
    if (length > text.size() && rest != nullptr) {
      *rest = text;
      break;
    }
    const std::string_view character = text.substr(0, length == 0 || length > text.size() ? 1 : length);
    // The carriage return of a line end of DOS says nothing.
    const bool of_line_end = text.starts_with("\r\n");
    if (length == 0 || length > text.size() || (controls_terminal(character) && !of_line_end)) {
      for (const char byte : character) result += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
    } else if (!of_line_end) {
      result += character;
    }
    text.remove_prefix(character.size());
  }
  return result;
}

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_word_letter);
}

bool begins_with_word(std::string_view text, std::string_view word) {
  return text.starts_with(word) && (text.size() == word.size() || !is_word_letter(text[word.size()]));
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n\v\f";
  const std::size_t first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t end = text.find(separator);
    fields.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return fields;
    text.remove_prefix(end + 1);
  }
}

std::string upper(std::string_view text) {
  return changed(text, [](unsigned char letter) { return std::toupper(letter); });
}

std::string lower(std::string_view text) {
  return changed(text, [](unsigned char letter) { return std::tolower(letter); });
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  return parse_number<std::int64_t>(text);
}

std::string without_comments(std::string_view text) {
  return blanked(text, false);
}

std::string code_only(std::string_view text) {
  return blanked(text, true);
}

std::string escaped_for_markup(std::string_view text) {
  constexpr std::string_view special = "&<>\"'";
  constexpr std::array<std::string_view, special.size()> names{"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
  std::string safe;
  for (const char letter : text) {
    if (const std::size_t at = special.find(letter); at != std::string_view::npos) {
      safe += names.at(at);
    } else {
      safe += static_cast<unsigned char>(letter) < 0x20 ? ' ' : letter;
    }
  }
  return safe;
}

std::string human_bytes(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 5> units = {"B", "KiB", "MiB", "GiB", "TiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1024 && unit + 1 < units.size()) {
    value /= 1024;
    ++unit;
  }
  const bool whole = value == static_cast<double>(static_cast<std::uint64_t>(value));
  return whole ? fmt::format("{:.0f} {}", value, units.at(unit)) : fmt::format("{:.2f} {}", value, units.at(unit));
}

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates) {
  std::optional<std::string> best;
  std::size_t least = 4;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    // A short word is near to everything, so at most half of it may differ.
    if (distance < least && 2 * distance <= std::max(word.size(), candidate.size())) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace lanescope
