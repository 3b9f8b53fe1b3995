#include "analysis/median_ratio.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lanescope::analysis {
namespace {

constexpr double miss = 1 - interval_confidence;
constexpr double normal_quantile = 1.96;      // quantile of 97.5 %; both tails together miss 5 %
constexpr double median_error = 1.25 / 1.35;  // factor on the interquartile range, over the root of n
constexpr std::uint32_t min_samples_for_quartiles = 5;

/// Returns the number of order statistics below the interval on each side. It is the largest k with P(X < k) <= miss /
/// 2, where X counts how many of n samples fall below the median. It is 0 when even all samples do not suffice.
std::size_t order_below(std::size_t n, double miss_probability) {
  double term = std::exp2(-static_cast<double>(n)), tail = 0;  // P(X = k), P(X < k)
  std::size_t k = 0;
  while (tail + term <= miss_probability / 2) {
    tail += term;
    ++k;
    term *= static_cast<double>(n - k + 1) / static_cast<double>(k);
  }
  return k;
}

double relative_error(const catalogue::Samples& samples) {
  return median_error * (samples.q3 - samples.q1) / std::sqrt(static_cast<double>(samples.samples)) / samples.median;
}

}  // namespace

std::optional<MedianInterval> median_interval(std::span<const float> samples, double miss_probability) {
  const std::size_t k = order_below(samples.size(), miss_probability);
  if (k == 0) return std::nullopt;
  std::vector<float> sorted(samples.begin(), samples.end());
  std::ranges::sort(sorted);
  return MedianInterval{sorted[k - 1], sorted[sorted.size() - k]};
}

MedianRatio median_ratio(const catalogue::Samples& first, std::span<const float> recent_first,
                         const catalogue::Samples& second, std::span<const float> recent_second) {
  MedianRatio found;
  found.ratio = found.low = found.high = second.median / first.median;
  const auto one = median_interval(recent_first, miss / 2), other = median_interval(recent_second, miss / 2);
  if (one && other && one->low > 0 && other->low > 0) {
    // The medians may be based on more samples than are known singly, so the interval is widened to hold their ratio.
    found.low = std::min(found.ratio, other->low / one->high);
    found.high = std::max(found.ratio, other->high / one->low);
    found.basis = MedianRatio::Basis::samples;
  } else if (first.samples >= min_samples_for_quartiles && second.samples >= min_samples_for_quartiles) {
    const double width = std::exp(normal_quantile * std::hypot(relative_error(first), relative_error(second)));
    found.low = found.ratio / width;
    found.high = found.ratio * width;
    found.basis = MedianRatio::Basis::quartiles;
  }
  return found;
}

}  // namespace lanescope::analysis
