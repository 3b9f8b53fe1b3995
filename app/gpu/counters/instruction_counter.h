// Exact counts of each machine instruction, by CUPTI's SASS metrics, which patch the code. Private to this room.
#pragma once

#include "gpu/counters/cupti.h"
#include "gpu/counters/metric_host.h"
#include "gpu/counters/profiled_plan.h"
#include "gpu/counters/profiler.h"

#if WARPSCOPE_HAS_CUPTI

namespace warpscope::gpu {

/// Counts the metrics for each instruction that the plan executes. It runs the plan once, launch by launch, because
/// CUPTI 13.0 collects only the first launch after it began to patch. Times meanwhile mean nothing.
[[nodiscard]] Expected<InstructionCounts> count_each_instruction(const Cupti& cupti, CUcontext context, int device,
                                                                 const MetricHost& host,
                                                                 const std::vector<std::string>& metrics,
                                                                 const ProfiledPlan& plan);

}  // namespace warpscope::gpu

#endif
