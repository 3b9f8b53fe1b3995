#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "gui/store/knobs/knob_commands.h"
#include "gui/store/lesson/lecture.h"
#include "gui/store/lesson/lecture_commands.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui {
namespace {

/// The places of a slider, in pixels on the screen.
struct SliderTrack {
  ImVec2 from, to;     ///< corners of the whole slider
  float line = 0;      ///< height of the groove
  float first = 0;     ///< place of the leftmost value
  float distance = 0;  ///< distance from one value to the next

  [[nodiscard]] float at(std::size_t index) const { return first + distance * static_cast<float>(index); }
  [[nodiscard]] double position(float x) const {
    return distance > 0 ? static_cast<double>((x - first) / distance) : 0.0;
  }
};

SliderTrack lay_out(const Frame& frame, const Knob& knob, float width) {
  const float em = frame.em, margin = 0.9F * em, steps = static_cast<float>(knob.labels.size() - 1);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  return {from,
          {from.x + width, from.y + 2.1F * em},
          from.y + 0.6F * em,
          from.x + margin,
          steps > 0 ? (width - 2 * margin) / steps : 0};
}

/// Selects the values that get a label: always the current one, then from the left those whose labels do not touch.
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
  draw_text_at(list, at, colour, label);
  if (!selectable) {  // struck through, because grey alone is lost on a bad projector
    list.AddLine({at.x, at.y + 0.55F * size.y}, {at.x + size.x, at.y + 0.55F * size.y}, packed(theme.faint),
                 std::max(1.0F, 0.06F * em));
  }
}

void draw_handle(const Frame& frame, const Knob& knob, const SliderTrack& track, bool hot) {
  const float em = frame.em, x = track.at(knob.index);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec4 colour = knob.selectable(knob.index) ? frame.theme.accent : frame.theme.wrong;
  list.AddRectFilled({x - 0.32F * em, track.line - 0.55F * em}, {x + 0.32F * em, track.line + 0.55F * em},
                     packed(colour), 0.2F * em);
  if (hot) {
    list.AddRect({x - 0.45F * em, track.line - 0.68F * em}, {x + 0.45F * em, track.line + 0.68F * em},
                 packed(faded(colour, 0.7F)), 0.3F * em, 0, std::max(1.0F, 0.08F * em));
  }
}

/// Turns the knob by the wheel over the groove. Touchpads report fractions of a notch.
void turn_by_wheel(const Frame& frame, const Knob& knob, bool hovered) {
  const float wheel = wheel_over_item();
  float& turned = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID((knob.name + "/wheel").c_str()));
  turned = hovered ? turned + wheel : 0;
  const float notches = std::trunc(turned);
  if (notches == 0) return;
  turned -= notches;
  frame.emit(FocusKnob{knob.name});
  for (int notch = 0; notch < static_cast<int>(std::fabs(notches)); ++notch) {
    frame.emit(notches > 0 ? "raise_knob" : "lower_knob");
  }
}

/// Turns the knob that has the keyboard's focus by the arrow keys, which stay with it when the focus is left. Enter
/// types a value.
void turn_by_keys(const Frame& frame, const Knob& knob, bool entered) {
  if (!has_focus()) return;
  if (frame.state.selection.focused_knob != knob.name) frame.emit(FocusKnob{knob.name});
  const int steps = arrows_on_item();
  for (int step = 0; step < std::abs(steps); ++step) frame.emit(steps > 0 ? "raise_knob" : "lower_knob");
  if (entered) frame.emit(TypeKnob{knob.name});
}

Subject subject_of(const Knob& knob) {
  return {.kind = Subject::Kind::knob,
          .text = fmt::format("{}={}", knob.name, knob.labels.empty() ? "" : knob.labels[knob.index]),
          .name = knob.name};
}

/// Draws a slider that snaps and has a tick for each value. Values that a requirement forbids are crossed out, say why,
/// and cannot be reached. It fills the width of the panel. Its names are "knob/NAME" (the track) and "knob/NAME/VALUE".
void draw_knob_slider(const Frame& frame, const Knob& knob) {
  if (knob.labels.empty()) return;
  const float em = frame.em;
  const FontScope mono(frame, frame.fonts.mono, 0.85F);
  const SliderTrack track = lay_out(frame, knob, ImGui::GetContentRegionAvail().x);

  const bool clicked = blank_button(knob.name.c_str(), {track.to.x - track.from.x, track.to.y - track.from.y});
  name_item(frame, "knob/" + knob.name);
  note_subject(frame, subject_of(knob));
  name_place(frame, "knob/" + knob.name, {track.first, track.line - 0.5F * em},
             {track.at(knob.labels.size() - 1), track.line + 0.5F * em});
  const bool active = is_held(), hovered = ImGui::IsItemHovered(), by_keys = has_focus();
  const double position = by_keys ? static_cast<double>(knob.index) : track.position(ImGui::GetIO().MousePos.x);
  if (ImGui::IsItemActivated()) frame.emit(FocusKnob{knob.name});
  turn_by_keys(frame, knob, clicked && is_pressed_by_key());
  const std::optional<std::size_t> wanted = active ? snap(knob, position) : std::nullopt;
  if (wanted && *wanted != knob.index) {
    frame.emit(SetKnob{knob.name, catalogue::value_from_text(knob.labels[*wanted])});
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
    const auto index = static_cast<std::size_t>(nearest);
    tooltip(frame, knob.selectable(index) ? knob.name + " = " + knob.labels[index]
                                          : frame.say("knobs.cannot_be", knob.name, knob.labels[index],
                                                      frame.language().translated(knob.why_not[index])));
  }
}

/// Draws an arrow that goes round, back to its start.
void draw_reset_sign(const Frame& frame, ImVec2 centre, ImVec4 colour) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float r = 0.32F * frame.em, stroke = std::max(1.5F, 0.1F * frame.em);
  constexpr float from = -2.2F, to = 2.6F;  // in radians; the gap is at the left
  list.PathArcTo(centre, r, from, to);
  list.PathStroke(packed(colour), 0, stroke);
  const ImVec2 tip{centre.x + r * std::cos(from), centre.y + r * std::sin(from)};
  const float half = 0.22F * frame.em;
  list.AddTriangleFilled({tip.x - half, tip.y + 0.6F * half}, {tip.x + 0.5F * half, tip.y - half},
                         {tip.x + half, tip.y + half}, packed(colour));
}

/// Draws the button that resets a value that differs from the default.
void draw_reset(const Frame& frame, const std::string& name, const std::string& default_value) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float side = ImGui::GetTextLineHeight();
  ImGui::PushID("reset");
  if (blank_button(name.c_str(), {side, side})) frame.emit(ResetKnob{name});
  ImGui::PopID();
  name_item(frame, "reset/" + name);
  const bool hovered = ImGui::IsItemHovered();
  draw_reset_sign(frame, {from.x + side / 2, from.y + side / 2}, hovered ? frame.theme.text : frame.theme.quiet);
  if (hovered) tooltip(frame, frame.say("knobs.reset_to", name, default_value));
}

/// Draws the value as a field. Enter sets it, and Escape leaves it. A forbidden value is explained during typing.
void draw_typing(const Frame& frame, const Knob& knob) {
  std::array<char, 32> buffer{};
  knob.labels[knob.index].copy(buffer.data(), buffer.size() - 1);
  // This counts the frames of the field. It takes the keyboard focus in its first, and is active only two frames later.
  ImGuiStorage& memory = *ImGui::GetStateStorage();
  const ImGuiID key = ImGui::GetID("typed");
  const int frames = memory.GetInt(key);
  if (frames == 0) ImGui::SetKeyboardFocusHere();
  const bool entered = ImGui::InputText("##typed", buffer.data(), buffer.size(),
                                        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  name_item(frame, "knob/" + knob.name + "/typed");
  const bool left = frames > 2 && !ImGui::IsItemActive();
  memory.SetInt(key, entered || left ? 0 : std::min(frames + 1, 3));
  const auto typed = typed_value(knob, buffer.data());
  if (entered) frame.emit(SetKnob{knob.name, catalogue::value_from_text(buffer.data())});
  if (entered || left) frame.emit(StopTyping{});
  if (!typed)
    draw_wrapped(fmt::format("{}; {}", frame.language().translated(typed.error().what),
                             frame.language().translated(typed.error().remedy)),
                 frame.theme.warning);
  name_item(frame, "knob/" + knob.name + "/typed/message");
}

/// Draws the name and the value, which becomes a field when it is clicked.
void draw_name_and_value(const Frame& frame, const Knob& knob, bool focused) {
  const FontScope mono(frame, frame.fonts.mono, 1);
  const std::string& value = knob.labels[knob.index];
  text(knob.name, focused ? frame.theme.text : frame.theme.quiet);
  ImGui::SameLine();
  const float right = right_edge();
  if (frame.state.selection.typed_knob == knob.name) {
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.3F * frame.em, 0});
    draw_typing(frame, knob);
    ImGui::PopStyleVar();
    return;
  }
  const ImVec2 at{right - size_of(value).x, ImGui::GetCursorScreenPos().y};
  if (knob.index != knob.default_index) {
    ImGui::SetCursorScreenPos({at.x - 1.6F * frame.em, at.y});
    draw_reset(frame, knob.name, knob.labels[knob.default_index]);
    ImGui::SameLine(0, 0);
  }
  ImGui::SetCursorScreenPos(at);
  ImGui::PushID("value");
  if (blank_button(knob.name.c_str(), size_of(value))) frame.emit(TypeKnob{knob.name});
  ImGui::PopID();
  name_item(frame, "knob/" + knob.name + "/value");
  const bool hovered = ImGui::IsItemHovered();
  draw_text_at(*ImGui::GetWindowDrawList(), at, frame.theme.accent, value);
  if (!hovered) return;
  const float below = at.y + size_of(value).y;
  ImGui::GetWindowDrawList()->AddLine({at.x, below}, {right, below}, packed(frame.theme.accent),
                                      std::max(1.0F, 0.06F * frame.em));
  tooltip(frame, frame.say("knobs.type_help"));
}

void draw_knob(const Frame& frame, const Knob& knob) {
  const float em = frame.em;
  const bool focused = knob.name == frame.state.selection.focused_knob;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  draw_name_and_value(frame, knob, focused);
  note_subject(frame, subject_of(knob), {from, {right_edge(), from.y + ImGui::GetTextLineHeight()}});
  draw_knob_slider(frame, knob);
  if (!knob.selectable(knob.index))
    draw_wrapped(frame.language().translated(knob.why_not[knob.index]), frame.theme.wrong);
  if (focused) {  // a bar at its side shows that the arrow keys turn this knob
    const float x = from.x - 0.42F * em;
    ImGui::GetWindowDrawList()->AddRectFilled({x, from.y + 0.1F * em}, {x + 0.18F * em, from.y + 3.1F * em},
                                              packed(frame.theme.accent), 0.09F * em);
  }
  ImGui::Dummy({0, 0.15F * em});
}

/// Draws all powers of two of a size, four in a row, and the button that resets it to the default.
void draw_powers(const Frame& frame, const SizeField& field, const std::string& name) {
  const FontScope mono(frame, frame.fonts.mono, 0.9F);
  const std::vector<std::int64_t> powers = powers_of_two(field);
  const float width = powers.empty() ? 0 : size_of(std::to_string(powers.back())).x + frame.em;
  for (std::size_t i = 0; i < powers.size(); ++i) {
    constexpr std::size_t in_a_row = 4;
    if (i % in_a_row != 0) ImGui::SameLine(0, 0.3F * frame.em);
    const std::string label = std::to_string(powers[i]);
    const bool current = powers[i] == field.value;
    const ColourScope ink(current ? frame.theme.accent : frame.theme.text);
    if (ImGui::Button(label.c_str(), {width, 0})) {
      frame.emit(SetSize{field.name, powers[i]});
      ImGui::CloseCurrentPopup();
    }
    name_item(frame, name + "/power/" + label);
    if (!current) continue;
    ImGui::GetWindowDrawList()->AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), packed(frame.theme.accent),
                                        0.25F * frame.em, 0, std::max(1.0F, 0.08F * frame.em));
  }
  if (field.value == field.default_value) return;
  if (ImGui::Button(frame.say("knobs.default", field.default_value).c_str())) {
    frame.emit(ResetKnob{field.name});
    ImGui::CloseCurrentPopup();
  }
  name_item(frame, name + "/default");
}

constexpr float narrow_sizes = 17;  // in text heights
// Of the knobs in the band of a lecture, as multiples of the usual size; the band is lower below a sentence.
constexpr float band_size = 1.3F, low_band_size = 1;

void draw_size(const Frame& frame, const SizeField& field, float width) {
  const std::string name = "size/" + field.name;
  ImGui::PushID(name.c_str());
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  {
    const FontScope mono(frame, frame.fonts.mono, 1);
    text(field.name, frame.theme.quiet);
    if (ImGui::IsItemHovered()) tooltip(frame, frame.say("knobs.range", field.name, field.minimum, field.maximum));
    ImGui::TableNextColumn();
    ImGui::SetNextItemWidth(-1);
    if (frame.state.selection.typed_knob == field.name) {
      ImGui::SetKeyboardFocusHere();
      frame.emit(StopTyping{});  // from here on the field knows it
    }
    std::int64_t value = field.value;
    ImGui::InputScalar("##value", ImGuiDataType_S64, &value, nullptr, nullptr, "%lld",
                       ImGuiInputTextFlags_AutoSelectAll);
    if (ImGui::IsItemDeactivatedAfterEdit() && value != field.value) frame.emit(SetSize{field.name, value});
    name_item(frame, name);
  }
  for (const int direction : {-1, 1}) {
    ImGui::TableNextColumn();
    const std::int64_t next = next_power_of_two(field, direction);
    ImGui::BeginDisabled(next == field.value);
    if (ImGui::Button(direction < 0 ? "÷ 2" : "× 2", {width, 0})) frame.emit(SetSize{field.name, next});
    ImGui::EndDisabled();
    name_item(frame, name + (direction < 0 ? "/halve" : "/double"));
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
      tooltip(frame, next == field.value ? frame.say("knobs.at_limit", field.name)
                                         : frame.say("knobs.next_power", field.name, next));
    }
  }
  ImGui::TableNextColumn();
  if (ImGui::Button("2ⁿ", {width, 0})) ImGui::OpenPopup("powers");
  name_item(frame, name + "/powers");
  if (ImGui::IsItemHovered()) tooltip(frame, frame.say("knobs.powers_help", field.name));
  if (ImGui::BeginPopup("powers")) {
    draw_powers(frame, field, name);
    ImGui::EndPopup();
  }
  ImGui::PopID();
}

/// Draws the menu that chooses the knobs of the band.
void draw_band_menu(const Frame& frame) {
  const FontScope small(frame, frame.fonts.text, 0.85F);
  if (ImGui::Button("…###band_menu", {1.4F * frame.em, 0})) ImGui::OpenPopup("band_knobs");
  name_item(frame, "band/menu");
  if (ImGui::IsItemHovered()) tooltip(frame, frame.say("knobs.band_help"));
  if (!ImGui::BeginPopup("band_knobs")) return;
  const std::vector<Knob> shown = band_knobs(frame.state);
  for (const Knob& knob : frame.state.knobs()) {
    const bool on = std::ranges::find(shown, knob.name, &Knob::name) != shown.end();
    if (ImGui::MenuItem(knob.name.c_str(), nullptr, on)) frame.emit(ToggleBandKnob{knob.name});
    name_item(frame, "band/" + knob.name);
  }
  ImGui::EndPopup();
}

/// Draws the knobs beside the number of a lecture: one or two, large, and which they are is chosen there.
void draw_band(const Frame& frame) {
  const std::vector<Knob> shown = band_knobs(frame.state);
  if (!ImGui::BeginTable("band", static_cast<int>(shown.size()) + 1, ImGuiTableFlags_PadOuterX)) return;
  for (const Knob& knob : shown) ImGui::TableSetupColumn(knob.name.c_str(), ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("menu", ImGuiTableColumnFlags_WidthFixed, 1.4F * frame.em);
  ImGui::TableNextRow();
  Frame large = frame;
  const LessonState& lesson = frame.state.lesson;
  large.em *= lesson.open && !lesson.needs_strip() ? low_band_size : band_size;
  for (const Knob& knob : shown) {
    ImGui::TableNextColumn();
    draw_knob(large, knob);
  }
  ImGui::TableNextColumn();
  draw_band_menu(frame);
  ImGui::EndTable();
}

void draw_knobs_panel(const Frame& frame) {
  const float em = frame.em;
  if (frame.state.ui.is_lecture() && !frame.state.knobs().empty()) return draw_band(frame);
  if (frame.state.knobs().empty() && frame.state.sizes().empty()) {
    draw_wrapped(frame.state.selection.kernel.empty() ? frame.say("knobs.no_kernel") : frame.say("knobs.no_knobs"),
                 frame.theme.quiet);
  }
  for (const Knob& knob : frame.state.knobs()) draw_knob(frame, knob);
  if (!frame.state.sizes().empty()) {
    text(frame, frame.fonts.bold, 0.85F, frame.say("knobs.sizes"), frame.theme.quiet);
    // The number comes first: where there is little room, the buttons shrink.
    const bool is_narrow = ImGui::GetContentRegionAvail().x < narrow_sizes * em;
    const float button = (is_narrow ? 1.75F : 2.4F) * em, padding = ImGui::GetStyle().FramePadding.y;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {is_narrow ? 0.1F * em : ImGui::GetStyle().FramePadding.x, padding});
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding,
                        {is_narrow ? 0.12F * em : ImGui::GetStyle().CellPadding.x, ImGui::GetStyle().CellPadding.y});
    if (ImGui::BeginTable("sizes", 5)) {
      ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed);
      ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch);
      for (const char* const name : {"halve", "double", "powers"}) {
        ImGui::TableSetupColumn(name, ImGuiTableColumnFlags_WidthFixed, button);
      }
      for (const SizeField& field : frame.state.sizes()) draw_size(frame, field, button);
      ImGui::EndTable();
    }
    ImGui::PopStyleVar(2);
  }
  if (frame.state.definition()) {
    ImGui::Dummy({0, 0.2F * em});
    action_button(frame, "reset");
  }
}

}  // namespace

PanelEntry knobs_panel() {
  return {.window = "###knobs",
          .place = PanelPlace::knobs,
          .make = make_panel<draw_knobs_panel>,
          .show = Action{"show_knobs", "Knobs", "", "Views/Panels", "Shows the knobs and sizes of the kernel.",
                         shows_panel<PanelPlace::knobs, "knobs">}};
}

}  // namespace lanescope::gui
