// Robust statistics of measured times, how many runs make one sample, and when there are enough samples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "catalogue/measurement.h"

namespace warpscope::gpu {

/// One sample: mean time of the plan in one batch, and the clock of the SMs meanwhile.
struct Sample {
  float milliseconds = 0;
  std::optional<double> clock_mhz;
};

/// Robust statistics of the times of the plan. `throttled` also counts where all samples are at a low clock.
struct Timing : catalogue::Samples {
  std::vector<float> times;  ///< that count, in the order measured, milliseconds
};

/// The value below which the part `fraction` (0 ... 1) of the sorted samples lies, linear between neighbours: rank
/// fraction * (n - 1), as spreadsheets and NumPy count by default. At least one sample.
[[nodiscard]] double quantile(const std::vector<float>& sorted, double fraction);

/// Median and quartiles. At least one sample. Samples whose clock is known and below `min_clock_mhz` are left out.
[[nodiscard]] Timing summarise(const std::vector<Sample>& samples, double min_clock_mhz = 0);

/// Plans in a batch that together last about `sample_ms`, when one lasts `plan_ms`: 1 ... most.
[[nodiscard]] std::uint32_t batch_for(double plan_ms, double sample_ms, std::uint32_t most);

/// When a measurement has seen enough samples. It looks at them as they come. The spread is (q3 - q1) / median: one
/// slow sample does not move it.
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
