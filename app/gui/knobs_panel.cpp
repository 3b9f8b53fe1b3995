#include <algorithm>

#include "gui/knob_slider.h"
#include "gui/panels.h"

namespace warpscope::gui {

namespace {

void draw_knob(const Frame& frame, const Knob& knob) {
  const float em = frame.em;
  const bool focused = knob.name == frame.state.focused_knob;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  {
    const FontScope mono(frame, frame.fonts.mono, 1);
    const std::string& value = knob.labels[knob.index];
    text(knob.name, focused ? frame.theme.text : frame.theme.quiet);
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0F, ImGui::GetContentRegionAvail().x - size_of(value).x));
    text(value, frame.theme.accent);
  }
  draw_knob_slider(frame, knob);
  if (!knob.selectable(knob.index)) wrapped(knob.why_not[knob.index], frame.theme.wrong);
  if (focused) {  // a bar at its side: this one turns with the arrow keys
    const float x = from.x - 0.42F * em;
    ImGui::GetWindowDrawList()->AddRectFilled({x, from.y + 0.1F * em}, {x + 0.18F * em, from.y + 3.1F * em},
                                              packed(frame.theme.accent), 0.09F * em);
  }
  ImGui::Dummy({0, 0.15F * em});
}

void draw_size(const Frame& frame, const SizeField& field) {
  const float em = frame.em;
  const std::string name = "size/" + field.name;
  ImGui::PushID(name.c_str());
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  {
    const FontScope mono(frame, frame.fonts.mono, 1);
    text(field.name, frame.theme.quiet);
    if (ImGui::IsItemHovered()) {
      tooltip(frame, field.name + ": " + std::to_string(field.minimum) + " to " + std::to_string(field.maximum));
    }
    ImGui::TableNextColumn();
    ImGui::SetNextItemWidth(-1);
    std::int64_t value = field.value;
    ImGui::InputScalar("##value", ImGuiDataType_S64, &value, nullptr, nullptr, "%lld",
                       ImGuiInputTextFlags_AutoSelectAll);
    if (ImGui::IsItemDeactivatedAfterEdit() && value != field.value) frame.emit({"set_size", field.name, value});
    name_item(frame, name);
  }
  for (const int direction : {-1, 1}) {
    ImGui::TableNextColumn();
    const std::int64_t next = next_power_of_two(field, direction);
    ImGui::BeginDisabled(next == field.value);
    if (ImGui::Button(direction < 0 ? "÷ 2" : "× 2", {2.4F * em, 0})) frame.emit({"set_size", field.name, next});
    ImGui::EndDisabled();
    name_item(frame, name + (direction < 0 ? "/halve" : "/double"));
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
      tooltip(frame, next == field.value ? field.name + " is at its limit"
                                         : field.name + " = " + std::to_string(next) + ", the next power of two");
    }
  }
  ImGui::PopID();
}

}  // namespace

void draw_knobs_panel(const Frame& frame) {
  const float em = frame.em;
  begin_panel(panel::knobs);
  if (frame.state.knobs.empty() && frame.state.sizes.empty()) {
    wrapped(frame.state.kernel.empty() ? "Select a kernel to turn its knobs." : "This kernel has no knobs.",
            frame.theme.quiet);
  }
  for (const Knob& knob : frame.state.knobs) draw_knob(frame, knob);
  if (!frame.state.sizes.empty()) {
    {
      const FontScope heading(frame, frame.fonts.bold, 0.85F);
      text("PROBLEM SIZE", frame.theme.quiet);
    }
    if (ImGui::BeginTable("sizes", 4)) {
      ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed);
      ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch);
      ImGui::TableSetupColumn("halve", ImGuiTableColumnFlags_WidthFixed, 2.4F * em);
      ImGui::TableSetupColumn("double", ImGuiTableColumnFlags_WidthFixed, 2.4F * em);
      for (const SizeField& field : frame.state.sizes) draw_size(frame, field);
      ImGui::EndTable();
    }
  }
  if (frame.state.definition()) {
    ImGui::Dummy({0, 0.2F * em});
    action_button(frame, "reset");
  }
  ImGui::End();
}

}  // namespace warpscope::gui
