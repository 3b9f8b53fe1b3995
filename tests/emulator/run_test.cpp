// What run() promises beside the right result: bounds, order, cancellation, memory, chosen blocks, the trace.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>

#include "emulator/programs_fixture.h"
#include "sanitized.h"

namespace lanescope::emulator {
namespace {

using Number = std::int64_t;

std::string file_of_transpose(const std::string& name) {
  return std::string(LANESCOPE_SOURCES) + "/kernels/transpose/" + name + ".cu";
}

ReadyKernel tiled(Number size, Number tile = 32) {
  return program(file_of_transpose("smem_tile"), {{"nx", size}, {"ny", size}, {"tile", tile}});
}

TEST(Run, TracesEveryAccessOfAWarpInAWellFormedTrace) {
  const ReadyKernel kernel = tiled(64);
  Options options;
  options.trace = TraceRequest{true, 1 << 20};
  const Outcome outcome = run_program(kernel, options);
  EXPECT_EQ(trace::defect(outcome.trace), "");
  // 4 blocks of 8 warps; each moves 4 rows: a load and a store in each memory, both ways.
  EXPECT_EQ(outcome.trace.headers.size(), 4u * 8 * 4 * 4);
  EXPECT_EQ(outcome.trace.dropped, 0u);
  EXPECT_EQ(outcome.trace.grid_blocks, 4u);
  std::map<std::pair<trace::Space, trace::Operation>, std::size_t> seen;
  for (std::size_t record = 0; record < outcome.trace.headers.size(); ++record) {
    const trace::Header& header = outcome.trace.headers[record];
    const trace::Site& site = outcome.trace.sites[header.site];
    ++seen[{site.space, site.operation}];
    EXPECT_EQ(header.active_mask, 0xffffffffu);
    EXPECT_GT(site.line, 0);
    EXPECT_EQ(site.bytes_per_lane, 4u);
    EXPECT_EQ(header.order(), record);
  }
  using trace::Operation;
  using trace::Space;
  EXPECT_EQ((seen[{Space::global, Operation::load}]), 128u);
  EXPECT_EQ((seen[{Space::global, Operation::store}]), 128u);
  EXPECT_EQ((seen[{Space::shared, Operation::load}]), 128u);
  EXPECT_EQ((seen[{Space::shared, Operation::store}]), 128u);
}

TEST(Run, RecordsShufflesWhereTheyAreAskedFor) {
  const ReadyKernel kernel =
      program(std::string(LANESCOPE_SOURCES) + "/kernels/reduce/shfl.cu", {{"n", 64}, {"block", 32}, {"pairs", 1}});
  Options options;
  options.trace = TraceRequest{true, 1 << 20};
  const Outcome without = run_program(kernel, options);
  options.trace->exchanges = true;
  const Outcome with = run_program(kernel, options);
  EXPECT_EQ(trace::defect(with.trace), "");
  const auto shuffles = [](const trace::Trace& trace) {
    std::vector<std::size_t> records;
    for (std::size_t record = 0; record < trace.headers.size(); ++record) {
      if (trace.sites[trace.headers[record].site].space == trace::Space::registers) records.push_back(record);
    }
    return records;
  };
  EXPECT_TRUE(shuffles(without.trace).empty());
  const std::vector<std::size_t> records = shuffles(with.trace);
  // The warp adds its values, and then the sums of the warps of the block: 1, and 31 times 0.
  ASSERT_EQ(records.size(), 10u);
  EXPECT_EQ(with.trace.headers.size(), without.trace.headers.size() + records.size());
  const trace::Offsets& from = with.trace.offsets[records.front()];
  const trace::Lanes& given = with.trace.values[records.front()];
  const trace::Lanes& next = with.trace.values[records.at(1)];
  for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
    const std::uint32_t source = lane + 16 < 32 ? lane + 16 : lane;
    EXPECT_EQ(from.at(lane), 4 * source);
    EXPECT_EQ(next.at(lane), given.at(lane) + given.at(source)) << "lane " << lane;
  }
}

TEST(Run, CountsFloatingPointOperationsUpToEachAccess) {
  const ReadyKernel kernel = program(std::string(LANESCOPE_SOURCES) + "/kernels/matmul/tile.cu",
                                     {{"m", 16}, {"n", 16}, {"k", 24}, {"tile", 8}});
  Options options;
  options.trace = TraceRequest{true, 1 << 20};
  const trace::Trace trace = run_program(kernel, options).trace;
  EXPECT_EQ(trace::defect(trace), "");
  ASSERT_EQ(trace.float_operations.size(), trace.headers.size());
  std::map<std::uint32_t, std::uint64_t> last;
  for (std::size_t record = 0; record < trace.headers.size(); ++record) {
    const std::uint64_t operations = trace.float_operations[record];
    std::uint64_t& before = last[trace.headers[record].block];
    EXPECT_GE(operations, before);
    before = operations;
  }
  ASSERT_EQ(last.size(), 4u);
  // The last store comes after all products: a multiply-add for each of 24 steps of 64 threads.
  for (const auto& [block, operations] : last) EXPECT_EQ(operations, 2u * 64 * 24) << "block " << block;
}

TEST(Run, RecordsWhereLanesWentAndWhatTheyMoved) {
  const ReadyKernel kernel = tiled(32);
  Options options;
  options.trace = TraceRequest{true, 1 << 20};
  const Outcome outcome = run_program(kernel, options);
  const auto in = filled(kernel);
  for (std::size_t record = 0; record < outcome.trace.headers.size(); ++record) {
    const trace::Header& header = outcome.trace.headers[record];
    const trace::Site& site = outcome.trace.sites[header.site];
    if (site.space != trace::Space::global || site.operation != trace::Operation::load) continue;
    EXPECT_EQ(outcome.trace.buffers[header.buffer].name, "in");
    for (std::size_t lane = 0; lane < 32; ++lane) {
      EXPECT_EQ(outcome.trace.values[record][lane], in[outcome.trace.offsets[record][lane] / 4]);
    }
  }
}

TEST(Run, BoundsTheTraceAndCountsWhatItDrops) {
  const ReadyKernel kernel = tiled(64);
  Options options;
  options.trace = TraceRequest{false, 100};
  const Outcome outcome = run_program(kernel, options);
  EXPECT_EQ(outcome.trace.headers.size(), 100u);
  EXPECT_EQ(outcome.trace.dropped, 412u);
}

TEST(Run, GivesTheSameTraceOnOneThreadAndOnSeveral) {
  const ReadyKernel kernel = tiled(128);
  Options options;
  options.trace = TraceRequest{true, 1 << 20};
  options.threads = 1;
  const Outcome one = run_program(kernel, options);
  for (const unsigned threads : {2u, 5u}) {
    options.threads = threads;
    const Outcome several = run_program(kernel, options);
    EXPECT_EQ(several.trace, one.trace) << threads;
    EXPECT_EQ(several.buffers, one.buffers) << threads;
    EXPECT_EQ(several.lines, one.lines) << threads;
    EXPECT_EQ(several.lane_instructions, one.lane_instructions) << threads;
  }
}

TEST(Run, HasOtherOrdersForOtherSeedsAndAlwaysTheSameForOne) {
  const ReadyKernel kernel = tiled(128);
  Options options;
  options.trace = TraceRequest{false, 1 << 20};
  options.schedule_seed = 3;
  const Outcome first = run_program(kernel, options);
  const Outcome again = run_program(kernel, options);
  EXPECT_EQ(first.trace, again.trace);
  options.schedule_seed = 4;
  const Outcome other = run_program(kernel, options);
  EXPECT_NE(first.trace.headers, other.trace.headers);
  EXPECT_EQ(first.buffers, other.buffers);
}

TEST(Run, BlocksThatMeetInMemoryGiveTheSameResultOnAnyNumberOfThreads) {
  // The unguarded unroll writes into rows of other blocks: which value stays depends on their order.
  const ReadyKernel kernel = program(museum_kernel("unroll_unguarded_column"));
  Options options;
  options.continue_after_fault = true;
  options.threads = 1;
  const Outcome one = run_program(kernel, options);
  for (int attempt = 0; attempt < 5; ++attempt) {
    options.threads = 4;
    const Outcome several = run_program(kernel, options);
    EXPECT_EQ(several.buffers, one.buffers);
    EXPECT_EQ(several.faults, one.faults);
  }
}

TEST(Run, ExecutesOnlyTheChosenBlocks) {
  const ReadyKernel kernel = tiled(1024);
  Options options;
  options.blocks = {0, 5, 1023};
  options.trace = TraceRequest{false, 1 << 20};
  const Outcome outcome = run_program(kernel, options);
  EXPECT_FALSE(outcome.whole);
  EXPECT_TRUE(outcome.faults.empty());
  EXPECT_EQ(outcome.trace.headers.size(), 3u * 8 * 4 * 4);
  std::set<std::uint32_t> blocks;
  for (const trace::Header& header : outcome.trace.headers) blocks.insert(header.block);
  EXPECT_EQ(blocks, (std::set<std::uint32_t>{0, 5, 1023}));
  EXPECT_EQ(outcome.trace.blocks, 3u);
  EXPECT_EQ(outcome.trace.grid_blocks, 1024u);
}

TEST(Run, ChosenBlocksOfALargeProblemNeedNeitherItsMemoryNorItsTime) {
  const ReadyKernel kernel = tiled(32768);  // two buffers of 4 GiB
  Options options;
  options.blocks = {0, 1024ull * 1024 / 2, 1024ull * 1024 - 1};
  options.max_memory = 64 << 20;
  const Outcome outcome = run_program(kernel, options);
  EXPECT_TRUE(outcome.faults.empty());
  EXPECT_GT(outcome.lane_instructions, 0u);
}

TEST(Run, WhatOtherBlocksWouldHaveWrittenIsUnknownAndNoFault) {
  // Whole, the read of what nothing wrote is a fault; with chosen blocks another block might have written it.
  const ReadyKernel kernel = program(test_kernel("check_uninitialised_global"), {{"fault", Number{1}}});
  EXPECT_EQ(run_program(kernel).faults.front().kind, FaultKind::uninitialised);
  Options options;
  options.blocks = {0};
  const Outcome outcome = run_program(kernel, options);
  for (const Fault& fault : outcome.faults) EXPECT_NE(fault.kind, FaultKind::uninitialised) << fault.message;
  EXPECT_GT(outcome.unknown_reads, 0u);
}

TEST(Run, AtomicsWhoseResultNothingUsesTieNoBlocks) {
  const ReadyKernel kernel = program(test_kernel("histogram"));
  EXPECT_FALSE(has_inter_block_dependencies(kernel.module, kernel.plan).value());
  EXPECT_FALSE(runs_concurrently(kernel.module, kernel.plan).value()) << "two blocks change one word";
  Options options;
  options.blocks = {1};
  const Outcome outcome = run_program(kernel, options);
  EXPECT_FALSE(outcome.whole);
  EXPECT_TRUE(outcome.faults.empty());
}

TEST(Run, MeasuresHowFarAccessesReachPastTheEnd) {
  ReadyKernel kernel = tiled(64);
  Options options;
  options.measures_reach = options.continue_after_fault = true;
  EXPECT_EQ(run_program(kernel, options).reach, (std::vector<std::uint64_t>(kernel.plan.buffers.size(), 0)));
  const std::uint64_t whole = kernel.plan.buffers.back().bytes();
  for (catalogue::Buffer& buffer : kernel.plan.buffers) buffer.shape = {3};
  const Outcome outcome = run_program(kernel, options);
  EXPECT_TRUE(outcome.faults.empty());
  EXPECT_EQ(outcome.reach, (std::vector<std::uint64_t>(kernel.plan.buffers.size(), whole)));
  options.measures_reach = false;
  EXPECT_EQ(run_program(kernel, options).faults.front().kind, FaultKind::out_of_bounds);
}

TEST(Run, PlansWhoseBlocksMeetRunWholeWhateverWasChosen) {
  const ReadyKernel kernel = program(test_kernel("last_block_sum"));
  EXPECT_TRUE(has_inter_block_dependencies(kernel.module, kernel.plan).value());
  EXPECT_FALSE(has_inter_block_dependencies(tiled(64).module, tiled(64).plan).value());
  Options options;
  options.blocks = {0};
  EXPECT_TRUE(run_program(kernel, options).whole);
}

TEST(Run, StopsAnEndlessLoopAtTheBudgetWithItsLine) {
  const ReadyKernel kernel = program(test_kernel("endless"), {{"n", Number{64}}, {"block", Number{64}}});
  Options options;
  options.step_budget = 100'000;
  const Outcome outcome = run_program(kernel, options);
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults[0].kind, FaultKind::endless);
  EXPECT_GT(outcome.faults[0].line, 0);
  EXPECT_NE(outcome.faults[0].message.text().find("100000 warp instructions"), std::string::npos)
      << outcome.faults[0].message;
}

TEST(Run, EndsSoonAfterItIsCancelled) {
  const ReadyKernel kernel = program(test_kernel("endless"), {{"n", Number{64}}, {"block", Number{64}}});
  std::atomic<bool> cancelled{false};
  Options options;
  options.step_budget = ~std::uint64_t{0};
  options.cancelled = [&] { return cancelled.load(); };
  std::chrono::steady_clock::time_point asked;
  std::thread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    asked = std::chrono::steady_clock::now();
    cancelled = true;
  });
  const Outcome outcome = run_program(kernel, options);
  const auto ended = std::chrono::steady_clock::now();
  canceller.join();
  EXPECT_TRUE(outcome.cancelled);
  RecordProperty("milliseconds_to_stop",
                 static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(ended - asked).count()));
}

// Large buffers take longer to fill than a user waits who has moved the knob on.
TEST(Run, EndsWhileItFillsItsBuffersWhenItIsCancelledThen) {
  const ReadyKernel kernel = tiled(2048);
  std::atomic<int> asked{0};
  Options options;
  options.threads = 1;
  options.cancelled = [&] { return ++asked > 10; };
  const Outcome outcome = run_program(kernel, options);
  EXPECT_TRUE(outcome.cancelled);
  EXPECT_EQ(asked, 11);
  EXPECT_EQ(outcome.instructions, 0u);
}

TEST(Run, RefusesWhatDoesNotFitWithBothNumbers) {
  const ReadyKernel kernel = tiled(32768);
  Options options;
  options.max_memory = 1 << 30;
  options.threads = 1;
  const auto outcome = run(kernel.module, kernel.plan, options);
  ASSERT_FALSE(outcome);
  EXPECT_NE(outcome.error().what.text().find("9216 MiB"), std::string::npos) << outcome.error().what;
  EXPECT_NE(outcome.error().what.text().find("1024 MiB"), std::string::npos) << outcome.error().what;
  EXPECT_FALSE(outcome.error().remedy.empty());
}

/// The most memory that this process has had, in bytes.
std::uint64_t peak_memory() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<std::uint64_t>(used.ru_maxrss) << 10;
}

// A block of 1,024 threads takes 102 MB here: with one on each of many processors a machine is full.
TEST(Run, BlocksAtOnceHaveLocalMemoryForWhichThereIsRoom) {
  Options options;
  options.threads = 64;
  options.max_local = 20 << 20;
  const ReadyKernel large = program(test_kernel("large_local"), {{"block", 1024}, {"words", 20000}});
  const auto refused = run(large.module, large.plan, options);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().what,
            "the emulator would need 97 MiB for the local memory of one block; the limit is 20 MiB");
  EXPECT_FALSE(refused.error().remedy.empty());
  const ReadyKernel small = program(test_kernel("large_local"), {{"block", 32}, {"words", 20000}});
  const std::uint64_t before = peak_memory();
  EXPECT_TRUE(run_program(small, options).faults.empty());
  if (sanitized) GTEST_SKIP() << "a sanitizer keeps memory of its own";
  EXPECT_LT(peak_memory() - before, 100u << 20) << "64 blocks at once take 204 MB";
}

TEST(Run, NamesAnInstructionThatItDoesNotKnow) {
  ReadyKernel kernel = tiled(32);
  for (ptx::Function& function : kernel.module.functions) {
    if (!function.entry) continue;
    const auto placed = std::find_if(function.instructions.begin(), function.instructions.end(),
                                     [](const ptx::Instruction& each) { return each.location >= 0; });
    ASSERT_NE(placed, function.instructions.end());
    const std::int32_t line = function.locations[static_cast<std::size_t>(placed->location)].line;
    placed->opcode = ptx::Opcode::wgmma;
    const auto outcome = run(kernel.module, kernel.plan, {});
    ASSERT_FALSE(outcome);
    EXPECT_NE(outcome.error().what.text().find("wgmma"), std::string::npos) << outcome.error().text();
    EXPECT_EQ(outcome.error().where.line, line);
    EXPECT_TRUE(outcome.error().where.name.text().ends_with("smem_tile.cu")) << outcome.error().text();
    placed->location = -1;
    const auto without_source = run(kernel.module, kernel.plan, {});
    ASSERT_FALSE(without_source);
    EXPECT_EQ(without_source.error().where, ptx::ptx_place(placed->ptx_line, {function.name, true}));
  }
}

TEST(Run, TellsTheListenerOfEveryAccessEvenWithoutATrace) {
  const ReadyKernel kernel = tiled(128);
  struct Heard : AccessListener {
    void on_begin() override { times = 0; }
    void on_accesses(const trace::AccessTally::Entry& accesses) override { times += accesses.times; }
    std::uint64_t times = 0;
  } heard;
  Options options;
  options.listener = &heard;
  const Outcome outcome = run_program(kernel, options);
  EXPECT_EQ(heard.times, 16u * 8 * 4 * 4);
  EXPECT_TRUE(outcome.trace.headers.empty());
}

TEST(Run, CountsInstructionsAndLanesOfEverySourceLine) {
  // 40 threads in a row: of every second warp 8 lanes.
  const ReadyKernel kernel = program(test_kernel("copy"), {{"block", Number{64}}, {"n", Number{40}}});
  const Outcome outcome = run_program(kernel);
  std::uint64_t instructions = 0;
  std::uint64_t lanes = 0;
  for (const trace::LineExecution& line : outcome.lines) {
    instructions += line.instructions;
    lanes += line.lanes;
  }
  EXPECT_EQ(instructions, outcome.instructions);
  EXPECT_EQ(lanes, outcome.lane_instructions);
  EXPECT_LT(lanes, instructions * 32);
}

}  // namespace
}  // namespace lanescope::emulator
