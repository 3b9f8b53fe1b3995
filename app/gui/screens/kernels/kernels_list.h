// The list of kernels, which drops down from the bar above the panels.
#pragma once

#include "gui/widgets/widgets.h"

namespace lanescope::gui {

void draw_kernels_list(const Frame& frame);

}  // namespace lanescope::gui
