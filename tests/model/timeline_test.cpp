#include "model/timeline/timeline.h"

#include <gtest/gtest.h>

#include "model/trace_builder.h"

namespace lanescope::model {
namespace {

using trace::Barrier;
using trace::Operation;
using trace::Space;
using trace::Trace;

constexpr std::uint32_t load = 0, store = 1, read_back = 2;

Trace with_sites() {
  Trace trace;
  trace.sites = {site(Space::global, Operation::load, 4, 10), site(Space::shared, Operation::store, 4, 11),
                 site(Space::shared, Operation::load, 4, 13)};
  trace.buffers.push_back({"in", 4096, 1});
  return trace;
}

void access(Trace& trace, std::uint32_t site, std::uint32_t warp, std::uint32_t mask = 0xffffffffu,
            std::uint32_t block = 0) {
  record(
      trace, site, [](std::uint32_t lane) { return 4 * lane; }, mask, warp, block);
}

/// Returns its place, so that release() can close it.
std::size_t arrive(Trace& trace, std::uint32_t warp, std::uint32_t mask = 0xffffffffu, std::uint32_t block = 0) {
  Barrier barrier;
  barrier.block = block;
  barrier.warp = warp;
  barrier.active_mask = mask;
  barrier.line = 12;
  barrier.arrived_order_low = static_cast<std::uint32_t>(trace.headers.size());
  barrier.released_order_low = barrier.released_order_high = 0xffffffffu;
  trace.barriers.push_back(barrier);
  return trace.barriers.size() - 1;
}

void release(Trace& trace, std::initializer_list<std::size_t> places) {
  for (const std::size_t place : places) {
    trace.barriers[place].released_order_low = static_cast<std::uint32_t>(trace.headers.size());
    trace.barriers[place].released_order_high = 0;
  }
}

/// Two warps: the first loads and stores, the second only stores; they meet; both read.
Trace two_warps() {
  Trace trace = with_sites();
  access(trace, load, 0);
  access(trace, store, 0);
  const std::size_t first = arrive(trace, 0);
  access(trace, store, 1, 0xff);
  const std::size_t second = arrive(trace, 1);
  release(trace, {first, second});
  access(trace, read_back, 0);
  access(trace, read_back, 1);
  EXPECT_EQ(trace::defect(trace), "");
  return trace;
}

const TimelineInterval& of(const Timeline& timeline, std::uint32_t record) {
  return timeline.intervals[timeline.interval_of[record]];
}

TEST(Kinds, AreThoseOfSpaceAndOperation) {
  EXPECT_EQ(kind_of(site(Space::global, Operation::load, 4)), AccessKind::global_load);
  EXPECT_EQ(kind_of(site(Space::global, Operation::reduce, 4)), AccessKind::global_atomic);
  EXPECT_EQ(kind_of(site(Space::shared, Operation::atomic, 4)), AccessKind::shared_atomic);
  EXPECT_EQ(kind_of(site(Space::shared, Operation::asynchronous_copy, 16)), AccessKind::asynchronous_copy);
  EXPECT_EQ(kind_of(site(Space::local, Operation::store, 4)), AccessKind::local_store);
  EXPECT_EQ(kind_of(site(Space::texture, Operation::load, 4)), AccessKind::texture_load);
  EXPECT_EQ(kind_of(site(Space::constant, Operation::load, 4)), AccessKind::constant_load);
  EXPECT_EQ(name_of(AccessKind::constant_load), "constant load");
  EXPECT_EQ(mnemonic_of(AccessKind::shared_store), "STS");
}

TEST(ATimeline, HasARowForEachWarpInTheOrderOfTheBlocks) {
  Trace trace = with_sites();
  access(trace, load, 1, 0xffffffffu, 7);
  access(trace, load, 0, 0xffffffffu, 7);
  access(trace, load, 0, 0xffffffffu, 3);
  const Timeline line = timeline(trace, TimeAxis::order);
  ASSERT_EQ(line.rows.size(), 3u);
  EXPECT_EQ(line.rows[0].block, 3u);
  EXPECT_EQ(line.rows[1].block, 7u);
  EXPECT_EQ(line.rows[1].warp, 0u);
  EXPECT_EQ(line.rows[2].warp, 1u);
  EXPECT_EQ(of(line, 0).row, 2u);
  EXPECT_EQ(of(line, 2).begin, 2.0);
  EXPECT_EQ(line.length, 3.0);
}

TEST(ATimeline, ByOrderShowsOneInstructionAtATimeAndWhatAWarpWaited) {
  const Timeline line = timeline(two_warps(), TimeAxis::order);
  EXPECT_EQ(line.length, 5.0);
  ASSERT_EQ(line.waits.size(), 2u);
  EXPECT_EQ(line.waits[0].begin, 2.0);
  EXPECT_EQ(line.waits[0].end, 3.0);
  EXPECT_EQ(line.waits[1].begin, line.waits[1].end);
  ASSERT_EQ(line.releases.size(), 1u);
  EXPECT_EQ(line.releases[0].position, 3.0);
  EXPECT_EQ(line.releases[0].rank, 3.0);
  EXPECT_EQ(line.releases[0].line, 12u);
  EXPECT_EQ(line.releases[0].warps, 2u);
  EXPECT_EQ(line.releases[0].rows, 2u);
  EXPECT_TRUE(line.releases[0].released);
}

TEST(ATimeline, LinedUpLetsWarpsRunBesideEachOtherFromBarrierToBarrier) {
  const Timeline line = timeline(two_warps(), TimeAxis::barrier_aligned);
  EXPECT_EQ(of(line, 0).begin, 0.0);
  EXPECT_EQ(of(line, 1).begin, 1.0);
  EXPECT_EQ(of(line, 2).begin, 0.0) << "the second warp begins with the first";
  // The second warp has less to do and waits.
  EXPECT_EQ(line.waits[1].begin, 1.0);
  EXPECT_EQ(line.waits[1].end, 2.0 + barrier_width);
  EXPECT_EQ(line.waits[0].begin, 2.0);
  EXPECT_EQ(of(line, 3).begin, 2.0 + barrier_width);
  EXPECT_EQ(of(line, 4).begin, 2.0 + barrier_width);
  EXPECT_EQ(line.length, 3.0 + barrier_width);
  EXPECT_EQ(line.releases[0].position, 2.0 + barrier_width);
}

TEST(ATimeline, LinedUpBeginsALaunchWhereTheOneBeforeEnded) {
  Trace trace = with_sites();
  access(trace, load, 0);
  access(trace, load, 0);
  access(trace, load, 0);
  trace.headers[2].launch = 1;
  const Timeline line = timeline(trace, TimeAxis::barrier_aligned);
  EXPECT_EQ(of(line, 2).begin, 2.0);
  ASSERT_EQ(line.blocks.size(), 2u);
  EXPECT_EQ(line.blocks[0].begin, 0.0);
  EXPECT_EQ(line.blocks[1].begin, 2.0);
  EXPECT_EQ(line.rows.size(), 1u);
}

TEST(Walls, OfBarriersBehindEachOtherAreDifferent) {
  Trace trace = with_sites();
  for (int turn = 0; turn < 3; ++turn) {
    const std::size_t first = arrive(trace, 0), second = arrive(trace, 1);
    release(trace, {first, second});
  }
  EXPECT_EQ(barrier_uses(trace), (std::vector<std::uint32_t>{0, 0, 1, 1, 2, 2}));
}

TEST(Walls, OfDivergedLanesOfAWarpAreOne) {
  Trace trace = with_sites();
  const std::size_t low = arrive(trace, 0, 0xffff);
  access(trace, load, 0, 0xffff0000u);
  const std::size_t high = arrive(trace, 0, 0xffff0000u);
  release(trace, {low, high});
  EXPECT_EQ(barrier_uses(trace), (std::vector<std::uint32_t>{0, 0}));
  EXPECT_EQ(timeline(trace, TimeAxis::barrier_aligned).releases[0].warps, 1u);
}

TEST(Walls, OfOtherBlocksAndOtherBarriersAreDifferent) {
  Trace trace = with_sites();
  arrive(trace, 0);
  arrive(trace, 0, 0xffffffffu, 1);
  arrive(trace, 1);
  trace.barriers[2].number = 3;
  EXPECT_EQ(barrier_uses(trace), (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(Walls, ThatNeverOpenReachToTheEndAndSaySo) {
  Trace trace = with_sites();
  access(trace, load, 0);
  arrive(trace, 0);
  access(trace, load, 1);
  access(trace, load, 1);
  access(trace, load, 1);
  for (const TimeAxis axis : {TimeAxis::order, TimeAxis::barrier_aligned}) {
    const Timeline line = timeline(trace, axis);
    ASSERT_EQ(line.releases.size(), 1u);
    EXPECT_FALSE(line.releases[0].released);
    EXPECT_EQ(line.waits[0].begin, 1.0);
    EXPECT_EQ(line.waits[0].end, line.length);
  }
}

TEST(Walls, BehindTheLastRecordAreLeftOutWhereRecordsWereDropped) {
  Trace trace = two_warps();
  const std::size_t first = arrive(trace, 0);
  trace.barriers[first].arrived_order_low = static_cast<std::uint32_t>(trace.headers.size() - 1);
  const std::size_t second = arrive(trace, 1);
  release(trace, {first, second});
  for (const TimeAxis axis : {TimeAxis::order, TimeAxis::barrier_aligned}) {
    trace.dropped = 0;
    EXPECT_EQ(timeline(trace, axis).releases.size(), 2u);
    trace.dropped = 7;
    const Timeline line = timeline(trace, axis);
    ASSERT_EQ(line.releases.size(), 1u) << "one of them arrived when nothing was recorded any more";
    ASSERT_EQ(line.waits.size(), 2u);
    EXPECT_EQ(line.waits[1].barrier, 1u);
    EXPECT_EQ(line.length, of(line, 4).end);
  }
}

TEST(Walls, LeftOutChangeNoOther) {
  Trace trace = with_sites();
  access(trace, load, 0);
  arrive(trace, 1);  // of a meeting whose other warp comes too late
  access(trace, load, 0);
  const std::size_t alone = arrive(trace, 0);
  trace.barriers[alone].number = 3;
  release(trace, {alone});
  access(trace, load, 0);
  access(trace, load, 0);
  const std::size_t late = arrive(trace, 0);
  release(trace, {0, late});
  trace.dropped = 1;
  for (const TimeAxis axis : {TimeAxis::order, TimeAxis::barrier_aligned}) {
    const Timeline line = timeline(trace, axis);
    ASSERT_EQ(line.waits.size(), 1u);
    EXPECT_EQ(line.waits[0].barrier, alone);
    EXPECT_EQ(line.waits[0].begin, 2.0);
    ASSERT_EQ(line.releases.size(), 1u);
    EXPECT_EQ(line.releases[0].warps, 1u);
  }
}

TEST(Walls, DoNotHoldWhoOnlyArrives) {
  Trace trace = with_sites();
  const std::size_t hands = arrive(trace, 0);
  release(trace, {hands});  // bar.arrive
  access(trace, load, 0);
  access(trace, load, 1);
  access(trace, load, 1);
  const std::size_t waits = arrive(trace, 1);
  release(trace, {waits});
  const Timeline line = timeline(trace, TimeAxis::barrier_aligned);
  ASSERT_EQ(line.releases.size(), 1u);
  EXPECT_EQ(of(line, 0).begin, 0.0);
  EXPECT_EQ(line.waits[0].end, 0.0);
  EXPECT_EQ(line.waits[1].begin, 2.0);
}

/// Two blocks on two SMs, nanoseconds.
Trace instrumented() {
  Trace trace = with_sites();
  trace.source = Trace::Source::instrumented;
  const auto at = [&](std::uint32_t block, std::uint32_t sm, std::uint32_t time) {
    access(trace, load, 0, 0xffffffffu, block);
    trace.headers.back().sm = sm;
    trace.headers.back().time_low = time;
  };
  at(0, 5, 100);
  at(0, 5, 140);
  at(1, 2, 60);
  at(1, 2, 400);
  Barrier barrier;
  barrier.block = 1;
  barrier.sm = 2;
  barrier.active_mask = 1;
  barrier.arrived_time_low = 90;
  barrier.released_time_low = 350;
  trace.barriers.push_back(barrier);
  return trace;
}

TEST(ATimeline, OfTheGpuHasNanosecondsAndWidthsThatDoNotOverlap) {
  const Timeline line = timeline(instrumented(), TimeAxis::time);
  EXPECT_EQ(line.axis, TimeAxis::time);
  EXPECT_EQ(of(line, 2).begin, 60.0);
  EXPECT_EQ(line.drawn_width, 40.0) << "the smallest gap";
  EXPECT_EQ(of(line, 0).end, 140.0);
  EXPECT_EQ(line.length, 440.0);
  EXPECT_EQ(line.waits[0].begin, 90.0);
  EXPECT_EQ(line.waits[0].end, 350.0);
  EXPECT_EQ(line.releases[0].rank, 3.0) << "three records were issued before 350 ns";
  ASSERT_EQ(line.blocks.size(), 2u);
  const TimelineRow& first = line.rows.at(line.blocks[0].first_row);
  EXPECT_EQ(first.block, 1u) << "it began first";
  EXPECT_EQ(first.sm, 2u);
}

TEST(ATimeline, OfTheGpuCanHaveItsRowsByMultiprocessor) {
  const Timeline line = timeline(instrumented(), TimeAxis::time, RowOrder::multiprocessors);
  EXPECT_EQ(line.rows[0].sm, 2u);
  EXPECT_EQ(line.rows[0].block, 1u);
  EXPECT_EQ(line.rows[1].sm, 5u);
  EXPECT_EQ(of(line, 0).row, 1u);
}

TEST(ATimeline, OfTheEmulatorHasNoClock) {
  EXPECT_EQ(timeline(two_warps(), TimeAxis::time).axis, TimeAxis::barrier_aligned);
}

TEST(ATimeline, LeavesOutRecordsThatAreNotToBeShown) {
  const Trace trace = two_warps();
  const Timeline line = timeline(trace, {0, 2, 3, 4}, TimeAxis::barrier_aligned);
  EXPECT_EQ(line.intervals.size(), 4u);
  EXPECT_EQ(line.interval_of[1], no_interval);
  EXPECT_EQ(of(line, 3).rank, 2u);
  EXPECT_EQ(of(line, 3).begin, 1.0 + barrier_width) << "the first warp has one instruction less";
  EXPECT_EQ(timeline(trace, {0, 2, 3, 4}, TimeAxis::order).length, 4.0);
}

TEST(ATimeline, OfNothingIsEmpty) {
  const Timeline line = timeline(Trace(), TimeAxis::barrier_aligned);
  EXPECT_TRUE(line.rows.empty());
  EXPECT_EQ(line.length, 0.0);
  EXPECT_EQ(playhead(line, 3), 0.0);
  EXPECT_TRUE(bin(line, 0, 10, 5).bins.empty());
}

TEST(ThePlayhead, StandsWhereTheRecordInProgressIs) {
  const Trace trace = two_warps();
  const Timeline by_order = timeline(trace, TimeAxis::order),
                 barrier_aligned = timeline(trace, TimeAxis::barrier_aligned);
  EXPECT_EQ(playhead(by_order, 2.5), 2.5);
  EXPECT_EQ(playhead(barrier_aligned, 2.5), 0.5) << "the third record is the second warp's first";
  EXPECT_EQ(playhead(barrier_aligned, 99), barrier_aligned.length);
}

TEST(AnInterval, IsFoundUnderTheMouseAndGapsAreNone) {
  const Timeline line = timeline(two_warps(), TimeAxis::barrier_aligned);
  const auto found = interval_at(line, 1, 0.5);
  ASSERT_TRUE(found);
  EXPECT_EQ(line.intervals[*found].record, 2u);
  EXPECT_FALSE(interval_at(line, 1, 1.5)) << "it waits";
  EXPECT_FALSE(interval_at(line, 0, -1));
  EXPECT_FALSE(interval_at(line, 9, 0.5));
  EXPECT_FALSE(interval_at(line, 0, 50));
}

TEST(Bins, HoldTheDominantKindAndHowManyLanesWereActive) {
  Trace trace = with_sites();
  access(trace, load, 0);
  access(trace, store, 0, 0xff);
  access(trace, store, 0, 0xffff);
  access(trace, load, 0, 0xf);
  const Timeline line = timeline(trace, TimeAxis::order);
  const TimelineBins bins = bin(line, 0, 8, 2);
  ASSERT_EQ(bins.bins.size(), 2u);
  EXPECT_EQ(bins.at(0, 0).records, 4u);
  EXPECT_EQ(bins.at(0, 0).dominant, AccessKind::global_load) << "two and two: the first kind";
  EXPECT_EQ(bins.at(0, 0).mean_lanes, (32 + 8 + 16 + 4) / 4.0F);
  EXPECT_EQ(bins.at(0, 0).min_lanes, 4u);
  EXPECT_EQ(bins.at(0, 1).records, 0u);
  EXPECT_EQ(bin(line, 1, 3, 1).at(0, 0).dominant, AccessKind::shared_store);
}

TEST(Bins, OfAWideRecordFillEveryColumnThatItReaches) {
  const Timeline line = timeline(two_warps(), TimeAxis::order);
  const TimelineBins bins = bin(line, 0, 5, 20);
  for (std::uint32_t column = 0; column < 20; ++column) {
    const bool first_warp = column < 8 || (column >= 12 && column < 16);
    EXPECT_EQ(bins.at(0, column).records, first_warp ? 1u : 0u) << column;
  }
  EXPECT_EQ(bins.at(1, 9).min_lanes, 8u);
}

TEST(Bins, LoseNoRecordOfAnyZoom) {
  const Timeline line = timeline(two_warps(), TimeAxis::barrier_aligned);
  for (const std::uint32_t columns : {1u, 2u, 3u, 7u}) {
    const TimelineBins bins = bin(line, 0, line.length, columns);
    for (const TimelineInterval& interval : line.intervals) {
      const auto column = static_cast<std::uint32_t>(interval.begin / line.length * columns);
      EXPECT_GT(bins.at(interval.row, column).records, 0u) << columns;
    }
  }
}

}  // namespace
}  // namespace lanescope::model
