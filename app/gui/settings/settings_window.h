// The window in which everything is set that stays the same from one start to the next.
#pragma once

#include "gui/widgets/widgets.h"

namespace lanescope::gui {

void draw_settings_window(const Frame& frame);

}  // namespace lanescope::gui
