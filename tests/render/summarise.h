// What the compute shader that summarises a field must find, computed on the processor.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "render/renderers/field_summary.h"

namespace lanescope::render {

inline FieldSummary summarise(const std::vector<float>& values) {
  FieldSummary summary;
  for (const float value : values) {
    if (std::isnan(value)) {
      ++summary.not_a_number;
    } else if (std::isinf(value)) {
      ++summary.infinite;
    } else {
      if (summary.finite++ == 0) summary.range = {value, value};
      summary.range.least = std::min(summary.range.least, value);
      summary.range.greatest = std::max(summary.range.greatest, value);
    }
  }
  return summary;
}

}  // namespace lanescope::render
