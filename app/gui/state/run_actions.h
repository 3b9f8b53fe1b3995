// What the actions of a run, and of the machine that it runs on, do (gui/state/actions.h lists them).
#pragma once

#include <string>

#include "base/error.h"

namespace warpscope::gui {

struct Command;
struct State;

[[nodiscard]] std::string needs_worker(const State& state);   ///< and a kernel for it
[[nodiscard]] std::string needs_running(const State& state);  ///< there is something to stop
[[nodiscard]] std::string needs_held(const State& state);     ///< the emulator keeps the GPU from launching it

/// The same experiment shall run once more, also when it was stopped.
void want_run(State& state);

[[nodiscard]] Status run(State& state, const Command& command, double seconds);
[[nodiscard]] Status launch_anyway(State& state, const Command& command, double seconds);
[[nodiscard]] Status cancel(State& state, const Command& command, double seconds);
[[nodiscard]] Status toggle_continuous(State& state, const Command& command, double seconds);
[[nodiscard]] bool is_continuous(const State& state);

[[nodiscard]] std::string needs_other_machine(const State& state);
[[nodiscard]] std::string needs_lost_connection(const State& state);

/// remote: where kernels shall run.
[[nodiscard]] Status connect(State& state, const Command& command, double seconds);
[[nodiscard]] Status disconnect(State& state, const Command& command, double seconds);
[[nodiscard]] Status reconnect(State& state, const Command& command, double seconds);
/// The small window that asks for a machine.
[[nodiscard]] Status toggle_connect(State& state, const Command& command, double seconds);
[[nodiscard]] bool is_connect_shown(const State& state);

}  // namespace warpscope::gui
