#include "gui/widgets/shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace lanescope::gui {

void draw_shape(ImDrawList& list, Shape shape, ImVec2 centre, float size, ImVec4 colour) {
  const ImU32 ink = packed(colour);
  const float r = 0.3F * size, stroke = std::max(1.5F, 0.11F * size);
  const auto at = [&](float x, float y) { return ImVec2(centre.x + x * r, centre.y + y * r); };
  const auto line = [&](ImVec2 from, ImVec2 to) { list.AddLine(from, to, ink, stroke); };
  switch (shape) {
    case Shape::disc:
      return list.AddCircleFilled(centre, 0.85F * r, ink);
    case Shape::square:
      return list.AddRect(at(-0.8F, -0.8F), at(0.8F, 0.8F), ink, 0, 0, stroke);
    case Shape::diamond:
      return list.AddQuadFilled(at(0, -1), at(1, 0), at(0, 1), at(-1, 0), ink);
    case Shape::triangle:
      return list.AddTriangle(at(0, -0.9F), at(1, 0.8F), at(-1, 0.8F), ink, stroke);
    case Shape::hexagon:
      return list.AddNgonFilled(centre, 0.95F * r, ink, 6);
    case Shape::ring:
      return list.AddCircle(centre, 0.8F * r, ink, 0, stroke);
    case Shape::tick: {
      const std::array<ImVec2, 3> points{at(-0.95F, 0.05F), at(-0.25F, 0.75F), at(1.05F, -0.8F)};
      return list.AddPolyline(points.data(), static_cast<int>(points.size()), ink, ImDrawFlags_None, stroke);
    }
    case Shape::cross:
      line(at(-0.8F, -0.8F), at(0.8F, 0.8F));
      line(at(-0.8F, 0.8F), at(0.8F, -0.8F));
      break;
    case Shape::exclamation:
      list.AddTriangle(at(0, -1.15F), at(1.25F, 1), at(-1.25F, 1), ink, 0.8F * stroke);
      line(at(0, -0.35F), at(0, 0.35F));
      return list.AddCircleFilled(at(0, 0.68F), 0.55F * stroke, ink);
    case Shape::temple:
      list.AddTriangleFilled(at(0, -1.2F), at(1.2F, -0.35F), at(-1.2F, -0.35F), ink);
      for (const float x : {-0.75F, 0.0F, 0.75F}) line(at(x, -0.2F), at(x, 0.75F));
      line(at(-1.2F, 1), at(1.2F, 1));
      break;
    case Shape::pause:
      for (const float x : {-0.45F, 0.45F}) list.AddRectFilled(at(x - 0.25F, -0.9F), at(x + 0.25F, 0.9F), ink);
      break;
    case Shape::play:
      return list.AddTriangleFilled(at(-0.7F, -0.95F), at(1, 0), at(-0.7F, 0.95F), ink);
    case Shape::dots:
      for (const float x : {-1.0F, 0.0F, 1.0F}) list.AddCircleFilled(at(x, 0), 0.28F * r, ink);
      break;
    case Shape::tee:
      line(at(-1.1F, 0), at(1.1F, 0));
      line(at(0, 0), at(0, 1));
      break;
    case Shape::tally_marks:
      for (const float x : {-0.85F, -0.28F, 0.28F, 0.85F}) line(at(x, -0.85F), at(x, 0.85F));
      line(at(-1.25F, 0.55F), at(1.25F, -0.55F));
      break;
  }
}

void hatch(ImDrawList& list, ImVec2 from, ImVec2 to, float step, ImU32 ink, float stroke) {
  // The strokes are clipped to the rectangle here, because a clipping rectangle for each would be a draw call for each.
  // The corners of a stroke's ends stay inside too.
  const float inset = 0.36F * stroke, height = to.y - from.y;
  for (float x = std::floor((from.x - height) / step) * step; x < to.x; x += step) {
    const float left = std::max(x, from.x) + inset, right = std::min(x + height, to.x) - inset;
    if (right > left) list.AddLine({left, to.y - (left - x)}, {right, to.y - (right - x)}, ink, stroke);
  }
}

Marker marker_of(experiments::Origin origin) {
  constexpr std::array<Marker, 7> markers{{
      {Shape::disc, &Theme::accent},          // measured
      {Shape::square, &Theme::recorded},      // recorded
      {Shape::diamond, &Theme::stated},       // compiler
      {Shape::triangle, &Theme::stated},      // driver
      {Shape::hexagon, &Theme::derived},      // derived
      {Shape::ring, &Theme::predicted},       // predicted
      {Shape::tally_marks, &Theme::counted},  // counted
  }};
  return markers[static_cast<std::size_t>(origin)];
}

Marker marker_of(Verdict verdict) {
  constexpr std::array<Marker, 8> markers{{
      {Shape::dots, &Theme::quiet},           // none
      {Shape::exclamation, &Theme::warning},  // unverified
      {Shape::tick, &Theme::good},            // verified
      {Shape::cross, &Theme::wrong},          // wrong
      {Shape::temple, &Theme::lesson},        // expected_fault
      {Shape::temple, &Theme::lesson},        // missing_expected_fault
      {Shape::cross, &Theme::wrong},          // fault
      {Shape::pause, &Theme::warning},        // launch_blocked
  }};
  return markers[static_cast<std::size_t>(verdict)];
}

Marker marker_of(Problem::Kind kind) {
  constexpr std::array<Marker, 4> markers{{
      {Shape::cross, &Theme::wrong},          // fault
      {Shape::exclamation, &Theme::warning},  // missing_requirement
      {Shape::temple, &Theme::lesson},        // lesson
      {Shape::pause, &Theme::warning},        // launch_blocked
  }};
  return markers[static_cast<std::size_t>(kind)];
}

Marker marker_of(SourceMessage::Kind kind) {
  constexpr std::array<Marker, 5> markers{{
      {Shape::cross, &Theme::wrong},          // error
      {Shape::cross, &Theme::wrong},          // fault
      {Shape::temple, &Theme::lesson},        // lesson
      {Shape::exclamation, &Theme::warning},  // warning
      {Shape::dots, &Theme::quiet},           // remark
  }};
  return markers[static_cast<std::size_t>(kind)];
}

Marker marker_of(ComparedRow::Judgement judgement) {
  using Judgement = ComparedRow::Judgement;
  if (judgement == Judgement::better) return {Shape::tick, &Theme::good};
  if (judgement == Judgement::worse) return {Shape::exclamation, &Theme::warning};
  return {Shape::dots, &Theme::quiet};
}

ImVec4 colour_of(const Theme& theme, SourceWord word) {
  constexpr std::array<ImVec4 Theme::*, 8> colours{
      &Theme::text,    &Theme::keyword, &Theme::type,    &Theme::builtin,        // text, keyword, type, builtin
      &Theme::literal, &Theme::literal, &Theme::comment, &Theme::preprocessor};  // number, quoted, comment, ...
  return theme.*colours[static_cast<std::size_t>(word)];
}

}  // namespace lanescope::gui
