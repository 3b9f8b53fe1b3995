// Records accesses on the GPU: the kernel itself writes them down.
#pragma once

#include <optional>

#include "lab/experiment.h"
#include "model/metrics/metrics.h"
#include "worker/pipelines/steps.h"
#include "worker/record/record.h"

namespace warpscope::worker {

/// Whether the experiment's metrics count what the GPU wrote down, instead of what the emulator did: where chosen
/// blocks or all are wanted together with a trace from the GPU.
[[nodiscard]] bool counts_on_gpu(const lab::Experiment& experiment);

struct RecordedOnGpu {
  Recorded recorded;
  std::optional<model::Metrics> metrics;  ///< of an experiment that counts_on_gpu(); without executions by line
};

/// What the experiment's TraceChoice asks for, at the sizes of the plan, from one run of the instrumented kernels on
/// the open device. The plan that was prepared before must be prepared again. What goes wrong without harm is in the
/// note. Error: nobody waits any more, or the run failed as no run of the plan itself should.
[[nodiscard]] Expected<RecordedOnGpu> record_on_gpu(Steps& steps);

}  // namespace warpscope::worker
