// What is asked of the GPU for the pages that are visible.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "experiments/counter_request.h"
#include "gui/store/pages/pages_state.h"

namespace lanescope::gui {

struct State;

/// All sections of counters in their order.
inline constexpr std::array<counters::Page, counters::page_count> all_sections = [] {
  std::array<counters::Page, counters::page_count> sections{};
  for (std::size_t i = 0; i < sections.size(); ++i) sections.at(i) = static_cast<counters::Page>(i);
  return sections;
}();

/// The sections of counters that a page needs.
[[nodiscard]] counters::Pages sections_of(CounterPage page);
/// Returns the sections that have to be counted, because a page that shows them is visible.
[[nodiscard]] std::vector<counters::Page> wanted_sections(const PagesState& pages);
/// Returns what to ask for: nothing but while a page is visible and counters may be read. Counts of instructions are
/// for the Source panel, which every page leads to.
[[nodiscard]] experiments::CounterRequest wanted_counters(const State& state);
/// Returns whether a visible page shows what was not asked of this machine yet at this setting.
[[nodiscard]] bool wants_counters(const State& state);

}  // namespace lanescope::gui
