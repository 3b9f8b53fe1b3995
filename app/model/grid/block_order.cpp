#include "model/grid/block_order.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/rounding.h"

namespace lanescope::model {
namespace {

constexpr double max_ticks = 4.0e9;

struct Span {
  double begin = 0, end = 0;
};

/// The blocks of one SM, one after the other.
class Sequence {
 public:
  /// `blocks` is their number, `known_for` the number for which BlockOrder::clocks are those of the launch.
  Sequence(const BlockOrder& order, std::uint64_t blocks, std::uint64_t known_for)
      : order_(order), blocks_(blocks), resident_(order.blocks_per_sm), replayed_(order.begins.size()) {
    if (replayed_ > blocks_) replayed_ = blocks_;
    if (replayed_ == 0) {
      const auto rounds = static_cast<double>(ceil_div(known_for, resident_));
      each_ = order.clocks > 0 ? order.clocks / rounds : ticks_per_block;
      return;
    }
    if (replayed_ == blocks_) return;
    const double last = *std::max_element(order.ends.begin(), order.ends.end());
    const auto more = static_cast<double>(known_for > replayed_ ? known_for - replayed_ : 0);
    const double mean = last / static_cast<double>(replayed_);
    each_ = more > 0 && order.clocks > last ? (order.clocks - last) / more : mean;
    first_part_ = std::max<std::uint64_t>(1, replayed_ / resident_ / 2) * resident_;
    if (first_part_ >= replayed_) first_part_ = replayed_;
  }

  [[nodiscard]] Span at(std::uint64_t block) const {
    if (replayed_ == 0) {
      const auto round = static_cast<double>(block / resident_);
      return {round * each_, (round + 1) * each_};
    }
    if (block < first_part_ || replayed_ == blocks_) return known(block, 0);
    const std::uint64_t last_part = replayed_ - first_part_, extra = blocks_ - replayed_;
    if (block >= blocks_ - last_part) return known(block - extra, extra);
    const std::uint64_t round = std::min(resident_, first_part_);
    const std::uint64_t like = first_part_ - round + (block - first_part_) % round;
    return known(like, block - like);
  }

 private:
  [[nodiscard]] Span known(std::uint64_t block, std::uint64_t later) const {
    const double shift = static_cast<double>(later) * each_;
    return {order_.begins[block] + shift, order_.ends[block] + shift};
  }

  const BlockOrder& order_;
  std::uint64_t blocks_, resident_, replayed_, first_part_ = 0;
  double each_ = 0;
};

/// The blocks of an SM with the places that they take, which are never taken twice at a time.
std::vector<trace::BlockRun> runs_of_sm(const Sequence& sequence, std::uint64_t count, std::uint32_t resident,
                                        double clocks_per_tick) {
  std::vector<double> free_from(resident, 0.0);
  std::vector<trace::BlockRun> runs(count);
  for (std::uint64_t block = 0; block < count; ++block) {
    const auto slot = std::ranges::min_element(free_from);
    const Span span = sequence.at(block);
    const double begin = std::max(span.begin, *slot), end = std::max(span.end, begin);
    *slot = end;
    trace::BlockRun& run = runs[block];
    run.begin = static_cast<std::uint32_t>(std::llround(std::min(begin / clocks_per_tick, max_ticks)));
    run.end = static_cast<std::uint32_t>(std::llround(std::min(end / clocks_per_tick, max_ticks)));
    run.slot = static_cast<std::uint16_t>(slot - free_from.begin());
  }
  return runs;
}

}  // namespace

OrderedBlocks blocks_in_order(const BlockOrder& order) {
  const std::uint64_t blocks = order.grid[0] * order.grid[1] * order.grid[2];
  OrderedBlocks ordered;
  if (blocks == 0 || order.sm_count == 0 || order.blocks_per_sm == 0) return ordered;
  const std::uint64_t sms = order.sm_count, together = order.cluster[0] * order.cluster[1] * order.cluster[2];
  const std::uint64_t groups = std::max<std::uint64_t>(1, sms / together), clusters = ceil_div(blocks, together);
  const std::uint64_t of_an_sm = ceil_div(clusters, std::min(groups, clusters));
  const Sequence sequence(order, of_an_sm, ceil_div(blocks, std::min(sms, blocks)));
  const bool timed = order.clocks > 0 || !order.begins.empty();
  const double clocks_per_tick = std::max(1.0, (timed ? sequence.at(of_an_sm - 1).end : 0) / max_ticks);
  ordered.clocks_per_tick = timed ? clocks_per_tick : 0;

  const std::uint64_t count = std::min(blocks, order.max_blocks);
  const bool alone = together == 1;
  const std::uint64_t seen = alone ? ceil_div(count, groups) : of_an_sm;
  const auto runs = runs_of_sm(sequence, std::min(of_an_sm, seen), order.blocks_per_sm, clocks_per_tick);
  ordered.runs.resize(count);
  const std::uint64_t width = order.grid[0], height = order.grid[1];
  const auto& [across, down, deep] = order.cluster;
  const std::uint64_t clusters_across = ceil_div(width, across), clusters_down = ceil_div(height, down);
  for (std::uint64_t block = 0; block < count; ++block) {
    std::uint64_t unit = block, rank = 0;
    if (!alone) {
      const std::uint64_t x = block % width, y = block / width % height, z = block / width / height;
      unit = x / across + clusters_across * (y / down + clusters_down * (z / deep));
      rank = x % across + across * (y % down + down * (z % deep));
    }
    trace::BlockRun& run = ordered.runs[block];
    run = runs[unit / groups];
    run.sm = static_cast<std::uint16_t>((unit % groups * together + rank) % sms);
  }
  return ordered;
}

}  // namespace lanescope::model
