// Names of enumerations: a table of them in the order of the enumerators serves both directions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace lanescope {

template <std::size_t count>
using EnumNames = std::array<std::string_view, count>;

template <class Enumeration, std::size_t count>
[[nodiscard]] constexpr std::string_view enum_name(const EnumNames<count>& names, Enumeration value) {
  return names.at(static_cast<std::size_t>(value));
}
/// Returns nothing when there is none of that name.
template <class Enumeration, std::size_t count>
[[nodiscard]] constexpr std::optional<Enumeration> enum_cast(const EnumNames<count>& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? std::nullopt : std::optional(static_cast<Enumeration>(found - names.begin()));
}

}  // namespace lanescope
