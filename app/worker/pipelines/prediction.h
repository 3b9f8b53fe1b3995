// The step that predicts the time of the sizes that were asked for.
#pragma once

#include <chrono>
#include <vector>

#include "experiments/result.h"
#include "simulator/plan/predict_plan.h"
#include "worker/pipelines/experiment_run.h"

namespace lanescope::worker {

/// Returns the shares of the launches of a result, whose occupancy is known.
[[nodiscard]] std::vector<simulator::LaunchShare> shares_of(const experiments::Result& result);

/// Adds the prediction, or why there is none, to the Result of a compiled experiment that wants an analysis; blocks for
/// it are executed within the limit. Nothing is predicted of a kernel that promises a fault, and where no profiles are
/// at hand. It fails only when the experiment cannot go on; everything else is valid without a prediction.
[[nodiscard]] Status add_prediction(ExperimentRun& run, std::chrono::milliseconds limit);

}  // namespace lanescope::worker
