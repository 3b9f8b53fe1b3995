// The lesson that is open in the window, the learner's prediction, and what comes back when the lesson is left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "gui/store/playback/playback.h"
#include "gui/store/playback/views_state.h"
#include "gui/store/ui.h"
#include "lessons/answers.h"
#include "lessons/lesson.h"
#include "lessons/texts.h"

namespace lanescope::gui {

/// What the learner says before the answer is shown.
struct Prediction {
  std::string number;                 ///< number: as it was typed
  std::vector<std::size_t> options;   ///< choice: the chosen one; order: all, the least first
  int line = 0;                       ///< line: in the kernel's file, from 1
  std::optional<std::uint32_t> bank;  ///< bank: 0 to 31
  friend bool operator==(const Prediction&, const Prediction&) = default;
};

/// A lesson that can be opened.
struct KnownLesson {
  std::shared_ptr<const lessons::Lesson> lesson;  ///< never null
  bool own = false;                               ///< The file is the user's.
};

/// What can be typed of a lecture.
enum class LectureText { title, moment, sentence, notes };

/// What a lesson changes in the window, and leaving it restores.
struct BeforeLesson {
  std::string kernel;
  std::map<std::string, catalogue::Values> values;
  std::uint64_t seed = 1;
  std::string target;
  WarpsChoice warps;
  Playback playback;  ///< with the trace, which is used only to find the same access again
  Workspace workspace = Workspace::watch;
};

struct LessonState {
  // This is what is known.
  std::vector<KnownLesson> lessons;             ///< the program's in the order of their names, then the user's
  std::vector<Error> errors;                    ///< of the files that hold no lesson
  std::shared_ptr<const lessons::Texts> texts;  ///< the words of answers and origins; null before they are read

  // This is the step that is open.
  std::shared_ptr<const lessons::Lesson> open;  ///< null when none is
  std::size_t step = 0;
  std::optional<Prediction> prediction;  ///< given; what is chosen on the way is in `order`
  std::vector<std::size_t> order;        ///< options in the order in which they were marked so far
  bool shown = false;                    ///< The answer is shown without a prediction, or the goal was reached.
  bool shows_list = false;               ///< whether the list of lessons is shown
  std::optional<BeforeLesson> before;    ///< empty before a lesson has changed the window

  // This is the lecture that the user prepares: a lesson of the user, which the window changes.
  std::string folder;                              ///< of the user's lessons; empty means none
  std::shared_ptr<const lessons::Lesson> lecture;  ///< the one that moments are added to; null before the first
  std::uint64_t edits = 0;                         ///< rises with each change of it
  std::optional<lessons::LessonStep> draft;        ///< the moment that is added as soon as its sentence is given
  std::optional<LectureText> typed;                ///< what of it is typed
  std::vector<std::string> band;                   ///< the knobs chosen for the band; empty means the first ones

  // The answer is computed beside the window.
  std::uint64_t question = 0;  ///< the number of what is asked; rises with each step, and with each setting of a goal
  std::uint64_t asked_revision = 0;                       ///< Selection::revision of that question, for goals
  std::shared_ptr<const lessons::AnsweredStep> answered;  ///< of `question`; null before it is known
  std::string trouble;                                    ///< why there is no answer; empty while there may be one

  // These wait until the accesses of the setting have come.
  bool is_selection_due = false;                ///< access, lane, bank and time of the step
  std::optional<Playback> playback_to_restore;  ///< what was selected before the lesson

  /// Whether the open lesson is the lecture that the user prepares.
  [[nodiscard]] bool is_prepared() const { return open != nullptr && open == lecture; }
  /// Whether there is a panel of it.
  [[nodiscard]] bool is_shown() const { return open != nullptr || shows_list; }
  /// Whether a lecture has a place for the panel in its band: steps without a question have their sentence above.
  [[nodiscard]] bool needs_strip() const { return open != nullptr ? now()->question.has_value() : shows_list; }
  /// Asks anew: an answer that is still computed is dropped.
  void ask_anew();
  /// Forgets what was predicted and answered of the step before.
  void begin_step();
  /// Shows the step of that name of the open lesson, else the one of the same number, as far as there are so many.
  void stay_at(const std::string& name);
  /// Returns null when no lesson is open.
  [[nodiscard]] const lessons::LessonStep* now() const { return open ? &open->steps[step] : nullptr; }
};

/// Returns whether the step asks something whose answer is not shown yet. The animated views are covered then.
[[nodiscard]] bool has_open_question(const LessonState& lesson);

/// Returns whether the prediction is right; nothing while the answer is not known, or without a prediction.
[[nodiscard]] std::optional<bool> is_right(const LessonState& lesson);

/// Returns the number that was typed: digits with a point, commas between thousands. It is empty for any other text.
[[nodiscard]] std::optional<double> typed_number(const std::string& text);

/// Returns the place of the step of that name, or nothing.
[[nodiscard]] std::optional<std::size_t> place_of_step(const lessons::Lesson& lesson, const std::string& name);

struct State;

/// Takes the lessons of the folders anew. An open lesson whose file has changed stays open, at the step of that name.
void accept_lessons(State& state, std::vector<KnownLesson> lessons, std::vector<Error> errors);

/// Takes the answer of a question. One that was overtaken is dropped.
void accept_answer(State& state, std::uint64_t question, Expected<lessons::AnsweredStep> answered);

/// Selects what the step is about as soon as the accesses have come, asks a goal again after a knob was turned, and
/// selects after a lesson what was selected before. It is called when something has become known or was changed.
void follow_lesson(State& state);

/// Returns the step that is asked about, at the present knobs when it has a goal. A lesson must be open.
[[nodiscard]] lessons::LessonStep question_step(const State& state);

/// Returns the present moment of the window as a step of a lesson: kernel, knobs, view, selection, camera and time, and
/// the knobs of the band. It has no text. `number` tells it from others of the file.
[[nodiscard]] lessons::LessonStep moment_of(const State& state, std::size_t number);

}  // namespace lanescope::gui
