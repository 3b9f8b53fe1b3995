#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "emulator/execution/block.h"
#include "emulator/further_instructions/memory/device_heap.h"
#include "emulator/memory/moves.h"

namespace lanescope::emulator {

/// Detects two blocks that access one word of which one writes. Whoever finds it stops, because the run is discarded.
void Block::note_block_access(Region& region, std::uint32_t lanes, const std::uint64_t* offsets, std::uint64_t bytes,
                              bool write, const AddressPattern* pattern) {
  const auto self = static_cast<std::uint32_t>(index_ + 1);
  constexpr std::uint64_t line_words = WordOwners::line_words;
  constexpr std::uint64_t line_bytes = 4 * line_words;
  std::uint64_t line = ~std::uint64_t{0};
  std::uint32_t words = 0;
  if (pattern != nullptr && pattern->words != 0) {
    const std::uint64_t first = (offsets[pattern->first_lane] + static_cast<std::uint64_t>(pattern->lowest)) / 4;
    const std::uint64_t in_two_lines = std::uint64_t{pattern->words} << first % line_words;
    const auto low = static_cast<std::uint32_t>(in_two_lines), high = static_cast<std::uint32_t>(in_two_lines >> 32);
    if (!region.conflicts.touch(self, first / line_words, low, write)) launch_.conflict = true;
    if (high != 0 && !region.conflicts.touch(self, first / line_words + 1, high, write)) launch_.conflict = true;
    return;
  }
  if (lanes == all_lanes && bytes == 4) {
    std::uint64_t spread = 0;
    for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
      spread |= offsets[lane] ^ offsets[0];
      words |= 1u << (offsets[lane] / 4 % line_words);
    }
    if (spread < line_bytes) {
      if (!region.conflicts.touch(self, offsets[0] / line_bytes, words, write)) launch_.conflict = true;
      return;
    }
    words = 0;
  }
  const auto tell = [&] {
    if (words != 0 && !region.conflicts.touch(self, line, words, write)) launch_.conflict = true;
  };
  // Lanes are usually neighbours. An access is aligned, so that it ends in the line in which it begins.
  for_each_lane(lanes, [&](std::uint32_t lane) {
    const std::uint64_t first = offsets[lane] / 4, last = (offsets[lane] + bytes - 1) / 4;
    if (first / line_words != line) {
      tell();
      line = first / line_words;
      words = 0;
    }
    words |= ((2u << (last - first)) - 1) << (first % line_words);
  });
  tell();
}

/// The slow path, lane by lane: reports faults and returns the valid lanes in `region`, which is the region of the
/// first valid lane. Lanes in other regions are left for another call.
std::uint32_t Block::check_global(Warp& warp, const Access& how, std::uint32_t active, const std::uint64_t* address,
                                  Region*& region, std::uint64_t* offsets) {
  region = nullptr;
  std::uint32_t good = 0;
  const std::uint64_t bytes = how.bytes();
  for_each_lane(active, [&](std::uint32_t lane) {
    if (stopped_) return;
    Region* const found = launch_.memory->find(address[lane]);
    // A GPU looks at the alignment first.
    const FaultKind wrong = found == nullptr                                              ? FaultKind::out_of_bounds
                            : address[lane] % bytes != 0                                  ? FaultKind::misaligned
                            : !found->contains(address[lane], bytes)                      ? FaultKind::out_of_bounds
                            : found->read_only && how.operation != trace::Operation::load ? FaultKind::read_only
                                                                                          : FaultKind::none;
    if (wrong != FaultKind::none) return memory_fault(wrong, warp, lane, how, address[lane]);
    if (region == nullptr) region = found;
    if (found != region) return;
    offsets[lane] = address[lane] - found->base;
    good |= 1u << lane;
  });
  return good;
}

void Block::global_access(Warp& warp, const Op& op, const Access& how, std::uint32_t active,
                          const std::uint64_t* address, std::uint32_t site, const AddressPattern* pattern) {
  const Bases bases = bases_of(warp, current(warp).top);
  const std::uint64_t bytes = how.bytes();
  const bool loads = how.operation == trace::Operation::load;
  alignas(64) std::uint64_t offsets[warp_lanes];

  if (region_depth_ == 0) heap_lanes_ = 0;
  // Usually all lanes are in one region, the same as last time, and without a fault.
  Region*& hint = worker_.memos[current(warp).top.code->index][op.target].region;
  const auto fits = [&](const Region& region) {
    if (pattern != nullptr) {
      const auto first = static_cast<std::int64_t>(address[pattern->first_lane] - region.base);
      const bool fine = first + pattern->lowest >= 0 &&
                        first + pattern->end <= static_cast<std::int64_t>(region.bytes) &&
                        ((static_cast<std::uint64_t>(first) | pattern->low_bits) & (bytes - 1)) == 0;
      if (fine) {
        for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) offsets[lane] = address[lane] - region.base;
      }
      return fine;
    }
    const std::uint64_t limit = region.bytes - bytes;
    std::uint64_t bad = region.bytes < bytes ? 1 : 0;
    for_lanes(active, [&](std::uint32_t lane) {
      offsets[lane] = address[lane] - region.base;
      bad |= static_cast<std::uint64_t>(offsets[lane] > limit) | (offsets[lane] & (bytes - 1));
    });
    return bad == 0;
  };
  Region* region = hint;
  std::uint32_t good = active;
  std::uint32_t wrong = 0;  // out of bounds; recorded without an offset
  if (region == nullptr || !fits(*region) || (region->read_only && !loads)) {
    region = launch_.memory->find(address[std::countr_zero(active)]);
    if (region == nullptr || !fits(*region) || (region->read_only && !loads)) {
      pattern = nullptr;
      good = check_global(warp, how, active, address, region, offsets);
      if (stopped_) return;
      std::uint32_t elsewhere = 0;
      for_each_lane(active & ~good, [&](std::uint32_t lane) {
        const Region* const found = launch_.memory->find(address[lane]);
        const bool fine = found != nullptr && found != region && found->contains(address[lane], bytes) &&
                          address[lane] % bytes == 0 && !(found->read_only && !loads);
        if (fine) elsewhere |= 1u << lane;
      });
      wrong = active & ~good & ~elsewhere;
      zero_results(bases, op, how, wrong);
      if (elsewhere != 0) {
        ++region_depth_;
        global_access(warp, op, how, elsewhere, address, site);
        --region_depth_;
      }
      if (stopped_) return;
    }
    // An allocation may be gone when this access comes again.
    hint = region != nullptr && region->allocated ? nullptr : region;
  }

  if (good != 0) {
    if (!begin_access(*region, good, offsets, bytes, !loads, pattern)) return;
    if (region->shadow) {
      check_global_races(warp, op, how, *region, good, offsets, site);
      if (stopped_) return;
    } else if (!loads && launch_.checks_races && !region->any_order) {
      // Nothing in the text said that this launch writes here: it runs again with everything watched.
      launch_.unwatched_write = true;
      launch_.conflict = true;
      stopped_ = true;
      return;
    }
    const bool combines = how.operation == trace::Operation::atomic || how.operation == trace::Operation::reduce;
    const bool reads = loads || (combines && !how.overwrites);
    if (region->written && reads) {
      std::uint32_t never = 0;
      const bool fine = pattern != nullptr && pattern->neighbours && bytes % 4 == 0 &&
                        all_written(*region, offsets[pattern->first_lane], static_cast<std::uint64_t>(pattern->end));
      if (!fine) {
        for_each_lane(good, [&](std::uint32_t lane) {
          if (!was_written(*region, offsets[lane], bytes)) never |= 1u << lane;
        });
      }
      if (how.undefined != Access::none_noted && !launch_.sampled) {
        note_undefined(bases, how, good, never, address);
        never = 0;
      }
      // In a run of chosen blocks another block would have written it, or none.
      if (never != 0 && !note_unknown(warp, never)) {
        for_each_lane(never, [&](std::uint32_t lane) {
          if (!stopped_) report_early_read(warp, lane, region, offsets[lane], how);
        });
        if (stopped_) return;
      }
    }
    std::byte* const data = region->data.data();
    if (loads) {
      load_elements(bases, op, how, data, offsets, good, pattern);
    } else if (how.operation == trace::Operation::store) {
      store_elements(bases, op, how, data, offsets, good, pattern);
      if (!how.is_volatile && !how.strong) warp.fenced &= ~good;
    } else {
      std::byte* places[warp_lanes];
      for_each_lane(good, [&](std::uint32_t lane) { places[lane] = data + offsets[lane]; });
      atomic(warp, op, how, good, places);
      if (launch_.entry->synchronises) {
        for_each_lane(good, [&](std::uint32_t lane) {
          acquire_at(warp, address[lane], how);
          release_at(warp, address[lane], how);
        });
      }
    }
    if (region->written && !loads && pattern != nullptr && pattern->neighbours && bytes % 4 == 0) {
      mark_written(*region, offsets[pattern->first_lane], static_cast<std::uint64_t>(pattern->end));
    } else if (region->written && !loads) {
      for_each_lane(good, [&](std::uint32_t lane) { mark_written(*region, offsets[lane], bytes); });
    }
    const bool stores = how.operation == trace::Operation::store;
    if (launch_.entry->synchronises && loads && (how.strong || how.is_volatile)) {
      for_each_lane(good, [&](std::uint32_t lane) { acquire_at(warp, address[lane], how); });
    }
    if (launch_.entry->synchronises && stores && (how.strong || how.is_volatile)) {
      for_each_lane(good, [&](std::uint32_t lane) { release_at(warp, address[lane], how); });
    }
  }
  if (!launch_.records() || site == no_site) return;
  const bool in_heap = region != nullptr && region->allocated;
  if (in_heap) {
    for_each_lane(good, [&](std::uint32_t lane) { heap_offsets_[lane] = offsets[lane] + region->trace_base; });
    heap_lanes_ |= good;
    heap_buffer_ = region->trace_buffer;
  }
  // Each lane may have an allocation of its own; in a trace they are places of one buffer, and one access.
  if (region_depth_ == 0 && heap_lanes_ != 0) {
    record(warp, site, heap_lanes_ | (in_heap ? wrong : 0), heap_buffer_, heap_lanes_, heap_offsets_.data(),
           trace::granule_of(DeviceHeap::heap_bytes), op, how.register_bytes);
  }
  if (in_heap || (good | wrong) == 0) return;
  record(warp, site, good | wrong, region == nullptr ? 0 : region->trace_buffer, good, offsets,
         region == nullptr ? 1 : trace::granule_of(region->bytes), op, how.register_bytes, pattern);
}

}  // namespace lanescope::emulator
