#include "gui/panels/knobs/knobs_actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "gui/state/actions.h"
#include "gui/state/state.h"

namespace warpscope::gui {

namespace {

std::string named(const State& state, const Command& command) {
  return command.target.empty() ? state.selection.focused_knob : command.target;
}

const Knob* find_knob(const State& state, const std::string& name) {
  const auto found = std::ranges::find_if(state.selection.knobs, [&](const Knob& knob) { return knob.name == name; });
  return found == state.selection.knobs.end() ? nullptr : &*found;
}

const SizeField* find_size(const State& state, const std::string& name) {
  const auto found =
      std::ranges::find_if(state.selection.sizes, [&](const SizeField& size) { return size.name == name; });
  return found == state.selection.sizes.end() ? nullptr : &*found;
}

Status no_knob(const State& state, const std::string& name) {
  return failure(fmt::format("there is no knob {}", name), state.selection.kernel);
}

Status turn_to(State& state, const Knob& knob, std::size_t index, double seconds) {
  if (!knob.selectable(index)) {
    return failure(fmt::format("{} = {} cannot be chosen: {}", knob.name, knob.labels[index], knob.why_not[index]),
                   state.selection.kernel, "move another knob first");
  }
  if (index == knob.index) return {};
  History::Change change{seconds, knob.name, knob.labels[knob.index], knob.labels[index]};
  state.selection.values[state.selection.kernel] =
      with_knob(*state.definition(), state.current_values(), knob.name, index);
  change_setting(state, std::move(change));
  return {};
}

Status turn(State& state, int direction, double seconds) {
  const Knob* knob = find_knob(state, state.selection.focused_knob);
  if (knob == nullptr)
    return failure("no knob is selected", state.selection.kernel, "select one with the up and down keys");
  const std::optional<std::size_t> index = step(*knob, direction);
  return index ? turn_to(state, *knob, *index, seconds) : Status();
}

Status focus_neighbour(State& state, std::size_t steps) {
  const Knob* knob = find_knob(state, state.selection.focused_knob);
  const std::size_t index = knob == nullptr ? 0 : static_cast<std::size_t>(knob - state.selection.knobs.data()) + steps;
  state.selection.focused_knob = state.selection.knobs[index % state.selection.knobs.size()].name;
  return {};
}

Status resize(State& state, const SizeField& field, std::int64_t size, double seconds) {
  TRY(auto values, with_size(*state.definition(), state.current_values(), field.name, size));
  if (size == field.value) return {};
  History::Change change{seconds, field.name, fmt::format("{}", field.value), fmt::format("{}", size)};
  state.selection.values[state.selection.kernel] = std::move(values);
  change_setting(state, std::move(change));
  return {};
}

Status move_sizes(State& state, int direction, double seconds) {
  catalogue::Values values = state.current_values();
  const std::string before = setting_text(values);
  for (const SizeField& field : state.selection.sizes) {
    TRY(values, with_size(*state.definition(), values, field.name, next_power_of_two(field, direction)));
  }
  if (values == state.current_values()) return {};
  state.selection.values[state.selection.kernel] = std::move(values);
  change_setting(state, {seconds, "sizes", before, setting_text(state.current_values())});
  return {};
}

}  // namespace

std::string needs_knob(const State& state) {
  return state.selection.knobs.empty() ? state.say("reason.no_knobs") : std::string();
}

std::string needs_turned_knob(const State& state) {
  if (!state.definition()) return state.say("reason.no_kernel");
  return state.current_values().empty() ? state.say("reason.at_defaults") : std::string();
}

std::string needs_sizes(const State& state) {
  return state.selection.sizes.empty() ? state.say("reason.no_sizes") : std::string();
}

Status set_knob(State& state, const Command& command, double seconds) {
  const Knob* knob = find_knob(state, command.target);
  if (knob == nullptr) return no_knob(state, command.target);
  if (!command.value) return failure(fmt::format("no value was given for {}", command.target), state.selection.kernel);
  const std::string label = catalogue::to_text(*command.value);
  const auto found = std::ranges::find(knob->labels, label);
  if (found == knob->labels.end()) {
    return failure(fmt::format("{} cannot be {}", knob->name, label), state.selection.kernel,
                   "choose one of " + join(knob->labels, ", "));
  }
  state.selection.focused_knob = knob->name;
  return turn_to(state, *knob, static_cast<std::size_t>(found - knob->labels.begin()), seconds);
}

Status raise_knob(State& state, const Command&, double seconds) {
  return turn(state, 1, seconds);
}
Status lower_knob(State& state, const Command&, double seconds) {
  return turn(state, -1, seconds);
}

Status focus_knob(State& state, const Command& command, double) {
  if (find_knob(state, command.target) == nullptr) return no_knob(state, command.target);
  state.selection.focused_knob = command.target;
  return {};
}

Status next_knob(State& state, const Command&, double) {
  return focus_neighbour(state, 1);
}
Status previous_knob(State& state, const Command&, double) {
  return focus_neighbour(state, state.selection.knobs.size() - 1);
}

Status set_size(State& state, const Command& command, double seconds) {
  const SizeField* field = find_size(state, command.target);
  if (field == nullptr) return failure(fmt::format("there is no size {}", command.target), state.selection.kernel);
  const std::int64_t* size = number_in(command);
  if (size == nullptr) return failure(fmt::format("{} must be a whole number", command.target), state.selection.kernel);
  return resize(state, *field, *size, seconds);
}

Status reset(State& state, const Command&, double seconds) {
  if (state.current_values().empty()) return {};
  History::Change change{seconds, "knobs", setting_text(state.current_values()), setting_text({})};
  state.selection.values.erase(state.selection.kernel);
  change_setting(state, std::move(change));
  return {};
}

Status reset_knob(State& state, const Command& command, double seconds) {
  const std::string name = named(state, command);
  if (const Knob* knob = find_knob(state, name)) {
    // Where it is already, whether it may be there or not.
    return knob->index == knob->default_index ? Status() : turn_to(state, *knob, knob->default_index, seconds);
  }
  if (const SizeField* size = find_size(state, name)) return resize(state, *size, size->default_value, seconds);
  return failure(fmt::format("there is no knob or size {}", name), state.selection.kernel);
}

Status type_knob(State& state, const Command& command, double) {
  const std::string name = named(state, command);
  if (find_knob(state, name) == nullptr) return no_knob(state, name);
  state.selection.focused_knob = state.selection.typed_knob = name;
  return {};
}

Status stop_typing(State& state, const Command&, double) {
  state.selection.typed_knob.clear();
  return {};
}

Status double_sizes(State& state, const Command&, double seconds) {
  return move_sizes(state, 1, seconds);
}
Status halve_sizes(State& state, const Command&, double seconds) {
  return move_sizes(state, -1, seconds);
}

}  // namespace warpscope::gui
