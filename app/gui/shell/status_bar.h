// The bar with the state of things, below the panels.
#pragma once

#include "gui/widgets/widgets.h"

namespace warpscope::gui {

void draw_status_bar(const Frame& frame);

}  // namespace warpscope::gui
