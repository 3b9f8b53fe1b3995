// Writes steps as a lesson's file holds them, so that a moment of the window becomes one.
#pragma once

#include <string>

#include "lessons/lesson.h"

namespace lanescope::lessons {

/// Returns the lines of the file before its first step.
[[nodiscard]] std::string lesson_head(const LocalizedText& title, const LocalizedText& summary);

/// Returns the lines of a step: its name, title and text, its experiment and its view. read_lesson() of a head and
/// steps gives these back. A question is not written.
[[nodiscard]] std::string step_text(const LessonStep& step);

}  // namespace lanescope::lessons
