// The words of declarations for enumerators, used by the parser and the printer.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "ptx/module.h"

namespace lanescope::ptx {

inline constexpr auto space_directives = std::to_array<std::pair<std::string_view, Space>>({{".global", Space::global},
                                                                                            {".shared", Space::shared},
                                                                                            {".local", Space::local},
                                                                                            {".const", Space::constant},
                                                                                            {".param", Space::param}});
inline constexpr auto linkage_directives =
    std::to_array<std::pair<std::string_view, Linkage>>({{".visible", Linkage::visible},
                                                         {".extern", Linkage::external},
                                                         {".weak", Linkage::weak},
                                                         {".common", Linkage::common}});

/// Returns nothing when the table does not have the word.
template <class Table>
[[nodiscard]] constexpr auto enumerator_of(const Table& table, std::string_view word) {
  std::optional<typename Table::value_type::second_type> found;
  for (const auto& [text, enumerator] : table) {
    if (text == word) found = enumerator;
  }
  return found;
}
/// Returns an empty text when the table has no word for the enumerator.
template <class Table, class Enumerator>
[[nodiscard]] constexpr std::string_view word_of(const Table& table, Enumerator wanted) {
  for (const auto& [text, enumerator] : table) {
    if (enumerator == wanted) return text;
  }
  return {};
}

}  // namespace lanescope::ptx
