// What the actions of the Doctor panel do (gui/state/actions.h lists them).
#pragma once

#include <string>

#include "base/error.h"

namespace warpscope::gui {

struct Command;
struct State;

[[nodiscard]] std::string needs_no_examination(const State& state);  ///< none is being made

[[nodiscard]] Status show_doctor(State& state, const Command& command, double seconds);
[[nodiscard]] Status examine(State& state, const Command& command, double seconds);

}  // namespace warpscope::gui
