// Commands that change the lecture that the user prepares.
#pragma once

#include <cstddef>
#include <string>

#include "gui/store/command.h"
#include "gui/store/lesson/lesson_state.h"

namespace lanescope::gui {

/// Adds the moment that waits for its sentence; an empty one means that it has none.
struct KeepMoment {
  std::string sentence;
  LANESCOPE_APPLIES;
};

/// Gives the lecture or one of its moments a text.
struct SetLectureText {
  LectureText part = LectureText::sentence;
  std::string moment;  ///< its name; of no meaning for the title of the lecture
  std::string text;
  LANESCOPE_APPLIES;
};

/// Lets a text be typed no longer.
struct StopTypingLecture {
  LANESCOPE_APPLIES;
};

struct MoveMoment {
  std::size_t from = 0, to = 0;  ///< places, from 0
  LANESCOPE_APPLIES;
};

/// Puts a knob into the band of the lecture, or takes it out. The band has two at most: the one chosen first goes.
struct ToggleBandKnob {
  std::string name;
  LANESCOPE_APPLIES;
};

}  // namespace lanescope::gui
