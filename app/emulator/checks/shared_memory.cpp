#include "emulator/checks/shared_memory.h"

#include <cstring>

namespace warpscope::emulator {

void SharedMemory::resize(std::uint32_t bytes, std::uint32_t granule, bool exact) {
  exact_ = exact;
  bytes_ = bytes;
  shift_ = granule == 1 ? 0 : granule == 2 ? 1 : 2;
  data_.resize(bytes + 64);
  cells_.assign((bytes >> shift_) + 1, Cell{});
}

void SharedMemory::reset() {
  sets_.clear();
  if (!cells_.empty()) std::memset(static_cast<void*>(cells_.data()), 0, cells_.size() * sizeof(Cell));
}

SharedMemory::Hazard SharedMemory::read_cell(const Clocks& clocks, Cell& cell, std::uint32_t warp, std::uint32_t lane,
                                             Strength strength, std::uint32_t site, Conflict& conflict) {
  const std::uint32_t thread = warp * warp_lanes + lane;
  const std::uint32_t now = clocks.now(warp);
  Hazard hazard = Hazard::none;
  if ((cell.flags & written) == 0) {
    hazard = Hazard::uninitialised;
  } else if ((cell.writer != thread || (cell.flags & strong_many) != 0) && !write_is_before(clocks, cell, warp, lane) &&
             !(strength != Strength::plain && (cell.flags & strong_write) != 0)) {
    hazard = Hazard::race;
    conflict = {(cell.flags & strong_many) != 0 ? several_threads : cell.writer, true, cell.write_site};
  }
  if (strength == Strength::strong) return hazard;  // a flag that is polled is no read that a later write races with
  const bool polls = strength == Strength::polling;
  const unsigned kept = cell.flags & ~of_reads;
  const unsigned polled = polls ? unsigned{only_polled} : 0u;
  if ((cell.flags & was_read) == 0 || (cell.reader == thread && (cell.flags & (many_lanes | many_warps)) == 0) ||
      read_is_before(clocks, cell, warp, lane)) {
    // Whoever comes behind this read comes behind an older one too.
    cell.reader = static_cast<std::uint16_t>(thread);
    cell.read_clock = now;
    cell.flags = (kept | was_read | polled) & 0xffu;
  } else if ((cell.flags & many_warps) != 0) {
    cell.read_clock = several_with(clocks, warp, false, 0, cell.read_clock);
    cell.flags = (kept | was_read | many_warps | (cell.flags & polled)) & 0xffu;
  } else if (cell.reader / warp_lanes == warp) {
    cell.read_clock = now;
    cell.flags = (kept | was_read | many_lanes | (cell.flags & polled)) & 0xffu;
  } else {
    cell.read_clock = several_with(clocks, warp, true, cell.reader / warp_lanes, cell.read_clock);
    cell.flags = (kept | was_read | many_warps | (cell.flags & polled)) & 0xffu;
  }
  cell.read_site = small_site(site) & 0xfffu;
  return hazard;
}

bool SharedMemory::is_unwritten(std::uint32_t offset, std::uint32_t width) const {
  for (std::uint32_t index = offset >> shift_; index <= (offset + width - 1) >> shift_; ++index) {
    if ((cells_[index].flags & written) == 0) return true;
  }
  return false;
}

SharedMemory::Hazard SharedMemory::write(const Clocks& clocks, std::uint32_t warp, std::uint32_t lane,
                                         std::uint32_t offset, std::uint32_t width, bool strong, bool same_value,
                                         std::uint32_t site, Conflict& conflict) {
  Hazard hazard = Hazard::none;
  for (std::uint32_t index = offset >> shift_; index <= (offset + width - 1) >> shift_; ++index) {
    Conflict here;
    const Hazard found = write_cell(clocks, cells_[index], warp, lane, strong, same_value, site, here);
    if (found == Hazard::none || hazard != Hazard::none) continue;
    hazard = found;
    conflict = here;
  }
  return hazard;
}

}  // namespace warpscope::emulator
