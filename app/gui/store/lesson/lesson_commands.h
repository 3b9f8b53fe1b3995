// Commands of lessons.
#pragma once

#include <cstddef>
#include <string>

#include "gui/store/command.h"
#include "gui/store/lesson/lesson_state.h"

namespace lanescope::gui {

/// Opens a lesson at its first step.
struct StartLesson {
  std::string name;
  LANESCOPE_APPLIES;
};

/// Applies a step of the open lesson to the window.
struct GoToStep {
  std::size_t step = 0;  ///< from 0
  LANESCOPE_APPLIES;
};

/// Marks an option of the question, or takes the mark and those after it back.
struct MarkOption {
  std::size_t option = 0;
  LANESCOPE_APPLIES;
};

/// Gives the learner's prediction, and shows the answer.
struct Predict {
  Prediction prediction;
  LANESCOPE_APPLIES;
};

}  // namespace lanescope::gui
