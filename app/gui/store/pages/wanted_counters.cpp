#include "gui/store/pages/wanted_counters.h"

#include <algorithm>

#include "gui/store/state.h"
#include "gui/store/target.h"

namespace lanescope::gui {

namespace {

using counters::Page;

}  // namespace

counters::Pages sections_of(CounterPage page) {
  switch (page) {
    case CounterPage::summary:
      return {Page::speed_of_light, Page::memory_chart, Page::shared_table,
              Page::l1_table,       Page::warp_states,  Page::scheduler};
    case CounterPage::speed_of_light:
      return {Page::speed_of_light};
    case CounterPage::memory_chart:
      return {Page::memory_chart, Page::shared_table};
    case CounterPage::memory_tables:
      return {Page::shared_table, Page::l1_table, Page::l2_table, Page::device_table};
    case CounterPage::warp_states:
      return {Page::warp_states};
    case CounterPage::scheduler:
      return {Page::scheduler};
  }
  return {};
}

std::vector<Page> wanted_sections(const PagesState& pages) {
  std::vector<Page> wanted;
  for (const Page section : all_sections) {
    const bool is_wanted = std::ranges::any_of(
        counter_pages, [&](CounterPage page) { return pages.is_visible(page) && sections_of(page).has(section); });
    if (is_wanted) wanted.push_back(section);
  }
  return wanted;
}

experiments::CounterRequest wanted_counters(const State& state) {
  experiments::CounterRequest request;
  if (!is_measured(state)) return request;
  request.pages = wanted_sections(state.pages);
  request.instructions = request.stalls = !request.pages.empty();
  return request;
}

bool wants_counters(const State& state) {
  if (!state.known.connected || !is_measured(state)) return false;
  const PagesState& pages = state.pages;
  const counters::Counted* counted =
      pages.revision == state.selection.revision && pages.numbers.counted ? &*pages.numbers.counted->counted : nullptr;
  if (counted != nullptr && counted->absent) return false;  // asking again would not help
  return std::ranges::any_of(wanted_sections(pages), [&](Page section) {
    return counted == nullptr || pages.numbers.known.counted.origin == experiments::Origin::recorded ||
           counted->page(section) == nullptr;
  });
}

}  // namespace lanescope::gui
