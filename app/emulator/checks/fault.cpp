#include <fmt/format.h>

#include <algorithm>

#include "emulator/execution/block.h"
#include "emulator/memory/device_heap.h"

namespace lanescope::emulator {

namespace {

std::string line_text(std::int32_t line, std::int32_t ptx_line) {
  return line > 0 ? fmt::format("line {}", line) : fmt::format("PTX line {}", ptx_line);
}

}  // namespace

std::string Block::line_of(const Code& code, std::uint32_t pc) const {
  return line_text(code.locations[pc].line, code.locations[pc].ptx_line);
}

std::string Block::line_of_site(std::uint32_t site) const {
  if (site >= SharedMemory::unknown_site || site >= launch_.program->sites.size()) return "an earlier line";
  const trace::Site& where = launch_.program->sites[site];
  return line_text(where.line, where.ptx_line);
}

void Block::fault(FaultKind kind, const Warp& warp, std::uint32_t lane, std::string message,
                  const FaultAddress& where) {
  const WarpSplit& split = warp.splits[warp.current];
  fault_at(kind, warp, *split.top.code, split.pc, lane, std::move(message), where);
}

void Block::fault_at(FaultKind kind, const Warp& warp, const Code& code, std::uint32_t pc, std::uint32_t lane,
                     std::string message, const FaultAddress& where) {
  if (cluster_.searching) return;
  // What a thread does with values that nobody knows tells nothing about the kernel.
  if (launch_.sampled && (warp.unknown >> lane & 1u) != 0) return;
  if (const auto known = fault_by_place_.find({kind, &code, pc}); known != fault_by_place_.end()) {
    ++output_.faults[known->second].count;
    return;
  }
  if (output_.faults.size() >= launch_.options->max_faults) return;
  Fault fault;
  fault.kind = kind;
  fault.entry = launch_.entry->name;
  const SourceLocation& location = code.locations[pc];
  fault.file = launch_.program->files[location.file];
  fault.line = location.line;
  fault.column = location.column;
  fault.ptx_line = location.ptx_line;
  fault.launch = launch_.number;
  fault.block = index_;
  fault.thread = warp.index * warp_lanes + lane;
  fault.address = where.address;
  fault.buffer = where.buffer;
  fault.offset = where.offset;
  fault.other_line = where.other_line;
  fault.message = fmt::format("thread {} of block {} {}", fault.thread, fault.block, message);
  if (kind == FaultKind::assertion || kind == FaultKind::trap || kind == FaultKind::endless ||
      kind == FaultKind::emulator) {
    fault.message = fmt::format("{} (thread {} of block {})", message, fault.thread, fault.block);
  }
  fault_by_place_[{kind, &code, pc}] = output_.faults.size();
  output_.faults.push_back(std::move(fault));
  if (!launch_.options->continue_after_fault) stopped_ = true;
}

void Block::report_trap(const Warp& warp, const Op& op, std::uint32_t lane) {
  const Code& code = *warp.splits[warp.current].top.code;
  if (op.kind == OpKind::unknown) return fault(FaultKind::emulator, warp, lane, code.unknown[op.target]);
  fault(FaultKind::trap, warp, lane, "the kernel executed a trap instruction");
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
    fault(FaultKind::uninitialised, warp, lane,
          fmt::format("reads {} bytes at byte {} of {}, which nothing has written", bytes, offset,
                      shared_memory_of(*home)),
          in_shared_memory(offset));
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
                          std::uint32_t bytes, const std::string& place, const Block* home) {
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

void Block::turn_into_race(const EarlyRead& early, const std::string& writer, const std::string& place) {
  Fault& fault = output_.faults[early.fault];
  if (fault.kind != FaultKind::race) {
    fault.kind = FaultKind::race;
    fault.thread = early.thread;
    fault.address = (early.region == nullptr ? 0 : early.region->base) + early.offset;
    fault.offset = static_cast<std::int64_t>(early.offset);
    fault.message = fmt::format(
        "thread {} of block {} reads byte {} of {} before {} writes it ({}), and no barrier stands between",
        fault.thread, fault.block, early.offset,
        early.region == nullptr ? shared_memory_of(cluster_.block(early.home)) : early.region->name, writer, place);
  }
  if (searching_) stopped_ = true;
}

std::string Block::shared_memory_of(const Block& home) const {
  return &home == this ? "shared memory" : fmt::format("the shared memory of block {}", home.index_);
}

std::string Block::who(std::uint64_t block, std::uint32_t slot, std::uint32_t lane) const {
  if (slot >= warps_.size()) {
    return block == index_ ? "an asynchronous copy" : fmt::format("an asynchronous copy of block {}", block);
  }
  const std::uint32_t thread = slot * warp_lanes + lane;
  return block == index_ ? fmt::format("thread {}", thread) : fmt::format("thread {} of block {}", thread, block);
}

std::string Block::who(std::uint32_t thread) const {
  if (thread == SharedMemory::several_threads) return "several threads";
  const std::uint32_t other = thread / warp_lanes;
  return who(cluster_.block(other / actors()).index_, other % actors(), thread % warp_lanes);
}

void Block::end_search() {
  early_reads_.clear();
  if (searching_) stopped_ = true;
}

void Block::memory_fault(FaultKind kind, const Warp& warp, std::uint32_t lane, const Access& how,
                         std::uint64_t address) {
  const char* const doing = how.operation == trace::Operation::load      ? "reads"
                            : how.operation == trace::Operation::store   ? "writes"
                            : trace::is_asynchronous_copy(how.operation) ? "copies"
                                                                         : "updates";
  FaultAddress where;
  where.address = address;
  const DeviceHeap* const heap = launch_.memory->heap();
  if (const auto* const allocation = heap == nullptr ? nullptr : heap->find(address);
      allocation != nullptr && !allocation->freed_by.empty()) {
    const std::uint64_t offset = address - allocation->region.base;
    where.buffer = allocation->region.name;
    where.offset = static_cast<std::int64_t>(offset);
    fault(FaultKind::use_after_free, warp, lane,
          fmt::format("{} {} bytes at byte {} of {}: {}", doing, how.bytes(), offset, allocation->region.name,
                      allocation->freed_by),
          where);
    return;
  }
  std::string place = "no buffer at all";
  if (const Region* region = launch_.memory->nearest(address); region != nullptr) {
    where.buffer = region->name;
    where.offset = static_cast<std::int64_t>(address - region->base);
    const std::uint64_t end = region->base + region->bytes;
    if (address < region->base) {
      place = fmt::format("{} bytes before the start of {}", region->base - address, region->name);
    } else if (address >= end) {
      place =
          fmt::format("{} bytes past the end of {}, which has {} bytes", address - end, region->name, region->bytes);
    } else if (address + how.bytes() > end) {
      place = fmt::format("across the end of {}, which has {} bytes", region->name, region->bytes);
    } else {
      place = fmt::format("byte {} of {}", *where.offset, region->name);
    }
    // Far from everything: the distance tells nothing.
    constexpr std::uint64_t far = std::uint64_t{1} << 40;
    if (address < region->base && region->base - address > far) {
      place = "an address in no buffer";
      where.buffer.clear();
      where.offset.reset();
    }
  }
  std::string message = fmt::format("{} {} bytes at {:#x}, {}", doing, how.bytes(), address, place);
  if (kind == FaultKind::misaligned) message += fmt::format(": the address is no multiple of {}", how.bytes());
  if (kind == FaultKind::uninitialised) {
    message = fmt::format("reads {} bytes at {}, which nothing has written", how.bytes(), place);
  }
  if (kind == FaultKind::read_only) message = fmt::format("{} {}, which is constant", doing, place);
  fault(kind, warp, lane, std::move(message), where);
}

}  // namespace lanescope::emulator
