// The dialog for running kernels on another machine.
#pragma once

#include <array>

#include "gui/widgets/widgets.h"

namespace warpscope::gui {

/// What is typed into it and not yet asked for.
struct ConnectForm {
  using Text = std::array<char, 512>;
  Text host{}, shell{}, program{};
  bool shown = false;  ///< in the last frame: when it opens, it is filled in and takes the keyboard
};

void draw_connect_dialog(const Frame& frame, ConnectForm& form);

}  // namespace warpscope::gui
