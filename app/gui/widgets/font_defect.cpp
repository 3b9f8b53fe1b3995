#include "gui/widgets/font_defect.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <string_view>

#include <fmt/format.h>

namespace lanescope::gui {
namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::size_t max_summed_bytes = std::size_t{4} << 20;
constexpr std::size_t collection_header = 16, font_header = 12, table_entry = 16;

/// The place must lie in the bytes.
std::uint32_t number_at(Bytes bytes, std::size_t place) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8 | bytes[place + i];
  return number;
}

std::string_view tag_at(Bytes bytes, std::size_t place) {
  return {reinterpret_cast<const char*>(&bytes[place]), 4};
}

/// Adds the 32-bit numbers; what lacks at the end counts as zeros.
std::uint32_t sum_of(Bytes table) {
  std::uint32_t sum = 0;
  std::size_t at = 0;
  for (; at + 4 <= table.size(); at += 4) sum += number_at(table, at);
  std::array<std::uint8_t, 4> rest{};
  std::copy(table.begin() + static_cast<std::ptrdiff_t>(at), table.end(), rest.begin());
  return sum + number_at(rest, 0);
}

}  // namespace

std::string font_defect(Bytes file) {
  constexpr const char* short_file = "the file ends within its header";
  std::size_t font = 0;
  if (file.size() >= collection_header && tag_at(file, 0) == "ttcf") font = number_at(file, 12);
  if (file.size() < font_header || font > file.size() - font_header) return short_file;
  const std::string_view version = tag_at(file, font);
  if (version != "OTTO" && version != "true" && version != std::string_view("\0\1\0\0", 4))
    return "it is no TrueType font";
  const std::size_t count = (std::size_t{file[font + 4]} << 8) | file[font + 5];
  if (count * table_entry > file.size() - font - font_header) return short_file;
  std::set<std::string_view> tags;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t entry = font + font_header + i * table_entry;
    const std::string_view tag = tag_at(file, entry);
    const std::size_t offset = number_at(file, entry + 8), length = number_at(file, entry + 12);
    if (offset > file.size() || length > file.size() - offset) return "the file is cut off";
    tags.insert(tag);
    if (length > max_summed_bytes) continue;
    const Bytes table = file.subspan(offset, length);
    // That of the head does not count the sum of the whole file in it.
    const std::uint32_t inner = tag == "head" && length >= 12 ? number_at(table, 8) : 0;
    if (sum_of(table) - inner != number_at(file, entry + 4)) return fmt::format("its table '{}' is damaged", tag);
  }
  for (const std::string_view needed : {"cmap", "head", "hhea", "hmtx", "maxp"}) {
    if (!tags.contains(needed)) return fmt::format("it has no table '{}'", needed);
  }
  if (!tags.contains("CFF ") && !(tags.contains("glyf") && tags.contains("loca"))) return "it has no outlines";
  return {};
}

}  // namespace lanescope::gui
