#include "gui/readings/lane_words.h"

#include <fmt/format.h>

#include <bit>
#include <concepts>

#include "catalogue/element.h"

namespace lanescope::gui {

std::vector<std::pair<int, int>> ranges_of(std::uint32_t mask) {
  std::vector<std::pair<int, int>> ranges;
  for (int lane = 0; lane < 32; ++lane) {
    if ((mask >> lane & 1u) == 0) continue;
    if (ranges.empty() || ranges.back().second != lane - 1) ranges.emplace_back(lane, lane);
    ranges.back().second = lane;
  }
  return ranges;
}

std::string list_of(const Language& language, const std::vector<std::pair<int, int>>& ranges) {
  std::string text;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const auto [first, last] = ranges[i];
    if (i > 0) text += language.say(i + 1 == ranges.size() ? "watch.and" : "watch.comma");
    text += first == last ? fmt::format("{}", first) : language.say("watch.range", first, last);
  }
  return text;
}

std::string value_text(catalogue::ElementType type, std::uint32_t bits, int digits) {
  if (catalogue::size_of(type) > sizeof(bits)) return {};
  return catalogue::with_element(type, bits, [&](auto value) {
    if constexpr (std::integral<decltype(value)>) {
      return fmt::format("{}", +value);
    } else {
      return fmt::format("{:.{}g}", value, digits);
    }
  });
}

std::string lanes_in_words(const Language& language, std::uint32_t mask) {
  const auto ranges = ranges_of(mask);
  if (std::popcount(mask) == 1) return language.say("watch.lane", ranges.front().first);
  if (mask == 0 || ranges.size() > max_listed_ranges) return language.say("watch.some_lanes", std::popcount(mask));
  return language.say("watch.lanes", list_of(language, ranges));
}

}  // namespace lanescope::gui
