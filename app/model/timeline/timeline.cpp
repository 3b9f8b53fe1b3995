#include "model/timeline/timeline.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <tuple>
#include <utility>

namespace lanescope::model {

namespace {

using BlockKey = std::pair<std::uint32_t, std::uint32_t>;  ///< launch, block
using RowKey = std::pair<std::uint32_t, std::uint32_t>;    ///< block, warp

/// An event of one warp: an access, or its arrival at a barrier.
struct Event {
  std::uint64_t moment = 0;  ///< order or time
  bool access = false;       ///< at the same moment, barriers come first: see trace::Barrier
  std::uint32_t index = 0;   ///< index into headers or waits
};

class TimelineBuilder {
 public:
  TimelineBuilder(const trace::Trace& trace, std::vector<std::uint32_t> records, TimeAxis axis)
      : trace_(trace), records_(std::move(records)) {
    line_.axis = axis == TimeAxis::time && !trace.has_clock() ? TimeAxis::barrier_aligned : axis;
    // In an order other than that of the moments, a barrier is placed by the latest record before it.
    std::uint64_t latest = 0;
    for (const std::uint32_t record : records_) {
      latest = std::max(latest, trace.moment_of(trace.headers[record]));
      moments_.push_back(latest);
    }
  }

  Timeline make(RowOrder order) {
    add_rows(order);
    add_intervals();
    add_barrier_releases();
    if (line_.axis == TimeAxis::barrier_aligned) place_barrier_aligned();
    if (line_.axis == TimeAxis::order) place_by_order();
    if (line_.axis == TimeAxis::time) place_by_time();
    finish_barrier_releases();
    add_blocks();
    return std::move(line_);
  }

 private:
  void add_rows(RowOrder order) {
    using First = std::pair<std::uint64_t, std::uint32_t>;  // moment, and SM
    std::map<RowKey, First> warps;
    std::map<std::uint32_t, First> blocks;
    const auto note = [&](std::uint32_t block, std::uint32_t warp, std::uint32_t sm, std::uint64_t moment) {
      for (First* first : {&warps.try_emplace({block, warp}, moment, sm).first->second,
                           &blocks.try_emplace(block, moment, sm).first->second}) {
        if (moment < first->first) *first = {moment, sm};
      }
    };
    for (const std::uint32_t record : records_) {
      const trace::Header& header = trace_.headers[record];
      note(header.block, header.warp, header.sm, trace_.moment_of(header));
    }
    for (const trace::Barrier& barrier : trace_.barriers) {
      note(barrier.block, barrier.warp, barrier.sm, trace_.arrival_of(barrier));
    }
    for (const auto& [key, first] : warps) line_.rows.push_back({key.first, key.second, first.second, 0, 0});
    if (order == RowOrder::multiprocessors) {
      const auto key = [&](const TimelineRow& row) {
        const auto& [moment, sm] = blocks.at(row.block);
        return std::tuple(sm, moment, row.block, row.warp);
      };
      std::sort(line_.rows.begin(), line_.rows.end(),
                [&](const TimelineRow& one, const TimelineRow& two) { return key(one) < key(two); });
    }
    for (std::uint32_t row = 0; row < line_.rows.size(); ++row) {
      row_of_[{line_.rows[row].block, line_.rows[row].warp}] = row;
    }
  }

  void add_intervals() {
    std::vector<TimelineInterval> intervals(records_.size());
    for (std::uint32_t rank = 0; rank < records_.size(); ++rank) {
      const trace::Header& header = trace_.headers[records_[rank]];
      TimelineInterval& interval = intervals[rank];
      interval.record = records_[rank];
      interval.rank = rank;
      interval.row = row_of_.at({header.block, header.warp});
      interval.kind = kind_of(trace_.sites[header.site]);
      interval.active_lanes = static_cast<std::uint32_t>(std::popcount(header.active_mask));
    }
    std::stable_sort(intervals.begin(), intervals.end(),
                     [](const TimelineInterval& one, const TimelineInterval& two) { return one.row < two.row; });
    line_.interval_of.assign(trace_.headers.size(), no_interval);
    for (std::uint32_t index = 0; index < intervals.size(); ++index) {
      line_.interval_of[intervals[index].record] = index;
      TimelineRow& row = line_.rows[intervals[index].row];
      if (row.intervals++ == 0) row.first_interval = index;
    }
    line_.intervals = std::move(intervals);
  }

  void add_barrier_releases() {
    const std::vector<std::uint32_t> use_of = barrier_uses(trace_);
    const std::vector<bool> unseen = uses_after_last_record(use_of);
    std::map<std::uint32_t, std::uint32_t> release_of_use;  ///< by use
    std::map<std::uint32_t, std::set<std::uint32_t>> warps;
    for (std::uint32_t index = 0; index < trace_.barriers.size(); ++index) {
      if (unseen[use_of[index]]) continue;
      const trace::Barrier& barrier = trace_.barriers[index];
      const auto number =
          release_of_use.try_emplace(use_of[index], static_cast<std::uint32_t>(release_of_use.size())).first->second;
      if (number >= line_.releases.size()) line_.releases.resize(number + 1);
      BarrierRelease& release = line_.releases[number];
      if (warps[number].empty()) {
        release.line = barrier.line;
        release.ptx_line = barrier.ptx_line;
        std::tie(release.first_row, release.rows) = rows_of(barrier.block);  // as high as its block
      }
      warps[number].insert(barrier.warp);
      if (trace_.release_of(barrier) == trace::never_released) release.released = false;
      line_.waits.push_back({index, row_of_.at({barrier.block, barrier.warp}), number, 0, 0});
    }
    for (auto& [number, members] : warps) line_.releases[number].warps = static_cast<std::uint32_t>(members.size());
  }

  /// Finds the uses after the last record when records were dropped: barriers alone would look as if nothing was read
  /// or written between them.
  [[nodiscard]] std::vector<bool> uses_after_last_record(const std::vector<std::uint32_t>& use_of) const {
    std::vector<bool> after_last_record(use_of.empty() ? 0 : *std::max_element(use_of.begin(), use_of.end()) + 1);
    if (trace_.dropped == 0) return after_last_record;
    std::uint64_t last = 0;
    for (const trace::Header& header : trace_.headers) last = std::max(last, trace_.moment_of(header));
    for (std::size_t index = 0; index < use_of.size(); ++index) {
      if (trace_.arrival_of(trace_.barriers[index]) > last) after_last_record[use_of[index]] = true;
    }
    return after_last_record;
  }

  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> rows_of(std::uint32_t block) const {
    const auto found =
        std::find_if(line_.rows.begin(), line_.rows.end(), [&](const TimelineRow& row) { return row.block == block; });
    auto end = found;
    while (end != line_.rows.end() && end->block == block) ++end;
    return {static_cast<std::uint32_t>(found - line_.rows.begin()), static_cast<std::uint32_t>(end - found)};
  }

  [[nodiscard]] const trace::Barrier& barrier_of(const TimelineWait& wait) const {
    return trace_.barriers[wait.barrier];
  }

  /// Returns all events of each block of each launch, in the order of their moments.
  [[nodiscard]] std::map<BlockKey, std::vector<Event>> events() const {
    std::map<BlockKey, std::vector<Event>> all;
    for (const std::uint32_t record : records_) {
      const trace::Header& header = trace_.headers[record];
      all[{header.launch, header.block}].push_back({trace_.moment_of(header), true, record});
    }
    for (std::uint32_t wait = 0; wait < line_.waits.size(); ++wait) {
      const trace::Barrier& barrier = barrier_of(line_.waits[wait]);
      all[{barrier.launch, barrier.block}].push_back({trace_.arrival_of(barrier), false, wait});
    }
    for (auto& [key, list] : all) {
      std::stable_sort(list.begin(), list.end(), [](const Event& one, const Event& two) {
        return std::tuple(one.moment, one.access) < std::tuple(two.moment, two.access);
      });
    }
    return all;
  }

  /// Places each warp by its own instructions; a barrier brings the warps that wait to the same place.
  void place_barrier_aligned() {
    std::vector<std::uint32_t> missing(line_.releases.size());  ///< participants that have not arrived
    std::vector<std::vector<std::uint32_t>> members(line_.releases.size());
    for (const TimelineWait& wait : line_.waits) ++missing[wait.release];
    double launch_begin = 0;
    std::optional<std::uint32_t> launch;
    for (const auto& [key, list] : events()) {
      if (launch && key.first != *launch) launch_begin = line_.length;
      launch = key.first;
      std::map<std::uint32_t, double> at;  ///< by row
      const auto place = [&](std::uint32_t row) -> double& { return at.try_emplace(row, launch_begin).first->second; };
      for (const Event& event : list) {
        if (event.access) {
          TimelineInterval& interval = line_.intervals[line_.interval_of[event.index]];
          double& x = place(interval.row);
          interval.begin = x;
          interval.end = x += 1;
          line_.length = std::max(line_.length, x);
          continue;
        }
        TimelineWait& wait = line_.waits[event.index];
        wait.begin = place(wait.row);
        members[wait.release].push_back(event.index);
        if (--missing[wait.release] > 0 || !line_.releases[wait.release].released) continue;
        open(members[wait.release], place);
      }
    }
  }

  /// Releases the warps that wait at a barrier when the last one has arrived.
  template <class Place>
  void open(const std::vector<std::uint32_t>& members, Place place) {
    double last = 0;
    std::uint64_t last_arrival = 0;
    for (const std::uint32_t index : members) {
      last = std::max(last, line_.waits[index].begin);
      last_arrival = std::max(last_arrival, trace_.arrival_of(barrier_of(line_.waits[index])));
    }
    for (const std::uint32_t index : members) {
      TimelineWait& wait = line_.waits[index];
      if (trace_.release_of(barrier_of(wait)) < last_arrival) {  // bar.arrive, which does not wait
        wait.end = wait.begin;
        continue;
      }
      wait.end = last + barrier_width;
      double& x = place(wait.row);
      x = std::max(x, wait.end);
      line_.length = std::max(line_.length, x);
    }
  }

  void place_by_order() {
    line_.length = static_cast<double>(records_.size());
    for (TimelineInterval& interval : line_.intervals) {
      interval.begin = interval.rank;
      interval.end = interval.begin + 1;
    }
    for (TimelineWait& wait : line_.waits) {
      const trace::Barrier& barrier = barrier_of(wait);
      wait.begin = static_cast<double>(rank_at(trace_.arrival_of(barrier)));
      wait.end = static_cast<double>(rank_at(trace_.release_of(barrier)));
    }
  }

  void place_by_time() {
    std::vector<double> gaps;
    for (const TimelineRow& row : line_.rows) {
      for (std::size_t index = row.first_interval; index < row.first_interval + row.intervals; ++index) {
        TimelineInterval& interval = line_.intervals[index];
        interval.begin = static_cast<double>(trace_.headers[interval.record].time());
        line_.length = std::max(line_.length, interval.begin);
        if (index == row.first_interval) continue;
        if (const double gap = interval.begin - line_.intervals[index - 1].begin; gap > 0) gaps.push_back(gap);
      }
    }
    if (!gaps.empty()) {
      const auto tenth = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 10);
      std::nth_element(gaps.begin(), tenth, gaps.end());
      line_.drawn_width = *tenth;
    }
    for (const TimelineRow& row : line_.rows) {
      for (std::size_t index = row.first_interval; index < row.first_interval + row.intervals; ++index) {
        TimelineInterval& interval = line_.intervals[index];
        interval.end = interval.begin + line_.drawn_width;
        if (index + 1 == row.first_interval + row.intervals) continue;
        const double next = line_.intervals[index + 1].begin;
        if (next > interval.begin) interval.end = std::min(interval.end, next);
      }
    }
    line_.length += line_.drawn_width;
    for (TimelineWait& wait : line_.waits) {
      const trace::Barrier& barrier = barrier_of(wait);
      wait.begin = static_cast<double>(barrier.arrived_time());
      const bool released = barrier.released_time() != trace::never_released;
      wait.end = released ? static_cast<double>(barrier.released_time()) : wait.begin;
      line_.length = std::max(line_.length, wait.end);
    }
  }

  /// Returns how many records come before this moment.
  [[nodiscard]] std::size_t rank_at(std::uint64_t moment) const {
    return static_cast<std::size_t>(std::lower_bound(moments_.begin(), moments_.end(), moment) - moments_.begin());
  }

  void finish_barrier_releases() {
    std::vector<bool> seen(line_.releases.size());
    for (TimelineWait& wait : line_.waits) {
      const trace::Barrier& barrier = barrier_of(wait);
      BarrierRelease& release = line_.releases[wait.release];
      if (trace_.release_of(barrier) == trace::never_released) wait.end = line_.length;
      release.position = seen[wait.release] ? std::max(release.position, wait.end) : wait.end;
      const double rank = static_cast<double>(release.released ? rank_at(trace_.release_of(barrier))
                                                               : rank_at(trace_.arrival_of(barrier)));
      release.rank = std::max(release.rank, rank);
      seen[wait.release] = true;
    }
    std::vector<std::uint32_t> order(line_.releases.size()), place(line_.releases.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t one, std::uint32_t two) {
      return line_.releases[one].rank < line_.releases[two].rank;
    });
    std::vector<BarrierRelease> sorted;
    for (std::uint32_t index = 0; index < order.size(); ++index) {
      place[order[index]] = index;
      sorted.push_back(line_.releases[order[index]]);
    }
    line_.releases = std::move(sorted);
    for (TimelineWait& wait : line_.waits) wait.release = place[wait.release];
  }

  void add_blocks() {
    std::map<BlockKey, TimelineBlock> blocks;
    const auto note = [&](std::uint32_t launch, std::uint32_t block, double begin, double end) {
      const auto [found, fresh] = blocks.try_emplace({launch, block});
      TimelineBlock& here = found->second;
      if (fresh) {
        here = {0, 0, begin, end};
        std::tie(here.first_row, here.rows) = rows_of(block);
      }
      here.begin = std::min(here.begin, begin);
      here.end = std::max(here.end, end);
    };
    for (const TimelineInterval& interval : line_.intervals) {
      const trace::Header& header = trace_.headers[interval.record];
      note(header.launch, header.block, interval.begin, interval.end);
    }
    for (const TimelineWait& wait : line_.waits) {
      const trace::Barrier& barrier = barrier_of(wait);
      note(barrier.launch, barrier.block, wait.begin, wait.end);
    }
    for (auto& [key, block] : blocks) line_.blocks.push_back(block);
    std::stable_sort(line_.blocks.begin(), line_.blocks.end(),
                     [](const TimelineBlock& one, const TimelineBlock& two) { return one.begin < two.begin; });
  }

  const trace::Trace& trace_;
  std::vector<std::uint32_t> records_;  ///< in playback order
  std::vector<std::uint64_t> moments_;  ///< of the latest record so far
  std::map<RowKey, std::uint32_t> row_of_;
  Timeline line_;
};

std::span<const TimelineInterval> intervals_of(const Timeline& timeline, const TimelineRow& row) {
  return std::span(timeline.intervals).subspan(row.first_interval, row.intervals);
}

}  // namespace

AccessKind kind_of(const trace::Site& site) {
  using trace::Operation;
  using trace::Space;
  if (trace::is_asynchronous_copy(site.operation) || site.operation == Operation::bulk_load ||
      site.operation == Operation::bulk_store) {
    return AccessKind::asynchronous_copy;
  }
  const bool atomic = site.operation == Operation::atomic || site.operation == Operation::reduce;
  const bool store = site.operation == Operation::store || site.operation == Operation::matrix_store;
  if (site.space == Space::global) {
    return atomic ? AccessKind::global_atomic : store ? AccessKind::global_store : AccessKind::global_load;
  }
  if (site.space == Space::shared || site.space == Space::distributed) {
    return atomic ? AccessKind::shared_atomic : store ? AccessKind::shared_store : AccessKind::shared_load;
  }
  if (site.space == Space::local) return store ? AccessKind::local_store : AccessKind::local_load;
  if (site.space == Space::texture) return store ? AccessKind::surface_store : AccessKind::texture_load;
  return AccessKind::constant_load;
}

std::string_view name_of(AccessKind kind) {
  constexpr std::array<std::string_view, access_kind_count> names{
      "global load", "global store", "global atomic",     "shared load",  "shared store",  "shared atomic",
      "local load",  "local store",  "asynchronous copy", "texture load", "constant load", "surface store"};
  return names.at(static_cast<std::size_t>(kind));
}

std::string_view mnemonic_of(AccessKind kind) {
  constexpr std::array<std::string_view, access_kind_count> names{"LDG", "STG", "ATOMG",  "LDS", "STS", "ATOMS",
                                                                  "LDL", "STL", "LDGSTS", "TEX", "LDC", "SUST"};
  return names.at(static_cast<std::size_t>(kind));
}

Timeline timeline(const trace::Trace& trace, std::vector<std::uint32_t> records, TimeAxis axis, RowOrder order) {
  return TimelineBuilder(trace, std::move(records), axis).make(order);
}

Timeline timeline(const trace::Trace& trace, TimeAxis axis, RowOrder order) {
  return timeline(trace, trace::in_order(trace), axis, order);
}

std::optional<std::size_t> interval_at(const Timeline& timeline, std::uint32_t row, double x) {
  if (row >= timeline.rows.size()) return std::nullopt;
  const auto intervals = intervals_of(timeline, timeline.rows[row]);
  const auto next = std::ranges::upper_bound(intervals, x, {}, &TimelineInterval::begin);
  if (next == intervals.begin() || x >= (next - 1)->end) return std::nullopt;
  return static_cast<std::size_t>(&*(next - 1) - timeline.intervals.data());
}

double playhead(const Timeline& timeline, double position) {
  const std::size_t records = timeline.intervals.size();
  if (records == 0) return 0;
  const double held = std::clamp(position, 0.0, static_cast<double>(records));
  if (timeline.axis == TimeAxis::order) return held;
  const std::size_t rank = std::min(static_cast<std::size_t>(held), records - 1);
  const double share = held - static_cast<double>(rank);
  // There is no index by rank, but each row holds its ranks in rising order.
  for (const TimelineRow& row : timeline.rows) {
    const auto intervals = intervals_of(timeline, row);
    const auto found = std::ranges::lower_bound(intervals, rank, {}, &TimelineInterval::rank);
    if (found == intervals.end() || found->rank != rank) continue;
    return found->begin + share * (found->end - found->begin);
  }
  return 0;
}

TimelineBins bin(const Timeline& timeline, double from, double to, std::uint32_t columns) {
  TimelineBins result;
  result.rows = static_cast<std::uint32_t>(timeline.rows.size());
  result.columns = columns;
  result.bins.resize(std::size_t{result.rows} * columns);
  if (columns == 0 || !(to > from)) return result;
  const double scale = columns / (to - from);
  std::vector<std::array<std::uint32_t, access_kind_count>> kinds(columns);
  for (std::uint32_t row = 0; row < result.rows; ++row) {
    std::fill(kinds.begin(), kinds.end(), std::array<std::uint32_t, access_kind_count>{});
    TimelineBin* const bins = result.bins.data() + std::size_t{row} * columns;
    for (const TimelineInterval& interval : intervals_of(timeline, timeline.rows[row])) {
      if (interval.end <= from || interval.begin >= to) continue;
      const double first = std::floor(std::max(0.0, (interval.begin - from) * scale));
      const double end = std::min<double>(columns, std::max(first + 1, std::ceil((interval.end - from) * scale)));
      for (auto column = static_cast<std::uint32_t>(first); column < end; ++column) {
        TimelineBin& here = bins[column];
        here.min_lanes = here.records == 0 ? interval.active_lanes : std::min(here.min_lanes, interval.active_lanes);
        here.mean_lanes += static_cast<float>(interval.active_lanes);  // the sum until all records are added
        ++here.records;
        ++kinds[column][static_cast<std::size_t>(interval.kind)];
      }
    }
    for (std::uint32_t column = 0; column < columns; ++column) {
      TimelineBin& here = bins[column];
      if (here.records == 0) continue;
      here.mean_lanes /= static_cast<float>(here.records);
      const auto most = std::max_element(kinds[column].begin(), kinds[column].end());
      here.dominant = static_cast<AccessKind>(most - kinds[column].begin());
    }
  }
  return result;
}

}  // namespace lanescope::model
