#include "gui/screens/dialogs/dialogs.h"
#include "gui/store/selection_commands.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "gui/readings/connection.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui {

namespace {

constexpr float width_in_lines = 33;

void fill(ConnectForm& form, const client::Remote& remote) {
  write_field(form.host, remote.host);
  write_field(form.shell, remote.shell);
  write_field(form.program, remote.program == client::Remote{}.program ? "" : remote.program);
}

client::Remote remote_of(const ConnectForm& form) {
  client::Remote remote;
  remote.host = trim(form.host.data());
  remote.shell = trim(form.shell.data());
  if (const std::string_view program = trim(form.program.data()); !program.empty()) remote.program = program;
  return remote;
}

/// Returns true when the user pressed Enter in the field.
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
  entered = draw_field(frame, frame.say("connect.program"), "program", form.program, "lanescope") || entered;
  entered = draw_field(frame, frame.say("connect.shell"), "shell", form.shell, "ssh") || entered;
  ImGui::EndTable();
  return entered;
}

/// Draws the machines of this session, each of which connects with a click.
void draw_remembered(const Frame& frame, ConnectForm& form) {
  if (frame.state.ui.remotes.empty()) return;
  text(frame.say("connect.earlier"), frame.theme.quiet);
  for (const client::Remote& remote : frame.state.ui.remotes) {
    ImGui::SameLine();
    ImGui::PushID(remote.host.c_str());
    ImGui::PushID(remote.shell.c_str());
    if (ImGui::SmallButton(remote.host.c_str())) {
      fill(form, remote);
      frame.emit(ConnectTo{remote});
    }
    name_item(frame, "connect/earlier/" + remote.host);
    ImGui::PopID();
    ImGui::PopID();
  }
}

/// Shape and colour of each ConnectionPhase.
constexpr std::array<Marker, 5> phase_markers{{{Shape::tick, &Theme::good},
                                               {Shape::dots, &Theme::accent},
                                               {Shape::tick, &Theme::good},
                                               {Shape::exclamation, &Theme::warning},
                                               {Shape::cross, &Theme::wrong}}};

void draw_state(const Frame& frame) {
  const ConnectionText connection = connection_text(frame.state);
  const Marker& marker = phase_markers.at(static_cast<std::size_t>(connection.phase));
  const float indent = 1.05F * ImGui::GetTextLineHeight();
  shape_item(frame, marker.shape, frame.theme.*marker.colour);
  {
    const FontScope bold(frame, frame.fonts.bold, 1);
    draw_wrapped(connection.headline, frame.theme.text);
  }
  name_item(frame, "connect/headline");
  ImGui::Indent(indent);
  if (!connection.trouble.empty()) {
    draw_wrapped(connection.trouble, frame.theme.text);
    name_item(frame, "connect/trouble");
    if (!connection.remedy.empty()) draw_wrapped(connection.remedy, frame.theme.quiet);
    if (!connection.next.empty()) draw_wrapped(connection.next, frame.theme.quiet);
  } else if (!connection.found.empty()) {
    draw_wrapped(join(connection.found, "  ·  "), frame.theme.quiet);
    name_item(frame, "connect/found");
  }
  ImGui::Unindent(indent);
}

void draw_content(const Frame& frame, ConnectForm& form, bool opens) {
  draw_wrapped(frame.say("connect.help"), frame.theme.quiet);
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
  if (asked && named) frame.emit(ConnectTo{remote_of(form)});
  ImGui::Separator();
  draw_state(frame);
}

}  // namespace

void draw_connect_dialog(const Frame& frame, ConnectForm& form) {
  const bool opens = frame.state.ui.show_connect && !form.shown;
  form.shown = frame.state.ui.show_connect;
  if (!form.shown) return;
  if (opens && frame.state.known.connection.remote) fill(form, *frame.state.known.connection.remote);
  if (opens) ImGui::SetNextWindowFocus();
  bool open = true;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.9F * frame.em, 0.7F * frame.em});
  {
    const DialogScope dialog(frame, frame.say("connect.title") + "###connect", &open, width_in_lines * frame.em);
    draw_content(frame, form, opens);
  }
  ImGui::PopStyleVar();
  if (!open) frame.emit("toggle_connect");
}

namespace {

void draw_row(const Frame& frame, const Action& action) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  text(title_of(frame.state, action));
  name_item(frame, "help/" + std::string(action.name));
  ImGui::TableNextColumn();
  {
    const FontScope mono(frame, frame.fonts.mono, 0.9F);
    text(keys_of(action), frame.theme.accent);
  }
  ImGui::TableNextColumn();
  draw_wrapped(help_of(frame.state, action), frame.theme.quiet);
}

void draw_table(const Frame& frame) {
  if (!ImGui::BeginTable("commands", 3, ImGuiTableFlags_BordersInnerH)) return;
  ImGui::TableSetupColumn("title", ImGuiTableColumnFlags_WidthFixed);
  ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed);
  ImGui::TableSetupColumn("help", ImGuiTableColumnFlags_WidthStretch);
  std::string_view menu;
  for (const Action& action : actions()) {
    const std::string_view top = top_menu(action);
    if (top != menu) {
      menu = top;
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::Dummy({0, 0.3F * frame.em});
      const FontScope heading(frame, frame.fonts.bold, 0.85F);
      text(menu_title(frame, menu), frame.theme.text);
    }
    draw_row(frame, action);
  }
  ImGui::EndTable();
}

}  // namespace

void draw_help_window(const Frame& frame) {
  if (!frame.state.ui.show_help) return;
  const ImVec2 room = ImGui::GetMainViewport()->WorkSize;
  ImGui::SetNextWindowPos(ImGui::GetMainViewport()->GetCenter(), ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowFocus();
  bool open = true;
  {
    const std::string title = title_of(frame.state, *find_action("toggle_help")) + "###help";
    const DialogScope window(frame, title, &open, std::min(62 * frame.em, 0.94F * room.x), 0.92F * room.y,
                             ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove);
    const Ui& ui = frame.state.ui;
    if (!ui.documentation.empty() && !ui.hide_private_words) {
      draw_wrapped(frame.say("help.documentation", ui.documentation), frame.theme.quiet);
    }
    draw_table(frame);
  }
  if (!open) frame.emit("toggle_help");
}

}  // namespace lanescope::gui
