#include "gui/widgets/panels.h"

#include <imgui_internal.h>

#include <algorithm>

namespace lanescope::gui {
const PanelEntry* find_panel(std::string_view name) {
  const auto found = std::ranges::find(panel_table(), name, &PanelEntry::name);
  return found == panel_table().end() ? nullptr : &*found;
}

std::string title_of(const Frame& frame, const PanelEntry& panel) {
  return frame.say("panel." + std::string(panel.name()));
}

const ImGuiWindow* visible_window(const PanelEntry& panel) {
  const ImGuiWindow* window = ImGui::FindWindowByName(panel.place == PanelPlace::section ? page_window : panel.window);
  return window != nullptr && window->WasActive && !window->Hidden && !window->SkipItems ? window : nullptr;
}

}  // namespace lanescope::gui
