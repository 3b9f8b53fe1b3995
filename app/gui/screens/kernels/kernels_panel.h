// The list of kernels, which is a panel and drops down from the bar above the panels.
#pragma once

#include "gui/widgets/widgets.h"

namespace lanescope::gui {

void draw_kernels_panel(const Frame& frame);

}  // namespace lanescope::gui
