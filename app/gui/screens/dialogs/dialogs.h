// The small windows over the panels, and what the interface keeps of each while it is open. The palette is in
// palette.h.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "gui/widgets/dialog.h"

namespace lanescope::gui {

/// What the user has typed in the dialog that connects to another machine.
struct ConnectForm {
  using Text = std::array<char, 512>;
  Text host{}, shell{}, program{};
  bool shown = false;  ///< whether it was open in the last frame; a new one is filled in and takes the focus
};
void draw_connect_dialog(const Frame& frame, ConnectForm& form);

/// Draws the list of all actions with their keys.
void draw_help_window(const Frame& frame);

}  // namespace lanescope::gui
