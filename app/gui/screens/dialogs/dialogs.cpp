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

constexpr std::array<std::pair<int, int>, 4> sizes{{{1280, 720}, {1920, 1080}, {2560, 1440}, {3840, 2160}}};

void choose_what(const Frame& frame, PictureForm& form) {
  const PanelEntry* chosen = find_panel(form.panel);
  if (chosen == nullptr || visible_window(*chosen) == nullptr) form.panel.clear();
  const std::string now = form.panel.empty() ? frame.say("export.window") : title_of(frame, *chosen);
  ImGui::SetNextItemWidth(14 * frame.em);
  if (ImGui::BeginCombo(frame.say("export.what").c_str(), now.c_str())) {
    if (ImGui::Selectable(frame.say("export.window").c_str(), form.panel.empty())) form.panel.clear();
    for (const PanelEntry& panel : panel_table()) {
      if (visible_window(panel) == nullptr) continue;
      if (ImGui::Selectable(title_of(frame, panel).c_str(), panel.name() == form.panel)) form.panel = panel.name();
    }
    ImGui::EndCombo();
  }
  name_item(frame, "export/what");
}

void choose_size(const Frame& frame, PictureForm& form) {
  const auto text_of = [](int width, int height) { return fmt::format("{} × {}", width, height); };
  const std::string now = form.use_screen_size ? frame.say("export.as_it_is") : text_of(form.width, form.height);
  ImGui::SetNextItemWidth(14 * frame.em);
  if (ImGui::BeginCombo(frame.say("export.size").c_str(), now.c_str())) {
    if (ImGui::Selectable(frame.say("export.as_it_is").c_str(), form.use_screen_size)) form.use_screen_size = true;
    for (const auto& [width, height] : sizes) {
      const bool chosen = !form.use_screen_size && form.width == width && form.height == height;
      if (ImGui::Selectable(text_of(width, height).c_str(), chosen)) {
        form.width = width;
        form.height = height;
        form.use_screen_size = false;
      }
    }
    ImGui::EndCombo();
  }
  name_item(frame, "export/size");
  ImGui::BeginDisabled(form.use_screen_size);
  std::array<int, 2> own{form.width, form.height};
  ImGui::SetNextItemWidth(14 * frame.em);
  const auto side = [](int pixels) {
    return std::clamp(pixels, static_cast<int>(min_picture_side), static_cast<int>(max_picture_side));
  };
  if (ImGui::InputInt2(frame.say("export.pixels").c_str(), own.data())) {
    form.width = side(own[0]);
    form.height = side(own[1]);
  }
  ImGui::EndDisabled();
}

}  // namespace

void draw_picture_dialog(const Frame& frame, PictureForm& form) {
  const bool opens = frame.state.ui.show_picture_dialog && !form.shown;
  form.shown = frame.state.ui.show_picture_dialog;
  if (!form.shown) return;
  if (opens) write_field(form.folder, frame.state.ui.export_folder());
  const ImVec2 size = ImGui::GetMainViewport()->Size;
  ImGui::SetNextWindowPos({size.x / 2, size.y / 2}, ImGuiCond_Appearing, {0.5F, 0.5F});
  ImGui::PushStyleColor(ImGuiCol_Border, frame.theme.quiet);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.0F, 0.08F * frame.em));
  bool open = true;
  constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoDocking |
                                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings;
  if (ImGui::Begin((frame.say("export.picture") + "###picture_dialog").c_str(), &open, flags)) {
    choose_what(frame, form);
    choose_size(frame, form);
    ImGui::Dummy({0, 0.3F * frame.em});
    ImGui::SetNextItemWidth(24 * frame.em);
    bool asked = ImGui::InputText(frame.say("export.where").c_str(), form.folder.data(), form.folder.size(),
                                  ImGuiInputTextFlags_EnterReturnsTrue);
    name_item(frame, "export/folder");
    asked = ImGui::Button(frame.say("export.save").c_str()) || asked;
    name_item(frame, "export/save");
    if (asked) {
      ExportPicture picture{form.panel};
      if (!form.use_screen_size) {
        picture.width = static_cast<std::uint32_t>(form.width);
        picture.height = static_cast<std::uint32_t>(form.height);
      }
      frame.emit(SavePicture{picture, std::string(trim(form.folder.data()))});
    }
  }
  ImGui::End();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  if (!open) frame.emit("toggle_picture_dialog");
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
