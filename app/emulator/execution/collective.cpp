// Instructions that lanes of a warp execute together. Each lane names the lanes that it works with; when these are on
// several paths, the first ones wait.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

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

/// What a path has come to; without a meaning for barriers and matrices.
const Collective& collective_of(const WarpSplit& split) {
  static const Collective none;
  const Op& op = split.top.code->ops[split.pc];
  const bool other = op.kind == OpKind::warp_barrier || works_on_matrices(op.kind);
  return other ? none : split.top.code->collectives[op.target];
}

/// The bits that a lane has in each of the slots, results first; 0: in none.
using OperandBits = std::array<unsigned, 6>;
OperandBits operand_bits(OpKind kind, const Collective& how) {
  switch (kind) {
    case OpKind::warp_barrier:
      return {32};
    case OpKind::shuffle:
      return {32, 1, 32, 32, 32, 32};
    case OpKind::vote:
      return {how.kind == Collective::Kind::ballot ? 32u : 1u, 0, 1, 32};
    case OpKind::match:
      return {32, 1, 8u * how.bytes, 32};
    case OpKind::redux:
      return {32, 0, 32, 32};
    default:
      return {32, 1, 32};
  }
}
/// Room for the widest one.
constexpr std::size_t operand_bytes = 8 * warp_lanes;

/// Copies an operand of some lanes. negated: of predicates.
void move_lanes(std::byte* to, const std::byte* from, unsigned bits, std::uint32_t lanes, bool negated) {
  if (bits == 1) {
    std::uint32_t held = 0;
    std::memcpy(&held, from, sizeof(held));
    set_predicate(to, negated ? ~held : held, lanes);
    return;
  }
  for_each_lane(lanes,
                [&](std::uint32_t lane) { std::memcpy(to + lane * bits / 8, from + lane * bits / 8, bits / 8); });
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
  perform(warp, op, bases_of(warp, split.top), collective_of(split), active);
  ++split.pc;
  return SplitState::running;
}

/// Whether two paths wait for each other: the same operation with the same masks, wherever it stands (PTX ISA of shfl,
/// vote, match, redux and elect: "the same qualifiers and the same membermask value"). A __syncwarp() waits for any
/// other one; an instruction on matrices is one for all lanes.
bool Block::waits_for(const Warp& warp, const WarpSplit& split, const WarpSplit& other) const {
  if (other.waiting != Waiting::other_lanes) return false;
  const Op &op = split.top.code->ops[split.pc], &its = other.top.code->ops[other.pc];
  if (&its == &op && other.top.registers == split.top.registers) return true;
  if (its.kind != op.kind || works_on_matrices(op.kind)) return false;
  if (op.kind == OpKind::warp_barrier) return true;
  const Collective &how = split.top.code->collectives[op.target], &theirs = other.top.code->collectives[its.target];
  return how.kind == theirs.kind && how.bytes == theirs.bytes && how.reduce == theirs.reduce &&
         how.type == theirs.type && named_lanes(warp, split) == named_lanes(warp, other);
}

/// A lane that waits for the others behind a branch, while they wait for it in a call, goes on without them: threads
/// wait only for those that have not exited (PTX ISA of vote.sync, shfl.sync and bar.warp.sync), and it may come to a
/// call of its own or to its end.
bool Block::can_run(Warp& warp) {
  if (warp.runnable()) return true;
  std::uint32_t wanted = 0;
  for (const WarpSplit& split : warp.splits) {
    // Those of instructions on matrices must be at the same place.
    const bool waits = split.waiting == Waiting::other_lanes && !works_on_matrices(split.top.code->ops[split.pc].kind);
    if (waits) wanted |= named_lanes(warp, split) & warp.live;
  }
  bool released = false;
  for (ReconvergencePoint& parked : warp.reconvergence_points) {
    if (!parked.has_parked_lanes() || (parked.arrived & wanted) == 0) continue;
    release_parked_lanes(warp, parked);
    released = true;
  }
  return released;
}

/// The lanes that those of a waiting path name.
std::uint32_t Block::named_lanes(const Warp& warp, const WarpSplit& split) {
  const std::uint32_t* const members = &word(at(bases_of(warp, split.top), member_slot(split.top.code->ops[split.pc])));
  std::uint32_t named = 0;
  for_each_lane(split.mask, [&](std::uint32_t lane) { named |= members[lane]; });
  return named;
}

/// Lets waiting paths go on when all the lanes that they name have come.
void Block::release_waiting_lanes(Warp& warp) {
  for (std::size_t index = 0; index < warp.splits.size(); ++index) {
    if (warp.splits[index].waiting != Waiting::other_lanes) continue;
    const WarpSplit& split = warp.splits[index];
    std::vector<WarpSplit*> paths;
    std::uint32_t here = 0;
    std::uint32_t wanted = 0;
    // The group starts with this path and grows by all lanes that a member names.
    std::uint32_t group = split.mask;
    for (bool grown = true; grown;) {
      grown = false;
      here = wanted = 0;
      paths.clear();
      for (WarpSplit& other : warp.splits) {
        if ((other.mask & group) == 0 || !waits_for(warp, split, other)) continue;
        paths.push_back(&other);
        here |= other.mask;
        wanted |= named_lanes(warp, other) & warp.live;
      }
      if ((wanted | here | group) != group) {
        group |= wanted | here;
        grown = true;
      }
    }
    if ((wanted & ~here) != 0) continue;
    // An access to memory belongs to the current path.
    const std::size_t running = std::exchange(warp.current, index);
    perform(warp, split, paths, here);
    warp.current = running;
    for (WarpSplit* const path : paths) {
      ++path->pc;
      path->waiting = Waiting::nothing;
    }
  }
}

/// Performs what lanes on several paths have come to. `split`: one of them.
void Block::perform(Warp& warp, const WarpSplit& split, const std::vector<WarpSplit*>& paths, std::uint32_t lanes) {
  const Op& op = split.top.code->ops[split.pc];
  const bool one_place = std::all_of(paths.begin(), paths.end(), [&](const WarpSplit* path) {
    return &path->top.code->ops[path->pc] == &op && path->top.registers == split.top.registers;
  });
  if (one_place) return perform(warp, op, bases_of(warp, split.top), collective_of(split), lanes);
  // As if all were on one path, with the operands of each.
  alignas(64) std::byte operands[OperandBits().size() * operand_bytes] = {};
  const Bases gathered{operands, nullptr, nullptr};
  Op joined = op;
  Collective how = collective_of(split);
  how.negated = false;
  how.has_predicate = true;
  const auto bits = operand_bits(op.kind, how);
  const std::size_t results = op.kind == OpKind::warp_barrier ? 0 : 2;
  for (std::size_t index = 0; index < bits.size(); ++index) {
    joined.slots[index] = static_cast<Slot>(index * operand_bytes);
  }
  for (const WarpSplit* const path : paths) {
    const Op& its = path->top.code->ops[path->pc];
    const Bases bases = bases_of(warp, path->top);
    for (std::size_t index = results; index < bits.size(); ++index) {
      const bool negated = bits.at(index) == 1 && collective_of(*path).negated;
      move_lanes(at(gathered, joined.slots[index]), at(bases, its.slots[index]), bits.at(index), path->mask, negated);
    }
  }
  perform(warp, joined, gathered, how, lanes);
  for (const WarpSplit* const path : paths) {
    const Op& its = path->top.code->ops[path->pc];
    const Bases bases = bases_of(warp, path->top);
    for (std::size_t index = 0; index < results; ++index) {
      move_lanes(at(bases, its.slots[index]), at(gathered, joined.slots[index]), bits.at(index), path->mask, false);
    }
  }
}

/// `how`: of what has one.
void Block::perform(Warp& warp, const Op& op, const Bases& bases, const Collective& how, std::uint32_t active) {
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
      shuffle(warp, op, bases, how, active);
      break;
    case OpKind::vote:
      vote(bases, op, how, active);
      break;
    case OpKind::match:
      match(bases, op, how, active);
      break;
    case OpKind::redux:
      redux(warp, op, bases, how, active);
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

/// The path on which a lane is that takes part in what is performed.
const WarpSplit& Block::path_of(const Warp& warp, std::uint32_t lane) {
  return *std::find_if(warp.splits.begin(), warp.splits.end(),
                       [&](const WarpSplit& split) { return (split.mask >> lane & 1u) != 0; });
}

/// The source lane as the PTX manual's pseudo code for shfl has it.
void Block::shuffle(const Warp& warp, const Op& op, const Bases& bases, const Collective& how, std::uint32_t active) {
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
      const WarpSplit& path = path_of(warp, lane);
      fault_at<"shuffle.lane_gives_nothing">(FaultKind::shuffle, warp, *path.top.code, path.pc, lane, {}, source, why);
    }
    if (valid) inside |= 1u << lane;
  });
  record_exchanges(warp, active, takes_from, from);
  std::uint32_t* const to = &word(at(bases, op.slots[0]));
  for_each_lane(active, [&](std::uint32_t lane) { to[lane] = result[lane]; });
  if (how.has_predicate) {
    set_predicate(at(bases, op.slots[1]), inside, active);
  }
}

/// One record for each place at which the lanes are. `takes_from`: by lane, the lane whose value it takes; `given`: by
/// lane, the value that it gives.
void Block::record_exchanges(const Warp& warp, std::uint32_t active, const std::uint32_t* takes_from,
                             const std::uint32_t* given) {
  if (searching_ || !is_traced() || !launch_.options->trace->exchanges) return;
  const auto exchange_of = [&](std::uint32_t lane) { return collective_of(path_of(warp, lane)).exchange; };
  for (std::uint32_t left = active; left != 0;) {
    const std::uint32_t exchange = exchange_of(first_lane(left));
    std::uint32_t lanes = 0;
    for_each_lane(left, [&](std::uint32_t lane) { lanes |= exchange_of(lane) == exchange ? 1u << lane : 0; });
    left &= ~lanes;
    record_exchange(warp, exchange, lanes, takes_from, given);
  }
}

void Block::record_exchange(const Warp& warp, std::uint32_t exchange, std::uint32_t active,
                            const std::uint32_t* takes_from, const std::uint32_t* given) {
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

void Block::redux(const Warp& warp, const Op& op, const Bases& bases, const Collective& how, std::uint32_t active) {
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
  record_exchanges(warp, active, own, from);
  std::uint32_t* const to = &word(at(bases, op.slots[0]));
  for_each_lane(active, [&](std::uint32_t lane) { to[lane] = results[lane]; });
}

}  // namespace lanescope::emulator
