// Commands of the notices.
#pragma once

#include <cstddef>
#include <string>

#include "gui/store/command.h"

namespace lanescope::gui {

/// Shows the folder of a file on the desktop.
struct ShowFolder {
  std::string file;
  LANESCOPE_APPLIES;
};

struct CloseNotice {
  std::size_t index = 0;  ///< index into Ui::notices
  LANESCOPE_APPLIES;
};

/// Keeps the notices for some seconds more, because the mouse is over them.
struct HoldNotices {
  LANESCOPE_APPLIES;
};

}  // namespace lanescope::gui
