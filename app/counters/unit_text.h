// Numbers of quantities in words: the one place where a unit becomes a text.
#pragma once

#include "base/number_text.h"
#include "counters/quantity.h"

namespace lanescope::counters {

/// Writes a number of that unit: 671088640 bytes are "671 MB", 0.04675 ms are "46.75 µs".
[[nodiscard]] NumberText text_of(Unit unit, double value, const NumberStyle& style = {});

/// The unit of a number that is not scaled: "ms", "GB/s"; empty for counts and ratios.
[[nodiscard]] std::string_view symbol_of(Unit unit);

}  // namespace lanescope::counters
