// Barriers that not all threads of a block come to.
#include "emulator/programs_fixture.h"

namespace warpscope::emulator {
namespace {

using Number = std::int64_t;

/// The last block has n % 128 threads with something to do.
class ABarrierBehindAReturn : public testing::TestWithParam<Number> {};

TEST_P(ABarrierBehindAReturn, WaitsForThoseThatStay) {
  const ReadyKernel kernel = program(test_kernel("barrier_after_return"), {{"n", GetParam()}});
  const auto in = filled(kernel);
  std::vector<std::uint32_t> expected(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::size_t block = i / 128, neighbour = block * 128 + (i + 1) % 128;
    expected[i] = neighbour < in.size() ? in[neighbour] : 0;
  }
  EXPECT_EQ(result(kernel, run_clean(kernel)), expected);
}

// Whole warps return; parts of one; both; all but one thread.
INSTANTIATE_TEST_SUITE_P(Sizes, ABarrierBehindAReturn, testing::Values(960, 1008, 968, 897));

}  // namespace
}  // namespace warpscope::emulator
