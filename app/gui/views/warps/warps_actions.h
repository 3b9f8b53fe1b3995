// What the actions of the Warps panel do (gui/state/actions.h lists them).
#pragma once

#include <string>

#include "base/error.h"

namespace warpscope::gui {

struct Command;
struct State;

/// The trace is the emulator's, or sorted as it: there is an order to choose.
[[nodiscard]] std::string needs_logical_order(const State& state);
[[nodiscard]] std::string needs_multiprocessors(const State& state);

[[nodiscard]] Status toggle_one_at_a_time(State& state, const Command& command, double seconds);
[[nodiscard]] Status toggle_by_multiprocessor(State& state, const Command& command, double seconds);
/// About the middle of what is seen.
[[nodiscard]] Status zoom_warps_in(State& state, const Command& command, double seconds);
[[nodiscard]] Status zoom_warps_out(State& state, const Command& command, double seconds);
[[nodiscard]] Status fit_warps(State& state, const Command& command, double seconds);
/// target: "FROM TO", shares of the length, as WarpsChoice has them; clamped.
[[nodiscard]] Status see_moments(State& state, const Command& command, double seconds);

[[nodiscard]] bool is_one_at_a_time(const State& state);
[[nodiscard]] bool is_by_multiprocessor(const State& state);

}  // namespace warpscope::gui
