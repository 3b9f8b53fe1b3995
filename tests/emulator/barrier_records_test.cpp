// What the trace says of barriers: who arrived when, and who went on when.
#include <set>

#include "emulator/programs_fixture.h"

namespace lanescope::emulator {
namespace {

Outcome run_recorded(const ReadyKernel& program, TraceRequest request = {}, unsigned threads = 1,
                     std::vector<std::uint64_t> blocks = {}) {
  Options options;
  options.trace = request;
  options.threads = threads;
  options.blocks = std::move(blocks);
  Outcome outcome = run_program(program, options);
  EXPECT_EQ(trace::defect(outcome.trace), "");
  return outcome;
}

/// A block of four warps: one barrier behind the loads, then one for each of seven distances.
ReadyKernel scan() {
  return program(test_kernel("scan_hillis_steele"), {{"block", std::int64_t{128}}, {"n", std::int64_t{256}}});
}

TEST(BarrierRecords, NameEachWarpOfEachBlockAtEachBarrier) {
  const ReadyKernel kernel = scan();
  const Outcome outcome = run_recorded(kernel);
  ASSERT_EQ(outcome.trace.barriers.size(), 2u * 4u * 8u);
  const auto first = static_cast<std::uint32_t>(line_with(kernel, "sums[from][t] = in[i];")) + 1;
  std::size_t at_first = 0;
  for (const trace::Barrier& barrier : outcome.trace.barriers) {
    EXPECT_EQ(barrier.active_mask, 0xffffffffu);
    EXPECT_EQ(barrier.number, 0u);
    EXPECT_GT(barrier.ptx_line, 0u);
    EXPECT_LT(barrier.warp, 4u);
    EXPECT_LT(barrier.block, 2u);
    EXPECT_EQ(barrier.arrived_time(), 0u);
    if (barrier.line == first) ++at_first;
  }
  EXPECT_EQ(at_first, 2u * 4u);
}

TEST(BarrierRecords, NobodyGoesOnBeforeTheLastHasArrived) {
  const Outcome outcome = run_recorded(scan());
  const std::vector<trace::Barrier>& barriers = outcome.trace.barriers;
  for (std::size_t first = 0; first < barriers.size(); first += 4) {
    std::set<std::uint32_t> warps;
    std::uint64_t last_arrival = 0;
    for (std::size_t i = first; i < first + 4; ++i) {
      warps.insert(barriers[i].warp);
      last_arrival = std::max(last_arrival, barriers[i].arrived_order());
      EXPECT_EQ(barriers[i].block, barriers[first].block);
    }
    EXPECT_EQ(warps.size(), 4u);
    for (std::size_t i = first; i < first + 4; ++i) EXPECT_EQ(barriers[i].released_order(), last_arrival);
  }
}

TEST(BarrierRecords, StandBetweenTheAccessesBeforeAndBehindThem) {
  const Outcome outcome = run_recorded(scan());
  const trace::Trace& trace = outcome.trace;
  // A warp that waits makes no access: none lies between its arrival and its release.
  for (const trace::Barrier& barrier : trace.barriers) {
    for (const trace::Header& header : trace.headers) {
      if (header.block != barrier.block || header.warp != barrier.warp) continue;
      EXPECT_FALSE(header.order() >= barrier.arrived_order() && header.order() < barrier.released_order());
    }
  }
  // The first barrier of a warp comes after its two accesses: a load from global, a store to shared memory.
  const trace::Barrier& first = trace.barriers.front();
  std::size_t before = 0;
  for (const trace::Header& header : trace.headers) {
    if (header.block == first.block && header.warp == first.warp && header.order() < first.arrived_order()) ++before;
  }
  EXPECT_EQ(before, 2u);
}

TEST(BarrierRecords, AreTheSameWithAnyNumberOfThreads) {
  const ReadyKernel kernel = scan();
  const trace::Trace one = run_recorded(kernel, {}, 1).trace, three = run_recorded(kernel, {}, 3).trace;
  EXPECT_EQ(one.barriers, three.barriers);
  EXPECT_EQ(one.headers, three.headers);
  TraceRequest second;
  second.first_block = 1;
  const trace::Trace of_one = run_recorded(kernel, second, 1).trace, of_three = run_recorded(kernel, second, 3).trace;
  ASSERT_FALSE(of_one.headers.empty());
  EXPECT_EQ(of_one.barriers, of_three.barriers);
  EXPECT_EQ(of_one.headers, of_three.headers);
}

TEST(BarrierRecords, AreKeptOfTheChosenBlocksOnly) {
  TraceRequest request;
  request.first_block = 1;
  request.blocks = 1;
  const trace::Trace trace = run_recorded(scan(), request).trace;
  EXPECT_EQ(trace.barriers.size(), 4u * 8u);
  for (const trace::Barrier& barrier : trace.barriers) EXPECT_EQ(barrier.block, 1u);
}

TEST(BarrierRecords, AreBoundedAndTheRestIsCounted) {
  TraceRequest request;
  request.max_records = 10;
  const trace::Trace trace = run_recorded(scan(), request).trace;
  EXPECT_EQ(trace.barriers.size(), 10u);
  EXPECT_EQ(trace.dropped_barriers, 2u * 4u * 8u - 10u);
}

TEST(BarrierRecords, OfOneThatDoesNotWaitEndWhereTheyBegin) {
  const Outcome outcome = run_recorded(program(test_kernel("named_barriers")));
  ASSERT_TRUE(outcome.faults.empty()) << outcome.faults.front().message;
  ASSERT_EQ(outcome.trace.barriers.size(), 2u);
  const trace::Barrier &hands = outcome.trace.barriers[0], &waits = outcome.trace.barriers[1];
  EXPECT_EQ(hands.warp, 0u);
  EXPECT_EQ(hands.number, 1u);
  EXPECT_EQ(hands.released_order(), hands.arrived_order());
  EXPECT_EQ(waits.warp, 1u);
  EXPECT_EQ(waits.number, 1u);
  EXPECT_GE(waits.released_order(), hands.arrived_order());
}

TEST(BarrierRecords, OfThoseThatNobodyReleasesSaySo) {
  const Outcome outcome = run_recorded(program(test_kernel("named_barriers"), {{"alone", std::int64_t{1}}}));
  ASSERT_FALSE(outcome.faults.empty());
  EXPECT_EQ(outcome.faults.front().kind, FaultKind::divergent_barrier);
  ASSERT_EQ(outcome.trace.barriers.size(), 1u);
  EXPECT_EQ(outcome.trace.barriers[0].warp, 1u);
  EXPECT_EQ(outcome.trace.barriers[0].released_order(), trace::never_released);
}

}  // namespace
}  // namespace lanescope::emulator
