#include <imgui_internal.h>

#include <array>
#include <string>

#include "gui/shell/interface.h"
#include "gui/shell/status_line.h"

namespace warpscope::gui {

namespace {

/// By Condition.
constexpr std::array<Look, 4> condition_looks{{{Shape::tick, &Theme::good},
                                               {Shape::dots, &Theme::accent},
                                               {Shape::exclamation, &Theme::warning},
                                               {Shape::cross, &Theme::wrong}}};

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
    const Look& look = condition_looks.at(static_cast<std::size_t>(status.condition));
    shape_item(frame, look.shape, theme.*look.colour);
    text(status.worker, theme.text);
    for (const std::string& fact : status.facts) {
      ImGui::SameLine(0, 0.7F * frame.em);
      text("·", theme.faint);
      ImGui::SameLine(0, 0.7F * frame.em);
      shortened(fact, theme.quiet, right);
    }
    const auto warn = [&](const std::string& words, ImVec4 colour, const char* name) {
      if (words.empty()) return;
      ImGui::SameLine(0, 1.4F * frame.em);
      shape_item(frame, Shape::exclamation, theme.warning);
      shortened(words, colour, right);
      name_item(frame, name);
    };
    warn(status.version, theme.text, "status/version");
    warn(status.lacking, theme.quiet, "status/lacking");
  }
  ImGui::End();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

}  // namespace warpscope::gui
