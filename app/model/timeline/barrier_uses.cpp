#include "model/timeline/timeline.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

namespace lanescope::model {

namespace {

struct BarrierUse {
  std::uint32_t number = 0;
  std::uint64_t release = std::numeric_limits<std::uint64_t>::max();  ///< the first release of those that waited
  std::map<std::uint32_t, std::uint32_t> lanes;                       ///< arrived lanes, by warp
};

}  // namespace

std::vector<std::uint32_t> barrier_uses(const trace::Trace& trace) {
  std::vector<std::uint32_t> order(trace.barriers.size()), uses(trace.barriers.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t one, std::uint32_t two) {
    return trace.arrival_of(trace.barriers[one]) < trace.arrival_of(trace.barriers[two]);
  });
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, BarrierUse> open;  ///< launch, block, number
  std::uint32_t next = 0;
  for (const std::uint32_t index : order) {
    const trace::Barrier& barrier = trace.barriers[index];
    const std::uint64_t arrival = trace.arrival_of(barrier), release = trace.release_of(barrier);
    const auto [found, fresh] = open.try_emplace({barrier.launch, barrier.block, barrier.number});
    BarrierUse& use = found->second;
    const bool again = (use.lanes[barrier.warp] & barrier.active_mask) != 0;
    if (fresh || again || arrival > use.release) {
      use = {};
      use.number = next++;
    }
    use.lanes[barrier.warp] |= barrier.active_mask;
    if (release > arrival) use.release = std::min(use.release, release);
    uses[index] = use.number;
  }
  return uses;
}

}  // namespace lanescope::model
