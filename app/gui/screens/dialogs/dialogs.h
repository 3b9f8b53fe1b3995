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

/// The subject and the size of a picture that the user has chosen so far.
struct PictureForm {
  std::string panel;  ///< as in ExportPicture
  int width = 1920, height = 1080;
  bool use_screen_size = false;  ///< whether it takes the size on the screen
  bool shown = false;            ///< whether the dialog was open in the last frame
  std::array<char, 1024> folder{};
};

void draw_picture_dialog(const Frame& frame, PictureForm& form);

}  // namespace lanescope::gui
