// The lecture that the user prepares in the window: moments with a sentence each, in a lesson file of the user.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "gui/store/command.h"
#include "gui/store/lesson/lesson_state.h"

namespace lanescope::gui {

struct Knob;

/// How many knobs the band beside the number of a lecture has at most.
inline constexpr std::size_t max_band_knobs = 2;

/// Returns the knobs of the kernel that the band has: those that were chosen, else the focused one and the next ones.
[[nodiscard]] std::vector<Knob> band_knobs(const State& state);

/// Returns the sentence above the picture of a lecture: that of the step, or its question; empty when it has none.
[[nodiscard]] std::string sentence_of(const State& state);

/// What the lecturer reads beside the audience's picture. Each is empty where there is none.
struct PresenterText {
  std::string place;     ///< "3 / 8"
  std::string sentence;  ///< of the step, as sentence_of()
  std::string notes;
  std::string answer;  ///< of its question, as soon as it is known, also while the audience predicts
  std::string next;    ///< the title of the next step
};
[[nodiscard]] PresenterText presenter_text(const State& state);

/// Returns the present moment of the window, as the next of the lecture that is prepared.
[[nodiscard]] lessons::LessonStep next_moment(const State& state);

/// Goes from one text of the lecture to another, as undo and redo do; null means that there is no such lecture. It
/// fails when its file was changed elsewhere since.
[[nodiscard]] Outcome restore_lecture(State& state, const std::shared_ptr<const lessons::Lesson>& now,
                                      const std::shared_ptr<const lessons::Lesson>& wanted);

}  // namespace lanescope::gui
