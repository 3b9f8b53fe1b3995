// Shapes, and the things that they tell apart. Each thing with a colour of its own also has a shape of its own.
#pragma once

#include <imgui.h>

#include "gui/readings/comparison_view_model.h"
#include "gui/readings/readout_view_model.h"
#include "gui/store/source/source_text.h"
#include "gui/widgets/theme.h"

namespace lanescope::gui {

/// `temple` is a gable on three columns (a museum), `tee` a T, `tally_marks` four strokes with a fifth across.
enum class Shape {
  disc,
  square,
  diamond,
  triangle,
  hexagon,
  ring,
  tick,
  cross,
  exclamation,
  temple,
  pause,
  play,
  dots,
  tee,
  tally_marks
};
/// Draws a shape of normal text height, centred.
void draw_shape(ImDrawList& list, Shape shape, ImVec2 centre, float size, ImVec4 colour);
/// Draws slanted strokes over a rectangle, `step` pixels apart, which mark it without a colour. They belong to one
/// pattern over the whole screen, so that adjacent rectangles continue each other.
void hatch(ImDrawList& list, ImVec2 from, ImVec2 to, float step, ImU32 ink, float stroke);
/// The shape and colour that stand for a thing wherever it is shown.
struct Marker {
  Shape shape;
  ImVec4 Theme::*colour;
};
[[nodiscard]] Marker marker_of(experiments::Origin origin);
[[nodiscard]] Marker marker_of(Verdict verdict);
[[nodiscard]] Marker marker_of(Problem::Kind kind);
[[nodiscard]] Marker marker_of(SourceMessage::Kind kind);
[[nodiscard]] Marker marker_of(ComparedRow::Judgement judgement);

template <class Thing>
[[nodiscard]] Shape shape_of(Thing thing) {
  return marker_of(thing).shape;
}
template <class Thing>
[[nodiscard]] ImVec4 colour_of(const Theme& theme, Thing thing) {
  return theme.*marker_of(thing).colour;
}
[[nodiscard]] ImVec4 colour_of(const Theme& theme, SourceWord word);

}  // namespace lanescope::gui
