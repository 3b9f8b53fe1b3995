// The stable JSON of `lanescope explain --json`.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "lab/explain/findings.h"

namespace lanescope::lab {

/// What is not known is null or left out of "elements".
[[nodiscard]] nlohmann::json explain_json(const Result& result, const Sheet& known, const Summary& summary);

}  // namespace lanescope::lab
