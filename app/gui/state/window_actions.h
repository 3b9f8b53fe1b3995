// What the actions of the window's frame do (gui/state/actions.h lists them): theme, language, size of text, layout,
// palette, help, undo.
#pragma once

#include <string>

#include "base/error.h"
#include "gui/state/theme_name.h"

namespace warpscope::gui {

struct Command;
struct Setting;
struct State;

[[nodiscard]] std::string needs_undo(const State& state);        ///< there is a step to take back
[[nodiscard]] std::string needs_redo(const State& state);        ///< there is a step to do again
[[nodiscard]] std::string needs_own_layout(const State& state);  ///< a layout was kept under a name

/// Adds a step for Ctrl+Z when the command changed what is run.
void remember_step(State& state, Setting before, const Command& command, double seconds);
[[nodiscard]] Status undo(State& state, const Command& command, double seconds);
[[nodiscard]] Status redo(State& state, const Command& command, double seconds);

[[nodiscard]] Status toggle_palette(State& state, const Command& command, double seconds);
[[nodiscard]] bool is_palette_shown(const State& state);
[[nodiscard]] Status toggle_help(State& state, const Command& command, double seconds);
[[nodiscard]] bool is_help_shown(const State& state);
[[nodiscard]] Status quit(State& state, const Command& command, double seconds);

[[nodiscard]] Status larger_text(State& state, const Command& command, double seconds);
[[nodiscard]] Status smaller_text(State& state, const Command& command, double seconds);
[[nodiscard]] Status normal_text(State& state, const Command& command, double seconds);

[[nodiscard]] Status use_english(State& state, const Command& command, double seconds);
[[nodiscard]] Status use_chinese(State& state, const Command& command, double seconds);
[[nodiscard]] bool is_english(const State& state);
[[nodiscard]] bool is_chinese(const State& state);

[[nodiscard]] Status use_dark_theme(State& state, const Command& command, double seconds);
[[nodiscard]] Status use_light_theme(State& state, const Command& command, double seconds);
[[nodiscard]] Status use_projector_theme(State& state, const Command& command, double seconds);
[[nodiscard]] Status use_colour_blind_theme(State& state, const Command& command, double seconds);
[[nodiscard]] bool is_dark_theme(const State& state);
[[nodiscard]] bool is_light_theme(const State& state);
[[nodiscard]] bool is_projector_theme(const State& state);
[[nodiscard]] bool is_colour_blind_theme(const State& state);

[[nodiscard]] Status toggle_lecture(State& state, const Command& command, double seconds);
[[nodiscard]] bool is_lecture(const State& state);
/// Opens the small window that asks for a name.
[[nodiscard]] Status name_layout(State& state, const Command& command, double seconds);
[[nodiscard]] bool is_naming_layout(const State& state);
/// target: the name that the present arrangement shall have; the interface answers with store_layout.
[[nodiscard]] Status keep_layout(State& state, const Command& command, double seconds);
/// target: its name; value: what Dear ImGui wrote.
[[nodiscard]] Status store_layout(State& state, const Command& command, double seconds);
/// target: the name of one's own.
[[nodiscard]] Status choose_layout(State& state, const Command& command, double seconds);
[[nodiscard]] Status forget_layout(State& state, const Command& command, double seconds);
[[nodiscard]] Status reset_layout(State& state, const Command& command, double seconds);

}  // namespace warpscope::gui
