#include "emulator/memory/memory.h"

#include <algorithm>

#include "base/rounding.h"

namespace warpscope::emulator {
namespace {

/// The gap between regions: an access slightly outside a buffer hits nothing, as with the guard zones of the GPU.
constexpr std::uint64_t guard_gap = std::uint64_t{64} << 10;
constexpr std::uint64_t region_alignment = 512;

}  // namespace

Region& Memory::add(std::string name, std::uint64_t bytes) {
  auto region = std::make_unique<Region>();
  region->name = std::move(name);
  region->base = next_ + guard_gap;
  region->bytes = bytes;
  region->data = LazyBytes(bytes);
  next_ = round_up(region->base + bytes, region_alignment);
  regions_.push_back(std::move(region));
  return *regions_.back();
}

Region* Memory::find(std::uint64_t address) const {
  const auto after = std::upper_bound(regions_.begin(), regions_.end(), address,
                                      [](std::uint64_t value, const auto& region) { return value < region->base; });
  if (after == regions_.begin()) return nullptr;
  Region* region = std::prev(after)->get();
  return address - region->base < region->bytes ? region : nullptr;
}

const Region* Memory::nearest(std::uint64_t address) const {
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

}  // namespace warpscope::emulator
