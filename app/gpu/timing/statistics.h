// Robust statistics of measured times, the number of runs for one sample, and the number of samples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "catalogue/measurement.h"

namespace lanescope::gpu {

/// One sample: the mean time of the plan in one batch, and the clock of the SMs during it.
struct Sample {
  float milliseconds = 0;
  std::optional<double> clock_mhz;
};

/// Robust statistics of the plan's times. `throttled` also counts when all samples have a low clock.
struct Timing : catalogue::Samples {
  std::vector<float> times;  ///< the times that count, in the order measured, in milliseconds
};

/// Returns the value below which the part `fraction` (0 ... 1) of the sorted samples lies, linear between neighbours:
/// rank fraction * (n - 1), the default of spreadsheets and NumPy. There must be at least one sample.
[[nodiscard]] double quantile(const std::vector<float>& sorted, double fraction);

/// Returns median and quartiles of at least one sample, without samples whose known clock is below `min_clock_mhz`.
[[nodiscard]] Timing summarise(const std::vector<Sample>& samples, double min_clock_mhz = 0);

/// Returns the number of plans, 1 ... max_batch, that together take about `sample_ms` when one takes `plan_ms`.
[[nodiscard]] std::uint32_t batch_for(double plan_ms, double sample_ms, std::uint32_t max_batch);

/// Decides when a measurement has enough samples. It takes them as they come. The spread is (q3 - q1) / median, which
/// one slow sample does not change much.
class Criterion {
 public:
  /// The relative spread below which the samples are good enough.
  static constexpr double enough = 0.005;
  /// The spread is stable when the standard deviation of its values after each of the last steady_samples samples is
  /// below this part of their mean.
  static constexpr double steady = 0.05;
  static constexpr std::size_t steady_samples = 32;

  void add(float milliseconds);
  /// Returns `spread` or `stable` when that is reached, but not with fewer than ten samples.
  [[nodiscard]] std::optional<catalogue::SamplingEnd> reached() const;
  /// Returns (q3 - q1) / median of the samples; 0 without samples, or when the median is 0.
  [[nodiscard]] double relative_spread() const;

 private:
  std::vector<float> sorted_;
  std::vector<double> spreads_;  // its values after each sample
};

}  // namespace lanescope::gpu
