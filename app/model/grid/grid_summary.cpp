#include "model/grid/grid_summary.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace lanescope::model {

GridSummary summary_of(std::span<const trace::BlockRun> runs, std::uint64_t blocks, std::uint32_t sm_count,
                       std::uint32_t blocks_per_sm) {
  GridSummary summary;
  summary.blocks = blocks;
  summary.wave_blocks = std::uint64_t{sm_count} * blocks_per_sm;
  if (summary.wave_blocks > 0) {
    summary.waves = static_cast<double>(blocks) / static_cast<double>(summary.wave_blocks);
  }
  if (runs.empty()) return summary;
  summary.begin = runs.front().begin;
  std::uint32_t last_sm = 0;
  for (const trace::BlockRun& run : runs) {
    summary.begin = std::min(summary.begin, run.begin);
    summary.end = std::max(summary.end, run.end);
    summary.max_resident_blocks = std::max(summary.max_resident_blocks, std::uint32_t{run.slot} + 1);
    last_sm = std::max<std::uint32_t>(last_sm, run.sm);
  }
  const std::size_t places = summary.max_resident_blocks;
  summary.sm_ends.assign(std::size_t{last_sm} + 1, 0);
  summary.slot_ends.assign(summary.sm_ends.size() * places, 0);
  // A block that ends at tick 0 has taken its place, too.
  std::vector<bool> used(summary.slot_ends.size(), false);
  for (const trace::BlockRun& run : runs) {
    const std::size_t place = run.sm * places + run.slot;
    used[place] = true;
    summary.slot_ends[place] = std::max(summary.slot_ends[place], run.end);
    summary.sm_ends[run.sm] = std::max(summary.sm_ends[run.sm], run.end);
  }
  summary.tail_begin = summary.tail_end = summary.end;
  const bool is_whole = runs.size() >= blocks && summary.end > summary.begin;
  double empty = 0, idle = 0, taken = 0;
  for (std::size_t sm = 0; sm < summary.sm_ends.size(); ++sm) {
    bool any = false;
    for (std::size_t place = sm * places; place < (sm + 1) * places; ++place) {
      if (!used[place]) continue;
      any = true;
      taken += 1;
      empty += summary.end - summary.slot_ends[place];
      if (is_whole) summary.tail_begin = std::min(summary.tail_begin, summary.slot_ends[place]);
    }
    if (!any) continue;
    ++summary.sms;
    idle += summary.end - summary.sm_ends[sm];
  }
  if (!is_whole) return summary;
  const double time = summary.end - summary.begin, tail = summary.tail_end - summary.tail_begin;
  summary.tail_share = tail / time;
  summary.lost_share = empty / (time * taken);
  if (tail > 0) {
    summary.empty_in_tail = empty / (tail * taken);
    summary.idle_in_tail = idle / tail;
  }
  return summary;
}

GridMoment moment_of(std::span<const trace::BlockRun> runs, std::uint64_t blocks, double tick) {
  GridMoment moment;
  std::vector<bool> busy;
  for (const trace::BlockRun& run : runs) {
    if (tick < run.begin) continue;
    if (tick >= run.end) {
      ++moment.done;
      continue;
    }
    ++moment.running;
    if (run.sm >= busy.size()) busy.resize(std::size_t{run.sm} + 1, false);
    busy[run.sm] = true;
  }
  moment.busy_sms = static_cast<std::uint32_t>(std::ranges::count(busy, true));
  moment.waiting = blocks - moment.running - moment.done;
  return moment;
}

}  // namespace lanescope::model
