#include "gui/store/actions.h"
#include "gui/store/knobs/knob_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "gui/messages.h"
#include "gui/store/playback/stage_halves.h"

namespace lanescope::gui {
namespace {

/// Turning a knob with the keys and turning the same knob with the mouse belong to one undo step.
std::string subject_of(const State& state, const Command& command) {
  const bool turns = command.invokes("raise_knob") || command.invokes("lower_knob");
  return turns ? "SetKnob " + state.selection.focused_knob : command.name() + " " + command.subject();
}

/// Returns whether the palette lists it before others the next time. What is pressed again and again is found by its
/// key.
bool is_to_be_found_again(const Command& command) {
  if (command.invokes("toggle_palette")) return false;
  if (const Action* const action = command.invokes(command.name()) ? find_action(command.name()) : nullptr) {
    return !action->menu.empty() && action->menu != "Edit/Knobs" && action->menu != "Views/Playback";
  }
  constexpr std::array<std::string_view, 4> others{"SelectKernel", "SetTarget", "ShowKnob", "StartLesson"};
  return std::ranges::find(others, command.name()) != others.end();
}

void remember_recent(Ui& ui, const Command& command) {
  constexpr std::size_t most = 6;
  if (!is_to_be_found_again(command)) return;
  std::erase(ui.recent_commands, command.text());
  ui.recent_commands.insert(ui.recent_commands.begin(), command.text());
  if (ui.recent_commands.size() > most) ui.recent_commands.pop_back();
}

/// Adds an undo step when the command changed what was chosen. What a lesson applies is no step: leaving it takes
/// everything back.
void remember_step(State& state, Choices before, const Command& command, double seconds) {
  const bool undoes = command.invokes("undo") || command.invokes("redo");
  if (undoes || before.setting.kernel.empty()) return;
  Choices after = choices_now(state);
  if (difference(state, before, after).empty()) return;
  state.undo.add({std::move(before), std::move(after), subject_of(state, command), seconds});
}

}  // namespace

const Action* find_action(std::string_view name) {
  const auto found = std::ranges::find(actions(), name, &Action::name);
  return found == actions().end() ? nullptr : &*found;
}

std::string title_of(const State& state, const Action& action) {
  const std::string* text = state.language().find(fmt::format("action.{}.title", action.name));
  return text == nullptr ? std::string(action.title) : *text;
}

std::string help_of(const State& state, const Action& action) {
  const std::string* text = state.language().find(fmt::format("action.{}.help", action.name));
  return text == nullptr ? std::string(action.help) : *text;
}

std::string keys_of(const Action& action) {
  if (action.second_shortcut.empty()) return std::string(action.shortcut);
  return fmt::format("{}, {}", action.shortcut, action.second_shortcut);
}

Status possible(Message reason) {
  if (!reason.empty()) return failure(std::move(reason));
  return {};
}

Outcome Invoke::apply(State& state, double seconds) const {
  const Action* known = find_action(action);
  if (known == nullptr) return failure(message<"action.unknown">(action));
  // On the split stage, the transport plays one half, and the other follows.
  const bool is_transport = known->menu == "Views/Playback";
  const std::string reason = known->why_not(is_transport ? played_state(state) : state);
  if (!reason.empty()) return failure(message<"action.not_possible">(title_of(state, *known), reason));
  if (!is_transport) return known->apply(state, seconds);
  return change_played(state, [&](State& played) { return known->apply(played, seconds); });
}

Outcome perform(State& state, const Command& command, double seconds) {
  Choices before = choices_now(state);
  const SelectedLine line = selected_line(state);
  const std::pair lesson{state.lesson.open, state.lesson.step};
  const std::uint64_t edits = state.lesson.edits;
  TRY(Effects effects, command.apply(state, seconds));
  remember_recent(state.ui, command);
  settle(state);
  append(effects, sync_selection(state, line));
  settle(state);
  follow_first_steps(state);
  const bool is_edit = edits != state.lesson.edits;
  const bool of_lesson = !is_edit && lesson != std::pair(state.lesson.open, state.lesson.step);
  if (!of_lesson) remember_step(state, std::move(before), command, seconds);
  return effects;
}

}  // namespace lanescope::gui
