// What the actions of the Ladder and Roofline panels do (gui/state/actions.h lists them).
#pragma once

#include "base/error.h"

namespace warpscope::gui {

struct Command;
struct State;

[[nodiscard]] Status show_ladder(State& state, const Command& command, double seconds);
[[nodiscard]] Status show_roofline(State& state, const Command& command, double seconds);
[[nodiscard]] Status toggle_ladder_share(State& state, const Command& command, double seconds);
[[nodiscard]] bool is_ladder_share(const State& state);

/// Selects the kernel `target` with its knobs and sizes as in `value`: "block=256 n=1024", as lab::setting_text()
/// writes it. What the text does not name keeps the kernel's own value. Error: no such kernel, or it has no such
/// setting.
[[nodiscard]] Status go_to_rung(State& state, const Command& command, double seconds);

}  // namespace warpscope::gui
