// Texts of several lines, and lists of what differs.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::gui {

inline void add_line(std::string& text, std::string_view line) {
  text.append("\n").append(line);
}

/// At the end, unless it is there already.
template <class Item>
void add_once(std::vector<Item>& items, Item item) {
  if (std::ranges::find(items, item) == items.end()) items.push_back(std::move(item));
}

}  // namespace warpscope::gui
