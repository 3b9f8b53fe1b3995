// The parts of a lecture: the list of its moments in the Lessons panel, the field that asks for a sentence, and the
// sentence above the picture.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "gui/widgets/widgets.h"

namespace lanescope::gui {

/// A field that shows a text of the lecture and keeps what is typed until it is left.
class LectureField {
 public:
  /// Draws it over the width that is left, with so many lines. `wanted` gives it the keyboard in the first frame in
  /// which it is true. It returns the text when the field was left; `moment` was then shown when it was entered.
  std::optional<std::string> draw(const Frame& frame, const std::string& name, const std::string& present, int lines,
                                  bool wanted);
  /// The moment that the typed text belongs to.
  [[nodiscard]] const std::string& moment() const { return moment_; }

 private:
  std::array<char, 4096> typed_{};
  std::string moment_;
  bool held_ = false, wanted_ = false;
};

/// The fields of the Lessons panel.
struct MomentFields {
  LectureField title, name, sentence, notes;
};
/// Draws the lecture that is prepared: its moments, which are gone to, renamed, put into another order and deleted, and
/// the sentence and the notes of the present one.
void draw_moments(const Frame& frame, MomentFields& fields);

/// Draws the small window that asks for a sentence, while one is asked for.
void draw_sentence_field(const Frame& frame, LectureField& field);

/// Draws the sentence of the step and its number above the picture of a lecture. It must precede the panels, whose room
/// it takes.
void draw_sentence(const Frame& frame);

}  // namespace lanescope::gui
