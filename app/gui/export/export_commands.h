// Commands of the export dialog.
#pragma once

#include "gui/store/command.h"

namespace lanescope::gui {

/// Lets the dialog say something else.
struct ChangeExport {
  ExportChoice choice;
  LANESCOPE_APPLIES;
};

/// Writes what the dialog says, and closes it. Where nothing can be written, the dialog stays and says so.
struct StartExport {
  bool replace = false;  ///< whether a file that is there may be replaced; else the dialog stays
  LANESCOPE_APPLIES;
};

}  // namespace lanescope::gui
