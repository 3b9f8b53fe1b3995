// What the lecturer reads in a window of its own.
#pragma once

#include <string>

#include "gui/widgets/widgets.h"

namespace lanescope::gui {

struct PresenterClock {
  std::string time;    ///< of the day: "10:42"
  double lecture = 0;  ///< in seconds since the lecture began
};

/// Returns "12:05", or "1:02:05" after an hour.
[[nodiscard]] std::string duration_text(double seconds);

/// Fills the window with notes, answer, next moment and clock. It returns whether the clock of the lecture was clicked.
[[nodiscard]] bool draw_presenter(const Frame& frame, const PresenterClock& clock);

}  // namespace lanescope::gui
