// Records the accesses of a whole grid on the GPU, for pictures of whole matrices.
#pragma once

#include <optional>
#include <string>

#include "lab/experiment.h"
#include "lab/wire/heat_trace.h"
#include "worker/pipelines/steps.h"

namespace warpscope::worker {

struct RecordedHeat {
  std::optional<lab::HeatTrace> heat;  ///< empty: see `note`
  std::string note;                    ///< "the whole grid is not shown: " and why; empty with heat
};

/// What TraceChoice::max_heat_records asks for, from one run of the instrumented kernels on the open device, at the
/// sizes of the plan: of all blocks, or of the first ones when more would be written down than have room, as the Trace
/// of a few blocks in the steps' Result lets one expect. With interop the records stay in memory of the GPU, else they
/// are sent, lab::max_sent_heat_records at most. The plan that was prepared before must be prepared again.
/// What goes wrong without harm is in the note. Error: nobody waits any more, or the run failed as no run of the plan
/// itself should.
[[nodiscard]] Expected<RecordedHeat> record_heat(Steps& steps);

/// How many blocks of a grid fit, when `traced` blocks of it made `records` records of every kind. At least one.
[[nodiscard]] std::uint64_t blocks_that_fit(std::uint64_t grid_blocks, std::uint64_t traced, std::uint64_t records,
                                            std::uint64_t max_records);

}  // namespace warpscope::worker
