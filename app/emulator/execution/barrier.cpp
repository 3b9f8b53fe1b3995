// Barriers of a block. As on the hardware since Volta (compute capability 7.0) threads arrive one by one, and a barrier
// of the whole block waits for those that have not returned; older hardware hangs there. What the programming guide
// forbids and the hardware lets pass is found: threads that wait at another barrier while others wait here.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "emulator/execution/block.h"
#include "emulator/messages.h"

namespace lanescope::emulator {

Block::SplitState Block::barrier(Warp& warp, const Op& op, std::uint32_t active) {
  separate(warp, active);
  WarpSplit& split = current(warp);
  const Code& code = *split.top.code;
  const Barrier& how = code.barriers[op.target];
  const Bases bases = bases_of(warp, split.top);
  const auto first = first_lane(active);
  const auto value = [&](Slot slot) { return reinterpret_cast<const std::uint32_t*>(at(bases, slot))[first]; };
  const std::uint32_t number = value(how.id);
  if (number >= barriers_.size()) {
    fault<"barrier.unknown">(FaultKind::trap, warp, first, {}, number);
    return stopped_ ? SplitState::suspended : end_lanes(warp, active);
  }
  NamedBarrier& named = barriers_[number];
  if (!named.in_use) {
    named = {};
    named.in_use = true;
    named.code = &code;
    named.pc = split.pc;
    named.aligned = true;
    named.warp = warp.index;
    named.lane = first;
    named.threads = how.whole_block ? 0 : value(how.threads);
  } else if (named.code != &code || named.pc != split.pc) {
    named.other_place = true;
    named.other_pc = split.pc;
    named.other_warp = warp.index;
    named.other_lane = first;
  }
  named.aligned = named.aligned && how.aligned;
  // With a number of threads, aligned forms count whole warps.
  named.arrived += how.whole_block || !how.aligned ? static_cast<std::uint32_t>(std::popcount(active)) : warp_lanes;
  named.warps |= 1u << warp.index;
  named.lanes[warp.index] |= how.aligned ? all_lanes : active;
  if (how.kind == Barrier::Kind::count || how.kind == Barrier::Kind::all || how.kind == Barrier::Kind::any) {
    std::uint32_t held = *reinterpret_cast<const std::uint32_t*>(at(bases, how.predicate));
    if (how.predicate_negated) held = ~held;
    named.count += static_cast<std::uint32_t>(std::popcount(held & active));
  }
  const std::size_t record = record_arrival(warp, number, active);
  if (how.kind == Barrier::Kind::arrive) {
    record_release(record);
    ++split.pc;
    release_complete_barriers();
    return SplitState::running;
  }
  split.waiting = Waiting::block_barrier;
  split.barrier = number;
  split.barrier_record = record;
  release_complete_barriers();
  return SplitState::suspended;
}

/// The place of the entry in the output; no_barrier_record when this block's barriers are not wanted or are too many.
std::size_t Block::record_arrival(const Warp& warp, std::uint32_t number, std::uint32_t active) {
  const std::optional<TraceRequest>& request = launch_.options->trace;
  if (!request || !request->records(index_) || searching_) return no_barrier_record;
  if (launch_.barriers_are_full || output_.barriers.size() >= request->max_records) {
    ++output_.dropped_barriers;
    return no_barrier_record;
  }
  const WarpSplit& split = warp.splits[warp.current];
  const SourceLocation& location = split.top.code->locations[split.pc];
  trace::Barrier& barrier = output_.barriers.emplace_back();
  barrier.launch = launch_.number;
  barrier.block = static_cast<std::uint32_t>(index_);
  barrier.warp = warp.index;
  barrier.active_mask = active;
  barrier.number = number;
  barrier.line = static_cast<std::uint32_t>(location.line);
  barrier.ptx_line = static_cast<std::uint32_t>(location.ptx_line);
  barrier.set_arrived_order(order());
  barrier.set_released_order(trace::never_released);  // until it is released
  return output_.barriers.size() - 1;
}

void Block::record_release(std::size_t record) {
  if (record == no_barrier_record) return;
  output_.barriers[record].set_released_order(order());
}

/// By warps: one comes when all of its lanes have that have not ended, and counts as a whole (PTX ISA of barrier).
std::uint32_t Block::threads_that_came(const NamedBarrier& named) const {
  std::uint32_t threads = 0;
  for_each_lane(named.warps, [&](std::uint32_t warp) {
    threads += static_cast<std::uint32_t>(std::popcount(named.lanes[warp] | ~warps_[warp].live));
  });
  return threads;
}

void Block::release_complete_barriers() {
  for (std::uint32_t number = 0; number < barriers_.size(); ++number) {
    const NamedBarrier& named = barriers_[number];
    if (!named.in_use) continue;
    const bool complete = named.threads == 0 ? named.arrived >= live_ : threads_that_came(named) >= named.threads;
    if (complete) release(number);
  }
}

void Block::release(std::uint32_t number) {
  const NamedBarrier named = barriers_[number];
  barriers_[number] = {};
  if (live_ == 0) return;
  if (named.threads == 0 && named.aligned) {
    if (named.other_place) {
      fault_at<"divergent_barrier.elsewhere">(FaultKind::divergent_barrier, warps_[named.warp], *named.code, named.pc,
                                              named.lane, {}, named.other_warp * warp_lanes + named.other_lane,
                                              line_of(*named.code, named.other_pc));
    }
  }
  released_ = true;
  // A barrier of the whole block completes only when threads that return instead of coming have returned.
  const auto warps = static_cast<std::uint32_t>((std::uint64_t{1} << warps_.size()) - 1);
  const std::uint32_t together = named.threads == 0 ? warps : named.warps;
  complete_reads(together);
  if (named.threads == 0) {
    clocks_.synchronise_block(together, first_actor_);
  } else {
    clocks_.synchronise(together, first_actor_);
  }
  join_grid_knowledge(together);
  if (named.threads == 0) {
    clocks_.next_phase();
    if (cluster_.size() == 1) clocks_.raise_floor(static_cast<std::uint32_t>(warps_.size()));
    // Of a cluster, another block may still write what was read too early.
    if (cluster_.size() == 1) end_search();
  }
  for (Warp& warp : warps_) {
    for (WarpSplit& split : warp.splits) {
      if (split.waiting != Waiting::block_barrier || split.barrier != number) continue;
      const Op& op = split.top.code->ops[split.pc];
      const Barrier& how = split.top.code->barriers[op.target];
      const Bases bases = bases_of(warp, split.top);
      if (how.kind == Barrier::Kind::count) {
        auto* result = reinterpret_cast<std::uint32_t*>(at(bases, op.slots[0]));
        for_each_lane(split.mask, [&](std::uint32_t lane) { result[lane] = named.count; });
      } else if (how.kind == Barrier::Kind::all || how.kind == Barrier::Kind::any) {
        const bool holds = how.kind == Barrier::Kind::any ? named.count > 0 : named.count == named.arrived;
        set_predicate(at(bases, op.slots[0]), holds ? split.mask : 0, split.mask);
      }
      record_release(split.barrier_record);
      split.waiting = Waiting::nothing;
      ++split.pc;
    }
  }
}

/// Whether the loop that the warp went round last asks for the barrier of the grid.
bool Block::asks_grid_barrier(const Warp& warp) const {
  const auto runs = [](const WarpSplit& split) { return split.waiting == Waiting::nothing; };
  if (!warp.idle || std::ranges::count_if(warp.splits, runs) != 1) return false;
  const WarpSplit& split = *std::ranges::find_if(warp.splits, runs);
  const auto [code, pc] = warp.asks_at;
  if (code != split.top.code || code->ops[pc].kind != OpKind::load) return false;
  const Access& how = code->accesses[code->ops[pc].target];
  const auto* const base = reinterpret_cast<const std::uint64_t*>(at(bases_of(warp, split.top), how.base));
  const std::uint64_t address = base[first_lane(split.mask)] + static_cast<std::uint64_t>(how.offset);
  return how.wide_address && address - launch_.workspace < grid_barrier_bytes;
}

bool Block::waits_for_grid(const Warp& warp) const {
  return warp.live == 0 || !warp.runnable() || asks_grid_barrier(warp);
}

bool Block::only_waits_for_grid() {
  std::uint64_t changes = 0;
  for (const Warp& warp : warps_) changes += warp.changes;
  const bool changed = std::exchange(changes_before_, changes) != changes;
  return !changed && std::ranges::all_of(warps_, [&](const Warp& warp) { return waits_for_grid(warp); }) &&
         std::ranges::any_of(warps_, [&](const Warp& warp) { return asks_grid_barrier(warp); });
}

void Block::report_grid_deadlock(std::uint64_t ended, std::uint64_t others) {
  const auto warp = std::ranges::find_if(warps_, [&](const Warp& each) { return asks_grid_barrier(each); });
  if (warp == warps_.end()) return;
  const auto path = std::ranges::find(warp->splits, Waiting::nothing, &WarpSplit::waiting);
  const std::uint32_t lane = first_lane(path->mask);
  if (others == 0) {
    fault_at<"divergent_barrier.grid_block">(FaultKind::divergent_barrier, *warp, *warp->asks_at.code, warp->asks_at.pc,
                                             lane, {}, ended);
  } else {
    fault_at<"divergent_barrier.grid_blocks">(FaultKind::divergent_barrier, *warp, *warp->asks_at.code,
                                              warp->asks_at.pc, lane, {}, ended, others);
  }
  stopped_ = true;
}

void Block::report_deadlock() {
  for (const Warp& warp : warps_) {
    for (const WarpSplit& split : warp.splits) {
      if (split.waiting == Waiting::nothing) continue;
      const auto lane = first_lane(split.mask);
      Message others = live_ < threads_ ? message<"barrier.others_ended">() : message<"barrier.others_wait">();
      for (const Warp& other : warps_) {
        for (const WarpSplit& elsewhere : other.splits) {
          if (elsewhere.pc == split.pc && elsewhere.top.code == split.top.code) continue;
          others = message<"barrier.other_waits_elsewhere">(other.index * warp_lanes + first_lane(elsewhere.mask),
                                                            line_of(*elsewhere.top.code, elsewhere.pc));
        }
      }
      fault_at<"divergent_barrier.never">(FaultKind::divergent_barrier, warp, *split.top.code, split.pc, lane, {},
                                          others);
      stopped_ = true;
      return;
    }
  }
  stopped_ = true;
}

}  // namespace lanescope::emulator
