// The stable JSON of `lanescope explain --json`.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "explanations/findings.h"

namespace lanescope::explanations {

/// What is not known is null or left out of "elements".
[[nodiscard]] nlohmann::json explain_json(const experiments::Result& result, const experiments::Sheet& known,
                                          const Summary& summary);

}  // namespace lanescope::explanations
