// Fits anew those constants of a profile that are marked as fitted.
#pragma once

#include <memory>
#include <vector>

#include "recorded_predictions.h"

namespace lanescope::bench {

struct MeasuredSetting {
  std::unique_ptr<TracedSetting> traced;
  double cold_ms = 0;
  double weight = 1;
};

/// Where the search for the constants begins.
enum class FitFrom { middle_of_ranges, profile };

/// Returns the profile with other values of the constants whose source is a fit: those with which predictions are
/// nearest to what was measured. The search goes from one constant to the other, and stays within the ranges; from
/// their middle it knows nothing of the values that the profile has. The ends of the ranges, which make the intervals,
/// stay.
[[nodiscard]] predict::GpuProfile refit(const predict::GpuProfile& profile,
                                        const std::vector<MeasuredSetting>& settings, FitFrom from);

}  // namespace lanescope::bench
