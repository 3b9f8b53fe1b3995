// cp.async: data that a thread copies to shared memory arrives only when the thread waits for it.
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "emulator/execution/block.h"
#include "emulator/memory/moves.h"
#include "emulator/messages.h"

namespace lanescope::emulator {

void Block::copy_async(Warp& warp, const Op& op, std::uint32_t active) {
  const WarpSplit& split = current(warp);
  const Access& how = split.top.code->accesses[op.target];
  const Bases bases = bases_of(warp, split.top);
  const std::uint32_t bytes = how.bytes();
  trace::Offsets from_offsets;
  trace::Offsets to_offsets;
  from_offsets.fill(trace::no_offset);
  to_offsets.fill(trace::no_offset);
  std::array<std::uint64_t, warp_lanes> from_bytes{};
  std::uint32_t buffer = 0;
  std::uint32_t reading = 0;
  for_each_lane(active, [&](std::uint32_t lane) {
    if (stopped_) return;
    const std::uint64_t to =
        register_value(at(bases, how.base), how.wide_address ? 8 : 4, lane) + static_cast<std::uint64_t>(how.offset);
    std::uint64_t from = register_value(at(bases, how.source), 8, lane) + static_cast<std::uint64_t>(how.source_offset);
    const std::uint32_t wanted =
        std::min(bytes, static_cast<std::uint32_t>(register_value(at(bases, how.source_bytes), 4, lane)));
    const std::uint64_t place = to >= shared_window && to - shared_window < window_bytes ? to - shared_window : to;
    const FaultAddress where = in_shared_memory(place);
    if (notes_shared_reach(place, bytes)) return;
    if (place + bytes > launch_.shared_bytes || place > launch_.shared_bytes) {
      fault<"out_of_bounds.copy_async">(FaultKind::out_of_bounds, warp, lane, where, bytes, place,
                                        launch_.shared_bytes);
      return;
    }
    Access as_load = how;
    as_load.operation = how.operation;
    if (place % bytes != 0 || from % bytes != 0) {
      if (place % bytes != 0) {
        fault<"misaligned.copy_async">(FaultKind::misaligned, warp, lane, where, bytes, place, bytes);
      } else {
        memory_fault(FaultKind::misaligned, warp, lane, as_load, from);
      }
      return;
    }
    if (wanted > 0) {
      const Region* const region = launch_.memory->find(from);
      if (region == nullptr || !region->contains(from, wanted)) {
        memory_fault(FaultKind::out_of_bounds, warp, lane, as_load, from);
        return;
      }
      from_bytes[lane] = region->trace_base + from - region->base;
      from_offsets[lane] = static_cast<std::uint32_t>(from_bytes[lane] / trace::granule_of(region->bytes));
      buffer = region->trace_buffer;
      reading |= 1u << lane;
    }
    to_offsets[lane] = static_cast<std::uint32_t>(place);
    warp.copies.push_back({lane, static_cast<std::uint32_t>(place), from, static_cast<std::uint8_t>(bytes),
                           static_cast<std::uint8_t>(wanted), warp.commits[lane], &op, split.pc, split.top.code});
  });
  if (stopped_ || !launch_.records()) return;
  if (reading != 0) record(warp, how.source_site, reading, buffer, from_offsets, nullptr, 0);
  // What copies cost that read less than they write was not measured.
  const std::uint32_t degrees = reading == active ? trace::source_degrees(from_bytes, active, bytes) : 0;
  record(warp, how.site, active, 0, to_offsets, nullptr, 0, degrees);
}

/// Completes the copies of the lanes: all except those of the last `may_stay` groups that a lane has committed, or with
/// wait_for_all_copies all of them.
void Block::wait_copies(Warp& warp, std::uint32_t active, std::uint32_t may_stay) {
  std::size_t kept = 0;
  for (std::size_t index = 0; index < warp.copies.size(); ++index) {
    const Warp::Copy copy = warp.copies[index];
    const std::uint32_t commits = warp.commits[copy.lane];
    const bool mine = (active >> copy.lane & 1u) != 0;
    const bool arrives =
        mine && (may_stay == wait_for_all_copies || (copy.group < commits && commits - copy.group > may_stay));
    if (!arrives) {
      warp.copies[kept++] = copy;
      continue;
    }
    if (stopped_) continue;
    const Access& how = copy.code->accesses[copy.op->target];
    std::byte* const to = shared_.data() + copy.to;
    std::byte fresh[16] = {};
    if (copy.read_bytes > 0) {
      Region* const region = launch_.memory->find(copy.from);
      if (region == nullptr) {
        // It was freed before the copy ended.
        memory_fault(FaultKind::out_of_bounds, warp, copy.lane, how, copy.from);
        continue;
      }
      const std::uint64_t offset = copy.from - region->base;
      if (!begin_access(*region, 1, &offset, copy.read_bytes, false)) continue;
      if (region->shadow) {
        std::uint64_t offsets[warp_lanes] = {};
        offsets[copy.lane] = offset;
        Access read = how;
        read.element_bytes = 1;
        read.elements = copy.read_bytes;
        check_global_races(warp, *copy.op, read, *region, 1u << copy.lane, offsets, how.source_site);
        if (stopped_) continue;
      }
      if (region->written && !was_written(*region, offset, copy.read_bytes) && !note_unknown(warp, 1u << copy.lane)) {
        memory_fault(FaultKind::uninitialised, warp, copy.lane, how, copy.from);
      }
      std::memcpy(fresh, region->data.data() + offset, copy.read_bytes);
    }
    SharedMemory::Conflict conflict;
    const bool same = std::memcmp(to, fresh, copy.bytes) == 0;
    if (shared_.write(clocks_, actor(warp), copy.lane, copy.to, copy.bytes, false, same, how.site, conflict) ==
            SharedMemory::Hazard::race &&
        !is_late_write(warp, copy.lane, nullptr, copy.to, copy.bytes, line_of(*copy.code, copy.pc))) {
      fault_at<"race.copy_async">(FaultKind::race, warp, *copy.code, copy.pc, copy.lane, in_shared_memory(copy.to),
                                  copy.to, who(conflict.thread),
                                  conflict.wrote ? message<"access.wrote">() : message<"access.read">(),
                                  line_of_site(conflict.site));
    }
    std::memcpy(to, fresh, copy.bytes);
  }
  warp.copies.resize(kept);
}

}  // namespace lanescope::emulator
