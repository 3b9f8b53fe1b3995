#include "gui/dialogs/dialogs.h"

#include <imgui_internal.h>

#include <algorithm>

#include "base/text.h"

namespace warpscope::gui {

DialogScope::DialogScope(const Frame& frame, const std::string& title, bool* open, float width, float height,
                         ImGuiWindowFlags further) {
  const bool is_placed = (ImGui::GetCurrentContext()->NextWindowData.HasFlags & ImGuiNextWindowDataFlags_HasPos) != 0;
  if (!is_placed) ImGui::SetNextWindowPos(ImGui::GetMainViewport()->GetCenter(), ImGuiCond_Appearing, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({width, height}, ImGuiCond_Always);
  ImGui::PushStyleColor(ImGuiCol_Border, frame.theme.quiet);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.0F, 0.08F * frame.em));
  ImGui::Begin(title.c_str(), open,
               ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoResize | further);
}

DialogScope::~DialogScope() {
  ImGui::End();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

void draw_layout_dialog(const Frame& frame, LayoutForm& form) {
  const bool opens = frame.state.ui.layouts.naming && !form.shown;
  if (opens) form = {};
  form.shown = frame.state.ui.layouts.naming;
  if (!form.shown) return;
  if (opens) {
    write_field(form.name, frame.state.ui.layouts.chosen);
    ImGui::SetNextWindowFocus();
  }
  bool open = true;
  {
    const DialogScope dialog(frame, frame.say("layout.keep") + "###keep_layout", &open, 26 * frame.em);
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
  if (!open) frame.emit("name_layout");
}

}  // namespace warpscope::gui
