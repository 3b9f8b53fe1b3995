// How the Warps panel is set.
#pragma once

namespace lanescope::gui {

struct WarpsChoice {
  bool one_at_a_time = false;      ///< logical order of all warps; otherwise of each warp, lined up at barriers
  bool by_multiprocessor = false;  ///< rows by SM, as blocks were scheduled, in instrumented traces
  double from = 0, to = 1;         ///< the visible part of the time, in fractions of its length
};
/// The smallest visible fraction.
inline constexpr double min_visible_part = 1.0 / 65536;

}  // namespace lanescope::gui
