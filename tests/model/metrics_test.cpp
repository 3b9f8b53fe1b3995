#include "model/metrics/metrics.h"

#include <gtest/gtest.h>

#include "model/totals.h"
#include "model/trace_builder.h"

namespace lanescope::model {
namespace {

using trace::Trace;

/// Two blocks of eight: a column read from `in`, a row written to `out`, a tile column stored to shared memory.
Trace columns_to_rows() {
  Trace trace;
  trace.sites = {site(Space::global, Operation::load, 4, 5), site(Space::global, Operation::store, 4, 6),
                 site(Space::shared, Operation::store, 4, 5)};
  trace.buffers = {{"in", 1u << 20, 1}, {"out", 1u << 20, 1}};
  trace.blocks = 2;
  trace.grid_blocks = 8;
  for (std::uint32_t block = 0; block < 2; ++block) {
    record(
        trace, 0, [](std::uint32_t lane) { return lane * 4096; }, 0xffffffffu, 0, block, 0);
    record(
        trace, 2, [](std::uint32_t lane) { return lane * 128; }, 0xffffffffu, 0, block);
    record(
        trace, 1, [](std::uint32_t lane) { return lane * 4; }, 0xffffu, 0, block, 1);
  }
  return trace;
}

TEST(Metrics, AddUpPerSiteLineBufferAndInAll) {
  const Trace trace = columns_to_rows();
  ASSERT_EQ(trace::defect(trace), "");
  const ViewMetrics metrics = metrics_as_written(trace);
  ASSERT_EQ(metrics.sites.size(), 3u);
  EXPECT_EQ(metrics.sites[0].counts.requests, 2u);
  EXPECT_EQ(metrics.sites[0].counts.sectors, 64u);
  EXPECT_EQ(metrics.sites[0].counts.sectors_ideal, 8u);
  EXPECT_EQ(metrics.sites[1].counts.lanes, 32u);
  EXPECT_EQ(metrics.sites[1].counts.sectors, 4u);
  EXPECT_DOUBLE_EQ(metrics.sites[1].counts.lane_efficiency(), 0.5);
  EXPECT_EQ(metrics.sites[2].counts.wavefronts, 64u);
  EXPECT_EQ(metrics.sites[2].counts.wavefronts_ideal, 2u);
  EXPECT_EQ(metrics.sites[2].counts.bank_conflicts, 62u);
  ASSERT_EQ(metrics.lines.size(), 3u);  // line 5 in two spaces
  ASSERT_EQ(metrics.buffers.size(), 2u);
  EXPECT_EQ(metrics.buffers[0].counts.sectors, 64u);
  EXPECT_EQ(metrics.buffers[1].operation, Operation::store);
  EXPECT_EQ(metrics.buffers[1].counts.requests, 2u);
  EXPECT_EQ(total(metrics, Space::global, Operation::load), metrics.sites[0].counts);
  EXPECT_EQ(total(metrics, Space::shared, Operation::store), metrics.sites[2].counts);
}

TEST(Metrics, ReportLanesOutOfBoundsAndDoNotCountThem) {
  Trace trace = columns_to_rows();
  trace.offsets[0][3] = trace.offsets[0][4] = trace::no_offset;
  const Counts counts = metrics_as_written(trace).sites[0].counts;
  EXPECT_EQ(counts.lanes, 62u);
  EXPECT_EQ(counts.out_of_bounds_lanes, 2u);
  EXPECT_EQ(counts.sectors, 62u);
  EXPECT_DOUBLE_EQ(counts.lane_efficiency(), 1.0);
}

TEST(Metrics, TakeOffsetsInUnitsOfTheBuffersGranule) {
  Trace trace = columns_to_rows();
  trace.buffers[1].granule = 8;  // of a buffer of 32 GiB
  EXPECT_EQ(metrics_as_written(trace).sites[1].counts.sectors, 2u * 16 * 4 * 8 / 32);
}

TEST(Metrics, AreScaledToTheGridOnlyWhenAskedAndThenSaySo) {
  const Trace trace = columns_to_rows();
  Metrics metrics;
  metrics.written = metrics.executed = metrics_as_written(trace);
  metrics.blocks = trace.blocks;
  metrics.grid_blocks = trace.grid_blocks;
  EXPECT_FALSE(metrics.scaled);
  Metrics cut = metrics;
  cut.dropped = 1;
  EXPECT_FALSE(scale_to_grid(cut));
  EXPECT_EQ(cut.written, metrics.written);
  for (int twice = 0; twice < 2; ++twice) {
    ASSERT_TRUE(scale_to_grid(metrics));
    EXPECT_TRUE(metrics.scaled);
    EXPECT_EQ(metrics.written.sites[0].counts.sectors, 256u);
    EXPECT_EQ(metrics.executed.sites[0].counts.sectors, 256u);
    EXPECT_EQ(total(metrics.written, Space::shared, Operation::store).wavefronts, 256u);
  }
}

TEST(Metrics, OfAMergedGroupAreThoseOfOneWideRequest) {
  Trace trace;
  for (int i = 0; i < 4; ++i) trace.sites.push_back(site(Space::shared, Operation::load, 4));
  for (std::uint32_t i = 0; i < 4; ++i) record(trace, i, [i](std::uint32_t lane) { return lane * 16 + 4 * i; });
  Vectorization vectorization;
  for (std::uint32_t i = 0; i < 4; ++i) vectorization.sites.push_back({4, 0, true, {}});
  const ViewMetrics written = metrics_as_written(trace);
  EXPECT_EQ(written.totals.at(0).counts.requests, 4u);
  EXPECT_EQ(written.totals.at(0).counts.wavefronts, 16u);
  const ViewMetrics executed = metrics_as_executed(trace, vectorization);
  EXPECT_EQ(executed.totals.at(0).counts.requests, 1u);
  EXPECT_EQ(executed.totals.at(0).counts.wavefronts, 4u);
  EXPECT_EQ(executed.totals.at(0).counts.bank_conflicts, 0u);
  EXPECT_EQ(executed.sites[0].bytes_per_lane, 16u);
  EXPECT_EQ(executed.sites[1].counts.requests, 0u);
  EXPECT_EQ(executed.sites[1].leader, 0u);
}

}  // namespace
}  // namespace lanescope::model
