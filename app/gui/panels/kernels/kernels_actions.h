// What the actions that choose a kernel do (gui/state/actions.h lists them).
#pragma once

#include <string>

#include "base/error.h"

namespace warpscope::gui {

struct Command;
struct Setting;
struct State;

[[nodiscard]] std::string needs_kernel(const State& state);  ///< one is selected, and its file can be used
[[nodiscard]] std::string needs_kernels(const State& state);
[[nodiscard]] std::string needs_kernel_file(const State& state);

/// That kernel with those knobs and sizes, as one change.
void change_to(State& state, Setting setting, double seconds);

/// target: its id. It has the knobs and sizes that it was left with.
[[nodiscard]] Status select_kernel(State& state, const Command& command, double seconds);
[[nodiscard]] Status next_kernel(State& state, const Command& command, double seconds);
[[nodiscard]] Status previous_kernel(State& state, const Command& command, double seconds);
[[nodiscard]] Status search_kernels(State& state, const Command& command, double seconds);
/// target: what is searched for.
[[nodiscard]] Status set_kernel_search(State& state, const Command& command, double seconds);
[[nodiscard]] Status next_candidate(State& state, const Command& command, double seconds);
[[nodiscard]] Status previous_candidate(State& state, const Command& command, double seconds);
[[nodiscard]] Status choose_candidate(State& state, const Command& command, double seconds);
/// target: the family to fold or to open.
[[nodiscard]] Status toggle_family(State& state, const Command& command, double seconds);
/// target: a file; empty: that of the selected kernel, at the line that is selected in the Source panel.
[[nodiscard]] Status open_in_editor(State& state, const Command& command, double seconds);

}  // namespace warpscope::gui
