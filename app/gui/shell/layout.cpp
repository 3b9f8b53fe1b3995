#include "gui/shell/layout.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>

#include "gui/messages.h"
#include "gui/settings/layout_text.h"

namespace lanescope::gui {
namespace {

constexpr float left_share = 0.235F;     // fraction of the width
constexpr float kernels_share = 0.415F;  // fraction of the height of the left column

// The first layout, in text heights: knobs at the left, numbers and scope at the right, and below the stage ten lines
// of the source with what stands above them.
constexpr float knobs_width = 13, numbers_width = 21, source_height = 17;
constexpr float narrow_knobs_width = 16;  // beside the numbers' own tab
constexpr float scope_share = 0.46F;      // fraction of the height of the right column
constexpr float narrow_knobs_share = 0.55F;
constexpr float narrow = 60;  // a narrower window has one column beside the stage, and the scope behind the source
constexpr float low = 32;     // a lower one has the source as a tab of the stage

constexpr float wide_share = 0.62F;  // fraction of the height, in the wide view
constexpr float tall_share = 0.79F;  // the same with an animated view, the Ladder or the Roofline in front
constexpr float wide_readout_share = 0.55F;
constexpr float analysis_share = 0.60F;          // fraction of the height, for the pages
constexpr float analysis_summary_share = 0.36F;  // fraction of the width beside kernels and knobs
constexpr float analysis_source_share = 0.62F;   // the same
// The band below the stage of a lecture.
constexpr float lecture_band = 0.157F, lesson_band = 0.162F;                 // fractions of the height
constexpr float lecture_readout_share = 0.5F, lesson_readout_share = 0.28F;  // fractions of the width
constexpr float lesson_share = 0.62F;  // of what the readout leaves, beside the knobs

/// Clears the flag of the central node, which takes all growth, so that every panel keeps its share. Tabs are closed
/// one by one.
void share_growth(ImGuiDockNode* node) {
  if (node == nullptr) return;
  node->SetLocalFlags((node->LocalFlags & ~ImGuiDockNodeFlags_CentralNode) | ImGuiDockNodeFlags_NoCloseButton);
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

/// Gives the stage the middle, with the source below it, the knobs at the left, and the numbers above the scope at the
/// right. What is nowhere here is closed until it is asked for. In a narrow window the numbers stand below the knobs,
/// and the scope is a tab behind the source; in a low one both are tabs of the stage.
void split_overview(ImGuiID dock_space, ImVec2 size, float em, Places& places) {
  const bool is_narrow = size.x < narrow * em, is_low = size.y < low * em;
  const float left_width = (is_narrow ? narrow_knobs_width : knobs_width) * em;
  ImGuiID left = 0, stage = 0, right = 0, below = 0;
  ImGui::DockBuilderSplitNode(dock_space, ImGuiDir_Left, left_width / size.x, &left, &stage);
  if (is_narrow) {
    ImGui::DockBuilderSplitNode(left, ImGuiDir_Up, narrow_knobs_share, &left, &right);
  } else {
    const float share = numbers_width * em / (size.x - left_width);
    ImGui::DockBuilderSplitNode(stage, ImGuiDir_Right, share, &right, &stage);
    ImGui::DockBuilderSplitNode(right, ImGuiDir_Down, scope_share, &places[Dock::below], &right);
  }
  if (!is_low) ImGui::DockBuilderSplitNode(stage, ImGuiDir_Down, source_height * em / size.y, &below, &stage);
  places[Dock::lower_left] = left;
  places[Dock::middle] = right;
  places[Dock::view] = stage;
  places[Dock::source] = is_low ? stage : below;
  if (is_narrow) places[Dock::below] = places[Dock::source];
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

/// Docks each panel in its node if it has one. The others lie nowhere.
void dock_panels(ImGuiID dock_space, Places& places) {
  for (const PanelEntry& panel : panel_table()) ImGui::DockBuilderDockWindow(panel.window, places[panel.dock]);
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

constexpr const char* first_view = "###banks";

/// Returns the node that a window lies in, also before it is drawn; 0 when it lies in none that is there.
ImGuiID place_of(const char* name) {
  const ImGuiWindow* const window = ImGui::FindWindowByName(name);
  const ImGuiWindowSettings* const settings = ImGui::FindWindowSettingsByID(ImHashStr(name));
  const ImGuiID place = window != nullptr ? window->DockId : settings != nullptr ? settings->DockId : 0;
  return place != 0 && ImGui::DockBuilderGetNode(place) != nullptr ? place : 0;
}

/// Returns the node of the animated views, or that of any panel when all views were taken elsewhere.
ImGuiID stage_place() {
  ImGuiID any = 0;
  for (const PanelEntry& panel : panel_table()) {
    const ImGuiID place = place_of(panel.window);
    if (place != 0 && panel.dock == Dock::view) return place;
    if (any == 0) any = place;
  }
  return any;
}

/// Returns whether a panel that is opened goes where the other one is: lists to the knobs, numbers to the readout.
constexpr bool share_dock(Dock one, Dock other) {
  const auto is_choice = [](Dock dock) { return dock == Dock::upper_left || dock == Dock::lower_left; };
  const auto is_number = [](Dock dock) { return dock == Dock::middle || dock == Dock::lesson; };
  return one == other ? one != Dock::lower_right
                      : (is_choice(one) && is_choice(other)) || (is_number(one) && is_number(other));
}

bool is_page(const PanelEntry& panel) {
  return panel.dock == Dock::summary || panel.dock == Dock::page;
}

}  // namespace

Arrangement arrangement_of(const Ui& ui) {
  return ui.analysis ? Arrangement::analysis : ui.wide ? Arrangement::wide : Arrangement::overview;
}

bool is_in_first_layout(const PanelEntry& panel) {
  constexpr std::array docks{Dock::view, Dock::source, Dock::lower_left, Dock::middle, Dock::below};
  return std::ranges::find(docks, panel.dock) != docks.end();
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
    select_tab(places[Dock::source], "###source");
    return select_tab(places[Dock::view], front.dock == Dock::view ? front.window : first_view);
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

Status load_arrangement(const std::string& text, OpenPanels& open) {
  const Message remedy = message<"layout.designed_remedy">();
  if (std::string wrong = layout_defect(text); !wrong.empty()) {
    return failure(message<"layout.impossible">(wrong), "", remedy);
  }
  std::set<std::string_view> listed = open_panels_in(text);
  std::erase_if(listed, [](std::string_view name) { return find_panel(name) == nullptr; });
  if (listed.empty()) return failure(message<"layout.no_panel">(), "", remedy);
  ImGui::LoadIniSettingsFromMemory(text.c_str(), text.size());
  open.clear();
  for (const std::string_view name : listed) open.emplace(name);
  return {};
}

std::string arrangement(const OpenPanels& open) {
  std::size_t size = 0;
  const char* text = ImGui::SaveIniSettingsToMemory(&size);
  return with_open_panels({text, size}, open);
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

OpenPanels docked_panels() {
  OpenPanels docked;
  for (const PanelEntry& panel : panel_table()) {
    if (place_of(panel.window) != 0) docked.emplace(panel.name());
  }
  return docked;
}

void dock_with_similar_panels(const PanelEntry& panel) {
  if (place_of(panel.window) != 0) return;
  ImGuiID place = 0;
  for (const PanelEntry& other : panel_table()) {
    if (place == 0 && share_dock(panel.dock, other.dock)) place = place_of(other.window);
  }
  if (place == 0) place = stage_place();
  ImGui::DockBuilderDockWindow(panel.window, place);
}

bool is_on_stage(const PanelEntry& panel) {
  const ImGuiID stage = stage_place();
  return stage != 0 && place_of(panel.window) == stage;
}

const PanelEntry* panel_in_front(const PanelEntry* fallback) {
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
    stays = stays || &panel == fallback;
  }
  return stays || first == nullptr ? fallback : first;
}

}  // namespace lanescope::gui
