#include "gui/knobs_actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gui/actions.h"
#include "gui/state.h"

namespace warpscope::gui {

namespace {

std::string named(const State& state, const Command& command) {
  return command.target.empty() ? state.focused_knob : command.target;
}

const Knob* find_knob(const State& state, const std::string& name) {
  const auto found =
      std::find_if(state.knobs.begin(), state.knobs.end(), [&](const Knob& knob) { return knob.name == name; });
  return found == state.knobs.end() ? nullptr : &*found;
}

const SizeField* find_size(const State& state, const std::string& name) {
  const auto found =
      std::find_if(state.sizes.begin(), state.sizes.end(), [&](const SizeField& size) { return size.name == name; });
  return found == state.sizes.end() ? nullptr : &*found;
}

Status move_sizes(State& state, int direction, double seconds) {
  catalogue::Values values = state.current_values();
  const std::string before = setting_text(values);
  for (const SizeField& field : state.sizes) {
    auto with = with_size(*state.definition(), values, field.name, next_power_of_two(field, direction));
    if (!with) return failure(with.error());
    values = std::move(*with);
  }
  if (values == state.current_values()) return {};
  state.values[state.kernel] = std::move(values);
  change_setting(state, {seconds, "sizes", before, setting_text(state.current_values())});
  return {};
}

}  // namespace

std::string needs_turned_knob(const State& state) {
  if (!state.definition()) return state.say("reason.no_kernel");
  return state.current_values().empty() ? state.say("reason.at_defaults") : std::string();
}

std::string needs_sizes(const State& state) {
  return state.sizes.empty() ? state.say("reason.no_sizes") : std::string();
}

Status reset_knob(State& state, const Command& command, double seconds) {
  const std::string name = named(state, command);
  if (const Knob* knob = find_knob(state, name)) {
    if (knob->index == knob->default_index) return {};
    if (!knob->selectable(knob->default_index)) {
      return failure(fmt::format("{} = {} cannot be chosen: {}", name, knob->labels[knob->default_index],
                                 knob->why_not[knob->default_index]),
                     state.kernel, "move another knob first");
    }
    History::Change change{seconds, name, knob->labels[knob->index], knob->labels[knob->default_index]};
    state.values[state.kernel].erase(name);
    change_setting(state, std::move(change));
    return {};
  }
  if (const SizeField* size = find_size(state, name)) {
    if (size->value == size->default_value) return {};
    History::Change change{seconds, name, fmt::format("{}", size->value), fmt::format("{}", size->default_value)};
    state.values[state.kernel].erase(name);
    change_setting(state, std::move(change));
    return {};
  }
  return failure(fmt::format("there is no knob or size {}", name), state.kernel);
}

Status type_knob(State& state, const Command& command, double) {
  const std::string name = named(state, command);
  if (find_knob(state, name) == nullptr) return failure(fmt::format("there is no knob {}", name), state.kernel);
  state.focused_knob = state.typed_knob = name;
  return {};
}

Status stop_typing(State& state, const Command&, double) {
  state.typed_knob.clear();
  return {};
}

Status double_sizes(State& state, const Command&, double seconds) {
  return move_sizes(state, 1, seconds);
}
Status halve_sizes(State& state, const Command&, double seconds) {
  return move_sizes(state, -1, seconds);
}

}  // namespace warpscope::gui
