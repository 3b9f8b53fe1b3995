#include "gui/shell/keyboard_focus.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <ranges>
#include <set>
#include <tuple>
#include <utility>

namespace lanescope::gui {
namespace {

constexpr std::string_view of_menus = "menu/";
constexpr std::size_t remembered = 16;   // stops to which the focus can return
constexpr int frames_until_lost = 3;     // Dear ImGui needs two until a new control has the focus
constexpr int frames_until_settled = 3;  // an activated field appears in the second frame, scrolled in the third

bool in_popup() {
  return !ImGui::GetCurrentContext()->OpenPopupStack.empty();
}

bool is_of_popup(const ImGuiWindow& window) {
  return (window.RootWindow->Flags & (ImGuiWindowFlags_Popup | ImGuiWindowFlags_Tooltip)) != 0;
}

bool uses_mouse() {
  const ImGuiIO& io = ImGui::GetIO();
  return io.MouseWheel != 0 || io.MouseWheelH != 0 || std::ranges::any_of(io.MouseClicked, std::identity());
}

/// Sorts the windows as they are read: column by column from the left, and in each from the top. The bars at the top
/// come first, because they begin at the left, and the one at the bottom last.
auto place_in_order(const FocusStop& stop) {
  const ImGuiWindow& root = *stop.window->RootWindow;
  const bool is_last = std::string_view(root.Name) == "##status";
  // The tabs of a place are its first line. They begin at its left edge.
  const ImVec2 at = root.DockNodeAsHost != nullptr ? stop.panel.Min : root.Pos;
  return std::tuple(is_last, std::round(at.x), std::round(at.y));
}

/// Returns those that Tab goes to, in order: of the small window that has the focus, else of all but the menus.
std::vector<FocusStop> in_order(const std::vector<FocusStop>& all, const SmallWindow* focused) {
  std::vector<FocusStop> stops;
  std::set<ImGuiID> seen;
  const ImGuiWindow* const only = focused == nullptr ? nullptr : ImGui::FindWindowByName(focused->window);
  for (const FocusStop& stop : all) {
    const bool is_elsewhere = only != nullptr && stop.window->RootWindow != only;
    if (is_elsewhere || is_of_popup(*stop.window) || stop.name.starts_with(of_menus)) continue;
    if (seen.insert(stop.id).second) stops.push_back(stop);
  }
  std::ranges::stable_sort(stops, {}, place_in_order);
  return stops;
}

using Place = std::vector<FocusStop>::const_iterator;

Place named(const std::vector<FocusStop>& stops, std::string_view name) {
  return std::ranges::find(stops, name, &FocusStop::name);
}

}  // namespace

void KeyboardFocus::leave() {
  on_ = false;
  if (const auto before = std::exchange(before_menus_, std::nullopt)) {
    const bool is_there = before->window != nullptr && before->window->WasActive;
    ImGui::FocusWindow(is_there ? before->window : nullptr);
  }
  ImGuiContext& context = *ImGui::GetCurrentContext();
  context.NavCursorVisible = false;
  // The item under the mouse counts as hovered again.
  context.NavHighlightItemUnderNav = false;
}

void KeyboardFocus::prepare(const std::vector<FocusRequest>& requests, const SmallWindow* focused) {
  requests_ = requests;
  using Kind = FocusRequest::Kind;
  const auto asks_for = [&](Kind kind) {
    return std::ranges::find(requests, kind, &FocusRequest::kind) != requests.end();
  };
  if (asks_for(Kind::leave)) leave();
  ImGuiConfigFlags& flags = ImGui::GetIO().ConfigFlags;
  const bool types_only = focused != nullptr && focused->is_one_field;
  if (in_popup() || (on_ && !types_only)) {
    flags |= ImGuiConfigFlags_NavEnableKeyboard;
  } else {
    flags &= ~ImGuiConfigFlags_NavEnableKeyboard;
  }
  // Dear ImGui would walk by itself, too.
  const ImGuiID owner = ImHashStr("keyboard focus");
  if (!in_popup()) ImGui::SetKeyOwner(ImGuiKey_Tab, owner);
  for (const ImGuiKey key : {ImGuiKey_LeftAlt, ImGuiKey_RightAlt}) ImGui::SetKeyOwner(key, owner);
  // It would forget which control had the focus.
  const bool types = ImGui::GetIO().WantTextInput;
  if (on_ && !types && (focused == nullptr || in_popup())) ImGui::SetKeyOwner(ImGuiKey_Escape, owner);
}

void KeyboardFocus::go_to(const FocusStop& stop, bool activate) {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  on_ = true;
  // The next frame begins before prepare(), and would hide the ring of the first control.
  ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  frames_without_ = 0;
  frames_to_draw_ = frames_until_settled;
  std::erase(visited_, stop.name);
  visited_.push_back(stop.name);
  if (visited_.size() > remembered) visited_.erase(visited_.begin());
  if (context.ActiveId != 0) ImGui::ClearActiveID();
  ImGui::FocusWindow(stop.window);
  ImGui::SetNavID(stop.id, stop.layer, stop.scope, ImGui::WindowRectAbsToRel(stop.window, stop.place));
  ImGui::SetNavCursorVisibleAfterMove();
  context.NavIdIsAlive = true;
  if (stop.layer == ImGuiNavLayer_Main) {
    ImGui::ScrollToRectEx(stop.window, stop.place,
                          ImGuiScrollFlags_KeepVisibleEdgeX | ImGuiScrollFlags_KeepVisibleEdgeY);
  }
  if (!activate && (stop.flags & ImGuiItemFlags_Inputable) == 0) return;
  context.NavNextActivateId = stop.id;
  context.NavNextActivateFlags = activate ? ImGuiActivateFlags_None
                                          : ImGuiActivateFlags_PreferInput | ImGuiActivateFlags_TryToPreserveState |
                                                ImGuiActivateFlags_FromTabbing;
}

void KeyboardFocus::walk(const std::vector<FocusStop>& stops, int direction) {
  if (stops.empty()) return;
  const ImGuiID id = ImGui::GetCurrentContext()->NavId;
  Place now = id == 0 ? stops.end() : std::ranges::find(stops, id, &FocusStop::id);
  for (const std::string& name : visited_ | std::views::reverse) {
    if (now != stops.end()) break;
    now = named(stops, name);
  }
  const auto count = static_cast<std::ptrdiff_t>(stops.size());
  // Without one it begins with the first, or with the last.
  const std::ptrdiff_t from = now == stops.end() ? (direction > 0 ? -1 : 0) : now - stops.begin();
  go_to(stops[static_cast<std::size_t>((from + direction + count) % count)], false);
}

void KeyboardFocus::enter_menu_bar(const std::vector<FocusStop>& all, std::optional<char> letter) {
  const auto begins_with_letter = [&](const FocusStop& stop) {
    return stop.name.starts_with(of_menus) && (!letter || stop.name[of_menus.size()] == *letter);
  };
  Place menu = std::ranges::find_if(all, begins_with_letter);
  if (menu == all.end()) menu = named(all, "menu/more");
  if (menu == all.end()) return;
  if (!before_menus_) before_menus_ = BeforeMenus{on_, ImGui::GetCurrentContext()->NavWindow, false, 0};
  go_to(*menu, letter.has_value());
  visited_.pop_back();  // one returns to what was before
}

void KeyboardFocus::leave_menu_bar(const std::vector<FocusStop>& stops) {
  if (!before_menus_->was_on) return leave();
  before_menus_.reset();
  ImGui::GetCurrentContext()->NavId = 0;
  recover(stops);
}

void KeyboardFocus::recover(const std::vector<FocusStop>& stops) {
  for (const std::string& name : visited_ | std::views::reverse) {
    const Place stop = named(stops, name);
    if (stop == stops.end()) continue;
    FocusStop found = *stop;
    found.flags &= ~ImGuiItemFlags_Inputable;  // nobody asked to type
    return go_to(found, false);
  }
}

void KeyboardFocus::open_menu_beside(const Frame& frame, const std::vector<FocusStop>& all) {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  if (!context.NavMoveForwardToNextFrame || context.NavLayer != ImGuiNavLayer_Menu || in_popup()) return;
  std::vector<ImGuiID> menus;
  for (const FocusStop& stop : all) {
    // The stop of an open menu was noted within it.
    const bool is_of_bar = stop.window == context.NavWindow || stop.id == context.NavId;
    if (is_of_bar && stop.name.starts_with(of_menus)) menus.push_back(stop.id);
  }
  const auto closed = std::ranges::find(menus, context.NavId);
  if (closed == menus.end()) return;
  const std::size_t step = context.NavMoveDir == ImGuiDir_Left ? menus.size() - 1 : 1;
  ImGui::NavMoveRequestCancel();
  context.NavMoveForwardToNextFrame = false;
  context.NavNextActivateId = menus[(static_cast<std::size_t>(closed - menus.begin()) + step) % menus.size()];
  context.NavNextActivateFlags = ImGuiActivateFlags_None;
  frame.needs_redraw = true;
}

void KeyboardFocus::follow(const Frame& frame, const std::vector<FocusStop>& all, const SmallWindow* focused) {
  if (on_ && uses_mouse()) leave();
  ImGuiContext& context = *ImGui::GetCurrentContext();
  const std::vector<FocusStop> stops = in_order(all, focused);
  open_menu_beside(frame, all);
  if (before_menus_ && in_popup()) {
    before_menus_->opened = true;
    before_menus_->frames_closed = 0;
  }
  // From one menu to the next there is a frame without one.
  if (before_menus_ && before_menus_->opened && !in_popup()) {
    frame.needs_redraw = true;
    if (focused != nullptr) {
      before_menus_.reset();
    } else if (++before_menus_->frames_closed > 2) {
      leave_menu_bar(stops);
    }
  }
  using Kind = FocusRequest::Kind;
  for (const FocusRequest& request : requests_) {
    if (request.kind == Kind::next) walk(stops, +1);
    if (request.kind == Kind::previous) walk(stops, -1);
    if (request.kind == Kind::menu) enter_menu_bar(all, request.letter);
    if (request.kind == Kind::menu_bar) before_menus_ ? leave_menu_bar(stops) : enter_menu_bar(all, {});
  }
  requests_.clear();
  if (!on_) {
    if (in_popup() && !frame.state.ui.blank) draw(frame);  // the arrow keys lead through it
    return;
  }
  // The arrow keys of Dear ImGui may have gone to another control.
  const auto now = std::ranges::find(stops, context.NavId, &FocusStop::id);
  if (context.NavId != 0 && now != stops.end() && at() != now->name) {
    std::erase(visited_, now->name);
    visited_.push_back(now->name);
  }
  const bool has_focus = (context.NavId != 0 && context.NavIdIsAlive) || context.ActiveId != 0;
  const bool is_elsewhere = in_popup() || (focused != nullptr && focused->is_one_field);
  frames_without_ = has_focus || is_elsewhere ? 0 : frames_without_ + 1;
  if (frames_without_ > 0) frame.needs_redraw = true;
  if (frames_without_ > frames_until_lost) {
    frames_without_ = 0;
    recover(stops);
  }
  if (frames_to_draw_ > 0) {
    --frames_to_draw_;
    frame.needs_redraw = true;
  }
  if (!frame.state.ui.blank) draw(frame);
}

void KeyboardFocus::draw(const Frame& frame) const {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  ImGuiWindow* const window = context.NavWindow;
  if (window == nullptr || context.NavId == 0 || !context.NavIdIsAlive || !context.NavCursorVisible) return;
  const ImRect item = ImGui::WindowRectRelToAbs(window, window->NavRectRel[context.NavLayer]);
  ring(frame, item, window->OuterRectClipped);
}

}  // namespace lanescope::gui
