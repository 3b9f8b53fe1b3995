// Helpers for texts of several lines, for lists without duplicates, and for things that are found by name.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::gui {

inline void add_line(std::string& text, std::string_view line) {
  text.append("\n").append(line);
}

/// Adds an item at the end, unless it is there already.
template <class Item>
void add_once(std::vector<Item>& items, Item item) {
  if (std::ranges::find(items, item) == items.end()) items.push_back(std::move(item));
}

/// Returns null when no item has that name.
template <class Item>
[[nodiscard]] const Item* find_by_name(const std::vector<Item>& items, std::string_view name) {
  const auto found = std::ranges::find(items, name, &Item::name);
  return found == items.end() ? nullptr : &*found;
}

}  // namespace lanescope::gui
