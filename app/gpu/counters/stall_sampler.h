// What the warps wait for at each instruction, by CUPTI's PC sampling. Private to this room.
#pragma once

#include "gpu/counters/cupti.h"
#include "gpu/counters/profiled_plan.h"
#include "gpu/counters/profiler.h"

#if LANESCOPE_HAS_CUPTI

namespace lanescope::gpu {

/// Runs the plan once and samples it every 2^period_exponent clocks (5 to 31) on each multiprocessor.
[[nodiscard]] Expected<StallSamples> sample_each_instruction(const Cupti& cupti, CUcontext context,
                                                             unsigned period_exponent, const ProfiledPlan& plan);

}  // namespace lanescope::gpu

#endif
