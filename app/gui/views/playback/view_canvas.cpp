#include "gui/views/playback/view_canvas.h"

#include <cmath>

namespace warpscope::gui {

PictureMouse::PictureMouse(const char* id, const ImRect& area, float em) {
  constexpr float click_distance = 0.4F;  // heights of text; a mouse that moves further drags
  constexpr double wheel_factor = 0.8;
  ImGui::SetCursorScreenPos(area.Min);
  ImGui::InvisibleButton(id, area.GetSize());
  ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
  const ImGuiIO& io = ImGui::GetIO();
  hovered = ImGui::IsItemHovered();
  x = static_cast<double>((io.MousePos.x - area.Min.x) / area.GetWidth());
  y = static_cast<double>((io.MousePos.y - area.Min.y) / area.GetHeight());
  if (hovered) factor = std::pow(wheel_factor, static_cast<double>(io.MouseWheel));
  const bool drags = ImGui::IsMouseDragPastThreshold(ImGuiMouseButton_Left, click_distance * em);
  if (drags && ImGui::IsItemActive()) moved = io.MouseDelta;
  clicked = hovered && !drags && ImGui::IsItemDeactivated();
  wants_all = hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
}

bool toggle_button(const Frame& frame, const std::string& words, const char* id, bool on) {
  ImGui::PushStyleColor(ImGuiCol_Button, on ? frame.theme.pressed : frame.theme.raised);
  const bool pressed = ImGui::Button((words + "##" + id).c_str());
  ImGui::PopStyleColor();
  return pressed;
}

}  // namespace warpscope::gui
