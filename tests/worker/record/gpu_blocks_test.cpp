// When blocks ran on the device, as they wrote it down.
#include <algorithm>
#include <set>

#include "test_kernels.h"
#include "worker/support/device_fixture.h"

namespace lanescope::worker {
namespace {

class BlocksOnDevice : public OnDevice {
 protected:
  static experiments::Experiment timed(experiments::Experiment experiment) {
    experiment.trace.emplace();
    experiment.trace->block_times = true;
    return experiment;
  }
};

TEST_F(BlocksOnDevice, FillEverySmInWavesAndEndWithinTheTimeOfTheKernel) {
  const experiments::Result result =
      last(timed(own("transpose/smem_tile", {{"nx", std::int64_t{4096}}, {"ny", std::int64_t{4096}}})));
  ASSERT_TRUE(result.block_times) << (result.notes.empty() ? "" : result.notes.front());
  const trace::BlockTimes& times = *result.block_times;
  EXPECT_EQ(trace::defect(times), "");
  ASSERT_EQ(times.launches.size(), 1u);
  EXPECT_EQ(times.launches[0].blocks, result.launches[0].grid.count());
  EXPECT_EQ(times.runs.size(), result.launches[0].grid.count());
  std::set<std::uint16_t> sms;
  std::uint32_t end = 0;
  std::uint16_t most = 0;
  for (const trace::BlockRun& run : times.runs) {
    sms.insert(run.sm);
    end = std::max(end, run.end);
    most = std::max<std::uint16_t>(most, run.slot);
    EXPECT_GT(run.end, run.begin);
  }
  EXPECT_EQ(sms.size(), static_cast<std::size_t>(result.machine.sm_count));
  // Ends are rounded to the steps of the clock, so that a block may seem to begin before its place is free.
  EXPECT_LE(most + 1, 2 * *result.launches[0].blocks_per_sm);
  ASSERT_TRUE(result.cold);
  EXPECT_GT(end, 0.3e6 * result.cold->median);
  EXPECT_LT(end, 5e6 * result.cold->median) << "writing the clocks may not take the most of the time";
}

TEST_F(BlocksOnDevice, OfSeveralLaunchesFollowEachOther) {
  const experiments::Result result = last(timed(own("reduce/k2", {})));
  ASSERT_TRUE(result.block_times) << (result.notes.empty() ? "" : result.notes.front());
  const trace::BlockTimes& times = *result.block_times;
  ASSERT_GT(times.launches.size(), 1u);
  std::size_t first = 0;
  std::uint32_t before = 0;
  for (const trace::BlockTimes::Launch& launch : times.launches) {
    std::uint32_t begin = ~0u, end = 0;
    for (std::size_t run = first; run < first + launch.runs; ++run) {
      begin = std::min(begin, times.runs[run].begin);
      end = std::max(end, times.runs[run].end);
    }
    EXPECT_GE(begin + 2 * times.clock_step, before) << "launch " << launch.step;
    before = end;
    first += launch.runs;
  }
}

TEST_F(BlocksOnDevice, AreOnlyThereWhenAskedFor) {
  EXPECT_FALSE(last(own("transpose/naive_row", {})).block_times);
}

}  // namespace
}  // namespace lanescope::worker
