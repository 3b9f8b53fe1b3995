// Shared memory of one block, with what every word went through since the last barrier.
//
// Order of accesses: each warp counts the synchronisations it took part in (its clock). A thread of another warp is
// ordered behind an access when its warp has, through barriers, learnt of a clock at or past the access. Lanes of one
// warp are ordered by __syncwarp(), by lanes of its mask, and by barriers. That is the programming model's rule (lanes
// of one warp are not in lockstep for memory); it finds races that the schedule at hand did not show.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "emulator/decode/lane_operation.h"
#include "emulator/decode/program.h"

namespace warpscope::emulator {

inline constexpr std::uint32_t max_warps = 32;

/// Who synchronised with whom.
class Clocks {
 public:
  void reset(std::uint32_t warps);
  /// A barrier between whole warps: bit w for warp w.
  void synchronise(std::uint32_t warps);
  /// __syncwarp() of these lanes.
  void synchronise(std::uint32_t warp, std::uint32_t lanes);
  /// `reader` learns all that `writer` knew: an acquire that saw a release.
  void learn(std::uint32_t reader, const std::array<std::uint32_t, max_warps>& knowledge);
  /// What the warp knows, itself included, and moves its clock on: a release.
  [[nodiscard]] std::array<std::uint32_t, max_warps> publish(std::uint32_t warp);

  [[nodiscard]] std::uint32_t now(std::uint32_t warp) const { return now_[warp]; }
  /// Whether what `thread` did at `clock` comes before what lane `lane` of `warp` does now.
  [[nodiscard]] bool before(std::uint32_t thread, std::uint32_t clock, std::uint32_t warp, std::uint32_t lane) const {
    const std::uint32_t other = thread / warp_lanes;
    if (other != warp) return clock <= known_[warp][other];
    return thread % warp_lanes == lane || clock <= together_[warp] ||
           (!lanes_known_[warp].empty() && clock <= lanes_known_[warp][lane * warp_lanes + thread % warp_lanes]);
  }
  /// Whether what any lane of `other` did at `clock` comes before what the lane does now.
  [[nodiscard]] bool all_before(std::uint32_t other, std::uint32_t clock, std::uint32_t warp) const {
    return other != warp ? clock <= known_[warp][other] : clock <= together_[warp];
  }
  /// How many barriers of the whole block there were.
  [[nodiscard]] std::uint32_t phase() const { return phase_; }
  void next_phase() { ++phase_; }

 private:
  std::uint32_t warps_ = 0;
  std::uint32_t phase_ = 1;
  std::array<std::uint32_t, max_warps> now_{};
  std::array<std::uint32_t, max_warps> together_{};  ///< clock up to which all lanes of a warp are ordered
  std::array<std::array<std::uint32_t, max_warps>, max_warps> known_{};
  std::array<std::vector<std::uint32_t>, max_warps>
      lanes_known_;  ///< by lane and other lane; empty: no partial mask yet
};

class SharedMemory {
 public:
  /// granule: the smallest width of an access, 1, 2 or 4 bytes.
  void resize(std::uint32_t bytes, std::uint32_t granule);
  /// Nothing is written any more.
  void reset();
  [[nodiscard]] std::byte* data() { return data_.data(); }
  [[nodiscard]] std::uint32_t bytes() const { return bytes_; }

  struct Conflict {
    std::uint32_t thread = 0;               ///< the other one; several_threads: more than one
    bool wrote = false;                     ///< the other one wrote (else it read)
    std::uint32_t site = 0;                 ///< where it wrote; no_site when it is not known
    [[nodiscard]] std::string who() const;  ///< "thread 3", "several threads"
  };
  static constexpr std::uint32_t several_threads = 0xffffu;

  enum class Hazard : std::uint8_t { none, uninitialised, race };
  /// A read of [offset, offset + width). The first hazard; `conflict` is set for races. strong: volatile or atomic
  /// accesses do not race with each other.
  Hazard read(const Clocks& clocks, std::uint32_t warp, std::uint32_t lane, std::uint32_t offset, std::uint32_t width,
              bool strong, Conflict& conflict);
  /// A write, before the bytes change. same_value: memory holds it already, so that order does not matter.
  Hazard write(const Clocks& clocks, std::uint32_t warp, std::uint32_t lane, std::uint32_t offset, std::uint32_t width,
               bool strong, bool same_value, std::uint32_t site, Conflict& conflict);

  /// read() for each lane, at offset[lane]; report(lane, hazard, conflict) for those that are not fine.
  template <class Report>
  void read_lanes(const Clocks& clocks, std::uint32_t warp, std::uint32_t lanes, const std::uint64_t* offset,
                  std::uint32_t width, bool strong, Report&& report);
  /// write() for each lane while all is fine. False: a lane was not, and those from it on are not marked.
  [[nodiscard]] bool write_lanes(const Clocks& clocks, std::uint32_t warp, std::uint32_t lanes,
                                 const std::uint64_t* offset, std::uint32_t width, bool strong, std::uint32_t site);

 private:
  struct Cell {
    std::uint32_t write_clock = 0;  ///< of the writer's warp; strong writes by several threads: the phase
    std::uint32_t read_clock = 0;   ///< of the reader's warp; readers of several warps: the phase
    std::uint16_t writer = 0, reader = 0;
    std::uint16_t site = 0;
    std::uint8_t flags = 0;
    std::uint8_t unused = 0;
  };
  static_assert(sizeof(Cell) == 16);
  enum Flag : std::uint8_t {
    written = 1,
    was_read = 2,
    many_lanes = 4,
    many_warps = 8,
    strong_write = 16,
    strong_many = 32
  };

  [[nodiscard]] static bool read_is_before(const Clocks& clocks, const Cell& cell, std::uint32_t warp,
                                           std::uint32_t lane) {
    if ((cell.flags & many_warps) != 0) return cell.read_clock < clocks.phase();
    if ((cell.flags & many_lanes) != 0) return clocks.all_before(cell.reader / warp_lanes, cell.read_clock, warp);
    return clocks.before(cell.reader, cell.read_clock, warp, lane);
  }
  [[nodiscard]] static bool write_is_before(const Clocks& clocks, const Cell& cell, std::uint32_t warp,
                                            std::uint32_t lane) {
    return (cell.flags & strong_many) != 0 ? cell.write_clock < clocks.phase()
                                           : clocks.before(cell.writer, cell.write_clock, warp, lane);
  }
  static Hazard read_cell(const Clocks& clocks, Cell& cell, std::uint32_t warp, std::uint32_t lane, bool strong,
                          Conflict& conflict);
  static Hazard write_cell(const Clocks& clocks, Cell& cell, std::uint32_t warp, std::uint32_t lane, bool strong,
                           bool same_value, std::uint32_t site, Conflict& conflict);

  AlignedBytes data_;
  std::vector<Cell> cells_;
  std::uint32_t bytes_ = 0;
  std::uint32_t shift_ = 2;
};

inline SharedMemory::Hazard SharedMemory::read_cell(const Clocks& clocks, Cell& cell, std::uint32_t warp,
                                                    std::uint32_t lane, bool strong, Conflict& conflict) {
  const auto thread = static_cast<std::uint16_t>(warp * warp_lanes + lane);
  const std::uint32_t now = clocks.now(warp);
  // Most reads find what an earlier lane or warp of the same phase has already noted.
  const bool noted =
      (cell.flags == (written | was_read | many_warps) && cell.read_clock == clocks.phase()) ||
      (cell.flags == (written | was_read | many_lanes) && cell.read_clock == now && cell.reader / warp_lanes == warp);
  if (noted && clocks.before(cell.writer, cell.write_clock, warp, lane)) return Hazard::none;
  Hazard hazard = Hazard::none;
  if ((cell.flags & written) == 0) {
    hazard = Hazard::uninitialised;
  } else if ((cell.writer != thread || (cell.flags & strong_many) != 0) && !write_is_before(clocks, cell, warp, lane) &&
             !(strong && (cell.flags & strong_write) != 0)) {
    hazard = Hazard::race;
    conflict = {(cell.flags & strong_many) != 0 ? several_threads : cell.writer, true, cell.site};
  }
  if (strong) return hazard;  // a flag that is polled is no read that a later write would race with
  if ((cell.flags & was_read) == 0 || (cell.reader == thread && (cell.flags & (many_lanes | many_warps)) == 0) ||
      read_is_before(clocks, cell, warp, lane)) {
    // Whoever comes behind this read comes behind an older one too.
    cell.reader = thread;
    cell.read_clock = now;
    cell.flags = static_cast<std::uint8_t>((cell.flags & ~(many_lanes | many_warps)) | was_read);
  } else if ((cell.flags & many_warps) != 0) {
    cell.read_clock = clocks.phase();
  } else if (cell.reader / warp_lanes == warp) {
    cell.read_clock = now;
    cell.flags = static_cast<std::uint8_t>(cell.flags | many_lanes);
  } else {
    cell.read_clock = clocks.phase();
    cell.flags = static_cast<std::uint8_t>((cell.flags & ~many_lanes) | many_warps);
  }
  return hazard;
}

inline SharedMemory::Hazard SharedMemory::write_cell(const Clocks& clocks, Cell& cell, std::uint32_t warp,
                                                     std::uint32_t lane, bool strong, bool same_value,
                                                     std::uint32_t site, Conflict& conflict) {
  const auto thread = static_cast<std::uint16_t>(warp * warp_lanes + lane);
  bool several = false;
  if ((cell.flags & written) != 0 && (cell.writer != thread || (cell.flags & strong_many) != 0) &&
      !write_is_before(clocks, cell, warp, lane)) {
    several = strong && (cell.flags & strong_write) != 0;
    if (!several && !same_value) {
      conflict = {(cell.flags & strong_many) != 0 ? several_threads : cell.writer, true, cell.site};
      return Hazard::race;
    }
  }
  if ((cell.flags & was_read) != 0 && !same_value) {
    const bool own = (cell.flags & (many_lanes | many_warps)) == 0 && cell.reader == thread;
    if (!own && !read_is_before(clocks, cell, warp, lane)) {
      conflict = {(cell.flags & (many_lanes | many_warps)) != 0 ? several_threads : cell.reader, false, no_site};
      return Hazard::race;
    }
  }
  // Reads that are in order before an ordinary write are in order before whatever comes behind that write.
  const bool forget_reads = !strong && !same_value;
  const unsigned kept = forget_reads ? 0u : cell.flags & (was_read | many_lanes | many_warps);
  cell.flags = static_cast<std::uint8_t>(written | kept | (strong ? unsigned{strong_write} : 0u) |
                                         (several ? unsigned{strong_many} : 0u));
  cell.writer = thread;
  cell.write_clock = several ? clocks.phase() : clocks.now(warp);
  cell.site = static_cast<std::uint16_t>(site < 0xffff ? site : 0xffff);
  return Hazard::none;
}

inline SharedMemory::Hazard SharedMemory::read(const Clocks& clocks, std::uint32_t warp, std::uint32_t lane,
                                               std::uint32_t offset, std::uint32_t width, bool strong,
                                               Conflict& conflict) {
  Hazard hazard = Hazard::none;
  for (std::uint32_t index = offset >> shift_; index <= (offset + width - 1) >> shift_; ++index) {
    Conflict here;
    const Hazard found = read_cell(clocks, cells_[index], warp, lane, strong, here);
    // A race says more than that nothing has written the word beside it.
    if (found == Hazard::none || hazard == Hazard::race || hazard == found) continue;
    hazard = found;
    conflict = here;
  }
  return hazard;
}

template <class Report>
void SharedMemory::read_lanes(const Clocks& clocks, std::uint32_t warp, std::uint32_t lanes,
                              const std::uint64_t* offset, std::uint32_t width, bool strong, Report&& report) {
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::uint32_t>(__builtin_ctz(lanes));
    Conflict conflict;
    const Hazard hazard = read(clocks, warp, lane, static_cast<std::uint32_t>(offset[lane]), width, strong, conflict);
    if (hazard != Hazard::none) report(lane, hazard, conflict);
  }
}

inline bool SharedMemory::write_lanes(const Clocks& clocks, std::uint32_t warp, std::uint32_t lanes,
                                      const std::uint64_t* offset, std::uint32_t width, bool strong,
                                      std::uint32_t site) {
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::uint32_t>(__builtin_ctz(lanes));
    const auto first = static_cast<std::uint32_t>(offset[lane]) >> shift_;
    const auto last = (static_cast<std::uint32_t>(offset[lane]) + width - 1) >> shift_;
    for (std::uint32_t index = first; index <= last; ++index) {
      Conflict conflict;
      if (write_cell(clocks, cells_[index], warp, lane, strong, false, site, conflict) != Hazard::none) return false;
    }
  }
  return true;
}

}  // namespace warpscope::emulator
