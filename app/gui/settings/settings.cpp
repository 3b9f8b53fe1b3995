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
  settings.theme = state.ui.theme;
  settings.language = state.ui.language->code();
  settings.zoom = state.ui.zoom;
  settings.wide = state.ui.wide;
  settings.chosen_layout = state.ui.layouts.chosen;
  settings.own_layouts = state.ui.layouts.own;
  settings.kernel = state.selection.kernel;
  settings.editor = state.ui.editor;
  for (const auto& [kernel, values] : state.selection.values) {
    if (!values.empty()) settings.values[kernel] = values;
  }
  settings.as_written = state.source.view == CostView::written;
  settings.percent = state.source.unit == CostUnit::percent;
  settings.by_excess = state.source.by_excess;
  settings.ptx = state.source.ptx;
  settings.sass = state.source.sass;
  return settings;
}

void restore(State& state, const Settings& settings) {
  const std::string code = settings.language.empty() ? language_of_system() : settings.language;
  if (const auto folder = language_folder()) {
    if (auto language = read_language(*folder, code)) {
      state.ui.language = std::move(*language);
    } else {
      log(state, LogEntry::Kind::error, language.error().text());
    }
  }
  state.ui.theme = settings.theme;
  state.ui.zoom = settings.zoom;
  state.ui.wide = settings.wide;
  state.ui.layouts.own = settings.own_layouts;
  state.ui.layouts.chosen = settings.chosen_layout;
  state.selection.values = settings.values;
  state.ui.editor = settings.editor;
  state.source.view = view_of(settings.as_written);
  state.source.unit = settings.percent ? CostUnit::percent : CostUnit::absolute;
  state.source.by_excess = settings.by_excess;
  state.source.ptx = settings.ptx;
  state.source.sass = settings.sass;
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
