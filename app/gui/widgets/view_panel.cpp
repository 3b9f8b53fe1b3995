#include "gui/widgets/view_panel.h"
#include "gui/store/playback/playback_commands.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "gui/store/playback/stage_halves.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui {
namespace {

constexpr float missing_size = 1.25F;
constexpr float narrow = 46;                // in text heights; a caption then needs more lines
constexpr float caption_lines = 2;          // kept free, so that the picture above does not move
constexpr float min_picture_share = 0.56F;  // the same before the caption has its lines
constexpr int frames_to_settle = 3;

bool shows_any_site(const Playback& playback, AnimatedView view) {
  if (!playback.sequence) return false;
  return std::ranges::any_of(
      playback.traced()->trace.sites, [view](trace::Space space) { return shows(view, space); }, &trace::Site::space);
}

float opacity_of_view(const State& state, AnimatedView view) {
  return opacity_of(traits_of(view).own_clock ? grid_is_stale(state) : trace_is_stale(state));
}

}  // namespace

std::string why_nothing_to_show(const State& state, AnimatedView view) {
  if (traits_of(view).own_clock) return why_no_grid(state);
  const Playback& playback = state.playback;
  if (state.selection.kernel.empty()) return state.say("views.no_kernel");
  if (has_open_question(state.lesson)) return state.say("views.covered");
  if (!playback.sequence) {
    if (!state.known.connected) return state.say("views.no_worker");
    if (const Message why = why_no_trace(state); !why.empty()) return state.language().translated(why);
    const experiments::Result* result = state.current();
    if (result != nullptr && result->failed()) return state.say("views.failed");
    return state.say("views.recording");
  }
  if (playback.traced()->trace.headers.empty()) return state.say("views.no_access");
  const bool any = shows_any_site(playback, view);
  if (any && shown_access(playback, view)) return {};
  if (any) return state.say("views.not_chosen");
  return state.say(view == AnimatedView::banks ? "views.no_shared" : "views.no_global");
}

void ViewCanvas::mark_level(const ImRect& place, Level level) const {
  const std::string letter = letter_of(level);
  if (letter.empty()) return;
  const float size = std::min({0.9F, place.GetWidth() / (0.75F * em), place.GetHeight() / (1.15F * em)});
  if (size < 0.45F) return;
  const FontScope bold(frame, frame.fonts.bold, size);
  const ImVec2 extent = size_of(letter), at = top_left_of(place.GetCenter(), extent);
  fill_behind_text(at, extent, 0.12F * em, theme.ground, 0.8F, 0.2F * em);
  text(at, letter, theme.text);
}

float ViewCanvas::draw_heading(const ImRect& canvas, const std::string& view, const std::string& title,
                               const std::string& summary, const std::vector<Choice>& choices) const {
  ImGui::SetCursorScreenPos(canvas.Min);
  {
    const FontScope bold(frame, frame.fonts.bold, 1.1F);
    gui::text(title, faded(theme.text, opacity));
    name_item(frame, view + "/title");
  }
  ImGui::SameLine(0, em);
  float right = canvas.Max.x;
  const ImVec2 behind_title = ImGui::GetCursorScreenPos();
  for (const Choice& choice : choices) {
    const Action& action = *find_action(choice.action);
    if (!action.why_not(frame.state).empty()) continue;
    const std::string words = frame.say(choice.key);
    right -= size_of(words).x + 2 * ImGui::GetStyle().FramePadding.x;
    ImGui::SetCursorScreenPos({right, canvas.Min.y});
    if (toggle_button(frame, words, choice.action, choice.on)) frame.emit(Invoke(choice.action));
    name_item(frame, std::string("action/") + choice.action);
    if (choice.on) underline_item(frame);
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort)) tooltip(frame, help_of(frame.state, action));
    right -= 0.4F * em;
  }
  ImGui::SetCursorScreenPos(behind_title);
  draw_elided(summary, faded(theme.quiet, opacity), right);
  name_item(frame, view + "/summary");
  return canvas.Min.y + ImGui::GetFrameHeight();
}

void ViewPanel::report_visibility(const Frame& frame, bool is_visible) {
  // Tabs of Dear ImGui need a few frames until the right one is in front, so shorter changes are ignored.
  frames_since_change_ = is_visible == frame.state.playback.is_visible(view_) ? 0 : frames_since_change_ + 1;
  if (frames_since_change_ > frames_to_settle) return frame.emit(SetViewVisible{view_, is_visible});
  if (frames_since_change_ > 0) frame.needs_redraw = true;
}

bool ViewPanel::mouse_asks_for_transport(const Frame& frame, const ImRect& place) {
  constexpr double seconds_after_motion = 2;
  const ImGuiIO& io = ImGui::GetIO();
  const double now = ImGui::GetTime();
  const bool hovered =
      ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem | ImGuiHoveredFlags_ChildWindows);
  const bool over = hovered && place.Contains(io.MousePos);
  const bool moves = hovered && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0);
  const bool chooses = now < transport_until_ && ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
  if (over || moves || chooses) transport_until_ = now + seconds_after_motion;
  if (now >= transport_until_) return false;
  if (!over) frame.needs_redraw = true;
  return true;
}

void ViewPanel::draw_hidden(const Frame& frame) {
  report_visibility(frame, false);
}

std::string ViewPanel::draw_picture(const Frame& frame, const ImRect& canvas) {
  name_place(frame, std::string(name_of(view_)) + "/picture", canvas);
  // What does not fit is cut at the bottom, not drawn over the caption.
  ImGui::PushClipRect({canvas.Min.x - frame.em, canvas.Min.y - frame.em},
                      {canvas.Max.x + frame.em, canvas.Max.y + frame.stroke(0)}, true);
  const std::string caption = draw_view(frame, canvas, opacity_of_view(frame.state, view_));
  ImGui::PopClipRect();
  return caption;
}

void ViewPanel::draw_caption(const Frame& frame, const std::string& caption, const ImRect& canvas, float height) const {
  const float top = canvas.Max.y + ImGui::GetStyle().ItemSpacing.y, line = caption_line * frame.em;
  ImGui::SetCursorScreenPos({canvas.Min.x, top});
  const FontScope larger(frame, frame.fonts.text, caption_size);
  const float whole_lines = std::floor(height / line + 0.5F) * ImGui::GetTextLineHeight();
  ImGui::PushClipRect({canvas.Min.x, top}, {canvas.Max.x, top + whole_lines}, true);
  draw_wrapped(caption, faded(frame.theme.text, opacity_of_view(frame.state, view_)));
  ImGui::PopClipRect();
  const ImVec2 end = ImGui::GetItemRectMax();
  name_place(frame, std::string(name_of(view_)) + "/caption", {canvas.Min.x, top},
             {end.x, std::min(end.y, top + height)});
  if (end.y > top + height + 1 && ImGui::IsItemHovered()) tooltip(frame, caption);
}

void ViewPanel::draw(const Frame& frame) {
  report_visibility(frame, true);
  if (left_ && is_split(frame.state) && !has_open_question(frame.state.lesson)) return draw_halves(frame);
  const Playback& playback = frame.state.playback;
  const std::string name(name_of(view_));
  // This is the area below the tabs.
  const ImVec2 from = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  name_place(frame, name + "/panel", {from.x, from.y, from.x + room.x, from.y + room.y});

  const std::string missing = why_nothing_to_show(frame.state, view_);
  if (!missing.empty()) {
    caption_ = missing;
    {
      const FontScope larger(frame, frame.fonts.text, missing_size);
      ImGui::Dummy({0, frame.em});
      draw_wrapped(missing, frame.theme.text);
      name_item(frame, name + "/missing");
    }
    if (!traits_of(view_).own_clock && shows_any_site(playback, view_) && !has_open_question(frame.state.lesson)) {
      // The choice may be the reason why nothing is visible, so the bar stays.
      ImGui::Dummy({0, frame.em});
      draw_transport_bar(frame, view_, transport_height(frame, view_, room.x, room.y));
    }
    return;
  }
  const float lines = room.x < narrow * frame.em ? narrow_lines : caption_lines, gap = ImGui::GetStyle().ItemSpacing.y;
  // The picture comes first: where there is little room, the bar loses rows, and the caption is cut with a tooltip.
  const float line = caption_line * frame.em, max_height_below = std::max(0.0F, (1 - picture_share) * room.y);
  const float max_with_caption = std::max(0.0F, (1 - min_picture_share) * room.y);
  // In a lecture, where it has nearly all, they share one place.
  const bool lecture = frame.state.ui.is_lecture();
  const float bar = transport_height(frame, view_, room.x, lecture ? 0 : max_height_below - line - 2 * gap);
  const float caption_room =
      lecture ? bar : line * std::clamp(std::floor((max_with_caption - bar - 2 * gap) / line), 1.0F, lines);
  const float below = lecture ? bar + gap : caption_room + bar + 2 * gap;
  const ImRect canvas{from.x, from.y, from.x + room.x, from.y + std::max(4 * frame.em, room.y - below)};
  caption_ = draw_picture(frame, canvas);
  const float top = canvas.Max.y + gap;
  ImGui::SetCursorScreenPos({canvas.Min.x, top});
  if (lecture && mouse_asks_for_transport(frame, {canvas.Min.x, top, canvas.Max.x, top + bar})) {
    return draw_transport_bar(frame, view_, bar);
  }
  draw_caption(frame, caption_, canvas, caption_room);
  if (lecture) return;
  ImGui::SetCursorScreenPos({canvas.Min.x, top + caption_room});
  draw_transport_bar(frame, view_, bar);
}

PictureMouse::PictureMouse(const char* id, const ImRect& area, float em) {
  constexpr float click_distance = 0.4F;  // in text heights; a mouse that moves further drags
  constexpr double wheel_factor = 0.8;
  ImGui::SetCursorScreenPos(area.Min);
  ImGui::InvisibleButton(id, area.GetSize());
  const float notches = wheel_over_item();
  const ImGuiIO& io = ImGui::GetIO();
  hovered = ImGui::IsItemHovered();
  x = static_cast<double>((io.MousePos.x - area.Min.x) / area.GetWidth());
  y = static_cast<double>((io.MousePos.y - area.Min.y) / area.GetHeight());
  factor = std::pow(wheel_factor, static_cast<double>(notches));
  const bool drags = is_dragged_past(click_distance * em);
  if (drags && is_held()) moved = io.MouseDelta;
  clicked = hovered && !drags && ImGui::IsItemDeactivated();
  show_all = hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
}

bool toggle_button(const Frame& frame, const std::string& words, const char* id, bool on) {
  ImGui::PushStyleColor(ImGuiCol_Button, on ? frame.theme.pressed : frame.theme.raised);
  const bool pressed = ImGui::Button((words + "##" + id).c_str());
  ImGui::PopStyleColor();
  return pressed;
}

}  // namespace lanescope::gui
