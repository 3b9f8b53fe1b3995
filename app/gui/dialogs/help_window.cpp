#include "gui/dialogs/dialogs.h"

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
  const ImVec2 room = ImGui::GetMainViewport()->WorkSize;
  ImGui::SetNextWindowPos(ImGui::GetMainViewport()->GetCenter(), ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowFocus();
  bool open = true;
  {
    const std::string title = title_of(frame.state, *find_action("toggle_help")) + "###help";
    const DialogScope window(frame, title, &open, std::min(62 * frame.em, 0.94F * room.x), 0.92F * room.y,
                             ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove);
    draw_table(frame);
  }
  if (!open) frame.emit("toggle_help");
}

}  // namespace warpscope::gui
