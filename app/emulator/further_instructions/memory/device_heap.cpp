#include "emulator/further_instructions/memory/device_heap.h"

#include <algorithm>
#include <utility>

#include "base/rounding.h"

namespace lanescope::emulator {
namespace {

/// Addresses of one thread; more than the heap, so that a single allocation always fits.
constexpr std::uint64_t arena_bytes = std::uint64_t{1} << 24;
constexpr std::uint64_t arenas = std::uint64_t{1} << 21;
/// Between two allocations, so that an access slightly outside of one hits nothing.
constexpr std::uint64_t heap_gap = 64;
/// Freed allocations that are remembered, so that an access to one is reported as such.
constexpr std::size_t max_freed = 1u << 16;

}  // namespace

std::uint64_t DeviceHeap::address_for(std::uint64_t thread, std::uint64_t bytes) {
  const std::uint64_t needed = round_up(bytes + heap_gap, DeviceHeap::alignment);
  if (thread < arenas) {
    std::uint64_t& used = used_[thread];
    if (used + needed + heap_gap <= arena_bytes)
      return heap_window + thread * arena_bytes + heap_gap + std::exchange(used, used + needed);
  }
  return heap_window + arenas * arena_bytes + heap_gap + std::exchange(common_used_, common_used_ + needed);
}

Region* DeviceHeap::allocate(std::uint64_t thread, std::uint64_t bytes, Message name) {
  if (bytes == 0 || bytes > heap_bytes) return nullptr;
  const std::uint64_t taken = round_up(bytes, alignment);
  const auto hole = std::find_if(holes_.begin(), holes_.end(), [&](const auto& each) { return each.second >= taken; });
  if (hole == holes_.end()) return nullptr;
  const auto [first, size] = *hole;
  holes_.erase(hole);
  if (size > taken) holes_[first + taken] = size - taken;

  auto allocation = std::make_unique<Allocation>();
  allocation->bytes = bytes;
  Region& region = allocation->region;
  region.name = std::move(name);
  region.base = address_for(thread, bytes);
  region.bytes = bytes;
  region.allocated = true;
  region.trace_buffer = trace_buffer_;
  region.trace_base = first;
  region.data = LazyBytes(bytes);
  region.written = LazyBytes(bytes / 4 + 1);
  if (watch_shift_) region.shadow = std::make_unique<AccessShadow>(bytes, *watch_shift_);
  allocations_[region.base] = std::move(allocation);
  return &region;
}

void DeviceHeap::free(Allocation& allocation, Message by) {
  Region& region = allocation.region;
  std::uint64_t first = region.trace_base, size = round_up(allocation.bytes, alignment);
  const auto after = holes_.upper_bound(first);
  if (after != holes_.begin()) {
    if (const auto before = std::prev(after); before->first + before->second == first) {
      first = before->first;
      size += before->second;
      holes_.erase(before);
    }
  }
  if (after != holes_.end() && region.trace_base + round_up(allocation.bytes, alignment) == after->first) {
    size += after->second;
    holes_.erase(after);
  }
  holes_[first] = size;
  allocation.freed_by = std::move(by);
  region.bytes = 0;
  region.data = {};
  region.written = {};
  region.shadow.reset();
  region.conflicts = {};
  freed_.push_back(region.base);
  if (freed_.size() <= max_freed) return;
  allocations_.erase(freed_.front());
  freed_.pop_front();
}

DeviceHeap::Allocation* DeviceHeap::find(std::uint64_t address) const {
  const auto after = allocations_.upper_bound(address);
  if (after == allocations_.begin()) return nullptr;
  Allocation* const found = std::prev(after)->second.get();
  return address - found->region.base < found->bytes ? found : nullptr;
}

const Region* DeviceHeap::nearest(std::uint64_t address) const {
  const auto after = allocations_.upper_bound(address);
  const Region* below = nullptr;
  for (auto at = after; at != allocations_.begin() && below == nullptr;) {
    --at;
    if (at->second->freed_by.empty()) below = &at->second->region;
  }
  const auto alive =
      std::find_if(after, allocations_.end(), [](const auto& each) { return each.second->freed_by.empty(); });
  const Region* const above = alive == allocations_.end() ? nullptr : &alive->second->region;
  if (below == nullptr || above == nullptr) return below == nullptr ? above : below;
  return address - (below->base + below->bytes) <= above->base - address ? below : above;
}

}  // namespace lanescope::emulator
