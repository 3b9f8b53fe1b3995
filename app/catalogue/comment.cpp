#include "catalogue/comment.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpscope::catalogue {
namespace {

constexpr std::string_view opening = "/*", closing = "*/", word = "warpscope";

int line_at(std::string_view text, std::size_t position) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
}

/// Position behind a string or character literal that begins at `at`.
std::size_t behind_literal(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != '\n'; ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == quote) {
      return at + 1;
    }
  }
  return at;
}

/// The first `*/` behind `from` that closes no comment: the true end of a comment that was cut short.
std::size_t stray_closing(std::string_view text, std::size_t from) {
  for (std::size_t at = from; at < text.size();) {
    const std::string_view two = text.substr(at, 2);
    if (two == closing) return at;
    if (two == "//") {
      at = std::min(text.find('\n', at), text.size());
    } else if (two == opening) {
      const std::size_t end = text.find(closing, at + 2);
      at = end == std::string_view::npos ? text.size() : end + 2;
    } else if (text[at] == '"' || text[at] == '\'') {
      at = behind_literal(text, at);
    } else {
      ++at;
    }
  }
  return std::string_view::npos;
}

}  // namespace

Expected<std::string> front_matter_text(std::string_view file, const std::string& path) {
  constexpr const char* form = "begin the file with a comment: /* warpscope, then TOML, then */";
  const std::size_t start = file.find_first_not_of(" \t\r\n");
  const bool comment = start != std::string_view::npos && file.substr(start, 2) == opening;
  const std::size_t name = comment ? file.find_first_not_of(" \t\r\n*", start + 2) : std::string_view::npos;
  if (name == std::string_view::npos || file.substr(name, word.size()) != word) {
    return failure("this file has no front matter", path + ":1", form);
  }
  const std::size_t from = name + word.size();
  const std::size_t end = file.find(closing, from);
  if (end == std::string_view::npos) {
    return failure("the comment with the front matter never ends", fmt::format("{}:{}", path, line_at(file, start)),
                   "close it with */");
  }
  if (const std::size_t stray = stray_closing(file, end + 2); stray != std::string_view::npos) {
    return failure("a */ inside the front matter ends its comment early; the next one stands in line " +
                       std::to_string(line_at(file, stray)),
                   fmt::format("{}:{}", path, line_at(file, end)),
                   "write it in another way: */ cannot stand in a comment");
  }
  std::string text(file.substr(0, end));
  std::replace_if(
      text.begin(), text.begin() + static_cast<std::ptrdiff_t>(from), [](char c) { return c != '\n'; }, ' ');
  return text;
}

}  // namespace warpscope::catalogue
