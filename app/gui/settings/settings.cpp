#include "gui/settings/settings.h"

#include <utility>

#include "base/file.h"
#include "gui/state/state.h"

namespace warpscope::gui {

namespace {

/// Calls both(in the state, in the settings) for everything that both keep alike.
template <class AnyState, class AnySettings, class Both>
void visit_kept(AnyState& state, AnySettings& settings, Both both) {
  both(state.ui.theme, settings.theme);
  both(state.ui.zoom, settings.zoom);
  both(state.ui.wide, settings.wide);
  both(state.ui.editor, settings.editor);
  both(state.ui.layouts.chosen, settings.chosen_layout);
  both(state.ui.layouts.own, settings.own_layouts);
  both(state.source.by_excess, settings.by_excess);
  both(state.source.ptx, settings.ptx);
  both(state.source.sass, settings.sass);
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
  visit_kept(state, settings, [](const auto& from, auto& to) { to = from; });
  settings.language = state.language().code();
  settings.kernel = state.selection.kernel;
  settings.values = state.selection.values;
  std::erase_if(settings.values, [](const auto& kernel) { return kernel.second.empty(); });
  settings.as_written = state.source.view == CostView::written;
  settings.percent = state.source.unit == CostUnit::percent;
  return settings;
}

void restore(State& state, const Settings& settings) {
  const std::string code = settings.language.empty() ? language_of_system() : settings.language;
  if (const auto folder = language_folder()) {
    auto language = read_language(*folder, code);
    if (!language) log(state, LogEntry::Kind::error, language.error().text());
    if (language) state.ui.language = std::move(*language);
  }
  visit_kept(state, settings, [](auto& to, const auto& from) { to = from; });
  state.selection.values = settings.values;
  state.source.view = settings.as_written ? CostView::written : CostView::executed;
  state.source.unit = settings.percent ? CostUnit::percent : CostUnit::absolute;
}

Status SettingsKeeper::look(const Settings& settings, Clock::time_point now) {
  if (settings == written_) {
    changed_.reset();
    return {};
  }
  if (!changed_) changed_ = now;
  return now - *changed_ < std::chrono::seconds(1) ? Status() : finish(settings);
}

Status SettingsKeeper::finish(const Settings& settings) {
  changed_.reset();
  if (settings == written_) return {};
  written_ = settings;
  return write_file(file_, text_of(settings));
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
