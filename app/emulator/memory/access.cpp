// Loads, stores and atomics: the addresses of the lanes, and their records.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "emulator/execution/block.h"
#include "emulator/memory/moves.h"
#include "emulator/messages.h"

namespace lanescope::emulator {
namespace {

bool in_window(std::uint64_t address, std::uint64_t window) {
  return address - window < window_bytes;
}

}  // namespace

void Block::access(Warp& warp, const Op& op, std::uint32_t active) {
  const WarpSplit& split = current(warp);
  const Access& how = split.top.code->accesses[op.target];
  const Bases bases = bases_of(warp, split.top);
  alignas(64) std::uint64_t address[warp_lanes];
  std::uint64_t offset = static_cast<std::uint64_t>(how.offset);
  if (how.frame_relative) offset += split.top.local_base;
  if (how.reserved) offset += reserved_begin(launch_.shared_bytes);
  const std::byte* const base = at(bases, how.base);
  AccessMemo& memo = worker_.memos[split.top.code->index][op.target];
  if (memo.plain_shared && memo.pattern != nullptr && memo.pattern->lanes == active) {
    const std::uint32_t lane = memo.pattern->first_lane;
    if (how.wide_address) {
      const auto* const wide = reinterpret_cast<const std::uint64_t*>(base);
      if (memo.pattern->holds(wide) && try_fast_shared_access(warp, op, how, memo, wide[lane] + offset)) return;
    } else {
      const auto* const narrow = reinterpret_cast<const std::uint32_t*>(base);
      const std::uint32_t first = narrow[lane] + static_cast<std::uint32_t>(offset);
      if (memo.pattern->holds(narrow) && try_fast_shared_access(warp, op, how, memo, first)) return;
    }
  }
  if (how.undefined != Access::none_noted) set_predicate(at(bases, how.undefined), 0, active);
  if (how.wide_address) {
    const auto* const wide = reinterpret_cast<const std::uint64_t*>(base);
    for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) address[lane] = wide[lane] + offset;
  } else {
    // 32-bit arithmetic wraps in 32 bits.
    const auto* const narrow = reinterpret_cast<const std::uint32_t*>(base);
    const auto low = static_cast<std::uint32_t>(offset);
    for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) address[lane] = narrow[lane] + low;
  }
  access_at(warp, op, how, active, address, worker_.pattern_of(memo, active, how.bytes(), address));
}

void Block::access_at(Warp& warp, const Op& op, const Access& how, std::uint32_t active, std::uint64_t* address,
                      const AddressPattern* pattern) {
  switch (how.space) {
    case ptx::Space::global:
    case ptx::Space::constant:
      return global_access(warp, op, how, active, address, how.site, pattern);
    case ptx::Space::shared:
    case ptx::Space::shared_cluster:
      return shared_access(warp, op, how, active, address, how.site, pattern);
    case ptx::Space::local:
      return local_access(warp, op, how, active, address, how.site);
    default:
      break;
  }

  // A generic address tells its space, lane by lane.
  std::uint32_t shared = 0;
  std::uint32_t local = 0;
  std::uint32_t parameter = 0;
  for_each_lane(active, [&](std::uint32_t lane) {
    if (in_window(address[lane], shared_window)) {
      shared |= 1u << lane;
      address[lane] -= shared_window;
    } else if (in_window(address[lane], local_window)) {
      local |= 1u << lane;
      address[lane] -= local_window;
    } else if (in_window(address[lane], parameter_window)) {
      parameter |= 1u << lane;
      address[lane] -= parameter_window;
    }
  });
  const std::uint32_t global = active & ~(shared | local | parameter);
  const auto of = [&](std::uint32_t lanes) { return lanes == active ? pattern : nullptr; };
  if (global != 0) global_access(warp, op, how, global, address, how.site, of(global));
  if (shared != 0 && !stopped_) shared_access(warp, op, how, shared, address, how.site + 1, of(shared));
  if (local != 0 && !stopped_) local_access(warp, op, how, local, address, how.site + 2);
  if (parameter != 0 && !stopped_) load_uniform(warp, op, parameter);
}

bool Block::is_beyond_limit(const Warp& warp, const Op& op) {
  const std::size_t first = warp.index * launch_.program->sites.size();
  const auto count = [&](std::uint32_t site) { return ++accesses_of_site_[first + site] > site_limit_; };
  switch (op.kind) {
    case OpKind::load:
    case OpKind::store:
    case OpKind::atomic: {
      const Access& how = warp.splits[warp.current].top.code->accesses[op.target];
      // Of a generic access only its addresses say which of its sites it is.
      const bool one_site = how.space == ptx::Space::global || how.space == ptx::Space::shared;
      return one_site && how.site != no_site && count(how.site);
    }
    case OpKind::copy_async: {
      const Access& how = warp.splits[warp.current].top.code->accesses[op.target];
      const bool reads = count(how.source_site), writes = count(how.site);
      return reads && writes;
    }
    default:
      return false;
  }
}

void Block::record_unrecorded() {
  const std::size_t sites = launch_.program->sites.size();
  for (std::size_t i = 0; i < accesses_of_site_.size(); ++i) {
    if (accesses_of_site_[i] <= site_limit_) continue;
    output_.unrecorded.push_back({launch_.number, static_cast<std::uint32_t>(index_),
                                  static_cast<std::uint32_t>(i / sites), static_cast<std::uint32_t>(i % sites),
                                  accesses_of_site_[i] - site_limit_});
  }
  accesses_of_site_.clear();
  site_limit_ = 0;
}

void Block::access_memory(Warp& warp, const Op& op, std::uint32_t active) {
  if (site_limit_ != 0 && is_beyond_limit(warp, op)) return;
  switch (op.kind) {
    case OpKind::load_uniform:
      return load_uniform(warp, op, active);
    case OpKind::copy_async:
      return copy_async(warp, op, active);
    case OpKind::bulk_copy:
      return bulk_copy(warp, op, active);
    case OpKind::store_async:
      return store_async(warp, op, active);
    case OpKind::copy_wait:
      return wait_copies(warp, active, op.target);
    case OpKind::texture:
      return fetch_texture(warp, op, active);
    case OpKind::surface:
      return access_surface(warp, op, active);
    default:
      return access(warp, op, active);
  }
}

bool Block::begin_access(Region& region, std::uint32_t lanes, const std::uint64_t* offsets, std::uint64_t bytes,
                         bool write, const AddressPattern* pattern) {
  if (!region.filled.empty()) {
    for_each_lane(lanes, [&](std::uint32_t lane) {
      if (region.filled[offsets[lane] / page_bytes] == 0) fill_pages(region, offsets[lane], bytes);
    });
  }
  if (region.conflicts) note_block_access(region, lanes, offsets, bytes, write, pattern);
  if (region.only_read && write) launch_.unwatched_write = launch_.conflict = true;
  stopped_ = stopped_ || launch_.conflict.load(std::memory_order_relaxed);
  return !launch_.conflict.load(std::memory_order_relaxed);
}

bool Block::note_unknown(Warp& warp, std::uint32_t lanes) {
  if (!launch_.sampled) return false;
  warp.unknown |= lanes;
  output_.unknown_reads += static_cast<std::uint64_t>(std::popcount(lanes));
  return true;
}

void Block::load_uniform(Warp& warp, const Op& op, std::uint32_t active) {
  const WarpSplit& split = current(warp);
  const Access& how = split.top.code->accesses[op.target];
  const Bases bases = bases_of(warp, split.top);
  const std::byte* const base = at(bases, how.base);
  const Gather move = gather_for(how.element_bytes, how.register_bytes, how.sign_extend);
  // The brackets nearly always hold the parameter's own name, which gives one address for all lanes.
  const bool by_name = how.base >> 30 == constant_slot(0) >> 30;
  const std::uint64_t named = register_value(base, 8, 0) + static_cast<std::uint64_t>(how.offset);
  if (by_name && how.operation == trace::Operation::load && named + how.bytes() <= launch_.parameters.size()) {
    alignas(64) std::uint64_t offsets[warp_lanes];
    for (std::uint32_t element = 0; element < how.elements; ++element) {
      const std::uint64_t place = named + std::uint64_t{element} * how.element_bytes;
      std::byte* const registers = at(bases, op.slots[element]);
      if (active == all_lanes && how.element_bytes == how.register_bytes) {
        fill_registers(registers, how.register_bytes, launch_.parameters.data() + place);
        continue;
      }
      std::fill_n(offsets, warp_lanes, place);
      move(registers, launch_.parameters.data(), offsets, active);
    }
    return;
  }
  for_each_lane(active, [&](std::uint32_t lane) {
    if (stopped_) return;
    std::uint64_t address =
        register_value(base, how.wide_address ? 8 : 4, lane) + static_cast<std::uint64_t>(how.offset);
    if (in_window(address, parameter_window)) address -= parameter_window;
    if (how.operation != trace::Operation::load) {
      fault<"read_only.parameter">(FaultKind::read_only, warp, lane, {});
      return;
    }
    if (address + how.bytes() > launch_.parameters.size()) {
      fault<"out_of_bounds.parameter">(FaultKind::out_of_bounds, warp, lane, {}, address, launch_.parameters.size());
      return;
    }
    std::uint64_t offsets[warp_lanes] = {};
    for (std::uint32_t element = 0; element < how.elements; ++element) {
      offsets[lane] = address + std::uint64_t{element} * how.element_bytes;
      move(at(bases, op.slots[element]), launch_.parameters.data(), offsets, 1u << lane);
    }
  });
}

void Block::record(Warp& warp, std::uint32_t site, std::uint32_t active, std::uint32_t buffer, std::uint32_t lanes,
                   const std::uint64_t* offsets, std::uint32_t granule, const Op& op, std::uint32_t register_bytes,
                   const AddressPattern* pattern) {
  if (searching_) return;
  // What is only counted has mostly been counted before.
  if (pattern != nullptr && granule == 1 && lanes == pattern->lanes && (!is_traced() || launch_.trace_is_full)) {
    ++order();
    if (is_traced()) ++output_.dropped;
    if (is_listened_to_)
      count_access(worker_.memos[current(warp).top.code->index][op.target], site, active, buffer,
                   offsets[pattern->first_lane], *pattern);
    return;
  }
  alignas(64) trace::Offsets recorded;
  recorded.fill(trace::no_offset);
  for_each_lane(lanes,
                [&](std::uint32_t lane) { recorded[lane] = static_cast<std::uint32_t>(offsets[lane] / granule); });
  record(warp, site, active, buffer, recorded, &op, register_bytes);
}

void Block::count_access(AccessMemo& memo, std::uint32_t site, std::uint32_t active, std::uint32_t buffer,
                         std::uint64_t first, const AddressPattern& pattern) {
  if (memo.age != worker_.tally_age || memo.site != site || memo.buffer != buffer || memo.mask != active) {
    memo.age = worker_.tally_age;
    memo.site = site;
    memo.buffer = buffer;
    memo.mask = active;
    memo.entries.fill(AccessMemo::unknown);
  }
  const auto place = static_cast<std::uint32_t>(first % trace::tally_period);
  std::uint32_t& entry = memo.entries[place / 4];
  if (entry != AccessMemo::unknown && place % 4 == 0) return worker_.tally.add(entry);
  alignas(64) trace::Offsets recorded;
  recorded.fill(trace::no_offset);
  for_each_lane(pattern.lanes, [&](std::uint32_t lane) {
    recorded[lane] = static_cast<std::uint32_t>(first + pattern.distance[lane]);
  });
  const std::uint32_t number = worker_.tally.find_or_add(site, buffer, active, recorded);
  worker_.tally.add(number);
  if (place % 4 == 0) entry = number;
  flush_tally_if_full();
}

void Block::flush_tally_if_full() {
  if (worker_.tally.entries().size() < Worker::max_tally_entries) return;
  const std::lock_guard lock(launch_.listener_mutex);
  worker_.flush_tally(*launch_.options->listener);
}

void Block::record(Warp& warp, std::uint32_t site, std::uint32_t active, std::uint32_t buffer,
                   const trace::Offsets& offsets, const Op* op, std::uint32_t register_bytes,
                   std::uint32_t source_degrees) {
  if (searching_) return;
  if (is_listened_to_) {
    worker_.tally.add(worker_.tally.find_or_add(site, buffer, active, offsets, source_degrees));
    flush_tally_if_full();
  }
  if (!is_traced()) {
    ++order();
    return;
  }
  trace::Header header;
  header.site = site;
  header.launch = launch_.number;
  header.block = static_cast<std::uint32_t>(index_);
  header.warp = warp.index;
  header.active_mask = active;
  header.buffer = buffer;
  header.source_degrees = source_degrees;
  header.set_order(order()++);
  if (launch_.trace_is_full || output_.headers.size() >= launch_.options->trace->max_records) {
    ++output_.dropped;
    return;
  }
  output_.headers.push_back(header);
  output_.offsets.push_back(offsets);
  output_.float_operations.push_back(float_operations_);
  if (!launch_.options->trace->values) return;
  trace::Lanes& values = output_.values.emplace_back();
  values.fill(0);
  if (op == nullptr) return;
  // A reduction returns nothing, so its operand is recorded.
  const CallFrame& top = current(warp).top;
  const bool reduces = op->kind == OpKind::atomic && !top.code->accesses[op->target].returns;
  const std::byte* const registers =
      at(bases_of(warp, top), op->slots[reduces ? top.code->accesses[op->target].elements : 0]);
  for_each_lane(active, [&](std::uint32_t lane) {
    values[lane] = static_cast<std::uint32_t>(register_value(registers, register_bytes, lane));
  });
}

}  // namespace lanescope::emulator
