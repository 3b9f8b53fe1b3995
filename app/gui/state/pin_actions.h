// What the actions of the pins do (gui/state/actions.h lists them).
#pragma once

#include <string>

#include "base/error.h"

namespace warpscope::gui {

struct Command;
struct State;

[[nodiscard]] std::string needs_pin_a(const State& state);    ///< A is there
[[nodiscard]] std::string needs_pin_b(const State& state);    ///< B is there
[[nodiscard]] std::string needs_any_pin(const State& state);  ///< one of them is there

[[nodiscard]] Status pin_a(State& state, const Command& command, double seconds);
[[nodiscard]] Status pin_b(State& state, const Command& command, double seconds);
[[nodiscard]] Status swap_pins(State& state, const Command& command, double seconds);
[[nodiscard]] Status unpin_a(State& state, const Command& command, double seconds);
[[nodiscard]] Status unpin_b(State& state, const Command& command, double seconds);
[[nodiscard]] Status unpin(State& state, const Command& command, double seconds);
/// Back to a pinned kernel with its knobs and sizes.
[[nodiscard]] Status go_to_pin_a(State& state, const Command& command, double seconds);
[[nodiscard]] Status go_to_pin_b(State& state, const Command& command, double seconds);

}  // namespace warpscope::gui
