// Shapes, and what is told apart by them: each thing that has a colour of its own has a shape that says the same.
#pragma once

#include <imgui.h>

#include "gui/panels/readout/readout_view_model.h"
#include "gui/panels/source/source_view_model.h"
#include "gui/widgets/theme.h"

namespace warpscope::gui {

/// exhibit: a museum's front.
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
  dots
};
/// Draws a shape of normal text height, centred.
void draw_shape(ImDrawList& list, Shape shape, ImVec2 centre, float size, ImVec4 colour);
/// Slanted strokes over a rectangle, `step` pixels apart: tells it from its neighbours without seeing colours. They are
/// those of one pattern over the whole screen, so that rectangles side by side continue each other.
void hatch(ImDrawList& list, ImVec2 from, ImVec2 to, float step, ImU32 ink, float stroke);
/// How a thing looks wherever it is shown.
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

}  // namespace warpscope::gui
