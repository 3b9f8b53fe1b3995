#include "gpu/timing/clock.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "gpu/timing/statistics.h"

namespace lanescope::gpu {

std::optional<double> clock_mhz(std::span<const ClockRecord> before, std::span<const ClockRecord> after) {
  std::vector<float> clocks;
  for (std::size_t sm = 0; sm < std::min(before.size(), after.size()); ++sm) {
    const ClockRecord& first = before[sm];
    const ClockRecord& last = after[sm];
    if (first.nanoseconds == 0 || last.nanoseconds <= first.nanoseconds || last.cycles <= first.cycles) continue;
    const auto cycles = static_cast<double>(last.cycles - first.cycles);
    const auto nanoseconds = static_cast<double>(last.nanoseconds - first.nanoseconds);
    clocks.push_back(static_cast<float>(cycles / nanoseconds * 1e3));
  }
  if (clocks.empty()) return std::nullopt;
  std::sort(clocks.begin(), clocks.end());
  return quantile(clocks, 0.5);
}

std::optional<double> clock_of(std::span<const ClockSample> samples) {
  constexpr std::uint64_t min_nanoseconds = 20'000;
  std::map<std::uint32_t, std::pair<ClockSample, ClockSample>> ends;  // the first and the last sample of each SM
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

}  // namespace lanescope::gpu
