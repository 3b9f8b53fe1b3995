// Calls of malloc and free, which the system provides.
#include <fmt/format.h>

#include "emulator/execution/block.h"
#include "emulator/further_instructions/memory/device_heap.h"
#include "emulator/messages.h"

namespace lanescope::emulator {

void Block::allocate(Warp& warp, const Call& call, std::uint32_t active) {
  const CallFrame& frame = current(warp).top;
  if (call.arguments.size() != 1 || call.results.size() != 1) return;
  const Message line = line_of(*frame.code, current(warp).pc);
  for_each_lane(active, [&](std::uint32_t lane) {
    const std::uint32_t thread = warp.index * warp_lanes + lane;
    const Region* const region =
        launch_.memory->heap()->allocate(index_ * threads_ + thread, frame_value(warp, frame, call.arguments[0], lane),
                                         message<"place.allocation">(thread, index_, line));
    const std::uint64_t address = region == nullptr ? 0 : region->base;
    std::uint32_t* const words =
        warp.local.words.data() + (frame.local_base + call.results[0].offset) / 4 * warp_lanes + lane;
    words[0] = static_cast<std::uint32_t>(address);
    words[warp_lanes] = static_cast<std::uint32_t>(address >> 32);
  });
}

void Block::release(Warp& warp, const Call& call, std::uint32_t active) {
  const CallFrame& frame = current(warp).top;
  if (call.arguments.size() != 1) return;
  const Message line = line_of(*frame.code, current(warp).pc);
  for_each_lane(active, [&](std::uint32_t lane) {
    const std::uint64_t address = frame_value(warp, frame, call.arguments[0], lane);
    // While only what tells more of a fault is looked for, its memory stays.
    if (stopped_ || cluster_.searching || address == 0) return;
    DeviceHeap& heap = *launch_.memory->heap();
    DeviceHeap::Allocation* const allocation = heap.find(address);
    FaultAddress where{address};
    if (allocation != nullptr) where.memory.buffer = allocation->region.name.text();
    if (allocation == nullptr) {
      fault<"free.not_allocated">(FaultKind::invalid_free, warp, lane, where, address);
    } else if (!allocation->freed_by.empty()) {
      fault<"free.twice">(FaultKind::invalid_free, warp, lane, where, allocation->region.title(), allocation->freed_by);
    } else if (address != allocation->region.base) {
      fault<"free.inside_allocation">(FaultKind::invalid_free, warp, lane, where, address - allocation->region.base,
                                      allocation->region.title());
    } else {
      check_free(warp, lane, allocation->region);
      if (stopped_ && !launch_.options->continue_after_fault) return;
      heap.free(*allocation, message<"place.freed_by">(warp.index * warp_lanes + lane, index_, line));
    }
  });
}

/// Freeing is a write of all the bytes: other threads' accesses must be in order before it.
void Block::check_free(const Warp& warp, std::uint32_t lane, const Region& region) {
  if (!region.shadow) return;
  AccessShadow& shadow = *region.shadow;
  for (std::uint64_t cell = 0; cell << shadow.shift < region.bytes; ++cell) {
    const Epoch writer = unordered(shadow.writer(cell), warp, lane, std::nullopt);
    const Epoch other = writer.none() ? unordered(shadow.read(cell), warp, lane, std::nullopt) : writer;
    if (other.none()) continue;
    const std::uint64_t offset = cell << shadow.shift;
    fault<"race.free">(FaultKind::race, warp, lane, in_region(region, offset), region.title(), offset,
                       who(other.block(), other.warp(), other.lane()),
                       writer.none() ? message<"access.read">() : message<"access.wrote">(),
                       line_of_site(other.site()));
    return;
  }
}

}  // namespace lanescope::emulator
