// The dialog in which everything is chosen that is written: what, how, how large, how long, and where.
#pragma once

#include "gui/widgets/widgets.h"

namespace lanescope::gui {

void draw_export_dialog(const Frame& frame);

}  // namespace lanescope::gui
