// Actions of the window itself, such as theme, language, text size, layouts, palette and help.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "gui/messages.h"
#include "gui/readings/mistake.h"
#include "gui/screens/notices/banner.h"
#include "gui/settings/settings.h"
#include "gui/store/actions.h"
#include "gui/store/layout_commands.h"
#include "gui/store/notice.h"
#include "gui/store/selection_commands.h"

namespace lanescope::gui {
namespace {

constexpr float zoom_step = 1.1F;

void zoom_by(State& state, float factor) {
  state.ui.zoom = std::clamp(state.ui.zoom * factor, min_zoom, max_zoom);
}

template <ThemeName theme>
constexpr auto use_theme = [](State& state) { state.ui.theme = theme; };
template <ThemeName theme>
bool is_theme(const State& state) {
  return state.ui.theme == theme;
}

Outcome use_language(State& state, const std::string& code) {
  TRY(const auto folder, language_folder());
  TRY(state.ui.language, read_language(folder, code));
  return Effects();
}

std::string needs_own_layout(const State& state) {
  return state.ui.layouts.own.empty() ? state.say("reason.no_own_layout") : std::string();
}

Status needs_layout(const State& state, const std::string& name) {
  if (state.ui.layouts.own.contains(name)) return {};
  return failure(message<"layout.unknown">(name), "", message<"layout.unknown_remedy">());
}

bool has_banner(const State& state) {
  return shown_banner(state).has_value();
}

bool has_lasting_notices(const State& state) {
  return has_permanent(state.ui.notices);
}

constexpr double youngest_to_stop = 1;  // in seconds

}  // namespace

std::span<const SmallWindow> small_windows() {
  static constexpr std::array table{
      SmallWindow{"##palette", "toggle_palette", is_set<&State::ui, &Ui::show_palette>, true},
      SmallWindow{"###keep_layout", "name_layout", is_set<&State::ui, &Ui::layouts, &Layouts::naming>, true},
      SmallWindow{"###open_file", "open_file", is_set<&State::open_file, &OpenFileState::shown>},
      SmallWindow{"###picture_dialog", "toggle_picture_dialog", is_set<&State::ui, &Ui::show_picture_dialog>},
      SmallWindow{"###connect", "toggle_connect", is_set<&State::ui, &Ui::show_connect>},
      SmallWindow{"###help", "toggle_help", is_set<&State::ui, &Ui::show_help>},
      SmallWindow{"", "close_banner", has_banner},
      SmallWindow{"", "close_notices", has_lasting_notices},
  };
  return table;
}

Outcome PressEscape::apply(State& state, double seconds) const {
  for (const SmallWindow& window : small_windows()) {
    if (window.is_open(state)) return Invoke(window.close_action).apply(state, seconds);
  }
  if (std::exchange(state.ui.blank, false)) return Effects();
  if (std::exchange(state.ui.layouts.lecture, false)) return Effects();
  const double began = std::max(state.selection.requested_at, state.sweep.run ? state.sweep.run->began : 0);
  const Invoke cancel("cancel");
  if (seconds - began < youngest_to_stop || !find_action(cancel.action)->why_not(state).empty()) return Effects();
  return cancel.apply(state, seconds);
}

Outcome SetStagePanel::apply(State& state, double) const {
  state.ui.stage = panel;
  if (const auto view = animated_view_named(panel)) state.playback.front = *view;
  return Effects();
}

Outcome KeepLayout::apply(State& state, double) const {
  const std::string trimmed(trim(name));
  if (trimmed.empty()) return failure(message<"layout.no_name">(), "", message<"layout.no_name_remedy">());
  if (state.ui.layouts.lecture) return failure(message<"layout.lecture">(), "", message<"layout.lecture_remedy">());
  state.ui.layouts.naming = false;
  return Effects{StoreLayout{trimmed}};
}

Outcome AddLayout::apply(State& state, double) const {
  if (name.empty() || arrangement.empty()) return failure(message<"layout.needs_name_and_text">());
  state.ui.layouts.own[name] = arrangement;
  state.ui.layouts.chosen = name;
  return Effects();
}

Outcome ChooseLayout::apply(State& state, double) const {
  TRY_STATUS(needs_layout(state, name));
  state.ui.layouts.chosen = name;
  state.ui.layouts.lecture = false;
  return Effects{ArrangeLayout{}};
}

Outcome ForgetLayout::apply(State& state, double) const {
  TRY_STATUS(needs_layout(state, name));
  state.ui.layouts.own.erase(name);
  if (state.ui.layouts.chosen == name) state.ui.layouts.chosen.clear();
  return Effects();
}

std::span<const Action> window_actions() {
  static constexpr std::array table{
      Action{"toggle_wide", "Wide view", "F10", "View",
             "Gives Source, Occupancy and Sweep more room and moves the Readout below them.",
             [](State& state) {
               state.ui.wide = !state.ui.wide;
               state.ui.analysis = false;
               state.ui.layouts.chosen.clear();
               return ArrangeLayout{};
             },
             nullptr, is_set<&State::ui, &Ui::wide>},
      Action{"larger_text", "Larger text", "Ctrl+=", "View", "Makes all text larger.",
             [](State& state) { zoom_by(state, zoom_step); }},
      Action{"smaller_text", "Smaller text", "Ctrl+-", "View", "Makes all text smaller.",
             [](State& state) { zoom_by(state, 1 / zoom_step); }},
      Action{"normal_text", "Normal text", "Ctrl+0", "View", "Uses the text size that suits the window.",
             [](State& state) { state.ui.zoom = 1; }},
      Action{"toggle_lecture", "Lecture", "F11", "View",
             "Fills the screen with one view, the main number and the knobs in large type, and hides everything else.",
             toggle<&State::ui, &Ui::layouts, &Layouts::lecture>, nullptr,
             is_set<&State::ui, &Ui::layouts, &Layouts::lecture>},
      Action{"reset_layout", "Reset layout", "Ctrl+Shift+R", "View/Layout",
             "Moves every panel back to its default place.",
             [](State& state) {
               state.ui.layouts.chosen.clear();
               state.ui.layouts.lecture = false;
               state.ui.analysis = false;
               return ArrangeLayout{};
             }},
      Action{"name_layout", "Save this layout", "", "View/Layout",
             "Saves the current arrangement of the panels under a name.",
             toggle<&State::ui, &Ui::layouts, &Layouts::naming>, nullptr,
             is_set<&State::ui, &Ui::layouts, &Layouts::naming>},
      Action{"forget_layout", "Delete this layout", "", "View/Layout", "Deletes the chosen layout.",
             [](State& state, double seconds) { return ForgetLayout{state.ui.layouts.chosen}.apply(state, seconds); },
             needs_own_layout},
      Action{"use_dark_theme", "Dark", "", "View/Theme", "Light on dark, for a screen.", use_theme<ThemeName::dark>,
             nullptr, is_theme<ThemeName::dark>},
      Action{"use_light_theme", "Light", "", "View/Theme", "Dark on light, for a bright room and for print.",
             use_theme<ThemeName::light>, nullptr, is_theme<ThemeName::light>},
      Action{"use_projector_theme", "Projector", "", "View/Theme",
             "Black on white with thick lines, for a weak projector in a bright room.", use_theme<ThemeName::projector>,
             nullptr, is_theme<ThemeName::projector>},
      Action{"use_colour_blind_theme", "Colour-blind safe", "", "View/Theme",
             "Blue-orange palette for colour-blind viewers.", use_theme<ThemeName::colour_blind>, nullptr,
             is_theme<ThemeName::colour_blind>},
      Action{"use_english", "English", "", "View/Language", "Shows the window in English.",
             [](State& state) { return use_language(state, "en"); }, nullptr,
             [](const State& state) { return state.language().code() == "en"; }},
      Action{"use_chinese", "Chinese (中文)", "", "View/Language", "Shows the window in Chinese.",
             [](State& state) { return use_language(state, "zh"); }, nullptr,
             [](const State& state) { return state.language().code() == "zh"; }},
  };
  return table;
}

std::span<const Action> help_actions() {
  static constexpr std::array table{
      with_text_field(Action{"toggle_palette", "Find a command", "Ctrl+P", "Help",
                             "Searches all commands and kernels by name.", toggle<&State::ui, &Ui::show_palette>,
                             nullptr, is_set<&State::ui, &Ui::show_palette>}),
      Action{"toggle_help", "All commands", "F1", "Help", "Lists all commands and their keys.",
             toggle<&State::ui, &Ui::show_help>, nullptr, is_set<&State::ui, &Ui::show_help>, "?"},
  };
  return table;
}

}  // namespace lanescope::gui
