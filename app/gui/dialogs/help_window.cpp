#include "gui/dialogs/help_window.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace warpscope::gui {

namespace {

void draw_row(const Frame& frame, const Action& action) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  text(title_of(frame.state, action));
  name_item(frame, "help/" + std::string(action.name));
  ImGui::TableNextColumn();
  {
    const FontScope mono(frame, frame.fonts.mono, 0.9F);
    text(keys_of(action), frame.theme.accent);
  }
  ImGui::TableNextColumn();
  wrapped(help_of(frame.state, action), frame.theme.quiet);
}

void draw_table(const Frame& frame) {
  if (!ImGui::BeginTable("commands", 3, ImGuiTableFlags_BordersInnerH)) return;
  ImGui::TableSetupColumn("title", ImGuiTableColumnFlags_WidthFixed);
  ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed);
  ImGui::TableSetupColumn("help", ImGuiTableColumnFlags_WidthStretch);
  std::string_view menu;
  for (const Action& action : actions()) {
    const std::string_view top = action.menu.substr(0, action.menu.find('/'));
    if (top != menu) {
      menu = top;
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::Dummy({0, 0.3F * frame.em});
      const FontScope heading(frame, frame.fonts.bold, 0.85F);
      text(menu_title(frame, menu), frame.theme.text);
    }
    draw_row(frame, action);
  }
  ImGui::EndTable();
}

}  // namespace

void draw_help_window(const Frame& frame) {
  if (!frame.state.ui.show_help) return;
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport.GetCenter(), ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({std::min(62 * frame.em, 0.94F * viewport.WorkSize.x), 0.92F * viewport.WorkSize.y},
                           ImGuiCond_Always);
  ImGui::SetNextWindowFocus();
  bool open = true;
  ImGui::PushStyleColor(ImGuiCol_WindowBg, frame.theme.panel);
  ImGui::PushStyleColor(ImGuiCol_Border, frame.theme.quiet);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.0F, 0.08F * frame.em));
  const std::string title = title_of(frame.state, *find_action("toggle_help")) + "###help";
  if (ImGui::Begin(title.c_str(), &open,
                   ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse |
                       ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove)) {
    draw_table(frame);
  }
  ImGui::End();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(2);
  if (!open) frame.emit("toggle_help");
}

}  // namespace warpscope::gui
