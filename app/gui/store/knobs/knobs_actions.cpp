#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "gui/messages.h"
#include "gui/store/actions.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/lines.h"

namespace lanescope::gui {
namespace {

using Subject = History::Change::Subject;

Expected<const Knob*> knob_named(const State& state, const std::string& name) {
  const Knob* knob = find_by_name(state.knobs(), name);
  if (knob == nullptr) return failure(message<"knob.unknown">(name), state.selection.kernel);
  return knob;
}

/// Stores the values that differ from the defaults, and starts another experiment.
Outcome change_values(State& state, catalogue::Values values, History::Change change) {
  state.selection.values[state.selection.kernel] = std::move(values);
  change_setting(state, std::move(change));
  return Effects();
}

Outcome turn_to(State& state, const Knob& knob, std::size_t index, double seconds) {
  if (!knob.selectable(index)) {
    return failure(message<"knob.illegal">(knob.name, knob.labels[index], knob.why_not[index]), state.selection.kernel,
                   message<"knob.illegal_remedy">());
  }
  if (index == knob.index) return Effects();
  return change_values(state, with_knob(*state.definition(), state.current_values(), knob.name, index),
                       {seconds, Subject::setting, knob.labels[knob.index], knob.labels[index], knob.name});
}

Outcome turn(State& state, int direction, double seconds) {
  const Knob* knob = find_by_name(state.knobs(), state.selection.focused_knob);
  if (knob == nullptr) {
    return failure(message<"knob.none_selected">(), state.selection.kernel, message<"knob.none_selected_remedy">());
  }
  const std::optional<std::size_t> index = step(*knob, direction);
  return index ? turn_to(state, *knob, *index, seconds) : Effects();
}

void focus_neighbour(State& state, std::size_t steps) {
  const std::vector<Knob>& knobs = state.knobs();
  const Knob* knob = find_by_name(knobs, state.selection.focused_knob);
  const std::size_t index = knob == nullptr ? 0 : static_cast<std::size_t>(knob - knobs.data()) + steps;
  state.selection.focused_knob = knobs[index % knobs.size()].name;
}

Outcome resize(State& state, const SizeField& field, std::int64_t size, double seconds) {
  TRY(auto values, with_size(*state.definition(), state.current_values(), field.name, size));
  if (size == field.value) return Effects();
  return change_values(
      state, std::move(values),
      {seconds, Subject::setting, fmt::format("{}", field.value), fmt::format("{}", size), field.name});
}

Outcome move_sizes(State& state, int direction, double seconds) {
  catalogue::Values values = state.current_values();
  for (const SizeField& field : state.sizes()) {
    TRY(values, with_size(*state.definition(), values, field.name, next_power_of_two(field, direction)));
  }
  if (values == state.current_values()) return Effects();
  History::Change change{seconds, Subject::sizes, setting_text(state.current_values()), setting_text(values)};
  return change_values(state, std::move(values), std::move(change));
}

Outcome reset(State& state, double seconds) {
  if (state.current_values().empty()) return Effects();
  return change_values(state, {}, {seconds, Subject::knobs, setting_text(state.current_values()), setting_text({})});
}

std::string needs_knob(const State& state) {
  return state.knobs().empty() ? state.say("reason.no_knobs") : std::string();
}

std::string needs_turned_knob(const State& state) {
  if (!state.definition()) return state.say("reason.no_kernel");
  return state.current_values().empty() ? state.say("reason.at_defaults") : std::string();
}

std::string needs_sizes(const State& state) {
  return state.sizes().empty() ? state.say("reason.no_sizes") : std::string();
}

}  // namespace

Outcome SetKnob::apply(State& state, double seconds) const {
  TRY(const Knob* knob, knob_named(state, name));
  const std::string label = catalogue::to_text(value);
  const auto found = std::ranges::find(knob->labels, label);
  if (found == knob->labels.end()) {
    return failure(message<"knob.no_value">(name, label), state.selection.kernel,
                   message<"knob.choose_one_of">(join(knob->labels, ", ")));
  }
  state.selection.focused_knob = name;
  return turn_to(state, *knob, static_cast<std::size_t>(found - knob->labels.begin()), seconds);
}

Outcome SetSize::apply(State& state, double seconds) const {
  const SizeField* field = find_by_name(state.sizes(), name);
  if (field == nullptr) return failure(message<"size.unknown">(name), state.selection.kernel);
  return resize(state, *field, value, seconds);
}

Outcome FocusKnob::apply(State& state, double) const {
  TRY_STATUS(knob_named(state, name));
  state.selection.focused_knob = name;
  return Effects();
}

Outcome ResetKnob::apply(State& state, double seconds) const {
  if (const Knob* knob = find_by_name(state.knobs(), name)) {
    // A knob that is already there stays, even if a requirement forbids the value.
    return knob->index == knob->default_index ? Effects() : turn_to(state, *knob, knob->default_index, seconds);
  }
  if (const SizeField* size = find_by_name(state.sizes(), name)) {
    return resize(state, *size, size->default_value, seconds);
  }
  return failure(message<"knob.unknown_knob_or_size">(name), state.selection.kernel);
}

Outcome ShowKnob::apply(State& state, double seconds) const {
  const bool is_size = find_by_name(state.sizes(), name) != nullptr;
  TRY(Effects effects, is_size ? TypeKnob{name}.apply(state, seconds) : FocusKnob{name}.apply(state, seconds));
  effects.emplace_back(show_panel(state, PanelPlace::knobs, "knobs"));
  return effects;
}

Outcome TypeKnob::apply(State& state, double) const {
  if (find_by_name(state.sizes(), name) == nullptr) {
    TRY_STATUS(knob_named(state, name));
    state.selection.focused_knob = name;
  }
  state.selection.typed_knob = name;
  return Effects();
}

Outcome StopTyping::apply(State& state, double) const {
  state.selection.typed_knob.clear();
  return Effects();
}

std::span<const Action> knobs_actions() {
  static constexpr std::array table{
      Action{"previous_knob", "Previous knob", "UpArrow", "Edit/Knobs", "Selects the previous knob for the arrow keys.",
             [](State& state) { focus_neighbour(state, state.knobs().size() - 1); }, needs_knob},
      Action{"next_knob", "Next knob", "DownArrow", "Edit/Knobs", "Selects the next knob for the arrow keys.",
             [](State& state) { focus_neighbour(state, 1); }, needs_knob},
      Action{"lower_knob", "Decrease", "LeftArrow", "Edit/Knobs",
             "Sets the selected knob to its next lower allowed value.",
             [](State& state, double seconds) { return turn(state, -1, seconds); }, needs_knob},
      Action{"raise_knob", "Increase", "RightArrow", "Edit/Knobs",
             "Sets the selected knob to its next higher allowed value.",
             [](State& state, double seconds) { return turn(state, 1, seconds); }, needs_knob},
      Action{"undo", "Undo", "Ctrl+Z", "Edit",
             "Undoes the last change of kernel, knobs, sizes, GPU, pins, theme, or of what a panel shows.",
             [](State& state, double seconds) { return undo(state, seconds); },
             [](const State& state) {
               return state.undo.done.empty() ? state.say("reason.nothing_to_undo") : std::string();
             }},
      Action{"redo", "Redo", "Ctrl+Y", "Edit", "Redoes the change that was undone last.",
             [](State& state, double seconds) { return redo(state, seconds); },
             [](const State& state) {
               return state.undo.undone.empty() ? state.say("reason.nothing_to_redo") : std::string();
             },
             nullptr, "Ctrl+Shift+Z"},
      Action{"reset", "Reset to defaults", "Home", "Edit/Knobs", "Sets all knobs and sizes to their defaults.",
             [](State& state, double seconds) { return reset(state, seconds); }, needs_kernel},
      Action{"reset_knob", "Reset this knob", "Delete", "Edit/Knobs", "Sets the selected knob to its default.",
             [](State& state, double seconds) { return ResetKnob{state.selection.focused_knob}.apply(state, seconds); },
             needs_turned_knob},
      with_text_field(Action{
          "type_knob", "Type a value", "Enter", "Edit/Knobs", "Enters a value for the selected knob by the keyboard.",
          [](State& state, double seconds) { return TypeKnob{state.selection.focused_knob}.apply(state, seconds); },
          needs_knob}),
      Action{"double_sizes", "Double the problem size", "Ctrl+UpArrow", "Edit/Knobs",
             "Raises each size to the next power of two.",
             [](State& state, double seconds) { return move_sizes(state, 1, seconds); }, needs_sizes},
      Action{"halve_sizes", "Halve the problem size", "Ctrl+DownArrow", "Edit/Knobs",
             "Lowers each size to the previous power of two.",
             [](State& state, double seconds) { return move_sizes(state, -1, seconds); }, needs_sizes},
  };
  return table;
}

}  // namespace lanescope::gui
