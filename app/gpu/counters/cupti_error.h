// The errors of CUPTI, whose headers this one does without.
#pragma once

#include <string>

#include "base/error.h"

namespace lanescope::gpu {

/// Makes the error of a call of CUPTI: "cuptiRangeProfilerStart: CUPTI_ERROR_INSUFFICIENT_PRIVILEGES (35)", with a kind
/// and a remedy for this system. `name` is CUPTI's own word for the code, or empty.
[[nodiscard]] Error cupti_error(int code, const std::string& function, const std::string& name);

}  // namespace lanescope::gpu
