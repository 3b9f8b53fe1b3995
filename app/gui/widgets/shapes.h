// Shapes, and the things that they tell apart. Each thing with a colour of its own also has a shape of its own.
#pragma once

#include <imgui.h>

#include "gui/panels/readout/readout_view_model.h"
#include "gui/panels/source/source_view_model.h"
#include "gui/widgets/theme.h"

namespace lanescope::gui {

/// `exhibit` is the front of a museum, `ceiling` what something can reach at most, `tally` strokes that count.
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
  exhibit,
  pause,
  play,
  dots,
  ceiling,
  tally
};
/// Draws a shape of normal text height, centred.
void draw_shape(ImDrawList& list, Shape shape, ImVec2 centre, float size, ImVec4 colour);
/// Draws slanted strokes over a rectangle, `step` pixels apart, which mark it without a colour. They belong to one
/// pattern over the whole screen, so that adjacent rectangles continue each other.
void hatch(ImDrawList& list, ImVec2 from, ImVec2 to, float step, ImU32 ink, float stroke);
/// Shape and colour of a thing wherever it is shown.
struct Look {
  Shape shape;
  ImVec4 Theme::*colour;
};
[[nodiscard]] Look look_of(Source source);
[[nodiscard]] Look look_of(Verdict verdict);
[[nodiscard]] Look look_of(Problem::Kind kind);
[[nodiscard]] Look look_of(SourceMessage::Kind kind);

template <class Thing>
[[nodiscard]] Shape shape_of(Thing thing) {
  return look_of(thing).shape;
}
template <class Thing>
[[nodiscard]] ImVec4 colour_of(const Theme& theme, Thing thing) {
  return theme.*look_of(thing).colour;
}
[[nodiscard]] ImVec4 colour_of(const Theme& theme, SourceWord word);

}  // namespace lanescope::gui
