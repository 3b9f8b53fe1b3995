// Copies of many bytes that run beside the program. The data moves at once, but by actors of their own, so that whoever
// reads it before the mbarrier or the group says that it has come, or overwrites what was not read yet, is found by the
// order of accesses.
#include "emulator/further_instructions/memory/bulk_copy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "emulator/execution/block.h"
#include "emulator/memory/atomic_operation.h"
#include "emulator/memory/moves.h"
#include "emulator/messages.h"

namespace lanescope::emulator {
namespace {

constexpr std::uint64_t copy_alignment = 16;  // bytes, of addresses and sizes (PTX ISA, cp.async.bulk)

std::uint64_t place_of(const Bases& bases, const BulkCopy::Place& place, std::uint32_t lane) {
  const std::uint64_t value = register_value(at(bases, place.base), place.wide ? 8 : 4, lane);
  const std::uint64_t sum = value + static_cast<std::uint64_t>(place.offset);
  return place.wide ? sum : sum & 0xffffffffu;
}

/// Calls move(offset, bytes) for the parts of a piece that lie in one unit of 16 bytes of memory each.
template <class Move>
void for_units(std::uint64_t address, std::uint32_t bytes, const Move& move) {
  for (std::uint32_t done = 0; done < bytes;) {
    const auto here = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(bytes - done, copy_alignment - (address + done) % copy_alignment));
    move(done, here);
    done += here;
  }
}

/// An access of some bytes by an actor that copies.
Access access_of(trace::Operation operation, std::uint32_t bytes) {
  Access access;
  access.operation = operation;
  access.element_bytes = 1;
  access.elements = static_cast<std::uint8_t>(bytes);
  access.bulk = true;
  return access;
}

}  // namespace

/// Shared memory that a copy names: from its generic or its shared address; nothing where that is no shared memory.
std::optional<std::uint64_t> Block::shared_address(std::uint64_t address) {
  if (address < window_bytes) return address;
  if (address - shared_window < window_bytes) return address - shared_window;
  return std::nullopt;
}

/// Checks the place in shared memory of a copy. Returns the block that has it; null after a fault.
Block* Block::check_shared_place(const Warp& warp, std::uint32_t lane, std::uint64_t& address, std::uint64_t bytes,
                                 std::uint64_t alignment, const Message& doing) {
  const auto known = shared_address(address);
  Access access;
  access.space = ptx::Space::shared_cluster;
  access.operation = trace::Operation::store;
  if (!known) {
    fault<"bulk_copy.no_shared_memory">(FaultKind::out_of_bounds, warp, lane, {}, doing, address);
    return nullptr;
  }
  Block* const home = home_of(warp, lane, access, *known);
  if (home == nullptr) return nullptr;
  address = *known % block_window_bytes;
  const Message where = message<"place.byte_of">(address, shared_memory_of(*home));
  if (address + bytes > launch_.shared_bytes) {
    fault<"bulk_copy.out_of_bounds">(FaultKind::out_of_bounds, warp, lane, in_shared_memory(address), doing, bytes,
                                     where, launch_.shared_bytes);
    return nullptr;
  }
  if (address % alignment != 0) {
    fault<"bulk_copy.misaligned">(FaultKind::misaligned, warp, lane, in_shared_memory(address), doing, bytes, where,
                                  alignment);
    return nullptr;
  }
  return home;
}

bool Block::check_global_pieces(const Warp& warp, std::uint32_t lane, const CopyPieces& pieces, const Message& doing,
                                bool writes) {
  for (const CopyPiece& piece : pieces.list) {
    if (piece.fills) continue;
    const Region* const region = launch_.memory->find(piece.global);
    const bool inside = region != nullptr && region->contains(piece.global, piece.bytes);
    if (inside && !(writes && region->read_only)) continue;
    Access access = access_of(writes ? trace::Operation::store : trace::Operation::load, 1);
    if (inside) {
      memory_fault(FaultKind::read_only, warp, lane, access, piece.global);
      return false;
    }
    const Region* const near = launch_.memory->nearest(piece.global);
    if (near == nullptr) {
      fault<"out_of_bounds.bulk_copy_of_no_buffer">(FaultKind::out_of_bounds, warp, lane, {piece.global}, doing,
                                                    piece.bytes, piece.global);
      return false;
    }
    const FaultAddress where = in_region(*near, piece.global - near->base);
    fault<"out_of_bounds.bulk_copy">(FaultKind::out_of_bounds, warp, lane, where, doing, piece.bytes, piece.global,
                                     *where.offset, near->title(), near->bytes);
    return false;
  }
  return true;
}

void Block::read_global_pieces(Warp& warp, const Op& op, std::uint32_t site, CopyPieces& pieces) {
  const std::uint32_t lane = copy_lane_;
  for (const CopyPiece& piece : pieces.list) {
    std::byte* const to = pieces.bytes.data() + piece.at;
    if (piece.fills) continue;
    Region& region = *launch_.memory->find(piece.global);
    for_units(piece.global, piece.bytes, [&](std::uint32_t done, std::uint32_t bytes) {
      if (stopped_) return;
      std::uint64_t offset = piece.global + done - region.base;
      if (!begin_access(region, 1, &offset, bytes, false)) return;
      if (region.shadow) {
        std::uint64_t offsets[warp_lanes] = {};
        offsets[lane] = offset;
        check_global_races(warp, op, access_of(trace::Operation::load, bytes), region, 1u << lane, offsets, site);
        if (stopped_) return;
      }
      if (region.written && !was_written(region, offset, bytes) && !note_unknown(warp, 1u << issuing_lane_)) {
        fault<"bulk_copy.uninitialised">(FaultKind::uninitialised, warp, issuing_lane_, in_region(region, offset),
                                         bytes, offset, region.title());
        if (stopped_) return;
      }
      std::memcpy(to + done, region.data.data() + offset, bytes);
    });
    if (stopped_) return;
  }
}

void Block::write_global_pieces(Warp& warp, const Op& op, const BulkCopy& copy, const CopyPieces& pieces) {
  const std::uint32_t lane = copy_lane_;
  for (const CopyPiece& piece : pieces.list) {
    if (piece.fills) continue;
    Region& region = *launch_.memory->find(piece.global);
    for_units(piece.global, piece.bytes, [&](std::uint32_t done, std::uint32_t bytes) {
      if (stopped_) return;
      std::uint64_t offset = piece.global + done - region.base;
      if (!begin_access(region, 1, &offset, bytes, true)) return;
      if (region.shadow) {
        std::uint64_t offsets[warp_lanes] = {};
        offsets[lane] = offset;
        Access access = access_of(copy.reduce ? trace::Operation::reduce : trace::Operation::store, bytes);
        access.strong = copy.reduce.has_value();
        check_global_races(warp, op, access, region, 1u << lane, offsets, copy.write_site);
        if (stopped_) return;
      } else if (launch_.checks_races && !region.any_order) {
        // Nothing in the text said that this launch writes here: it runs again with everything watched.
        launch_.unwatched_write = true;
        launch_.conflict = true;
        stopped_ = true;
        return;
      }
      if (copy.reduce && region.written && !was_written(region, offset, bytes) &&
          !note_unknown(warp, 1u << issuing_lane_)) {
        fault<"bulk_copy.adds_to_uninitialised">(FaultKind::uninitialised, warp, issuing_lane_,
                                                 in_region(region, offset), offset, region.title());
        if (stopped_) return;
      }
      std::byte* const to = region.data.data() + offset;
      const std::byte* const from = pieces.bytes.data() + piece.at + done;
      if (copy.reduce) {
        reduce_elements(*copy.reduce, pieces.type, to, from, bytes);
      } else {
        std::memcpy(to, from, bytes);
      }
      if (region.written) mark_written(region, offset, bytes);
    });
    if (stopped_) return;
  }
}

void Block::read_shared_pieces(Warp& warp, std::uint32_t site, CopyPieces& pieces) {
  for (const CopyPiece& piece : pieces.list) {
    // What lies outside of a tensor is not stored, and need not be there.
    if (piece.fills) continue;
    SharedMemory::Conflict conflict;
    const auto hazard = shared_.read(clocks_, actor(warp), copy_lane_, piece.shared, piece.bytes,
                                     SharedMemory::Strength::plain, site, conflict);
    const bool fenced = hazard != SharedMemory::Hazard::none || is_fenced(warp, piece.shared, piece.bytes, conflict);
    if (hazard == SharedMemory::Hazard::uninitialised) {
      fault<"bulk_copy.shared_memory_uninitialised">(FaultKind::uninitialised, warp, issuing_lane_,
                                                     in_shared_memory(piece.shared), piece.bytes, piece.shared);
    } else if (hazard == SharedMemory::Hazard::race || !fenced) {
      fault<"race.bulk_copy_source">(FaultKind::race, warp, issuing_lane_, in_shared_memory(piece.shared), piece.shared,
                                     who(conflict.thread), line_of_site(conflict.site),
                                     fenced ? message<"order.barrier">() : message<"order.fence_for_copies">());
    }
    if (stopped_) return;
    std::memcpy(pieces.bytes.data() + piece.at, shared_.data() + piece.shared, piece.bytes);
  }
}

void Block::write_shared_pieces(Warp& warp, Block& home, const BulkCopy& copy, const CopyPieces& pieces) {
  SharedMemory& memory = home.shared_;
  record_remote_access(home, warp, issuing_lane_);
  for (const CopyPiece& piece : pieces.list) {
    const auto offset = piece.shared;
    SharedMemory::Conflict conflict;
    auto hazard = SharedMemory::Hazard::none;
    if (copy.reduce) {
      hazard = memory.read(clocks_, actor(warp), copy_lane_, offset, piece.bytes, SharedMemory::Strength::strong,
                           copy.write_site, conflict);
    }
    if (hazard == SharedMemory::Hazard::none) {
      hazard = memory.write(clocks_, actor(warp), copy_lane_, offset, piece.bytes, copy.reduce.has_value(), false,
                            copy.write_site, conflict);
    }
    const SourceLocation& here = current(warp).top.code->locations[current(warp).pc];
    const bool late =
        hazard == SharedMemory::Hazard::race &&
        is_late_write(warp, issuing_lane_, nullptr, offset, piece.bytes, message<"place.line">(here.line), &home);
    if (hazard == SharedMemory::Hazard::uninitialised) {
      fault<"bulk_copy.adds_to_uninitialised">(FaultKind::uninitialised, warp, issuing_lane_, in_shared_memory(offset),
                                               offset, shared_memory_of(home));
    } else if (hazard == SharedMemory::Hazard::race && !late) {
      fault<"race.bulk_copy_destination">(FaultKind::race, warp, issuing_lane_, in_shared_memory(offset), offset,
                                          shared_memory_of(home), who(conflict.thread),
                                          conflict.wrote ? message<"access.wrote">() : message<"access.read">(),
                                          line_of_site(conflict.site));
    }
    if (stopped_) return;
    std::byte* const to = memory.data() + offset;
    const std::byte* const from = pieces.bytes.data() + piece.at;
    if (copy.reduce) {
      reduce_elements(*copy.reduce, pieces.type, to, from, piece.bytes);
    } else {
      std::memcpy(to, from, piece.bytes);
    }
  }
}

/// One record for every 32 units of 16 bytes; no lane moves them.
void Block::record_pieces(Warp& warp, std::uint32_t site, const CopyPieces& pieces, bool global, std::uint32_t buffer) {
  if (!launch_.records()) return;
  trace::Offsets offsets;
  std::uint32_t count = 0;
  const auto flush = [&] {
    if (count == 0) return;
    std::fill(offsets.begin() + count, offsets.end(), trace::no_offset);
    const std::uint32_t mask = count == warp_lanes ? all_lanes : (1u << count) - 1;
    record(warp, site, mask, buffer, offsets, nullptr, 0);
    count = 0;
  };
  std::uint64_t last = ~std::uint64_t{0};
  for (const CopyPiece& piece : pieces.list) {
    if (global && piece.fills) continue;
    const Region* const region = global ? launch_.memory->find(piece.global) : nullptr;
    if (global && region->trace_buffer != buffer) {
      flush();
      buffer = region->trace_buffer;
    }
    const std::uint64_t begin = global ? region->trace_base + piece.global - region->base : std::uint64_t{piece.shared};
    const std::uint64_t granule = global ? trace::granule_of(region->bytes) : 1;
    for_units(begin, piece.bytes, [&](std::uint32_t done, std::uint32_t) {
      const std::uint64_t unit = (begin + done) / trace_piece_bytes;
      if (unit == last) return;  // two pieces of one unit
      last = unit;
      offsets.at(count++) = static_cast<std::uint32_t>(unit * trace_piece_bytes / granule);
      if (count == warp_lanes) flush();
    });
  }
  flush();
}

/// The actors that copy learn what the warp knows now.
void Block::begin_copy(Warp& warp, std::uint32_t lane) {
  const VectorClocks::Row known = clocks_.release(actor(warp));
  for (std::uint32_t each = 0; each < copy_actors; ++each) clocks_.acquire(first_copy_actor() + each, known);
  copy_lane_ = (copy_lane_ + 1) % warp_lanes;
  issuing_lane_ = lane;
}

void Block::bulk_copy(Warp& warp, const Op& op, std::uint32_t active) {
  const WarpSplit& split = current(warp);
  const BulkCopy& copy = split.top.code->bulk_copies[op.target];
  const Bases bases = bases_of(warp, split.top);
  for_each_lane(active, [&](std::uint32_t lane) {
    if (!stopped_) bulk_copy_of(warp, op, copy, bases, lane);
    acting_ = no_actor;
  });
}

void Block::bulk_copy_of(Warp& warp, const Op& op, const BulkCopy& copy, const Bases& bases, std::uint32_t lane) {
  const bool to_global = copy.way == BulkCopy::Way::to_global;
  const Message doing =
      copy.reduce ? message<"access.adds_asynchronously">() : message<"access.copies_asynchronously">();
  const bool prefetches = copy.way == BulkCopy::Way::prefetch;
  std::uint64_t shared = prefetches ? 0 : place_of(bases, copy.shared, lane);
  std::uint64_t other = place_of(bases, copy.other, lane);
  CopyPieces pieces;
  pieces.type = copy.type;
  if (copy.dimensions > 0) {
    if (!tensor_pieces(warp, copy, bases, lane, other, shared, pieces)) return;
    if (prefetches) return;
  } else {
    const auto bytes = static_cast<std::uint32_t>(register_value(at(bases, copy.size), 4, lane));
    if (bytes % copy_alignment != 0) {
      fault<"bulk_copy.size">(FaultKind::misaligned, warp, lane, {}, doing, bytes, copy_alignment);
      return;
    }
    pieces.list.push_back({other, 0, bytes, 0, false});
    pieces.bytes.resize(bytes);
    pieces.alignment = copy_alignment;
  }
  Block* const home = check_shared_place(warp, lane, shared, pieces.bytes.size(), pieces.alignment, doing);
  if (home == nullptr) return;
  if (to_global && home != this) {
    fault<"bulk_copy.source_of_other_block">(FaultKind::out_of_bounds, warp, lane, {}, doing, home->index_);
    return;
  }
  Block* source = nullptr;
  if (copy.way == BulkCopy::Way::between_shared) {
    source = check_shared_place(warp, lane, other, pieces.bytes.size(), copy_alignment, doing);
    if (source == nullptr) return;
    if (source != this) {
      fault<"bulk_copy.source_of_other_block">(FaultKind::out_of_bounds, warp, lane, {}, doing, source->index_);
      return;
    }
  } else {
    if (copy.dimensions == 0 && other % copy_alignment != 0) {
      fault<"bulk_copy.global_misaligned">(FaultKind::misaligned, warp, lane, {other}, doing, pieces.bytes.size(),
                                           other, copy_alignment);
      return;
    }
    if (!check_global_pieces(warp, lane, pieces, doing, to_global)) return;
  }
  std::uint64_t mbarrier = 0;
  Block* counting = nullptr;
  if (!to_global) {
    mbarrier = place_of(bases, copy.mbarrier, lane);
    counting = check_shared_place(warp, lane, mbarrier, 8, 8, message<"access.counts_with_mbarrier">());
    if (counting == nullptr) return;
  }
  if (copy.dimensions == 0) pieces.list[0].shared = static_cast<std::uint32_t>(to_global ? shared : 0);
  if (pieces.bytes.empty()) return;
  begin_copy(warp, lane);

  // The source.
  acting_ = first_copy_actor() - first_actor_;
  if (copy.way == BulkCopy::Way::to_shared) {
    read_global_pieces(warp, op, copy.read_site, pieces);
    if (!stopped_) record_pieces(warp, copy.read_site, pieces, true, 0);
  } else {
    if (source != nullptr) pieces.list[0].shared = static_cast<std::uint32_t>(other);
    read_shared_pieces(warp, copy.read_site, pieces);
    if (!stopped_) record_pieces(warp, copy.read_site, pieces, false, 0);
  }
  if (stopped_) return;

  // The destination.
  ++acting_;
  if (to_global) {
    write_global_pieces(warp, op, copy, pieces);
    if (stopped_) return;
    record_pieces(warp, copy.write_site, pieces, true, 0);
    warp.bulk_copies.push_back({lane, warp.bulk_commits[lane], clocks_.now(first_copy_actor()),
                                clocks_.now(first_copy_actor() + 1), split_place(warp)});
    // Later copies are later, also for who waits.
    static_cast<void>(clocks_.release(first_copy_actor()));
    static_cast<void>(clocks_.release(first_copy_actor() + 1));
    return;
  }
  const std::uint32_t ranks =
      copy.multicast ? static_cast<std::uint32_t>(register_value(at(bases, copy.blocks), 2, lane)) : 1u << home->rank_;
  if (ranks >> cluster_.size() != 0) {
    fault<"bulk_copy.block_mask">(FaultKind::out_of_bounds, warp, lane, {}, doing, ranks, cluster_.size());
    return;
  }
  if (copy.dimensions == 0) pieces.list[0].shared = static_cast<std::uint32_t>(shared);
  for_each_lane(ranks, [&](std::uint32_t rank) {
    if (stopped_) return;
    Block& each = cluster_.block(rank);
    if (each.live_ == 0) {
      fault<"bulk_copy.block_ended">(FaultKind::race, warp, lane, {}, doing, each.index_);
      return;
    }
    write_shared_pieces(warp, each, copy, pieces);
    if (stopped_) return;
    const bool own = &each == this;
    record_pieces(warp, own ? copy.own_site : copy.write_site, pieces, false, own ? 0 : rank);
    complete_bytes(warp, copy.multicast ? each : *counting, static_cast<std::uint32_t>(mbarrier),
                   static_cast<std::uint32_t>(pieces.bytes.size()), copy.write_site);
  });
}

/// st.async and red.async: the store is an access of the actor that copies, and the mbarrier counts its bytes.
void Block::store_async(Warp& warp, const Op& op, std::uint32_t active) {
  const WarpSplit& split = current(warp);
  const Access& how = split.top.code->accesses[op.target];
  const Bases bases = bases_of(warp, split.top);
  for_each_lane(active, [&](std::uint32_t lane) {
    if (stopped_) return;
    std::uint64_t mbarrier = place_of(bases, {how.source, how.source_offset, how.wide_source}, lane);
    Block* const counting = check_shared_place(warp, lane, mbarrier, 8, 8, message<"access.counts_with_mbarrier">());
    if (counting == nullptr) return;
    begin_copy(warp, lane);
    acting_ = first_copy_actor() - first_actor_ + 1;
    access(warp, op, 1u << lane);
    if (!stopped_) {
      complete_bytes(warp, *counting, static_cast<std::uint32_t>(mbarrier), how.bytes(), how.site);
    }
    acting_ = no_actor;
  });
  acting_ = no_actor;
}

void Block::wait_bulk_copies(Warp& warp, std::uint32_t active, std::uint32_t may_stay, bool only_reads) {
  std::erase_if(warp.bulk_copies, [&](Warp::BulkCopy& copy) {
    const bool mine = (active >> copy.lane & 1u) != 0;
    const std::uint32_t commits = warp.bulk_commits[copy.lane];
    if (!mine || copy.group >= commits || commits - copy.group <= may_stay) return false;
    clocks_.acquire_from(actor(warp), first_copy_actor(), copy.reads);
    copy.read = true;
    if (!only_reads) clocks_.acquire_from(actor(warp), first_copy_actor() + 1, copy.writes);
    ++warp.changes;
    return !only_reads;
  });
}

/// The lanes end. What they copy from shared memory must have been read by then.
void Block::check_open_copies(Warp& warp, std::uint32_t lanes) {
  for (const Warp::BulkCopy& copy : warp.bulk_copies) {
    if (copy.read || (lanes >> copy.lane & 1u) == 0 || stopped_) continue;
    fault_at<"race.bulk_copy_unread">(FaultKind::race, warp, *copy.place.code, copy.place.pc, copy.lane, {});
  }
}

/// Whether what threads wrote there, and the copy now reads, went through a fence between the two kinds of access.
bool Block::is_fenced(const Warp& warp, std::uint32_t offset, std::uint32_t bytes,
                      SharedMemory::Conflict& conflict) const {
  return shared_.all_writers(offset, bytes, [&](std::uint32_t thread, std::uint32_t clock, std::uint32_t site) {
    const std::uint32_t other = thread / warp_lanes;
    const Block& block = cluster_.block(other / actors());
    const std::uint32_t its_slot = other % actors();
    if (its_slot >= block.warps_.size()) return true;  // a copy wrote it
    const auto knows = [&](const VectorClocks::Row& fenced) { return other < fenced.size() && clock <= fenced[other]; };
    if (knows(block.warps_[its_slot].proxy_fenced) || knows(warp.proxy_fenced)) return true;
    conflict = {thread, true, site};
    return false;
  });
}

}  // namespace lanescope::emulator
