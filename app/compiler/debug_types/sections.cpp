#include "compiler/debug_types/sections.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <utility>

#include "base/text.h"

namespace lanescope::compiler {
namespace {

constexpr std::string_view blanks = " \t\r";

/// "12", "-3" and "0x7f"; anything else is a label.
std::uint64_t number_in(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
  if (error != std::errc() || end != text.data() + text.size()) return 0;
  return negative ? ~value + 1 : value;
}

/// The bytes of each number of a line, and the numbers; nothing for a line that has none.
std::optional<std::pair<std::size_t, std::string_view>> numbers_of(std::string_view line) {
  constexpr std::array<std::pair<std::string_view, std::size_t>, 4> directives{
      {{".b8", 1}, {".b16", 2}, {".b32", 4}, {".b64", 8}}};
  const std::size_t end = std::min(line.size(), line.find_first_of(blanks));
  for (const auto& [directive, bytes] : directives) {
    if (line.substr(0, end) == directive) return std::pair(bytes, trim(line.substr(end)));
  }
  return std::nullopt;
}

void append_line(std::string_view line, std::vector<std::uint8_t>& bytes) {
  line = trim(line.substr(0, line.find("//")));
  const auto numbers = numbers_of(line);
  if (!numbers) return;
  for (const std::string_view each : split(numbers->second, ',')) {
    const std::uint64_t value = number_in(trim(each));
    for (std::size_t i = 0; i < numbers->first; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }
}

/// Returns the text between the braces that follow the section's name, where it is this section.
std::optional<std::string_view> body_behind(std::string_view text, std::string_view name) {
  text = text.substr(std::min(text.size(), text.find_first_not_of(blanks)));
  if (!text.starts_with(name)) return std::nullopt;
  text = text.substr(name.size());
  const std::size_t open = text.find_first_not_of(" \t\r\n");
  if (open == std::string_view::npos || text[open] != '{') return std::nullopt;
  // No text stands in a section, so the first brace ends it.
  const std::size_t close = text.find('}', open);
  if (close == std::string_view::npos) return std::nullopt;
  return text.substr(open + 1, close - open - 1);
}

}  // namespace

std::vector<std::uint8_t> debug_section(std::string_view ptx, std::string_view name) {
  constexpr std::string_view directive = ".section";
  std::vector<std::uint8_t> bytes;
  for (std::size_t at = ptx.find(directive); at != std::string_view::npos; at = ptx.find(directive, at + 1)) {
    const auto body = body_behind(ptx.substr(at + directive.size()), name);
    if (!body) continue;
    for (const std::string_view line : split(*body, '\n')) append_line(line, bytes);
  }
  return bytes;
}

}  // namespace lanescope::compiler
