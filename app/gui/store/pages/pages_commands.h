// Commands of the pages of Nsight Compute.
#pragma once

#include <cstddef>

#include "gui/store/command.h"
#include "gui/store/pages/pages_state.h"

namespace lanescope::gui {

/// Reports whether the panel of the page is visible. The page is counted while it is.
struct SetPageVisible {
  CounterPage page = CounterPage::summary;
  bool visible = true;
  LANESCOPE_APPLIES;
};

/// Shows the lines that cause the traffic in the Source panel, with the most costly one selected.
struct ShowTraffic {
  Traffic traffic = Traffic::global_load;
  LANESCOPE_APPLIES;
};

/// Goes to what shows a finding of the Summary.
struct FollowFinding {
  std::size_t index = 0;  ///< 0 means what limits the kernel; 1 and more are the causes in their order
  FindingTarget target = FindingTarget::page;
  LANESCOPE_APPLIES;
};

}  // namespace lanescope::gui
