// The bar above the panels: the tabs of the workspaces, and which kernel is shown for which GPU, both as drop-downs.
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <string>

#include "gui/readings/connection.h"
#include "gui/screens/kernels/kernels_commands.h"
#include "gui/screens/kernels/kernels_list.h"
#include "gui/shell/interface.h"
#include "gui/store/selection_commands.h"
#include "gui/store/target.h"

namespace lanescope::gui {
namespace {

constexpr float bar_height = 2.2F, list_width = 30, list_height = 26;  // in text heights

/// Draws a triangle that points down, in the middle of a square of the text's height.
void draw_arrow(const Frame& frame, ImVec2 centre) {
  const float half = 0.28F * frame.em;
  ImGui::GetWindowDrawList()->AddTriangleFilled({centre.x - half, centre.y - 0.5F * half},
                                                {centre.x + half, centre.y - 0.5F * half},
                                                {centre.x, centre.y + 0.7F * half}, packed(frame.theme.quiet));
}

/// Draws a button with an arrow at its right end. `left` is room for a sign before the words.
bool drop_down(const Frame& frame, const char* id, const std::string& words, float left) {
  const float padding = 0.6F * frame.em, arrow = frame.em;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetContentRegionAvail().y, width = left + size_of(words).x + arrow + 2 * padding;
  const bool clicked = blank_button(id, {width, height});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 to{from.x + width, from.y + height};
  list.AddRectFilled(from, to, packed(ImGui::IsItemHovered() ? frame.theme.hovered : frame.theme.raised),
                     0.25F * frame.em);
  const float top = from.y + (height - ImGui::GetTextLineHeight()) / 2;
  draw_text_at(list, {from.x + padding + left, top}, frame.theme.text, words);
  draw_arrow(frame, {to.x - padding - 0.25F * arrow, from.y + height / 2});
  return clicked;
}

/// The list of kernels with its search field, as a drop-down. It closes when a kernel is chosen.
void draw_kernel_list(const Frame& frame, ImVec2 below) {
  if (frame.has_effect<FocusSearch>()) ImGui::OpenPopup("##kernels");
  const ImVec2 room = ImGui::GetMainViewport()->Size;
  ImGui::SetNextWindowPos(below);
  ImGui::SetNextWindowSize(
      {std::min(list_width * frame.em, room.x - below.x), std::min(list_height * frame.em, room.y - below.y)});
  ImGuiStorage& bar = *ImGui::GetStateStorage();
  const ImGuiID open = ImGui::GetID("list is open");
  const bool was_open = bar.GetBool(open), is_open = ImGui::BeginPopup("##kernels");
  bar.SetBool(open, is_open);
  // A search ends with its list.
  if (was_open && !is_open && !frame.state.kernel_search.text.empty()) frame.emit(SearchKernels{""});
  if (!is_open) return;
  ImGuiStorage& memory = *ImGui::GetStateStorage();
  const ImGuiID key = ImGui::GetID("kernel when it was opened");
  const auto now = static_cast<int>(ImHashStr(frame.state.selection.kernel.c_str()));
  if (ImGui::IsWindowAppearing()) memory.SetInt(key, now);
  if (memory.GetInt(key) != now) ImGui::CloseCurrentPopup();
  draw_kernels_list(frame);
  ImGui::EndPopup();
}

void draw_target(const Frame& frame, float right) {
  const TargetStatus target = target_status(frame.state);
  if (target.words.empty()) return;
  const float mark = ImGui::GetTextLineHeight() + 0.2F * frame.em;
  const float width = mark + size_of(target.words).x + 2.2F * frame.em;
  const ImVec2 at{std::max(ImGui::GetItemRectMax().x + frame.em, right - width), ImGui::GetCursorScreenPos().y};
  ImGui::SetCursorScreenPos(at);
  if (drop_down(frame, "##target", target.words, mark)) ImGui::OpenPopup("##targets");
  name_item(frame, "bar/target");
  const ImRect place(ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  if (ImGui::IsItemHovered()) tooltip(frame, frame.say("target.help"));
  draw_shape(*ImGui::GetWindowDrawList(), shape_of(target.origin),
             {at.x + 0.5F * frame.em + mark / 2, place.GetCenter().y}, ImGui::GetTextLineHeight(),
             colour_of(frame.theme, target.origin));
  ImGui::SetNextWindowPos({place.Max.x, place.Max.y}, ImGuiCond_Always, {1, 0});
  if (!ImGui::BeginPopup("##targets")) return;
  draw_targets(frame);
  ImGui::EndPopup();
}

constexpr std::array tabs{Workspace::watch, Workspace::why, Workspace::measure, Workspace::lecture};
constexpr float tab_padding = 0.7F, tab_gap = 0.2F;  // in text heights

float width_of_workspaces(const Frame& frame) {
  const FontScope bold(frame, frame.fonts.bold, 1.1F);
  float width = 0;
  for (const Workspace workspace : tabs) {
    width +=
        size_of(title_of(frame.state, *find_action(name_of(workspace)))).x + (2 * tab_padding + tab_gap) * frame.em;
  }
  return width;
}

/// Draws the workspaces as large tabs, with a line below the one that is shown.
void draw_workspaces(const Frame& frame, float height) {
  const FontScope bold(frame, frame.fonts.bold, 1.1F);
  const float padding = tab_padding * frame.em;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const Workspace workspace : tabs) {
    const Action& action = *find_action(name_of(workspace));
    const std::string title = title_of(frame.state, action);
    const bool is_shown = frame.state.ui.workspace == workspace;
    const ImVec2 from = ImGui::GetCursorScreenPos(), to{from.x + size_of(title).x + 2 * padding, from.y + height};
    const bool clicked = blank_button(action.name.data(), {to.x - from.x, height});
    name_item(frame, "workspace/" + std::string(action.name));
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) tooltip(frame, help_with_reason(frame, action, true));
    if (hovered || is_shown) {
      list.AddRectFilled(from, to, packed(is_shown ? frame.theme.panel : frame.theme.hovered), 0.25F * frame.em,
                         ImDrawFlags_RoundCornersTop);
    }
    if (is_shown) {
      list.AddRectFilled({from.x, to.y - 0.18F * frame.em}, to, packed(frame.theme.accent));
    }
    draw_text_at(list, {from.x + padding, from.y + (height - ImGui::GetTextLineHeight()) / 2},
                 is_shown ? frame.theme.text : frame.theme.quiet, title);
    if (clicked && !is_shown) frame.emit(action.name);
    ImGui::SameLine(0, tab_gap * frame.em);
  }
}

}  // namespace

void draw_targets(const Frame& frame) {
  for (const TargetChoice& choice : target_choices(frame.state)) {
    if (ImGui::MenuItem(choice.title.c_str(), nullptr, choice.chosen)) frame.emit(SetTarget{choice.target});
    name_item(frame, "target/" + (choice.target.empty() ? "own" : choice.target));
  }
}

void draw_kernel_bar(const Frame& frame) {
  ImGui::PushStyleColor(ImGuiCol_WindowBg, frame.theme.ground);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.7F * frame.em, 0.25F * frame.em});
  // Where there is no room for all of it, the kernel stands below the tabs.
  const std::string& kernel = frame.state.selection.kernel;
  float needed = width_of_workspaces(frame) + size_of(target_status(frame.state).words).x + 10 * frame.em;
  {
    const FontScope mono(frame, frame.fonts.mono, 1.05F);
    needed += size_of(kernel).x;
  }
  const bool two_rows = needed > ImGui::GetMainViewport()->Size.x;
  const bool shown = ImGui::BeginViewportSideBar("##kernel", ImGui::GetMainViewport(), ImGuiDir_Up,
                                                 (two_rows ? 2 : 1) * bar_height * frame.em,
                                                 ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleVar();
  if (shown) {
    const float right = right_edge(), left = ImGui::GetCursorScreenPos().x;
    const float height = ImGui::GetContentRegionAvail().y - (two_rows ? bar_height * frame.em : 0);
    draw_workspaces(frame, height);
    if (two_rows) {
      ImGui::SetCursorScreenPos({left, ImGui::GetCursorScreenPos().y + bar_height * frame.em});
    } else {
      ImGui::SetCursorScreenPos({ImGui::GetCursorScreenPos().x + frame.em, ImGui::GetCursorScreenPos().y});
    }
    const float top = ImGui::GetCursorScreenPos().y;
    {
      const FontScope mono(frame, frame.fonts.mono, 1.05F);
      if (drop_down(frame, "##kernel", kernel.empty() ? frame.say("knobs.no_kernel") : kernel, 0)) {
        frame.emit("search_kernels");
      }
    }
    name_item(frame, "bar/kernel");
    const ImRect place(ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
    if (ImGui::IsItemHovered()) tooltip(frame, help_with_reason(frame, *find_action("search_kernels"), true));
    draw_kernel_list(frame, {place.Min.x, place.Max.y});
    if (const auto definition = frame.state.definition()) {
      const float target_width = size_of(target_status(frame.state).words).x + 4.5F * frame.em;
      ImGui::SetCursorScreenPos(
          {place.Max.x + 0.8F * frame.em, top + (place.GetHeight() - ImGui::GetTextLineHeight()) / 2});
      draw_elided(texts_of(*definition, frame.language().code()).title, frame.theme.quiet, right - target_width);
      name_item(frame, "bar/title");
    }
    ImGui::SetCursorScreenPos({place.Max.x, top});
    draw_target(frame, right);
  }
  ImGui::End();
  ImGui::PopStyleColor();
}

}  // namespace lanescope::gui
