// One point of a sweep as a line to read.
#pragma once

#include <string>

#include "lab/result.h"
#include "lab/sweep/sweep_plan.h"

namespace warpscope::cli {

/// "transpose/naive_row block_x=8 nx=4096".
[[nodiscard]] std::string point_text(const catalogue::Kernel& kernel, const lab::SweepPoint& point);

/// The point, then its time with quartiles and its bandwidth; of the emulator the sectors and wavefronts a request; or
/// why there is neither.
[[nodiscard]] std::string sweep_line(const lab::Result& result, const lab::SweepPoint& point);

}  // namespace warpscope::cli
