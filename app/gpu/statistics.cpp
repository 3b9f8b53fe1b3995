#include "gpu/statistics.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpscope::gpu {

double quantile(const std::vector<float>& sorted, double fraction) {
  const double rank = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(rank);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double low = sorted[below];
  return low + (rank - static_cast<double>(below)) * (sorted[above] - low);
}

Timing summarise(std::vector<float> samples, std::uint32_t batch) {
  std::vector<float> sorted = samples;
  std::sort(sorted.begin(), sorted.end());
  return Timing{quantile(sorted, 0.5), quantile(sorted, 0.25), quantile(sorted, 0.75), std::move(samples), batch};
}

std::uint32_t batch_for(double plan_ms, double sample_ms) {
  if (plan_ms >= sample_ms) return 1;
  const double plans = std::ceil(sample_ms / plan_ms);  // infinite when the clock saw nothing pass
  return plans >= most_batch ? most_batch : static_cast<std::uint32_t>(plans);
}

}  // namespace warpscope::gpu
