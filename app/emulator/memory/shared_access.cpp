#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "emulator/execution/block.h"
#include "emulator/memory/moves.h"

namespace warpscope::emulator {

namespace {

/// "behind the end of a, which has 128 bytes, in b (byte 4)": where an access lies that belongs to array number `own`.
std::string left_array(const std::vector<SharedArray>& arrays, std::uint32_t own, std::uint64_t address,
                       std::uint32_t limit) {
  const SharedArray& left = arrays[own];
  const std::uint32_t bytes = left.bytes != 0 ? left.bytes : limit - left.begin;
  std::string text = address < left.begin ? fmt::format("before the start of {}", left.name)
                                          : fmt::format("behind the end of {}, which has {} bytes", left.name, bytes);
  for (const SharedArray& array : arrays) {
    const std::uint64_t end = array.bytes != 0 ? array.begin + array.bytes : limit;
    if (address >= array.begin && address < end) text += fmt::format(", in {}", array.name);
  }
  return text + fmt::format(" (byte {} of shared memory)", address);
}

}  // namespace

std::pair<std::uint64_t, std::uint64_t> Block::extent_of(const Access& how, std::uint32_t limit) const {
  if (how.array == Access::no_array) return {0, limit};
  const SharedArray& array = launch_.entry->shared_arrays[how.array];
  return {array.begin, array.bytes != 0 ? array.begin + array.bytes : limit};
}

void Block::shared_access(Warp& warp, const Op& op, const Access& how, std::uint32_t active,
                          const std::uint64_t* address, std::uint32_t site) {
  const Bases bases = bases_of(warp, current(warp).top);
  const std::uint32_t bytes = how.bytes();
  const bool loads = how.operation == trace::Operation::load;
  const bool atomics = how.operation == trace::Operation::atomic || how.operation == trace::Operation::reduce;
  std::uint32_t good = active;
  const std::uint32_t limit = shared_.bytes();
  const auto [begin, end] = extent_of(how, limit);

  std::uint64_t bad = end - begin < bytes ? 1 : 0;
  for_each_lane(active, [&](std::uint32_t lane) {
    bad |= static_cast<std::uint64_t>(address[lane] - begin > end - begin - bytes) | (address[lane] & (bytes - 1));
  });
  if (bad != 0) {
    for_each_lane(active, [&](std::uint32_t lane) {
      const bool outside = address[lane] < begin || address[lane] > end || address[lane] + bytes > end;
      if (!outside && address[lane] % bytes == 0) return;
      good &= ~(1u << lane);
      if (stopped_) return;
      FaultAddress where = in_shared_memory(address[lane]);
      const char* const doing = loads ? "reads" : atomics ? "updates" : "writes";
      if (outside) {
        const auto offset = static_cast<std::int64_t>(static_cast<std::int32_t>(address[lane]));
        if (!how.wide_address) where.offset = offset;
        const bool in_memory = address[lane] <= limit && address[lane] + bytes <= limit;
        const std::string what =
            in_memory ? left_array(launch_.entry->shared_arrays, how.array, address[lane], limit)
                      : fmt::format("at byte {} of shared memory, of which the block has {}", *where.offset, limit);
        fault(FaultKind::out_of_bounds, warp, lane, fmt::format("{} {} bytes {}", doing, bytes, what), where);
      } else {
        fault(FaultKind::misaligned, warp, lane,
              fmt::format("{} {} bytes at byte {} of shared memory, which is no multiple of {}", doing, bytes,
                          address[lane], bytes),
              where);
      }
    });
    if (stopped_) return;
    zero_results(bases, op, how, active & ~good);
  }

  std::byte* const data = shared_.data();
  const auto report = [&](std::uint32_t lane, SharedMemory::Hazard hazard, const SharedMemory::Conflict& conflict) {
    if (stopped_) return;
    const auto byte = static_cast<std::uint32_t>(address[lane]);
    if (hazard == SharedMemory::Hazard::uninitialised) return early_read(warp, lane, nullptr, byte, how);
    if (!loads && is_late_write(warp, lane, nullptr, byte, bytes, line_of_site(site))) return;
    fault(FaultKind::race, warp, lane,
          fmt::format("{} byte {} of shared memory, which {} {} ({}), and no barrier stands between",
                      loads ? "reads" : "writes", byte, conflict.who(), conflict.wrote ? "wrote" : "read",
                      line_of_site(conflict.site)),
          in_shared_memory(byte));
  };
  // A flag that other threads poll is written behind a fence. Other volatile accesses are ordered by nothing.
  const bool strong = how.strong || (how.is_volatile && (good & ~warp.fenced) == 0);

  if (!strong) ++warp.changes;
  alignas(64) std::uint64_t offsets[warp_lanes];
  std::memcpy(offsets, address, sizeof(offsets));
  if (loads) {
    const auto strength = how.strong        ? SharedMemory::Strength::strong
                          : how.is_volatile ? SharedMemory::Strength::polling
                                            : SharedMemory::Strength::plain;
    std::uint32_t reads = good;
    if (how.undefined != Access::none_noted) {
      for_each_lane(good, [&](std::uint32_t lane) {
        if (shared_.is_unwritten(static_cast<std::uint32_t>(offsets[lane]), bytes)) reads &= ~(1u << lane);
      });
      note_undefined(bases, how, good, good & ~reads, address);
    }
    shared_.read_lanes(clocks_, warp.index, reads, offsets, bytes, strength, site, report);
    if (stopped_) return;
    if ((how.strong || how.is_volatile) && launch_.entry->synchronises) {
      for_each_lane(good, [&](std::uint32_t lane) { acquire_at(warp, shared_window + address[lane], false); });
    }
    load_elements(bases, op, how, data, offsets, good);
  } else if (!atomics) {
    const bool simple = shared_.write_lanes(clocks_, warp.index, good, offsets, bytes, strong, site);
    if (simple) {
      store_elements(bases, op, how, data, offsets, good);
    } else {
      // Lane by lane, so that each sees what the one before wrote.
      for_each_lane(good, [&](std::uint32_t lane) {
        if (stopped_) return;
        SharedMemory::Conflict conflict;
        const auto hazard =
            shared_.write(clocks_, warp.index, lane, static_cast<std::uint32_t>(offsets[lane]), bytes, strong,
                          holds_already(bases, op, how, data + offsets[lane], lane), site, conflict);
        if (hazard != SharedMemory::Hazard::none) report(lane, hazard, conflict);
        store_elements(bases, op, how, data, offsets, 1u << lane);
      });
    }
    if (!how.is_volatile && !how.strong) warp.fenced &= ~good;
    if (strong && launch_.entry->synchronises) {
      for_each_lane(good, [&](std::uint32_t lane) { release_at(warp, shared_window + address[lane], false, false); });
    }
  } else {
    for_each_lane(good, [&](std::uint32_t lane) {
      if (stopped_) return;
      SharedMemory::Conflict conflict;
      const auto offset = static_cast<std::uint32_t>(offsets[lane]);
      const bool synchronises = launch_.entry->synchronises;
      if (synchronises) acquire_at(warp, shared_window + address[lane], false);
      auto hazard =
          shared_.read(clocks_, warp.index, lane, offset, bytes, SharedMemory::Strength::strong, site, conflict);
      if (hazard != SharedMemory::Hazard::none) report(lane, hazard, conflict);
      hazard = shared_.write(clocks_, warp.index, lane, offset, bytes, true, false, site, conflict);
      if (hazard != SharedMemory::Hazard::none) report(lane, hazard, conflict);
      if (synchronises) release_at(warp, shared_window + address[lane], false, false);
      std::byte* places[warp_lanes];
      places[lane] = data + offsets[lane];
      atomic(warp, op, how, 1u << lane, places);
    });
  }
  if (stopped_ || !launch_.records() || site == no_site) return;
  record(warp, site, active, 0, good, offsets, 1, op, how.register_bytes);
}

}  // namespace warpscope::emulator
