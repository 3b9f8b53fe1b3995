// What the actions of the Source and Occupancy panels do (gui/state/actions.h lists them).
#pragma once

#include <string>

#include "base/error.h"

namespace warpscope::gui {

struct Command;
struct State;

[[nodiscard]] std::string needs_excess(const State& state);  ///< a line costs more than it must

/// The line with the largest excess; asked again, the next one.
[[nodiscard]] Status worst_line(State& state, const Command& command, double seconds);
/// value: a line of the source; 0: none.
[[nodiscard]] Status select_line(State& state, const Command& command, double seconds);
[[nodiscard]] Status show_source(State& state, const Command& command, double seconds);
[[nodiscard]] Status show_occupancy(State& state, const Command& command, double seconds);
[[nodiscard]] Status toggle_wide(State& state, const Command& command, double seconds);
[[nodiscard]] Status toggle_as_written(State& state, const Command& command, double seconds);
[[nodiscard]] Status toggle_percent(State& state, const Command& command, double seconds);
[[nodiscard]] Status toggle_by_excess(State& state, const Command& command, double seconds);
[[nodiscard]] Status toggle_ptx(State& state, const Command& command, double seconds);
[[nodiscard]] Status toggle_sass(State& state, const Command& command, double seconds);
/// value: the number of a launch among those with occupancy curves.
[[nodiscard]] Status choose_launch(State& state, const Command& command, double seconds);

[[nodiscard]] bool is_wide(const State& state);
[[nodiscard]] bool is_as_written(const State& state);
[[nodiscard]] bool is_percent(const State& state);
[[nodiscard]] bool is_by_excess(const State& state);
[[nodiscard]] bool is_ptx_shown(const State& state);
[[nodiscard]] bool is_sass_shown(const State& state);

}  // namespace warpscope::gui
