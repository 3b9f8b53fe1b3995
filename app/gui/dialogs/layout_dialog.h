// The small window that asks for a layout's name.
#pragma once

#include <array>

#include "gui/widgets/widgets.h"

namespace warpscope::gui {

/// What the window keeps while it is open.
struct LayoutForm {
  bool shown = false;  ///< in the last frame
  std::array<char, 64> name{};
};
void draw_layout_dialog(const Frame& frame, LayoutForm& form);

}  // namespace warpscope::gui
