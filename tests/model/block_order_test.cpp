// Blocks in the order of the model: waves, tail, clusters, persistent kernels, and long grids that are continued.
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "model/grid/block_order.h"
#include "model/grid/grid_summary.h"

namespace lanescope::model {
namespace {

BlockOrder order_of(std::uint64_t blocks, std::uint32_t sms, std::uint32_t resident) {
  BlockOrder order;
  order.grid = {blocks, 1, 1};
  order.sm_count = sms;
  order.blocks_per_sm = resident;
  return order;
}

GridSummary whole_summary(const BlockOrder& order) {
  return summary_of(blocks_in_order(order).runs, order.grid[0] * order.grid[1] * order.grid[2], order.sm_count,
                    order.blocks_per_sm);
}

/// No place is taken twice at a time, and no SM has more blocks than it holds.
void expect_possible(const std::vector<trace::BlockRun>& runs, const BlockOrder& order) {
  std::vector<trace::BlockRun> sorted = runs;
  std::ranges::sort(sorted, {}, [](const trace::BlockRun& run) { return std::tuple(run.sm, run.slot, run.begin); });
  for (std::size_t index = 0; index < sorted.size(); ++index) {
    const trace::BlockRun& run = sorted[index];
    const bool exists = run.sm < order.sm_count && run.slot < order.blocks_per_sm && run.begin <= run.end;
    const bool same_place = index > 0 && run.sm == sorted[index - 1].sm && run.slot == sorted[index - 1].slot;
    const bool is_free = !same_place || run.begin >= sorted[index - 1].end;
    if (!exists || !is_free) FAIL() << "SM " << run.sm << ", place " << run.slot << ", from " << run.begin;
  }
}

TEST(BlockOrder, OfOneBlockMoreThanSmsHasASecondWaveInWhichAllSmsButOneStandIdle) {
  BlockOrder order = order_of(133, 132, 1);
  order.clocks = 2000;
  const GridSummary summary = whole_summary(order);
  EXPECT_DOUBLE_EQ(summary.waves, 133.0 / 132);
  EXPECT_EQ(summary.sms, 132u);
  EXPECT_EQ(summary.max_resident_blocks, 1u);
  EXPECT_EQ(summary.end, 2000u);
  EXPECT_EQ(summary.tail_begin, 1000u);
  EXPECT_DOUBLE_EQ(summary.tail_share, 0.5);
  EXPECT_DOUBLE_EQ(summary.idle_in_tail, 131);
  EXPECT_DOUBLE_EQ(summary.empty_in_tail, 131.0 / 132);
  EXPECT_DOUBLE_EQ(summary.lost_share, 0.5 * 131 / 132);
  const auto runs = blocks_in_order(order).runs;
  EXPECT_EQ(runs[132].sm, 0u);
  EXPECT_EQ(runs[132].begin, 1000u);
}

TEST(BlockOrder, OfWholeWavesHasNoTail) {
  BlockOrder order = order_of(132 * 8 * 3, 132, 8);
  order.clocks = 3000;
  const GridSummary summary = whole_summary(order);
  EXPECT_DOUBLE_EQ(summary.waves, 3);
  EXPECT_EQ(summary.max_resident_blocks, 8u);
  EXPECT_FALSE(summary.has_tail());
  EXPECT_EQ(summary.lost_share, 0);
  expect_possible(blocks_in_order(order).runs, order);
}

TEST(BlockOrder, OfAPersistentKernelIsOneWaveOfBlocksThatLastAsLongAsTheLaunch) {
  BlockOrder order = order_of(132 * 2, 132, 2);
  order.clocks = 5000;
  const auto runs = blocks_in_order(order).runs;
  EXPECT_TRUE(std::ranges::all_of(runs, [](const trace::BlockRun& run) { return run.begin == 0 && run.end == 5000; }));
  EXPECT_FALSE(whole_summary(order).has_tail());
}

TEST(BlockOrder, OfFewBlocksLeavesSmsWithoutAnyAndThatIsNoTail) {
  BlockOrder order = order_of(10, 132, 8);
  order.clocks = 700;
  const GridSummary summary = whole_summary(order);
  EXPECT_EQ(summary.sms, 10u);
  EXPECT_FALSE(summary.has_tail());
}

TEST(BlockOrder, TakesTheReplayedTimesOfAnSmForAllOfThem) {
  // Three blocks of an SM that holds two: the third begins when the first has ended, and is alone then.
  const std::vector<double> begins{0, 10, 100}, ends{100, 120, 160};
  BlockOrder order = order_of(2 * 132 + 5, 132, 2);
  order.begins = begins;
  order.ends = ends;
  order.clocks = 160;
  const auto runs = blocks_in_order(order).runs;
  expect_possible(runs, order);
  EXPECT_EQ(runs[0], (trace::BlockRun{0, 100, 0, 0}));
  EXPECT_EQ(runs[132], (trace::BlockRun{10, 120, 0, 1}));
  EXPECT_EQ(runs[264], (trace::BlockRun{100, 160, 0, 0}));
  EXPECT_EQ(runs[268].sm, 4u);
  const GridSummary summary = whole_summary(order);
  EXPECT_EQ(summary.tail_begin, 100u) << "SMs 5 and on have an empty place from there";
  EXPECT_EQ(summary.end, 160u);
}

TEST(BlockOrder, ContinuesALongGridFromTheRoundsThatWereReplayed) {
  // Four rounds of two places: each block takes 100 clocks, the places are 50 apart.
  std::vector<double> begins, ends;
  for (int block = 0; block < 8; ++block) {
    begins.push_back(block * 50);
    ends.push_back(block * 50 + 100);
  }
  constexpr std::uint64_t of_an_sm = 1001;
  BlockOrder order = order_of(132 * of_an_sm, 132, 2);
  order.begins = begins;
  order.ends = ends;
  order.clocks = 50 * (of_an_sm - 1) + 100;
  const auto runs = blocks_in_order(order).runs;
  expect_possible(runs, order);
  for (const std::uint64_t block : {std::uint64_t{3}, std::uint64_t{500}, of_an_sm - 1}) {
    const trace::BlockRun& run = runs[block * 132 + 7];
    EXPECT_EQ(run.sm, 7u);
    EXPECT_EQ(run.begin, 50 * block);
    EXPECT_EQ(run.end, 50 * block + 100);
  }
  EXPECT_EQ(whole_summary(order).end, static_cast<std::uint32_t>(order.clocks));
}

TEST(BlockOrder, BeginsTheBlocksOfAClusterTogetherOnDifferentSms) {
  BlockOrder order;
  order.grid = {8, 4, 1};
  order.cluster = {2, 2, 1};
  order.sm_count = 10;
  order.blocks_per_sm = 1;
  order.clocks = 4000;
  const auto runs = blocks_in_order(order).runs;
  expect_possible(runs, order);
  for (std::uint64_t y = 0; y < 4; y += 2) {
    for (std::uint64_t x = 0; x < 8; x += 2) {
      std::vector<std::uint16_t> sms;
      for (const std::uint64_t block : {x + 8 * y, x + 1 + 8 * y, x + 8 * (y + 1), x + 1 + 8 * (y + 1)}) {
        EXPECT_EQ(runs[block].begin, runs[x + 8 * y].begin);
        sms.push_back(runs[block].sm);
      }
      std::ranges::sort(sms);
      EXPECT_EQ(std::unique(sms.begin(), sms.end()), sms.end()) << "two blocks of a cluster on one SM";
    }
  }
  // Two clusters at a time on ten SMs: two SMs are left over, and four rounds are needed.
  EXPECT_EQ(std::ranges::max(runs, {}, &trace::BlockRun::sm).sm, 7u);
  std::vector<std::uint32_t> begins;
  for (const trace::BlockRun& run : runs) begins.push_back(run.begin);
  std::ranges::sort(begins);
  begins.erase(std::unique(begins.begin(), begins.end()), begins.end());
  EXPECT_EQ(begins.size(), 4u);
}

TEST(BlockOrder, WithoutAnyTimeGivesEachBlockOneUnit) {
  const OrderedBlocks ordered = blocks_in_order(order_of(300, 132, 1));
  EXPECT_EQ(ordered.clocks_per_tick, 0);
  EXPECT_EQ(ordered.runs[299].begin, 2 * ticks_per_block);
  EXPECT_EQ(ordered.runs[299].end, 3 * ticks_per_block);
}

TEST(BlockOrder, KeepsTheFirstBlocksOfAGridThatIsTooLarge) {
  BlockOrder order = order_of(std::uint64_t{1} << 31, 132, 8);
  order.clocks = 1e9;
  order.max_blocks = 1000;
  const OrderedBlocks ordered = blocks_in_order(order);
  EXPECT_EQ(ordered.runs.size(), 1000u);
  EXPECT_FALSE(summary_of(ordered.runs, std::uint64_t{1} << 31, 132, 8).has_tail()) << "its end is not known";
}

TEST(GridSummary, CountsRunningDoneAndWaitingBlocks) {
  BlockOrder order = order_of(133, 132, 1);
  order.clocks = 2000;
  const auto runs = blocks_in_order(order).runs;
  const GridMoment first = moment_of(runs, 133, 0), second = moment_of(runs, 133, 1500),
                   end = moment_of(runs, 133, 2000);
  EXPECT_EQ(first.running, 132u);
  EXPECT_EQ(first.waiting, 1u);
  EXPECT_EQ(second.running, 1u);
  EXPECT_EQ(second.busy_sms, 1u);
  EXPECT_EQ(second.done, 132u);
  EXPECT_EQ(end.done, 133u);
}

}  // namespace
}  // namespace lanescope::model
