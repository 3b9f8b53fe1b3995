// How the Tree panel is set.
#pragma once

namespace lanescope::gui {

struct TreeChoice {
  bool one_warp = false;  ///< only the columns of the chosen warp are visible; otherwise those of the whole block
};

}  // namespace lanescope::gui
