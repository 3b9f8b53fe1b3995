// Play, the steps, loop and speed.
#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <utility>

#include "gui/state/numbers.h"
#include "gui/views/playback/transport_parts.h"

namespace warpscope::gui::transport {

namespace {

constexpr float button_width = 2.0F;

enum class Icon { play, pause, access, wavefront, barrier, loop };

/// direction -1: mirrored.
void draw_icon(ImDrawList& list, Icon icon, ImVec2 centre, float size, ImU32 ink, float direction) {
  const float r = 0.34F * size, stroke = std::max(1.5F, 0.1F * size);
  const auto at = [&](float x, float y) { return ImVec2(centre.x + direction * x * r, centre.y + y * r); };
  const auto triangle = [&](float x) {
    std::array<ImVec2, 3> points{at(x - 0.8F, -0.9F), at(x + 0.8F, 0), at(x - 0.8F, 0.9F)};
    if (direction < 0) std::swap(points[0], points[2]);  // always the same way round, as the anti-aliasing wants it
    list.AddConvexPolyFilled(points.data(), 3, ink);
  };
  const auto bar = [&](float x) { list.AddLine(at(x, -0.9F), at(x, 0.9F), ink, 1.5F * stroke); };
  switch (icon) {
    case Icon::play:
      triangle(0.1F);
      break;
    case Icon::pause:
      bar(-0.45F);
      bar(0.45F);
      break;
    case Icon::wavefront:
      list.AddLine(at(-0.5F, -0.8F), at(0.5F, 0), ink, 1.3F * stroke);
      list.AddLine(at(0.5F, 0), at(-0.5F, 0.8F), ink, 1.3F * stroke);
      break;
    case Icon::access:
      triangle(-0.3F);
      bar(0.8F);
      break;
    case Icon::barrier:
      triangle(-0.9F);
      triangle(0.2F);
      bar(1.25F);
      break;
    case Icon::loop:
      list.PathArcTo(centre, 0.85F * r, 0.6F, 5.6F, 20);
      list.PathStroke(ink, ImDrawFlags_None, 1.2F * stroke);
      list.AddTriangleFilled(at(0.25F, -0.75F), at(1.2F, -0.9F), at(0.85F, 0.1F), ink);
      break;
  }
}

void icon_button(const Bar& bar, const char* name, Icon icon, float direction, bool on = false) {
  const Frame& frame = bar.frame;
  const Action* action = find_action(name);
  const std::string reason = action->why_not(frame.state);
  ImGui::BeginDisabled(!reason.empty());
  const ImVec2 from = ImGui::GetCursorScreenPos(), size{button_width * frame.em, row * frame.em};
  if (on) ImGui::PushStyleColor(ImGuiCol_Button, frame.theme.pressed);
  const bool pressed = ImGui::Button((std::string("##") + name).c_str(), size);
  if (on) ImGui::PopStyleColor();
  draw_icon(*ImGui::GetWindowDrawList(), icon, {from.x + size.x / 2, from.y + size.y / 2}, 1.25F * frame.em,
            packed(faded(on ? frame.theme.accent : frame.theme.text, reason.empty() ? 1 : 0.4F)), direction);
  ImGui::EndDisabled();
  bar.name(name);
  if (pressed) bar.emit(Invoke(name));
  help_of_item(frame, *action, reason);
}

std::string speed_text(double speed) {
  return speed < 1 ? fmt::format("1/{:.0f}", 1 / speed) : grouped(speed, 0);
}

void sign_button(const Bar& bar, const char* name, const char* sign) {
  const Action* action = find_action(name);
  if (ImGui::Button(fmt::format("{}##{}", sign, name).c_str(), {1.5F * bar.frame.em, row * bar.frame.em})) {
    bar.emit(Invoke(name));
  }
  bar.name(name);
  help_of_item(bar.frame, *action, "");
}

}  // namespace

void help_of_item(const Frame& frame, const Action& action, const std::string& reason) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled | ImGuiHoveredFlags_DelayShort)) return;
  std::string words = title_of(frame.state, action) + ". " + help_of(frame.state, action);
  if (!action.shortcut.empty()) words.append(" (").append(action.shortcut).append(")");
  if (!reason.empty()) words.append("\n").append(not_now(frame, reason));
  tooltip(frame, words);
}

void draw_buttons(const Bar& bar) {
  const float gap = 0.2F * bar.frame.em;
  icon_button(bar, "previous_barrier", Icon::barrier, -1);
  ImGui::SameLine(0, gap);
  icon_button(bar, "previous_access", Icon::access, -1);
  ImGui::SameLine(0, gap);
  icon_button(bar, "previous_wavefront", Icon::wavefront, -1);
  ImGui::SameLine(0, gap);
  icon_button(bar, "toggle_playing", bar.playback.playing ? Icon::pause : Icon::play, 1, bar.playback.playing);
  ImGui::SameLine(0, gap);
  icon_button(bar, "next_wavefront", Icon::wavefront, 1);
  ImGui::SameLine(0, gap);
  icon_button(bar, "next_access", Icon::access, 1);
  ImGui::SameLine(0, gap);
  icon_button(bar, "next_barrier", Icon::barrier, 1);
  ImGui::SameLine(0, bar.frame.em);
  icon_button(bar, "toggle_loop", Icon::loop, 1, bar.playback.loop);
}

void draw_speed(const Bar& bar) {
  const Frame& frame = bar.frame;
  sign_button(bar, "slower", "-");
  ImGui::SameLine(0, 0.3F * frame.em);
  const std::string words = frame.say("transport.speed", speed_text(bar.playback.speeds[index_of(bar.view)]));
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float width = std::max(size_of(words).x, 4.6F * frame.em);
  ImGui::GetWindowDrawList()->AddText(
      {from.x + (width - size_of(words).x) / 2, from.y + (row * frame.em - ImGui::GetTextLineHeight()) / 2},
      packed(frame.theme.text), words.c_str());
  ImGui::Dummy({width, row * frame.em});
  bar.name("speed");
  if (ImGui::IsItemHovered()) tooltip(frame, frame.say("transport.speed_help"));
  ImGui::SameLine(0, 0.3F * frame.em);
  sign_button(bar, "faster", "+");
}

}  // namespace warpscope::gui::transport
