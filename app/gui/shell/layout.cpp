#include "gui/shell/layout.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "gui/settings/layout_text.h"

namespace warpscope::gui {
namespace {

constexpr float left_share = 0.235F;       // fraction of the width
constexpr float right_share = 0.40F;       // fraction of the remaining width
constexpr float kernels_share = 0.415F;    // fraction of the height of the left column
constexpr float readout_share = 0.68F;     // fraction of the middle column
constexpr float source_share = 0.52F;      // fraction of the right column
constexpr float low_source_share = 0.28F;  // the same with an animated view in front below it
constexpr float wide_share = 0.62F;        // fraction of the height, in the wide view
constexpr float tall_share = 0.79F;        // the same with an animated view, the Ladder or the Roofline in front
constexpr float wide_readout_share = 0.55F;
constexpr float analysis_share = 0.60F;          // fraction of the height, for the pages
constexpr float analysis_summary_share = 0.36F;  // fraction of the width beside kernels and knobs
constexpr float analysis_source_share = 0.62F;   // the same
constexpr float lecture_left_share = 0.40F;      // for the readout and the knobs
constexpr float lecture_readout_share = 0.56F;   // fraction of the height of that column

constexpr float lecture_stage_share = 0.64F;  // fraction of the height of the stage, above a lesson

/// Clears the flag of the central node, which takes all growth, so that every panel keeps its share.
void share_growth(ImGuiDockNode* node) {
  if (node == nullptr) return;
  node->SetLocalFlags(node->LocalFlags & ~ImGuiDockNodeFlags_CentralNode);
  for (ImGuiDockNode* child : node->ChildNodes) share_growth(child);
}

/// The node of the dock space for each Dock.
struct Places {
  std::array<ImGuiID, static_cast<std::size_t>(Dock::view) + 1> nodes{};
  [[nodiscard]] ImGuiID& operator[](Dock dock) { return nodes[static_cast<std::size_t>(dock)]; }
};

/// Puts kernels and knobs on the left, the measurements in the middle, and the source above the output on the right.
/// The animated views share the place of the output, so that no tab is too narrow for its title.
void split_overview(ImGuiID middle, Places& places, float share) {
  ImGuiID right = 0;
  ImGui::DockBuilderSplitNode(middle, ImGuiDir_Right, right_share, &right, &middle);
  ImGui::DockBuilderSplitNode(middle, ImGuiDir_Up, readout_share, &places[Dock::middle], &places[Dock::below]);
  ImGui::DockBuilderSplitNode(right, ImGuiDir_Up, share, &places[Dock::large], &places[Dock::lower_right]);
  places[Dock::view] = places[Dock::lower_right];
  places[Dock::summary] = places[Dock::page] = places[Dock::middle];
}

/// Gives the source the whole width that kernels and knobs leave, and puts the rest below it.
void split_wide(ImGuiID middle, Places& places, float share) {
  ImGuiID below = 0;
  ImGui::DockBuilderSplitNode(middle, ImGuiDir_Up, share, &places[Dock::large], &below);
  ImGui::DockBuilderSplitNode(below, ImGuiDir_Left, wide_readout_share, &places[Dock::middle], &places[Dock::below]);
  places[Dock::lower_right] = places[Dock::below];
  places[Dock::view] = places[Dock::large];
  places[Dock::summary] = places[Dock::page] = places[Dock::middle];
}

/// Puts the Summary beside the other pages, and below them the source beside the measurements: what limits the kernel,
/// where it goes, and which line does it.
void split_analysis(ImGuiID middle, Places& places) {
  ImGuiID above = 0, below = 0;
  ImGui::DockBuilderSplitNode(middle, ImGuiDir_Up, analysis_share, &above, &below);
  ImGui::DockBuilderSplitNode(above, ImGuiDir_Left, analysis_summary_share, &places[Dock::summary],
                              &places[Dock::page]);
  ImGui::DockBuilderSplitNode(below, ImGuiDir_Left, analysis_source_share, &places[Dock::large], &places[Dock::middle]);
  places[Dock::below] = places[Dock::lower_right] = places[Dock::middle];
  places[Dock::view] = places[Dock::large];
}

/// Docks each panel in its node if it has one.
void dock_panels(ImGuiID dock_space, Places& places) {
  for (const PanelEntry& panel : panel_table()) {
    if (places[panel.dock] != 0) ImGui::DockBuilderDockWindow(panel.window, places[panel.dock]);
  }
  ImGui::DockBuilderFinish(dock_space);
  share_growth(ImGui::DockBuilderGetNode(dock_space));
}

void select_tab(ImGuiID place, const char* window) {
  if (ImGuiDockNode* node = ImGui::DockBuilderGetNode(place))
    node->SelectedTabId = ImHashStr("#TAB", 0, ImHashStr(window));
}

/// Makes an empty dock space of that size.
void clear(ImGuiID dock_space, ImVec2 size) {
  ImGui::DockBuilderRemoveNode(dock_space);
  ImGui::DockBuilderAddNode(dock_space, ImGuiDockNodeFlags_DockSpace);
  ImGui::DockBuilderSetNodeSize(dock_space, size);
}

}  // namespace

namespace {

bool is_page(const PanelEntry& panel) {
  return panel.dock == Dock::summary || panel.dock == Dock::page;
}

}  // namespace

Arrangement arrangement_of(const Ui& ui) {
  return ui.analysis ? Arrangement::analysis : ui.wide ? Arrangement::wide : Arrangement::overview;
}

bool is_large(const PanelEntry& panel) {
  return panel.dock == Dock::large || panel.dock == Dock::view || is_page(panel);
}

bool is_in_lecture(const PanelEntry& panel, const PanelEntry& front) {
  return panel.dock == Dock::middle || panel.dock == Dock::lower_left || &panel == &front;
}

void arrange_panels(ImGuiID dock_space, ImVec2 size, Arrangement arrangement, const PanelEntry& front) {
  clear(dock_space, size);
  Places places;
  ImGuiID left = 0, middle = 0;
  ImGui::DockBuilderSplitNode(dock_space, ImGuiDir_Left, left_share, &left, &middle);
  ImGui::DockBuilderSplitNode(left, ImGuiDir_Up, kernels_share, &places[Dock::upper_left], &places[Dock::lower_left]);
  const bool view_in_front = front.dock == Dock::view, wide = arrangement == Arrangement::wide;
  switch (arrangement) {
    case Arrangement::overview:
      split_overview(middle, places, view_in_front ? low_source_share : source_share);
      break;
    case Arrangement::wide:
      split_wide(middle, places, front.is_tall ? tall_share : wide_share);
      break;
    case Arrangement::analysis:
      split_analysis(middle, places);
      break;
  }
  dock_panels(dock_space, places);
  if (arrangement == Arrangement::analysis) {
    select_tab(places[Dock::page], front.dock == Dock::page ? front.window : "###memory_chart");
    select_tab(places[Dock::large], is_page(front) ? "###source" : front.window);
    return select_tab(places[Dock::middle], "###readout");
  }
  select_tab(places[Dock::below], "###scope");
  select_tab(places[Dock::middle], is_page(front) ? front.window : "###readout");
  if (!wide) select_tab(places[Dock::lower_right], view_in_front ? front.window : "###output");
  const bool in_front = !is_page(front) && (wide || !view_in_front);
  select_tab(places[Dock::large], in_front ? front.window : "###source");
}

void arrange_lecture(ImGuiID dock_space, ImVec2 size, bool strip) {
  clear(dock_space, size);
  Places places;
  ImGuiID left = 0, large = 0;
  ImGui::DockBuilderSplitNode(dock_space, ImGuiDir_Left, lecture_left_share, &left, &large);
  ImGui::DockBuilderSplitNode(left, ImGuiDir_Up, lecture_readout_share, &places[Dock::middle],
                              &places[Dock::lower_left]);
  if (strip) ImGui::DockBuilderSplitNode(large, ImGuiDir_Up, lecture_stage_share, &large, &places[Dock::below]);
  places[Dock::large] = places[Dock::view] = places[Dock::summary] = places[Dock::page] = large;
  dock_panels(dock_space, places);
}

Status load_arrangement(const std::string& text) {
  if (std::string wrong = layout_defect(text); !wrong.empty()) {
    return failure("the panels cannot be where this layout has them: " + wrong, "", "the designed layout is used");
  }
  ImGui::LoadIniSettingsFromMemory(text.c_str(), text.size());
  // Panels that the text does not list, because an earlier version stored it, join the large place.
  const ImGuiWindowSettings* source = ImGui::FindWindowSettingsByID(ImHashStr("###source"));
  if (source == nullptr || source->DockId == 0) return {};
  for (const PanelEntry& panel : panel_table()) {
    const bool is_known = ImGui::FindWindowSettingsByID(ImHashStr(panel.window)) != nullptr;
    if (!is_known) ImGui::DockBuilderDockWindow(panel.window, source->DockId);
  }
  return {};
}

std::string arrangement() {
  std::size_t size = 0;
  const char* text = ImGui::SaveIniSettingsToMemory(&size);
  return {text, size};
}

TabOrder tab_order() {
  TabOrder order;
  for (const PanelEntry& panel : panel_table()) {
    const ImGuiWindow* const window = ImGui::FindWindowByName(panel.window);
    if (window != nullptr) order.places.push_back({panel.window, window->DockOrder, window->DockTabIsVisible});
  }
  return order;
}

void select_tab(const PanelEntry& panel) {
  const ImGuiWindow* const window = ImGui::FindWindowByName(panel.window);
  ImGuiDockNode* const node = window != nullptr ? window->DockNode : nullptr;
  if (node == nullptr) return;
  node->SelectedTabId = window->TabId;
  if (node->TabBar != nullptr) node->TabBar->NextSelectedTabId = window->TabId;
}

void sort_tabs(const TabOrder& order) {
  const auto order_of = [&](const ImGuiTabItem& tab) {
    const auto found = std::ranges::find_if(order.places, [&](const TabOrder::Place& place) {
      return tab.Window != nullptr && tab.Window->ID == ImHashStr(place.window.c_str());
    });
    return found == order.places.end() ? short{0} : found->order;
  };
  for (const TabOrder::Place& place : order.places) {
    const ImGuiWindow* const window = ImGui::FindWindowByName(place.window.c_str());
    ImGuiTabBar* const bar = window != nullptr && window->DockNode != nullptr ? window->DockNode->TabBar : nullptr;
    if (bar == nullptr) continue;
    std::stable_sort(bar->Tabs.begin(), bar->Tabs.end(), [&](const ImGuiTabItem& one, const ImGuiTabItem& other) {
      return order_of(one) < order_of(other);
    });
    if (place.in_front) window->DockNode->SelectedTabId = bar->NextSelectedTabId = window->TabId;
  }
}

const PanelEntry* panel_in_front(const PanelEntry* otherwise) {
  const ImGuiWindow* focused = ImGui::GetCurrentContext()->NavWindow;
  if (focused != nullptr) focused = focused->RootWindow;
  const PanelEntry* first = nullptr;
  bool stays = false;
  for (const PanelEntry& panel : panel_table()) {
    const ImGuiWindow* window = is_large(panel) ? ImGui::FindWindowByName(panel.window) : nullptr;
    if (window == nullptr || !window->DockIsActive || !window->DockTabIsVisible) continue;
    if (window == focused) return &panel;
    if (first == nullptr) first = &panel;
    stays = stays || &panel == otherwise;
  }
  return stays || first == nullptr ? otherwise : first;
}

}  // namespace warpscope::gui
