#include "gui/actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "base/text.h"
#include "gui/source_actions.h"
#include "gui/sweep_actions.h"

namespace warpscope::gui {

namespace {

constexpr float zoom_step = 1.1F, smallest_zoom = 0.5F, largest_zoom = 3.0F;

std::string always(const State&) {
  return {};
}

std::string needs_kernel(const State& state) {
  return state.definition() ? std::string() : std::string("no usable kernel is selected");
}

std::string needs_worker(const State& state) {
  if (!state.connected) return "this window has no worker";
  return needs_kernel(state);
}

std::string needs_running(const State& state) {
  if (!state.connected) return "this window has no worker";
  return state.cancelled && !state.sweep.run ? "nothing is running" : std::string();
}

std::string needs_held(const State& state) {
  if (!state.connected) return "this window has no worker";
  const lab::Result* result = state.current();
  if (result == nullptr || !waits_for_a_click(state, *result)) return "no launch waits for it";
  return state.proceed_setting == state.setting ? "it is being launched" : std::string();
}

std::string needs_other_machine(const State& state) {
  return state.connection.remote ? std::string() : std::string("kernels run on this machine already");
}

std::string needs_lost_connection(const State& state) {
  if (!state.connection.remote) return "kernels run on this machine";
  return state.connection.trouble ? std::string() : std::string("the connection is there");
}

std::string needs_knob(const State& state) {
  return state.knobs.empty() ? std::string("this kernel has no knobs") : std::string();
}

std::string needs_kernels(const State& state) {
  return state.catalogue && !state.catalogue->kernels.empty() ? std::string() : std::string("there are no kernels");
}

std::string needs_history(const State& state) {
  return state.history.samples.empty() && state.history.changes.empty() ? "nothing was recorded yet" : std::string();
}

Status select_kernel(State& state, const Command& command, double seconds) {
  if (!state.catalogue || !state.catalogue->kernels.contains(command.target)) {
    return failure(fmt::format("there is no kernel {}", command.target), "", "choose one of the Kernels list");
  }
  if (state.kernel == command.target) return {};
  History::Change change{seconds, "kernel", state.kernel, command.target};
  state.kernel = command.target;
  // Numbers of another kernel are not an earlier state of this one.
  state.measured = nullptr;
  state.counted = nullptr;
  change_setting(state, std::move(change));
  return {};
}

Status select_neighbour(State& state, int direction, double seconds) {
  const auto& kernels = state.catalogue->kernels;
  auto found = kernels.find(state.kernel);
  if (found == kernels.end()) {
    found = kernels.begin();
  } else if (direction > 0) {
    found = std::next(found) == kernels.end() ? kernels.begin() : std::next(found);
  } else {
    found = found == kernels.begin() ? std::prev(kernels.end()) : std::prev(found);
  }
  return select_kernel(state, Command{"select_kernel", found->first}, seconds);
}

Status next_kernel(State& state, const Command&, double seconds) {
  return select_neighbour(state, 1, seconds);
}
Status previous_kernel(State& state, const Command&, double seconds) {
  return select_neighbour(state, -1, seconds);
}

const Knob* find_knob(const State& state, const std::string& name) {
  const auto found =
      std::find_if(state.knobs.begin(), state.knobs.end(), [&](const Knob& knob) { return knob.name == name; });
  return found == state.knobs.end() ? nullptr : &*found;
}

Status set_knob_index(State& state, const Knob& knob, std::size_t index, double seconds) {
  if (!knob.selectable(index)) {
    return failure(fmt::format("{} = {} cannot be chosen: {}", knob.name, knob.labels[index], knob.why_not[index]),
                   state.kernel, "move another knob first");
  }
  if (index == knob.index) return {};
  History::Change change{seconds, knob.name, knob.labels[knob.index], knob.labels[index]};
  state.values[state.kernel] = with_knob(*state.definition(), state.current_values(), knob.name, index);
  change_setting(state, std::move(change));
  return {};
}

Status set_knob(State& state, const Command& command, double seconds) {
  const Knob* knob = find_knob(state, command.target);
  if (knob == nullptr) return failure(fmt::format("there is no knob {}", command.target), state.kernel);
  if (!command.value) return failure(fmt::format("no value was given for {}", command.target), state.kernel);
  const std::string label = catalogue::to_text(*command.value);
  const auto found = std::find(knob->labels.begin(), knob->labels.end(), label);
  if (found == knob->labels.end()) {
    return failure(fmt::format("{} cannot be {}", knob->name, label), state.kernel,
                   "choose one of " + join(knob->labels, ", "));
  }
  state.focused_knob = knob->name;
  return set_knob_index(state, *knob, static_cast<std::size_t>(found - knob->labels.begin()), seconds);
}

Status turn_knob(State& state, int direction, double seconds) {
  const Knob* knob = find_knob(state, state.focused_knob);
  if (knob == nullptr) return failure("no knob is selected", state.kernel, "select one with the up and down keys");
  const std::optional<std::size_t> index = step(*knob, direction);
  return index ? set_knob_index(state, *knob, *index, seconds) : Status();
}

Status raise_knob(State& state, const Command&, double seconds) {
  return turn_knob(state, 1, seconds);
}
Status lower_knob(State& state, const Command&, double seconds) {
  return turn_knob(state, -1, seconds);
}

Status focus_knob(State& state, const Command& command, double) {
  if (find_knob(state, command.target) == nullptr) {
    return failure(fmt::format("there is no knob {}", command.target), state.kernel);
  }
  state.focused_knob = command.target;
  return {};
}

Status focus_neighbour(State& state, std::size_t steps) {
  const Knob* knob = find_knob(state, state.focused_knob);
  const std::size_t index = knob == nullptr ? 0 : static_cast<std::size_t>(knob - state.knobs.data()) + steps;
  state.focused_knob = state.knobs[index % state.knobs.size()].name;
  return {};
}

Status next_knob(State& state, const Command&, double) {
  return focus_neighbour(state, 1);
}
Status previous_knob(State& state, const Command&, double) {
  return focus_neighbour(state, state.knobs.size() - 1);
}

Status set_size(State& state, const Command& command, double seconds) {
  const auto field = std::find_if(state.sizes.begin(), state.sizes.end(),
                                  [&](const SizeField& size) { return size.name == command.target; });
  if (field == state.sizes.end()) return failure(fmt::format("there is no size {}", command.target), state.kernel);
  const auto* size = command.value ? std::get_if<std::int64_t>(&*command.value) : nullptr;
  if (size == nullptr) return failure(fmt::format("{} must be a whole number", command.target), state.kernel);
  auto values = with_size(*state.definition(), state.current_values(), command.target, *size);
  if (!values) return failure(values.error());
  if (*size == field->value) return {};
  History::Change change{seconds, field->name, fmt::format("{}", field->value), fmt::format("{}", *size)};
  state.values[state.kernel] = std::move(*values);
  change_setting(state, std::move(change));
  return {};
}

Status reset(State& state, const Command&, double seconds) {
  if (state.current_values().empty()) return {};
  History::Change change{seconds, "knobs", setting_text(state.current_values()), "defaults"};
  state.values.erase(state.kernel);
  change_setting(state, std::move(change));
  return {};
}

Status run(State& state, const Command&, double) {
  if (state.runs_earlier_text()) {
    // The text as it is now has another chance: what kept it from compiling may be gone.
    state.broken = {};
    state.proceed_setting = 0;
  }
  ++state.runs_wanted;
  state.cancelled = false;
  return {};
}

Status launch_anyway(State& state, const Command&, double) {
  state.proceed_setting = state.setting;
  ++state.runs_wanted;
  state.cancelled = false;
  return {};
}

Status cancel(State& state, const Command&, double) {
  state.sweep.run.reset();
  state.cancelled = true;
  state.continuous = false;
  return {};
}

Status toggle_continuous(State& state, const Command&, double) {
  state.continuous = !state.continuous;
  if (state.continuous) state.cancelled = false;
  return {};
}

Status clear_scope(State& state, const Command&, double) {
  state.history = {};
  return {};
}

Status zoom_by(State& state, float factor) {
  state.zoom = std::clamp(state.zoom * factor, smallest_zoom, largest_zoom);
  return {};
}

Status larger_text(State& state, const Command&, double) {
  return zoom_by(state, zoom_step);
}
Status smaller_text(State& state, const Command&, double) {
  return zoom_by(state, 1 / zoom_step);
}
Status normal_text(State& state, const Command&, double) {
  state.zoom = 1;
  return {};
}

Status reset_layout(State& state, const Command&, double) {
  ++state.layout_resets;
  return {};
}

Status toggle_help(State& state, const Command&, double) {
  state.show_help = !state.show_help;
  return {};
}

/// Nothing on screen is of the machine that comes now.
void move_to(State& state, std::optional<client::Remote> remote, double seconds) {
  const auto name = [](const std::optional<client::Remote>& place) { return place ? place->host : "this machine"; };
  History::Change change{seconds, "machine", name(state.connection.remote), name(remote)};
  state.remote_wanted = std::move(remote);
  ++state.connects_wanted;
  change_setting(state, std::move(change));
}

Status connect(State& state, const Command& command, double seconds) {
  if (!command.remote) return failure("no machine was named", "", "write USER@SERVER");
  if (const auto possible = client::command_of(*command.remote); !possible) return failure(possible.error());
  std::erase(state.remotes, *command.remote);
  state.remotes.insert(state.remotes.begin(), *command.remote);
  move_to(state, command.remote, seconds);
  return {};
}

Status disconnect(State& state, const Command&, double seconds) {
  move_to(state, std::nullopt, seconds);
  return {};
}

Status reconnect(State& state, const Command&, double) {
  ++state.reconnects_wanted;
  return {};
}

Status toggle_connect(State& state, const Command&, double) {
  state.show_connect = !state.show_connect;
  return {};
}

Status quit(State& state, const Command&, double) {
  state.quit = true;
  return {};
}

bool is_continuous(const State& state) {
  return state.continuous;
}
bool is_connect_shown(const State& state) {
  return state.show_connect;
}
bool is_help_shown(const State& state) {
  return state.show_help;
}

constexpr std::array table{
    Action{"run", "Run again", "F5", "Experiment", "Measures the same setting once more.", needs_worker, run},
    Action{"toggle_continuous", "Live", "Space", "Experiment",
           "Measures again and again while nothing changes, so that the scope scrolls.", always, toggle_continuous,
           is_continuous},
    Action{"cancel", "Stop", "Escape", "Experiment", "Abandons the run in progress and stops live measuring.",
           needs_running, cancel},
    Action{"launch_anyway", "Launch all the same", "Ctrl+F5", "Experiment",
           "Runs on the GPU what was held back, with exactly this text and these knobs.", needs_held, launch_anyway},
    Action{"clear_scope", "Clear the scope", "Ctrl+L", "Experiment", "Forgets the measurements drawn so far.",
           needs_history, clear_scope},
    Action{"toggle_connect", "Run on another machine", "Ctrl+M", "Experiment",
           "Connects to a machine with a GPU over ssh; the window stays here.", always, toggle_connect,
           is_connect_shown},
    Action{"reconnect", "Reconnect now", "Ctrl+R", "Experiment", "Tries a lost connection at once.",
           needs_lost_connection, reconnect},
    Action{"disconnect", "Back to this machine", "", "Experiment",
           "Ends the connection; kernels run on this machine again.", needs_other_machine, disconnect},
    Action{"connect", "Connect", "", "", "Runs kernels on the machine that was named.", always, connect},
    Action{"quit", "Quit", "Ctrl+Q", "Experiment", "Closes the window and ends the worker.", always, quit},

    Action{"previous_kernel", "Previous kernel", "PageUp", "Kernel", "Selects the kernel above.", needs_kernels,
           previous_kernel},
    Action{"next_kernel", "Next kernel", "PageDown", "Kernel", "Selects the kernel below.", needs_kernels, next_kernel},
    Action{"select_kernel", "Select a kernel", "", "", "Selects the kernel that was clicked.", needs_kernels,
           select_kernel},

    Action{"previous_knob", "Knob above", "UpArrow", "Knobs", "Selects the knob above for the arrow keys.", needs_knob,
           previous_knob},
    Action{"next_knob", "Knob below", "DownArrow", "Knobs", "Selects the knob below for the arrow keys.", needs_knob,
           next_knob},
    Action{"lower_knob", "Turn down", "LeftArrow", "Knobs", "Gives the selected knob its next lower legal value.",
           needs_knob, lower_knob},
    Action{"raise_knob", "Turn up", "RightArrow", "Knobs", "Gives the selected knob its next higher legal value.",
           needs_knob, raise_knob},
    Action{"reset", "Back to the defaults", "Home", "Knobs", "Gives all knobs and sizes their default values.",
           needs_kernel, reset},
    Action{"set_knob", "Set a knob", "", "", "Gives one knob a value.", needs_knob, set_knob},
    Action{"focus_knob", "Select a knob", "", "", "Selects the knob that the arrow keys turn.", needs_knob, focus_knob},
    Action{"set_size", "Set a size", "", "", "Gives one problem size a value.", needs_kernel, set_size},

    Action{"show_sweep", "Show the Sweep panel", "F7", "Sweep",
           "Brings the panel with curves and heat maps to the front.", always, show_sweep},
    Action{"start_sweep", "Start the sweep", "F6", "Sweep", "Runs every point of the Sweep panel in the background.",
           needs_sweep, start_sweep},
    Action{"stop_sweep", "Stop the sweep", "Shift+F6", "Sweep", "Ends it; what was measured stays.",
           needs_running_sweep, stop_sweep},
    Action{"export_sweep", "Export CSV", "", "Sweep",
           "Writes the points of the Sweep panel as a table into this folder.", needs_sweep_points, export_sweep},
    Action{"set_sweep_axis", "Choose an axis", "", "", "Sweeps over a knob or size.", needs_kernel, set_sweep_axis},
    Action{"set_sweep_values", "Choose the values of an axis", "", "", "Sweeps over these values.", needs_kernel,
           set_sweep_values},
    Action{"set_sweep_quantity", "Choose what a sweep shows", "", "", "Draws this quantity over the axes.", always,
           set_sweep_quantity},
    Action{"go_to_point", "Go to a point of the sweep", "", "", "Turns the knobs to the point that was clicked.",
           needs_kernel, go_to_point},

    Action{"show_source", "Show the Source panel", "F8", "View",
           "Brings the kernel's lines with what they cost to the front.", always, show_source},
    Action{"worst_line", "Worst line", "F3", "View",
           "Goes to the line with the most sectors and wavefronts above the least; pressed again, to the next one.",
           needs_excess, worst_line},
    Action{"toggle_as_written", "Accesses as written", "Ctrl+W", "View",
           "Counts accesses as the source says, not as the compiler merged them.", always, toggle_as_written,
           is_as_written},
    Action{"toggle_percent", "Costs in percent", "Ctrl+P", "View",
           "Shows what each line costs as a part of the whole kernel.", always, toggle_percent, is_percent},
    Action{"toggle_by_excess", "Lines by excess", "Ctrl+E", "View",
           "Lists only the lines that access memory, the most wasteful first.", always, toggle_by_excess, is_by_excess},
    Action{"toggle_ptx", "PTX", "Ctrl+T", "View", "Shows the PTX beside the source, linked line by line.", always,
           toggle_ptx, is_ptx_shown},
    Action{"toggle_sass", "SASS", "Ctrl+G", "View", "Shows the machine code beside the source, linked line by line.",
           always, toggle_sass, is_sass_shown},
    Action{"select_line", "Select a line", "", "", "Marks a line of the source and what was compiled from it.",
           needs_kernel, select_line},
    Action{"show_occupancy", "Show the Occupancy panel", "F9", "View",
           "Brings the curves of resident warps to the front.", always, show_occupancy},
    Action{"choose_launch", "Choose a launch", "", "", "Shows the occupancy of this launch of the kernel.",
           needs_kernel, choose_launch},
    Action{"toggle_wide", "Wide view", "F10", "View",
           "Gives Source, Occupancy and Sweep the room of the readout, which goes below them.", always, toggle_wide,
           is_wide},
    Action{"larger_text", "Larger text", "Ctrl+=", "View", "Makes everything larger.", always, larger_text},
    Action{"smaller_text", "Smaller text", "Ctrl+-", "View", "Makes everything smaller.", always, smaller_text},
    Action{"normal_text", "Normal text", "Ctrl+0", "View", "Goes back to the size that suits the window.", always,
           normal_text},
    Action{"reset_layout", "Arrange the panels anew", "", "View", "Puts every panel back to its place.", always,
           reset_layout},

    Action{"toggle_help", "All commands", "F1", "Help", "Lists every command and its key.", always, toggle_help,
           is_help_shown},
};

}  // namespace

std::span<const Action> actions() {
  return table;
}

const Action* find_action(std::string_view name) {
  const auto* found =
      std::find_if(table.begin(), table.end(), [&](const Action& action) { return action.name == name; });
  return found == table.end() ? nullptr : found;
}

Status perform(State& state, const Command& command, double seconds) {
  const Action* action = find_action(command.action);
  if (action == nullptr) return failure(fmt::format("there is no action {}", command.action));
  if (const std::string reason = action->why_not(state); !reason.empty()) {
    return failure(fmt::format("\"{}\" is not possible now: {}", action->title, reason));
  }
  return action->apply(state, command, seconds);
}

}  // namespace warpscope::gui
