#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "emulator/execution/block.h"
#include "emulator/memory/moves.h"
#include "emulator/messages.h"

namespace lanescope::emulator {

namespace {

/// "past the end of a, which has 128 bytes, in b (byte 4)": where an access lies that belongs to array number `own`.
Message left_array(const std::vector<SharedArray>& arrays, std::uint32_t own, std::uint64_t address,
                   std::uint32_t limit) {
  const SharedArray& left = arrays[own];
  const std::uint32_t bytes = left.bytes != 0 ? left.bytes : limit - left.begin;
  const Message edge =
      address < left.begin ? message<"place.before_array">(left.name) : message<"place.behind_array">(left.name, bytes);
  for (const SharedArray& array : arrays) {
    const std::uint64_t end = array.bytes != 0 ? array.begin + array.bytes : limit;
    if (address >= array.begin && address < end) return message<"place.in_other_array">(edge, array.name, address);
  }
  return message<"place.in_no_array">(edge, address);
}

}  // namespace

Block* Block::home_of(const Warp& warp, std::uint32_t lane, const Access& how, std::uint64_t address) {
  const std::uint64_t named = address >> rank_shift;
  // What lies beyond all memory is found by its bounds.
  if (named == 0 || named > 0xff || how.space == ptx::Space::shared) return this;
  const Message doing = how.operation == trace::Operation::load    ? message<"access.reads">()
                        : how.operation == trace::Operation::store ? message<"access.writes">()
                                                                   : message<"access.updates">();
  const std::uint64_t byte = address % block_window_bytes;
  const auto rank = static_cast<std::uint32_t>(named - 1);
  if (rank >= cluster_.size()) {
    fault<"out_of_bounds.cluster_rank">(FaultKind::out_of_bounds, warp, lane, in_shared_memory(byte), doing, byte, rank,
                                        cluster_.size());
    return nullptr;
  }
  Block& home = cluster_.block(rank);
  if (home.live_ == 0) {
    fault<"race.block_of_cluster_ended">(FaultKind::race, warp, lane, in_shared_memory(byte), doing, byte, home.index_);
    return nullptr;
  }
  return &home;
}

void Block::record_remote_access(Block& home, const Warp& warp, std::uint32_t lane) {
  if (&home == this) return;
  if (home.remote_.empty()) home.remote_.resize(std::size_t{cluster_.size()} * actors());
  const CallFrame& top = warp.splits[warp.current].top;
  home.remote_[actor(warp)] = {clocks_.now(actor(warp)),     warp.index, lane,
                               warp.splits[warp.current].pc, top.code,   this};
}

bool Block::try_fast_shared_access(Warp& warp, const Op& op, const Access& how, AccessMemo& memo, std::uint64_t first) {
  const AddressPattern& pattern = *memo.pattern;
  const auto from = static_cast<std::int64_t>(first);
  if (from + pattern.lowest < std::int64_t{memo.begin} || from + pattern.end > std::int64_t{memo.end} ||
      ((first | pattern.low_bits) & (pattern.bytes - 1)) != 0) {
    return false;
  }
  const Bases bases = bases_of(warp, current(warp).top);
  const auto place_lanes = [&](std::uint64_t* place) {
    for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) place[lane] = first + pattern.distance[lane];
  };
  alignas(64) std::uint64_t place[warp_lanes];
  const bool in_runs = moves_in_runs(how, &pattern);
  const bool traced = launch_.records() && is_traced() && !launch_.trace_is_full;
  if (!in_runs || traced) place_lanes(place);
  if (how.operation == trace::Operation::load) {
    if (!shared_.try_fast_read(clocks_, actor(warp), pattern, first, how.site)) return false;
    if (in_runs) {
      load_runs(bases, op, how, shared_.data(), first, pattern);
    } else {
      load_elements(bases, op, how, shared_.data(), place, pattern.lanes);
    }
  } else {
    if (!shared_.try_fast_write(clocks_, actor(warp), pattern, first, how.site)) return false;
    if (in_runs) {
      store_runs(bases, op, how, shared_.data(), first, pattern);
    } else {
      store_elements(bases, op, how, shared_.data(), place, pattern.lanes);
    }
    warp.fenced &= ~pattern.lanes;
  }
  ++warp.changes;
  if (how.site == no_site || !launch_.records()) return true;
  if (traced) {
    record(warp, how.site, pattern.lanes, 0, pattern.lanes, place, 1, op, how.register_bytes);
  } else if (!searching_) {
    ++order();
    if (is_traced()) ++output_.dropped;
    if (is_listened_to_) count_access(memo, how.site, pattern.lanes, 0, first, pattern);
  }
  return true;
}

void Block::shared_access(Warp& warp, const Op& op, const Access& how, std::uint32_t active,
                          const std::uint64_t* address, std::uint32_t site, const AddressPattern* pattern) {
  // Without a cluster there is no other memory to name.
  if (how.space == ptx::Space::shared && launch_.cluster.count() == 1) {
    return shared_access_in(*this, warp, op, how, active, address, site, pattern);
  }
  std::uint64_t named = 0;
  for_lanes(active, [&](std::uint32_t lane) { named |= address[lane]; });
  if (named >> rank_shift == 0) return shared_access_in(*this, warp, op, how, active, address, site, pattern);
  // One block's memory after the other.
  alignas(64) std::uint64_t place[warp_lanes];
  std::memcpy(place, address, sizeof(place));
  for (std::uint32_t left = active; left != 0 && !stopped_;) {
    const std::uint32_t first = first_lane(left);
    std::uint32_t together = 0;
    for_each_lane(left, [&](std::uint32_t lane) {
      if (address[lane] >> rank_shift == address[first] >> rank_shift) together |= 1u << lane;
    });
    left &= ~together;
    Block* const home = home_of(warp, first, how, address[first]);
    if (home == nullptr) {
      zero_results(bases_of(warp, current(warp).top), op, how, together);
      continue;
    }
    if (home != this) for_each_lane(together, [&](std::uint32_t lane) { place[lane] %= block_window_bytes; });
    shared_access_in(*home, warp, op, how, together, place, site, nullptr);
  }
}

void Block::shared_access_in(Block& home, Warp& warp, const Op& op, const Access& how, std::uint32_t active,
                             const std::uint64_t* address, std::uint32_t site, const AddressPattern* pattern) {
  const std::uint32_t self = actor(warp);
  SharedMemory& memory = home.shared_;
  const Bases bases = bases_of(warp, current(warp).top);
  const std::uint32_t bytes = how.bytes();
  const bool loads = how.operation == trace::Operation::load;
  const bool atomics = how.operation == trace::Operation::atomic || how.operation == trace::Operation::reduce;
  std::uint32_t good = active;
  const std::uint32_t limit = launch_.shared_bytes;
  const auto extent = extent_of(*launch_.entry, how, limit);
  const std::uint64_t begin = extent.first, end = extent.second;

  std::uint64_t bad = end - begin < bytes ? 1 : 0;
  if (pattern != nullptr) {
    const auto first = static_cast<std::int64_t>(address[pattern->first_lane]);
    bad |= static_cast<std::uint64_t>(first + pattern->lowest < static_cast<std::int64_t>(begin)) |
           static_cast<std::uint64_t>(first + pattern->end > static_cast<std::int64_t>(end)) |
           ((static_cast<std::uint64_t>(first) | pattern->low_bits) & (bytes - 1));
  } else {
    for_each_lane(active, [&](std::uint32_t lane) {
      bad |= static_cast<std::uint64_t>(address[lane] - begin > end - begin - bytes) | (address[lane] & (bytes - 1));
    });
  }
  if (bad != 0) {
    pattern = nullptr;
    for_each_lane(active, [&](std::uint32_t lane) {
      const bool outside = address[lane] < begin || address[lane] > end || address[lane] + bytes > end;
      if (!outside && address[lane] % bytes == 0) return;
      good &= ~(1u << lane);
      // What begins inside fails by its alignment first.
      const bool misaligned = address[lane] % bytes != 0 && address[lane] >= begin && address[lane] < end;
      if (stopped_ || (!misaligned && notes_shared_reach(address[lane], bytes))) return;
      FaultAddress where = in_shared_memory(address[lane]);
      const Message doing = loads     ? message<"access.reads">()
                            : atomics ? message<"access.updates">()
                                      : message<"access.writes">();
      if (!misaligned) {
        const auto offset = static_cast<std::int64_t>(static_cast<std::int32_t>(address[lane]));
        if (!how.wide_address) where.offset = offset;
        const bool in_memory = address[lane] <= limit && address[lane] + bytes <= limit;
        if (in_memory) {
          fault<"out_of_bounds.array">(FaultKind::out_of_bounds, warp, lane, where, doing, bytes,
                                       left_array(launch_.entry->shared_arrays, how.array, address[lane], limit));
        } else {
          fault<"out_of_bounds.shared_memory">(FaultKind::out_of_bounds, warp, lane, where, doing, bytes, *where.offset,
                                               shared_memory_of(home), limit);
        }
      } else {
        fault<"misaligned.shared_memory">(FaultKind::misaligned, warp, lane, where, doing, bytes, address[lane],
                                          shared_memory_of(home), bytes);
      }
    });
    if (stopped_) return;
    zero_results(bases, op, how, active & ~good);
  }

  std::byte* const data = memory.data();
  const auto report = [&](std::uint32_t lane, SharedMemory::Hazard hazard, const SharedMemory::Conflict& conflict) {
    if (stopped_) return;
    const auto byte = static_cast<std::uint32_t>(address[lane]);
    if (hazard == SharedMemory::Hazard::uninitialised) return report_early_read(warp, lane, nullptr, byte, how, &home);
    if (!loads && is_late_write(warp, lane, nullptr, byte, bytes, line_of_site(site), &home)) return;
    fault<"race.shared_memory">(FaultKind::race, warp, lane, in_shared_memory(byte),
                                loads ? message<"access.reads">() : message<"access.writes">(), byte,
                                shared_memory_of(home), who(conflict.thread),
                                conflict.wrote ? message<"access.wrote">() : message<"access.read">(),
                                line_of_site(conflict.site));
  };
  // What is strong in its own block only is not in the memory of another one.
  const bool in_scope = &home == this || how.scope != Scope::block;
  // A flag that other threads poll is written behind a fence. Other volatile accesses are ordered by nothing.
  const bool strong = (how.strong && in_scope) || (how.is_volatile && (good & ~warp.fenced) == 0);

  if (!strong || how.operation == trace::Operation::store) ++warp.changes;
  if (good != 0) record_remote_access(home, warp, first_lane(good));
  // An mbarrier orders by its phases (mbarrier.cpp), all else that is strong by the word that it is.
  const bool orders = launch_.entry->synchronises && how.mbarrier == MbarrierOperation::none;
  const std::uint64_t* const offsets = address;
  if (loads) {
    const auto strength = how.strong && in_scope ? SharedMemory::Strength::strong
                          : how.is_volatile      ? SharedMemory::Strength::polling
                                                 : SharedMemory::Strength::plain;
    std::uint32_t reads = good;
    if (how.undefined != Access::none_noted) {
      for_each_lane(good, [&](std::uint32_t lane) {
        if (memory.is_unwritten(clocks_, static_cast<std::uint32_t>(offsets[lane]), bytes)) reads &= ~(1u << lane);
      });
      note_undefined(bases, how, good, good & ~reads, address);
    }
    memory.read_lanes(clocks_, self, reads, offsets, bytes, strength, site, reads == good ? pattern : nullptr, report);
    if (stopped_) return;
    if ((how.strong || how.is_volatile) && orders) {
      for_each_lane(good, [&](std::uint32_t lane) { acquire_at(warp, home.shared_place(address[lane]), how); });
    }
    load_elements(bases, op, how, data, offsets, good, pattern);
  } else if (!atomics) {
    const bool simple = memory.write_lanes(clocks_, self, good, offsets, bytes, strong, site, pattern);
    if (simple) {
      store_elements(bases, op, how, data, offsets, good, pattern);
    } else {
      // Lane by lane, so that each sees what the one before wrote.
      for_each_lane(good, [&](std::uint32_t lane) {
        if (stopped_) return;
        SharedMemory::Conflict conflict;
        const auto hazard = memory.write(clocks_, self, lane, static_cast<std::uint32_t>(offsets[lane]), bytes, strong,
                                         holds_already(bases, op, how, data + offsets[lane], lane), site, conflict);
        if (hazard != SharedMemory::Hazard::none) {
          report(lane, hazard, conflict);
        } else if (conflict.equal_writes) {
          note_equal_writes(warp, offsets[lane], MessageArgument(shared_memory_of(home)), conflict.site);
        }
        store_elements(bases, op, how, data, offsets, 1u << lane);
      });
    }
    if (!how.is_volatile && !how.strong) warp.fenced &= ~good;
    if (strong && orders) {
      for_each_lane(good, [&](std::uint32_t lane) { release_at(warp, home.shared_place(address[lane]), how); });
    }
  } else {
    for_each_lane(good, [&](std::uint32_t lane) {
      if (stopped_) return;
      SharedMemory::Conflict conflict;
      const auto offset = static_cast<std::uint32_t>(offsets[lane]);
      if (orders) acquire_at(warp, home.shared_place(address[lane]), how);
      auto hazard = SharedMemory::Hazard::none;
      if (!how.overwrites) {
        hazard = memory.read(clocks_, self, lane, offset, bytes,
                             in_scope ? SharedMemory::Strength::strong : SharedMemory::Strength::plain, site, conflict);
      }
      if (hazard != SharedMemory::Hazard::none) report(lane, hazard, conflict);
      hazard = memory.write(clocks_, self, lane, offset, bytes, in_scope, false, site, conflict);
      if (hazard != SharedMemory::Hazard::none) report(lane, hazard, conflict);
      if (orders) release_at(warp, home.shared_place(address[lane]), how);
      std::byte* places[warp_lanes];
      places[lane] = data + offsets[lane];
      atomic(warp, op, how, 1u << lane, places, home.shared_place(address[lane]));
    });
  }
  if (stopped_ || !launch_.records() || site == no_site) return;
  if (how.distributed_site != no_site && (how.space == ptx::Space::shared_cluster || &home != this)) {
    record(warp, how.distributed_site, active, home.rank_, good, offsets, 1, op, how.register_bytes);
    return;
  }
  record(warp, site, active, 0, good, offsets, 1, op, how.register_bytes, pattern);
}

}  // namespace lanescope::emulator
