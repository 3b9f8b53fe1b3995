// When a measurement has seen enough samples.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "catalogue/measurement.h"

namespace warpscope::gpu {

/// Looks at samples as they come. The spread is (q3 - q1) / median: one slow sample does not move it.
class Criterion {
 public:
  /// Relative spread below which the samples are good enough.
  static constexpr double enough = 0.005;
  /// The spread is stable when, of its values after each of so many last samples, the standard deviation is below this
  /// part of their mean.
  static constexpr double steady = 0.05;
  static constexpr std::size_t steady_samples = 32;

  void add(float milliseconds);
  /// Whether it is over, and which of `spread` and `stable` ended it. Not with fewer than ten samples.
  [[nodiscard]] std::optional<catalogue::SamplingEnd> reached() const;
  /// (q3 - q1) / median of what was added; 0 without samples, or when the median is 0.
  [[nodiscard]] double relative_spread() const;

 private:
  std::vector<float> sorted_;
  std::vector<double> spreads_;  // after each sample
};

}  // namespace warpscope::gpu
