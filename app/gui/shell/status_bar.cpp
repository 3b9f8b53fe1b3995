#include "gui/shell/status_bar.h"

#include <imgui_internal.h>

#include <string>

#include "gui/shell/status_line.h"

namespace warpscope::gui {

namespace {

struct Light {
  Shape shape;
  ImVec4 colour;
};

Light light_of(const Theme& theme, Condition condition) {
  switch (condition) {
    case Condition::good:
      return {Shape::tick, theme.good};
    case Condition::busy:
      return {Shape::dots, theme.accent};
    case Condition::lacking:
      return {Shape::exclamation, theme.warning};
    case Condition::broken:
      return {Shape::cross, theme.wrong};
  }
  return {Shape::dots, theme.quiet};
}

}  // namespace

void draw_status_bar(const Frame& frame) {
  const StatusLine status = status_of(frame.state, frame.readout);
  const Theme& theme = frame.theme;
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme.ground);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.7F * frame.em, 0.25F * frame.em});
  if (ImGui::BeginViewportSideBar("##status", ImGui::GetMainViewport(), ImGuiDir_Down, 1.6F * frame.em,
                                  ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoSavedSettings)) {
    const FontScope small(frame, frame.fonts.text, 0.9F);
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - 0.7F * frame.em;
    const Light light = light_of(theme, status.condition);
    shape_item(frame, light.shape, light.colour);
    text(status.worker, theme.text);
    for (const std::string& fact : status.facts) {
      ImGui::SameLine(0, 0.7F * frame.em);
      text("·", theme.faint);
      ImGui::SameLine(0, 0.7F * frame.em);
      shortened(fact, theme.quiet, right);
    }
    if (!status.version.empty()) {
      ImGui::SameLine(0, 1.4F * frame.em);
      shape_item(frame, Shape::exclamation, theme.warning);
      shortened(status.version, theme.text, right);
      name_item(frame, "status/version");
    }
    if (!status.lacking.empty()) {
      ImGui::SameLine(0, 1.4F * frame.em);
      shape_item(frame, Shape::exclamation, theme.warning);
      shortened(status.lacking, theme.quiet, right);
      name_item(frame, "status/lacking");
    }
  }
  ImGui::End();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

}  // namespace warpscope::gui
