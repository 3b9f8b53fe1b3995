// What the actions of the scope do (gui/state/actions.h lists them).
#pragma once

#include <string>

#include "base/error.h"

namespace warpscope::gui {

struct Command;
struct State;

[[nodiscard]] std::string needs_history(const State& state);  ///< something was recorded
[[nodiscard]] bool is_scope_paused(const State& state);
[[nodiscard]] std::string needs_moved_scope(const State& state);  ///< it is paused, or zoomed

[[nodiscard]] Status clear_scope(State& state, const Command& command, double seconds);
[[nodiscard]] Status toggle_scope_pause(State& state, const Command& command, double seconds);
[[nodiscard]] Status scope_live(State& state, const Command& command, double seconds);
[[nodiscard]] Status scope_zoom_in(State& state, const Command& command, double seconds);
[[nodiscard]] Status scope_zoom_out(State& state, const Command& command, double seconds);
[[nodiscard]] Status scope_earlier(State& state, const Command& command, double seconds);
[[nodiscard]] Status scope_later(State& state, const Command& command, double seconds);
/// target: "FIRST LAST", the edges in seconds since the session began.
[[nodiscard]] Status view_scope(State& state, const Command& command, double seconds);

}  // namespace warpscope::gui
