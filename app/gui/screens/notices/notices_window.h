// What was done and what failed, over the panels.
#pragma once

#include "gui/widgets/widgets.h"

namespace lanescope::gui {

/// Draws the notices at the lower right of the window. They take no focus.
void draw_notices(const Frame& frame);

}  // namespace lanescope::gui
