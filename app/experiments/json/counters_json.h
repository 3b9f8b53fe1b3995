// The part of the stable JSON that holds what was counted.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "experiments/result.h"

namespace lanescope::experiments {

/// Returns the field "counters" of `lanescope run --json`; null when nobody asked for counters.
[[nodiscard]] nlohmann::json counters_json(const Result& result);

}  // namespace lanescope::experiments
