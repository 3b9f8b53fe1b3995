#include "trace/trace.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>

namespace lanescope::trace {
namespace {

Trace one_warp() {
  Trace trace;
  trace.sites.push_back({"transpose", "transpose.cu", 12, 3, 40, Space::global, Operation::load, 4});
  trace.buffers.push_back({"in", 128, 1});
  Offsets offsets;
  offsets.fill(no_offset);
  offsets[0] = 0;
  offsets[3] = 12;
  Header header;
  header.active_mask = 0b1001;
  trace.headers.push_back(header);
  trace.offsets.push_back(offsets);
  return trace;
}

TEST(Trace, RecordsAreLaidOutAsAShaderReadsThem) {
  // std430: an array of structures of 32-bit words has no padding and a stride of 48 bytes.
  EXPECT_EQ(sizeof(Header), 48u);
  EXPECT_EQ(offsetof(Header, site), 0u);
  EXPECT_EQ(offsetof(Header, active_mask), 16u);
  EXPECT_EQ(offsetof(Header, buffer), 20u);
  EXPECT_EQ(offsetof(Header, order_low), 24u);
  EXPECT_EQ(offsetof(Header, sm), 32u);
  EXPECT_EQ(offsetof(Header, time_low), 36u);
}

TEST(Trace, BarriersAreLaidOutAsAShaderReadsThem) {
  EXPECT_EQ(sizeof(Barrier), 64u);
  EXPECT_EQ(offsetof(Barrier, active_mask), 12u);
  EXPECT_EQ(offsetof(Barrier, line), 20u);
  EXPECT_EQ(offsetof(Barrier, sm), 28u);
  EXPECT_EQ(offsetof(Barrier, arrived_order_low), 32u);
  EXPECT_EQ(offsetof(Barrier, released_time_high), 60u);
}

TEST(Trace, AWellFormedTraceHasNoDefect) {
  EXPECT_EQ(defect(one_warp()), "");
}

TEST(Trace, EachBrokenInvariantIsNamed) {
  Trace trace = one_warp();
  trace.offsets.clear();
  EXPECT_NE(defect(trace).find("offsets"), std::string::npos);

  trace = one_warp();
  trace.values.resize(2);
  EXPECT_NE(defect(trace).find("values"), std::string::npos);

  trace = one_warp();
  trace.headers[0].site = 1;
  EXPECT_NE(defect(trace).find("site 1"), std::string::npos);

  trace = one_warp();
  trace.headers[0].buffer = 7;
  EXPECT_NE(defect(trace).find("buffer 7"), std::string::npos);

  trace = one_warp();
  trace.offsets[0][5] = 20;
  EXPECT_NE(defect(trace).find("lane 5"), std::string::npos);
}

TEST(Trace, ABarrierThatNoBlockCanHaveIsNamed) {
  Barrier good;
  good.active_mask = 1;
  good.arrived_order_low = 5;
  good.released_order_low = 7;
  Trace trace = one_warp();
  trace.barriers = {good, good};
  EXPECT_EQ(defect(trace), "");
  trace.barriers[1].released_order_low = trace.barriers[1].released_order_high = 0xffffffffu;
  EXPECT_EQ(trace.barriers[1].released_order(), never_released);
  EXPECT_EQ(defect(trace), "");

  trace.barriers[1] = good;
  trace.barriers[1].active_mask = 0;
  EXPECT_NE(defect(trace).find("barrier 1 is reached by no lane"), std::string::npos);

  trace.barriers[1] = good;
  trace.barriers[1].number = 16;
  EXPECT_NE(defect(trace).find("number 16"), std::string::npos);

  trace.barriers[1] = good;
  trace.barriers[1].released_order_low = 4;
  EXPECT_NE(defect(trace).find("before it is reached"), std::string::npos);

  trace.barriers[1] = good;
  trace.barriers[1].arrived_time_low = 9;
  EXPECT_NE(defect(trace).find("before it is reached"), std::string::npos);
}

TEST(Trace, SharedAccessesNeedNoBuffer) {
  Trace trace = one_warp();
  trace.sites[0].space = Space::shared;
  trace.buffers.clear();
  EXPECT_EQ(defect(trace), "");
}

TEST(Trace, TheEmulatorsRecordsFollowTheLogicalOrderAndTheGpusTheirTime) {
  Trace trace = one_warp();
  trace.headers.push_back(trace.headers[0]);
  trace.offsets.push_back(trace.offsets[0]);
  trace.headers[0].order_high = 1;  // later than order_low alone could say
  trace.headers[1].order_low = 0xffffffffu;
  trace.headers[0].time_low = 5;
  trace.headers[1].time_low = 9;
  EXPECT_EQ(in_order(trace), (std::vector<std::uint32_t>{1, 0}));
  trace.source = Trace::Source::instrumented;
  EXPECT_EQ(in_order(trace), (std::vector<std::uint32_t>{0, 1}));
  trace.headers[1].time_low = 5;
  EXPECT_EQ(in_order(trace), (std::vector<std::uint32_t>{1, 0})) << "at the same time, by the order";
}

TEST(Trace, PlacesRecordsAndBarriersByTheClockWhereThereIsOne) {
  Trace trace = one_warp();
  trace.headers[0].order_low = 7;
  trace.headers[0].time_low = 1000;
  Barrier barrier;
  barrier.arrived_order_low = 8;
  barrier.released_order_low = 9;
  barrier.arrived_time_low = 2000;
  barrier.released_time_high = 1;
  EXPECT_FALSE(trace.has_clock() || trace.has_multiprocessors());
  EXPECT_EQ(trace.moment_of(trace.headers[0]), 7u);
  EXPECT_EQ(trace.arrival_of(barrier), 8u);
  EXPECT_EQ(trace.release_of(barrier), 9u);
  trace.source = Trace::Source::instrumented;
  EXPECT_TRUE(trace.has_clock() && trace.has_multiprocessors());
  EXPECT_EQ(trace.moment_of(trace.headers[0]), 1000u);
  EXPECT_EQ(trace.arrival_of(barrier), 2000u);
  EXPECT_EQ(trace.release_of(barrier), std::uint64_t{1} << 32);
}

TEST(Trace, CountsOffsetsInUnitsWhereThirtyTwoBitsDoNotReach) {
  EXPECT_EQ(granule_of(0), 1u);
  EXPECT_EQ(granule_of(0xfffffff0u), 1u) << "no offset in it is no_offset";
  EXPECT_EQ(granule_of(0xfffffff1u), 16u);
  EXPECT_EQ(granule_of(std::uint64_t{1} << 35), 16u);
  Trace trace = one_warp();
  trace.buffers.push_back({"large", std::uint64_t{1} << 35, granule_of(std::uint64_t{1} << 35)});
  EXPECT_EQ(trace.granule_of(trace.headers[0]), 1u);
  trace.headers[0].buffer = 1;
  EXPECT_EQ(trace.granule_of(trace.headers[0]), 16u);
  trace.sites[0].space = Space::texture;
  EXPECT_EQ(trace.granule_of(trace.headers[0]), 16u);
  trace.sites[0].space = Space::shared;
  EXPECT_EQ(trace.granule_of(trace.headers[0]), 1u) << "shared memory is no buffer";
}

}  // namespace
}  // namespace lanescope::trace
