// One launch of each step in this process: what ncu and compute-sanitizer look at.
#pragma once

#include "lab/experiment.h"
#include "lab/result.h"

namespace warpscope::worker {

/// Without worker, time limit, verification or timing. The Result has stage compiled (with the dumps asked for), or
/// failed with faults as execute() gives them.
[[nodiscard]] lab::Result profile(const lab::Experiment& experiment);

}  // namespace warpscope::worker
