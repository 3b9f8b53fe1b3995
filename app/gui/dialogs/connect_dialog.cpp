#include "gui/dialogs/connect_dialog.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/text.h"
#include "gui/shell/connection.h"

namespace warpscope::gui {

namespace {

constexpr float width_in_lines = 33;

void write(ConnectForm::Text& field, const std::string& value) {
  field.fill('\0');
  std::copy_n(value.begin(), std::min(value.size(), field.size() - 1), field.begin());
}

void fill(ConnectForm& form, const client::Remote& remote) {
  write(form.host, remote.host);
  write(form.shell, remote.shell);
  write(form.program, remote.program == client::Remote{}.program ? "" : remote.program);
}

client::Remote remote_of(const ConnectForm& form) {
  client::Remote remote;
  remote.host = trim(form.host.data());
  remote.shell = trim(form.shell.data());
  if (const std::string_view program = trim(form.program.data()); !program.empty()) remote.program = program;
  return remote;
}

void connect(const Frame& frame, const client::Remote& remote) {
  frame.emit(ConnectTo{remote});
}

/// True when Enter ended the typing.
bool draw_field(const Frame& frame, const std::string& label, const char* name, ConnectForm::Text& field,
                const char* hint) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  text(label, frame.theme.quiet);
  ImGui::TableNextColumn();
  ImGui::SetNextItemWidth(-1);
  const FontScope mono(frame, frame.fonts.mono, 1);
  const bool entered = ImGui::InputTextWithHint(fmt::format("##{}", name).c_str(), hint, field.data(), field.size(),
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  name_item(frame, fmt::format("connect/{}", name));
  return entered;
}

bool draw_form(const Frame& frame, ConnectForm& form, bool opens) {
  if (!ImGui::BeginTable("form", 2)) return false;
  ImGui::TableSetupColumn("label", ImGuiTableColumnFlags_WidthFixed);
  ImGui::TableSetupColumn("field", ImGuiTableColumnFlags_WidthStretch);
  if (opens) ImGui::SetKeyboardFocusHere();
  bool entered = draw_field(frame, frame.say("connect.machine"), "host", form.host, "user@server");
  entered = draw_field(frame, frame.say("connect.program"), "program", form.program, "warpscope") || entered;
  entered = draw_field(frame, frame.say("connect.shell"), "shell", form.shell, "ssh") || entered;
  ImGui::EndTable();
  return entered;
}

/// Machines of this session: a click is enough.
void draw_remembered(const Frame& frame, ConnectForm& form) {
  if (frame.state.ui.remotes.empty()) return;
  text(frame.say("connect.earlier"), frame.theme.quiet);
  for (const client::Remote& remote : frame.state.ui.remotes) {
    ImGui::SameLine();
    ImGui::PushID(remote.host.c_str());
    ImGui::PushID(remote.shell.c_str());
    if (ImGui::SmallButton(remote.host.c_str())) {
      fill(form, remote);
      connect(frame, remote);
    }
    name_item(frame, "connect/earlier/" + remote.host);
    ImGui::PopID();
    ImGui::PopID();
  }
}

struct Look {
  Shape shape;
  ImVec4 colour;
};

Look look_of(const Theme& theme, ConnectionPhase phase) {
  switch (phase) {
    case ConnectionPhase::here:
    case ConnectionPhase::connected:
      return {Shape::tick, theme.good};
    case ConnectionPhase::connecting:
      return {Shape::dots, theme.accent};
    case ConnectionPhase::lost:
      return {Shape::exclamation, theme.warning};
    case ConnectionPhase::refused:
      return {Shape::cross, theme.wrong};
  }
  return {Shape::dots, theme.quiet};
}

void draw_state(const Frame& frame) {
  const ConnectionText connection = connection_text(frame.state);
  const Look look = look_of(frame.theme, connection.phase);
  const float indent = 1.05F * ImGui::GetTextLineHeight();
  shape_item(frame, look.shape, look.colour);
  {
    const FontScope bold(frame, frame.fonts.bold, 1);
    wrapped(connection.headline, frame.theme.text);
  }
  name_item(frame, "connect/headline");
  ImGui::Indent(indent);
  if (!connection.trouble.empty()) {
    wrapped(connection.trouble, frame.theme.text);
    name_item(frame, "connect/trouble");
    if (!connection.remedy.empty()) wrapped(connection.remedy, frame.theme.quiet);
    if (!connection.next.empty()) wrapped(connection.next, frame.theme.quiet);
  } else if (!connection.found.empty()) {
    wrapped(join(connection.found, "  ·  "), frame.theme.quiet);
    name_item(frame, "connect/found");
  }
  ImGui::Unindent(indent);
}

void draw_content(const Frame& frame, ConnectForm& form, bool opens) {
  wrapped(frame.say("connect.help"), frame.theme.quiet);
  ImGui::Dummy({0, 0.2F * frame.em});
  bool asked = draw_form(frame, form, opens);
  draw_remembered(frame, form);
  ImGui::Dummy({0, 0.2F * frame.em});
  const bool named = !remote_of(form).host.empty();
  ImGui::BeginDisabled(!named);
  asked = ImGui::Button(frame.say("connect.connect").c_str()) || asked;
  ImGui::EndDisabled();
  name_item(frame, "connect/connect");
  for (const char* action : {"disconnect", "reconnect"}) {
    ImGui::SameLine();
    action_button(frame, action);
  }
  if (asked && named) connect(frame, remote_of(form));
  ImGui::Separator();
  draw_state(frame);
}

}  // namespace

void draw_connect_dialog(const Frame& frame, ConnectForm& form) {
  const bool opens = frame.state.ui.show_connect && !form.shown;
  form.shown = frame.state.ui.show_connect;
  if (!frame.state.ui.show_connect) return;
  if (opens && frame.state.known.connection.remote) fill(form, *frame.state.known.connection.remote);
  ImGui::SetNextWindowPos(ImGui::GetMainViewport()->GetCenter(), ImGuiCond_Appearing, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({width_in_lines * frame.em, 0}, ImGuiCond_Always);
  if (opens) ImGui::SetNextWindowFocus();
  bool open = true;
  ImGui::PushStyleColor(ImGuiCol_WindowBg, frame.theme.panel);
  ImGui::PushStyleColor(ImGuiCol_Border, frame.theme.quiet);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.0F, 0.08F * frame.em));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.9F * frame.em, 0.7F * frame.em});
  if (ImGui::Begin((frame.say("connect.title") + "###connect").c_str(), &open,
                   ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse |
                       ImGuiWindowFlags_NoResize)) {
    draw_content(frame, form, opens);
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor(2);
  if (!open) frame.emit("toggle_connect");
}

}  // namespace warpscope::gui
