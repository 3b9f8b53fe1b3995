#include "gui/export/export_dialog.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/text.h"
#include "gui/export/export_commands.h"
#include "gui/export/export_plots.h"
#include "gui/export/export_view_model.h"
#include "gui/messages.h"
#include "gui/store/words/numbers.h"
#include "gui/widgets/dialog.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui {
namespace {

// Sizes are in text heights.
constexpr float dialog_width = 36, field_width = 5, list_of_sizes = 11;

constexpr std::array<ImageSize, 4> usual_sizes{{{1280, 720}, {1920, 1080}, {2560, 1440}, {3840, 2160}}};
// By ExportForm.
constexpr std::array<std::string_view, 5> forms_in_words{"export.picture", "export.drawing", "export.table",
                                                         "export.animation", "export.video"};

std::string_view words_of(ExportForm form) {
  return forms_in_words.at(static_cast<std::size_t>(form));
}

/// Begins a row of the table with its label.
void begin_row(const Frame& frame, const char* key) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  text(frame.say(key), frame.theme.quiet);
  ImGui::TableNextColumn();
}

/// Draws a list from which one is chosen, or returns false while it is closed.
bool begin_list(const Frame& frame, const char* name, const std::string& now, float width = -1) {
  ImGui::SetNextItemWidth(width);
  const bool open = ImGui::BeginCombo(fmt::format("##{}", name).c_str(), now.c_str(), ImGuiComboFlags_HeightLarge);
  name_item(frame, fmt::format("export/{}", name));
  return open;
}

std::string title_of_subject(const Frame& frame, const std::string& panel) {
  const PanelEntry* const entry = find_panel(panel);
  return entry == nullptr ? frame.say("export.window") : title_of(frame, *entry);
}

/// The window, and the panels that are seen or plot something.
void choose_what(const Frame& frame, ExportChoice& choice) {
  begin_row(frame, "export.what");
  if (!begin_list(frame, "what", title_of_subject(frame, choice.panel))) return;
  const auto offer = [&](const std::string& panel, const char* name) {
    if (ImGui::Selectable(title_of_subject(frame, panel).c_str(), panel == choice.panel)) choice.panel = panel;
    name_item(frame, fmt::format("export/what/{}", name));
  };
  offer("", "window");
  for (const PanelEntry& panel : panel_table()) {
    const std::string name(panel.name());
    if (visible_window(panel) != nullptr || plot_of(name) != nullptr) offer(name, name.c_str());
  }
  ImGui::EndCombo();
}

void choose_form(const Frame& frame, ExportChoice& choice, const std::vector<ExportForm>& forms) {
  begin_row(frame, "export.as");
  const auto title = [&](ExportForm form) { return frame.say(words_of(form)); };
  if (!begin_list(frame, "as", title(choice.form))) return;
  for (const ExportForm form : forms) {
    const std::string reason = why_not_exported(frame.state, choice.panel, form);
    const ImGuiSelectableFlags flags = reason.empty() ? ImGuiSelectableFlags_None : ImGuiSelectableFlags_Disabled;
    if (ImGui::Selectable(title(form).c_str(), form == choice.form, flags)) choice.form = form;
    name_item(frame, fmt::format("export/as/{}", words_of(form).substr(words_of(form).find('.') + 1)));
    if (!reason.empty() && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
      tooltip(frame, not_now(frame, reason));
    }
  }
  ImGui::EndCombo();
}

template <class Number>
bool draw_number(const Frame& frame, const char* name, ImGuiDataType type, Number& number) {
  ImGui::SetNextItemWidth(field_width * frame.em);
  const bool changed = ImGui::InputScalar(fmt::format("##{}", name).c_str(), type, &number, nullptr, nullptr,
                                          type == ImGuiDataType_Double ? "%.6g" : nullptr);
  name_item(frame, fmt::format("export/{}", name));
  return changed;
}

void choose_size(const Frame& frame, ImageSize& size, bool is_picture) {
  begin_row(frame, "export.size");
  const auto text_of = [](ImageSize one) { return fmt::format("{} × {}", one.width, one.height); };
  const std::string now = size.is_that_of_screen() ? frame.say("export.as_it_is") : text_of(size);
  if (begin_list(frame, "size", now, list_of_sizes * frame.em)) {
    const auto offer = [&](ImageSize one, const std::string& words) {
      if (ImGui::Selectable(words.c_str(), size == one)) size = one;
      name_item(frame, fmt::format("export/size/{}", one.width));
    };
    if (is_picture) offer({}, frame.say("export.as_it_is"));
    for (const ImageSize& usual : usual_sizes) offer(usual, text_of(usual));
    ImGui::EndCombo();
  }
  if (size.is_that_of_screen()) return;
  ImGui::SameLine(0, frame.em);
  draw_number(frame, "width", ImGuiDataType_U32, size.width);
  ImGui::SameLine();
  text("×", frame.theme.quiet);
  ImGui::SameLine();
  draw_number(frame, "height", ImGuiDataType_U32, size.height);
  ImGui::SameLine();
  text(frame.say("export.pixels"), frame.theme.quiet);
}

/// Draws two choices: what is usual, or a number with its unit.
void choose_number(const Frame& frame, const char* name, const std::string& usual_words, const std::string& unit,
                   bool& usual, double& number) {
  if (ImGui::RadioButton(fmt::format("{}##{}", usual_words, name).c_str(), usual)) usual = true;
  name_item(frame, fmt::format("export/{}/usual", name));
  ImGui::SameLine(0, frame.em);
  if (ImGui::RadioButton(fmt::format("##{}/own", name).c_str(), !usual)) usual = false;
  name_item(frame, fmt::format("export/{}/own", name));
  ImGui::SameLine();
  if (draw_number(frame, name, ImGuiDataType_Double, number)) usual = false;
  ImGui::SameLine();
  text(unit, frame.theme.quiet);
}

void choose_animation(const Frame& frame, ExportChoice& choice, const std::string& length) {
  begin_row(frame, "export.length");
  choose_number(frame, "seconds", frame.say("export.whole"), frame.say("export.seconds"), choice.whole_pass,
                choice.seconds);
  begin_row(frame, "export.speed");
  const double speed = frame.state.playback.speed(animation_of(choice).view);
  choose_number(frame, "speed", frame.say("export.speed_of_view", figures(speed, 3)), frame.say("export.steps"),
                choice.speed_of_view, choice.speed);
  draw_wrapped(length, frame.theme.text);
  name_item(frame, "export/length");
}

/// Draws a field for a part of the path. It returns true when the user pressed Enter there.
bool draw_path(const Frame& frame, const char* name, float width, const std::string& shown, std::string& typed) {
  std::array<char, 1024> field{};
  write_field(field, shown);
  const FontScope mono(frame, frame.fonts.mono, 0.95F);
  ImGui::SetNextItemWidth(width);
  const bool entered = ImGui::InputText(fmt::format("##{}", name).c_str(), field.data(), field.size(),
                                        ImGuiInputTextFlags_EnterReturnsTrue);
  if (ImGui::IsItemEdited()) typed = trim(field.data());
  name_item(frame, fmt::format("export/{}", name));
  return entered;
}

bool choose_file(const Frame& frame, ExportChoice& choice, const ExportViewModel& view_model, bool opens) {
  begin_row(frame, "export.where");
  bool entered = draw_path(frame, "folder", -1, view_model.folder, choice.folder);
  begin_row(frame, "export.name");
  if (opens) ImGui::SetKeyboardFocusHere();
  entered = draw_path(frame, "name", -3 * frame.em, view_model.name, choice.name) || entered;
  if (opens || ImGui::IsItemActivated()) frame.needs_redraw = true;  // only in the frame after that it takes Enter
  ImGui::SameLine();
  text(view_model.ending, frame.theme.quiet);
  return entered;
}

void draw_warning(const Frame& frame, const char* name, const std::string& words, const std::string& remedy = {}) {
  shape_item(frame, Shape::exclamation, frame.theme.warning);
  draw_wrapped(words, frame.theme.text);
  name_item(frame, fmt::format("export/{}", name));
  if (!remedy.empty()) draw_wrapped(remedy, frame.theme.quiet);
}

/// Returns whether the panel shall be as large as on the screen, where it is not.
bool is_hidden(const ExportChoice& choice) {
  const PanelEntry* const entry = find_panel(choice.panel);
  return entry != nullptr && choice.form == ExportForm::picture && choice.picture.is_that_of_screen() &&
         visible_window(*entry) == nullptr;
}

void draw_content(const Frame& frame) {
  const ExportChoice& before = frame.state.exporting.choice;
  ExportChoice choice = before;
  ExportViewModel view_model = export_view_model(frame.state);
  if (is_hidden(choice)) {
    view_model.is_possible = false;
    view_model.trouble = frame.language().translated(message<"export.panel_not_in_front">(choice.panel));
    view_model.remedy = frame.language().translated(message<"export.panel_not_in_front_remedy">());
  }
  bool starts = false;
  if (ImGui::BeginTable("export", 2)) {
    ImGui::TableSetupColumn("label", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableSetupColumn("field", ImGuiTableColumnFlags_WidthStretch);
    choose_what(frame, choice);
    choose_form(frame, choice, view_model.forms);
    const bool animated = is_animation(before.form);
    if (is_image(before.form)) choose_size(frame, animated ? choice.animation : choice.picture, !animated);
    if (animated && before.panel == choice.panel) choose_animation(frame, choice, view_model.length);
    starts = choose_file(frame, choice, view_model, ImGui::IsWindowAppearing());
    ImGui::EndTable();
  }
  ImGui::Dummy({0, 0.2F * frame.em});
  if (!view_model.trouble.empty()) draw_warning(frame, "trouble", view_model.trouble, view_model.remedy);
  if (view_model.exists) draw_warning(frame, "exists", frame.say("export.exists"));
  ImGui::BeginDisabled(!view_model.is_possible);
  const bool replaces = ImGui::Button(frame.say(view_model.exists ? "export.replace" : "export.save").c_str());
  name_item(frame, view_model.exists ? "export/replace" : "export/save");
  ImGui::EndDisabled();
  if (choice != before) frame.emit(ChangeExport{choice});
  if ((starts || replaces) && view_model.is_possible) frame.emit(StartExport{replaces && view_model.exists});
}

}  // namespace

void draw_export_dialog(const Frame& frame) {
  if (!frame.state.exporting.shown) return;
  bool open = true;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.9F * frame.em, 0.7F * frame.em});
  {
    const float width = std::min(dialog_width * frame.em, 0.94F * ImGui::GetMainViewport()->WorkSize.x);
    // It grows and shrinks with its rows, and stays in the middle.
    ImGui::SetNextWindowPos(ImGui::GetMainViewport()->GetCenter(), ImGuiCond_Always, {0.5F, 0.5F});
    const DialogScope dialog(frame, frame.say("export.title") + "###export", &open, width);
    draw_content(frame);
  }
  ImGui::PopStyleVar();
  if (!open) frame.emit("toggle_export");
}

}  // namespace lanescope::gui
