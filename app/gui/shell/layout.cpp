#include "gui/shell/layout.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "gui/settings/layout_text.h"

namespace lanescope::gui {
namespace {

constexpr float left_share = 0.235F;     // fraction of the width
constexpr float kernels_share = 0.415F;  // fraction of the height of the left column

// The first layout. The stage takes two thirds of the width and what its strip leaves of the height, so that it has
// half of the window beside menus and status bar.
constexpr float stage_width = 0.67F;                       // fraction of the width
constexpr float stage_left_share = 0.165F;                 // the same, of kernels and knobs
constexpr float strip_height = 7.4F, line_height = 1.75F;  // in text heights, below the stage
constexpr float narrow =
    60;  // in text heights; a narrower window has one column beside the stage, and no scope below it

constexpr float wide_share = 0.62F;  // fraction of the height, in the wide view
constexpr float tall_share = 0.79F;  // the same with an animated view, the Ladder or the Roofline in front
constexpr float wide_readout_share = 0.55F;
constexpr float analysis_share = 0.60F;          // fraction of the height, for the pages
constexpr float analysis_summary_share = 0.36F;  // fraction of the width beside kernels and knobs
constexpr float analysis_source_share = 0.62F;   // the same
// The band below the stage of a lecture.
constexpr float lecture_band = 0.16F, lesson_band = 0.165F;                  // fractions of the height
constexpr float lecture_readout_share = 0.5F, lesson_readout_share = 0.28F;  // fractions of the width
constexpr float lesson_share = 0.62F;  // of what the readout leaves, beside the knobs

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

void leave_out_tabs(ImGuiID place) {
  ImGuiDockNode* const node = ImGui::DockBuilderGetNode(place);
  if (node != nullptr) node->SetLocalFlags(node->LocalFlags | ImGuiDockNodeFlags_NoTabBar);
}

/// Everything that can be on the stage is a tab of it.
void put_on_stage(ImGuiID stage, Places& places) {
  for (const Dock dock : {Dock::view, Dock::large, Dock::middle, Dock::summary, Dock::page, Dock::lower_right}) {
    places[dock] = stage;
  }
}

/// Gives the stage the middle, with one line and the scope below it, kernels and knobs at the left, and the source at
/// the right. In a narrow window the source is a tab behind the kernels, and the scope one behind the stage.
void split_overview(ImGuiID dock_space, ImVec2 size, float em, Places& places) {
  const bool is_narrow = size.x < narrow * em;
  ImGuiID left = 0, middle = 0, right = 0, strip = 0;
  const float beside = 1 - stage_width, left_part = is_narrow ? beside : stage_left_share;
  ImGui::DockBuilderSplitNode(dock_space, ImGuiDir_Left, left_part, &left, &middle);
  ImGui::DockBuilderSplitNode(left, ImGuiDir_Up, kernels_share, &places[Dock::upper_left], &places[Dock::lower_left]);
  if (!is_narrow) {
    const float right_part = (beside - stage_left_share) / (1 - stage_left_share);
    ImGui::DockBuilderSplitNode(middle, ImGuiDir_Right, right_part, &right, &middle);
  }
  const float height = (is_narrow ? line_height : strip_height) * em;
  ImGui::DockBuilderSplitNode(middle, ImGuiDir_Down, height / size.y, &strip, &middle);
  places[Dock::line] = places[Dock::below] = strip;
  if (!is_narrow) {
    ImGui::DockBuilderSplitNode(strip, ImGuiDir_Up, line_height / strip_height, &places[Dock::line],
                                &places[Dock::below]);
  }
  put_on_stage(middle, places);
  if (is_narrow) places[Dock::below] = middle;
  places[Dock::source] = is_narrow ? places[Dock::upper_left] : right;
  places[Dock::lesson] = is_narrow ? places[Dock::lower_left] : right;
  // A title would take as much of the strip as the scope has.
  for (const ImGuiID place : {places[Dock::line], is_narrow ? ImGuiID{0} : places[Dock::below]}) leave_out_tabs(place);
}

/// Gives the source the whole width that kernels and knobs leave, and puts the rest below it.
void split_wide(ImGuiID middle, Places& places, float share) {
  ImGuiID below = 0;
  ImGui::DockBuilderSplitNode(middle, ImGuiDir_Up, share, &places[Dock::large], &below);
  ImGui::DockBuilderSplitNode(below, ImGuiDir_Left, wide_readout_share, &places[Dock::middle], &places[Dock::below]);
  places[Dock::lower_right] = places[Dock::lesson] = places[Dock::below];
  places[Dock::view] = places[Dock::source] = places[Dock::large];
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
  places[Dock::below] = places[Dock::lower_right] = places[Dock::lesson] = places[Dock::middle];
  places[Dock::view] = places[Dock::source] = places[Dock::large];
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
  return panel.dock == Dock::large || panel.dock == Dock::source || panel.dock == Dock::view || is_page(panel);
}

bool is_in_lecture(const PanelEntry& panel, const PanelEntry& front) {
  return panel.dock == Dock::middle || panel.dock == Dock::lower_left || &panel == &front;
}

void arrange_panels(ImGuiID dock_space, ImVec2 size, float em, Arrangement arrangement, const PanelEntry& front) {
  clear(dock_space, size);
  Places places;
  if (arrangement == Arrangement::overview) {
    split_overview(dock_space, size, em, places);
    dock_panels(dock_space, places);
    select_tab(places[Dock::view], front.dock == Dock::source ? "###matrices" : front.window);
    if (places[Dock::below] != places[Dock::view]) select_tab(places[Dock::below], "###scope");
    const bool is_narrow = places[Dock::source] == places[Dock::upper_left];
    if (!is_narrow || front.dock == Dock::source) return select_tab(places[Dock::source], "###source");
    return select_tab(places[Dock::upper_left], "###kernels");
  }
  // Both are for the source, unless something else than a view was looked at.
  const char* const large = front.dock == Dock::large ? front.window : "###source";
  ImGuiID left = 0, middle = 0;
  ImGui::DockBuilderSplitNode(dock_space, ImGuiDir_Left, left_share, &left, &middle);
  ImGui::DockBuilderSplitNode(left, ImGuiDir_Up, kernels_share, &places[Dock::upper_left], &places[Dock::lower_left]);
  if (arrangement == Arrangement::analysis) {
    split_analysis(middle, places);
    dock_panels(dock_space, places);
    select_tab(places[Dock::page], front.dock == Dock::page ? front.window : "###memory_chart");
    select_tab(places[Dock::large], large);
    return select_tab(places[Dock::middle], "###readout");
  }
  split_wide(middle, places, front.is_tall ? tall_share : wide_share);
  dock_panels(dock_space, places);
  select_tab(places[Dock::below], "###scope");
  select_tab(places[Dock::middle], is_page(front) ? front.window : "###readout");
  select_tab(places[Dock::large], large);
}

void arrange_lecture(ImGuiID dock_space, ImVec2 size, bool strip) {
  clear(dock_space, size);
  Places places;
  ImGuiID band = 0, large = 0;
  ImGui::DockBuilderSplitNode(dock_space, ImGuiDir_Down, strip ? lesson_band : lecture_band, &band, &large);
  ImGui::DockBuilderSplitNode(band, ImGuiDir_Left, strip ? lesson_readout_share : lecture_readout_share,
                              &places[Dock::middle], &band);
  if (strip) ImGui::DockBuilderSplitNode(band, ImGuiDir_Left, lesson_share, &places[Dock::lesson], &band);
  places[Dock::lower_left] = band;
  for (const Dock dock : {Dock::large, Dock::source, Dock::view, Dock::summary, Dock::page}) places[dock] = large;
  for (const ImGuiID place : {large, band, places[Dock::middle], places[Dock::lesson]}) leave_out_tabs(place);
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
    if (panel.dock == Dock::line) continue;
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

bool has_place(const PanelEntry& panel) {
  const ImGuiWindow* const window = ImGui::FindWindowByName(panel.window);
  const ImGuiWindowSettings* const settings = ImGui::FindWindowSettingsByID(ImHashStr(panel.window));
  const ImGuiID place = window != nullptr ? window->DockId : settings != nullptr ? settings->DockId : 0;
  return place != 0 && ImGui::DockBuilderGetNode(place) != nullptr;
}

bool is_on_stage(const PanelEntry& panel) {
  const ImGuiWindow* const window = ImGui::FindWindowByName(panel.window);
  const ImGuiWindow* const view = ImGui::FindWindowByName("###banks");
  return window != nullptr && view != nullptr && window->DockNode != nullptr && window->DockNode == view->DockNode;
}

const PanelEntry* panel_in_front(const PanelEntry* otherwise) {
  const ImGuiWindow* focused = ImGui::GetCurrentContext()->NavWindow;
  if (focused != nullptr) focused = focused->RootWindow;
  const PanelEntry* first = nullptr;
  bool stays = false;
  for (const PanelEntry& panel : panel_table()) {
    const bool is_beside = panel.dock == Dock::source && !is_on_stage(panel);
    const ImGuiWindow* window = is_large(panel) ? ImGui::FindWindowByName(panel.window) : nullptr;
    if (window == nullptr || !window->DockIsActive || !window->DockTabIsVisible) continue;
    if (window == focused && !is_beside) return &panel;
    if (first == nullptr && !is_beside) first = &panel;
    stays = stays || &panel == otherwise;
  }
  return stays || first == nullptr ? otherwise : first;
}

}  // namespace lanescope::gui
