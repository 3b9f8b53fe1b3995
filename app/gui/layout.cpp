#include "gui/layout.h"

#include <imgui_internal.h>

#include "gui/panels.h"

namespace warpscope::gui {

namespace {

constexpr float left_share = 0.235F;     // of the width
constexpr float right_share = 0.40F;     // of what is left of it
constexpr float kernels_share = 0.415F;  // of the height of the left column
constexpr float readout_share = 0.68F;   // of the middle
constexpr float source_share = 0.52F;    // of the right
constexpr float wide_share = 0.62F;      // of the height, in the wide view
constexpr float wide_readout_share = 0.55F;

/// One node of a dock space is called central and takes all growth; here every panel shall keep its share.
void share_growth(ImGuiDockNode* node) {
  if (node == nullptr) return;
  node->SetLocalFlags(node->LocalFlags & ~ImGuiDockNodeFlags_CentralNode);
  for (ImGuiDockNode* child : node->ChildNodes) share_growth(child);
}

struct Places {
  ImGuiID kernels = 0, knobs = 0, readout = 0, scope = 0, source = 0, log = 0;
};

/// Kernels and knobs left, what is measured in the middle, source and output right.
void split_overview(ImGuiID middle, Places& places) {
  ImGuiID right = 0;
  ImGui::DockBuilderSplitNode(middle, ImGuiDir_Right, right_share, &right, &middle);
  ImGui::DockBuilderSplitNode(middle, ImGuiDir_Up, readout_share, &places.readout, &places.scope);
  ImGui::DockBuilderSplitNode(right, ImGuiDir_Up, source_share, &places.source, &places.log);
}

/// The source over the whole width that kernels and knobs leave, the rest below it.
void split_wide(ImGuiID middle, Places& places) {
  ImGuiID below = 0;
  ImGui::DockBuilderSplitNode(middle, ImGuiDir_Up, wide_share, &places.source, &below);
  ImGui::DockBuilderSplitNode(below, ImGuiDir_Left, wide_readout_share, &places.readout, &places.scope);
  places.log = places.scope;
}

void select_tab(ImGuiID place, const char* title) {
  if (ImGuiDockNode* node = ImGui::DockBuilderGetNode(place))
    node->SelectedTabId = ImHashStr("#TAB", 0, ImHashStr(title));
}

}  // namespace

void arrange_panels(ImGuiID dock_space, ImVec2 size, bool wide, const char* front) {
  ImGui::DockBuilderRemoveNode(dock_space);
  ImGui::DockBuilderAddNode(dock_space, ImGuiDockNodeFlags_DockSpace);
  ImGui::DockBuilderSetNodeSize(dock_space, size);
  Places places;
  ImGuiID left = 0, middle = 0;
  ImGui::DockBuilderSplitNode(dock_space, ImGuiDir_Left, left_share, &left, &middle);
  ImGui::DockBuilderSplitNode(left, ImGuiDir_Up, kernels_share, &places.kernels, &places.knobs);
  wide ? split_wide(middle, places) : split_overview(middle, places);
  ImGui::DockBuilderDockWindow(panel::kernels, places.kernels);
  ImGui::DockBuilderDockWindow(panel::knobs, places.knobs);
  ImGui::DockBuilderDockWindow(panel::readout, places.readout);
  ImGui::DockBuilderDockWindow(panel::scope, places.scope);
  ImGui::DockBuilderDockWindow(panel::source, places.source);
  ImGui::DockBuilderDockWindow(panel::occupancy, places.source);
  ImGui::DockBuilderDockWindow(panel::sweep, places.source);
  ImGui::DockBuilderDockWindow(panel::output, places.log);
  ImGui::DockBuilderDockWindow(panel::log, places.log);
  ImGui::DockBuilderFinish(dock_space);
  share_growth(ImGui::DockBuilderGetNode(dock_space));
  select_tab(places.log, wide ? panel::scope : panel::output);
  select_tab(places.source, front);
}

const char* panel_in_front(const char* otherwise) {
  for (const char* title : {panel::source, panel::occupancy, panel::sweep}) {
    const ImGuiWindow* window = ImGui::FindWindowByName(title);
    if (window != nullptr && window->DockIsActive && window->DockTabIsVisible) return title;
  }
  return otherwise;
}

}  // namespace warpscope::gui
