#include "gui/widgets/knob_slider.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace warpscope::gui {

namespace {

/// Where things are, in pixels on the screen.
struct SliderTrack {
  ImVec2 from, to;     ///< of the whole slider
  float line = 0;      ///< height of the groove
  float first = 0;     ///< of the leftmost value
  float distance = 0;  ///< from value to value

  [[nodiscard]] float at(std::size_t index) const { return first + distance * static_cast<float>(index); }
  [[nodiscard]] double position(float x) const {
    return distance > 0 ? static_cast<double>((x - first) / distance) : 0.0;
  }
};

SliderTrack lay_out(const Frame& frame, const Knob& knob, float width) {
  const float em = frame.em;
  SliderTrack track;
  track.from = ImGui::GetCursorScreenPos();
  track.to = {track.from.x + width, track.from.y + 2.1F * em};
  track.line = track.from.y + 0.6F * em;
  const float margin = 0.9F * em;
  track.first = track.from.x + margin;
  if (knob.labels.size() > 1) {
    track.distance = (width - 2 * margin) / static_cast<float>(knob.labels.size() - 1);
  }
  return track;
}

/// Which values get their label: the current one always, then the others from the left as far as they do not touch.
std::vector<bool> labelled_values(const Frame& frame, const Knob& knob, const SliderTrack& track) {
  const float gap = 0.35F * frame.em;
  const auto half = [&](std::size_t index) { return size_of(knob.labels[index]).x / 2 + gap / 2; };
  const float current_left = track.at(knob.index) - half(knob.index);
  const float current_right = track.at(knob.index) + half(knob.index);
  std::vector<bool> labelled(knob.labels.size(), false);
  float right = track.from.x - track.distance;
  for (std::size_t index = 0; index < knob.labels.size(); ++index) {
    const float left_edge = track.at(index) - half(index), right_edge = track.at(index) + half(index);
    const bool free_of_current = right_edge <= current_left || left_edge >= current_right;
    labelled[index] = index == knob.index || (free_of_current && left_edge >= right);
    if (labelled[index]) right = right_edge;
  }
  return labelled;
}

void draw_value(const Frame& frame, const Knob& knob, const SliderTrack& track, std::size_t index, bool labelled) {
  const Theme& theme = frame.theme;
  const float em = frame.em, x = track.at(index);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool selectable = knob.selectable(index), current = index == knob.index;
  if (selectable) {
    list.AddLine({x, track.line - 0.28F * em}, {x, track.line + 0.28F * em}, packed(theme.quiet),
                 std::max(1.0F, 0.09F * em));
  } else {
    draw_shape(list, Shape::cross, {x, track.line}, 0.75F * em, theme.faint);
  }
  if (!labelled) return;
  const std::string& label = knob.labels[index];
  const ImVec2 size = size_of(label);
  const ImVec2 at{std::clamp(x - size.x / 2, track.from.x, std::max(track.from.x, track.to.x - size.x)),
                  track.line + 0.55F * em};
  const ImVec4 colour = current ? theme.accent : selectable ? theme.quiet : theme.faint;
  list.AddText(at, packed(colour), label.c_str());
  if (!selectable) {  // struck through: greying alone does not survive a bad projector
    list.AddLine({at.x, at.y + 0.55F * size.y}, {at.x + size.x, at.y + 0.55F * size.y}, packed(theme.faint),
                 std::max(1.0F, 0.06F * em));
  }
}

void draw_handle(const Frame& frame, const Knob& knob, const SliderTrack& track, bool hot) {
  const float em = frame.em, x = track.at(knob.index);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool legal = knob.selectable(knob.index);
  const ImVec4 colour = legal ? frame.theme.accent : frame.theme.wrong;
  list.AddRectFilled({x - 0.32F * em, track.line - 0.55F * em}, {x + 0.32F * em, track.line + 0.55F * em},
                     packed(colour), 0.2F * em);
  if (hot) {
    list.AddRect({x - 0.45F * em, track.line - 0.68F * em}, {x + 0.45F * em, track.line + 0.68F * em},
                 packed(faded(colour, 0.7F)), 0.3F * em, 0, std::max(1.0F, 0.08F * em));
  }
}

void explain(const Frame& frame, const Knob& knob, std::size_t index) {
  const std::string setting = knob.name + " = " + knob.labels[index];
  if (knob.selectable(index)) {
    tooltip(frame, setting);
  } else {
    tooltip(frame, frame.say("knobs.cannot_be", knob.name, knob.labels[index], knob.why_not[index]));
  }
}

/// Over the groove the wheel turns the knob, and does not scroll the panel. Pads report parts of a notch.
void turn_by_wheel(const Frame& frame, const Knob& knob, bool hovered) {
  ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
  float& turned = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID((knob.name + "/wheel").c_str()));
  turned = hovered ? turned + ImGui::GetIO().MouseWheel : 0;
  const float notches = std::trunc(turned);
  if (notches == 0) return;
  turned -= notches;
  frame.emit(FocusKnob{knob.name});
  for (int notch = 0; notch < static_cast<int>(std::fabs(notches)); ++notch) {
    frame.emit(notches > 0 ? "raise_knob" : "lower_knob");
  }
}

}  // namespace

void draw_knob_slider(const Frame& frame, const Knob& knob) {
  if (knob.labels.empty()) return;
  const float em = frame.em;
  const FontScope mono(frame, frame.fonts.mono, 0.85F);
  const SliderTrack track = lay_out(frame, knob, ImGui::GetContentRegionAvail().x);

  ImGui::InvisibleButton(knob.name.c_str(), {track.to.x - track.from.x, track.to.y - track.from.y});
  name_place(frame, "knob/" + knob.name, {track.first, track.line - 0.5F * em},
             {track.at(knob.labels.size() - 1), track.line + 0.5F * em});
  const bool active = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
  const double position = track.position(ImGui::GetIO().MousePos.x);
  if (ImGui::IsItemActivated()) frame.emit(FocusKnob{knob.name});
  if (active) {
    const std::optional<std::size_t> wanted = snap(knob, position);
    if (wanted && *wanted != knob.index) {
      frame.emit(SetKnob{knob.name, catalogue::value_from_text(knob.labels[*wanted])});
    }
  }

  turn_by_wheel(frame, knob, hovered && !active);

  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float groove = 0.11F * em;
  list.AddRectFilled({track.first - 0.4F * em, track.line - groove},
                     {track.at(knob.labels.size() - 1) + 0.4F * em, track.line + groove}, packed(frame.theme.pressed),
                     groove);
  const std::vector<bool> labelled = labelled_values(frame, knob, track);
  for (std::size_t index = 0; index < knob.labels.size(); ++index) {
    draw_value(frame, knob, track, index, labelled[index]);
    const float half = std::max(0.3F * em, 0.5F * track.distance);
    name_place(frame, "knob/" + knob.name + "/" + knob.labels[index], {track.at(index) - half, track.line - 0.5F * em},
               {track.at(index) + half, track.line + 0.5F * em});
  }
  draw_handle(frame, knob, track, active || hovered);
  if (hovered || active) {
    const double nearest = std::clamp(std::round(position), 0.0, static_cast<double>(knob.labels.size() - 1));
    explain(frame, knob, static_cast<std::size_t>(nearest));
  }
}

}  // namespace warpscope::gui
