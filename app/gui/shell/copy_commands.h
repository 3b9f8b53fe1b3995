// What Ctrl+C copies: a line of the source, numbers and tables as text, and any other panel as a picture.
#pragma once

#include <string>

#include "gui/store/command.h"

namespace lanescope::gui {

/// Copies what the panel shows. The interface sends it in answer to CopyFocused.
struct CopyPanel {
  std::string panel;  ///< its name
  LANESCOPE_APPLIES;
};

}  // namespace lanescope::gui
