// The bar with the menus and the most used buttons, above the panels; and the bar with the state of things, below them.
#pragma once

#include "gui/widgets/widgets.h"

namespace warpscope::gui {

void draw_menu_bar(const Frame& frame);
void draw_status_bar(const Frame& frame);

}  // namespace warpscope::gui
