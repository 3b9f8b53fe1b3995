#include "gpu/timing/criterion.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gpu/timing/statistics.h"

namespace warpscope::gpu {
namespace {

constexpr std::size_t min_samples = 10;

}  // namespace

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

}  // namespace warpscope::gpu
