#include "gui/state/window_actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "gui/panels/kernels/kernels_actions.h"
#include "gui/settings/settings.h"
#include "gui/state/actions.h"
#include "gui/state/state.h"

namespace warpscope::gui {

namespace {

constexpr float zoom_step = 1.1F;

/// Error: its kernel is gone.
Status go_to(State& state, const Setting& setting, double seconds) {
  if (!state.known.catalogue || !state.known.catalogue->kernels.contains(setting.kernel)) {
    return failure(fmt::format("there is no kernel {} any more", setting.kernel));
  }
  change_to(state, setting, seconds);
  return {};
}

Status use_language(State& state, const std::string& code) {
  TRY(const auto folder, language_folder());
  TRY(state.ui.language, read_language(folder, code));
  refresh(state);  // some of its texts were put together in the other language
  return {};
}

Status zoom_by(State& state, float factor) {
  state.ui.zoom = std::clamp(state.ui.zoom * factor, smallest_zoom, largest_zoom);
  return {};
}

Status use_theme(State& state, ThemeName theme) {
  state.ui.theme = theme;
  return {};
}

Status no_such_layout(const std::string& name) {
  return failure(fmt::format("there is no layout {}", name), "", "choose one of View, Layout");
}

}  // namespace

std::string needs_undo(const State& state) {
  return state.undo.done.empty() ? state.say("reason.nothing_to_undo") : std::string();
}

std::string needs_redo(const State& state) {
  return state.undo.undone.empty() ? state.say("reason.nothing_to_redo") : std::string();
}

std::string needs_own_layout(const State& state) {
  return state.ui.layouts.own.empty() ? state.say("reason.no_own_layout") : std::string();
}

void remember_step(State& state, Setting before, const Command& command, double seconds) {
  if (command.action == "undo" || command.action == "redo" || before.kernel.empty()) return;
  Setting after = setting_now(state);
  if (before == after) return;
  // The keys turn the selected knob, the mouse names it: either way it is the same knob.
  const bool turned = command.action == "raise_knob" || command.action == "lower_knob";
  std::string subject =
      turned ? "set_knob " + state.selection.focused_knob : fmt::format("{} {}", command.action, command.target);
  state.undo.add({std::move(before), std::move(after), std::move(subject), seconds});
}

Status undo(State& state, const Command&, double seconds) {
  Undo::Step step = std::move(state.undo.done.back());
  state.undo.done.pop_back();
  TRY_STATUS(go_to(state, step.before, seconds));
  state.undo.undone.push_back(std::move(step));
  return {};
}

Status redo(State& state, const Command&, double seconds) {
  Undo::Step step = std::move(state.undo.undone.back());
  state.undo.undone.pop_back();
  TRY_STATUS(go_to(state, step.after, seconds));
  step.seconds = -1;  // a change that follows is a step of its own
  state.undo.done.push_back(std::move(step));
  return {};
}

Status toggle_palette(State& state, const Command&, double) {
  state.ui.show_palette = !state.ui.show_palette;
  return {};
}
bool is_palette_shown(const State& state) {
  return state.ui.show_palette;
}

Status toggle_help(State& state, const Command&, double) {
  state.ui.show_help = !state.ui.show_help;
  return {};
}
bool is_help_shown(const State& state) {
  return state.ui.show_help;
}

Status quit(State& state, const Command&, double) {
  state.ui.quit = true;
  return {};
}

Status larger_text(State& state, const Command&, double) {
  return zoom_by(state, zoom_step);
}
Status smaller_text(State& state, const Command&, double) {
  return zoom_by(state, 1 / zoom_step);
}
Status normal_text(State& state, const Command&, double) {
  state.ui.zoom = 1;
  return {};
}

Status use_english(State& state, const Command&, double) {
  return use_language(state, "en");
}
Status use_chinese(State& state, const Command&, double) {
  return use_language(state, "zh");
}
bool is_english(const State& state) {
  return state.ui.language->code() == "en";
}
bool is_chinese(const State& state) {
  return state.ui.language->code() == "zh";
}

Status use_dark_theme(State& state, const Command&, double) {
  return use_theme(state, ThemeName::dark);
}
Status use_light_theme(State& state, const Command&, double) {
  return use_theme(state, ThemeName::light);
}
Status use_projector_theme(State& state, const Command&, double) {
  return use_theme(state, ThemeName::projector);
}
Status use_colour_blind_theme(State& state, const Command&, double) {
  return use_theme(state, ThemeName::colour_blind);
}
bool is_dark_theme(const State& state) {
  return state.ui.theme == ThemeName::dark;
}
bool is_light_theme(const State& state) {
  return state.ui.theme == ThemeName::light;
}
bool is_projector_theme(const State& state) {
  return state.ui.theme == ThemeName::projector;
}
bool is_colour_blind_theme(const State& state) {
  return state.ui.theme == ThemeName::colour_blind;
}

Status toggle_lecture(State& state, const Command&, double) {
  state.ui.layouts.lecture = !state.ui.layouts.lecture;
  return {};
}
bool is_lecture(const State& state) {
  return state.ui.layouts.lecture;
}

Status name_layout(State& state, const Command&, double) {
  state.ui.layouts.naming = !state.ui.layouts.naming;
  return {};
}
bool is_naming_layout(const State& state) {
  return state.ui.layouts.naming;
}

Status keep_layout(State& state, const Command& command, double) {
  const std::string name(trim(command.target));
  if (name.empty()) return failure("the layout has no name", "", "write one");
  if (state.ui.layouts.lecture) return failure("the lecture's layout cannot be kept", "", "leave it with F11 first");
  state.ui.layouts.wanted_name = name;
  ++state.ui.layouts.keeps_wanted;
  state.ui.layouts.naming = false;
  return {};
}

Status store_layout(State& state, const Command& command, double) {
  const std::string* text = text_in(command);
  if (text == nullptr || command.target.empty()) return failure("a layout needs a name and a text");
  state.ui.layouts.own[command.target] = *text;
  state.ui.layouts.chosen = command.target;
  return {};
}

Status choose_layout(State& state, const Command& command, double) {
  if (!state.ui.layouts.own.contains(command.target)) return no_such_layout(command.target);
  state.ui.layouts.chosen = command.target;
  state.ui.layouts.lecture = false;
  ++state.layout_resets;
  return {};
}

Status forget_layout(State& state, const Command& command, double) {
  const std::string name = command.target.empty() ? state.ui.layouts.chosen : command.target;
  if (state.ui.layouts.own.erase(name) == 0) return no_such_layout(name);
  if (state.ui.layouts.chosen == name) state.ui.layouts.chosen.clear();
  return {};
}

Status reset_layout(State& state, const Command&, double) {
  state.ui.layouts.chosen.clear();
  state.ui.layouts.lecture = false;
  ++state.layout_resets;
  return {};
}

}  // namespace warpscope::gui
