// Commands of the Warps view.
#pragma once

#include "gui/store/command.h"

namespace lanescope::gui {

struct ViewWarps {
  double from = 0, to = 1;  ///< fractions of the length of the trace
  LANESCOPE_APPLIES;
};

}  // namespace lanescope::gui
