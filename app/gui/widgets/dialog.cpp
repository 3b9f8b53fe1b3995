#include "gui/widgets/dialog.h"

namespace lanescope::gui {

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

}  // namespace lanescope::gui
