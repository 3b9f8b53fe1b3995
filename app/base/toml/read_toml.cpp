#include "base/toml/read_toml.h"

#include <algorithm>
#include <memory>
#include <string>

namespace lanescope {
namespace {

/// Returns the length of the text, string or comment that begins with a quotation mark or '#', with its ends.
std::size_t length_of_quoted(std::string_view text) {
  const char mark = text.front();
  if (mark == '#') return std::min(text.find('\n'), text.size());
  const std::string three(3, mark);
  const bool long_text = text.starts_with(three);
  for (std::size_t at = long_text ? 3 : 1; at < text.size(); ++at) {
    if (text[at] == '\\' && mark == '"') {
      ++at;
    } else if (!long_text && text[at] == '\n') {
      return at;
    } else if (long_text ? text.substr(at).starts_with(three) : text[at] == mark) {
      // Up to two quotation marks may stand before the three that close a long text.
      at += long_text ? 3 : 1;
      while (long_text && at < text.size() && text[at] == mark) ++at;
      return at;
    }
  }
  return text.size();
}

/// Returns the line of a key of too many parts, from 1; 0 when there is none.
std::size_t line_of_deep_key(std::string_view text) {
  int dots = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char letter = text[at];
    if (letter == '"' || letter == '\'' || letter == '#') {
      at += length_of_quoted(text.substr(at));
      continue;
    }
    if (letter == '.' && ++dots >= max_key_parts) {
      return static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')) +
             1;
    }
    if (std::string_view("=,[]{}\n").find(letter) != std::string_view::npos) dots = 0;
    ++at;
  }
  return 0;
}

}  // namespace

toml::table read_toml(std::string_view text, std::string_view file) {
  if (const std::size_t line = line_of_deep_key(text); line > 0) {
    static const std::string words = "a key has more than " + std::to_string(max_key_parts) + " parts";
    const toml::source_position place{static_cast<toml::source_index>(line), 1};
    throw toml::parse_error(words.c_str(), place, std::make_shared<const std::string>(file));
  }
  return toml::parse(text, file);
}

}  // namespace lanescope
