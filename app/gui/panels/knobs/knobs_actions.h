// What the actions of the Knobs panel do (gui/state/actions.h lists them).
#pragma once

#include <string>

#include "base/error.h"

namespace warpscope::gui {

struct Command;
struct State;

[[nodiscard]] std::string needs_knob(const State& state);
[[nodiscard]] std::string needs_turned_knob(const State& state);  ///< something is not at its default
[[nodiscard]] std::string needs_sizes(const State& state);

/// target: a knob; value: one of its legal values.
[[nodiscard]] Status set_knob(State& state, const Command& command, double seconds);
/// Of the knob that the arrow keys turn.
[[nodiscard]] Status raise_knob(State& state, const Command& command, double seconds);
[[nodiscard]] Status lower_knob(State& state, const Command& command, double seconds);
/// target: the knob that the arrow keys turn from now on.
[[nodiscard]] Status focus_knob(State& state, const Command& command, double seconds);
[[nodiscard]] Status next_knob(State& state, const Command& command, double seconds);
[[nodiscard]] Status previous_knob(State& state, const Command& command, double seconds);

/// target: a size; value: a whole number within its limits.
[[nodiscard]] Status set_size(State& state, const Command& command, double seconds);
/// All knobs and sizes to their defaults.
[[nodiscard]] Status reset(State& state, const Command& command, double seconds);
/// target: a knob or size; empty: the knob that the arrow keys turn.
[[nodiscard]] Status reset_knob(State& state, const Command& command, double seconds);
/// target: as above. Its value is typed until type_knob names another or stop_typing comes.
[[nodiscard]] Status type_knob(State& state, const Command& command, double seconds);
[[nodiscard]] Status stop_typing(State& state, const Command& command, double seconds);
/// All sizes to their next power of two; those at their limit stay.
[[nodiscard]] Status double_sizes(State& state, const Command& command, double seconds);
[[nodiscard]] Status halve_sizes(State& state, const Command& command, double seconds);

}  // namespace warpscope::gui
