// How the Grid panel is set.
#pragma once

namespace lanescope::gui {

struct GridChoice {
  double from = 0, to = 1;     ///< the visible part of the time, in fractions of its length
  double first = 0, last = 1;  ///< the visible multiprocessors, in fractions of their number
};
/// The smallest visible fractions.
inline constexpr double min_grid_time = 1.0 / 65536, min_grid_rows = 1.0 / 256;

}  // namespace lanescope::gui
