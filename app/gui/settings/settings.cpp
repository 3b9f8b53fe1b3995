#include "gui/settings/settings.h"

#include <fmt/format.h>

#include <utility>

#include "base/file.h"
#include "gui/state/state.h"

namespace warpscope::gui {

namespace {

CostView view_of(bool as_written) {
  return as_written ? CostView::written : CostView::executed;
}

}  // namespace

std::filesystem::path settings_file() {
  return config_folder() / "settings.toml";
}

SettingsRead read_settings(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return {};
  const auto text = read_file(file);
  if (!text) return {{}, {text.error().text()}};
  return parse_settings(*text, file.string());
}

Settings settings_of(const State& state) {
  Settings settings;
  settings.theme = state.theme;
  settings.language = state.language->code();
  settings.zoom = state.zoom;
  settings.wide = state.wide;
  settings.chosen_layout = state.layouts.chosen;
  settings.own_layouts = state.layouts.own;
  settings.kernel = state.kernel;
  settings.editor = state.editor.configured;
  for (const auto& [kernel, values] : state.values) {
    if (!values.empty()) settings.values[kernel] = values;
  }
  settings.as_written = state.in_source.view == CostView::written;
  settings.percent = state.in_source.unit == CostUnit::percent;
  settings.by_excess = state.in_source.by_excess;
  settings.ptx = state.in_source.ptx;
  settings.sass = state.in_source.sass;
  return settings;
}

void restore(State& state, const Settings& settings) {
  const std::string code = settings.language.empty() ? language_of_system() : settings.language;
  if (const auto folder = language_folder()) {
    if (auto language = read_language(*folder, code)) {
      state.language = std::move(*language);
    } else {
      log(state, LogEntry::Kind::error, language.error().text());
    }
  }
  state.theme = settings.theme;
  state.zoom = settings.zoom;
  state.wide = settings.wide;
  state.layouts.own = settings.own_layouts;
  state.layouts.chosen = settings.chosen_layout;
  state.values = settings.values;
  state.editor.configured = settings.editor;
  state.in_source.view = view_of(settings.as_written);
  state.in_source.unit = settings.percent ? CostUnit::percent : CostUnit::absolute;
  state.in_source.by_excess = settings.by_excess;
  state.in_source.ptx = settings.ptx;
  state.in_source.sass = settings.sass;
}

std::string language_of_system() {
  // The order in which the C library looks.
  for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const std::string value = environment(variable);
    if (!value.empty()) return value.starts_with("zh") ? "zh" : "en";
  }
  return "en";
}

}  // namespace warpscope::gui
