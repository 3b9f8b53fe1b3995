#include "gui/settings/settings_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "gui/messages.h"
#include "gui/settings/settings.h"
#include "gui/store/actions.h"

namespace lanescope::gui {
namespace {

/// Sets one member of the preferences.
template <auto member, class Value>
Effects prefer(State& state, Value value) {
  Preferences preferences = state.ui.preferences;
  preferences.*member = std::move(value);
  return set_preferences(state, std::move(preferences));
}

Effects set_zoom(State& state, double percent) {
  state.ui.zoom = static_cast<float>(percent / 100);
  return {};
}

/// A worker cannot begin with less than the least.
Effects set_worker_memory(State& state, double mib) {
  return prefer<&Preferences::worker_mib>(state, mib < 1 ? 0 : std::max(min_worker_mib, static_cast<int>(mib)));
}

constexpr std::array setting_lines{
    SettingLine{"setting.appearance", "theme", ChoiceSetting{"Views/Theme"}},
    SettingLine{"setting.appearance", "language", ChoiceSetting{"Views/Language"}},
    SettingLine{"setting.appearance", "zoom",
                NumberSetting{"setting.zoom", "setting.zoom_help", "setting.percent", 100 * min_zoom, 100 * max_zoom,
                              [](const State& state) { return std::round(100.0 * state.ui.zoom); }, set_zoom}},
    SettingLine{"setting.runs", "live", SwitchSetting{"toggle_continuous"}},
    SettingLine{"setting.runs", "run_seconds",
                NumberSetting{"setting.run_seconds", "setting.run_seconds_help", "setting.seconds", 1, max_run_seconds,
                              [](const State& state) { return double(state.ui.preferences.run_seconds); },
                              [](State& state, double seconds) {
                                return prefer<&Preferences::run_seconds>(state, static_cast<int>(seconds));
                              }}},
    SettingLine{
        "setting.runs", "worker_mib",
        NumberSetting{"setting.worker_mib", "setting.worker_mib_help", "setting.mib", 0, max_worker_mib,
                      [](const State& state) { return double(state.ui.preferences.worker_mib); }, set_worker_memory}},
    SettingLine{"setting.source", "as_written", SwitchSetting{"toggle_as_written"}},
    SettingLine{"setting.source", "percent", SwitchSetting{"toggle_percent"}},
    SettingLine{"setting.source", "by_excess", SwitchSetting{"toggle_by_excess"}},
    SettingLine{"setting.source", "ptx", SwitchSetting{"toggle_ptx"}},
    SettingLine{"setting.source", "sass", SwitchSetting{"toggle_sass"}},
    SettingLine{
        "setting.files", "editor",
        TextSetting{
            "setting.editor", "setting.editor_help", [](const State& state) { return state.ui.preferences.editor; },
            [](State& state, const std::string& command) { return prefer<&Preferences::editor>(state, command); }}},
    SettingLine{"setting.files", "exports",
                TextSetting{"setting.exports", "setting.exports_help",
                            [](const State& state) { return state.ui.export_folder(); },
                            [](State& state, const std::string& folder) {
                              state.ui.exports = folder;
                              return Effects();
                            }}},
    SettingLine{"setting.files", "keep", SwitchSetting{"toggle_keep_session"}},
};

}  // namespace

std::span<const SettingLine> settings_table() {
  return setting_lines;
}

Outcome ChangeSetting::apply(State& state, double) const {
  const auto found = std::ranges::find(setting_lines, name, &SettingLine::name);
  if (found == setting_lines.end()) return failure(message<"settings.unknown">(name));
  const auto* const number = std::get_if<NumberSetting>(&found->kind);
  const auto* const text = std::get_if<TextSetting>(&found->kind);
  if (const double* const wanted = std::get_if<double>(&value); number != nullptr && wanted != nullptr) {
    // What is no number counts as the least.
    return number->set(state, *wanted >= number->least ? std::min(*wanted, number->most) : number->least);
  }
  if (const auto* const wanted = std::get_if<std::string>(&value); text != nullptr && wanted != nullptr) {
    return text->set(state, *wanted);
  }
  return failure(message<"settings.unknown">(name));
}

std::span<const Action> settings_actions() {
  static constexpr std::array actions{
      Action{"toggle_settings", "Settings ...", "Ctrl+,", "File",
             "Opens the window in which everything is set that stays the same from one start to the next.",
             toggle<&State::ui, &Ui::show_settings>, nullptr, is_set<&State::ui, &Ui::show_settings>},
      Action{
          "toggle_keep_session", "Go on where I stopped", "", "",
          "The next start brings back the kernel with its knobs, A and B, the GPU, the workspace and the recent files.",
          toggle<&State::ui, &Ui::preferences, &Preferences::keeps_session>, nullptr,
          is_set<&State::ui, &Ui::preferences, &Preferences::keeps_session>},
  };
  return actions;
}

}  // namespace lanescope::gui
