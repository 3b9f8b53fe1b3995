// What is wrong with the kernel: the fault or the error of the compiler that counts most, its line, and what to do.
#pragma once

#include <optional>
#include <string>

#include "gui/readings/readout_view_model.h"
#include "gui/store/state.h"

namespace lanescope::gui {

/// Returns the first problem that is a mistake of the kernel; nothing when there is none. What a museum kernel teaches
/// and what the machine lacks are none.
[[nodiscard]] std::optional<Problem> mistake_of(const State& state);
/// Returns it unless it was closed.
[[nodiscard]] std::optional<Problem> shown_banner(const State& state);
/// Whether the key Enter leads to its line, which it does until it has done so.
[[nodiscard]] bool enter_goes_to_line(const State& state);
/// Returns what tells a mistake from others; the same one at another setting has the same key.
[[nodiscard]] std::string key_of(const State& state, const Problem& problem);

}  // namespace lanescope::gui
