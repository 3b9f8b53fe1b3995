#include "gui/readings/private_words.h"
#include "gui/screens/doctor/doctor_view_model.h"
#include "gui/store/selection_commands.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui {
namespace {

/// Draws a button that copies a text to the clipboard. `name` is that of the widget, for tests.
void draw_copy(const Frame& frame, const std::string& name, const std::string& what) {
  ImGui::PushID(name.c_str());
  if (ImGui::SmallButton(frame.say("doctor.copy").c_str())) frame.emit(Copy{what});
  name_item(frame, "doctor/copy/" + name);
  if (ImGui::IsItemHovered()) tooltip(frame, what);
  ImGui::PopID();
}

void draw_check(const Frame& frame, const DoctorCheck& check) {
  const Theme& theme = frame.theme;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const bool helps = !check.remedy.empty();
  const Shape shape = check.present ? Shape::tick : helps ? Shape::exclamation : Shape::dots;
  shape_item(frame, shape, check.present ? theme.good : helps ? theme.warning : theme.quiet);
  text(check.name, theme.text);
  name_item(frame, "doctor/finding/" + check.name);
  ImGui::TableNextColumn();
  for (const std::string& detail : check.details) draw_wrapped(shown_text(frame.state, detail), theme.quiet);
  if (helps) {
    draw_wrapped(shown_text(frame.state, "→ " + check.remedy), theme.text);
    if (check.command.empty()) draw_copy(frame, check.name, check.remedy);
  }
  if (!check.command.empty()) {
    const FontScope mono(frame, frame.fonts.mono, 0.85F);
    draw_wrapped(shown_text(frame.state, check.command), theme.accent);
    draw_copy(frame, check.name, check.command);
  }
}

void draw_doctor_panel(const Frame& frame) {
  const DoctorState& doctor = frame.state.doctor;
  // The examination needs a process, so it starts only when the panel is first shown.
  if (!doctor.requested && frame.state.known.connected) frame.emit("examine");
  action_button(frame, "examine");
  ImGui::SameLine(0, 0.5F * frame.em);
  if (ImGui::Button(frame.say("doctor.copy_all").c_str())) frame.emit(Copy{doctor_text(frame.state)});
  name_item(frame, "doctor/copy_all");
  if (doctor.running) {
    ImGui::SameLine(0, 0.5F * frame.em);
    text(frame.say("doctor.examining"), frame.theme.quiet);
  }
  {
    const FontScope small(frame, frame.fonts.text, 0.9F);
    ImGui::BeginChild("findings");
    if (ImGui::BeginTable("findings", 2, ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_PadOuterX)) {
      ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, 6.8F * frame.em);
      ImGui::TableSetupColumn("details", ImGuiTableColumnFlags_WidthStretch);
      for (const DoctorCheck& check : doctor_report(frame.state)) draw_check(frame, check);
      ImGui::EndTable();
    }
    ImGui::EndChild();
  }
}

}  // namespace

std::span<const Action> doctor_actions();

PanelEntry doctor_panel() {
  return {
      .window = "###doctor",
      .place = PanelPlace::machine,
      .make = make_panel<draw_doctor_panel>,
      .show =
          Action{"show_doctor", "Doctor", "Ctrl+D", "Views/Machine",
                 "Shows what this machine supports, what is missing, what happened to the worker, and the remedies.",
                 shows_panel<PanelPlace::machine, "doctor">},
      .actions = doctor_actions};
}

}  // namespace lanescope::gui
