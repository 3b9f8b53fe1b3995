#include "gpu/timing/clock.h"

#include <algorithm>
#include <vector>

#include "gpu/timing/statistics.h"

namespace warpscope::gpu {

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

}  // namespace warpscope::gpu
