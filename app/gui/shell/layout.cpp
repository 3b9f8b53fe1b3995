#include "gui/shell/layout.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "gui/panels/panels.h"

namespace warpscope::gui {

namespace {

constexpr float left_share = 0.235F;       // of the width
constexpr float right_share = 0.40F;       // of what is left of it
constexpr float kernels_share = 0.415F;    // of the height of the left column
constexpr float readout_share = 0.68F;     // of the middle
constexpr float source_share = 0.52F;      // of the right
constexpr float low_source_share = 0.28F;  // the same with an animated view in front below it
constexpr float wide_share = 0.62F;        // of the height, in the wide view
constexpr float tall_share = 0.79F;        // the same with an animated view, the Ladder or the Roofline in front
constexpr float wide_readout_share = 0.55F;
constexpr float lecture_left_share = 0.40F;     // readout and knobs
constexpr float lecture_readout_share = 0.56F;  // of their height

/// One node of a dock space is called central and takes all growth; here every panel shall keep its share.
void share_growth(ImGuiDockNode* node) {
  if (node == nullptr) return;
  node->SetLocalFlags(node->LocalFlags & ~ImGuiDockNodeFlags_CentralNode);
  for (ImGuiDockNode* child : node->ChildNodes) share_growth(child);
}

struct Places {
  ImGuiID kernels = 0, knobs = 0, readout = 0, scope = 0, source = 0, output = 0;
};

/// Kernels and knobs left, what is measured in the middle, source right above output. The animated views stand with the
/// output, so that no tab is too narrow for its title.
void split_overview(ImGuiID middle, Places& places, float share) {
  ImGuiID right = 0;
  ImGui::DockBuilderSplitNode(middle, ImGuiDir_Right, right_share, &right, &middle);
  ImGui::DockBuilderSplitNode(middle, ImGuiDir_Up, readout_share, &places.readout, &places.scope);
  ImGui::DockBuilderSplitNode(right, ImGuiDir_Up, share, &places.source, &places.output);
}

/// The source over the whole width that kernels and knobs leave, the rest below it.
void split_wide(ImGuiID middle, Places& places, float share) {
  ImGuiID below = 0;
  ImGui::DockBuilderSplitNode(middle, ImGuiDir_Up, share, &places.source, &below);
  ImGui::DockBuilderSplitNode(below, ImGuiDir_Left, wide_readout_share, &places.readout, &places.scope);
  places.output = places.scope;
}

void select_tab(ImGuiID place, const char* title) {
  if (ImGuiDockNode* node = ImGui::DockBuilderGetNode(place))
    node->SelectedTabId = ImHashStr("#TAB", 0, ImHashStr(title));
}

/// What stands in the large place, as tabs.
constexpr std::array views{panel::source, panel::occupancy, panel::sweep,    panel::ladder, panel::roofline,
                           panel::banks,  panel::sectors,   panel::matrices, panel::warps};
constexpr std::array others{panel::kernels, panel::knobs, panel::readout, panel::scope,
                            panel::output,  panel::log,   panel::doctor};

bool is_animated(const char* view) {
  constexpr std::array animated{panel::banks, panel::sectors, panel::matrices, panel::warps};
  return std::find(animated.begin(), animated.end(), std::string_view(view)) != animated.end();
}

/// They show so much below each other that what was measured gets less room.
bool is_tall(const char* view) {
  return is_animated(view) || view == std::string_view(panel::ladder) || view == std::string_view(panel::roofline);
}

/// An empty dock space of that size.
void clear(ImGuiID dock_space, ImVec2 size) {
  ImGui::DockBuilderRemoveNode(dock_space);
  ImGui::DockBuilderAddNode(dock_space, ImGuiDockNodeFlags_DockSpace);
  ImGui::DockBuilderSetNodeSize(dock_space, size);
}

}  // namespace

void arrange_panels(ImGuiID dock_space, ImVec2 size, bool wide, const char* front) {
  clear(dock_space, size);
  Places places;
  ImGuiID left = 0, middle = 0;
  ImGui::DockBuilderSplitNode(dock_space, ImGuiDir_Left, left_share, &left, &middle);
  ImGui::DockBuilderSplitNode(left, ImGuiDir_Up, kernels_share, &places.kernels, &places.knobs);
  if (wide) {
    split_wide(middle, places, is_tall(front) ? tall_share : wide_share);
  } else {
    split_overview(middle, places, is_animated(front) ? low_source_share : source_share);
  }
  ImGui::DockBuilderDockWindow(panel::kernels, places.kernels);
  ImGui::DockBuilderDockWindow(panel::knobs, places.knobs);
  ImGui::DockBuilderDockWindow(panel::readout, places.readout);
  ImGui::DockBuilderDockWindow(panel::scope, places.scope);
  ImGui::DockBuilderDockWindow(panel::output, places.output);
  for (const char* view : views) {
    ImGui::DockBuilderDockWindow(view, !wide && is_animated(view) ? places.output : places.source);
  }
  ImGui::DockBuilderDockWindow(panel::log, places.scope);
  ImGui::DockBuilderDockWindow(panel::doctor, places.scope);
  ImGui::DockBuilderFinish(dock_space);
  share_growth(ImGui::DockBuilderGetNode(dock_space));
  select_tab(places.scope, panel::scope);
  if (!wide) select_tab(places.output, is_animated(front) ? front : panel::output);
  select_tab(places.source, wide || !is_animated(front) ? front : panel::source);
}

void arrange_lecture(ImGuiID dock_space, ImVec2 size) {
  clear(dock_space, size);
  ImGuiID left = 0, view = 0, readout = 0, knobs = 0;
  ImGui::DockBuilderSplitNode(dock_space, ImGuiDir_Left, lecture_left_share, &left, &view);
  ImGui::DockBuilderSplitNode(left, ImGuiDir_Up, lecture_readout_share, &readout, &knobs);
  ImGui::DockBuilderDockWindow(panel::readout, readout);
  ImGui::DockBuilderDockWindow(panel::knobs, knobs);
  for (const char* title : views) ImGui::DockBuilderDockWindow(title, view);
  ImGui::DockBuilderFinish(dock_space);
  share_growth(ImGui::DockBuilderGetNode(dock_space));
}

void load_arrangement(const std::string& text) {
  ImGui::LoadIniSettingsFromMemory(text.c_str(), text.size());
  // What the text does not know (it was kept by an earlier version) joins the large place.
  const ImGuiWindowSettings* source = ImGui::FindWindowSettingsByID(ImHashStr(panel::source));
  if (source == nullptr || source->DockId == 0) return;
  const ImGuiID place = source->DockId;
  const auto join = [&](const char* title) {
    if (ImGui::FindWindowSettingsByID(ImHashStr(title)) == nullptr) ImGui::DockBuilderDockWindow(title, place);
  };
  for (const char* title : views) join(title);
  for (const char* title : others) join(title);
}

std::string arrangement() {
  std::size_t size = 0;
  const char* text = ImGui::SaveIniSettingsToMemory(&size);
  return {text, size};
}

const char* panel_in_front(const char* otherwise) {
  for (const char* title : views) {
    const ImGuiWindow* window = ImGui::FindWindowByName(title);
    if (window != nullptr && window->DockIsActive && window->DockTabIsVisible) return title;
  }
  return otherwise;
}

}  // namespace warpscope::gui
