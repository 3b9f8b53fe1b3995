#include "catalogue/front_matter/source_code.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "base/text.h"

namespace warpscope::catalogue {
namespace {

enum class Blank { comments, comments_and_literals };

bool word_letter(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

/// The position after the literal that starts at `start`; at a line's end at the latest, where C++ ends it too.
std::size_t end_of_literal(std::string_view text, std::size_t start) {
  std::size_t i = start + 1;
  while (i < text.size() && text[i] != text[start] && text[i] != '\n') i += text[i] == '\\' ? 2 : 1;
  return std::min(text.size(), i + 1);
}

std::string blanked(std::string_view text, Blank what) {
  std::string result(text);
  const auto blank = [&](std::size_t from, std::size_t to) {
    for (; from < to; ++from) {
      if (result[from] != '\n') result[from] = ' ';
    }
  };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (text.substr(i, 2) == "//") {
      end = std::min(text.size(), text.find('\n', i));
      blank(i, end);
    } else if (text.substr(i, 2) == "/*") {
      const std::size_t close = text.find("*/", i + 2);
      end = close == std::string_view::npos ? text.size() : close + 2;
      blank(i, end);
    } else if (text[i] == '"' || (text[i] == '\'' && (i == 0 || !word_letter(text[i - 1])))) {
      // (An apostrophe inside of a number separates its digits.)
      end = end_of_literal(text, i);
      if (what == Blank::comments_and_literals) blank(i, end);
    }
    i = end;
  }
  return result;
}

/// What follows a word that the line begins with.
std::optional<std::string_view> behind(std::string_view line, std::string_view word) {
  line = trim(line);
  if (!line.starts_with(word)) return std::nullopt;
  return line.substr(word.size());
}

}  // namespace

std::string code_only(std::string_view text) {
  return blanked(text, Blank::comments_and_literals);
}

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t after = at + word.size();
    if ((at == 0 || !word_letter(text[at - 1])) && (after == text.size() || !word_letter(text[after]))) return true;
  }
  return false;
}

std::vector<std::string> included_files(std::string_view text) {
  std::vector<std::string> names;
  const auto add = [&](std::string_view quoted, std::string_view ending) {
    const std::size_t close = quoted.find('"', 1);
    if (!quoted.starts_with('"') || close == std::string_view::npos) return;
    const std::string_view name = quoted.substr(1, close - 1);
    if (name.ends_with(ending) && name.find('/') == std::string_view::npos) names.emplace_back(name);
  };
  for (const std::string_view line : split(text, '\n')) {
    if (const auto rest = behind(line, "file")) {
      if (const auto value = behind(*rest, "=")) add(trim(*value), ".toml");
    }
  }
  const std::string code = blanked(text, Blank::comments);
  for (const std::string_view line : split(code, '\n')) {
    if (const auto rest = behind(line, "#")) {
      if (const auto name = behind(*rest, "include")) add(trim(*name), ".cuh");
    }
  }
  return names;
}

}  // namespace warpscope::catalogue
