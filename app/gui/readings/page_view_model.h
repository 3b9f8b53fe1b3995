// What all pages of Nsight Compute share: which numbers of which origin they show, what counting them cost, and why
// something was not counted.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/counter_request.h"
#include "gui/readings/quantity_reading.h"
#include "gui/store/pages/pages_state.h"

namespace lanescope::gui {

struct State;
struct Pin;

/// Returns the numbers of the present setting, or the newest of the kernel, which are then stale.
[[nodiscard]] PageValues present_values(const State& state);
[[nodiscard]] PageValues values_of(const Pin& pin);

/// Numbers with their names.
using PageFacts = std::vector<std::pair<std::string, QuantityReading>>;

/// The two lines above every page.
struct PageHeading {
  std::optional<experiments::Origin> main_origin;  ///< of most numbers; empty when nothing is known
  std::string origin;                              ///< "counted on NVIDIA H200, 9 passes in 86 ms, cold caches"
  std::string other;                               ///< "predicted for H200 beside it"; empty when there is one origin
  std::string activity;                            ///< "is being counted"; empty when nothing is
  std::string absent, remedy;                      ///< why nothing is counted, and what helps; empty when something is
  std::string missing;                             ///< why the page is empty; empty when it is not
  bool stale = false;                              ///< whether the numbers belong to another setting than the knobs
};
[[nodiscard]] PageHeading page_heading(const State& state, CounterPage page);

}  // namespace lanescope::gui
