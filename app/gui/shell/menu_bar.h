// The bar with the menus and the most used buttons, above the panels.
#pragma once

#include "gui/widgets/widgets.h"

namespace warpscope::gui {

void draw_menu_bar(const Frame& frame);

}  // namespace warpscope::gui
