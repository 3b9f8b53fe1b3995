// barrier.cluster: threads arrive, and later wait until all threads of the cluster have arrived.
#include <fmt/format.h>

#include <bit>

#include "emulator/execution/block.h"
#include "emulator/messages.h"

namespace lanescope::emulator {

Block::SplitState Block::cluster_barrier(Warp& warp, const Op& op, std::uint32_t active) {
  separate(warp, active);
  WarpSplit& split = current(warp);
  Cluster::Barrier& barrier = cluster_.barrier;
  const auto form = static_cast<ClusterBarrierForm>(op.target);
  const bool arrives = form == ClusterBarrierForm::arrive_relaxed || form == ClusterBarrierForm::arrive_release;
  std::uint32_t wrong = 0;
  for_each_lane(active, [&](std::uint32_t lane) {
    const bool open = (warp.cluster_waits >> lane & 1u) != 0;
    if (open == arrives) wrong |= 1u << lane;
  });
  if (wrong != 0) {
    if (arrives) {
      fault<"divergent_barrier.arrived_twice">(FaultKind::divergent_barrier, warp, first_lane(wrong), {});
    } else {
      fault<"divergent_barrier.not_arrived">(FaultKind::divergent_barrier, warp, first_lane(wrong), {});
    }
    return stopped_ ? SplitState::suspended : end_lanes(warp, active);
  }
  if (!arrives) {
    split.waiting = Waiting::cluster_barrier;
    leave_cluster_barrier();
    return SplitState::suspended;
  }
  if (form == ClusterBarrierForm::arrive_release) {
    know_what_was_read(warp, Scope::grid);  // as at a barrier of the block (checks/fences.cpp)
    join(barrier.gathered, clocks_.release(actor(warp)));
  }
  for_each_lane(active, [&](std::uint32_t lane) {
    ++warp.cluster_arrivals[lane];
    warp.cluster_waits |= 1u << lane;
  });
  barrier.pending -= static_cast<std::uint32_t>(std::popcount(active));
  ++split.pc;
  cluster_.release_complete_barrier();
  return SplitState::running;
}

void Block::leave_cluster_barrier() {
  for (Warp& warp : warps_) {
    for (WarpSplit& split : warp.splits) {
      if (split.waiting != Waiting::cluster_barrier) continue;
      bool complete = true;
      for_each_lane(split.mask, [&](std::uint32_t lane) {
        complete = complete && warp.cluster_arrivals[lane] <= cluster_.barrier.complete;
      });
      if (!complete) continue;
      const Op& op = split.top.code->ops[split.pc];
      if (static_cast<ClusterBarrierForm>(op.target) == ClusterBarrierForm::wait_acquire) {
        clocks_.acquire(actor(warp), cluster_.barrier.released);
        ++warp.changes;
        end_search();
      }
      warp.cluster_waits &= ~split.mask;
      split.waiting = Waiting::nothing;
      ++split.pc;
    }
  }
}

/// The lanes end, and whoever waited only for them goes on.
void Block::leave_cluster(Warp& warp, std::uint32_t lanes) {
  if (!warp.bulk_copies.empty()) check_open_copies(warp, lanes);
  Cluster::Barrier& barrier = cluster_.barrier;
  // Sums that stay in registers: each warp of each block comes here.
  const auto complete = barrier.complete;
  std::uint32_t expected = 0;
  for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
    expected += (lanes >> lane & 1u) & (warp.cluster_arrivals[lane] <= complete ? 1u : 0u);
  }
  barrier.pending -= expected;
  cluster_.release_complete_barrier();
  if (live_ == 0) check_accesses_of_others();
}

/// This block has ended, and with it its shared memory. Who accessed it from another block must have been put in order
/// before.
void Block::check_accesses_of_others() {
  for (std::uint32_t other = 0; other < remote_.size(); ++other) {
    const RemoteAccess& last = remote_[other];
    if (last.clock == 0) continue;
    bool known = false;
    for (const Warp& warp : warps_) {
      known = known || clocks_.all_happen_before(other, last.clock, first_actor_ + warp.index);
    }
    if (known || last.by->stopped_) continue;
    last.by->fault_at<"race.block_of_cluster_may_end">(FaultKind::race, last.by->warps_[last.warp], *last.code, last.pc,
                                                       last.lane, {}, index_);
  }
}

}  // namespace lanescope::emulator
