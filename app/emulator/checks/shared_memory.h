// Shared memory of one block, with what every word went through since the last barrier. Threads are numbered by their
// actor (checks/vector_clocks.h) and lane.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "emulator/checks/access_sets.h"
#include "emulator/checks/interval_log.h"
#include "emulator/checks/vector_clocks.h"
#include "emulator/decode/program.h"
#include "emulator/patterns/address_pattern.h"

namespace lanescope::emulator {

class SharedMemory final : public OrderListener {
 public:
  /// granule: the smallest width of an access, 1, 2 or 4 bytes. exact: which warps read a word is known one by one, as
  /// it must be where not only barriers of the whole block put them in order; else the barriers are counted.
  /// quick: what is simple may be checked by shorter rules, with the same results.
  void resize(std::uint32_t bytes, std::uint32_t granule, bool exact = false, bool quick = true);
  /// From this byte on all counts as written when a block begins, with zeros.
  void begin_written_from(std::uint32_t byte) { written_from_ = byte; }
  /// Everything is fine from now on.
  void disable_checks() { checked_ = false; }
  /// Nothing is written any more.
  void reset();
  [[nodiscard]] std::byte* data() { return data_.data(); }
  [[nodiscard]] std::uint32_t bytes() const { return bytes_; }

  /// How an access is ordered with others of the same word.
  enum class Strength : std::uint8_t {
    plain,
    /// A volatile read: may poll a word that a strong write sets, and is a plain read beside any other write.
    polling,
    /// Atomic, relaxed, acquire or release; a volatile write behind a fence. Two such accesses do not race.
    strong
  };

  struct Conflict {
    std::uint32_t thread = 0;  ///< the other one: its actor times 32, and its lane; several_threads: more than one
    bool wrote = false;        ///< the other one wrote (else it read)
    std::uint32_t site = 0;    ///< where it did; of several threads, the last one's; unknown_site
    /// No hazard: the other one wrote the same value, in no order with this write.
    bool equal_writes = false;
  };
  static constexpr std::uint32_t several_threads = 0xffffu;
  static constexpr std::uint32_t unknown_site = 0xfffu;

  enum class Hazard : std::uint8_t { none, uninitialised, race };
  /// A read of [offset, offset + width). The first hazard; `conflict` is set for races, and for equal writes.
  Hazard read(const VectorClocks& clocks, std::uint32_t warp, std::uint32_t lane, std::uint32_t offset,
              std::uint32_t width, Strength strength, std::uint32_t site, Conflict& conflict);
  /// A write, before the bytes change. same_value: memory holds it already, so that the order of this write and others
  /// does not matter; that of a read does, because the program does not know the values. A write that races with a
  /// read of what nothing had written yet is a race, too.
  Hazard write(const VectorClocks& clocks, std::uint32_t warp, std::uint32_t lane, std::uint32_t offset,
               std::uint32_t width, bool strong, bool same_value, std::uint32_t site, Conflict& conflict);

  /// read() for each lane, at offset[lane]; report(lane, hazard, conflict) for those that are not fine. `pattern`: that
  /// of these lanes and offsets, or null.
  template <class Report>
  void read_lanes(const VectorClocks& clocks, std::uint32_t warp, std::uint32_t lanes, const std::uint64_t* offset,
                  std::uint32_t width, Strength strength, std::uint32_t site, const AddressPattern* pattern,
                  Report&& report);
  /// Tries to do the same in a few steps for ordinary reads of a whole pattern whose first lane is at `first`, all in
  /// bounds and aligned. False: it must be done with read_lanes(); what was done here is done again there.
  [[nodiscard]] bool try_fast_read(const VectorClocks& clocks, std::uint32_t warp, const AddressPattern& pattern,
                                   std::uint64_t first, std::uint32_t site) {
    return !checked_ || (quick_ && try_fast_access(clocks, warp, pattern, first, site, false));
  }
  /// The same of write_lanes().
  [[nodiscard]] bool try_fast_write(const VectorClocks& clocks, std::uint32_t warp, const AddressPattern& pattern,
                                    std::uint64_t first, std::uint32_t site) {
    return !checked_ || (quick_ && try_fast_access(clocks, warp, pattern, first, site, true));
  }
  /// Whether nothing has written some of [offset, offset + width).
  [[nodiscard]] bool is_unwritten(const VectorClocks& clocks, std::uint32_t offset, std::uint32_t width);
  /// Something else than a barrier of the whole block puts accesses in order.
  void on_order_change() override;
  /// write() for each lane while all is fine. False: a lane was not, and those from it on are not marked.
  [[nodiscard]] bool write_lanes(const VectorClocks& clocks, std::uint32_t warp, std::uint32_t lanes,
                                 const std::uint64_t* offset, std::uint32_t width, bool strong, std::uint32_t site,
                                 const AddressPattern* pattern);

  /// Calls fine(thread, clock, site) for the last writer of each word, as long as it returns true.
  template <class Fine>
  [[nodiscard]] bool all_writers(std::uint32_t offset, std::uint32_t width, const Fine& fine) const {
    for (std::uint32_t index = offset >> shift_; index <= (offset + width - 1) >> shift_; ++index) {
      const Cell& cell = cells_[index];
      if ((cell.flags & written) == 0 || (cell.flags & strong_many) != 0) continue;
      if (!fine(cell.writer, cell.write_clock, cell.write_site)) return false;
    }
    return true;
  }

 private:
  struct Cell {
    /// Of the writer's warp; strong writes by several threads: the phase, or where it is exact their set.
    std::uint32_t write_clock = 0;
    std::uint32_t read_clock = 0;  ///< of the reader's warp; readers of several warps: the phase, or their set
    std::uint16_t writer = 0, reader = 0;
    std::uint32_t flags : 8 = 0, write_site : 12 = 0, read_site : 12 = 0;
  };
  static_assert(sizeof(Cell) == 16);
  enum Flag : std::uint8_t {
    written = 1,
    was_read = 2,
    many_lanes = 4,
    many_warps = 8,
    strong_write = 16,
    strong_many = 32,
    only_polled = 64  ///< all the reads that are noted
  };
  /// The flags that say something of the reads.
  static constexpr unsigned of_reads = was_read | many_lanes | many_warps | only_polled;

  [[nodiscard]] bool read_is_before(const VectorClocks& clocks, const Cell& cell, std::uint32_t warp,
                                    std::uint32_t lane) const {
    if ((cell.flags & many_warps) != 0) return several_are_before(clocks, cell.read_clock, warp);
    if ((cell.flags & many_lanes) != 0)
      return clocks.all_happen_before(cell.reader / warp_lanes, cell.read_clock, warp);
    return clocks.happens_before(cell.reader, cell.read_clock, warp, lane);
  }
  [[nodiscard]] bool write_is_before(const VectorClocks& clocks, const Cell& cell, std::uint32_t warp,
                                     std::uint32_t lane) const {
    return (cell.flags & strong_many) != 0 ? several_are_before(clocks, cell.write_clock, warp)
                                           : clocks.happens_before(cell.writer, cell.write_clock, warp, lane);
  }
  [[nodiscard]] bool several_are_before(const VectorClocks& clocks, std::uint32_t several, std::uint32_t warp) const {
    return exact_ ? sets_.all_happen_before(clocks, several, warp) : several < clocks.phase();
  }
  /// One more access beside those of a cell: what stands in the cell for several. `one`: the only one so far was that
  /// of the actor at the clock; else `before` stands for several.
  [[nodiscard]] std::uint32_t several_with(const VectorClocks& clocks, std::uint32_t warp, bool one,
                                           std::uint32_t actor, std::uint32_t before) {
    if (!exact_) return clocks.phase();
    if (one) before = sets_.with(AccessSets::empty, actor, before);
    return sets_.with(before, warp, clocks.now(warp));
  }
  [[nodiscard]] static std::uint32_t small_site(std::uint32_t site) {
    return site < unknown_site ? site : unknown_site;
  }
  /// Whether an earlier lane or warp of the same phase has already noted the same read, as it mostly is.
  [[nodiscard]] bool is_noted(const VectorClocks& clocks, const Cell& cell, std::uint32_t warp,
                              std::uint32_t lane) const {
    const bool noted =
        (cell.flags == (written | was_read | many_warps) && !exact_ && cell.read_clock == clocks.phase()) ||
        (cell.flags == (written | was_read | many_lanes) && cell.read_clock == clocks.now(warp) &&
         cell.reader / warp_lanes == warp);
    return noted && clocks.happens_before(cell.writer, cell.write_clock, warp, lane);
  }
  /// What the quick paths need to know of the moment of an access. They are for ordinary accesses of a block in which
  /// only barriers of the whole block put warps in order.
  struct Moment {
    const VectorClocks& clocks;
    std::uint32_t phase = 0, floor = 0, now = 0, thread = 0, site = 0;  ///< thread: the first one of the warp
  };
  [[nodiscard]] static Moment moment_of(const VectorClocks& clocks, std::uint32_t warp, std::uint32_t site) {
    return {clocks, clocks.phase(), clocks.floor(), clocks.now(warp), warp * warp_lanes, small_site(site)};
  }
  /// Whether all that is noted of the cell is older than the last barrier of the whole block.
  [[nodiscard]] static bool is_settled(const Cell& cell, const Moment& moment) {
    if (cell.write_clock > moment.floor || (cell.flags & strong_many) != 0) return false;
    if ((cell.flags & was_read) == 0) return true;
    return (cell.flags & many_warps) != 0 ? cell.read_clock < moment.phase : cell.read_clock <= moment.floor;
  }
  /// Does what read_cell() does, for a plain read. False: nothing was done.
  [[nodiscard]] static bool try_fast_read(Cell& cell, const Moment& moment, std::uint32_t lane) {
    if (cell.write_clock > moment.floor) return false;
    const std::uint32_t thread = moment.thread + lane;
    const std::uint32_t warp = moment.thread / warp_lanes, reader = cell.reader / warp_lanes;
    switch (cell.flags) {
      case written:
        break;
      case written | was_read:
      case written | was_read | many_lanes:
        if (cell.read_clock <= moment.floor || (cell.reader == thread && cell.flags == (written | was_read))) {
          break;
        }
        if (reader == warp) {
          if (cell.read_clock != moment.now) return false;
          if (cell.flags == (written | was_read | many_lanes)) return true;
          cell.flags = written | was_read | many_lanes;
        } else {
          if (moment.clocks.all_happen_before(reader, cell.read_clock, warp)) break;
          cell.read_clock = moment.phase;
          cell.flags = written | was_read | many_warps;
        }
        cell.read_site = moment.site & 0xfffu;
        return true;
      case written | was_read | many_warps:
        if (cell.read_clock < moment.phase) break;
        return true;
      default:
        return false;
    }
    cell.reader = static_cast<std::uint16_t>(thread);
    cell.read_clock = moment.now;
    cell.flags = written | was_read;
    cell.read_site = moment.site & 0xfffu;
    return true;
  }
  /// The cells between the two byte offsets were read by several warps since the last barrier, and written before it:
  /// another read changes nothing.
  [[nodiscard]] bool all_noted(std::uint32_t begin, std::uint32_t end, std::uint32_t phase) const {
    const std::uint32_t last = ((end - 1) >> shift_) / group_cells;
    for (std::uint32_t group = (begin >> shift_) / group_cells; group <= last; ++group) {
      if (noted_[group] != phase) return false;
    }
    return true;
  }
  /// Does what read() does for the lanes, from a cell on and so many cells apart, where all that is noted of their
  /// cells is older than the last barrier of the whole block, or the same read was noted already. False: nothing was
  /// done.
  [[nodiscard]] bool read_settled(const Moment& moment, const LaneRun& run, std::size_t cell, std::uint32_t each);
  /// The same for ordinary writes.
  [[nodiscard]] bool write_settled(const Moment& moment, const LaneRun& run, std::size_t cell, std::uint32_t each);
  [[nodiscard]] bool read_run(const Moment& moment, const LaneRun& run, std::size_t cell, std::uint32_t each);
  /// The same for several lanes that read one place.
  [[nodiscard]] bool read_one_place(const Moment& moment, const LaneRun& run, std::size_t cell, std::uint32_t each);
  /// Limit of the bytes that all_noted() is asked for.
  static constexpr std::uint32_t max_noted_bytes = 1024;
  /// Notes groups of cells for all_noted().
  void note_groups(const AddressPattern& pattern, std::uint64_t first, const Moment& moment);
  [[nodiscard]] bool read_pattern(const Moment& moment, const AddressPattern& pattern, std::uint64_t first);
  [[nodiscard]] bool write_pattern(const Moment& moment, const AddressPattern& pattern, std::uint64_t first);
  /// read() for one lane, quickly where it can be.
  [[nodiscard]] Hazard read_lane(const VectorClocks& clocks, const Moment& moment, std::uint32_t warp,
                                 std::uint32_t lane, std::uint32_t offset, std::uint32_t width, std::uint32_t site,
                                 Conflict& conflict) {
    const std::uint32_t last = (offset + width - 1) >> shift_;
    for (std::uint32_t index = offset >> shift_; index <= last; ++index) {
      if (!try_fast_read(cells_[index], moment, lane)) {
        return read_cells(clocks, warp, lane, offset, width, Strength::plain, site, conflict);
      }
    }
    return Hazard::none;
  }

  /// How the accesses since the last barrier of the whole block are kept.
  enum class LogState : std::uint8_t {
    empty,      ///< There was none yet.
    replaying,  ///< They are the first ones of replayed_log_, up to next_; nothing is noted in cells.
    recording,  ///< in cells, and in recorded_
    in_cells
  };
  /// read_lanes() or write_lanes() of a whole pattern, as far as it goes in a few steps.
  [[nodiscard]] bool try_fast_access(const VectorClocks& clocks, std::uint32_t warp, const AddressPattern& pattern,
                                     std::uint64_t first, std::uint32_t site, bool writes) {
    const SharedAccess access = access_of(warp, pattern, first, site, writes);
    if (matches_log(clocks, access)) return true;
    const Moment moment = moment_of(clocks, warp, site);
    if (!(writes ? write_pattern(moment, pattern, first) : read_pattern(moment, pattern, first))) return false;
    note(access);
    return true;
  }
  [[nodiscard]] static SharedAccess access_of(std::uint32_t warp, const AddressPattern& pattern, std::uint64_t first,
                                              std::uint32_t site, bool writes) {
    return {&pattern, static_cast<std::uint32_t>(first),
            warp << SharedAccess::warp_shift | (writes ? SharedAccess::write_bit : 0u) | small_site(site)};
  }
  /// Whether the access is the next one of the log that is replayed, so that it is fine. Else cells hold all that was
  /// before it.
  [[nodiscard]] bool matches_log(const VectorClocks& clocks, const SharedAccess& access) {
    if (next_ != log_end_ && *next_ == access && phase_ == clocks.phase()) {
      ++next_;
      return true;
    }
    const bool in_cells = log_state_ == LogState::in_cells || log_state_ == LogState::recording;
    if (in_cells && phase_ == clocks.phase()) return false;
    return start_or_stop_replay(clocks, access);
  }
  [[nodiscard]] bool start_or_stop_replay(const VectorClocks& clocks, const SharedAccess& access);
  /// An access that was fine, and that cells have noted.
  void note(const SharedAccess& access) {
    if (log_state_ != LogState::recording) return;
    recorded_.push_back(access);
    if (recorded_.size() >= max_accesses) log_state_ = LogState::in_cells;
  }
  /// Cells hold all, and from now on do so up to the next barrier.
  void use_cells(const VectorClocks& clocks) {
    if (quick_ && (log_state_ != LogState::in_cells || phase_ != clocks.phase())) leave_log(clocks);
  }
  void leave_log(const VectorClocks& clocks);
  /// Replays the log from its access number `repeated` on; those before it were repeated already.
  void start_replay(IntervalLog& log, std::size_t repeated);
  void next_interval(const VectorClocks& clocks);
  void end_interval();
  /// Notes in cells what logs have written, and the accesses up to next_.
  void flush_log_to_cells(const VectorClocks& clocks);
  void apply_to_cells(const VectorClocks& clocks, const SharedAccess& access);
  [[nodiscard]] bool is_ready(IntervalLog& log);
  void store_recorded();

  Hazard read_cells(const VectorClocks& clocks, std::uint32_t warp, std::uint32_t lane, std::uint32_t offset,
                    std::uint32_t width, Strength strength, std::uint32_t site, Conflict& conflict);
  Hazard read_cell(const VectorClocks& clocks, Cell& cell, std::uint32_t warp, std::uint32_t lane, Strength strength,
                   std::uint32_t site, Conflict& conflict);
  Hazard write_cell(const VectorClocks& clocks, Cell& cell, std::uint32_t warp, std::uint32_t lane, bool strong,
                    bool same_value, std::uint32_t site, Conflict& conflict);

  AlignedBytes data_;
  std::vector<Cell> cells_;
  static constexpr std::uint32_t group_cells = 8;
  std::vector<std::uint32_t> noted_;  ///< by group of cells: the phase in which all_noted() holds for it
  std::uint32_t bytes_ = 0, written_from_ = 0xffffffffu;
  std::uint32_t shift_ = 2;
  bool checked_ = true;
  bool exact_ = false, quick_ = true;
  AccessSets sets_;

  static constexpr std::size_t max_accesses = 4096, max_logs = 64;
  LogState log_state_ = LogState::empty;
  std::uint32_t phase_ = 0;               ///< that of `log_state_`
  const VectorClocks* clocks_ = nullptr;  ///< while a log is replayed
  std::vector<IntervalLog> logs_;         ///< of intervals in which all was fine
  std::size_t replaced_ = 0;              ///< the log that the next one takes the place of
  IntervalLog* replayed_log_ = nullptr;   ///< its accesses before next_ were repeated
  const SharedAccess *next_ = nullptr, *log_end_ = nullptr;
  std::vector<SharedAccess> recorded_;
  std::uint64_t block_ = 0;        ///< how many blocks began
  std::vector<CellBits> written_;  ///< by logs, in this block; what stands in cells may be missing
  bool cells_are_stale_ = false;   ///< some of what logs have written
  bool cells_used_ = false;        ///< in this block
  std::uint32_t intervals_ = 0, stored_ = 0, replays_ = 0;
};

inline SharedMemory::Hazard SharedMemory::write_cell(const VectorClocks& clocks, Cell& cell, std::uint32_t warp,
                                                     std::uint32_t lane, bool strong, bool same_value,
                                                     std::uint32_t site, Conflict& conflict) {
  const std::uint32_t thread = warp * warp_lanes + lane;
  noted_[static_cast<std::size_t>(&cell - cells_.data()) / group_cells] = 0;
  bool several = false, equal = false;
  if ((cell.flags & written) != 0 && (cell.writer != thread || (cell.flags & strong_many) != 0) &&
      !write_is_before(clocks, cell, warp, lane)) {
    several = strong && (cell.flags & strong_write) != 0;
    equal = !several;
    if (equal) conflict = {(cell.flags & strong_many) != 0 ? several_threads : cell.writer, true, cell.write_site};
    if (equal && !same_value) return Hazard::race;
  }
  if ((cell.flags & was_read) != 0 && !(strong && (cell.flags & only_polled) != 0)) {
    const bool own = (cell.flags & (many_lanes | many_warps)) == 0 && cell.reader == thread;
    if (!own && !read_is_before(clocks, cell, warp, lane)) {
      const bool one = (cell.flags & (many_lanes | many_warps)) == 0;
      conflict = {one ? cell.reader : several_threads, false, cell.read_site};
      return Hazard::race;
    }
  }
  // Reads that are in order before an ordinary write are in order before whatever comes behind that write.
  const bool forget_reads = !strong && !same_value;
  const unsigned kept = forget_reads ? 0u : cell.flags & of_reads;
  cell.write_clock =
      several ? several_with(clocks, warp, (cell.flags & strong_many) == 0, cell.writer / warp_lanes, cell.write_clock)
              : clocks.now(warp);
  cell.flags =
      (written | kept | (strong ? unsigned{strong_write} : 0u) | (several ? unsigned{strong_many} : 0u)) & 0xffu;
  cell.writer = static_cast<std::uint16_t>(thread);
  cell.write_site = small_site(site) & 0xfffu;
  conflict.equal_writes = equal;
  return Hazard::none;
}

inline SharedMemory::Hazard SharedMemory::read(const VectorClocks& clocks, std::uint32_t warp, std::uint32_t lane,
                                               std::uint32_t offset, std::uint32_t width, Strength strength,
                                               std::uint32_t site, Conflict& conflict) {
  if (!checked_) return Hazard::none;
  use_cells(clocks);
  return read_cells(clocks, warp, lane, offset, width, strength, site, conflict);
}

inline SharedMemory::Hazard SharedMemory::read_cells(const VectorClocks& clocks, std::uint32_t warp, std::uint32_t lane,
                                                     std::uint32_t offset, std::uint32_t width, Strength strength,
                                                     std::uint32_t site, Conflict& conflict) {
  Hazard hazard = Hazard::none;
  for (std::uint32_t index = offset >> shift_; index <= (offset + width - 1) >> shift_; ++index) {
    if (is_noted(clocks, cells_[index], warp, lane)) continue;
    Conflict here;
    const Hazard found = read_cell(clocks, cells_[index], warp, lane, strength, site, here);
    // A race says more than that nothing has written the word beside it.
    if (found == Hazard::none || hazard == Hazard::race || hazard == found) continue;
    hazard = found;
    conflict = here;
  }
  return hazard;
}

template <class Report>
void SharedMemory::read_lanes(const VectorClocks& clocks, std::uint32_t warp, std::uint32_t lanes,
                              const std::uint64_t* offset, std::uint32_t width, Strength strength, std::uint32_t site,
                              const AddressPattern* pattern, Report&& report) {
  if (!checked_) return;
  if (!quick_ || strength != Strength::plain) {
    for (; lanes != 0; lanes &= lanes - 1) {
      const auto lane = static_cast<std::uint32_t>(__builtin_ctz(lanes));
      Conflict conflict;
      const Hazard hazard =
          read(clocks, warp, lane, static_cast<std::uint32_t>(offset[lane]), width, strength, site, conflict);
      if (hazard != Hazard::none) report(lane, hazard, conflict);
    }
    return;
  }
  if (pattern == nullptr) {
    use_cells(clocks);
  } else if (try_fast_access(clocks, warp, *pattern, offset[pattern->first_lane], site, false)) {
    return;
  }
  const Moment moment = moment_of(clocks, warp, site);
  bool fine = true;
  for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
    const auto lane = static_cast<std::uint32_t>(__builtin_ctz(left));
    Conflict conflict;
    const Hazard hazard =
        read_lane(clocks, moment, warp, lane, static_cast<std::uint32_t>(offset[lane]), width, site, conflict);
    if (hazard == Hazard::none) continue;
    fine = false;
    report(lane, hazard, conflict);
  }
  if (!fine) {
    use_cells(clocks);
  } else if (pattern != nullptr) {
    note(access_of(warp, *pattern, offset[pattern->first_lane], site, false));
  }
}

inline bool SharedMemory::write_lanes(const VectorClocks& clocks, std::uint32_t warp, std::uint32_t lanes,
                                      const std::uint64_t* offset, std::uint32_t width, bool strong, std::uint32_t site,
                                      const AddressPattern* pattern) {
  if (!checked_) return true;
  const bool quick = quick_ && !strong;
  if (!quick || pattern == nullptr) {
    use_cells(clocks);
  } else if (try_fast_access(clocks, warp, *pattern, offset[pattern->first_lane], site, true)) {
    return true;
  }
  const Moment moment = moment_of(clocks, warp, site);
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::uint32_t>(__builtin_ctz(lanes));
    const auto first = static_cast<std::uint32_t>(offset[lane]) >> shift_;
    const auto last = (static_cast<std::uint32_t>(offset[lane]) + width - 1) >> shift_;
    for (std::uint32_t index = first; index <= last; ++index) {
      Cell& cell = cells_[index];
      if (quick && is_settled(cell, moment)) {
        noted_[index / group_cells] = 0;
        cell.write_clock = moment.now;
        cell.writer = static_cast<std::uint16_t>(moment.thread + lane);
        cell.flags = written;
        cell.write_site = moment.site & 0xfffu;
        continue;
      }
      Conflict conflict;
      if (write_cell(clocks, cells_[index], warp, lane, strong, false, site, conflict) != Hazard::none) {
        use_cells(clocks);
        return false;
      }
    }
  }
  if (quick && pattern != nullptr) note(access_of(warp, *pattern, offset[pattern->first_lane], site, true));
  return true;
}

}  // namespace lanescope::emulator
