// The interpreter's loop, and the paths of a warp that diverge and reconverge.
#include <algorithm>
#include <bit>
#include <utility>

#include "emulator/execution/block.h"
#include "emulator/memory/moves.h"
#include "emulator/messages.h"

namespace lanescope::emulator {
namespace {

constexpr std::uint32_t nowhere = 0xffffffffu;
/// A path that loops so often while another could run yields to it: the other one may hold what the loop waits for.
constexpr std::uint32_t loops_before_yield = 64;
/// A turn ends after so many loops that read what another block may write (a grid's barrier, a flag), because they may
/// wait for that block. A device would go on; there, too, the number of reads depends on the moment.
constexpr std::uint32_t polls_a_path = 4;

/// Lanes that have left a loop wait behind it for the others of their warp. When these asked so often for a value that
/// others change, and changed nothing themselves, they may wait for the ones that have left, as in a lock that each
/// lane takes: those go on, as threads do from compute capability 7.0 on (CUDA programming guide, independent thread
/// scheduling). A loop that has waited once is known to wait.
constexpr std::uint32_t first_wait = 1024, later_waits = 16;

/// Counts one more such loop of the current path.
bool has_polled_enough(Warp& warp) {
  if (++warp.polls % polls_a_path != 0) return false;
  warp.idle = warp.polls >= polls_a_path * warp.splits.size();
  return true;
}

}  // namespace

bool Block::choose_split(Warp& warp) {
  for (std::size_t tried = 0; tried < warp.splits.size(); ++tried) {
    if (warp.current >= warp.splits.size()) warp.current = 0;
    if (warp.splits[warp.current].waiting == Waiting::nothing) return true;
    ++warp.current;
  }
  return false;
}

void Block::run_warp(Warp& warp, std::uint64_t steps) {
  warp.polls = 0;
  warp.idle = false;
  while (steps > 0 && !stopped_ && !released_ && !warp.idle) {
    if (!choose_split(warp)) return;
    run_split(warp, steps);
  }
}

void Block::run_split(Warp& warp, std::uint64_t& steps) {
  std::uint32_t loops = current(warp).loops;
  current(warp).loops = 0;
  bool polled = false;
  std::uint32_t asked = nowhere;  // where the path asked for a value that others change, since it last looped
  // The loop repeats when the frame or the reconvergence point changes.
  while (!stopped_) {
    WarpSplit& split = current(warp);
    const Code& code = *split.top.code;
    const Op* const ops = code.ops.data();
    Count* const counts = worker_.counts[code.index].data();
    const std::uint32_t* const float_operations = is_traced() ? code.float_operations.data() : nullptr;
    const RegisterUse* const watched = code.register_uses.empty() ? nullptr : code.register_uses.data();
    const Bases bases = bases_of(warp, split.top);
    std::uint32_t reconvergence_pc = nowhere;
    if (split.reconvergence >= 0) {
      const ReconvergencePoint& reconvergence = point(warp, split.reconvergence);
      if (reconvergence.depth == split.depth()) reconvergence_pc = reconvergence.pc;
    }
    std::uint32_t pc = split.pc;
    const std::uint32_t mask = split.mask;
    bool again = false;
    while (!again) {
      if (pc == reconvergence_pc) {
        split.pc = pc;
        if (reconverge(warp) == SplitState::suspended) return;
        break;
      }
      if (steps == 0) {
        split.pc = pc;
        split.loops = loops;  // kept for the next turn, because loops may be longer than turns
        return;
      }
      --steps;
      ++steps_;
      const Op& op = ops[pc];
      std::uint32_t active = mask;
      if (op.guarded) {
        const std::uint32_t guard = word(at(bases, op.guard));
        active &= op.guard_negated ? ~guard : guard;
      }
      const std::uint32_t executing = op.kind == OpKind::branch ? mask : active;
      count(counts[pc], executing, float_operations == nullptr ? 0 : float_operations[pc]);

      if (watched != nullptr && active != 0) {
        split.pc = pc;
        check_registers(warp, watched[pc]);
        if (stopped_) return;
      }
      switch (op.kind) {
        case OpKind::lanes:
          if (active != 0) op.function(bases, op.slots, active);
          ++pc;
          break;
        case OpKind::select:
          if (active != 0) {
            op.function(bases, op.slots, active);
            if (select(warp, op, bases, active)) return;
          }
          ++pc;
          break;
        case OpKind::branch:
          if (active == mask || active == 0) {
            const std::uint32_t target = active == 0 ? pc + 1 : op.target;
            if (target <= pc && asked != nowhere &&
                waits_for_parked_lanes(warp, {&code, std::exchange(asked, nowhere)})) {
              split.pc = target;
              release_parked_lanes(warp);
              return;
            }
            if (target <= pc && ((++loops >= loops_before_yield && warp.splits.size() > 1) ||
                                 (std::exchange(polled, false) && has_polled_enough(warp)))) {
              split.pc = target;
              ++warp.current;
              return;
            }
            pc = target;
          } else {
            split.pc = pc;
            counts[pc].parted = true;
            diverge(warp, active, op.target, op.reconvergence_pc);
            if (asked != nowhere && waits_for_parked_lanes(warp, {&code, std::exchange(asked, nowhere)})) {
              release_parked_lanes(warp);
              return;
            }
            if (++loops >= loops_before_yield && warp.splits.size() > 1) {
              ++warp.current;
              return;
            }
            again = true;
          }
          break;
        case OpKind::load:
          polled |= code.accesses[op.target].polls;
          if (code.accesses[op.target].strong || code.accesses[op.target].is_volatile) asked = pc;
          [[fallthrough]];
        case OpKind::store:
        case OpKind::atomic:
          if (op.kind == OpKind::atomic) asked = pc;
          [[fallthrough]];
        case OpKind::load_uniform:
        case OpKind::copy_async:
        case OpKind::copy_wait:
        case OpKind::texture:
        case OpKind::surface:
        case OpKind::bulk_copy:
        case OpKind::store_async:
          split.pc = pc;
          if (active != 0) access_memory(warp, op, active);
          if (stopped_) return;
          ++pc;
          break;
        case OpKind::mbarrier:
          split.pc = pc;
          if (active != 0 && mbarrier(warp, op, active) && !stopped_) {
            // The turn ends, because another warp has to arrive.
            split.pc = pc + 1;
            split.loops = loops;
            ++warp.current;
            steps = 0;
            return;
          }
          if (stopped_) return;
          ++pc;
          break;
        case OpKind::active_mask:
          set_registers(at(bases, op.slots[0]), 4, active, active);
          ++pc;
          break;
        case OpKind::clock: {
          // The logical time has one tick for each warp instruction of the block.
          const auto which = static_cast<ClockRegister>(op.target);
          const bool wide = which == ClockRegister::clock64 || which == ClockRegister::timer;
          const bool high = which == ClockRegister::clock_high || which == ClockRegister::timer_high;
          set_registers(at(bases, op.slots[0]), wide ? 8 : 4, active, high ? steps_ >> 32 : steps_);
          ++pc;
          break;
        }
        case OpKind::copy_commit:
          for_each_lane(active, [&](std::uint32_t lane) { ++warp.commits[lane]; });
          ++pc;
          break;
        case OpKind::bulk_commit:
          for_each_lane(active, [&](std::uint32_t lane) { ++warp.bulk_commits[lane]; });
          ++pc;
          break;
        case OpKind::bulk_wait:
          if (active != 0) wait_bulk_copies(warp, active, op.target >> 1, (op.target & 1u) != 0);
          ++pc;
          break;
        case OpKind::proxy_fence:
          if (active != 0) warp.proxy_fenced = clocks_.release(actor(warp));
          ++pc;
          break;
        case OpKind::fence:
          warp.fenced |= active;
          if (active != 0) fence(warp, static_cast<Scope>(op.target));
          ++pc;
          break;
        case OpKind::nothing:
          ++pc;
          break;
        case OpKind::warp_barrier:
        case OpKind::shuffle:
        case OpKind::vote:
        case OpKind::match:
        case OpKind::redux:
        case OpKind::elect:
        case OpKind::matrix_load:
        case OpKind::matrix_store:
        case OpKind::matrix_compute:
          split.pc = pc;
          if (active == 0) {
            ++pc;
            break;
          }
          if (collective(warp, op, active) == SplitState::suspended) return;
          again = true;
          break;
        case OpKind::branch_table:
        case OpKind::barrier:
        case OpKind::group_wait:
        case OpKind::cluster_barrier:
        case OpKind::call:
        case OpKind::return_:
        case OpKind::exit:
        case OpKind::trap:
        case OpKind::unknown: {
          split.pc = pc;
          if (active == 0) {
            ++pc;
            break;
          }
          SplitState step = SplitState::running;
          if (op.kind == OpKind::branch_table) {
            step = branch_table(warp, op, active);
          } else if (op.kind == OpKind::barrier) {
            step = barrier(warp, op, active);
          } else if (op.kind == OpKind::group_wait) {
            step = group_wait(warp, op, active);
          } else if (op.kind == OpKind::cluster_barrier) {
            step = cluster_barrier(warp, op, active);
          } else if (op.kind == OpKind::call) {
            step = call(warp, op, active);
          } else if (op.kind == OpKind::return_) {
            step = leave_function(warp, active);
          } else {
            if (op.kind != OpKind::exit) report_trap(warp, op, first_lane(active));
            step = stopped_ ? SplitState::suspended : end_lanes(warp, active);
          }
          if (step == SplitState::suspended) return;
          again = true;
          break;
        }
      }
    }
  }
}

std::int32_t Block::add_reconvergence_point(Warp& warp, std::uint32_t pc, const WarpSplit& split,
                                            std::uint32_t expected) {
  ReconvergencePoint reconvergence;
  reconvergence.pc = pc;
  reconvergence.depth = split.depth();
  reconvergence.expected = expected;
  reconvergence.parent = split.reconvergence;
  reconvergence.top = split.top;
  reconvergence.below = split.below;
  if (!warp.free_points.empty()) {
    const std::int32_t index = warp.free_points.back();
    warp.free_points.pop_back();
    point(warp, index) = std::move(reconvergence);
    return index;
  }
  warp.reconvergence_points.push_back(std::move(reconvergence));
  return static_cast<std::int32_t>(warp.reconvergence_points.size() - 1);
}

void Block::drop_current(Warp& warp) {
  warp.splits.erase(warp.splits.begin() + static_cast<std::ptrdiff_t>(warp.current));
}

/// Handles the arrival of the current path at its reconvergence point. Returns running when all other lanes have
/// arrived too, and the path goes on with them.
Block::SplitState Block::reconverge(Warp& warp) {
  WarpSplit& split = current(warp);
  const std::int32_t index = split.reconvergence;
  ReconvergencePoint& reconvergence = point(warp, index);
  reconvergence.arrived |= split.mask;
  if (reconvergence.arrived == reconvergence.expected) {
    split.mask = reconvergence.expected;
    split.reconvergence = reconvergence.parent;
    warp.free_points.push_back(index);
    return SplitState::running;
  }
  drop_current(warp);
  return SplitState::suspended;
}

/// Whether the current path, which has just looped and asked for a value, has done so often without a change by its
/// warp, while lanes of the warp wait behind loops that they have left.
bool Block::waits_for_parked_lanes(Warp& warp, CodePlace asks_at) {
  warp.asks_at = asks_at;
  if (std::exchange(warp.changes_at_loop, warp.changes) != warp.changes) {
    warp.idle_loops = 0;
    return false;
  }
  if (++warp.idle_loops % (warp.released_parked_lanes ? later_waits : first_wait) != 0) return false;
  return std::ranges::any_of(warp.reconvergence_points, &ReconvergencePoint::has_parked_lanes);
}

/// Lets the lanes go on that wait at reconvergence points; those that come later will not meet them there.
void Block::release_parked_lanes(Warp& warp) {
  warp.released_parked_lanes = true;
  for (ReconvergencePoint& parked : warp.reconvergence_points) {
    if (parked.has_parked_lanes()) release_parked_lanes(warp, parked);
  }
}

void Block::release_parked_lanes(Warp& warp, ReconvergencePoint& parked) {
  warp.splits.push_back(parked.path_of_arrived());
  parked.expected &= ~std::exchange(parked.arrived, 0);
  warp.current = warp.splits.size() - 1;
}

/// Sends the `taken` lanes of the current path to `target`, the others to the next instruction.
void Block::diverge(Warp& warp, std::uint32_t taken, std::uint32_t target, std::uint32_t reconvergence_pc) {
  WarpSplit& split = current(warp);
  const std::uint32_t mask = split.mask;
  const std::uint32_t fall = split.pc + 1;
  std::int32_t index = split.reconvergence;
  const bool reconverges =
      reconvergence_pc + 1 < split.top.code->ops.size();  // the last op is the end, where nobody waits
  if (reconverges) {
    const bool same =
        index >= 0 && point(warp, index).pc == reconvergence_pc && point(warp, index).depth == split.depth();
    if (!same) index = add_reconvergence_point(warp, reconvergence_pc, split, mask);
  }
  WarpSplit other = split;
  other.reconvergence = split.reconvergence = index;
  other.pc = target;
  other.mask = taken;
  split.pc = fall;
  split.mask = mask & ~taken;
  if (reconverges && target == reconvergence_pc) {
    point(warp, index).arrived |= taken;
    return;
  }
  if (reconverges && fall == reconvergence_pc) {
    point(warp, index).arrived |= split.mask;
    split = std::move(other);
    return;
  }
  if (shuffled_ && (random() & 1u) != 0) std::swap(split, other);
  warp.splits.push_back(std::move(other));
}

/// Continues the instruction with only the active lanes of the current path; the others wait after it.
void Block::separate(Warp& warp, std::uint32_t active) {
  if (active != current(warp).mask) continue_alone(warp, active);
}

void Block::continue_alone(Warp& warp, std::uint32_t active) {
  WarpSplit& split = current(warp);
  const std::int32_t index = add_reconvergence_point(warp, split.pc + 1, split, split.mask);
  point(warp, index).arrived = split.mask & ~active;
  split.reconvergence = index;
  split.mask = active;
}

Block::SplitState Block::branch_table(Warp& warp, const Op& op, std::uint32_t active) {
  WarpSplit& split = current(warp);
  const std::vector<std::uint32_t>& table = split.top.code->tables[op.target];
  const Bases bases = bases_of(warp, split.top);
  const auto* index = reinterpret_cast<const std::uint32_t*>(at(bases, op.slots[0]));
  // Lanes go to each target in the order of the table; the manual does not define an index beyond it.
  std::uint32_t left = active;
  std::uint32_t outside = 0;
  for_each_lane(active, [&](std::uint32_t lane) {
    if (index[lane] >= table.size()) outside |= 1u << lane;
  });
  if (outside != 0) {
    fault<"trap.branch_index">(FaultKind::trap, warp, first_lane(outside), {});
    if (stopped_) return SplitState::suspended;
    if (outside == split.mask) return end_lanes(warp, outside);
    left &= ~outside;
  }
  const bool reconverges = op.reconvergence_pc + 1 < split.top.code->ops.size();
  std::int32_t reconvergence = split.reconvergence;
  if (reconverges) reconvergence = add_reconvergence_point(warp, op.reconvergence_pc, split, split.mask);
  std::vector<WarpSplit> paths;
  const auto add = [&](std::uint32_t lanes, std::uint32_t target) {
    WarpSplit path = split;
    path.mask = lanes;
    path.pc = target;
    path.reconvergence = reconvergence;
    if (reconverges && target == op.reconvergence_pc) {
      point(warp, reconvergence).arrived |= lanes;
    } else {
      paths.push_back(std::move(path));
    }
  };
  if (const std::uint32_t fall = split.mask & ~left; fall != 0) add(fall, split.pc + 1);
  while (left != 0) {
    const std::uint32_t target = table[index[std::countr_zero(left)]];
    std::uint32_t lanes = 0;
    for_each_lane(left, [&](std::uint32_t lane) {
      if (table[index[lane]] == target) lanes |= 1u << lane;
    });
    left &= ~lanes;
    add(lanes, target);
  }
  if (paths.empty()) {
    // All lanes went directly to the reconvergence point.
    split.pc = op.reconvergence_pc;
    split.mask = point(warp, reconvergence).expected;
    split.reconvergence = reconvergence;
    return SplitState::running;
  }
  worker_.counts[split.top.code->index][split.pc].parted |= paths[0].mask != split.mask;
  split = std::move(paths[0]);
  for (std::size_t path = 1; path < paths.size(); ++path) warp.splits.push_back(std::move(paths[path]));
  return SplitState::running;
}

/// Removes lanes that will not arrive at these reconvergence points. Points that waited only for them are released.
void Block::remove_lanes(Warp& warp, std::int32_t index, std::uint32_t lanes, std::uint32_t min_depth) {
  while (index >= 0) {
    ReconvergencePoint& reconvergence = point(warp, index);
    if (reconvergence.depth < min_depth) return;
    const std::int32_t parent = reconvergence.parent;
    reconvergence.expected &= ~lanes;
    reconvergence.arrived &= ~lanes;
    if (reconvergence.expected == 0) {
      warp.free_points.push_back(index);
    } else if (reconvergence.expected == reconvergence.arrived) {
      warp.free_points.push_back(index);
      warp.splits.push_back(reconvergence.path_of_arrived());
    }
    index = parent;
  }
}

Block::SplitState Block::end_lanes(Warp& warp, std::uint32_t lanes) {
  {
    WarpSplit& split = current(warp);
    warp.live &= ~lanes;
    live_ -= static_cast<std::uint32_t>(std::popcount(lanes));
    leave_cluster(warp, lanes);
    split.mask &= ~lanes;
    ++split.pc;
  }
  const bool gone = current(warp).mask == 0;
  const std::int32_t reconvergence = current(warp).reconvergence;
  const std::size_t place = warp.current;
  remove_lanes(warp, reconvergence, lanes, 0);
  warp.current = place;
  if (gone) drop_current(warp);
  // Other lanes may have waited only for these.
  if (warp.live != 0) release_waiting_lanes(warp);
  release_complete_barriers();
  return SplitState::suspended;
}

bool Block::end_parked_lanes() {
  bool ended = false;
  for (Warp& warp : warps_) {
    for (std::size_t index = 0; index < warp.reconvergence_points.size(); ++index) {
      const auto number = static_cast<std::int32_t>(index);
      const ReconvergencePoint& parked = warp.reconvergence_points[index];
      const bool used = std::find(warp.free_points.begin(), warp.free_points.end(), number) == warp.free_points.end();
      if (!used || parked.arrived == 0) continue;
      const Op& op = parked.top.code->ops[parked.pc];
      if (op.kind != OpKind::exit || op.guarded) continue;
      const std::uint32_t lanes = parked.arrived;
      ended = true;
      warp.live &= ~lanes;
      live_ -= static_cast<std::uint32_t>(std::popcount(lanes));
      leave_cluster(warp, lanes);
      remove_lanes(warp, number, lanes, 0);
      if (warp.live != 0) release_waiting_lanes(warp);
    }
  }
  if (ended) release_complete_barriers();
  return ended;
}

/// ret of a device function: the lanes go on in their caller.
Block::SplitState Block::leave_function(Warp& warp, std::uint32_t lanes) {
  if (current(warp).below.empty()) return end_lanes(warp, lanes);
  const std::uint32_t depth = current(warp).depth();
  // Reconvergence points inside the function do not wait for them; the one after the call does.
  std::int32_t behind = current(warp).reconvergence;
  while (behind >= 0 && point(warp, behind).depth >= depth) {
    behind = point(warp, behind).parent;
  }
  const std::size_t place = warp.current;
  remove_lanes(warp, current(warp).reconvergence, lanes, depth);
  warp.current = place;
  WarpSplit& split = current(warp);
  WarpSplit back = split;
  back.mask = lanes;
  back.pc = split.top.return_pc;
  back.top = split.below.back();
  back.below.pop_back();
  back.reconvergence = behind;
  // Results are in the callee's frame; they are copied to the places that the call named.
  const Op& op = back.top.code->ops[back.pc - 1];
  const Call& call = back.top.code->calls[op.target];
  const Code& callee = *split.top.code;
  for (std::size_t result = 0; result < call.results.size() && result < callee.results.size(); ++result) {
    warp.local.copy(split.top.local_base + callee.results[result].offset,
                    back.top.local_base + call.results[result].offset, callee.results[result].bytes, lanes);
  }
  if (lanes == split.mask) {
    split = std::move(back);
    return SplitState::running;
  }
  split.mask &= ~lanes;
  ++split.pc;
  warp.splits.push_back(std::move(back));
  return SplitState::running;
}

}  // namespace lanescope::emulator
