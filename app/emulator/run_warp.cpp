// The interpreter's loop, and the paths of a warp that diverge and meet.
#include <bit>
#include <utility>

#include "emulator/block.h"

namespace warpscope::emulator {
namespace {

constexpr std::uint32_t nowhere = 0xffffffffu;
/// A path that loops this often while another could run yields to it: the other may hold what the loop waits for.
constexpr std::uint32_t loops_before_yield = 64;
/// A loop that reads so often what another block may write (a grid's barrier, a flag) waits for that block, perhaps:
/// the turn ends. On a device it would go on; how often it reads depends on the moment there, too.
constexpr std::uint32_t polls_a_path = 4;

/// After one more such loop of the current path.
bool has_polled_enough(Warp& warp) {
  if (++warp.polls % polls_a_path != 0) return false;
  warp.idle = warp.polls >= polls_a_path * warp.splits.size();
  return true;
}

std::uint32_t& word(std::byte* place) {
  return *reinterpret_cast<std::uint32_t*>(place);
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
  // Again whenever the frame or the meeting changes.
  while (!stopped_) {
    Split& split = current(warp);
    const Code& code = *split.top.code;
    const Op* const ops = code.ops.data();
    Count* const counts = counts_[code.index].data();
    const Bases bases = bases_of(warp, split.top);
    std::uint32_t meet = nowhere;
    if (split.meeting >= 0) {
      const Meeting& meeting = warp.meetings[static_cast<std::size_t>(split.meeting)];
      if (meeting.depth == split.depth()) meet = meeting.pc;
    }
    std::uint32_t pc = split.pc;
    const std::uint32_t mask = split.mask;
    bool again = false;
    while (!again) {
      if (pc == meet) {
        split.pc = pc;
        if (arrive(warp) == Step::leave) return;
        break;
      }
      if (steps == 0) {
        split.pc = pc;
        split.loops = loops;  // its next turn goes on counting: loops may be longer than turns
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
      ++counts[pc].instructions;
      const std::uint32_t executing = op.what == Do::branch ? mask : active;
      counts[pc].lanes += executing == all_lanes ? warp_lanes : static_cast<std::uint64_t>(std::popcount(executing));

      switch (op.what) {
        case Do::lanes:
          if (active != 0) op.function(bases, op.slots, active);
          ++pc;
          break;
        case Do::branch:
          if (active == mask || active == 0) {
            const std::uint32_t target = active == 0 ? pc + 1 : op.target;
            if (target <= pc && ((++loops >= loops_before_yield && warp.splits.size() > 1) ||
                                 (std::exchange(polled, false) && has_polled_enough(warp)))) {
              split.pc = target;
              ++warp.current;
              return;
            }
            pc = target;
          } else {
            split.pc = pc;
            diverge(warp, active, op.target, op.meet);
            if (++loops >= loops_before_yield && warp.splits.size() > 1) {
              ++warp.current;
              return;
            }
            again = true;
          }
          break;
        case Do::load:
          polled |= code.accesses[op.target].polls;
          [[fallthrough]];
        case Do::store:
        case Do::atomic:
          split.pc = pc;
          if (active != 0) access(warp, op, active);
          if (stopped_) return;
          ++pc;
          break;
        case Do::load_uniform:
          split.pc = pc;
          if (active != 0) load_uniform(warp, op, active);
          if (stopped_) return;
          ++pc;
          break;
        case Do::local_address: {
          const Access& how = code.accesses[op.target];
          const std::uint64_t value = split.top.local_base + static_cast<std::uint64_t>(how.offset);
          std::byte* const place = at(bases, op.slots[0]);
          for_each_lane(active, [&](std::uint32_t lane) {
            if (how.register_bytes == 8) {
              reinterpret_cast<std::uint64_t*>(place)[lane] = value;
            } else {
              reinterpret_cast<std::uint32_t*>(place)[lane] = static_cast<std::uint32_t>(value);
            }
          });
          ++pc;
          break;
        }
        case Do::active_mask:
          for_each_lane(active, [&](std::uint32_t lane) { (&word(at(bases, op.slots[0])))[lane] = active; });
          ++pc;
          break;
        case Do::clock: {
          // Logical time: one tick a warp instruction of the block.
          const auto which = static_cast<ClockRegister>(op.target);
          std::byte* const place = at(bases, op.slots[0]);
          const bool wide = which == ClockRegister::clock64 || which == ClockRegister::timer;
          const bool high = which == ClockRegister::clock_high || which == ClockRegister::timer_high;
          for_each_lane(active, [&](std::uint32_t lane) {
            if (wide) {
              reinterpret_cast<std::uint64_t*>(place)[lane] = steps_;
            } else {
              reinterpret_cast<std::uint32_t*>(place)[lane] = static_cast<std::uint32_t>(high ? steps_ >> 32 : steps_);
            }
          });
          ++pc;
          break;
        }
        case Do::copy_async:
          split.pc = pc;
          if (active != 0) copy_async(warp, op, active);
          if (stopped_) return;
          ++pc;
          break;
        case Do::copy_commit:
          for_each_lane(active, [&](std::uint32_t lane) { ++warp.commits[lane]; });
          ++pc;
          break;
        case Do::copy_wait:
          split.pc = pc;
          wait_copies(warp, active, op.target, op.meet != 0);
          if (stopped_) return;
          ++pc;
          break;
        case Do::texture:
          split.pc = pc;
          if (active != 0) fetch_texture(warp, op, active);
          if (stopped_) return;
          ++pc;
          break;
        case Do::nothing:
          ++pc;
          break;
        case Do::warp_barrier:
        case Do::shuffle:
        case Do::vote:
        case Do::match:
        case Do::redux:
        case Do::elect:
          split.pc = pc;
          if (active == 0) {
            ++pc;
            break;
          }
          if (collective(warp, op, active) == Step::leave) return;
          again = true;
          break;
        case Do::branch_table:
        case Do::barrier:
        case Do::call:
        case Do::return_:
        case Do::exit:
        case Do::trap: {
          split.pc = pc;
          if (active == 0) {
            ++pc;
            break;
          }
          Step step = Step::next;
          if (op.what == Do::branch_table) {
            step = branch_table(warp, op, active);
          } else if (op.what == Do::barrier) {
            step = barrier(warp, op, active);
          } else if (op.what == Do::call) {
            step = call(warp, op, active);
          } else if (op.what == Do::return_) {
            step = leave_function(warp, active);
          } else {
            if (op.what == Do::trap) {
              fault(FaultKind::trap, warp, static_cast<std::uint32_t>(std::countr_zero(active)),
                    "the kernel executed a trap instruction");
            }
            step = stopped_ ? Step::leave : end_lanes(warp, active);
          }
          if (step == Step::leave) return;
          again = true;
          break;
        }
      }
    }
  }
}

std::int32_t Block::add_meeting(Warp& warp, std::uint32_t pc, const Split& split, std::uint32_t expected) {
  Meeting meeting;
  meeting.pc = pc;
  meeting.depth = split.depth();
  meeting.expected = expected;
  meeting.parent = split.meeting;
  meeting.top = split.top;
  meeting.below = split.below;
  if (!warp.free_meetings.empty()) {
    const std::int32_t index = warp.free_meetings.back();
    warp.free_meetings.pop_back();
    warp.meetings[static_cast<std::size_t>(index)] = std::move(meeting);
    return index;
  }
  warp.meetings.push_back(std::move(meeting));
  return static_cast<std::int32_t>(warp.meetings.size() - 1);
}

void Block::drop_current(Warp& warp) {
  warp.splits.erase(warp.splits.begin() + static_cast<std::ptrdiff_t>(warp.current));
}

/// The current path has come to its meeting. next: it goes on, joined by all the others.
Block::Step Block::arrive(Warp& warp) {
  Split& split = current(warp);
  const std::int32_t index = split.meeting;
  Meeting& meeting = warp.meetings[static_cast<std::size_t>(index)];
  meeting.arrived |= split.mask;
  if (meeting.arrived == meeting.expected) {
    split.mask = meeting.expected;
    split.meeting = meeting.parent;
    warp.free_meetings.push_back(index);
    return Step::next;
  }
  drop_current(warp);
  return Step::leave;
}

/// Lanes of the current path go to `target`, the others to the next instruction.
void Block::diverge(Warp& warp, std::uint32_t taken, std::uint32_t target, std::uint32_t meet) {
  Split& split = current(warp);
  const std::uint32_t mask = split.mask;
  const std::uint32_t fall = split.pc + 1;
  std::int32_t index = split.meeting;
  const bool meets = meet + 1 < split.top.code->ops.size();  // the last op is the end that nobody waits at
  if (meets) {
    const bool same = index >= 0 && warp.meetings[static_cast<std::size_t>(index)].pc == meet &&
                      warp.meetings[static_cast<std::size_t>(index)].depth == split.depth();
    if (!same) index = add_meeting(warp, meet, split, mask);
  }
  Split other = split;
  other.meeting = split.meeting = index;
  other.pc = target;
  other.mask = taken;
  split.pc = fall;
  split.mask = mask & ~taken;
  if (meets && target == meet) {
    warp.meetings[static_cast<std::size_t>(index)].arrived |= taken;
    return;
  }
  if (meets && fall == meet) {
    warp.meetings[static_cast<std::size_t>(index)].arrived |= split.mask;
    split = std::move(other);
    return;
  }
  if (shuffled_ && (random() & 1u) != 0) std::swap(split, other);
  warp.splits.push_back(std::move(other));
}

/// The active lanes of the current path go on alone with its instruction; the others wait behind it.
void Block::separate(Warp& warp, std::uint32_t active) {
  Split& split = current(warp);
  if (active == split.mask) return;
  const std::int32_t index = add_meeting(warp, split.pc + 1, split, split.mask);
  warp.meetings[static_cast<std::size_t>(index)].arrived = split.mask & ~active;
  split.meeting = index;
  split.mask = active;
}

Block::Step Block::branch_table(Warp& warp, const Op& op, std::uint32_t active) {
  Split& split = current(warp);
  const std::vector<std::uint32_t>& table = split.top.code->tables[op.target];
  const Bases bases = bases_of(warp, split.top);
  const auto* index = reinterpret_cast<const std::uint32_t*>(at(bases, op.slots[0]));
  // Lanes to each target, in the order of the table; what is beyond it goes nowhere that the manual defines.
  std::uint32_t left = active;
  std::uint32_t outside = 0;
  for_each_lane(active, [&](std::uint32_t lane) {
    if (index[lane] >= table.size()) outside |= 1u << lane;
  });
  if (outside != 0) {
    fault(FaultKind::trap, warp, static_cast<std::uint32_t>(std::countr_zero(outside)),
          "an indirect branch has an index beyond its table");
    if (stopped_) return Step::leave;
    if (outside == split.mask) return end_lanes(warp, outside);
    left &= ~outside;
  }
  const bool meets = op.meet + 1 < split.top.code->ops.size();
  std::int32_t meeting = split.meeting;
  if (meets) meeting = add_meeting(warp, op.meet, split, split.mask);
  std::vector<Split> paths;
  const auto add = [&](std::uint32_t lanes, std::uint32_t target) {
    Split path = split;
    path.mask = lanes;
    path.pc = target;
    path.meeting = meeting;
    if (meets && target == op.meet) {
      warp.meetings[static_cast<std::size_t>(meeting)].arrived |= lanes;
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
    // Everybody went straight to the meeting.
    split.pc = op.meet;
    split.mask = warp.meetings[static_cast<std::size_t>(meeting)].expected;
    split.meeting = meeting;
    return Step::next;
  }
  split = std::move(paths[0]);
  for (std::size_t path = 1; path < paths.size(); ++path) warp.splits.push_back(std::move(paths[path]));
  return Step::next;
}

/// The lanes will not come to these meetings any more. Meetings that only waited for them go on.
void Block::remove_lanes(Warp& warp, std::int32_t index, std::uint32_t lanes, std::uint32_t min_depth) {
  while (index >= 0) {
    Meeting& meeting = warp.meetings[static_cast<std::size_t>(index)];
    if (meeting.depth < min_depth) return;
    const std::int32_t parent = meeting.parent;
    meeting.expected &= ~lanes;
    meeting.arrived &= ~lanes;
    if (meeting.expected == 0) {
      warp.free_meetings.push_back(index);
    } else if (meeting.expected == meeting.arrived) {
      Split joined;
      joined.pc = meeting.pc;
      joined.mask = meeting.expected;
      joined.meeting = parent;
      joined.top = meeting.top;
      joined.below = meeting.below;
      warp.free_meetings.push_back(index);
      warp.splits.push_back(std::move(joined));
    }
    index = parent;
  }
}

/// The lanes end.
Block::Step Block::end_lanes(Warp& warp, std::uint32_t lanes) {
  {
    Split& split = current(warp);
    warp.live &= ~lanes;
    live_ -= static_cast<std::uint32_t>(std::popcount(lanes));
    if (!some_ended_) {
      some_ended_ = true;
      first_ended_ = warp.index * warp_lanes + static_cast<std::uint32_t>(std::countr_zero(lanes));
    }
    split.mask &= ~lanes;
    ++split.pc;
  }
  const bool gone = current(warp).mask == 0;
  const std::int32_t meeting = current(warp).meeting;
  const std::size_t place = warp.current;
  remove_lanes(warp, meeting, lanes, 0);
  warp.current = place;
  if (gone) drop_current(warp);
  // Others may have waited only for these.
  if (warp.live != 0) release_waiting_lanes(warp);
  release_complete_barriers();
  return Step::leave;
}

/// ret of a device function: the lanes go on in their caller.
Block::Step Block::leave_function(Warp& warp, std::uint32_t lanes) {
  if (current(warp).below.empty()) return end_lanes(warp, lanes);
  const std::uint32_t depth = current(warp).depth();
  // Meetings inside the function do not wait for them; the one behind the call does.
  std::int32_t behind = current(warp).meeting;
  while (behind >= 0 && warp.meetings[static_cast<std::size_t>(behind)].depth >= depth) {
    behind = warp.meetings[static_cast<std::size_t>(behind)].parent;
  }
  const std::size_t place = warp.current;
  remove_lanes(warp, current(warp).meeting, lanes, depth);
  warp.current = place;
  Split& split = current(warp);
  Split back = split;
  back.mask = lanes;
  back.pc = split.top.return_pc;
  back.top = split.below.back();
  back.below.pop_back();
  back.meeting = behind;
  // Results lie in the callee's frame; they go where the call said.
  const Op& op = back.top.code->ops[back.pc - 1];
  const Call& call = back.top.code->calls[op.target];
  const Code& callee = *split.top.code;
  for (std::size_t result = 0; result < call.results.size() && result < callee.results.size(); ++result) {
    const std::uint32_t from = (split.top.local_base + callee.results[result].offset) / 4;
    const std::uint32_t to = (back.top.local_base + call.results[result].offset) / 4;
    for (std::uint32_t piece = 0; piece < (callee.results[result].bytes + 3) / 4; ++piece) {
      for_each_lane(lanes, [&](std::uint32_t lane) {
        warp.local.words[(to + piece) * warp_lanes + lane] = warp.local.words[(from + piece) * warp_lanes + lane];
      });
    }
  }
  if (lanes == split.mask) {
    split = std::move(back);
    return Step::next;
  }
  split.mask &= ~lanes;
  ++split.pc;
  warp.splits.push_back(std::move(back));
  return Step::next;
}

}  // namespace warpscope::emulator
