// An Experiment as the command that repeats it.
#pragma once

#include <string>

#include "lab/experiment.h"

namespace warpscope::lab {

/// "warpscope run transpose/naive_row -p block_x=8 -p nx=4096": one line for a shell, quoted where needed. Settings at
/// their defaults and what has no option (buffers, time budget, preview) are left out.
[[nodiscard]] std::string experiment_line(const Experiment& experiment);

}  // namespace warpscope::lab
