// Actions of the window itself, such as workspaces, theme, language, text size, palette and help.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gui/messages.h"
#include "gui/readings/mistake.h"
#include "gui/screens/notices/banner.h"
#include "gui/settings/settings.h"
#include "gui/store/actions.h"
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

bool has_banner(const State& state) {
  return shown_banner(state).has_value();
}

bool has_lasting_notices(const State& state) {
  return has_permanent(state.ui.notices);
}

bool is_asked_for_sentence(const State& state) {
  return state.lesson.draft || state.lesson.typed == LectureText::sentence;
}

constexpr double youngest_to_stop = 1;  // in seconds

}  // namespace

std::span<const SmallWindow> small_windows() {
  static constexpr std::array table{
      SmallWindow{"##palette", "toggle_palette", is_set<&State::ui, &Ui::show_palette>, true},
      SmallWindow{"###sentence", "close_sentence", is_asked_for_sentence, true},
      SmallWindow{"###open_file", "open_file", is_set<&State::open_file, &OpenFileState::shown>},
      SmallWindow{"###export", "toggle_export", is_set<&State::exporting, &ExportState::shown>},
      SmallWindow{"###settings", "toggle_settings", is_set<&State::ui, &Ui::show_settings>},
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
  if (std::exchange(state.ui.pen, false)) return Effects{ClearDrawing{}};
  if (state.ui.is_lecture()) {
    go_to(state, state.ui.before);
    return Effects();
  }
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

namespace {

/// Shows a workspace; where it is shown already, the one before it.
template <Workspace workspace>
constexpr auto use_workspace =
    [](State& state) { go_to(state, state.ui.workspace == workspace ? state.ui.before : workspace); };
template <Workspace workspace>
bool is_workspace(const State& state) {
  return state.ui.workspace == workspace;
}
std::string needs_lecture(const State& state) {
  return state.ui.is_lecture() ? std::string() : state.say("reason.only_in_lecture");
}

}  // namespace

std::span<const Action> workspace_actions() {
  static constexpr std::array table{
      Action{"watch", "Watch", "F9", "Views", "Shows the accesses, the source, the number and its curve over time.",
             use_workspace<Workspace::watch>, nullptr, is_workspace<Workspace::watch>},
      Action{"why", "Why is it slow?", "F12", "Views",
             "Shows what limits the kernel, in the sections of Nsight Compute, beside the source.",
             use_workspace<Workspace::why>, nullptr, is_workspace<Workspace::why>},
      Action{"measure", "Measure", "F10", "Views", "Shows sweep, ladder, roofline and occupancy.",
             use_workspace<Workspace::measure>, nullptr, is_workspace<Workspace::measure>},
      Action{"lecture", "Lecture", "F11", "Views",
             "Fills the screen with one picture, the main number and the knobs in large type.",
             use_workspace<Workspace::lecture>, nullptr, is_workspace<Workspace::lecture>},
      Action{"toggle_pen", "Pen", "P", "Lesson",
             "Draws on the picture of a lecture with the mouse, and with Shift straight arrows; holding Ctrl does the "
             "same.",
             toggle<&State::ui, &Ui::pen>, needs_lecture, is_set<&State::ui, &Ui::pen>},
      Action{"clear_drawing", "Clear the drawing", "E", "Lesson", "Removes what was drawn on the picture.",
             [](State&) { return ClearDrawing{}; }, needs_lecture},
      Action{"machine", "Machine", "", "Views", "Shows what this machine supports, what is missing, and the log.",
             use_workspace<Workspace::machine>, nullptr, is_workspace<Workspace::machine>},
  };
  return table;
}

std::span<const Action> window_actions() {
  static constexpr std::array table{
      Action{"larger_text", "Larger text", "Ctrl+=", "Views/Text", "Makes all text larger.",
             [](State& state) { zoom_by(state, zoom_step); }},
      Action{"smaller_text", "Smaller text", "Ctrl+-", "Views/Text", "Makes all text smaller.",
             [](State& state) { zoom_by(state, 1 / zoom_step); }},
      Action{"normal_text", "Normal text", "Ctrl+0", "Views/Text", "Uses the text size that suits the screen.",
             [](State& state) { state.ui.zoom = 1; }},
      Action{"reset_layout", "Reset layout", "Ctrl+Shift+R", "Views",
             "Moves every panel of this workspace back to its default place.", [](State&) { return ArrangeLayout{}; },
             [](const State& state) { return state.ui.is_lecture() ? state.say("reason.in_lecture") : std::string(); }},
      Action{"use_dark_theme", "Dark", "", "Views/Theme", "Light on dark, for a screen.", use_theme<ThemeName::dark>,
             nullptr, is_theme<ThemeName::dark>},
      Action{"use_light_theme", "Light", "", "Views/Theme", "Dark on light, for a bright room and for print.",
             use_theme<ThemeName::light>, nullptr, is_theme<ThemeName::light>},
      Action{"use_projector_theme", "Projector", "", "Views/Theme",
             "Black on white with thick lines, for a weak projector in a bright room.", use_theme<ThemeName::projector>,
             nullptr, is_theme<ThemeName::projector>},
      Action{"use_colour_blind_theme", "Colour-blind safe", "", "Views/Theme",
             "Blue-orange palette for colour-blind viewers.", use_theme<ThemeName::colour_blind>, nullptr,
             is_theme<ThemeName::colour_blind>},
      Action{"use_high_contrast_dark_theme", "High contrast, dark", "", "Views/Theme",
             "White on black, for eyes that need strong edges.", use_theme<ThemeName::high_contrast_dark>, nullptr,
             is_theme<ThemeName::high_contrast_dark>},
      Action{"use_high_contrast_light_theme", "High contrast, light", "", "Views/Theme",
             "Black on white, for eyes that need strong edges.", use_theme<ThemeName::high_contrast_light>, nullptr,
             is_theme<ThemeName::high_contrast_light>},
      Action{"use_system_theme", "As the system", "", "Views/Theme",
             "Dark or light, as the desktop is set when the program starts.", use_theme<ThemeName::system>, nullptr,
             is_theme<ThemeName::system>},
      Action{"use_english", "English", "", "Views/Language", "Shows the window in English.",
             [](State& state) { return use_language(state, "en"); }, nullptr,
             [](const State& state) { return state.language().code() == "en"; }},
      Action{"use_chinese", "Chinese (中文)", "", "Views/Language", "Shows the window in Chinese.",
             [](State& state) { return use_language(state, "zh"); }, nullptr,
             [](const State& state) { return state.language().code() == "zh"; }},
  };
  return table;
}

std::span<const Action> help_actions() {
  static constexpr std::array table{
      Action{"dismiss_first_steps", "Do not show this again", "", "", "Hides the sentences for new users for good.",
             [](State& state) { state.ui.first_step = FirstStep::done; }},
      Action{"begin_first_steps", "First steps", "", "Help", "Shows the sentences for new users again.",
             [](State& state) { state.ui.first_step = FirstStep::pad; }},
      with_text_field(Action{"toggle_palette", "Find a command", "Ctrl+P", "Help",
                             "Finds commands, kernels, lessons, knobs and GPUs by name or by another word for them.",
                             toggle<&State::ui, &Ui::show_palette>, nullptr, is_set<&State::ui, &Ui::show_palette>}),
      Action{"toggle_help", "All commands", "F1", "Help", "Lists all commands and their keys.",
             toggle<&State::ui, &Ui::show_help>, nullptr, is_set<&State::ui, &Ui::show_help>, "?"},
  };
  return table;
}

}  // namespace lanescope::gui
