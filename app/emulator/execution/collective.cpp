// Instructions that lanes of a warp execute together. Each lane names the lanes that it works with; when these are on
// several paths, the first ones wait.
#include <bit>
#include <cstring>
#include <iterator>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "emulator/execution/block.h"
#include "emulator/memory/atomic_operation.h"
#include "emulator/messages.h"

namespace lanescope::emulator {
namespace {

/// Returns the membermask operand, which is the last one.
Slot member_slot(const Op& op) {
  if (op.kind == OpKind::warp_barrier) return op.slots[0];
  if (op.kind == OpKind::shuffle) return op.slots[5];
  if (works_on_matrices(op.kind)) return op.slots[max_slots - 1];
  return op.slots[op.kind == OpKind::elect ? 2 : 3];
}

}  // namespace

Block::SplitState Block::collective(Warp& warp, const Op& op, std::uint32_t active) {
  WarpSplit& split = current(warp);
  const bool masked = op.kind == OpKind::warp_barrier || op.kind == OpKind::elect || works_on_matrices(op.kind) ||
                      split.top.code->collectives[op.target].masked;
  if (masked) {
    const Bases bases = bases_of(warp, split.top);
    const std::uint32_t* const members = &word(at(bases, member_slot(op)));
    std::uint32_t wanted = 0, outside = 0;
    for_each_lane(active, [&](std::uint32_t lane) {
      wanted |= members[lane];
      outside |= ~members[lane] & 1u << lane;
    });
    if (outside != 0) {
      // PTX ISA of each of these: undefined where the executing thread is not in the membermask.
      const std::uint32_t lane = first_lane(outside);
      fault<"shuffle.caller_outside_mask">(FaultKind::shuffle, warp, lane, {}, lane,
                                           fmt::format("0x{:08x}", members[lane]));
      if (stopped_) return SplitState::suspended;
    }
    if ((wanted & warp.live & ~active) != 0) {
      separate(warp, active);
      current(warp).waiting = Waiting::other_lanes;
      release_waiting_lanes(warp);
      return SplitState::suspended;
    }
  }
  perform(warp, op, split.top, active);
  ++split.pc;
  return SplitState::running;
}

/// Lets waiting paths go on when all the lanes that they name have come.
void Block::release_waiting_lanes(Warp& warp) {
  for (std::size_t index = 0; index < warp.splits.size(); ++index) {
    if (warp.splits[index].waiting != Waiting::other_lanes) continue;
    const WarpSplit& split = warp.splits[index];
    const Op& op = split.top.code->ops[split.pc];
    // A __syncwarp() also synchronises with another __syncwarp(); other collectives only with themselves.
    const auto together = [&](const WarpSplit& other) {
      if (other.waiting != Waiting::other_lanes) return false;
      const Op& its = other.top.code->ops[other.pc];
      if (op.kind == OpKind::warp_barrier) return its.kind == OpKind::warp_barrier;
      return &its == &op && other.top.registers == split.top.registers;
    };
    std::uint32_t here = 0;
    std::uint32_t wanted = 0;
    // The group starts with this path and grows by all lanes that a member names.
    std::uint32_t group = split.mask;
    for (bool grown = true; grown;) {
      grown = false;
      here = wanted = 0;
      for (const WarpSplit& other : warp.splits) {
        if (!together(other) || (other.mask & group) == 0) continue;
        here |= other.mask;
        const std::uint32_t* const members =
            &word(at(bases_of(warp, other.top), member_slot(other.top.code->ops[other.pc])));
        for_each_lane(other.mask, [&](std::uint32_t lane) { wanted |= members[lane] & warp.live; });
      }
      if ((wanted | here | group) != group) {
        group |= wanted | here;
        grown = true;
      }
    }
    if ((wanted & ~here) != 0) continue;
    // An access to memory belongs to the current path.
    const std::size_t running = std::exchange(warp.current, index);
    perform(warp, op, split.top, here);
    warp.current = running;
    for (WarpSplit& other : warp.splits) {
      if (!together(other) || (other.mask & here) == 0) continue;
      ++other.pc;
      other.waiting = Waiting::nothing;
    }
  }
}

void Block::perform(Warp& warp, const Op& op, const CallFrame& frame, std::uint32_t active) {
  const Bases bases = bases_of(warp, frame);
  switch (op.kind) {
    case OpKind::warp_barrier: {
      // Lanes with different masks form separate groups.
      const std::uint32_t* const members = &word(at(bases, op.slots[0]));
      std::uint32_t left = active;
      while (left != 0) {
        const auto first = first_lane(left);
        const std::uint32_t group = members[first] | 1u << first;
        clocks_.synchronise_lanes(actor(warp), (warp.live & ~group) == 0 ? all_lanes : group);
        left &= ~group;
      }
      break;
    }
    case OpKind::shuffle:
      shuffle(warp, op, frame, active);
      break;
    case OpKind::vote:
      vote(bases, op, frame.code->collectives[op.target], active);
      break;
    case OpKind::match:
      match(bases, op, frame.code->collectives[op.target], active);
      break;
    case OpKind::redux:
      redux(warp, op, frame, active);
      break;
    case OpKind::elect: {
      const std::uint32_t leader = first_lane(active);
      set_predicate(at(bases, op.slots[1]), 1u << leader, active);
      for_each_lane(active, [&](std::uint32_t lane) { (&word(at(bases, op.slots[0])))[lane] = leader; });
      break;
    }
    case OpKind::matrix_load:
    case OpKind::matrix_store:
    case OpKind::matrix_compute:
      matrix(warp, op, active);
      break;
    default:
      break;
  }
}

/// The source lane as the PTX manual's pseudo code for shfl has it.
void Block::shuffle(const Warp& warp, const Op& op, const CallFrame& frame, std::uint32_t active) {
  const Bases bases = bases_of(warp, frame);
  const Collective& how = frame.code->collectives[op.target];
  const std::uint32_t* const members = how.masked ? &word(at(bases, op.slots[5])) : nullptr;
  const std::uint32_t* const from = &word(at(bases, op.slots[2]));
  const std::uint32_t* const distance = &word(at(bases, op.slots[3]));
  const std::uint32_t* const clamp = &word(at(bases, op.slots[4]));
  std::uint32_t result[warp_lanes];
  std::uint32_t takes_from[warp_lanes] = {};
  std::uint32_t inside = 0;
  for_each_lane(active, [&](std::uint32_t lane) {
    const std::uint32_t b = distance[lane] & 31u;
    const std::uint32_t c = clamp[lane] & 31u;
    const std::uint32_t segment = clamp[lane] >> 8 & 31u;
    const std::uint32_t max_lane = (lane & segment) | (c & ~segment);
    const std::uint32_t min_lane = lane & segment;
    using enum Collective::Kind;
    std::uint32_t source = how.kind == up          ? lane - b
                           : how.kind == down      ? lane + b
                           : how.kind == butterfly ? lane ^ b
                                                   : min_lane | (b & ~segment);
    // For up, the comparison is signed, because lanes below 0 are out of range.
    const bool valid =
        how.kind == up ? static_cast<std::int32_t>(source) >= static_cast<std::int32_t>(max_lane) : source <= max_lane;
    if (!valid) source = lane;
    result[lane] = from[source & 31u];
    takes_from[lane] = source & 31u;
    const std::uint32_t givers = active & (members == nullptr ? active : members[lane]);
    if (valid && source != lane && (givers >> source & 1u) == 0) {
      const Message why =
          (warp.live >> source & 1u) == 0 ? message<"shuffle.lane_ended">() : message<"shuffle.lane_outside_mask">();
      fault_at<"shuffle.lane_gives_nothing">(FaultKind::shuffle, warp, *frame.code,
                                             static_cast<std::uint32_t>(&op - frame.code->ops.data()), lane, {}, source,
                                             why);
    }
    if (valid) inside |= 1u << lane;
  });
  record_exchange(warp, how.exchange, active, takes_from, from);
  std::uint32_t* const to = &word(at(bases, op.slots[0]));
  for_each_lane(active, [&](std::uint32_t lane) { to[lane] = result[lane]; });
  if (how.has_predicate) {
    set_predicate(at(bases, op.slots[1]), inside, active);
  }
}

/// `takes_from`: by lane, the lane whose value it takes; `given`: by lane, the value that it gives.
void Block::record_exchange(const Warp& warp, std::uint32_t exchange, std::uint32_t active,
                            const std::uint32_t* takes_from, const std::uint32_t* given) {
  if (searching_ || !is_traced() || !launch_.options->trace->exchanges) return;
  trace::Header header;
  header.site = static_cast<std::uint32_t>(launch_.program->sites.size()) + exchange;
  header.launch = launch_.number;
  header.block = static_cast<std::uint32_t>(index_);
  header.warp = warp.index;
  header.active_mask = active;
  header.set_order(order()++);
  if (launch_.trace_is_full || output_.headers.size() >= launch_.options->trace->max_records) {
    ++output_.dropped;
    return;
  }
  output_.headers.push_back(header);
  output_.float_operations.push_back(float_operations_);
  trace::Offsets& offsets = output_.offsets.emplace_back();
  offsets.fill(trace::no_offset);
  for_each_lane(active, [&](std::uint32_t lane) { offsets[lane] = 4 * takes_from[lane]; });
  if (!launch_.options->trace->values) return;
  trace::Lanes& values = output_.values.emplace_back();
  values.fill(0);
  for_each_lane(active, [&](std::uint32_t lane) { values[lane] = given[lane]; });
}

void Block::vote(const Bases& bases, const Op& op, const Collective& how, std::uint32_t active) {
  std::uint32_t held = word(at(bases, op.slots[2]));
  if (how.negated) held = ~held;
  const std::uint32_t* const members = how.masked ? &word(at(bases, op.slots[3])) : nullptr;
  std::uint32_t holds = 0;
  std::uint32_t* const ballot = &word(at(bases, op.slots[0]));
  for_each_lane(active, [&](std::uint32_t lane) {
    const std::uint32_t group = members == nullptr ? active : members[lane] & active;
    const std::uint32_t yes = held & group;
    if (how.kind == Collective::Kind::ballot) {
      ballot[lane] = yes;
      return;
    }
    const bool all = yes == group, any = yes != 0;
    const bool result = how.kind == Collective::Kind::all ? all : how.kind == Collective::Kind::any ? any : all || !any;
    if (result) holds |= 1u << lane;
  });
  if (how.kind != Collective::Kind::ballot) {
    set_predicate(at(bases, op.slots[0]), holds, active);
  }
}

void Block::match(const Bases& bases, const Op& op, const Collective& how, std::uint32_t active) {
  const std::byte* const from = at(bases, op.slots[2]);
  const auto value = [&](std::uint32_t lane) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, from + std::size_t{lane} * how.bytes, how.bytes);
    return bits;
  };
  const std::uint32_t* const members = &word(at(bases, op.slots[3]));
  std::uint32_t* const to = &word(at(bases, op.slots[0]));
  std::uint32_t agree = 0;
  for_each_lane(active, [&](std::uint32_t lane) {
    std::uint32_t same = 0;
    const std::uint32_t group = members[lane] & active;
    for_each_lane(group, [&](std::uint32_t other) {
      if (value(other) == value(lane)) same |= 1u << other;
    });
    if (how.kind == Collective::Kind::match_all) {
      const bool all = same == group;
      if (all) agree |= 1u << lane;
      same = all ? group : 0;
    }
    to[lane] = same;
  });
  if (how.has_predicate) {
    set_predicate(at(bases, op.slots[1]), agree, active);
  }
}

void Block::redux(const Warp& warp, const Op& op, const CallFrame& frame, std::uint32_t active) {
  const Bases bases = bases_of(warp, frame);
  const Collective& how = frame.code->collectives[op.target];
  const std::uint32_t* const from = &word(at(bases, op.slots[2]));
  const std::uint32_t* const members = &word(at(bases, op.slots[3]));
  const bool is_signed = ptx::is_signed_integer(how.type);
  std::uint32_t results[warp_lanes];
  for_each_lane(active, [&](std::uint32_t lane) {
    const std::uint32_t group = members[lane] & active;
    std::uint32_t result = from[std::countr_zero(group | 1u << lane)];
    for_each_lane(group & (group - 1), [&](std::uint32_t other) {
      result = is_signed ? static_cast<std::uint32_t>(combined(how.reduce, static_cast<std::int32_t>(result),
                                                               static_cast<std::int32_t>(from[other])))
                         : combined(how.reduce, result, from[other]);
    });
    results[lane] = result;
  });
  std::uint32_t own[warp_lanes] = {};
  std::iota(std::begin(own), std::end(own), 0u);
  record_exchange(warp, how.exchange, active, own, from);
  std::uint32_t* const to = &word(at(bases, op.slots[0]));
  for_each_lane(active, [&](std::uint32_t lane) { to[lane] = results[lane]; });
}

}  // namespace lanescope::emulator
