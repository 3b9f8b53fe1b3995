#include "emulator/checks/shared_memory.h"

#include <algorithm>
#include <cstring>

namespace lanescope::emulator {
namespace {

/// A cell as its four words: the clock of the write, that of the read, both threads, flags and sites.
using Words = std::int32_t __attribute__((vector_size(16)));

Words words_of(const void* cell) {
  Words words;
  std::memcpy(&words, cell, sizeof(words));
  return words;
}
bool any(Words words) {
  return (words[0] | words[1] | words[2] | words[3]) != 0;
}
std::int32_t word_of(std::uint32_t value) {
  return static_cast<std::int32_t>(value);
}
constexpr std::int32_t no_limit = 0x7fffffff;

}  // namespace

void SharedMemory::resize(std::uint32_t bytes, std::uint32_t granule, bool exact, bool quick) {
  exact_ = exact;
  quick_ = quick && !exact;
  bytes_ = bytes;
  shift_ = granule == 1 ? 0 : granule == 2 ? 1 : 2;
  data_.resize(bytes + 64);
  cells_.assign((bytes >> shift_) + 1, Cell{});
  noted_.assign(cells_.size() / group_cells + 1, 0);
  written_.assign(cells_.size() / cells_of_bits + 1, 0);
  logs_.clear();
  replayed_log_ = nullptr;
  next_ = log_end_ = nullptr;
  log_state_ = quick_ ? LogState::empty : LogState::in_cells;
  cells_used_ = true;
}

void SharedMemory::reset() {
  // What a block reads without having written it does not depend on the block that ran here before.
  std::memset(data_.data(), 0, data_.size());
  sets_.clear();
  end_interval();
  if (cells_used_) {
    if (!cells_.empty()) std::memset(static_cast<void*>(cells_.data()), 0, cells_.size() * sizeof(Cell));
    std::fill(noted_.begin(), noted_.end(), 0u);
  }
  cells_used_ = !quick_;
  cells_are_stale_ = false;
  std::fill(written_.begin(), written_.end(), 0u);
  for (std::size_t cell = written_from_ >> shift_; cell < cells_.size(); ++cell) {
    cells_[cell].flags = written;
    written_[cell / cells_of_bits] |= CellBits{1} << cell % cells_of_bits;
  }
  phase_ = 0;
  ++block_;
}

bool SharedMemory::start_or_stop_replay(const VectorClocks& clocks, const SharedAccess& access) {
  if (phase_ != clocks.phase()) next_interval(clocks);
  switch (log_state_) {
    case LogState::replaying: {
      const auto repeated = static_cast<std::size_t>(next_ - replayed_log_->accesses.data());
      // Another log may begin in the same way.
      for (IntervalLog& log : logs_) {
        if (log.accesses.size() <= repeated || log.accesses[repeated] != access || !is_ready(log) ||
            !std::equal(next_ - repeated, next_, log.accesses.data())) {
          continue;
        }
        start_replay(log, repeated + 1);
        return true;
      }
      recorded_.assign(replayed_log_->accesses.begin(),
                       replayed_log_->accesses.begin() + static_cast<std::ptrdiff_t>(repeated));
      flush_log_to_cells(clocks);
      log_state_ = LogState::recording;
      return false;
    }
    case LogState::empty:
      for (IntervalLog& log : logs_) {
        if (log.accesses.front() != access || !is_ready(log)) continue;
        start_replay(log, 1);
        log_state_ = LogState::replaying;
        ++replays_;
        return true;
      }
      flush_log_to_cells(clocks);
      recorded_.clear();
      // What never comes again is not worth being recorded.
      ++intervals_;
      log_state_ = stored_ < 64 + 4 * replays_ || intervals_ % 256 == 0 ? LogState::recording : LogState::in_cells;
      return false;
    default:
      return false;
  }
}

void SharedMemory::start_replay(IntervalLog& log, std::size_t repeated) {
  replayed_log_ = &log;
  next_ = log.accesses.data() + repeated;
  log_end_ = log.accesses.data() + log.accesses.size();
}

void SharedMemory::leave_log(const VectorClocks& clocks) {
  if (phase_ != clocks.phase()) next_interval(clocks);
  if (log_state_ == LogState::replaying || log_state_ == LogState::empty) flush_log_to_cells(clocks);
  log_state_ = LogState::in_cells;
}

void SharedMemory::on_order_change() {
  // The accesses so far were in another order than later ones will be.
  if (clocks_ == nullptr || phase_ != clocks_->phase()) return;
  if (log_state_ == LogState::replaying || log_state_ == LogState::recording) leave_log(*clocks_);
}

void SharedMemory::next_interval(const VectorClocks& clocks) {
  end_interval();
  phase_ = clocks.phase();
  clocks_ = &clocks;
}

void SharedMemory::end_interval() {
  if (log_state_ == LogState::recording && !recorded_.empty()) store_recorded();
  if (log_state_ == LogState::replaying) {
    const auto apply = [&](std::size_t index, CellBits bits) {
      written_[index] |= bits;
      cells_are_stale_ = true;
    };
    if (next_ != log_end_) {
      for (const SharedAccess* access = replayed_log_->accesses.data(); access != next_; ++access) {
        if (!access->writes()) continue;
        for_cells(*access->pattern, access->first, shift_,
                  [&](std::uint64_t cell, std::uint32_t cells) { for_bits(cell, cells, apply); });
      }
    } else if (replayed_log_->applied_in != block_) {
      replayed_log_->applied_in = block_;
      for (const IntervalLog::Cells& cells : replayed_log_->cells) apply(cells.index, cells.written);
    }
  }
  replayed_log_ = nullptr;
  next_ = log_end_ = nullptr;
  recorded_.clear();
  log_state_ = quick_ ? LogState::empty : LogState::in_cells;
}

void SharedMemory::flush_log_to_cells(const VectorClocks& clocks) {
  cells_used_ = true;
  if (cells_are_stale_) {
    for (std::size_t index = 0; index < written_.size(); ++index) {
      for (CellBits bits = written_[index]; bits != 0; bits &= bits - 1) {
        Cell& cell = cells_[index * cells_of_bits + static_cast<std::size_t>(__builtin_ctz(bits))];
        cell.flags = cell.flags | written;
      }
    }
    cells_are_stale_ = false;
  }
  if (replayed_log_ == nullptr) return;
  for (const SharedAccess* access = replayed_log_->accesses.data(); access != next_; ++access) {
    apply_to_cells(clocks, *access);
  }
  replayed_log_ = nullptr;
  next_ = log_end_ = nullptr;
}

void SharedMemory::apply_to_cells(const VectorClocks& clocks, const SharedAccess& access) {
  const AddressPattern& pattern = *access.pattern;
  const Moment moment = moment_of(clocks, access.warp(), access.site());
  if (access.writes() ? write_pattern(moment, pattern, access.first) : read_pattern(moment, pattern, access.first)) {
    return;
  }
  for (std::uint32_t lanes = pattern.lanes; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::uint32_t>(__builtin_ctz(lanes));
    const auto offset = static_cast<std::uint32_t>(access.first + pattern.distance[lane]);
    Conflict conflict;
    if (!access.writes()) {
      static_cast<void>(read_lane(clocks, moment, access.warp(), lane, offset, pattern.bytes, access.site(), conflict));
      continue;
    }
    for (std::uint32_t index = offset >> shift_; index <= (offset + pattern.bytes - 1) >> shift_; ++index) {
      static_cast<void>(write_cell(clocks, cells_[index], access.warp(), lane, false, false, access.site(), conflict));
    }
  }
}

/// Whether the block has written all that the log's accesses read before they write it.
bool SharedMemory::is_ready(IntervalLog& log) {
  if (log.ready_in == block_) return true;
  for (const IntervalLog::Cells& cells : log.cells) {
    for (CellBits missing = cells.read & ~written_[cells.index]; missing != 0; missing &= missing - 1) {
      const auto bit = static_cast<std::uint32_t>(__builtin_ctz(missing));
      if (!cells_used_ || (cells_[cells.index * cells_of_bits + bit].flags & written) == 0) return false;
      written_[cells.index] |= 1u << bit;
    }
  }
  log.ready_in = block_;
  return true;
}

/// The recorded accesses, all of which were fine, become a log.
void SharedMemory::store_recorded() {
  if (logs_.size() < max_logs) {
    replaced_ = logs_.size();
    logs_.emplace_back();
  } else {
    replaced_ = (replaced_ + 1) % max_logs;
  }
  IntervalLog& log = logs_[replaced_];
  ++stored_;
  log.accesses.swap(recorded_);
  log.cells.clear();
  log.ready_in = log.applied_in = block_;
  // By index of the CellBits: the number of its entry plus 1.
  std::vector<std::uint32_t> entries(written_.size(), 0);
  for (const SharedAccess& access : log.accesses) {
    const bool writes = access.writes();
    for_cells(*access.pattern, access.first, shift_, [&](std::uint64_t cell, std::uint32_t cells) {
      for_bits(cell, cells, [&](std::size_t index, CellBits bits) {
        if (entries[index] == 0) {
          log.cells.push_back({index, 0, 0});
          entries[index] = static_cast<std::uint32_t>(log.cells.size());
        }
        IntervalLog::Cells& there = log.cells[entries[index] - 1];
        if (writes) {
          there.written |= bits;
        } else {
          there.read |= bits & ~there.written;
        }
      });
    });
  }
}

bool SharedMemory::read_settled(const Moment& moment, const LaneRun& run, std::size_t cell, std::uint32_t each) {
  const std::int32_t floor = word_of(moment.floor), older = word_of(std::min(moment.floor, moment.phase - 1));
  // A clock of several warps is a phase, so that both limits hold for both kinds of clocks.
  const Words limit = {floor, older, no_limit, no_limit};
  const Words flags = {0, 0, 0, word_of(written | strong_many)}, wanted = {0, 0, 0, word_of(written)};
  const Words noted_mask = {0, -1, 0, 0xff};
  const Words noted = {0, word_of(moment.phase), 0, word_of(written | was_read | many_warps)};
  const Words noted_limit = {floor, no_limit, no_limit, no_limit};
  Words unsettled = {}, unnoted = {};
  Cell* const first = &cells_[cell];
  for (std::uint32_t i = 0; i < run.lanes * each; ++i) {
    const Words there = words_of(first + i);
    unsettled |= (there > limit) | ((there & flags) ^ wanted);
    unnoted |= (there > noted_limit) | ((there & noted_mask) ^ noted);
  }
  if (!any(unnoted)) return true;
  if (any(unsettled)) return false;
  const Words kept = {-1, 0, 0xffff, word_of(0xfffffu & ~of_reads)};
  for (std::uint32_t lane = 0; lane < run.lanes; ++lane) {
    const Words read = {0, word_of(moment.now), word_of((moment.thread + run.first_lane + lane) << 16),
                        word_of(was_read | moment.site << 20)};
    for (std::uint32_t i = lane * each; i < (lane + 1) * each; ++i) {
      const Words after = (words_of(first + i) & kept) | read;
      std::memcpy(static_cast<void*>(first + i), &after, sizeof(after));
    }
  }
  return true;
}

bool SharedMemory::write_settled(const Moment& moment, const LaneRun& run, std::size_t cell, std::uint32_t each) {
  const Words limit = {word_of(moment.floor), word_of(std::min(moment.floor, moment.phase - 1)), no_limit, no_limit};
  const Words flags = {0, 0, 0, word_of(strong_many)};
  Words unsettled = {};
  Cell* const first = &cells_[cell];
  for (std::uint32_t i = 0; i < run.lanes * each; ++i) {
    const Words there = words_of(first + i);
    unsettled |= (there > limit) | (there & flags);
  }
  if (any(unsettled)) return false;
  for (std::uint32_t lane = 0; lane < run.lanes; ++lane) {
    const Words write = {word_of(moment.now), 0, word_of(moment.thread + run.first_lane + lane),
                         word_of(written | moment.site << 8)};
    for (std::uint32_t i = lane * each; i < (lane + 1) * each; ++i) {
      std::memcpy(static_cast<void*>(first + i), &write, sizeof(write));
    }
  }
  const std::size_t last = (cell + run.lanes * each - 1) / group_cells;
  for (std::size_t group = cell / group_cells; group <= last; ++group) noted_[group] = 0;
  return true;
}

bool SharedMemory::read_run(const Moment& moment, const LaneRun& run, std::size_t cell, std::uint32_t each) {
  for (std::uint32_t lane = 0; lane < run.lanes; ++lane) {
    for (std::uint32_t i = 0; i < each; ++i) {
      if (!try_fast_read(cells_[cell + lane * each + i], moment, run.first_lane + lane)) return false;
    }
  }
  return true;
}

bool SharedMemory::read_one_place(const Moment& moment, const LaneRun& run, std::size_t cell, std::uint32_t each) {
  for (std::uint32_t i = 0; i < each; ++i) {
    Cell& there = cells_[cell + i];
    if (!try_fast_read(there, moment, run.first_lane) || !try_fast_read(there, moment, run.first_lane + 1))
      return false;
    // The third lane that reads it finds it as the second one left it.
    const bool by_warps = there.flags == (written | was_read | many_warps) && there.read_clock == moment.phase;
    const bool by_lanes = there.flags == (written | was_read | many_lanes) && there.read_clock == moment.now &&
                          there.reader / warp_lanes == moment.thread / warp_lanes;
    if (run.lanes > 2 && !by_warps && !by_lanes) return false;
  }
  return true;
}

bool SharedMemory::read_pattern(const Moment& moment, const AddressPattern& pattern, std::uint64_t first) {
  const auto begin = static_cast<std::uint32_t>(first + static_cast<std::uint64_t>(pattern.lowest));
  const auto end = static_cast<std::uint32_t>(first + static_cast<std::uint64_t>(pattern.end));
  if (end - begin <= max_noted_bytes && all_noted(begin, end, moment.phase)) return true;
  const std::uint32_t each = pattern.bytes >> shift_;
  bool settled = true;
  for (const LaneRun& run : pattern.runs) {
    const std::size_t cell = (first + static_cast<std::uint64_t>(run.distance)) >> shift_;
    if (!run.neighbours) {
      if (!read_one_place(moment, run, cell, each)) return false;
    } else if (!read_settled(moment, run, cell, each)) {
      settled = false;
      if (!read_run(moment, run, cell, each)) return false;
    }
  }
  if (!settled) note_groups(pattern, first, moment);
  if (!pattern.runs.empty()) return true;
  // Lanes that lie in no order, which may read one place.
  for (std::uint32_t lanes = pattern.lanes; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::uint32_t>(__builtin_ctz(lanes));
    Cell* const cell = &cells_[(first + pattern.distance[lane]) >> shift_];
    for (std::uint32_t i = 0; i < each; ++i) {
      if (!try_fast_read(cell[i], moment, lane)) return false;
    }
  }
  return true;
}

bool SharedMemory::write_pattern(const Moment& moment, const AddressPattern& pattern, std::uint64_t first) {
  if (!pattern.distinct) return false;
  const std::uint32_t each = pattern.bytes >> shift_;
  for (const LaneRun& run : pattern.runs) {
    const std::size_t cell = (first + static_cast<std::uint64_t>(run.distance)) >> shift_;
    if (!write_settled(moment, run, cell, each)) return false;
  }
  if (!pattern.runs.empty()) return true;
  for (std::uint32_t lanes = pattern.lanes; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::uint32_t>(__builtin_ctz(lanes));
    const std::size_t cell = (first + pattern.distance[lane]) >> shift_;
    if (!write_settled(moment, {lane, 1, 0, true}, cell, each)) return false;
  }
  return true;
}

void SharedMemory::note_groups(const AddressPattern& pattern, std::uint64_t from, const Moment& moment) {
  const auto begin = static_cast<std::uint32_t>(from + static_cast<std::uint64_t>(pattern.lowest));
  const auto end = static_cast<std::uint32_t>(from + static_cast<std::uint64_t>(pattern.end));
  if (end - begin > max_noted_bytes) return;
  const std::uint32_t first = begin >> shift_, behind = ((end - 1) >> shift_) + 1;
  // Mostly it is the first or the second warp that reads here.
  if (cells_[first].flags != (written | was_read | many_warps)) return;
  for (std::uint32_t group = (first + group_cells - 1) / group_cells; (group + 1) * group_cells <= behind; ++group) {
    bool all = true;
    for (std::uint32_t index = group * group_cells; index < (group + 1) * group_cells; ++index) {
      const Cell& cell = cells_[index];
      all &= cell.flags == (written | was_read | many_warps) && cell.read_clock == moment.phase &&
             cell.write_clock <= moment.floor;
    }
    if (all) noted_[group] = moment.phase;
  }
}

SharedMemory::Hazard SharedMemory::read_cell(const VectorClocks& clocks, Cell& cell, std::uint32_t warp,
                                             std::uint32_t lane, Strength strength, std::uint32_t site,
                                             Conflict& conflict) {
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

bool SharedMemory::is_unwritten(const VectorClocks& clocks, std::uint32_t offset, std::uint32_t width) {
  if (!checked_) return false;
  use_cells(clocks);
  for (std::uint32_t index = offset >> shift_; index <= (offset + width - 1) >> shift_; ++index) {
    if ((cells_[index].flags & written) == 0) return true;
  }
  return false;
}

SharedMemory::Hazard SharedMemory::write(const VectorClocks& clocks, std::uint32_t warp, std::uint32_t lane,
                                         std::uint32_t offset, std::uint32_t width, bool strong, bool same_value,
                                         std::uint32_t site, Conflict& conflict) {
  if (!checked_) return Hazard::none;
  use_cells(clocks);
  Hazard hazard = Hazard::none;
  for (std::uint32_t index = offset >> shift_; index <= (offset + width - 1) >> shift_; ++index) {
    Conflict here;
    const Hazard found = write_cell(clocks, cells_[index], warp, lane, strong, same_value, site, here);
    if (hazard != Hazard::none || (found == Hazard::none && !here.equal_writes)) continue;
    hazard = found;
    conflict = here;
  }
  return hazard;
}

}  // namespace lanescope::emulator
