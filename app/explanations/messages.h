// The messages of conditions.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("condition.no_value", "'{}' has no value here, so \"{}\" cannot be evaluated");
MESSAGE("condition.no_value_remedy",
        "explain --json lists what is known about this kernel, and its notes say what is missing");

}  // namespace lanescope
