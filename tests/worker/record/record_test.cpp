// The accesses that views draw, as the emulator records them for a Result.
#include <algorithm>
#include <set>

#include "sanitized.h"
#include "worker/support/execute_fixture.h"

namespace lanescope::worker {
namespace {

using Number = std::int64_t;

class Record : public Execute {
 protected:
  static experiments::Experiment traced(const std::string& kernel, catalogue::Values values,
                                        experiments::TraceChoice choice = {}) {
    experiments::Experiment experiment = own(kernel, std::move(values));
    experiment.verify = experiment.analyse = false;
    experiment.trace = choice;
    return experiment;
  }
};

TEST_F(Record, TheBlockInsideWithValuesShapesAndLaunches) {
  const experiments::Result result = last(traced("transpose/smem_tile", {{"nx", Number{256}}, {"ny", Number{128}}}));
  ASSERT_NE(result.traced, nullptr);
  const analysis::Traced& traced = *result.traced;
  EXPECT_EQ(defect(traced), "");
  ASSERT_EQ(traced.launches.size(), 1u);
  const analysis::TracedLaunch& launch = traced.launches[0];
  EXPECT_EQ(launch.grid.count(), traced.trace.grid_blocks);
  EXPECT_GT(launch.shared_bytes, 0u);
  EXPECT_EQ(traced.trace.blocks, 1u);
  EXPECT_GT(traced.trace.first_block, 0u);
  EXPECT_LT(traced.trace.first_block + 1, traced.trace.grid_blocks);
  for (const trace::Header& header : traced.trace.headers) EXPECT_EQ(header.block, traced.trace.first_block);
  ASSERT_EQ(traced.buffers.size(), 2u);
  const auto out = std::find_if(traced.buffers.begin(), traced.buffers.end(),
                                [](const auto& buffer) { return buffer.role == catalogue::Role::out; });
  ASSERT_NE(out, traced.buffers.end());
  EXPECT_EQ(out->shape, (std::vector<Number>{256, 128}));
  EXPECT_TRUE(traced.trace.has_values());
  EXPECT_EQ(traced.sizes.at("nx"), catalogue::Value(Number{256}));
  EXPECT_EQ(traced.note, "");
  std::set<trace::Space> spaces;
  for (const trace::Header& header : traced.trace.headers) spaces.insert(traced.trace.sites[header.site].space);
  EXPECT_TRUE(spaces.contains(trace::Space::shared));
  EXPECT_TRUE(spaces.contains(trace::Space::global));
}

TEST_F(Record, TheBlocksThatWereChosenAndNoMoreRecordsThanAskedFor) {
  experiments::TraceChoice choice;
  choice.inside = false;
  choice.first_block = 3;
  choice.blocks = 2;
  choice.max_records = 5;
  choice.values = false;
  const experiments::Result result =
      last(traced("transpose/copy_row", {{"nx", Number{256}}, {"ny", Number{128}}}, choice));
  ASSERT_NE(result.traced, nullptr);
  const trace::Trace& trace = result.traced->trace;
  EXPECT_EQ(trace.first_block, 3u);
  EXPECT_EQ(trace.blocks, 2u);
  EXPECT_EQ(trace.headers.size(), 5u);
  EXPECT_GT(trace.dropped, 0u);
  EXPECT_FALSE(trace.has_values());
}

TEST_F(Record, ABlockThatTheGridLacksIsSaid) {
  experiments::TraceChoice choice;
  choice.inside = false;
  choice.first_block = 1'000'000;
  const experiments::Result result =
      last(traced("transpose/copy_row", {{"nx", Number{64}}, {"ny", Number{64}}}, choice));
  EXPECT_EQ(result.traced, nullptr);
  ASSERT_FALSE(result.notes.empty());
  EXPECT_NE(result.notes.back().text().find("no block 1000000"), std::string::npos) << result.notes.back();
}

TEST_F(Record, OfBlocksThatDependOnEachOtherOneIsRecordedAndTheSizesAreSaid) {
  experiments::TraceChoice choice;
  choice.inside = false;
  const Number asked = Number{1} << (sanitized ? 14 : 22);
  const experiments::Result result =
      last(traced("reduce/k6", {{"n", asked}, {"finish", std::string("atomic_block")}}, choice));
  ASSERT_NE(result.traced, nullptr) << (result.notes.empty() ? "" : result.notes.back());
  const trace::Trace& trace = result.traced->trace;
  EXPECT_EQ(trace.blocks, 1u);
  ASSERT_FALSE(trace.headers.empty());
  for (const trace::Header& header : trace.headers) EXPECT_EQ(header.block, 0u);
  const Number n = std::get<Number>(result.traced->sizes.at("n"));
  EXPECT_EQ(result.traced->note.empty(), n == asked) << result.traced->note;
}

TEST_F(Record, ABlockThatTakesLongComesBehindTheNumbersAndNothingIsSaidAboutIt) {
  if (sanitized) GTEST_SKIP() << "a sanitized emulator takes longer than even late traces have";
  // 64 x 64 outputs of 4096 products each: a block of some hundred milliseconds.
  experiments::TraceChoice choice;
  choice.max_records = 100;
  experiments::Experiment experiment =
      traced("matmul/reg1d", {{"m", Number{64}}, {"n", Number{64}}, {"k", Number{4096}}}, choice);
  experiment.timeout = ample_time;
  const Log log = run(experiment);
  ASSERT_FALSE(log.results.empty());
  const experiments::Result& result = log.results.back();
  ASSERT_EQ(result.stage, experiments::ResultStage::refined);
  ASSERT_NE(result.traced, nullptr) << (result.notes.empty() ? "" : result.notes.back());
  EXPECT_EQ(result.traced->trace.headers.size(), 100u);
  for (const std::string& note : result.notes) EXPECT_EQ(note.find("no accesses"), std::string::npos) << note;
}

TEST_F(Record, SaysWhenNearlyNoThreadAccessesMemory) {
  const auto notes = [&](Number n) {
    experiments::Experiment experiment;
    experiment.kernel = {
        "mine",
        "mine.cu",
        "/* lanescope\ntitle = \"mine\"\n[problem]\nn = { min = 1, max = 65536, default = 1024 }\n"
        "[buffers]\na = { role = \"inout\", type = \"f32\", shape = [\"n\"] }\n[[launch]]\nentry = \"k\"\n"
        "grid = [16]\nblock = [256]\narguments = [\"a\", \"n\"]\n*/\n"
        "__global__ void k(float* a, int n) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) a[i] += 1;\n}\n",
        {}};
    experiment.backend = experiments::Backend::emulator;
    experiment.values["n"] = n;
    experiment.trace = experiments::TraceChoice{};
    experiment.trace->inside = false;
    const experiments::Result result = last(experiment);
    return result.notes.empty() ? std::string() : result.notes.back().text();
  };
  EXPECT_EQ(notes(1), "only 1 of the 256 threads shown access memory: this is the picture of a problem that small");
  EXPECT_EQ(notes(8), "only 8 of the 256 threads shown access memory: this is the picture of a problem that small");
  EXPECT_EQ(notes(64), "");
  EXPECT_EQ(notes(1024), "");
}

TEST_F(Record, WithoutBeingAskedForNothingIsRecorded) {
  experiments::Experiment experiment = own("transpose/copy_row", {{"nx", Number{64}}, {"ny", Number{64}}});
  EXPECT_EQ(last(experiment).traced, nullptr);
}

}  // namespace
}  // namespace lanescope::worker
