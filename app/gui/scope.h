// The history as the plot draws it: the last minute, time counted back from the newest event.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gui/history.h"

namespace warpscope::gui {

struct ScopePicture {
  /// Measurements of one setting; lines never connect two settings.
  struct Trace {
    std::vector<double> seconds;          ///< 0 is the newest event, -60 the left edge
    std::vector<double> rate, low, high;  ///< GB/s
  };
  struct Mark {
    double seconds = 0;
    std::string text;
  };
  std::vector<Trace> traces;
  std::vector<Mark> marks;
  double span_seconds = 60;
  double top = 100;            ///< of the rate axis, GB/s
  std::optional<double> peak;  ///< theoretical, GB/s
};

/// peak_gb_per_s 0: not known.
[[nodiscard]] ScopePicture scope_picture(const History& history, double peak_gb_per_s);

}  // namespace warpscope::gui
