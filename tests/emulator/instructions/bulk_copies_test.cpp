// Copies of many bytes that run beside the program.
#include "emulator/instructions/mistakes.h"

namespace lanescope::emulator {
namespace {

TEST(ABulkCopy, MovesBytesInEveryDirection) {
  const ReadyKernel kernel = program(test_kernel("bulk_copies"));
  const Outcome outcome = run_clean(kernel);
  const auto in = filled(kernel), reversed = result(kernel, outcome, "reversed"),
             spread = result(kernel, outcome, "spread"), passed = result(kernel, outcome, "passed"),
             sums = result(kernel, outcome, "sums"), words = result(kernel, outcome, "words");
  std::vector<std::uint32_t> expected_sums(256);
  for (std::uint32_t block = 0; block < 4; ++block) {
    const std::uint32_t other = block ^ 1u, first = block & ~1u;
    for (std::uint32_t n = 0; n < 256; ++n) {
      ASSERT_EQ(reversed[block * 256 + n], in[block * 256 + 255 - n]);
      ASSERT_EQ(spread[block * 256 + n], in[(first + n / 128) * 256 + 128 + n % 128]);
      ASSERT_EQ(passed[block * 256 + n], in[other * 256 + n] ^ 1u);
      expected_sums[n] += (block == 0 ? n : 0) + (in[other * 256 + n] ^ 1u);
    }
    const std::vector<std::uint32_t> sent{100 + other, 200 + other, 2 + 1000 * (other + 1), 3, 4, 5, 6, 7};
    for (std::uint32_t n = 0; n < 8; ++n) EXPECT_EQ(words[block * 8 + n], sent[n]) << block << ", " << n;
  }
  EXPECT_EQ(sums, expected_sums);
}

TEST(ABulkCopy, IsRecordedInPiecesOfSixteenBytes) {
  const ReadyKernel kernel = program(test_kernel("bulk_copies"));
  Options options;
  options.trace = TraceRequest{};
  const Outcome outcome = run_program(kernel, options);
  ASSERT_TRUE(outcome.faults.empty()) << outcome.faults.front().message;
  EXPECT_EQ(trace::defect(outcome.trace), "");
  std::map<std::pair<trace::Space, trace::Operation>, std::uint64_t> pieces;
  for (const trace::Header& header : outcome.trace.headers) {
    const trace::Site& site = outcome.trace.sites[header.site];
    pieces[{site.space, site.operation}] += static_cast<std::uint64_t>(std::popcount(header.active_mask));
    if (site.operation == trace::Operation::bulk_load || site.operation == trace::Operation::bulk_store) {
      EXPECT_EQ(site.bytes_per_lane, 16u);
    }
  }
  using enum trace::Space;
  using enum trace::Operation;
  // By block: a row and half a row from global memory; both to its own shared memory, the half and the row to the other
  // block; a row to the other block and two back.
  EXPECT_EQ((pieces[{global, bulk_load}]), 4u * (1024 + 512) / 16);
  EXPECT_EQ((pieces[{shared, bulk_store}]), 4u * (1024 + 512) / 16);
  EXPECT_EQ((pieces[{distributed, bulk_store}]), 4u * (512 + 1024) / 16);
  EXPECT_EQ((pieces[{shared, bulk_load}]), 4u * (1024 + 2 * 1024) / 16);
  EXPECT_EQ((pieces[{global, bulk_store}]), 4u * 2 * 1024 / 16);
}

class MistakesWithBulkCopies : public testing::TestWithParam<Mistake> {};

TEST_P(MistakesWithBulkCopies, AreFoundInEveryOrderOfTheWarps) {
  expect_found("bulk_wrong", GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    BulkCopies, MistakesWithBulkCopies,
    testing::Values(Mistake{"no_wait", FaultKind::race, "// the value", "thread"},
                    Mistake{"wrong_phase", FaultKind::race, "// the value", "asynchronous copy wrote"},
                    Mistake{"no_fence", FaultKind::race, "// the store", "fence.proxy.async"},
                    Mistake{"overwritten", FaultKind::race, "// too early", "an asynchronous copy read"},
                    Mistake{"no_group", FaultKind::race, "// the store", "wait_group"},
                    Mistake{"size", FaultKind::misaligned, "// the load", "1000 bytes, which is not a multiple of 16"},
                    Mistake{"from", FaultKind::misaligned, "// the load",
                            "global memory, which is not a multiple of 16"},
                    Mistake{"to", FaultKind::misaligned, "// the load", "shared memory, which is not a multiple of 16"},
                    Mistake{"beyond", FaultKind::out_of_bounds, "// the load", "of in, which has 1024 bytes"},
                    Mistake{"no_barrier", FaultKind::uninitialised, "// the load", "was not initialised"},
                    Mistake{"two_copies", FaultKind::race, "// the load", "an asynchronous copy wrote"}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace lanescope::emulator
