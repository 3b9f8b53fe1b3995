// The accesses of a whole grid, gathered on the GPU, beside those that are read back and looked at one by one.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "worker/support/device_fixture.h"

namespace lanescope::worker {
namespace {

using Warp = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

class HeatOnDevice : public OnDevice {
 protected:
  static experiments::Experiment whole(const std::string& id, catalogue::Values values) {
    experiments::Experiment experiment = own(id, std::move(values));
    experiment.verify = false;
    experiment.proceed = true;
    experiment.trace.emplace();
    experiment.trace->source = trace::Trace::Source::instrumented;
    experiment.trace->inside = false;
    experiment.trace->blocks = 1u << 20;
    experiment.trace->max_records = 1u << 20;
    experiment.trace->max_heat_records = 1u << 18;
    return experiment;
  }
};

/// By warp, in its own order: of each access to a buffer the site, the buffer and where its lanes went.
using Accesses = std::map<Warp, std::vector<std::tuple<std::uint32_t, std::uint32_t, trace::Offsets>>>;

Accesses accesses_of(const experiments::HeatRecords& records) {
  Accesses accesses;
  for (const model::HeatRecord& record : records) {
    accesses[{record.launch, record.block, record.warp}].push_back({record.site, record.buffer, record.offsets});
  }
  return accesses;
}

struct Expected {
  experiments::HeatRecords records;  ///< of accesses to buffers only
  std::vector<model::TouchTotals> totals;
};

Expected expected_of(const analysis::Traced& traced) {
  const trace::Trace& trace = traced.trace;
  std::vector<std::optional<model::ElementGrid>> grids;
  for (std::size_t n = 0; n < trace.buffers.size(); ++n) {
    grids.push_back(model::element_grid(traced.buffers[n].shape,
                                        static_cast<std::uint32_t>(catalogue::size_of(traced.buffers[n].type)),
                                        trace.buffers[n].granule));
  }
  const model::Touches touches = model::touches_of(trace, grids, trace::in_order(trace));
  Expected expected;
  for (const model::HeatRecord& record : model::heat_records(trace, touches)) {
    if (touches.sites[record.site].touch != 0) expected.records.push_back(record);
  }
  model::TouchCounter counter;
  counter.count_to(trace, touches, static_cast<std::uint32_t>(touches.order.size()));
  expected.totals = counter.totals();
  return expected;
}

TEST_F(HeatOnDevice, IsEveryAccessToABufferWithItsTotals) {
  const std::vector<std::pair<std::string, catalogue::Values>> kernels{
      {"transpose/naive_row", {{"nx", std::int64_t{200}}, {"ny", std::int64_t{136}}}},
      {"transpose/smem_pad", {{"nx", std::int64_t{200}}, {"ny", std::int64_t{136}}}},
      {"matmul/best", {{"m", std::int64_t{256}}, {"n", std::int64_t{256}}, {"k", std::int64_t{64}}}},
      {"laplace/best", {{"n", std::int64_t{5000}}}},
      {"reduce/k3", {{"n", std::int64_t{100'000}}}}};
  for (const auto& [id, values] : kernels) {
    SCOPED_TRACE(id);
    const experiments::Result result = last(whole(id, values));
    const std::string note = result.notes.empty() ? "" : result.notes.back();
    ASSERT_TRUE(result.traced) << note;
    ASSERT_TRUE(result.heat) << note;
    ASSERT_EQ(result.traced->trace.dropped, 0u);
    const experiments::HeatTrace& heat = *result.heat;
    EXPECT_EQ(heat.dropped, 0u);
    EXPECT_EQ(heat.blocks, heat.grid_blocks);
    EXPECT_TRUE(heat.marked);
    ASSERT_TRUE(heat.sent) << "without interop they are sent";
    EXPECT_EQ(experiments::defect(heat), "");
    EXPECT_EQ(heat.sites, result.traced->trace.sites);
    const Expected expected = expected_of(*result.traced);
    EXPECT_EQ(heat.records, expected.records.size());
    EXPECT_TRUE(accesses_of(*heat.sent) == accesses_of(expected.records));
    ASSERT_EQ(heat.buffers.size(), expected.totals.size());
    for (std::size_t buffer = 0; buffer < heat.buffers.size(); ++buffer) {
      SCOPED_TRACE(heat.buffers[buffer].what.name);
      EXPECT_EQ(heat.buffers[buffer].what, result.traced->buffers[buffer]);
      // Variables of the program have no picture here.
      if (heat.buffers[buffer].what.role == catalogue::Role::scratch) continue;
      EXPECT_EQ(heat.buffers[buffer].totals, expected.totals[buffer]);
    }
  }
}

/// Each thread stores to one of a few elements: most of the stores write again what the launch had written.
constexpr const char* rewriter = R"(/* lanescope
title = "Stores that meet"
[problem]
n = { min = 1, max = 65536, default = 4096 }
[buffers]
out = { role = "out", type = "f32", shape = ["n"], fill = "poison" }
[[launch]]
entry = "rewrite"
grid = ["n / 128"]
block = ["128"]
arguments = ["out", "n"]
[[launch]]
entry = "rewrite"
grid = ["n / 128"]
block = ["128"]
arguments = ["out", "n"]
[work]
bytes = "4 * n"
*/
extern "C" __global__ void rewrite(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i % (n / 3)] = i;
}
)";

TEST_F(HeatOnDevice, MarksAllStoresOfALaunchToAnElementButTheFirst) {
  experiments::Experiment experiment = whole("transpose/naive_row", {});
  experiment.kernel = {"rewrite", "rewrite.cu", rewriter, {}};
  const experiments::Result result = last(experiment);
  ASSERT_TRUE(result.heat && result.heat->sent) << (result.notes.empty() ? "" : result.notes.back());
  const experiments::HeatRecords& records = *result.heat->sent;
  ASSERT_EQ(records.size(), 2u * 4096 / 32);
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> stores;  // launch and offset, in the order of the records
  for (const model::HeatRecord& record : records) {
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const bool again = stores[{record.launch, record.offsets[lane]}]++ > 0;
      EXPECT_EQ((record.rewriting >> lane & 1u) != 0, again);
    }
  }
  EXPECT_EQ(result.heat->buffers.front().totals, (model::TouchTotals{0, 8192, 1365, 8192 - 2 * 1365, 0}));
}

TEST_F(HeatOnDevice, IsOfTheFirstBlocksWhenNotAllHaveRoom) {
  experiments::Experiment experiment =
      whole("transpose/naive_row", {{"nx", std::int64_t{1024}}, {"ny", std::int64_t{1024}}});
  experiment.trace->inside = true;
  experiment.trace->blocks = 1;
  experiment.trace->max_heat_records = 10'000;
  const experiments::Result result = last(experiment);
  ASSERT_TRUE(result.heat) << (result.notes.empty() ? "" : result.notes.back());
  EXPECT_LT(result.heat->blocks, result.heat->grid_blocks);
  EXPECT_GT(result.heat->records, 9'000u);
  EXPECT_LE(result.heat->records, 10'000u);
  EXPECT_EQ(result.heat->dropped, 0u);
  for (const model::HeatRecord& record : *result.heat->sent) EXPECT_LT(record.block, result.heat->blocks);
}

TEST_F(HeatOnDevice, StaysOnTheGpuWhileTheWindowLeavesASlotFree) {
  experiments::Experiment experiment =
      whole("transpose/naive_row", {{"nx", std::int64_t{200}}, {"ny", std::int64_t{136}}});
  experiment.interop = true;
  std::vector<std::uint64_t> generations;
  for (std::uint32_t slot = 0; slot < SlotLedger::slots; ++slot) {
    const experiments::Result result = last(experiment);
    ASSERT_TRUE(result.heat) << (result.notes.empty() ? "" : result.notes.back());
    ASSERT_EQ(result.heat->slot.handle.size(), 64u);
    EXPECT_FALSE(result.heat->sent);
    EXPECT_GT(result.heat->records, 0u);
    generations.push_back(result.heat->slot.generation);
  }
  const experiments::Result full = last(experiment);
  ASSERT_TRUE(full.heat);
  EXPECT_TRUE(full.heat->sent) << "all slots are the window's";
  context_->slots().release(generations[1]);
  const experiments::Result again = last(experiment);
  ASSERT_TRUE(again.heat);
  EXPECT_EQ(again.heat->slot.handle.size(), 64u);
  EXPECT_GT(again.heat->slot.generation, generations.back());
}

TEST_F(HeatOnDevice, TexturesAreSaidToBeMissing) {
  const experiments::Result result = last(whole("laplace/tex", {{"n", std::int64_t{5000}}}));
  EXPECT_FALSE(result.heat);
  EXPECT_TRUE(std::any_of(result.notes.begin(), result.notes.end(),
                          [](const std::string& note) { return note.starts_with("the whole grid is not shown: "); }));
}

}  // namespace
}  // namespace lanescope::worker
