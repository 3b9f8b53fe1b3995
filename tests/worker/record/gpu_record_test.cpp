// Traces and counts from the GPU, beside those of the emulator.
#include <algorithm>
#include <string>
#include <vector>

#include "test_kernels.h"
#include "worker/support/device_fixture.h"

namespace lanescope::worker {
namespace {

class RecordOnDevice : public OnDevice {
 protected:
  static experiments::Experiment traced(experiments::Experiment experiment, trace::Trace::Source source) {
    experiment.trace.emplace();
    experiment.trace->source = source;
    return experiment;
  }
};

/// Counts by site, which are the same whoever counts.
std::vector<std::uint64_t> counts_of(const model::ViewMetrics& view) {
  std::vector<std::uint64_t> counts;
  for (const auto& site : view.sites) {
    counts.insert(counts.end(), {site.counts.requests, site.counts.lanes, site.counts.sectors, site.counts.wavefronts});
  }
  return counts;
}

const catalogue::Values two_by_two{{"nx", std::int64_t{200}}, {"ny", std::int64_t{136}}};

TEST_F(RecordOnDevice, TheTraceComesWithTheVerifiedResultAndStays) {
  const auto published = results(traced(own("transpose/smem_tile", two_by_two), trace::Trace::Source::instrumented));
  const experiments::Result& refined = published.back();
  EXPECT_EQ(refined.stage, experiments::ResultStage::refined);
  ASSERT_TRUE(refined.traced) << (refined.notes.empty() ? "" : refined.notes.front());
  EXPECT_EQ(refined.traced->trace.source, trace::Trace::Source::instrumented);
  EXPECT_GT(refined.traced->trace.headers.size(), 0u);
  EXPECT_EQ(trace::defect(refined.traced->trace), "");
  EXPECT_TRUE(refined.verification && refined.verification->passed);
  EXPECT_TRUE(refined.hot && refined.cold);
  const auto verified = std::find_if(published.begin(), published.end(), [](const experiments::Result& result) {
    return result.stage == experiments::ResultStage::verified;
  });
  ASSERT_NE(verified, published.end());
  EXPECT_EQ(verified->traced, refined.traced);
}

TEST_F(RecordOnDevice, TheSameBlockHasTheSameAccessesInTheEmulator) {
  for (const std::string id : {"transpose/smem_pad", "matmul/best", "laplace/tex"}) {
    SCOPED_TRACE(id);
    catalogue::Values values;
    if (id == "transpose/smem_pad") values = two_by_two;
    if (id == "matmul/best") values = {{"m", std::int64_t{256}}, {"n", std::int64_t{256}}, {"k", std::int64_t{64}}};
    if (id == "laplace/tex") values = {{"n", std::int64_t{5000}}};
    const experiments::Result gpu = last(traced(own(id, values), trace::Trace::Source::instrumented));
    const experiments::Result emulated = last(traced(own(id, values), trace::Trace::Source::emulator));
    ASSERT_TRUE(gpu.traced) << (gpu.notes.empty() ? "" : gpu.notes.front());
    ASSERT_TRUE(emulated.traced) << (emulated.notes.empty() ? "" : emulated.notes.front());
    EXPECT_EQ(gpu.traced->vectorization, emulated.traced->vectorization);
    EXPECT_EQ(gpu.traced->buffers, emulated.traced->buffers);
    EXPECT_EQ(gpu.traced->launches, emulated.traced->launches);
    EXPECT_EQ(gpu.traced->sizes, emulated.traced->sizes);
    const trace::Trace &one = gpu.traced->trace, &other = emulated.traced->trace;
    EXPECT_EQ(one.sites, other.sites);
    EXPECT_EQ(one.first_block, other.first_block);
    EXPECT_EQ(one.headers.size() + one.dropped, other.headers.size() + other.dropped);
    EXPECT_EQ(one.barriers.size(), other.barriers.size());
  }
}

TEST_F(RecordOnDevice, CountsAreThoseOfTheEmulator) {
  for (const auto kind : {experiments::BlockChoice::Kind::all, experiments::BlockChoice::Kind::range}) {
    experiments::Experiment experiment = own("transpose/smem_tile", two_by_two);
    experiment.verify = false;
    experiment.blocks = {kind, 3, 5};
    experiments::Experiment emulated = experiment;
    emulated.backend = experiments::Backend::emulator;
    const experiments::Result expected = last(emulated);
    const experiments::Result counted = last(traced(experiment, trace::Trace::Source::instrumented));
    ASSERT_TRUE(counted.metrics) << (counted.notes.empty() ? "" : counted.notes.front());
    ASSERT_TRUE(expected.metrics);
    EXPECT_EQ(counts_of(counted.metrics->executed), counts_of(expected.metrics->executed));
    EXPECT_EQ(counts_of(counted.metrics->written), counts_of(expected.metrics->written));
    EXPECT_EQ(counted.metrics->blocks, expected.metrics->blocks);
    EXPECT_EQ(counted.metrics->grid_blocks, expected.metrics->grid_blocks);
    EXPECT_EQ(counted.metrics->dropped, 0u);
  }
}

TEST_F(RecordOnDevice, ABlockThatTheGridDoesNotHaveIsANote) {
  experiments::Experiment experiment =
      traced(own("transpose/naive_row", two_by_two), trace::Trace::Source::instrumented);
  experiment.trace->inside = false;
  experiment.trace->first_block = 1'000'000;
  const experiments::Result result = last(experiment);
  EXPECT_EQ(result.stage, experiments::ResultStage::refined);
  EXPECT_FALSE(result.traced);
  ASSERT_FALSE(result.notes.empty());
  EXPECT_NE(result.notes.back().text().find("there is no block 1000000"), std::string::npos) << result.notes.back();
}

TEST_F(RecordOnDevice, OfCopiesThatKernelsCannotRecordTheEmulatorShowsTheAccessesAndANoteSaysWhy) {
  experiments::Experiment experiment = traced(test_experiment("bulk_copies"), trace::Trace::Source::instrumented);
  const experiments::Result result = last(experiment);
  EXPECT_EQ(result.stage, experiments::ResultStage::refined);
  ASSERT_TRUE(result.traced);
  EXPECT_EQ(result.traced->trace.source, trace::Trace::Source::emulator);
  EXPECT_TRUE(std::ranges::any_of(result.notes, [](const std::string& note) {
    return note.starts_with("the accesses are those of the emulator: ") &&
           note.find("cp.async.bulk") != std::string::npos;
  })) << testing::PrintToString(result.notes);
}

}  // namespace
}  // namespace lanescope::worker
