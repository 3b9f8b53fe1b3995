#include "gui/shell/pen.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanescope::gui {
namespace {

ImVec2 on_screen(const ImRect& picture, ImVec2 part) {
  return {picture.Min.x + part.x * picture.GetWidth(), picture.Min.y + part.y * picture.GetHeight()};
}

ImVec2 part_of(const ImRect& picture, ImVec2 at) {
  return {std::clamp((at.x - picture.Min.x) / picture.GetWidth(), 0.0F, 1.0F),
          std::clamp((at.y - picture.Min.y) / picture.GetHeight(), 0.0F, 1.0F)};
}

/// Draws the line twice: on a wider one of the ground, it is seen on every colour.
void draw_line(ImDrawList& list, const Frame& frame, const std::vector<ImVec2>& points, bool is_arrow) {
  const float width = frame.stroke(0.2F);
  for (const bool is_ground : {true, false}) {
    const ImU32 colour = packed(is_ground ? frame.theme.ground : frame.theme.focus);
    const float wide = is_ground ? 2 * width : width;
    list.AddPolyline(points.data(), static_cast<int>(points.size()), colour, ImDrawFlags_None, wide);
    if (points.size() == 1) list.AddCircleFilled(points.front(), wide / 2, colour);
    if (!is_arrow || points.size() < 2) continue;
    const ImVec2 from = points.front(), to = points.back();
    const float length = std::max(1.0F, std::hypot(to.x - from.x, to.y - from.y));
    const ImVec2 along{(to.x - from.x) / length, (to.y - from.y) / length};
    const float head = std::min(1.1F * frame.em, 0.6F * length);
    for (const float side : {-1.0F, 1.0F}) {
      const ImVec2 end{to.x - head * (along.x + side * 0.6F * along.y),
                       to.y - head * (along.y - side * 0.6F * along.x)};
      list.AddLine(to, end, colour, wide);
    }
  }
}

}  // namespace

void DrawingPen::follow(const Frame& frame, const ImRect& picture) {
  const ImGuiIO& io = ImGui::GetIO();
  const ImVec2 at = part_of(picture, io.MousePos);
  if (ImGui::IsItemActivated()) {
    strokes_.push_back({io.KeyShift, {at}});
    draws_ = true;
  }
  draws_ = draws_ && !strokes_.empty() && is_held();
  if (!draws_) return;
  Stroke& stroke = strokes_.back();
  if (stroke.is_arrow) stroke.points.resize(1);
  const ImVec2 last = on_screen(picture, stroke.points.back());
  if (std::hypot(io.MousePos.x - last.x, io.MousePos.y - last.y) >= 1) stroke.points.push_back(at);
  frame.needs_redraw = true;
}

void DrawingPen::draw(const Frame& frame, const ImRect& picture, const std::string& subject) {
  if (std::exchange(subject_, subject) != subject) clear();
  const ImGuiIO& io = ImGui::GetIO();
  const bool wanted = frame.state.ui.pen || io.KeyCtrl;
  const bool menu = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  const bool takes = draws_ || (wanted && !menu && !io.WantTextInput && picture.Contains(io.MousePos));
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.PushClipRect(picture.Min, picture.Max);
  if (takes) {
    ImGui::SetNextWindowPos(picture.Min);
    ImGui::SetNextWindowSize(picture.GetSize());
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::Begin("##pen", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoDocking |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    ImGui::InvisibleButton("ink", picture.GetSize());
    name_place(frame, "pen", picture);
    follow(frame, picture);
    ImGui::End();
    ImGui::PopStyleVar(2);
    ImGui::SetMouseCursor(ImGuiMouseCursor_None);
    list.AddCircleFilled(io.MousePos, frame.stroke(0.2F), packed(frame.theme.ground));
    list.AddCircleFilled(io.MousePos, frame.stroke(0.14F), packed(frame.theme.focus));
  } else {
    draws_ = false;
  }
  for (const Stroke& stroke : strokes_) {
    std::vector<ImVec2> points;
    for (const ImVec2 point : stroke.points) points.push_back(on_screen(picture, point));
    draw_line(list, frame, points, stroke.is_arrow);
  }
  list.PopClipRect();
}

}  // namespace lanescope::gui
