#include "compiler/messages/messages.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace lanescope::compiler {
namespace {

/// Reads the three octal digits after a backslash, or returns nothing.
std::optional<char> octal(std::string_view digits) {
  const auto value = digits.size() < 3 ? std::nullopt : parse_number<unsigned>(digits.substr(0, 3), 8);
  return value && *value <= 255 ? std::optional(static_cast<char>(*value)) : std::nullopt;
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t begin = line.find_first_not_of(" \t"); begin != std::string_view::npos;
       begin = line.find_first_not_of(" \t", begin)) {
    const std::size_t end = std::min(line.find_first_of(" \t", begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = end;
  }
  return words;
}

int number_of(std::string_view text) {
  const auto number = parse_integer(text);
  return number && *number >= 0 && *number <= 1'000'000'000 ? static_cast<int>(*number) : 0;
}

/// Finds ".file 1 "/lanescope/name.cu"" for the number; PTX lists its files after the code.
std::string file_number(const std::vector<std::string_view>& lines, int number) {
  for (const std::string_view line : lines) {
    const std::vector<std::string_view> words = words_of(line);
    if (words.size() < 3 || words[0] != ".file" || number_of(words[1]) != number) continue;
    const std::size_t first = line.find('"');
    const std::size_t last = line.rfind('"');
    if (first == std::string_view::npos || last <= first) return {};
    return source_name(line.substr(first + 1, last - first - 1));
  }
  return {};
}

/// Reads ".loc 1 10 3", which ", function_name ..., inlined_at ..." may follow.
std::optional<SourcePlace> place_of_location(const std::vector<std::string_view>& lines, std::string_view location) {
  const std::vector<std::string_view> words = words_of(location.substr(0, location.find(',')));
  if (words.size() < 4) return std::nullopt;
  SourcePlace place{file_number(lines, number_of(words[1])), number_of(words[2]), number_of(words[3])};
  if (place.file.empty() || place.line == 0) return std::nullopt;
  return place;
}

bool is_location(std::string_view line) {
  return begins_with_word(trim(line), ".loc");
}

bool opens_function(std::string_view line) {
  return line.find(".entry") != std::string_view::npos || line.find(".func") != std::string_view::npos;
}

/// Whether "name" stands as a whole word after ".entry".
bool opens_entry(std::string_view line, std::string_view entry) {
  const std::size_t directive = line.find(".entry");
  if (directive == std::string_view::npos) return false;
  const std::string_view rest = trim(line.substr(directive + 6));
  return rest.substr(0, rest.find_first_of("( \t{")) == entry;
}

}  // namespace

std::string source_name(std::string_view path) {
  std::string name;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const std::optional<char> letter = path[i] == '\\' ? octal(path.substr(i + 1)) : std::nullopt;
    name += letter ? *letter : path[i];
    if (letter) i += 3;
  }
  if (name.starts_with(source_root)) name.erase(0, source_root.size());
  return name;
}

std::string without_source_root(std::string text) {
  for (std::size_t at = text.find(source_root); at != std::string::npos; at = text.find(source_root, at)) {
    text.erase(at, source_root.size());
  }
  return text;
}

std::optional<SourcePlace> place_of_line(std::string_view ptx, int line) {
  const std::vector<std::string_view> lines = split(ptx, '\n');
  if (line < 1 || static_cast<std::size_t>(line) > lines.size()) return std::nullopt;
  for (std::size_t i = static_cast<std::size_t>(line); i-- > 0;) {
    if (is_location(lines[i])) return place_of_location(lines, trim(lines[i]));
    if (opens_function(lines[i])) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<SourcePlace> place_of_entry(std::string_view ptx, std::string_view entry) {
  const std::vector<std::string_view> lines = split(ptx, '\n');
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!opens_entry(lines[i], entry)) continue;
    for (++i; i < lines.size() && !opens_function(lines[i]); ++i) {
      if (is_location(lines[i])) return place_of_location(lines, trim(lines[i]));
    }
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace lanescope::compiler
