#include "gui/shell/layout.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

#include "gui/messages.h"
#include "gui/settings/layout_text.h"

namespace lanescope::gui {
namespace {

// In text heights.
constexpr float knobs_width = 16, numbers_width = 20, max_numbers_width = 32, source_height = 16;
constexpr float narrow_knobs_width = 18, max_narrow_knobs_width = 23;  // above the number
constexpr float narrow = 75, low = 34, very_low = 25;
constexpr float wide = 150, high = 60;  // what Measure needs for two rows of two panels
constexpr float page_beside_source = 100, doctor_beside_log = 80;

// Fractions of what is split.
constexpr float numbers_share = 0.24F, source_share = 0.32F;
constexpr float scope_share = 0.46F, narrow_scope_share = 0.42F;
constexpr float stacked_knobs_share = 0.33F, low_scope_share = 0.62F;  // knobs, number and scope in one column
constexpr float narrow_knobs_share = 0.55F, narrow_column_share = 0.19F;
constexpr float page_share = 0.56F, doctor_share = 0.6F;
// The band below the picture of a lecture.
constexpr std::array<float, 4> band_shares{0.157F, 0.115F, 0.162F, 0.5F};    // fractions of the height, by LectureBand
constexpr float lecture_readout_share = 0.5F, lesson_readout_share = 0.28F;  // fractions of the width
constexpr float lesson_share = 0.62F;  // of what the readout leaves, beside the knobs

/// Clears the flag of the central node, which takes all growth, so that every panel keeps its share. No tab is closed.
void share_growth(ImGuiDockNode* node) {
  if (node == nullptr) return;
  node->SetLocalFlags((node->LocalFlags & ~ImGuiDockNodeFlags_CentralNode) | ImGuiDockNodeFlags_NoCloseButton |
                      ImGuiDockNodeFlags_NoWindowMenuButton);
  for (ImGuiDockNode* child : node->ChildNodes) share_growth(child);
}

/// The node of the dock space for each PanelPlace.
struct Places {
  std::array<ImGuiID, static_cast<std::size_t>(PanelPlace::machine) + 1> nodes{};
  /// The panels of one place may stand beside each other, each in its node, in the order of the table.
  PanelPlace spread = PanelPlace::measurement;
  std::vector<ImGuiID> beside;
  [[nodiscard]] ImGuiID& operator[](PanelPlace place) { return nodes[static_cast<std::size_t>(place)]; }
};

void leave_out_tabs(ImGuiID place) {
  ImGuiDockNode* const node = ImGui::DockBuilderGetNode(place);
  if (node != nullptr) node->SetLocalFlags(node->LocalFlags | ImGuiDockNodeFlags_NoTabBar);
}

/// A dock space with its size, in which places are cut off.
struct Area {
  ImGuiID node = 0;
  ImVec2 size;

  /// Cuts off that share at a side and returns it.
  Area cut(ImGuiDir side, float share) {
    Area part{0, size};
    const bool is_column = side == ImGuiDir_Left || side == ImGuiDir_Right;
    share = std::clamp(share, 0.05F, 0.95F);
    ImGui::DockBuilderSplitNode(node, side, share, &part.node, &node);
    float& whole = is_column ? size.x : size.y;
    (is_column ? part.size.x : part.size.y) = share * whole;
    whole *= 1 - share;
    return part;
  }
};

float numbers_in(ImVec2 size, float em) {
  return std::clamp(numbers_share * size.x, numbers_width * em, max_numbers_width * em);
}

/// Cuts the knobs off at the left, and in a narrow window the number below them. Returns what is below.
Area cut_knobs(Area& area, float em, bool with_number, Places& places, float share = narrow_knobs_share) {
  const float column =
      std::clamp(narrow_column_share * area.size.x, narrow_knobs_width * em, max_narrow_knobs_width * em);
  Area left = area.cut(ImGuiDir_Left, (with_number ? column : knobs_width * em) / area.size.x);
  if (with_number) {
    places[PanelPlace::knobs] = left.cut(ImGuiDir_Up, share).node;
    places[PanelPlace::number] = places[PanelPlace::lesson] = left.node;
  } else {
    places[PanelPlace::knobs] = left.node;
  }
  return left;
}

/// Cuts the number off at the right, with the scope below it.
void cut_numbers(Area& area, ImVec2 whole, float em, Places& places) {
  Area right = area.cut(ImGuiDir_Right, numbers_in(whole, em) / area.size.x);
  places[PanelPlace::scope] = right.cut(ImGuiDir_Down, scope_share).node;
  places[PanelPlace::number] = places[PanelPlace::lesson] = right.node;
}

void split_watch(Area area, float em, const Room& room, Places& places) {
  const ImVec2 whole = area.size;
  const bool is_stacked = room.is_narrow && room.is_low && whole.y >= very_low * em;
  Area numbers = cut_knobs(area, em, room.is_narrow, places, is_stacked ? stacked_knobs_share : narrow_knobs_share);
  if (!room.is_narrow) cut_numbers(area, whole, em, places);
  if (room.is_low) {
    places[PanelPlace::source] = area.node;
    if (is_stacked) {
      places[PanelPlace::scope] = numbers.cut(ImGuiDir_Down, low_scope_share).node;
      places[PanelPlace::number] = places[PanelPlace::lesson] = numbers.node;
    } else if (room.is_narrow) {
      places[PanelPlace::scope] = area.node;
    }
  } else {
    Area below = area.cut(ImGuiDir_Down, std::max(source_height * em / area.size.y, source_share));
    if (room.is_narrow) places[PanelPlace::scope] = below.cut(ImGuiDir_Right, narrow_scope_share).node;
    places[PanelPlace::source] = below.node;
  }
  places[PanelPlace::view] = area.node;
}

void split_why(Area area, float em, Places& places) {
  const bool beside = area.size.x >= page_beside_source * em;
  cut_knobs(area, em, true, places);
  if (beside) places[PanelPlace::section] = area.cut(ImGuiDir_Left, page_share).node;
  places[PanelPlace::source] = area.node;
  if (!beside) places[PanelPlace::section] = area.node;
}

/// The panels stand beside each other where there is room for it.
void split_measure(Area area, float em, const Room& room, Places& places) {
  const ImVec2 whole = area.size;
  cut_knobs(area, em, room.is_narrow, places);
  if (room.is_narrow) {
    places[PanelPlace::scope] = places[PanelPlace::number];
  } else {
    cut_numbers(area, whole, em, places);
  }
  places[PanelPlace::measurement] = area.node;
  if (!room.is_wide) return;
  Area above = area.cut(ImGuiDir_Up, 0.5F);
  const ImGuiID first = above.cut(ImGuiDir_Left, 0.5F).node, third = area.cut(ImGuiDir_Left, 0.5F).node;
  places.beside = {first, above.node, third, area.node};
}

void split_machine(Area area, float em, Places& places) {
  places.spread = PanelPlace::machine;
  if (area.size.x >= doctor_beside_log * em) {
    const ImGuiID doctor = area.cut(ImGuiDir_Left, doctor_share).node;
    places.beside = {doctor, area.node};
  }
  places[PanelPlace::machine] = area.node;
}

void select_in(ImGuiID place, const char* window) {
  if (ImGuiDockNode* node = ImGui::DockBuilderGetNode(place))
    node->SelectedTabId = ImHashStr("#TAB", 0, ImHashStr(window));
}

/// Makes an empty dock space of that size.
void clear(ImGuiID dock_space, ImVec2 size) {
  ImGui::DockBuilderRemoveNode(dock_space);
  ImGui::DockBuilderAddNode(dock_space, ImGuiDockNodeFlags_DockSpace);
  ImGui::DockBuilderSetNodeSize(dock_space, size);
}

/// Docks each panel in its node if it has one. The others lie nowhere.
void dock_panels(ImGuiID dock_space, Places& places) {
  std::size_t index = 0;
  for (const PanelEntry& panel : panel_table()) {
    const bool is_beside = panel.place == places.spread && index < places.beside.size();
    ImGui::DockBuilderDockWindow(window_of(panel), is_beside ? places.beside[index++] : places[panel.place]);
  }
  ImGui::DockBuilderFinish(dock_space);
  share_growth(ImGui::DockBuilderGetNode(dock_space));
}

/// Returns the node that a window lies in, also before it is drawn; 0 when it lies in none that is there.
ImGuiID place_of(const char* name) {
  const ImGuiWindow* const window = ImGui::FindWindowByName(name);
  const ImGuiWindowSettings* const settings = ImGui::FindWindowSettingsByID(ImHashStr(name));
  const ImGuiID place = window != nullptr ? window->DockId : settings != nullptr ? settings->DockId : 0;
  return place != 0 && ImGui::DockBuilderGetNode(place) != nullptr ? place : 0;
}

/// Returns whether a view shares the place of this panel.
bool is_on_stage(const PanelEntry& panel) {
  const ImGuiID own = place_of(window_of(panel));
  return own != 0 && std::ranges::any_of(panel_table(), [&](const PanelEntry& other) {
           return other.place == PanelPlace::view && place_of(other.window) == own;
         });
}

void describe(const ImGuiDockNode* node, Splits& splits) {
  if (node == nullptr) return;
  if (!node->IsSplitNode()) {
    std::vector<std::string> names;
    for (const PanelEntry& panel : panel_table()) {
      // The lesson comes and goes.
      if (panel.place != PanelPlace::lesson && place_of(window_of(panel)) == node->ID)
        names.emplace_back(window_of(panel));
    }
    for (const std::string& name : names) splits.places += name;
    splits.places += ';';
    return;
  }
  const bool is_row = node->SplitAxis == ImGuiAxis_X;
  const ImVec2 first = node->ChildNodes[0]->Size, second = node->ChildNodes[1]->Size;
  const float one = is_row ? first.x : first.y, other = is_row ? second.x : second.y;
  splits.places += is_row ? "x(" : "y(";
  splits.shares.push_back(one + other > 0 ? one / (one + other) : 0);
  for (const ImGuiDockNode* child : node->ChildNodes) describe(child, splits);
  splits.places += ')';
}

}  // namespace

Room room_of(ImVec2 size, float em) {
  return {size.x < narrow * em, size.y < low * em, size.x >= wide * em && size.y >= high * em};
}

const char* window_of(const PanelEntry& panel) {
  return panel.place == PanelPlace::section ? page_window : panel.window;
}

bool is_large(const PanelEntry& panel) {
  return panel.place == PanelPlace::view || panel.place == PanelPlace::section ||
         panel.place == PanelPlace::measurement || panel.place == PanelPlace::source;
}

bool is_in_lecture(const PanelEntry& panel, const PanelEntry& front) {
  return panel.place == PanelPlace::number || panel.place == PanelPlace::knobs || window_of(panel) == window_of(front);
}

void arrange_workspace(ImGuiID dock_space, ImVec2 size, float em, Workspace workspace, const PanelEntry& front) {
  clear(dock_space, size);
  Places places;
  const Area area{dock_space, size};
  const Room room = room_of(size, em);
  switch (workspace) {
    case Workspace::watch:
    case Workspace::lecture:
      split_watch(area, em, room, places);
      break;
    case Workspace::why:
      split_why(area, em, places);
      break;
    case Workspace::measure:
      split_measure(area, em, room, places);
      break;
    case Workspace::machine:
      split_machine(area, em, places);
      break;
  }
  dock_panels(dock_space, places);
  select_in(places[PanelPlace::view], "###banks");
  select_in(places[PanelPlace::section], page_window);
  select_in(places[PanelPlace::number], "###readout");
  select_in(places[PanelPlace::machine], "###doctor");
  if (is_large(front) && has(workspace, front.place)) select_in(place_of(window_of(front)), window_of(front));
}

void arrange_lecture(ImGuiID dock_space, ImVec2 size, LectureBand has) {
  clear(dock_space, size);
  Places places;
  Area picture{dock_space, size};
  const bool with_lesson = has == LectureBand::lesson || has == LectureBand::question;
  Area band = picture.cut(ImGuiDir_Down, band_shares.at(static_cast<std::size_t>(has)));
  places[PanelPlace::number] = band.cut(ImGuiDir_Left, with_lesson ? lesson_readout_share : lecture_readout_share).node;
  if (with_lesson) places[PanelPlace::lesson] = band.cut(ImGuiDir_Left, lesson_share).node;
  places[PanelPlace::knobs] = band.node;
  for (const PanelPlace place : {PanelPlace::view, PanelPlace::source, PanelPlace::section, PanelPlace::measurement}) {
    places[place] = picture.node;
  }
  for (const ImGuiID place : {picture.node, band.node, places[PanelPlace::number], places[PanelPlace::lesson]}) {
    leave_out_tabs(place);
  }
  dock_panels(dock_space, places);
}

bool Splits::is_like(const Splits& other) const {
  constexpr float moved = 0.01F;
  return places == other.places && std::ranges::equal(shares, other.shares, [](float one, float another) {
           return std::abs(one - another) < moved;
         });
}

Splits splits_of(ImGuiID dock_space) {
  Splits splits;
  describe(ImGui::DockBuilderGetNode(dock_space), splits);
  return splits;
}

Status load_arrangement(const std::string& text) {
  if (std::string wrong = layout_defect(text); !wrong.empty()) {
    return failure(message<"layout.impossible">(wrong), "", message<"layout.designed_remedy">());
  }
  ImGui::LoadIniSettingsFromMemory(text.c_str(), text.size());
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
    const ImGuiWindow* const window = ImGui::FindWindowByName(window_of(panel));
    if (window != nullptr) order.places.push_back({window_of(panel), window->DockOrder, window->DockTabIsVisible});
  }
  return order;
}

bool is_selected(const PanelEntry& panel) {
  const ImGuiID place = place_of(window_of(panel));
  const ImGuiDockNode* const node = place != 0 ? ImGui::DockBuilderGetNode(place) : nullptr;
  return node != nullptr && node->SelectedTabId == ImHashStr("#TAB", 0, ImHashStr(window_of(panel)));
}

TabOrder designed_tab_order() {
  TabOrder order;
  short index = 0;
  for (const PanelEntry& panel : panel_table()) order.places.push_back({window_of(panel), index++, is_selected(panel)});
  return order;
}

void select_tab(const PanelEntry& panel) {
  const ImGuiWindow* const window = ImGui::FindWindowByName(window_of(panel));
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

const PanelEntry* panel_in_front(const PanelEntry* fallback) {
  const ImGuiWindow* focused = ImGui::GetCurrentContext()->NavWindow;
  if (focused != nullptr) focused = focused->RootWindow;
  const PanelEntry* first = nullptr;
  bool stays = false;
  for (const PanelEntry& panel : panel_table()) {
    if (!is_large(panel) || (panel.place == PanelPlace::source && !is_on_stage(panel))) continue;
    const ImGuiWindow* const window = ImGui::FindWindowByName(window_of(panel));
    if (window == nullptr || !window->DockIsActive || !window->DockTabIsVisible) continue;
    // The sections of a page have one window: none comes to the front of another.
    const bool is_beside = fallback != nullptr && window_of(panel) == window_of(*fallback);
    if (window == focused && !is_beside) return &panel;
    if (first == nullptr) first = &panel;
    stays = stays || &panel == fallback;
  }
  return stays || first == nullptr ? fallback : first;
}

}  // namespace lanescope::gui
