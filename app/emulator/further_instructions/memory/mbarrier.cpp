// mbarrier: arrivals and bytes that a phase waits for, in 8 bytes of shared memory. How the hardware encodes a state
// the manual leaves open; here it is the bits of MbarrierState.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "emulator/execution/block.h"
#include "emulator/memory/moves.h"
#include "emulator/messages.h"

namespace lanescope::emulator {
namespace {

struct MbarrierState {
  std::uint32_t pending = 0, expected = 0;  ///< arrivals, of 20 bits
  std::int32_t transactions = 0;            ///< bytes, of 21 bits with the sign
  bool odd = false;                         ///< the parity of the current phase

  static MbarrierState of(std::uint64_t bits) {
    const auto transactions = static_cast<std::int32_t>(static_cast<std::uint32_t>(bits >> 40) << 11) >> 11;
    return {static_cast<std::uint32_t>(bits) & 0xfffffu, static_cast<std::uint32_t>(bits >> 20) & 0xfffffu,
            transactions, (bits >> 63) != 0};
  }
  [[nodiscard]] std::uint64_t bits() const {
    return std::uint64_t{pending & 0xfffffu} | std::uint64_t{expected & 0xfffffu} << 20 |
           std::uint64_t{static_cast<std::uint32_t>(transactions) & 0x1fffffu} << 40 | std::uint64_t{odd} << 63;
  }
  void arrive(std::uint32_t count) {
    pending -= std::min(pending, count);
    if (pending != 0 || transactions != 0) return;
    odd = !odd;
    pending = expected;
  }
};

}  // namespace

/// Makes the arrival of one lane, after the bytes that it expects. Whoever waits for the phase learns what those knew
/// who arrived in it.
void Block::update_mbarrier(const Warp& warp, const Op& op, const Access& how, std::uint32_t lane, std::byte* place,
                            std::uint64_t address) {
  const Bases bases = bases_of(warp, warp.splits[warp.current].top);
  std::uint64_t before = 0;
  std::memcpy(&before, place, sizeof(before));
  MbarrierState state = MbarrierState::of(before);
  const auto count = static_cast<std::uint32_t>(register_value(at(bases, op.slots[1]), 4, lane));
  const auto bytes = static_cast<std::int32_t>(register_value(at(bases, op.slots[2]), 4, lane));
  const bool completes = how.mbarrier == MbarrierOperation::complete;
  state.transactions += completes ? -bytes : bytes;
  if (how.mbarrier == MbarrierOperation::arrive_drop) state.expected -= std::min(state.expected, count);
  // An instruction that only expects bytes completes nothing.
  Cluster::Arrivals& arrivals = cluster_.arrivals[address];
  if (count != 0 || completes) join(arrivals.gathered, clocks_.release(actor(warp)));
  const bool was_odd = state.odd;
  if (count != 0 || completes) state.arrive(count);
  if (state.odd != was_odd) arrivals.complete = arrivals.gathered;
  const std::uint64_t after = state.bits();
  std::memcpy(place, &after, sizeof(after));
  if (how.returns) set_register(at(bases, op.slots[0]), 8, lane, before);
}

void Block::complete_bytes(Warp& warp, Block& home, std::uint32_t offset, std::uint32_t bytes, std::uint32_t site) {
  SharedMemory::Conflict conflict;
  auto hazard =
      home.shared_.read(clocks_, actor(warp), copy_lane_, offset, 8, SharedMemory::Strength::strong, site, conflict);
  if (hazard == SharedMemory::Hazard::none) {
    hazard = home.shared_.write(clocks_, actor(warp), copy_lane_, offset, 8, true, false, site, conflict);
  }
  if (hazard != SharedMemory::Hazard::none) {
    if (hazard == SharedMemory::Hazard::race) {
      fault<"race.mbarrier">(FaultKind::race, warp, issuing_lane_, in_shared_memory(offset), offset,
                             shared_memory_of(home), who(conflict.thread),
                             conflict.wrote ? message<"access.wrote">() : message<"access.read">(),
                             line_of_site(conflict.site));
    } else {
      fault<"uninitialised.mbarrier">(FaultKind::uninitialised, warp, issuing_lane_, in_shared_memory(offset), offset,
                                      shared_memory_of(home));
    }
    if (stopped_) return;
  }
  std::byte* const place = home.shared_.data() + offset;
  std::uint64_t before = 0;
  std::memcpy(&before, place, sizeof(before));
  MbarrierState state = MbarrierState::of(before);
  state.transactions -= static_cast<std::int32_t>(bytes);
  Cluster::Arrivals& arrivals = cluster_.arrivals[home.shared_place(offset)];
  for (std::uint32_t each = 0; each < copy_actors; ++each) {
    join(arrivals.gathered, clocks_.release(first_copy_actor() + each));
  }
  const bool was_odd = state.odd;
  state.arrive(0);
  if (state.odd != was_odd) arrivals.complete = arrivals.gathered;
  const std::uint64_t after = state.bits();
  std::memcpy(place, &after, sizeof(after));
}

bool Block::mbarrier(Warp& warp, const Op& op, std::uint32_t active) {
  const CallFrame& frame = current(warp).top;
  const Access& how = frame.code->accesses[op.target];
  const Bases bases = bases_of(warp, frame);
  if (how.mbarrier == MbarrierOperation::copies_arrive) {
    wait_copies(warp, active, wait_for_all_copies);
    if (stopped_) return false;
  }
  if (how.mbarrier == MbarrierOperation::initialise) {
    for_each_lane(active, [&](std::uint32_t lane) {
      const auto count = static_cast<std::uint32_t>(register_value(at(bases, op.slots[1]), 4, lane));
      set_register(at(bases, op.slots[0]), 8, lane, MbarrierState{count, count, 0, false}.bits());
    });
  }
  const bool waits = how.mbarrier == MbarrierOperation::wait || how.mbarrier == MbarrierOperation::wait_parity;
  alignas(64) std::uint64_t address[warp_lanes];
  for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
    address[lane] =
        register_value(at(bases, how.base), how.wide_address ? 8 : 4, lane) + static_cast<std::uint64_t>(how.offset);
  }
  access(warp, op, active);
  if (how.mbarrier == MbarrierOperation::initialise) {
    for_each_lane(
        active, [&](std::uint32_t lane) { cluster_.arrivals.erase(shared_place(address[lane] % block_window_bytes)); });
  }
  if (!waits || stopped_) return false;
  std::uint32_t complete = 0;
  for_each_lane(active, [&](std::uint32_t lane) {
    const bool odd = MbarrierState::of(register_value(at(bases, op.slots[0]), 8, lane)).odd;
    const bool was_odd = how.mbarrier == MbarrierOperation::wait
                             ? MbarrierState::of(register_value(at(bases, op.slots[2]), 8, lane)).odd
                             : (register_value(at(bases, op.slots[2]), 4, lane) & 1u) != 0;
    if (odd == was_odd) return;
    complete |= 1u << lane;
    const auto known = cluster_.arrivals.find(shared_place(address[lane] % block_window_bytes));
    if (known == cluster_.arrivals.end()) return;
    clocks_.acquire(actor(warp), known->second.complete);
    ++warp.changes;
  });
  set_predicate(at(bases, op.slots[1]), complete, active);
  // In a cluster another block may have to arrive, which gets its turn when all warps of this one wait.
  if (how.suspends && complete != active && cluster_.size() > 1) warp.idle = true;
  return how.suspends && complete != active;
}

}  // namespace lanescope::emulator
