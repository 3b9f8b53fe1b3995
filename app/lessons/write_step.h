// Writes lessons as their files hold them, so that a moment of the window becomes a step.
#pragma once

#include <string>

#include "lessons/lesson.h"

namespace lanescope::lessons {

/// Returns the lines of the file before its first step.
[[nodiscard]] std::string lesson_head(const LocalizedText& title, const LocalizedText& summary);

/// Returns the lines of a step. read_lesson() of a head and steps gives these back.
[[nodiscard]] std::string step_text(const LessonStep& step);

/// Returns the whole file. `before` is its present text, or empty: the lines of a step that has not changed stay as
/// they were written, with their comments.
[[nodiscard]] std::string lesson_text(const Lesson& lesson, const std::string& before);

}  // namespace lanescope::lessons
