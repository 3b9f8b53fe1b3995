// What the actions of File > Export do (gui/state/actions.h lists them).
#pragma once

#include <string>

#include "base/error.h"

namespace warpscope::gui {

struct Command;
struct State;

[[nodiscard]] std::string needs_scope_plot(const State& state);
[[nodiscard]] std::string needs_sweep_plot(const State& state);
[[nodiscard]] std::string needs_occupancy_plot(const State& state);
[[nodiscard]] std::string needs_warps_plot(const State& state);
[[nodiscard]] std::string needs_experiment(const State& state);

/// target: "" for the window or the name of a panel in front, then optionally " WIDTHxHEIGHT": "warps 1920x1080".
[[nodiscard]] Status export_picture(State& state, const Command& command, double seconds);
[[nodiscard]] Status toggle_picture_dialog(State& state, const Command& command, double seconds);
[[nodiscard]] bool is_picture_dialog_shown(const State& state);

[[nodiscard]] Status export_scope_svg(State& state, const Command& command, double seconds);
[[nodiscard]] Status export_scope_csv(State& state, const Command& command, double seconds);
[[nodiscard]] Status export_sweep_svg(State& state, const Command& command, double seconds);
[[nodiscard]] Status export_occupancy_svg(State& state, const Command& command, double seconds);
[[nodiscard]] Status export_occupancy_csv(State& state, const Command& command, double seconds);
[[nodiscard]] Status export_warps_svg(State& state, const Command& command, double seconds);
[[nodiscard]] Status export_warps_csv(State& state, const Command& command, double seconds);

/// Of the animated view in front.
[[nodiscard]] std::string needs_film(const State& state);
[[nodiscard]] Status export_animation_png(State& state, const Command& command, double seconds);
[[nodiscard]] Status export_animation_mp4(State& state, const Command& command, double seconds);

/// The experiment as `warpscope run ...`.
[[nodiscard]] Status copy_command_line(State& state, const Command& command, double seconds);

}  // namespace warpscope::gui
