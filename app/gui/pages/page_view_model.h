// What all pages of Nsight Compute share: which numbers of which origin they show, what counting them cost, and why
// something was not counted.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gui/pages/pages_state.h"
#include "gui/pages/quantity_reading.h"
#include "lab/counter_request.h"

namespace lanescope::gui {

struct State;
struct Pin;

/// The sections of counters that a page needs.
[[nodiscard]] counters::Pages sections_of(CounterPage page);
/// Returns the sections that have to be counted, because a page that shows them is visible.
[[nodiscard]] std::vector<counters::Page> wanted_sections(const PagesState& pages);
/// Returns what to ask for: nothing but while a page is visible and counters may be read. Counts of instructions are
/// for the Source panel, which every page leads to.
[[nodiscard]] lab::CounterRequest wanted_counters(const State& state);
/// Returns whether a visible page shows what was not asked of this machine yet at this setting.
[[nodiscard]] bool wants_counters(const State& state);

/// Returns the numbers of the present setting, or the newest of the kernel, which are then stale.
[[nodiscard]] PageValues present_values(const State& state);
[[nodiscard]] PageValues values_of(const Pin& pin);

/// Numbers with their names.
using PageFacts = std::vector<std::pair<std::string, QuantityReading>>;

/// The two lines above every page.
struct PageHeading {
  std::optional<lab::Origin> main_origin;  ///< of most numbers; empty when nothing is known
  std::string origin;                      ///< "counted on NVIDIA H200, 9 passes in 86 ms, cold caches"
  std::string other;                       ///< "predicted for H200 beside it"; empty when there is one origin
  std::string activity;                    ///< "is being counted"; empty when nothing is
  std::string absent, remedy;              ///< why nothing is counted, and what helps; empty when something is
  std::string missing;                     ///< why the page is empty; empty when it is not
  bool stale = false;                      ///< whether the numbers belong to another setting than the knobs
};
[[nodiscard]] PageHeading page_heading(const State& state, CounterPage page);

}  // namespace lanescope::gui
