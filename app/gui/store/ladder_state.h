// The settings of the Ladder and Roofline panels, as part of the window's State.
#pragma once

namespace lanescope::gui {

struct LadderState {
  bool share = false;  ///< show rates as a fraction of each GPU's own peak
};

}  // namespace lanescope::gui
