#include "gpu/timing/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace lanescope::gpu {
namespace {

constexpr std::size_t min_samples = 10;

}  // namespace

double quantile(const std::vector<float>& sorted, double fraction) {
  const double rank = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(rank);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double low = sorted[below];
  return low + (rank - static_cast<double>(below)) * (sorted[above] - low);
}

Timing summarise(const std::vector<Sample>& samples, double min_clock_mhz) {
  const auto is_slow = [&](const Sample& sample) { return sample.clock_mhz && *sample.clock_mhz < min_clock_mhz; };
  Timing timing;
  timing.throttled = static_cast<std::uint32_t>(std::count_if(samples.begin(), samples.end(), is_slow));
  timing.low_clock = timing.throttled == samples.size();
  std::vector<float> clocks;
  for (const Sample& sample : samples) {
    if (!timing.low_clock && is_slow(sample)) continue;
    timing.times.push_back(sample.milliseconds);
    if (sample.clock_mhz) clocks.push_back(static_cast<float>(*sample.clock_mhz));
  }
  std::vector<float> sorted = timing.times;
  std::sort(sorted.begin(), sorted.end());
  timing.samples = static_cast<std::uint32_t>(sorted.size());
  timing.median = quantile(sorted, 0.5);
  timing.q1 = quantile(sorted, 0.25);
  timing.q3 = quantile(sorted, 0.75);
  std::sort(clocks.begin(), clocks.end());
  if (!clocks.empty()) timing.clock_mhz = quantile(clocks, 0.5);
  return timing;
}

std::uint32_t batch_for(double plan_ms, double sample_ms, std::uint32_t max_batch) {
  if (plan_ms >= sample_ms) return 1;
  const double plans = std::ceil(sample_ms / plan_ms);  // it is infinite when the clock saw no time pass
  return plans >= max_batch ? std::max(max_batch, 1U) : static_cast<std::uint32_t>(plans);
}

void Criterion::add(float milliseconds) {
  sorted_.insert(std::upper_bound(sorted_.begin(), sorted_.end(), milliseconds), milliseconds);
  spreads_.push_back(relative_spread());
}

double Criterion::relative_spread() const {
  if (sorted_.empty()) return 0;
  const double median = quantile(sorted_, 0.5);
  return median > 0 ? (quantile(sorted_, 0.75) - quantile(sorted_, 0.25)) / median : 0;
}

std::optional<catalogue::SamplingEnd> Criterion::reached() const {
  if (sorted_.size() < min_samples) return std::nullopt;
  if (spreads_.back() < enough) return catalogue::SamplingEnd::spread;
  if (spreads_.size() < steady_samples) return std::nullopt;
  const auto first = spreads_.end() - static_cast<std::ptrdiff_t>(steady_samples);
  const double mean = std::accumulate(first, spreads_.end(), 0.0) / steady_samples;
  const double squares = std::accumulate(first, spreads_.end(), 0.0, [mean](double sum, double spread) {
    return sum + (spread - mean) * (spread - mean);
  });
  if (std::sqrt(squares / (steady_samples - 1)) < steady * mean) return catalogue::SamplingEnd::stable;
  return std::nullopt;
}

}  // namespace lanescope::gpu
