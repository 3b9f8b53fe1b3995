#include "gui/dialogs/layout_dialog.h"

#include <algorithm>

#include "base/text.h"

namespace warpscope::gui {

void draw_layout_dialog(const Frame& frame, LayoutForm& form) {
  const bool opens = frame.state.ui.layouts.naming && !form.shown;
  if (opens) form = {};
  form.shown = frame.state.ui.layouts.naming;
  if (!form.shown) return;
  if (opens) {
    const std::string& chosen = frame.state.ui.layouts.chosen;
    std::copy_n(chosen.begin(), std::min(chosen.size(), form.name.size() - 1), form.name.begin());
    ImGui::SetNextWindowFocus();
  }
  ImGui::SetNextWindowPos(ImGui::GetMainViewport()->GetCenter(), ImGuiCond_Appearing, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({26 * frame.em, 0}, ImGuiCond_Always);
  ImGui::PushStyleColor(ImGuiCol_Border, frame.theme.quiet);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.0F, 0.08F * frame.em));
  bool open = true;
  const std::string title = frame.say("layout.keep") + "###keep_layout";
  if (ImGui::Begin(title.c_str(), &open,
                   ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse |
                       ImGuiWindowFlags_NoResize)) {
    wrapped(frame.say("layout.name_help"), frame.theme.quiet);
    if (opens) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    bool asked = ImGui::InputTextWithHint("##name", frame.say("layout.name").c_str(), form.name.data(),
                                          form.name.size(), ImGuiInputTextFlags_EnterReturnsTrue);
    name_item(frame, "layout/name");
    const std::string name(trim(form.name.data()));
    ImGui::BeginDisabled(name.empty());
    asked = ImGui::Button(frame.say("layout.keep_button").c_str()) || asked;
    ImGui::EndDisabled();
    name_item(frame, "layout/keep");
    if (asked && !name.empty()) frame.emit(KeepLayout{name});
    if (ImGui::IsKeyPressed(ImGuiKey_Escape)) open = false;
  }
  ImGui::End();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  if (!open) frame.emit("name_layout");
}

}  // namespace warpscope::gui
