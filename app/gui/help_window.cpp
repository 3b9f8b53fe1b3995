#include "gui/panels.h"

namespace warpscope::gui {

void draw_help_window(const Frame& frame) {
  if (!frame.state.show_help) return;
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport.GetCenter(), ImGuiCond_Appearing, {0.5F, 0.5F});
  ImGui::SetNextWindowFocus();
  bool open = true;
  ImGui::PushStyleColor(ImGuiCol_WindowBg, frame.theme.raised);
  const bool visible = ImGui::Begin("All commands", &open,
                                    ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoDocking |
                                        ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse);
  if (visible && ImGui::BeginTable("commands", 3, ImGuiTableFlags_SizingFixedFit)) {
    for (const Action& action : actions()) {
      if (action.menu.empty()) continue;
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      text(action.title);
      ImGui::TableNextColumn();
      {
        const FontScope mono(frame, frame.fonts.mono, 0.9F);
        text(action.shortcut, frame.theme.accent);
      }
      ImGui::TableNextColumn();
      text(action.help, frame.theme.quiet);
    }
    ImGui::EndTable();
  }
  ImGui::End();
  ImGui::PopStyleColor();
  if (!open) frame.emit({"toggle_help"});
}

}  // namespace warpscope::gui
