// Programs whose threads work together in a block or a grid, against results computed here.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "emulator/programs_fixture.h"
#include "emulator/trace_costs.h"

namespace lanescope::emulator {
namespace {

using Number = std::int64_t;
using Words = std::vector<std::uint32_t>;

/// Inclusive sums of each block.
Words block_sums(const Words& in, std::size_t block) {
  Words sums = in;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (i % block != 0) sums[i] += sums[i - 1];
  }
  return sums;
}

TEST(AScan, OfHillisAndSteeleAddsUpEachBlock) {
  for (const Number block : {32, 64, 256}) {
    const ReadyKernel scan = program(test_kernel("scan_hillis_steele"), {{"block", block}});
    EXPECT_EQ(result(scan, run_clean(scan)), block_sums(filled(scan), static_cast<std::size_t>(block)));
  }
}

TEST(AScan, OfBlellochAddsUpEachBlock) {
  for (const Number block : {32, 64, 256}) {
    const ReadyKernel scan = program(test_kernel("scan_blelloch"), {{"block", block}});
    EXPECT_EQ(result(scan, run_clean(scan)), block_sums(filled(scan), static_cast<std::size_t>(block)));
  }
}

TEST(AHistogram, CountsWithAtomicsInSharedAndGlobalMemory) {
  const ReadyKernel histogram = program(test_kernel("histogram"), {{"n", Number{5000}}});
  Words expected(16);
  for (const std::uint32_t value : filled(histogram)) ++expected[value >> 28];
  EXPECT_EQ(result(histogram, run_clean(histogram)), expected);
}

TEST(ABitonicSort, SortsEachBlock) {
  for (const Number block : {32, 128, 256}) {
    const ReadyKernel sort = program(test_kernel("bitonic_sort"), {{"block", block}});
    Words expected = filled(sort);
    for (auto begin = expected.begin(); begin != expected.end(); begin += block) std::sort(begin, begin + block);
    EXPECT_EQ(result(sort, run_clean(sort)), expected);
  }
}

TEST(DynamicSharedMemory, HoldsTwoArrays) {
  const ReadyKernel turn = program(test_kernel("dynamic_shared"), {{"block", Number{64}}});
  Words expected = filled(turn);
  for (auto begin = expected.begin(); begin != expected.end(); begin += 64) std::reverse(begin, begin + 64);
  EXPECT_EQ(result(turn, run_clean(turn)), expected);
}

TEST(CooperativeGroups, AddInTilesAndBlocks) {
  for (const Number tile : {4, 16, 32}) {
    const ReadyKernel groups = program(test_kernel("groups_sum"), {{"tile", tile}, {"block", Number{128}}});
    const Words in = filled(groups);
    const auto sum_around = [&](std::size_t i, std::size_t group) {
      const auto begin = in.begin() + static_cast<std::ptrdiff_t>(i / group * group);
      return std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(group), 0u);
    };
    const Words out = result(groups, run_clean(groups));
    ASSERT_EQ(out.size(), 2 * in.size());
    for (std::size_t i = 0; i < in.size(); ++i) {
      ASSERT_EQ(out[i], sum_around(i, static_cast<std::size_t>(tile))) << i;
      ASSERT_EQ(out[in.size() + i], sum_around(i, 128)) << i;
    }
  }
}

TEST(LanesOfAWarp, MaySpinUntilAnotherLaneIsThere) {
  const ReadyKernel handshake = program(test_kernel("lane_handshake"));
  const Words in = filled(handshake);
  Words expected(in.size());
  for (std::size_t i = 1; i < in.size(); i += 2) expected[i] = in[i - 1] * 3;
  EXPECT_EQ(result(handshake, run_clean(handshake)), expected);
}

TEST(TheLastBlock, FindsTheSumsOfAllOthers) {
  for (const Number n : {1, 100, 1024, 5000}) {
    const ReadyKernel sum = program(test_kernel("last_block_sum"), {{"n", n}});
    const Outcome outcome = run_clean(sum);
    EXPECT_TRUE(std::ranges::equal(outcome.buffers[sum.plan.check.output], reference_of(sum)));
    EXPECT_EQ(result(sum, outcome, "finished"), (Words{0})) << "the counter begins again";
  }
}

TEST(ABarrierOfTheGrid, LetsABlockReadWhatTheOthersWrote) {
  for (const Number n : {100, 1024, 3000}) {
    const ReadyKernel sum = program(test_kernel("grid_sync_sum"), {{"n", n}});
    EXPECT_TRUE(std::ranges::equal(run_clean(sum).buffers[sum.plan.check.output], reference_of(sum)));
  }
}

TEST(ABarrierOfTheGrid, IsAFaultWhereABlockEndsInstead) {
  for (const Number before : {1, 2}) {
    for (const Number leaving : {1, 3}) {
      const ReadyKernel kernel = program(test_kernel("grid_barrier_left"), {{"leaving", leaving}, {"before", before}});
      for (const std::uint64_t seed : {0u, 1u, 7u}) {
        Options options;
        options.schedule_seed = seed;
        const Outcome outcome = run_program(kernel, options);
        ASSERT_EQ(outcome.faults.size(), 1u) << seed;
        const Fault& fault = outcome.faults.front();
        EXPECT_EQ(name_of(fault.kind), "divergent_barrier") << fault.message;
        EXPECT_EQ(fault.line, line_with(kernel, before == 1 ? "// the first" : "// the second"));
        EXPECT_LT(fault.block, 8u - static_cast<std::uint64_t>(leaving));
        const char* const who = leaving == 1 ? "block 7 has ended" : "block 5 and 2 others have ended";
        EXPECT_NE(fault.message.text().find(who), std::string::npos) << fault.message;
      }
    }
  }
  run_clean(program(test_kernel("grid_barrier_left"), {{"leaving", Number{0}}}));
}

// A block that found the barrier closed lets the others come there, instead of asking ten thousand times.
TEST(ABarrierOfTheGrid, IsAskedAFewTimesByEachBlock) {
  constexpr std::uint64_t blocks = 128;
  const trace::Trace trace =
      traced(program(test_kernel("grid_sync_sum"), {{"n", Number{32 * blocks}}, {"block", Number{32}}}));
  EXPECT_EQ(trace.dropped, 0u);
  const auto loads = std::count_if(trace.headers.begin(), trace.headers.end(), [&](const trace::Header& header) {
    const trace::Site& site = trace.sites[header.site];
    return site.space == trace::Space::global && site.operation == trace::Operation::load;
  });
  const auto data = static_cast<std::ptrdiff_t>(2 * blocks);  // one a block, and their sums by the first
  EXPECT_GT(loads, data);
  EXPECT_LE(loads, data + 20 * static_cast<std::ptrdiff_t>(blocks));
}

TEST(AsynchronousCopies, ArriveBeforeTheWaitEnds) {
  const ReadyKernel copy = program(test_kernel("async_copy"), {{"block", Number{64}}, {"n", Number{1024}}});
  Words expected = filled(copy);
  for (auto begin = expected.begin(); begin != expected.end(); begin += 256) std::reverse(begin, begin + 256);
  EXPECT_EQ(result(copy, run_clean(copy)), expected);
}

class EveryPipeline : public testing::TestWithParam<std::tuple<const char*, Number>> {};

TEST_P(EveryPipeline, BringsEachTileBeforeItIsUsed) {
  const auto [how, stages] = GetParam();
  const ReadyKernel kernel = program(test_kernel("block_pipeline"), {{"how", std::string(how)}, {"stages", stages}});
  Words expected = filled(kernel);
  constexpr std::ptrdiff_t tile = 64, tiles = 10;
  for (std::ptrdiff_t number = 0; number < 2 * tiles; ++number) {
    const auto begin = expected.begin() + number * tile;
    std::reverse(begin, begin + tile);
    for (auto word = begin; word != begin + tile; ++word) *word += static_cast<std::uint32_t>(number % tiles);
  }
  EXPECT_EQ(result(kernel, run_clean(kernel)), expected);
}

INSTANTIATE_TEST_SUITE_P(Stages, EveryPipeline,
                         testing::Combine(testing::Values("unified", "roles", "thread", "barrier"),
                                          testing::Values(1, 2, 3)),
                         [](const auto& given) {
                           return std::get<0>(given.param) + std::to_string(std::get<1>(given.param));
                         });

TEST(APipeline, WhoseTileIsNotWaitedForOrLeftTooEarlyIsWrong) {
  for (const char* how : {"unified", "roles", "barrier"}) {
    for (const char* mistake : {"no_wait", "early_release"}) {
      SCOPED_TRACE(fmt::format("{}, {}", how, mistake));
      const Outcome outcome = run_program(
          program(test_kernel("block_pipeline"), {{"how", std::string(how)}, {"mistake", std::string(mistake)}}));
      ASSERT_FALSE(outcome.faults.empty());
      const FaultKind kind = outcome.faults.front().kind;
      EXPECT_TRUE(kind == FaultKind::race || kind == FaultKind::uninitialised) << outcome.faults.front().message;
    }
  }
}

TEST(ASettingOfOneBlock, RunsOnlyThat) {
  const ReadyKernel copy = program(test_kernel("copy"), {{"block", Number{32}}, {"n", Number{320}}});
  Options options;
  options.blocks = {3, 5};
  options.trace.emplace();
  const Outcome outcome = run_program(copy, options);
  EXPECT_FALSE(outcome.whole);
  EXPECT_TRUE(outcome.faults.empty());
  ASSERT_EQ(outcome.trace.headers.size(), 4u) << "a load and a store of one warp in each of two blocks";
  for (const trace::Header& header : outcome.trace.headers) EXPECT_TRUE(header.block == 3 || header.block == 5);
}

}  // namespace
}  // namespace lanescope::emulator
