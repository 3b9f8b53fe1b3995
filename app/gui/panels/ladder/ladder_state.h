// What the Ladder and Roofline panels are set to, as part of the window's State.
#pragma once

#include <cstdint>

namespace warpscope::gui {

struct LadderState {
  bool share = false;                        ///< rates as a part of each GPU's own peak
  std::uint64_t fronts_wanted = 0;           ///< rises when the Ladder shall come to the front
  std::uint64_t roofline_fronts_wanted = 0;  ///< the same of the Roofline
};

}  // namespace warpscope::gui
