// What the Ladder and Roofline panels are set to, as part of the window's State.
#pragma once

namespace warpscope::gui {

struct LadderState {
  bool share = false;  ///< rates as a part of each GPU's own peak
};

}  // namespace warpscope::gui
