// What went wrong, what is missing, what waits for a click and what is a lesson, in the order in which it matters.
#pragma once

#include <vector>

#include "gui/panels/readout/readout_view_model.h"
#include "gui/state/state.h"

namespace warpscope::gui {

/// Of the current setting: errors of the file and of the text on screen, then what its run found.
[[nodiscard]] std::vector<Problem> problems_of(const State& state);

}  // namespace warpscope::gui
