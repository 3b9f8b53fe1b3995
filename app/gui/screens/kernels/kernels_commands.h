// Commands of the list of kernels.
#pragma once

#include <string>

#include "gui/store/command.h"

namespace lanescope::gui {

/// Lists the kernels that hold the text.
struct SearchKernels {
  std::string text;
  LANESCOPE_APPLIES;
};

/// Marks the kernel below or above the marked one in the list of found kernels.
struct MarkNeighbour {
  int direction = 1;  ///< 1 means below, -1 above
  LANESCOPE_APPLIES;
};

/// Selects the marked kernel of the list of found kernels.
struct SelectMarkedKernel {
  LANESCOPE_APPLIES;
};

/// Hides the kernels of a family, or shows them again.
struct ToggleFamily {
  std::string family;
  LANESCOPE_APPLIES;
};

}  // namespace lanescope::gui
