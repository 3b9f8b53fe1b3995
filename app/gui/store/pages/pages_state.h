// The pages of Nsight Compute, each of which is a panel: which of them are visible, and so have to be counted, and what
// they show.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/names.h"
#include "experiments/result.h"
#include "experiments/sheet/sheet.h"
#include "explanations/findings.h"

namespace lanescope::gui {

enum class CounterPage { summary, speed_of_light, memory_chart, memory_tables, warp_states, scheduler };
inline constexpr std::array counter_pages{CounterPage::summary,      CounterPage::speed_of_light,
                                          CounterPage::memory_chart, CounterPage::memory_tables,
                                          CounterPage::warp_states,  CounterPage::scheduler};
/// The names of their panels.
inline constexpr EnumNames<counter_pages.size()> counter_page_words{"summary",       "speed_of_light", "memory_chart",
                                                                    "memory_tables", "warp_states",    "scheduler"};
[[nodiscard]] constexpr std::string_view name_of(CounterPage page) {
  return enum_name(counter_page_words, page);
}
/// Returns nothing when no page has that name.
[[nodiscard]] constexpr std::optional<CounterPage> counter_page_named(std::string_view name) {
  return enum_cast<CounterPage>(counter_page_words, name);
}

/// What the arrows of the memory chart stand for. Reads go to the kernel, and writes away from it.
enum class Traffic {
  global_load,
  global_store,
  global_atomic,  ///< atomic operations and reductions
  local_load,
  local_store,
  texture_load,
  shared_load,
  shared_store,
  shared_atomic,
  l2_to_l1,
  l1_to_l2,
  memory_read,
  memory_write,
  host_read,
  host_write
};
inline constexpr EnumNames<15> traffic_words{"global_load",   "global_store", "global_atomic", "local_load",
                                             "local_store",   "texture_load", "shared_load",   "shared_store",
                                             "shared_atomic", "l2_to_l1",     "l1_to_l2",      "memory_read",
                                             "memory_write",  "host_read",    "host_write"};
[[nodiscard]] constexpr std::string_view name_of(Traffic traffic) {
  return enum_name(traffic_words, traffic);
}

/// Where a click on a finding of the Summary leads.
enum class FindingTarget { page, view, line };
inline constexpr EnumNames<3> finding_target_words{"page", "view", "line"};
[[nodiscard]] constexpr std::string_view name_of(FindingTarget target) {
  return enum_name(finding_target_words, target);
}

/// Returns the page that shows a section of counters.
[[nodiscard]] CounterPage page_of(counters::Page section);

/// What is known of the quantities of one setting.
struct PageNumbers {
  experiments::Sheet known;
  std::shared_ptr<const experiments::Result>
      counted;  ///< holds Result::counted, also one that says why nothing is; or null
  std::shared_ptr<const experiments::Result> computed;  ///< is predicted, or holds metrics; or null
  bool of_other_gpu = false;  ///< whether `counted` was recorded on another model of GPU than the target

  [[nodiscard]] bool any() const;
  /// Takes from a result of the same setting what it has in more detail.
  void take(const std::shared_ptr<const experiments::Result>& result);
  /// Takes the counters of a recording, and the rest of it where it is of the same GPU.
  void take_recorded(const std::shared_ptr<const experiments::Result>& result, bool is_of_other_gpu);
  /// Whether the Summary leaves out what was counted, because that is of another GPU than all the rest.
  [[nodiscard]] bool summary_is_computed() const { return of_other_gpu && computed != nullptr; }
};

/// How the pages are set, and what they show.
struct PagesState {
  std::array<bool, counter_pages.size()> visible{};  ///< by CounterPage; a page is counted while its panel is visible

  // This is known, and follow_pages() renews it.
  PageNumbers numbers;         ///< the newest of this kernel of which anything is known
  std::string kernel;          ///< the kernel that they belong to
  std::uint64_t revision = 0;  ///< the revision of the experiment that they belong to
  std::uint64_t renewals = 0;  ///< rises whenever `numbers` is renewed

  [[nodiscard]] bool is_visible(CounterPage page) const { return visible.at(static_cast<std::size_t>(page)); }
  [[nodiscard]] bool any_visible() const {
    return std::ranges::any_of(visible, [](bool seen) { return seen; });
  }
};

struct State;

/// Takes what the newest result of the present setting says, or else a recording of it.
void follow_pages(State& state);

/// Returns what limits the selected kernel, by the numbers of the pages.
[[nodiscard]] const explanations::Summary& kernel_summary(const State& state);

}  // namespace lanescope::gui
