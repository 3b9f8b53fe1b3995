// What is known of a Result's blocks and of the GPU, for analysis::grid_times().
#pragma once

#include <optional>

#include "analysis/grid_times.h"
#include "experiments/result.h"

namespace lanescope::gui {

/// Empty when the Result does not say how many blocks an SM holds, or of which GPU.
[[nodiscard]] std::optional<analysis::GridTimesInput> grid_times_input(const experiments::Result& result);

}  // namespace lanescope::gui
