// One row of a trace's totals.
#pragma once

#include <stdexcept>

#include "model/metrics/metrics.h"

namespace lanescope::model {

inline const Counts& total(const ViewMetrics& metrics, Space space, Operation operation) {
  for (const TotalMetrics& row : metrics.totals) {
    if (row.space == space && row.operation == operation) return row.counts;
  }
  throw std::out_of_range("no such total");
}

}  // namespace lanescope::model
