// What the actions of a sweep do (gui/state/actions.h lists them).
#pragma once

#include <string>

#include "base/error.h"

namespace warpscope::gui {

struct Command;
struct State;

[[nodiscard]] std::string needs_sweep(const State& state);          ///< there is something to start
[[nodiscard]] std::string needs_running_sweep(const State& state);  ///< there is something to stop
[[nodiscard]] std::string needs_sweep_points(const State& state);   ///< there is something to write

/// target: "first" or "second"; value: the name of a knob or size, "" for none.
[[nodiscard]] Status set_sweep_axis(State& state, const Command& command, double seconds);
/// target: "first" or "second"; value: as typed behind NAME= on the command line, "" for what suits.
[[nodiscard]] Status set_sweep_values(State& state, const Command& command, double seconds);
/// target: the name of a quantity.
[[nodiscard]] Status set_sweep_quantity(State& state, const Command& command, double seconds);
[[nodiscard]] Status show_sweep(State& state, const Command& command, double seconds);
[[nodiscard]] Status start_sweep(State& state, const Command& command, double seconds);
[[nodiscard]] Status stop_sweep(State& state, const Command& command, double seconds);
[[nodiscard]] Status export_sweep(State& state, const Command& command, double seconds);
/// value: the number of a cell.
[[nodiscard]] Status go_to_point(State& state, const Command& command, double seconds);

}  // namespace warpscope::gui
