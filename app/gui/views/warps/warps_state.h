// How the Warps panel is looked at.
#pragma once

namespace warpscope::gui {

struct WarpsChoice {
  bool one_at_a_time = false;      ///< logical order: of all warps; else each warp's own, lined up at barriers
  bool by_multiprocessor = false;  ///< rows by SM, as blocks were scheduled; instrumented traces
  double from = 0, to = 1;         ///< the part of the time that is seen, in shares of its length
};
/// Shares; what is seen is never less.
inline constexpr double smallest_part = 1.0 / 65536;

}  // namespace warpscope::gui
