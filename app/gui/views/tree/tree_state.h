// How the Tree panel is set.
#pragma once

namespace lanescope::gui {

struct TreeChoice {
  bool one_warp = false;  ///< only the columns of the chosen warp are seen; otherwise those of the whole block
};

}  // namespace lanescope::gui
