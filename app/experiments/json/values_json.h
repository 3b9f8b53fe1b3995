// All numbers of a result, as scripts read them.
#pragma once

#include <nlohmann/json.hpp>

#include "experiments/sheet/sheet.h"

namespace lanescope::experiments {

/// By id of a quantity: {"unit": "gb_per_s", "values": [{"origin": "measured", "value": 2871.4,
/// "low": 2840.0, "high": 2888.0}, ...]}, the best first; "low" and "high" are null where no spread is known. With
/// `plan_only`, without the quantities of Nsight Compute's pages and without sums over some of a grid's blocks.
[[nodiscard]] nlohmann::json values_json(const Sheet& sheet, bool plan_only = false);

}  // namespace lanescope::experiments
