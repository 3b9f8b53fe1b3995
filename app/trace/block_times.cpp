#include "trace/block_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace lanescope::trace {

void place_in_slots(std::vector<BlockRun>& runs) {
  std::vector<std::uint32_t> order(runs.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return runs[a].begin < runs[b].begin; });
  std::map<std::uint16_t, std::vector<std::uint32_t>> free_from;  // by SM, then by slot
  for (const std::uint32_t index : order) {
    BlockRun& run = runs[index];
    std::vector<std::uint32_t>& slots = free_from[run.sm];
    auto slot = std::ranges::find_if(slots, [&](std::uint32_t free) { return free <= run.begin; });
    if (slot == slots.end()) slot = slots.insert(slots.end(), 0);
    *slot = run.end;
    run.slot = static_cast<std::uint16_t>(slot - slots.begin());
  }
}

std::string defect(const BlockTimes& times) {
  std::uint64_t announced = 0;
  for (const BlockTimes::Launch& launch : times.launches) {
    if (launch.runs > launch.blocks) return fmt::format("{} of {} blocks of a grid", launch.runs, launch.blocks);
    announced += launch.runs;
  }
  if (announced != times.runs.size()) {
    return fmt::format("{} blocks where {} were announced", times.runs.size(), announced);
  }
  const auto backward = std::ranges::find_if(times.runs, [](const BlockRun& run) { return run.end < run.begin; });
  if (backward == times.runs.end()) return {};
  return fmt::format("block {} ends before it begins", backward - times.runs.begin());
}

}  // namespace lanescope::trace
