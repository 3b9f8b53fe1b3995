// Asks what a picture shall be of, and how large it shall be.
#pragma once

#include <string>

#include "gui/widgets/widgets.h"

namespace warpscope::gui {

/// What was chosen so far; kept by the interface.
struct PictureForm {
  std::string panel;  ///< as ExportPicture
  int width = 1920, height = 1080;
  bool as_it_is = false;  ///< the size that it has on the screen
};

void draw_picture_dialog(const Frame& frame, PictureForm& form);

}  // namespace warpscope::gui
