#include "gui/screens/open_file/open_file_dialog.h"
#include "gui/screens/open_file/open_file_commands.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "base/text.h"
#include "gui/screens/open_file/open_file_view_model.h"
#include "gui/widgets/dialog.h"

namespace lanescope::gui {
namespace {

constexpr float open_file_width = 54;
constexpr std::array launch_roles{catalogue::Role::in, catalogue::Role::out, catalogue::Role::inout,
                                  catalogue::Role::scratch};

void draw_trouble(const Frame& frame, const std::string& trouble, const std::string& remedy) {
  if (trouble.empty()) return;
  shape_item(frame, Shape::exclamation, frame.theme.warning);
  draw_wrapped(trouble, frame.theme.text);
  name_item(frame, "open/trouble");
  if (!remedy.empty()) draw_wrapped(remedy, frame.theme.quiet);
}

/// Draws the folder: a field for a path, and what lies in the folder.
void draw_folder(const Frame& frame, OpenFileForm& form, bool opens) {
  const Folder& folder = frame.state.open_file.folder;
  if (form.folder != folder.path) {
    form.folder = folder.path;
    write_field(form.path, folder.path);
  }
  draw_wrapped(frame.say("open_file.help"), frame.theme.quiet);
  if (opens) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  if (ImGui::InputTextWithHint("##path", frame.say("open_file.path").c_str(), form.path.data(), form.path.size(),
                               ImGuiInputTextFlags_EnterReturnsTrue)) {
    frame.emit(OpenPath{std::string(trim(form.path.data()))});
  }
  name_item(frame, "open/path");
  draw_trouble(frame, frame.language().translated(folder.trouble), {});
  if (ImGui::BeginChild("entries", {0, 20 * frame.em}, ImGuiChildFlags_Borders)) {
    const std::filesystem::path here(folder.path);
    const auto entry = [&](const std::string& name, bool is_folder, const std::filesystem::path& path) {
      const ColourScope colour(is_folder ? frame.theme.quiet : frame.theme.text);
      if (ImGui::Selectable((name + (is_folder ? "/" : "")).c_str())) frame.emit(OpenPath{path.string()});
      name_item(frame, "open/entry/" + name);
    };
    if (here.has_parent_path() && here.parent_path() != here) entry("..", true, here.parent_path());
    for (const FolderEntry& each : folder.entries) entry(each.name, each.folder, here / each.name);
    if (folder.entries.empty()) text(frame.say("open_file.empty"), frame.theme.quiet);
  }
  ImGui::EndChild();
}

/// Draws a field of the form; what is typed there is a command at once.
void draw_launch_field(const Frame& frame, LaunchField field, const std::string& name, const std::string& value,
                       float width, const char* hint = "") {
  std::array<char, 1024> typed{};
  write_field(typed, value);
  const FontScope mono(frame, frame.fonts.mono, 1);
  ImGui::SetNextItemWidth(width);
  const std::string widget = fmt::format("{}/{}", static_cast<int>(field), name);
  if (ImGui::InputTextWithHint(("##" + widget).c_str(), hint, typed.data(), typed.size())) {
    frame.emit(SetLaunchText{field, name, typed.data()});
  }
}

void draw_row_label(const Frame& frame, const std::string& label) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  text(label, frame.theme.quiet);
  ImGui::TableNextColumn();
}

void draw_kernel_choice(const Frame& frame, const LaunchFormView& view) {
  draw_row_label(frame, frame.say("open_file.kernel"));
  ImGui::SetNextItemWidth(-1);
  const FontScope mono(frame, frame.fonts.mono, 0.95F);
  const std::string now = view.entries.empty() ? std::string() : view.entries[view.entry];
  if (ImGui::BeginCombo("##entry", now.c_str())) {
    for (std::size_t index = 0; index < view.entries.size(); ++index) {
      if (ImGui::Selectable(view.entries[index].c_str(), index == view.entry)) frame.emit(ChooseEntry{index});
      name_item(frame, fmt::format("open/entry/{}", index));
    }
    ImGui::EndCombo();
  }
  name_item(frame, "open/entries");
}

void draw_launch_choice(const Frame& frame, const LaunchFormView& view) {
  draw_row_label(frame, frame.say("open_file.from"));
  ImGui::SetNextItemWidth(-1);
  if (ImGui::BeginCombo("##launches", launch_line_text(frame.state, view.launch_line).c_str())) {
    for (const int line : view.launch_lines) {
      const std::string label = launch_line_text(frame.state, line);
      if (ImGui::Selectable(label.c_str(), line == view.launch_line)) frame.emit(ChooseFileLaunch{line});
      name_item(frame, fmt::format("open/launch/{}", line));
    }
    ImGui::EndCombo();
  }
  name_item(frame, "open/launches");
}

void draw_role(const Frame& frame, const LaunchRow& row) {
  ImGui::SetNextItemWidth(-1);
  if (ImGui::BeginCombo(("##role/" + row.name).c_str(), role_word(frame.state, row.role).c_str())) {
    for (const catalogue::Role role : launch_roles) {
      if (ImGui::Selectable(role_word(frame.state, role).c_str(), role == row.role)) {
        frame.emit(SetLaunchRole{row.name, role});
      }
      name_item(frame, fmt::format("open/role/{}/{}", row.name, name_of(role)));
    }
    ImGui::EndCombo();
  }
  name_item(frame, "open/role/" + row.name);
}

void draw_parameters(const Frame& frame, const LaunchFormView& view) {
  const float line = ImGui::GetFrameHeightWithSpacing();
  const float room = 0.36F * ImGui::GetMainViewport()->WorkSize.y;
  const float wanted = (line + 0.15F * frame.em) * static_cast<float>(view.rows.size()) + 1.8F * frame.em;
  constexpr ImGuiTableFlags flags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_PadOuterX;
  if (!ImGui::BeginTable("rows", 6, flags, {0, std::min(room, wanted)})) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn(frame.say("open_file.parameter").c_str(), ImGuiTableColumnFlags_WidthFixed);
  ImGui::TableSetupColumn(frame.say("open_file.type").c_str(), ImGuiTableColumnFlags_WidthFixed);
  ImGui::TableSetupColumn(frame.say("open_file.value").c_str(), ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn(frame.say("open_file.role").c_str(), ImGuiTableColumnFlags_WidthFixed, 9 * frame.em);
  ImGui::TableSetupColumn(frame.say("open_file.that_is").c_str(), ImGuiTableColumnFlags_WidthFixed);
  ImGui::TableSetupColumn(frame.say("open_file.from").c_str(), ImGuiTableColumnFlags_WidthFixed);
  {
    const ColourScope quiet(frame.theme.quiet);
    ImGui::PushStyleColor(ImGuiCol_TableHeaderBg, ImVec4{});
    ImGui::TableHeadersRow();
    ImGui::PopStyleColor();
  }
  for (const LaunchRow& row : view.rows) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    text(frame, frame.fonts.mono, 1, row.name, frame.theme.text);
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    text(frame, frame.fonts.mono, 0.9F, row.type, frame.theme.quiet);
    ImGui::TableNextColumn();
    draw_launch_field(frame, LaunchField::argument, row.name, row.value, -1);
    name_item(frame, "open/value/" + row.name);
    ImGui::TableNextColumn();
    if (row.buffer) draw_role(frame, row);
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    text(row.meaning, frame.theme.quiet);
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    text(row.origin, frame.theme.quiet);
  }
  ImGui::EndTable();
}

void draw_destinations(const Frame& frame, const LaunchFormView& view, FrontMatterDestination now) {
  const auto choice = [&](FrontMatterDestination destination, const std::string& label, const char* name) {
    if (ImGui::RadioButton(label.c_str(), now == destination)) frame.emit(SetFrontMatterDestination{destination});
    name_item(frame, name);
  };
  choice(FrontMatterDestination::nowhere, frame.say("open_file.keep_nowhere"), "open/keep/nowhere");
  ImGui::SameLine(0, 1.2F * frame.em);
  choice(FrontMatterDestination::beside, frame.say("open_file.keep_beside", view.beside), "open/keep/beside");
  if (!view.may_be_inside) return;
  ImGui::SameLine(0, 1.2F * frame.em);
  choice(FrontMatterDestination::inside, frame.say("open_file.keep_inside", view.file), "open/keep/inside");
}

/// Draws what one click cures: headers that lie elsewhere, and files that include this one.
void draw_offers(const Frame& frame, const LaunchFormView& view) {
  if (!view.folders.empty()) {
    draw_wrapped(frame.say("open_file.elsewhere", view.headers), frame.theme.text);
    for (const std::string& folder : view.folders) {
      const FontScope mono(frame, frame.fonts.mono, 0.9F);
      draw_wrapped(folder, frame.theme.quiet);
    }
    if (ImGui::Button(view.include.c_str())) frame.emit(IncludeFolders{});
    name_item(frame, "open/include");
  }
  for (const std::string& file : view.includers) {
    const std::string name = std::filesystem::path(file).filename().string();
    draw_wrapped(frame.say("open_file.included_by", name), frame.theme.text);
    if (ImGui::Button(frame.say("open_file.open_includer", name).c_str())) frame.emit(OpenIncluder{file});
    name_item(frame, "open/includer/" + name);
  }
}

void draw_launch(const Frame& frame, const LaunchForm& form) {
  const LaunchFormView view = launch_form_view(frame.state, form);
  draw_wrapped(frame.say("open_file.form_help", view.file), frame.theme.quiet);
  ImGui::Dummy({0, 0.2F * frame.em});
  if (ImGui::BeginTable("kernel", 2)) {
    ImGui::TableSetupColumn("label", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableSetupColumn("field", ImGuiTableColumnFlags_WidthStretch);
    draw_kernel_choice(frame, view);
    if (!view.template_parameters.empty()) {
      draw_row_label(frame, frame.say("open_file.template"));
      draw_launch_field(frame, LaunchField::template_arguments, "", view.template_arguments, -1,
                        view.template_parameters.c_str());
      name_item(frame, "open/template");
    }
    if (view.launch_lines.size() > 1) draw_launch_choice(frame, view);
    ImGui::EndTable();
  }
  draw_parameters(frame, view);
  ImGui::Dummy({0, 0.2F * frame.em});
  if (ImGui::BeginTable("launch", 6)) {
    ImGui::TableSetupColumn("grid_label", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableSetupColumn("grid", ImGuiTableColumnFlags_WidthStretch, 2);
    ImGui::TableSetupColumn("block_label", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableSetupColumn("block", ImGuiTableColumnFlags_WidthStretch, 1);
    ImGui::TableSetupColumn("shared_label", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableSetupColumn("shared", ImGuiTableColumnFlags_WidthStretch, 1);
    draw_row_label(frame, frame.say("open_file.grid"));
    draw_launch_field(frame, LaunchField::grid, "", view.grid, -1);
    name_item(frame, "open/grid");
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    text(frame.say("open_file.block"), frame.theme.quiet);
    ImGui::TableNextColumn();
    draw_launch_field(frame, LaunchField::block, "", view.block, -1);
    name_item(frame, "open/block");
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    text(frame.say("open_file.shared_bytes"), frame.theme.quiet);
    ImGui::TableNextColumn();
    draw_launch_field(frame, LaunchField::shared_bytes, "", view.shared_bytes, -1, "0");
    name_item(frame, "open/shared_bytes");
    ImGui::EndTable();
  }
  if (!view.launch.empty()) {
    shape_item(frame, Shape::tick, frame.theme.good);
    text(view.launch, frame.theme.text);
    name_item(frame, "open/launch");
  }
  draw_trouble(frame, view.trouble, view.remedy);
  if (view.waits) {
    text(frame.say(form.runs_when_known ? "open_file.runs_soon" : "open_file.asking"), frame.theme.quiet);
    name_item(frame, "open/asking");
  }
  draw_offers(frame, view);
  ImGui::Separator();
  draw_destinations(frame, view, form.destination);
  ImGui::Dummy({0, 0.2F * frame.em});
  ImGui::BeginDisabled(!view.can_run);
  const FontScope bold(frame, frame.fonts.bold, 1);
  const bool entered = !ImGui::IsAnyItemActive() && ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) &&
                       ImGui::IsKeyPressed(ImGuiKey_Enter, false);
  const bool clicked = ImGui::Button(frame.say("open_file.run").c_str(), {8 * frame.em, 0});
  if (clicked || (entered && view.can_run)) frame.emit(RunLaunch{});
  name_item(frame, "open/run");
  ImGui::EndDisabled();
}

}  // namespace

void draw_open_file_dialog(const Frame& frame, OpenFileForm& form) {
  const OpenFileState& state = frame.state.open_file;
  const bool opens = state.shown && !form.shown;
  form.shown = state.shown;
  if (!form.shown) return;
  if (opens) ImGui::SetNextWindowFocus();
  bool open = true;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.9F * frame.em, 0.7F * frame.em});
  {
    const float width = std::min(open_file_width * frame.em, 0.94F * ImGui::GetMainViewport()->WorkSize.x);
    const std::string title = state.form ? frame.say("open_file.form_title") : frame.say("open_file.title");
    // The form grows and shrinks with its rows, and stays in the middle.
    ImGui::SetNextWindowPos(ImGui::GetMainViewport()->GetCenter(), ImGuiCond_Always, {0.5F, 0.5F});
    const DialogScope dialog(frame, title + "###open_file", &open, width);
    if (state.form) {
      draw_launch(frame, *state.form);
    } else {
      draw_folder(frame, form, opens);
    }
  }
  ImGui::PopStyleVar();
  if (!open) frame.emit("open_file");
}

}  // namespace lanescope::gui
