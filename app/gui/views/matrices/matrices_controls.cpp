// The row of buttons above the pictures of the Matrices panel.
#include "gui/views/matrices/matrices_drawing.h"

#include <imgui.h>

#include <string>

namespace warpscope::gui {

/// A small button that says whether it is on; goes to the next line where there is no room.
bool MatricesDrawing::control(const std::string& words, bool on, const char* name, float right) {
  const float width = size_of(words).x + 2 * ImGui::GetStyle().FramePadding.x;
  if (started_) {
    ImGui::SameLine(0, 0.3F * em_);
    if (ImGui::GetCursorScreenPos().x + width > right) ImGui::NewLine();
  }
  started_ = true;
  ImGui::PushStyleColor(ImGuiCol_Button, on ? frame.theme.pressed : frame.theme.raised);
  const bool pressed = ImGui::Button((words + "##" + name).c_str());
  ImGui::PopStyleColor();
  const std::string widget = std::string("matrices/") + name;
  name_item(frame, widget);
  if (on) {
    const ImRect place = frame.widgets.at(widget);
    ImGui::GetWindowDrawList()->AddLine({place.Min.x + 0.2F * em_, place.Max.y - stroke()},
                                        {place.Max.x - 0.2F * em_, place.Max.y - stroke()}, ink(frame.theme.accent),
                                        2 * stroke());
  }
  return pressed;
}

float MatricesDrawing::draw_controls(const ImRect& canvas) {
  const FontScope small(frame, frame.fonts.text, 0.85F);
  ImGui::SetCursorScreenPos(canvas.Min);
  if (!compact_) {
    draw_choices(canvas.Max.x);
    return ImGui::GetItemRectMax().y;
  }
  constexpr const char* popup = "matrices_choices";
  if (control(frame.say("matrices.show"), false, "show", canvas.Max.x)) ImGui::OpenPopup(popup);
  const float bottom = ImGui::GetItemRectMax().y;
  if (ImGui::BeginPopup(popup)) {
    started_ = false;
    draw_choices(ImGui::GetCursorScreenPos().x + 26 * em_);
    ImGui::EndPopup();
  }
  return bottom;
}

void MatricesDrawing::draw_choices(float right) {
  using render::HeatMode;
  if (control(frame.say("matrices.cooling"), scene_.mode == HeatMode::cooling, "cooling", right)) {
    scene_.mode = HeatMode::cooling;
  }
  if (control(frame.say("matrices.often"), scene_.mode == HeatMode::touches, "often", right)) {
    scene_.mode = HeatMode::touches;
  }
  if (control(frame.say("matrices.order"), scene_.mode == HeatMode::arrival, "order", right)) {
    scene_.mode = HeatMode::arrival;
  }
  if (scene_.has_grid() && control(frame.say("matrices.grid"), scene_.wants_grid, "grid", right)) {
    scene_.wants_grid = !scene_.wants_grid;
  }
  if (control(frame.say("matrices.sectors"), scene_.show_sectors, "sectors", right)) {
    scene_.show_sectors = !scene_.show_sectors;
  }
  if (control(frame.say("matrices.blocks"), scene_.show_blocks, "blocks", right)) {
    scene_.show_blocks = !scene_.show_blocks;
  }
  if (control(frame.say("matrices.values"), scene_.show_values, "values", right)) {
    scene_.show_values = !scene_.show_values;
  }
  if (control(frame.say("matrices.whole"), false, "whole", right)) wish_ = Wish::whole;
  if (control(frame.say("matrices.traced"), scene_.looks.empty(), "traced", right)) scene_.looks.clear();
  if (control(frame.say("matrices.access"), false, "access", right)) wish_ = Wish::access;
}

}  // namespace warpscope::gui
