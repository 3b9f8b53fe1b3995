// Barriers that are objects in shared memory.
#include "emulator/programs_fixture.h"

namespace lanescope::emulator {
namespace {

TEST(ABarrierObject, LetsThreadsPassPhaseByPhase) {
  const ReadyKernel kernel = program(test_kernel("block_barrier"));
  const auto in = filled(kernel), out = result(kernel, run_clean(kernel));
  for (std::uint32_t t = 0; t < 128; ++t) {
    for (std::uint32_t phase = 0; phase < 3; ++phase) {
      ASSERT_EQ(out[128 * phase + t], in[(t * 5 + phase) % 128] + phase) << phase << ", " << t;
    }
    ASSERT_EQ(out[384 + t], t < 96 ? in[95 - t] + 3 : in[t] ^ 2u) << t;
  }
}

}  // namespace
}  // namespace lanescope::emulator
