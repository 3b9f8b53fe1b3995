#include "emulator/checks/shared_memory.h"

#include <algorithm>
#include <cstring>

namespace warpscope::emulator {

void Clocks::reset(std::uint32_t warps) {
  warps_ = warps;
  phase_ = 1;
  now_.fill(1);
  together_.fill(0);
  for (auto& row : known_) row.fill(0);
  for (auto& matrix : lanes_known_) matrix.clear();
}

void Clocks::synchronise(std::uint32_t warps) {
  // Everybody learns what anybody knows.
  std::array<std::uint32_t, max_warps> joined{};
  for (std::uint32_t warp = 0; warp < warps_; ++warp) {
    if ((warps >> warp & 1u) == 0) continue;
    for (std::uint32_t other = 0; other < max_warps; ++other)
      joined[other] = std::max(joined[other], known_[warp][other]);
    joined[warp] = std::max(joined[warp], now_[warp]);
  }
  for (std::uint32_t warp = 0; warp < warps_; ++warp) {
    if ((warps >> warp & 1u) == 0) continue;
    known_[warp] = joined;
    together_[warp] = now_[warp];
    ++now_[warp];
    if (!lanes_known_[warp].empty()) lanes_known_[warp].clear();
  }
}

void Clocks::synchronise(std::uint32_t warp, std::uint32_t lanes) {
  if (lanes == all_lanes) {
    together_[warp] = now_[warp]++;
    lanes_known_[warp].clear();
    return;
  }
  std::vector<std::uint32_t>& known = lanes_known_[warp];
  if (known.empty()) known.assign(warp_lanes * warp_lanes, 0);
  std::array<std::uint32_t, warp_lanes> joined{};
  for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
    if ((lanes >> lane & 1u) == 0) continue;
    for (std::uint32_t other = 0; other < warp_lanes; ++other) {
      joined[other] = std::max(joined[other], known[lane * warp_lanes + other]);
    }
    joined[lane] = now_[warp];
  }
  for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
    if ((lanes >> lane & 1u) != 0) std::copy(joined.begin(), joined.end(), known.begin() + lane * warp_lanes);
  }
  ++now_[warp];
}

void Clocks::learn(std::uint32_t reader, const std::array<std::uint32_t, max_warps>& knowledge) {
  for (std::uint32_t other = 0; other < max_warps; ++other) {
    known_[reader][other] = std::max(known_[reader][other], knowledge[other]);
  }
  // Lanes of one warp that pass a flag to each other: what the warp did before the release is in order for all of it.
  together_[reader] = std::max(together_[reader], knowledge[reader]);
}

std::array<std::uint32_t, max_warps> Clocks::publish(std::uint32_t warp) {
  std::array<std::uint32_t, max_warps> knowledge = known_[warp];
  knowledge[warp] = now_[warp]++;
  return knowledge;
}

std::string SharedMemory::Conflict::who() const {
  return thread == several_threads ? "several threads" : "thread " + std::to_string(thread);
}

void SharedMemory::resize(std::uint32_t bytes, std::uint32_t granule) {
  bytes_ = bytes;
  shift_ = granule == 1 ? 0 : granule == 2 ? 1 : 2;
  data_.resize(bytes + 64);
  cells_.assign((bytes >> shift_) + 1, Cell{});
}

void SharedMemory::reset() {
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
