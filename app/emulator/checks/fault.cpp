#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "emulator/execution/block.h"
#include "emulator/further_instructions/memory/device_heap.h"
#include "emulator/messages.h"

namespace lanescope::emulator {

namespace {

Message line_text(std::int32_t line, std::int32_t ptx_line) {
  return line > 0 ? message<"place.line">(line) : ptx::ptx_place(ptx_line, {});
}

Message doing_of(trace::Operation operation) {
  if (operation == trace::Operation::load) return message<"access.reads">();
  if (operation == trace::Operation::store) return message<"access.writes">();
  return trace::is_asynchronous_copy(operation) ? message<"access.copies">() : message<"access.updates">();
}

}  // namespace

Message Block::line_of(const Code& code, std::uint32_t pc) const {
  return line_text(code.locations[pc].line, code.locations[pc].ptx_line);
}

Message Block::line_of_site(std::uint32_t site) const {
  if (site >= SharedMemory::unknown_site || site >= launch_.program->sites.size())
    return message<"place.earlier_line">();
  const trace::Site& where = launch_.program->sites[site];
  return line_text(where.line, where.ptx_line);
}

Fault* Block::new_fault(FaultKind kind, const Warp& warp, const Code& code, std::uint32_t pc, std::uint32_t lane,
                        const FaultAddress& where) {
  if (cluster_.searching) return nullptr;
  // What a thread does with values that nobody knows tells nothing about the kernel.
  if (launch_.sampled && (warp.unknown >> lane & 1u) != 0) return nullptr;
  if (const auto known = fault_by_place_.find({kind, &code, pc}); known != fault_by_place_.end()) {
    ++output_.faults[known->second].count;
    return nullptr;
  }
  if (output_.faults.size() >= launch_.options->max_faults) return nullptr;
  Fault fault = fault_of(kind, warp, {&code, pc}, lane);
  fault.address = where.address;
  fault.memory = where.memory;
  fault.offset = where.offset;
  fault.other_line = where.other_line;
  fault_by_place_[{kind, &code, pc}] = output_.faults.size();
  output_.faults.push_back(std::move(fault));
  if (!launch_.options->continue_after_fault) stopped_ = true;
  return &output_.faults.back();
}

Fault Block::fault_of(FaultKind kind, const Warp& warp, const CodePlace& place, std::uint32_t lane) const {
  Fault fault;
  fault.kind = kind;
  fault.entry = launch_.entry->name;
  const SourceLocation& location = place.code->locations[place.pc];
  fault.file = launch_.program->files[location.file];
  fault.line = location.line;
  fault.column = location.column;
  fault.ptx_line = location.ptx_line;
  fault.launch = launch_.number;
  fault.block = index_;
  fault.thread = warp.index * warp_lanes + lane;
  return fault;
}

std::optional<Fault> Block::open_thread() const {
  const auto is_open = [](const Warp& warp) { return warp.live != 0 && !warp.splits.empty(); };
  const auto waits = [&](const Warp& warp) { return is_open(warp) && warp.idle_loops > 0; };
  auto warp = std::ranges::find_if(warps_, waits);
  const bool asks = warp != warps_.end();
  if (!asks) warp = std::ranges::find_if(warps_, is_open);
  if (warp == warps_.end()) return std::nullopt;
  const WarpSplit& split = warp->splits[std::min(warp->current, warp->splits.size() - 1)];
  const CodePlace place = asks ? warp->asks_at : CodePlace{split.top.code, split.pc};
  Fault open = fault_of(FaultKind::timeout, *warp, place, first_lane(split.mask));
  open.message =
      asks ? message<"timeout.waits">(open.thread, open.block) : message<"timeout.runs">(open.thread, open.block);
  return open;
}

void Block::report_trap(const Warp& warp, const Op& op, std::uint32_t lane) {
  const Code& code = *warp.splits[warp.current].top.code;
  if (op.kind == OpKind::unknown)
    return fault<"emulator.unsupported">(FaultKind::emulator, warp, lane, {}, code.unknown[op.target]);
  fault<"trap.executed">(FaultKind::trap, warp, lane, {});
}

void Block::report_early_read(const Warp& warp, std::uint32_t lane, const Region* region, std::uint64_t offset,
                              const Access& how, const Block* home) {
  if (home == nullptr) home = this;
  const std::uint32_t bytes = how.bytes();
  constexpr std::uint64_t steps_to_search = 1u << 17;
  const std::size_t before = output_.faults.size();
  const bool stopped = stopped_;
  if (region != nullptr) {
    memory_fault(FaultKind::uninitialised, warp, lane, how, region->base + offset);
  } else {
    fault<"uninitialised.shared_memory">(FaultKind::uninitialised, warp, lane, in_shared_memory(offset), bytes, offset,
                                         shared_memory_of(*home));
  }
  const WarpSplit& split = warp.splits[warp.current];
  const auto known = fault_by_place_.find({FaultKind::uninitialised, split.top.code, split.pc});
  if (known == fault_by_place_.end() || cluster_.searching) return;
  early_reads_.push_back(
      {known->second, warp.index * warp_lanes + lane, region, region == nullptr ? home->rank_ : 0, offset, bytes});
  if (output_.faults.size() == before || stopped_ == stopped) return;
  stopped_ = stopped;
  searching_ = cluster_.searching = true;
  search_end_ = steps_ + steps_to_search;
}

bool Block::is_late_write(const Warp& warp, std::uint32_t lane, const Region* region, std::uint64_t offset,
                          std::uint32_t bytes, const Message& place, const Block* home) {
  const std::uint32_t writer = warp.index * warp_lanes + lane;
  const std::uint32_t memory = region != nullptr || home == nullptr ? 0 : home->rank_;
  for (std::uint32_t rank = 0; rank < cluster_.size(); ++rank) {
    Block& reader = cluster_.block(rank);
    const auto early = std::find_if(reader.early_reads_.begin(), reader.early_reads_.end(), [&](const EarlyRead& read) {
      return (&reader != this || read.thread != writer) && read.region == region && read.home == memory &&
             offset < read.offset + read.bytes && read.offset < offset + bytes;
    });
    if (early == reader.early_reads_.end()) continue;
    reader.turn_into_race(*early, who(index_, warp.index, lane), place);
    if (searching_) stopped_ = true;
    return true;
  }
  return false;
}

void Block::turn_into_race(const EarlyRead& early, const Message& writer, const Message& place) {
  Fault& fault = output_.faults[early.fault];
  if (fault.kind != FaultKind::race) {
    fault.kind = FaultKind::race;
    fault.thread = early.thread;
    fault.address = (early.region == nullptr ? 0 : early.region->base) + early.offset;
    fault.offset = static_cast<std::int64_t>(early.offset);
    fault.message = message<"race.early_read">(
        fault.thread, fault.block, early.offset,
        early.region == nullptr ? shared_memory_of(cluster_.block(early.home)) : early.region->name, writer, place);
  }
  if (searching_) stopped_ = true;
}

Message Block::shared_memory_of(const Block& home) const {
  return &home == this ? message<"place.shared_memory">() : message<"place.shared_memory_of_block">(home.index_);
}

Message Block::who(std::uint64_t block, std::uint32_t slot, std::uint32_t lane) const {
  if (slot >= warps_.size()) {
    return block == index_ ? message<"place.asynchronous_copy">() : message<"place.asynchronous_copy_of_block">(block);
  }
  const std::uint32_t thread = slot * warp_lanes + lane;
  return block == index_ ? message<"place.thread">(thread) : message<"place.thread_of_block">(thread, block);
}

Message Block::who(std::uint32_t thread) const {
  if (thread == SharedMemory::several_threads) return message<"place.several_threads">();
  const std::uint32_t other = thread / warp_lanes;
  return who(cluster_.block(other / actors()).index_, other % actors(), thread % warp_lanes);
}

void Block::end_search() {
  early_reads_.clear();
  if (searching_) stopped_ = true;
}

void Block::note_reach(std::uint64_t address, std::uint32_t bytes) {
  const Region* const region = launch_.memory->preceding(address);
  // Half of the gap and more may as well lie before the next region.
  if (region == nullptr || address - region->base > region->bytes + reach_gap / 2) {
    ++output_.strays;
    return;
  }
  std::uint64_t& reach = output_.reach[region->trace_buffer];
  reach = std::max(reach, address - region->base + bytes);
}

bool Block::notes_shared_reach(std::uint64_t address, std::uint32_t bytes) {
  const std::uint64_t end = address + bytes;
  if (!launch_.options->measures_reach || end <= launch_.shared_bytes || end > block_window_bytes) return false;
  std::uint64_t& reach = output_.shared_reach[launch_.number];
  reach = std::max(reach, end - (launch_.shared_bytes - launch_.dynamic_shared_bytes));
  return true;
}

const Region* Block::meant_region(const Access& how, std::uint64_t address) const {
  const Memory& memory = *launch_.memory;
  if (const Region* const region = memory.find(address)) return region;
  const Region* meant = nullptr;
  const auto& parameters = launch_.entry->parameters;
  for (std::uint64_t left = how.parameters; left != 0; left &= left - 1) {
    const ByteRange place = parameters[static_cast<std::size_t>(std::countr_zero(left))];
    std::uint64_t value = 0;
    if (place.bytes != sizeof(value) || place.offset + place.bytes > launch_.parameters.size()) continue;
    std::memcpy(&value, launch_.parameters.data() + place.offset, sizeof(value));
    const Region* const region = memory.find(value);
    if (region == nullptr || region == meant) continue;
    if (meant != nullptr) {
      meant = nullptr;
      break;
    }
    meant = region;
  }
  if (meant != nullptr) return meant;
  // What lies further from everything was never an index of the nearest one.
  constexpr std::uint64_t near = std::uint64_t{1} << 20;
  const Region* const nearest = memory.nearest(address);
  if (nearest == nullptr) return nullptr;
  const std::uint64_t end = nearest->base + nearest->bytes;
  return (address < nearest->base ? nearest->base - address : address - end) <= near ? nearest : nullptr;
}

void Block::memory_fault(FaultKind kind, const Warp& warp, std::uint32_t lane, const Access& how,
                         std::uint64_t address) {
  if (kind == FaultKind::out_of_bounds && launch_.options->measures_reach) return note_reach(address, how.bytes());
  const Message doing = doing_of(how.operation);
  const DeviceHeap* const heap = launch_.memory->heap();
  if (const auto* const allocation = heap == nullptr ? nullptr : heap->find(address);
      allocation != nullptr && !allocation->freed_by.empty()) {
    const std::uint64_t offset = address - allocation->region.base;
    fault<"use_after_free.access">(FaultKind::use_after_free, warp, lane, in_region(allocation->region, offset), doing,
                                   how.bytes(), offset, allocation->region.title(), allocation->freed_by);
    return;
  }
  FaultAddress where{address};
  Message place = message<"place.no_buffer">();
  if (!launch_.memory->regions().empty()) place = message<"place.in_no_buffer">();
  if (const Region* const region = meant_region(how, address); region != nullptr) {
    where = in_region(*region, address - region->base);
    const std::uint64_t end = region->base + region->bytes;
    if (address < region->base) {
      place = message<"place.before_buffer">(region->base - address, region->title());
    } else if (address >= end) {
      place = message<"place.past_buffer">(address - end, region->title(), region->bytes);
    } else if (address + how.bytes() > end) {
      place = message<"place.across_end">(region->title(), region->bytes);
    } else {
      place = message<"place.byte_of">(*where.offset, region->title());
    }
  }
  switch (kind) {
    case FaultKind::misaligned:
      return fault<"misaligned.access">(kind, warp, lane, where, doing, how.bytes(), address, place, how.bytes());
    case FaultKind::uninitialised:
      return fault<"uninitialised.read">(kind, warp, lane, where, how.bytes(), place);
    case FaultKind::read_only:
      return fault<"read_only.access">(kind, warp, lane, where, doing, place);
    default:
      return fault<"out_of_bounds.access">(kind, warp, lane, where, doing, how.bytes(), address, place);
  }
}

}  // namespace lanescope::emulator
