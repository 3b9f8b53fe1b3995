#include "simulator/plan/access_counter.h"

#include <gtest/gtest.h>

namespace lanescope::simulator {
namespace {

/// `records` loads of a whole warp from global memory, each lane `stride` floats from the one before.
trace::Trace loads(std::uint32_t records, std::uint32_t stride) {
  trace::Trace trace;
  trace.sites = {{"k", "k.cu", 3, 1, 40, trace::Space::global, trace::Operation::load, 4},
                 {"k", "k.cu", 4, 1, 44, trace::Space::shared, trace::Operation::store, 4}};
  trace.buffers = {{"in", 1u << 30, 1}};
  for (std::uint32_t record = 0; record < records; ++record) {
    trace::Header header;
    header.block = record;
    header.active_mask = 0xffffffffu;
    trace::Offsets offsets;
    for (std::uint32_t lane = 0; lane < 32; ++lane) offsets[lane] = 4 * stride * lane;
    trace.headers.push_back(header);
    trace.offsets.push_back(offsets);
  }
  return trace;
}

model::Metrics counted(const trace::Trace& trace, model::Vectorization vectorization, bool scale = false) {
  AccessCounter counter(trace, std::move(vectorization));
  for (std::size_t i = 0; i < trace.headers.size(); ++i) counter.add(trace.headers[i], trace.offsets[i]);
  return counter.finish(trace.headers.size(), 4 * trace.headers.size(), scale);
}

TEST(AccessCounter, AddsUpMoreRecordsThanItHolds) {
  const trace::Trace trace = loads(5000, 8);
  const model::Metrics metrics = counted(trace, model::as_written(trace, "no cubin"));
  ASSERT_EQ(metrics.written.sites.size(), 2u);
  EXPECT_EQ(metrics.written.sites[0].counts.requests, 5000u);
  EXPECT_EQ(metrics.written.sites[0].counts.lanes, 160'000u);
  EXPECT_EQ(metrics.written.sites[0].counts.sectors, 160'000u);
  EXPECT_EQ(metrics.written.sites[0].counts.sectors_ideal, 20'000u);
  EXPECT_EQ(metrics.written.sites[1].counts, model::Counts{});
  ASSERT_EQ(metrics.written.lines.size(), 1u);
  EXPECT_EQ(metrics.written.lines[0].counts, metrics.written.sites[0].counts);
  ASSERT_EQ(metrics.written.buffers.size(), 1u);
  EXPECT_EQ(metrics.written.buffers[0].buffer, "in");
  EXPECT_EQ(metrics.written.buffers[0].counts, metrics.written.sites[0].counts);
  ASSERT_EQ(metrics.written.totals.size(), 1u);
  EXPECT_EQ(metrics.executed.totals, metrics.written.totals);
  EXPECT_EQ(metrics.executed.sites[0].reason, "no cubin");
  EXPECT_EQ(metrics.blocks, 5000u);
  EXPECT_FALSE(metrics.scaled);
}

TEST(AccessCounter, ScalesToTheGridOnlyWhenAskedAndSaysSo) {
  const trace::Trace trace = loads(100, 1);
  const model::Metrics metrics = counted(trace, model::as_written(trace, ""), true);
  EXPECT_TRUE(metrics.scaled);
  EXPECT_EQ(metrics.written.totals[0].counts.requests, 400u);
  EXPECT_EQ(metrics.executed.totals[0].counts.sectors, 1600u);
  EXPECT_EQ(metrics.blocks, 100u);
  EXPECT_EQ(metrics.grid_blocks, 400u);
}

TEST(AccessCounter, AnAccessOfAnUnknownSiteIsDroppedAndCountedAsSuch) {
  trace::Trace trace = loads(3, 1);
  AccessCounter counter(trace, model::as_written(trace, ""));
  trace.headers[1].site = 2;
  for (std::size_t i = 0; i < 3; ++i) counter.add(trace.headers[i], trace.offsets[i]);
  const model::Metrics metrics = counter.finish(3, 3, false);
  EXPECT_EQ(metrics.dropped, 1u);
  EXPECT_EQ(metrics.written.sites[0].counts.requests, 2u);
}

TEST(AccessCounter, WithoutAnAccessThereIsStillARowForEachSite) {
  const trace::Trace trace = loads(0, 1);
  const model::Metrics metrics = counted(trace, model::as_written(trace, ""));
  EXPECT_EQ(metrics.written.sites.size(), 2u);
  EXPECT_EQ(metrics.executed.sites.size(), 2u);
  EXPECT_TRUE(metrics.written.totals.empty());
}

}  // namespace
}  // namespace lanescope::simulator
