// Robust statistics of measured times, and how many runs make one sample.
#pragma once

#include <cstdint>
#include <vector>

namespace warpscope::gpu {

/// Robust statistics of the times of the plan, milliseconds.
struct Timing {
  double median = 0, q1 = 0, q3 = 0;
  std::vector<float> samples;  ///< one a batch, in the order measured: mean time of the plan in it
  std::uint32_t batch = 1;     ///< plans a sample
};

/// The value below which the part `fraction` (0 ... 1) of the sorted samples lies, linear between neighbours: rank
/// fraction * (n - 1), as spreadsheets and NumPy count by default. At least one sample.
[[nodiscard]] double quantile(const std::vector<float>& sorted, double fraction);

/// Median and quartiles. At least one sample.
[[nodiscard]] Timing summarise(std::vector<float> samples, std::uint32_t batch);

/// Plans in a batch that together last about `sample_ms`, when one lasts `plan_ms`: 1 ... most_batch.
inline constexpr std::uint32_t most_batch = 10'000;
[[nodiscard]] std::uint32_t batch_for(double plan_ms, double sample_ms);

}  // namespace warpscope::gpu
