#include "gui/widgets/widgets.h"

#include <imgui_internal.h>

#include <cmath>
#include <utility>

namespace lanescope::gui {

void text(std::string_view text) {
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
}

void text(std::string_view text, ImVec4 colour) {
  const ColourScope scope(colour);
  gui::text(text);
}

void text(const Frame& frame, ImFont* font, float size, std::string_view text, ImVec4 colour) {
  const FontScope scope(frame, font, size);
  gui::text(text, colour);
}

void draw_text_at(ImDrawList& list, ImVec2 at, ImVec4 colour, std::string_view text) {
  list.AddText(at, packed(colour), text.data(), text.data() + text.size());
}

void number(std::string_view text, ImVec4 colour) {
  constexpr std::string_view thin_space = "\u2009";
  constexpr float gap = 0.2F;  // as a fraction of the size of the digits
  const ColourScope scope(colour);
  ImGui::BeginGroup();
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(thin_space, from), text.size());
    if (from > 0) ImGui::SameLine(0, gap * ImGui::GetFontSize());
    gui::text(text.substr(from, to - from));
    from = to + thin_space.size();
  }
  ImGui::EndGroup();
}

void draw_wrapped(std::string_view text, ImVec4 colour) {
  const ColourScope scope(colour);
  ImGui::PushTextWrapPos(0.0F);
  gui::text(text);
  ImGui::PopTextWrapPos();
}

void draw_elided(std::string_view text, ImVec4 colour, float right) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 size = size_of(text);
  const ImVec2 to{std::max(from.x, right), from.y + size.y};
  const ColourScope scope(colour);
  ImGui::RenderTextEllipsis(ImGui::GetWindowDrawList(), from, to, to.x, text.data(), text.data() + text.size(), &size);
  ImGui::Dummy({std::min(size.x, to.x - from.x), size.y});
  if (from.x + size.x > to.x && ImGui::IsItemHovered())
    ImGui::SetTooltip("%.*s", static_cast<int>(text.size()), text.data());
}

ImVec2 size_of(std::string_view text) {
  return ImGui::CalcTextSize(text.data(), text.data() + text.size());
}

void tooltip(const Frame& frame, std::string_view text) {
  if (!ImGui::BeginTooltip()) return;
  ImGui::PushTextWrapPos(24 * frame.em);
  gui::text(text);
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void name_place(const Frame& frame, const std::string& name, ImVec2 from, ImVec2 to) {
  frame.widgets[name] = {from, to};
}

void name_place(const Frame& frame, const std::string& name, const ImRect& place) {
  frame.widgets[name] = place;
}

ImRect square_around(ImVec2 centre, float half) {
  return {centre.x - half, centre.y - half, centre.x + half, centre.y + half};
}

float right_edge() {
  return ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
}

bool blank_button(const char* id, ImVec2 size) {
  return ImGui::InvisibleButton(id, size, ImGuiButtonFlags_EnableNav);
}

bool has_focus() {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  return context.NavCursorVisible && context.NavId != 0 && context.NavId == ImGui::GetItemID();
}

bool is_pressed_by_key() {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  return context.NavActivatePressedId != 0 && context.NavActivatePressedId == ImGui::GetItemID();
}

int arrows_on_item(ImGuiAxis axis) {
  if (!has_focus()) return 0;
  const ImGuiID id = ImGui::GetItemID();
  int steps = 0;
  const bool across = axis == ImGuiAxis_X;
  for (const auto& [key, step] : {std::pair{across ? ImGuiKey_LeftArrow : ImGuiKey_UpArrow, -1},
                                  std::pair{across ? ImGuiKey_RightArrow : ImGuiKey_DownArrow, +1}}) {
    ImGui::SetKeyOwner(key, id);  // otherwise they move the focus
    if (ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, id)) steps += step;
  }
  return steps;
}

bool keyboard_place(const Frame& frame, const std::string& name, const ImRect& place) {
  ImGui::ItemAdd(place, ImGui::GetID(("keys of " + name).c_str()));
  name_item(frame, name);
  return has_focus();
}

void underline_item(const Frame& frame) {
  const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
  const float thick = frame.stroke(0.12F);
  ImGui::GetWindowDrawList()->AddRectFilled({from.x + thick, to.y - thick}, {to.x - thick, to.y},
                                            packed(frame.theme.accent));
}

void ring(const Frame& frame, const ImRect& item, const ImRect& window) {
  const float width = std::max(3.0F, std::round(0.16F * frame.em * frame.theme.stroke)), gap = 1;
  const float edge = std::max(1.0F, std::round(0.5F * width)), rounding = ImGui::GetStyle().FrameRounding;
  ImRect seen = item, room = window;
  seen.ClipWith(window);
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  room.Expand(gap + width + edge);
  room.ClipWith({viewport.Pos, {viewport.Pos.x + viewport.Size.x, viewport.Pos.y + viewport.Size.y}});
  // At the edge of the screen it goes inwards.
  seen.Expand(gap + width / 2);
  ImRect inner = room;
  inner.Expand(-(width / 2 + edge));
  seen.ClipWithFull(inner);
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.PushClipRect(room.Min, room.Max);
  // An edge of the ground's colour keeps it apart from what has its colour.
  list.AddRect(seen.Min, seen.Max, packed(frame.theme.ground), rounding, 0, width + 2 * edge);
  list.AddRect(seen.Min, seen.Max, packed(frame.theme.focus), rounding, 0, width);
  list.PopClipRect();
}

bool is_held() {
  const bool by_mouse = ImGui::GetCurrentContext()->ActiveIdSource == ImGuiInputSource_Mouse;
  return (ImGui::IsItemActive() && by_mouse) ||
         (ImGui::IsItemDeactivated() && ImGui::IsMouseReleased(ImGuiMouseButton_Left));
}

bool is_dragged_past(float distance) {
  const ImGuiIO& io = ImGui::GetIO();
  const ImVec2 from = io.MouseClickedPos[ImGuiMouseButton_Left];
  const bool ends = ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
                    std::hypot(io.MousePos.x - from.x, io.MousePos.y - from.y) >= distance;
  return ends || ImGui::IsMouseDragPastThreshold(ImGuiMouseButton_Left, distance);
}

float wheel_over_item() {
  if (ImGui::GetCurrentContext()->WheelingWindow != nullptr) return 0;
  ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
  return ImGui::IsItemHovered() ? ImGui::GetIO().MouseWheel : 0;
}

void name_item(const Frame& frame, const std::string& name) {
  name_place(frame, name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  const ImGuiLastItemData& item = context.LastItemData;
  constexpr ImGuiItemFlags passed_over = ImGuiItemFlags_NoNav | ImGuiItemFlags_NoTabStop | ImGuiItemFlags_Disabled;
  if (frame.stops == nullptr || item.ID == 0 || (item.ItemFlags & passed_over) != 0) return;
  ImGuiWindow* const window = context.CurrentWindow;
  frame.stops->push_back({name,
                          window,
                          item.ID,
                          window->DC.NavLayerCurrent,
                          context.CurrentFocusScopeId,
                          item.NavRect,
                          item.ItemFlags,
                          {}});
}

void note_subject(const Frame& frame, Subject subject) {
  note_subject(frame, std::move(subject), ImGui::GetCurrentContext()->LastItemData.NavRect);
}

void note_subject(const Frame& frame, Subject subject, const ImRect& place) {
  if (frame.subjects == nullptr) return;
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  frame.subjects->push_back({std::move(subject), context.CurrentWindow, context.LastItemData.ID, place});
}

void subject_place(const Frame& frame, const std::string& name, Subject subject, const ImRect& place) {
  ImGui::ItemAdd(place, ImGui::GetID(("subject " + name).c_str()));
  name_place(frame, name, place);
  if (frame.subjects == nullptr) return;
  const bool is_first = std::ranges::none_of(*frame.subjects, [&](const SubjectPlace& before) {
    return before.window == ImGui::GetCurrentWindow() && before.subject.panel == subject.panel;
  });
  if (is_first) name_item(frame, name);
  note_subject(frame, std::move(subject), place);
}

void shape_item(const Frame& frame, Shape shape, ImVec4 colour) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight();
  draw_shape(*ImGui::GetWindowDrawList(), shape, {from.x + 0.4F * height, from.y + 0.52F * height}, height, colour);
  ImGui::Dummy({0.8F * height, height});
  ImGui::SameLine(0, 0.25F * frame.em);
}

float badge_width(const Frame& frame, std::string_view word) {
  return size_of(word).x + 2.1F * frame.em;
}

void badge(const Frame& frame, Shape shape, std::string_view word, ImVec4 colour) {
  const float em = frame.em;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 size{badge_width(frame, word), 1.6F * em};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 to{from.x + size.x, from.y + size.y};
  list.AddRectFilled(from, to, packed(faded(colour, 0.22F)), 0.8F * em);
  list.AddRect(from, to, packed(colour), 0.8F * em, 0, std::max(1.0F, 0.08F * em));
  draw_shape(list, shape, {from.x + 0.85F * em, from.y + size.y / 2}, 1.05F * em, colour);
  draw_text_at(list, {from.x + 1.5F * em, from.y + (size.y - ImGui::GetTextLineHeight()) / 2}, frame.theme.text, word);
  ImGui::Dummy(size);
}

std::string menu_title(const Frame& frame, std::string_view menu) {
  const std::string* text = frame.language().find("menu." + std::string(menu));
  return text == nullptr ? std::string(menu) : *text;
}

std::string not_now(const Frame& frame, std::string_view reason) {
  for (const std::string_view stop : {".", "。"}) {  // some reasons are whole sentences
    if (reason.ends_with(stop)) reason.remove_suffix(stop.size());
  }
  return frame.say("palette.not_now", reason);
}

std::string help_with_reason(const Frame& frame, const Action& action, bool with_keys) {
  const std::string reason = action.why_not(frame.state), keys = with_keys ? keys_of(action) : std::string();
  return help_of(frame.state, action) + (reason.empty() ? "" : "\n" + not_now(frame, reason)) +
         (keys.empty() ? "" : "\n" + keys);
}

void action_button(const Frame& frame, std::string_view name) {
  const Action* action = find_action(name);
  if (action == nullptr) return;
  const std::string reason = action->why_not(frame.state);
  bool ticked = action->ticked != nullptr && action->ticked(frame.state);
  const std::string label = title_of(frame.state, *action) + "###" + std::string(name);
  ImGui::BeginDisabled(!reason.empty());
  const bool pressed =
      action->ticked != nullptr ? ImGui::Checkbox(label.c_str(), &ticked) : ImGui::Button(label.c_str());
  if (pressed) frame.emit(Invoke(name));
  ImGui::EndDisabled();
  name_item(frame, "action/" + std::string(name));
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) tooltip(frame, help_with_reason(frame, *action, true));
}

}  // namespace lanescope::gui
