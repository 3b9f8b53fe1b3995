#include "gpu/trace/clock_fit.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace warpscope::gpu {

std::optional<double> clock_of(std::span<const ClockSample> samples) {
  constexpr std::uint64_t min_nanoseconds = 20'000;
  std::map<std::uint32_t, std::pair<ClockSample, ClockSample>> ends;  // first and last of each SM
  for (const ClockSample& sample : samples) {
    auto [known, fresh] = ends.try_emplace(sample.sm, sample, sample);
    if (fresh) continue;
    if (sample.cycles < known->second.first.cycles) known->second.first = sample;
    if (sample.cycles > known->second.second.cycles) known->second.second = sample;
  }
  std::vector<double> rates;
  for (const auto& [sm, span] : ends) {
    const auto& [first, last] = span;
    if (last.nanoseconds < first.nanoseconds + min_nanoseconds) continue;
    const auto nanoseconds = static_cast<double>(last.nanoseconds - first.nanoseconds);
    rates.push_back(static_cast<double>(last.cycles - first.cycles) / nanoseconds * 1000);
  }
  if (rates.empty()) return std::nullopt;
  const auto middle = rates.begin() + static_cast<std::ptrdiff_t>(rates.size() / 2);
  std::nth_element(rates.begin(), middle, rates.end());
  return *middle;
}

}  // namespace warpscope::gpu
