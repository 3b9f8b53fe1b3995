// How the Tiles panel is set.
#pragma once

namespace lanescope::gui {

struct TilesChoice {
  bool whole = false;  ///< whole buffers are visible; otherwise what the block fetches of them
};

}  // namespace lanescope::gui
