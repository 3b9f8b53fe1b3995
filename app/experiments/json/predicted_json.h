// The part of the stable JSON that holds what was predicted.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "experiments/result.h"

namespace lanescope::experiments {

/// Returns a predicted time with its interval, its reason, hit rates and bytes of each level: the field "time_ms" where
/// nothing was measured.
[[nodiscard]] nlohmann::json predicted_time_json(const PredictedRun& run);

/// Returns the field "predicted" of `lanescope run --json`: the same, and for each launch what every memory instruction
/// asks of the caches, how busy the parts of the GPU are, and what warps wait for. Null when nothing was predicted;
/// then "without_prediction" has the reason.
[[nodiscard]] nlohmann::json predicted_json(const Result& result);

}  // namespace lanescope::experiments
