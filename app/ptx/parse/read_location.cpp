#include <limits>

#include <fmt/format.h>

#include "ptx/parse/body_reader.h"

namespace lanescope::ptx {
namespace {

/// Returns the numbers of a place in 64 bits, mixed so that lines do not collide with files.
std::uint64_t key_of(const Location& place) {
  const auto line = std::uint64_t{static_cast<std::uint32_t>(place.line)};
  const auto column = std::uint64_t{static_cast<std::uint32_t>(place.column)};
  return (std::uint64_t{place.file} * 0x9E3779B97F4A7C15U ^ line) * 0xC2B2AE3D27D4EB4FU ^ column;
}

bool same_place(const Location& a, const Location& b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

}  // namespace

/// Reads ".loc 1 38 3", which ", function_name $L__info_string0, inlined_at 1 11 3" may follow; no semicolon ends it.
bool BodyReader::read_location() {
  cursor_.advance();
  Location location;
  if (!read_place(location)) return false;
  if (cursor_.accept(',')) {
    if (!cursor_.accept("function_name")) return cursor_.unexpected("function_name");
    std::string_view name;
    if (!cursor_.name(name, "the label of a function's name")) return false;
    location.function = name;
    if (cursor_.accept('+')) {
      std::uint64_t offset = 0;
      if (!cursor_.unsigned_number(offset, "an offset", std::numeric_limits<std::uint32_t>::max())) return false;
      location.function += fmt::format("+{}", offset);
    }
    if (!cursor_.expect(',')) return false;
    if (!cursor_.accept("inlined_at")) return cursor_.unexpected("inlined_at");
    Location outside;
    if (!read_place(outside)) return false;
    location.inlined_at = inlined_location(outside);
  }
  location_ = static_cast<std::int32_t>(function_.locations.size());
  latest_location_[key_of(location)] = location_;
  function_.locations.push_back(std::move(location));
  add_directive(BodyDirective::Kind::location).location = location_;
  return true;
}

bool BodyReader::read_place(Location& location) {
  constexpr std::uint64_t max_value = std::numeric_limits<std::int32_t>::max();
  std::uint64_t file = 0, line = 0, column = 0;
  if (!cursor_.unsigned_number(file, "the number of a file", max_value) ||
      !cursor_.unsigned_number(line, "a line", max_value) || !cursor_.unsigned_number(column, "a column", max_value)) {
    return false;
  }
  location.file = static_cast<std::uint32_t>(file);
  location.line = static_cast<std::int32_t>(line);
  location.column = static_cast<std::int32_t>(column);
  return true;
}

/// Returns the latest location with these numbers, or a new one that no directive names.
std::int32_t BodyReader::inlined_location(const Location& place) {
  const auto [entry, fresh] =
      latest_location_.try_emplace(key_of(place), static_cast<std::int32_t>(function_.locations.size()));
  if (!fresh && same_place(function_.locations[static_cast<std::size_t>(entry->second)], place)) return entry->second;
  entry->second = static_cast<std::int32_t>(function_.locations.size());
  function_.locations.push_back(place);
  return entry->second;
}

}  // namespace lanescope::ptx
