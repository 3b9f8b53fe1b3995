#include "gui/settings/settings_window.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <string>
#include <string_view>

#include "gui/settings/settings.h"
#include "gui/settings/settings_table.h"
#include "gui/widgets/dialog.h"

namespace lanescope::gui {
namespace {

constexpr float window_width = 50, number_width = 6, choice_width = 16;  // in text heights
constexpr float max_share_of_height = 0.92F;

/// Draws one setting: its title in the first column, what changes it in the second, and below that a sentence.
class SettingDrawing {
 public:
  SettingDrawing(const Frame& frame, const SettingLine& setting)
      : frame_(frame), name_(fmt::format("settings/{}", setting.name)), setting_(setting) {}

  void operator()(const ChoiceSetting& choice) const {
    const Action* chosen = nullptr;
    for (const Action& action : actions()) {
      if (action.menu == choice.menu && action.ticked(frame_.state)) chosen = &action;
    }
    begin(menu_title(frame_, choice.menu.substr(choice.menu.find('/') + 1)));
    ImGui::SetNextItemWidth(choice_width * frame_.em);
    const std::string now = chosen == nullptr ? std::string() : title_of(frame_.state, *chosen);
    const bool open = ImGui::BeginCombo(label().c_str(), now.c_str(), ImGuiComboFlags_HeightLarge);
    name_item(frame_, name_);
    if (open) {
      for (const Action& action : actions()) {
        if (action.menu != choice.menu) continue;
        if (ImGui::Selectable(title_of(frame_.state, action).c_str(), &action == chosen)) {
          frame_.emit(Invoke(action.name));
        }
        name_item(frame_, fmt::format("{}/{}", name_, action.name));
        if (&action == chosen) ImGui::SetItemDefaultFocus();
      }
      ImGui::EndCombo();
    }
    if (chosen != nullptr) explain(help_of(frame_.state, *chosen));
  }

  void operator()(const SwitchSetting& which) const {
    const Action& action = *find_action(which.action);
    begin(title_of(frame_.state, action));
    bool on = action.ticked(frame_.state);
    if (ImGui::Checkbox(label().c_str(), &on)) frame_.emit(Invoke(action.name));
    name_item(frame_, name_);
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    explain(help_of(frame_.state, action));
  }

  /// It counts once the user has done with it, because 2 is not meant where 20 is typed.
  void operator()(const NumberSetting& number) const {
    begin(frame_.say(number.title));
    const double before = number.value(frame_.state);
    double value = before;
    ImGui::SetNextItemWidth(number_width * frame_.em);
    ImGui::InputDouble(label().c_str(), &value, 0, 0, "%.6g");
    name_item(frame_, name_);
    if (ImGui::IsItemDeactivatedAfterEdit() && value != before) change(value);
    ImGui::SameLine();
    text(frame_.say(number.unit), frame_.theme.quiet);
    explain(frame_.say(number.help));
  }

  void operator()(const TextSetting& line) const {
    begin(frame_.say(line.title));
    std::array<char, 1024> field{};
    write_field(field, line.value(frame_.state));
    {
      const FontScope mono(frame_, frame_.fonts.mono, 0.95F);
      ImGui::SetNextItemWidth(-1);
      ImGui::InputText(label().c_str(), field.data(), field.size());
    }
    if (ImGui::IsItemEdited()) change(std::string(field.data()));
    name_item(frame_, name_);
    explain(frame_.say(line.help));
  }

 private:
  [[nodiscard]] std::string label() const { return "##" + name_; }
  void begin(const std::string& title) const {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    text(title, frame_.theme.text);
    ImGui::TableNextColumn();
  }
  void explain(const std::string& sentence) const {
    const FontScope small(frame_, frame_.fonts.text, 0.9F);
    draw_wrapped(sentence, frame_.theme.quiet);
  }
  void change(std::variant<double, std::string> value) const {
    frame_.emit(ChangeSetting{std::string(setting_.name), std::move(value)});
  }

  const Frame& frame_;
  const std::string name_;
  const SettingLine& setting_;
};

void draw_group_title(const Frame& frame, std::string_view words) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::Dummy({0, 0.2F * frame.em});
  const FontScope bold(frame, frame.fonts.bold, 1);
  text(frame.say(words), frame.theme.accent);
}

void draw_settings(const Frame& frame) {
  if (!ImGui::BeginTable("settings", 2)) return;
  ImGui::TableSetupColumn("title", ImGuiTableColumnFlags_WidthFixed);
  ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch);
  std::string_view group;
  for (const SettingLine& setting : settings_table()) {
    if (setting.group != group) draw_group_title(frame, group = setting.group);
    std::visit(SettingDrawing(frame, setting), setting.kind);
  }
  ImGui::EndTable();
  const std::string file = settings_file().string();
  if (file.empty() || frame.state.ui.hide_private_words) return;
  ImGui::Separator();
  draw_wrapped(frame.say("setting.file", file), frame.theme.quiet);
}

}  // namespace

void draw_settings_window(const Frame& frame) {
  if (!frame.state.ui.show_settings) return;
  bool open = true;
  const ImVec2 room = ImGui::GetMainViewport()->WorkSize;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.9F * frame.em, 0.7F * frame.em});
  {
    const std::string title = frame.say("setting.title") + "###settings";
    ImGui::SetNextWindowPos(ImGui::GetMainViewport()->GetCenter(), ImGuiCond_Always, {0.5F, 0.5F});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {FLT_MAX, max_share_of_height * room.y});
    const DialogScope dialog(frame, title, &open, std::min(window_width * frame.em, 0.94F * room.x));
    draw_settings(frame);
  }
  ImGui::PopStyleVar();
  if (!open) frame.emit("toggle_settings");
}

}  // namespace lanescope::gui
