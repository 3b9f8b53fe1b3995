// What the Sweep panel draws: every point of the grid with its number, or why it has none.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gui/sweep.h"

namespace warpscope::gui {

struct SweepMark {
  /// unknown: nothing has been run there yet. illegal: it cannot be run. failed: it was run and has no number.
  enum class Kind { unknown, illegal, failed, value };
  Kind kind = Kind::unknown;
  double value = 0, low = 0, high = 0;  ///< in the picture's unit; quartiles where the quantity has any
  bool recorded = false;
  bool current = false;  ///< the setting that the knobs show
  std::string text;      ///< the number, short
  std::string detail;    ///< the whole story, for the tooltip
};

struct SweepPicture {
  SweepQuantity quantity = SweepQuantity::rate;  ///< the chosen one, or one that there are numbers of
  std::vector<SweepMark> marks;                  ///< one a cell of the grid
  double low = 0, high = 0;                      ///< of all values; both 0 without any
  std::string caption;                           ///< where the numbers come from
  std::string progress;                          ///< "12 of 45 points, 20 s left"; empty: no sweep runs
  double share = 0;                              ///< of the running sweep that is done, 0 to 1
};

[[nodiscard]] SweepPicture sweep_picture(const State& state);

}  // namespace warpscope::gui
