// Draws the window in which a file is opened.
#pragma once

#include <array>

#include "gui/widgets/widgets.h"

namespace lanescope::gui {

/// What the interface keeps of it while it is open.
struct OpenFileForm {
  bool shown = false;             ///< whether it was open in the last frame
  std::string folder;             ///< for which `path` was filled in
  std::array<char, 1024> path{};  ///< as typed
};
void draw_open_file_dialog(const Frame& frame, OpenFileForm& form);

}  // namespace lanescope::gui
