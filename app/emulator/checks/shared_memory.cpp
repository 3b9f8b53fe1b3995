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
