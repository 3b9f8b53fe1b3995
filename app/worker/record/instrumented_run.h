// A plan whose kernels write their accesses down, made ready to run.
#pragma once

#include "base/error.h"
#include "gpu/trace/decode.h"
#include "gpu/trace/record.h"
#include "gpu/trace/recording_plan.h"
#include "worker/pipelines/steps.h"

namespace warpscope::worker {

struct InstrumentedRun {
  gpu::RecordingPlan recording;
  gpu::InstrumentedProgram code;
  gpu::DecodeRequest request;  ///< but for what only the device knows
};

/// Of the compiled program and the plan of `steps`, for the open device. Error: abandoned, or what cannot be
/// instrumented or assembled, and why; that harms nothing.
[[nodiscard]] Expected<InstrumentedRun> instrument(Steps& steps, const gpu::RecordingChoice& choice);

}  // namespace warpscope::worker
