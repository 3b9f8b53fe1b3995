#include "emulator/memory/memory.h"

#include <algorithm>

#include "base/rounding.h"
#include "emulator/further_instructions/memory/device_heap.h"

namespace lanescope::emulator {
namespace {

constexpr std::uint64_t region_alignment = 512;

}  // namespace

Memory::Memory(std::uint64_t gap) : gap_(gap) {}
Memory::~Memory() = default;

void Memory::add_heap() {
  // It stands for the heap in the tables of a trace. No pointer leads here, and nothing in it can be read or written.
  Region& table = add("the device heap", DeviceHeap::heap_bytes);
  table.read_only = true;
  table.written = LazyBytes(table.bytes / 4 + 1);
  table.trace_buffer = static_cast<std::uint32_t>(regions_.size() - 1);
  heap_ = std::make_unique<DeviceHeap>(table.trace_buffer);
}

std::vector<Region*> Memory::all() const {
  std::vector<Region*> found;
  for (const auto& region : regions_) found.push_back(region.get());
  if (heap_ == nullptr) return found;
  for (const auto& [address, allocation] : heap_->allocations()) {
    if (allocation->freed_by.empty()) found.push_back(&allocation->region);
  }
  return found;
}

Region& Memory::add(Message name, std::uint64_t bytes) {
  auto region = std::make_unique<Region>();
  region->name = std::move(name);
  region->base = next_ + gap_;
  region->bytes = bytes;
  region->data = LazyBytes(bytes);
  next_ = round_up(region->base + bytes, region_alignment);
  regions_.push_back(std::move(region));
  return *regions_.back();
}

Region* Memory::find(std::uint64_t address) const {
  if (heap_ != nullptr && address >= heap_window) {
    DeviceHeap::Allocation* const allocation = heap_->find(address);
    return allocation != nullptr && allocation->freed_by.empty() ? &allocation->region : nullptr;
  }
  Region* const region = preceding(address);
  return region != nullptr && address - region->base < region->bytes ? region : nullptr;
}

Region* Memory::preceding(std::uint64_t address) const {
  const auto after = std::upper_bound(regions_.begin(), regions_.end(), address,
                                      [](std::uint64_t value, const auto& region) { return value < region->base; });
  return after == regions_.begin() ? nullptr : std::prev(after)->get();
}

const Region* Memory::nearest(std::uint64_t address) const {
  if (heap_ != nullptr && address >= heap_window) {
    if (const Region* const region = heap_->nearest(address)) return region;
  }
  const auto distance = [&](const Region& region) {
    if (address < region.base) return region.base - address;
    return address - region.base < region.bytes ? 0 : address - (region.base + region.bytes) + 1;
  };
  const auto best = std::min_element(regions_.begin(), regions_.end(),
                                     [&](const auto& a, const auto& b) { return distance(*a) < distance(*b); });
  return best == regions_.end() ? nullptr : best->get();
}

void fill_pages(Region& region, std::uint64_t offset, std::uint64_t bytes) {
  for (std::uint64_t page = offset / page_bytes; page <= (offset + bytes - 1) / page_bytes; ++page) {
    if (region.filled[page] != 0) continue;
    const std::uint64_t first = page * page_bytes;
    region.fill(first, std::min(page_bytes, region.bytes - first));
    region.filled[page] = 1;
  }
}

}  // namespace lanescope::emulator
