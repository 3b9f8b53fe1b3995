// What the interface remembers of the Warps panel between frames: what can be made again, and where it was scrolled to.
#pragma once

#include "gui/views/warps/warps_view_model.h"

namespace warpscope::gui {

struct WarpsMemory {
  WarpsViewModel view_model;
  float scrolled = 0;  ///< pixels
};

}  // namespace warpscope::gui
