// What the Lessons panel shows: the list of lessons, or the open step with its question, the prediction and the answer.
#pragma once

#include <string>
#include <vector>

#include "gui/store/state.h"

namespace lanescope::gui {

/// One line of the list.
struct LessonEntry {
  std::string name;  ///< for StartLesson
  std::string title, summary, length;
};

enum class OptionMark { open, marked, right, wrong };
struct OptionText {
  std::string text;
  std::string place;  ///< the place that the learner gave it in an order; empty for none
  OptionMark mark = OptionMark::open;
};

/// none: the step has no question; asked: it waits for a prediction; computing: the answer is not known yet.
enum class LessonVerdict { none, asked, computing, right, wrong, shown, failed };

/// A labelled paragraph, in the small Markdown of lessons.
struct LessonText {
  std::string label;  ///< empty: none
  std::string text;
};

struct LessonViewModel {
  bool open = false;

  // Of the list.
  std::vector<LessonEntry> lessons;
  std::vector<std::string> complaints;  ///< of files that hold no lesson

  // Of the open step.
  std::string lesson, place, title;  ///< "Banks in ten minutes", "3 of 7", "Which bank?"
  std::vector<LessonText> texts;     ///< what stands before the question
  lessons::Question::Kind kind = lessons::Question::Kind::number;
  LessonText question;  ///< empty: none
  std::string unit;     ///< behind the number
  std::vector<OptionText> options;
  int line = 0;  ///< the selected line, for a question for a line; 0 means none
  LessonVerdict verdict = LessonVerdict::none;
  std::string verdict_text;           ///< "Right", "Not quite", why there is no answer
  std::string given, answer, origin;  ///< in words; empty while the question is open
  std::vector<LessonText> after;      ///< what stands behind the answer

  [[nodiscard]] bool is_asked() const { return verdict == LessonVerdict::asked; }
};

[[nodiscard]] LessonViewModel lesson_view_model(const State& state);

}  // namespace lanescope::gui
