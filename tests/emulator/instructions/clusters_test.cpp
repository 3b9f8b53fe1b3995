// Thread block clusters: their places, their barrier, and shared memory of other blocks.
#include <array>
#include <set>

#include "emulator/instructions/mistakes.h"

namespace lanescope::emulator {
namespace {

class EveryClusterShape : public testing::TestWithParam<std::array<std::int64_t, 2>> {};

TEST_P(EveryClusterShape, BlocksShareTheirMemoryAndKnowTheirPlaces) {
  const auto [wide, high] = GetParam();
  const ReadyKernel kernel = program(test_kernel("cluster_shared"), {{"cluster_x", wide}, {"cluster_y", high}});
  const Outcome outcome = run_clean(kernel);
  const auto in = filled(kernel), next = result(kernel, outcome, "next"), sums = result(kernel, outcome, "sums"),
             places = result(kernel, outcome, "places");
  const auto width = static_cast<std::uint32_t>(wide), blocks = static_cast<std::uint32_t>(wide * high);
  for (std::uint32_t y = 0; y < 2; ++y) {
    for (std::uint32_t x = 0; x < 8; ++x) {
      const auto height = static_cast<std::uint32_t>(high);
      const std::uint32_t rank = x % width + y % height * width, block = y * 8 + x;
      const std::uint32_t left = x - x % width, top = y - y % height;
      const auto block_of = [&](std::uint32_t r) { return (top + r / width) * 8 + left + r % width; };
      const std::uint32_t above = (rank + 1) % blocks;
      std::uint32_t sum = 0;
      for (std::uint32_t t = 0; t < 64; ++t) {
        ASSERT_EQ(next[block * 64 + t], in[block_of(above) * 64 + 63 - t]) << block << ", " << t;
        sum += in[block * 64 + t];
      }
      EXPECT_EQ(sums[block], sum);
      const bool alone = blocks == 1;
      const std::array<std::uint32_t, 16> expected{
          rank,      blocks,      x % width, y % height, width,     height,     above, above,
          rank * 64, blocks * 64, x / width, y / height, 8 / width, 2 / height, 1,     alone ? 3u : 1u};
      for (std::uint32_t n = 0; n < 16; ++n) EXPECT_EQ(places[block * 16 + n], expected.at(n)) << block << ", " << n;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Clusters, EveryClusterShape,
                         testing::Values(std::array<std::int64_t, 2>{1, 1}, std::array<std::int64_t, 2>{2, 1},
                                         std::array<std::int64_t, 2>{1, 2}, std::array<std::int64_t, 2>{4, 2}));

TEST(ACluster, RunsWholeWhereOneOfItsBlocksIsChosen) {
  const ReadyKernel kernel = program(test_kernel("tile_pipeline"));
  Options options;
  options.blocks = {3};
  options.trace = TraceRequest{};
  const Outcome outcome = run_program(kernel, options);
  EXPECT_TRUE(outcome.faults.empty()) << outcome.faults.front().message;
  EXPECT_FALSE(outcome.whole);
  std::set<std::uint32_t> ran;
  for (const trace::Header& header : outcome.trace.headers) ran.insert(header.block);
  EXPECT_EQ(ran, (std::set<std::uint32_t>{2, 3}));
}

class MistakesInClusters : public testing::TestWithParam<Mistake> {};

TEST_P(MistakesInClusters, AreFoundInEveryOrderOfTheBlocks) {
  expect_found("cluster_wrong", GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Clusters, MistakesInClusters,
    testing::Values(Mistake{"no_barrier", FaultKind::race, "// the other block's", "of the shared memory of block"},
                    Mistake{"early_end", FaultKind::race, "// the other block's", "the shared memory of block"},
                    Mistake{"gone", FaultKind::race, "// the other block's", "which has exited"},
                    Mistake{"no_such_rank", FaultKind::out_of_bounds, "// the other block's",
                            "rank 2 of a cluster of size 2"},
                    Mistake{"too_far", FaultKind::out_of_bounds, "// the other block's", "the shared memory of block"},
                    Mistake{"never_written", FaultKind::uninitialised, "// the other block's", "were never written"},
                    Mistake{"no_arrival", FaultKind::divergent_barrier, "// no arrival", "without having arrived"},
                    Mistake{"twice", FaultKind::divergent_barrier, "// twice", "without waiting in between"}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace lanescope::emulator
