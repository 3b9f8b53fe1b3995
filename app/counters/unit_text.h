// Numbers of quantities in words: the one place where a unit becomes a text.
#pragma once

#include "base/number_text.h"
#include "counters/element.h"

namespace lanescope::counters {

/// Writes a number of that unit: 671088640 bytes are "671 MB", 0.04675 ms are "46.75 µs".
[[nodiscard]] NumberText text_of(Unit unit, double value, const NumberStyle& style = {});

}  // namespace lanescope::counters
