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

/// One node of a dock space is called central and takes all growth; here every panel shall keep its share.
void share_growth(ImGuiDockNode* node) {
  if (node == nullptr) return;
  node->SetLocalFlags(node->LocalFlags & ~ImGuiDockNodeFlags_CentralNode);
  for (ImGuiDockNode* child : node->ChildNodes) share_growth(child);
}

}  // namespace

void arrange_panels(ImGuiID dock_space, ImVec2 size) {
  ImGui::DockBuilderRemoveNode(dock_space);
  ImGui::DockBuilderAddNode(dock_space, ImGuiDockNodeFlags_DockSpace);
  ImGui::DockBuilderSetNodeSize(dock_space, size);
  ImGuiID left = 0, middle = 0, right = 0;
  ImGui::DockBuilderSplitNode(dock_space, ImGuiDir_Left, left_share, &left, &middle);
  ImGui::DockBuilderSplitNode(middle, ImGuiDir_Right, right_share, &right, &middle);
  ImGuiID kernels = 0, knobs = 0, readout = 0, scope = 0, source = 0, log = 0;
  ImGui::DockBuilderSplitNode(left, ImGuiDir_Up, kernels_share, &kernels, &knobs);
  ImGui::DockBuilderSplitNode(middle, ImGuiDir_Up, readout_share, &readout, &scope);
  ImGui::DockBuilderSplitNode(right, ImGuiDir_Up, source_share, &source, &log);
  ImGui::DockBuilderDockWindow(panel::kernels, kernels);
  ImGui::DockBuilderDockWindow(panel::knobs, knobs);
  ImGui::DockBuilderDockWindow(panel::readout, readout);
  ImGui::DockBuilderDockWindow(panel::scope, scope);
  ImGui::DockBuilderDockWindow(panel::source, source);
  ImGui::DockBuilderDockWindow(panel::output, log);
  ImGui::DockBuilderDockWindow(panel::log, log);
  ImGui::DockBuilderFinish(dock_space);
  share_growth(ImGui::DockBuilderGetNode(dock_space));
  if (ImGuiDockNode* node = ImGui::DockBuilderGetNode(log))
    node->SelectedTabId = ImHashStr("#TAB", 0, ImHashStr(panel::output));
}

}  // namespace warpscope::gui
