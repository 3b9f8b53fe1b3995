// All actions with their keys.
#pragma once

#include "gui/widgets/widgets.h"

namespace warpscope::gui {

void draw_help_window(const Frame& frame);

}  // namespace warpscope::gui
