#include "catalogue/front_matter/source_code.h"

#include <optional>

namespace lanescope::catalogue {
namespace {

/// Returns what follows `word`, when the line begins with it.
std::optional<std::string_view> text_after(std::string_view line, std::string_view word) {
  line = trim(line);
  if (!line.starts_with(word)) return std::nullopt;
  return line.substr(word.size());
}

}  // namespace

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t after = at + word.size();
    if ((at == 0 || !is_word_letter(text[at - 1])) && (after == text.size() || !is_word_letter(text[after])))
      return true;
  }
  return false;
}

int unguarded_definition(std::string_view code, std::string_view name) {
  int number = 0;
  for (const std::string_view line : split(code, '\n')) {
    ++number;
    const auto directive = text_after(line, "#");
    if (!directive || !has_word(*directive, name)) continue;
    const auto definition = text_after(*directive, "define");
    if (!definition) return 0;
    const std::string_view defined = trim(*definition);
    if (defined.starts_with(name) && (defined.size() == name.size() || !is_word_letter(defined[name.size()]))) {
      return number;
    }
  }
  return 0;
}

std::vector<Include> includes_in(std::string_view text) {
  std::vector<Include> includes;
  const std::string code = without_comments(text);
  int number = 0;
  for (const std::string_view line : split(code, '\n')) {
    ++number;
    const auto directive = text_after(line, "#");
    const auto rest = directive ? text_after(*directive, "include") : std::nullopt;
    const std::string_view name = rest ? trim(*rest) : std::string_view{};
    if (name.size() < 2 || (name.front() != '"' && name.front() != '<')) continue;
    const bool quoted = name.front() == '"';
    const std::size_t close = name.find(quoted ? '"' : '>', 1);
    if (close != std::string_view::npos) includes.push_back({std::string(name.substr(1, close - 1)), number, quoted});
  }
  return includes;
}

std::vector<std::string> all_includes(std::string_view text) {
  std::vector<std::string> names;
  for (Include& include : includes_in(text)) names.push_back(std::move(include.name));
  return names;
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
    if (const auto rest = text_after(line, "file")) {
      if (const auto value = text_after(*rest, "=")) add(trim(*value), ".toml");
    }
  }
  const std::string code = without_comments(text);
  for (const std::string_view line : split(code, '\n')) {
    if (const auto rest = text_after(line, "#")) {
      if (const auto name = text_after(*rest, "include")) add(trim(*name), ".cuh");
    }
  }
  return names;
}

}  // namespace lanescope::catalogue
