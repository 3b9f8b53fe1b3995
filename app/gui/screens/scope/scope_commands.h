// Commands of the Bandwidth panel.
#pragma once

#include "gui/store/command.h"

namespace lanescope::gui {

struct ViewScope {
  double first = 0, last = 0;  ///< seconds since the session began
  LANESCOPE_APPLIES;
};

}  // namespace lanescope::gui
