// Which counts of a result are exact: PTX against the machine code that ptxas made of it.
#include "experiments/sheet/exactness.h"

#include <algorithm>

#include "experiments/sheet/sheet.h"
#include "worker/support/execute_fixture.h"

namespace lanescope::worker {
namespace {

using trace::Operation;
using trace::Space;

class Exactness : public Execute {
 protected:
  /// Runs a kernel of two warps that is given 256 numbers in `in` and `out`, on the blocks of an H200.
  experiments::Result of(const std::string& body, const std::string& fill = "random") {
    experiments::Experiment experiment;
    experiment.kernel = {
        "mine",
        "mine.cu",
        "/* lanescope\ntitle = \"mine\"\n[buffers]\n"
        "in = { role = \"in\", type = \"u32\", shape = [256], fill = \"" +
            fill +
            "\" }\n"
            "out = { role = \"inout\", type = \"u32\", shape = [256], fill = \"zero\" }\n"
            "[[launch]]\nentry = \"mine\"\ngrid = [1]\nblock = [64]\narguments = [\"out\", \"in\", 16]\n*/\n"
            "extern \"C\" __global__ void mine(unsigned* out, const unsigned* in, int n) {\n"
            "  const unsigned t = threadIdx.x;\n" +
            body + "\n}\n",
        {}};
    experiment.backend = experiments::Backend::emulator;
    experiment.target = "H200";
    return last(experiment);
  }

  static std::string reasons(const experiments::Result& result) {
    std::string text;
    for (const auto& [place, count] : experiments::approximate_lines(result)) text += place.second + "\n";
    return text;
  }
};

TEST_F(Exactness, OfAnUnrolledLoopThatAllLanesLeaveTogetherIsWhole) {
  const experiments::Result result =
      of("unsigned sum = 0; for (int i = 0; i < n; ++i) sum += in[(t + i) % 256]; out[t] = sum;");
  const auto sites = experiments::exact_instructions(result);
  ASSERT_TRUE(sites);
  EXPECT_GT(sites->all, 1u);
  EXPECT_EQ(sites->exact, sites->all) << reasons(result);
  EXPECT_FALSE(experiments::sheet_of(result).derived.approximate.contains("global.load.instructions"));
}

TEST_F(Exactness, OfALoopInWhichAtomicsDecideIsNot) {
  const experiments::Result result =
      of("unsigned old = atomicAdd(&out[t % 4], 0u), seen;\n"
         "do { seen = old; old = atomicCAS(&out[t % 4], seen, seen + in[t]); } while (old != seen);");
  EXPECT_NE(reasons(result).find("depends on the order of threads"), std::string::npos) << reasons(result);
}

TEST_F(Exactness, HasAnAtomicWhoseResultNobodyUsesAsAReduction) {
  const experiments::Result result = of("atomicAdd(&out[in[t] % 2], in[t]);");
  ASSERT_TRUE(result.metrics);
  const auto operations = [](const model::ViewMetrics& view) {
    std::vector<Operation> found;
    for (const model::TotalMetrics& total : view.totals) {
      if (total.space == Space::global && total.operation != Operation::load) found.push_back(total.operation);
    }
    return found;
  };
  EXPECT_EQ(operations(result.metrics->written), std::vector{Operation::atomic});
  EXPECT_EQ(operations(result.metrics->executed), std::vector{Operation::reduce});
  const counters::Values& derived = experiments::sheet_of(result).derived;
  EXPECT_EQ(derived.get("global.reduce.instructions"), 2.0);
  EXPECT_EQ(derived.get("global.atomic.instructions"), 0.0);
  EXPECT_EQ(derived.get("global.reduce.sectors"), 2.0);
  EXPECT_TRUE(experiments::sheet_of(result).derived.approximate.contains("global.reduce.sectors"));
  const experiments::Result used = of("out[64 + t] = atomicAdd(&out[in[t] % 2], in[t]);");
  EXPECT_EQ(experiments::sheet_of(used).derived.get("global.atomic.instructions"), 2.0);
}

TEST_F(Exactness, SaysWhatACounterMeansOtherwise) {
  const experiments::Result result =
      of("__shared__ unsigned tile[64]; tile[t * 2 % 64] = in[t]; __syncthreads(); out[t] = tile[63 - t];");
  const auto& approximate = experiments::sheet_of(result).derived.approximate;
  EXPECT_TRUE(approximate.contains("shared.store.conflicts"));
  EXPECT_TRUE(approximate.contains("global.load.sectors_ideal"));
  EXPECT_FALSE(approximate.contains("shared.store.wavefronts"));
  EXPECT_FALSE(approximate.contains("shared.atomic.wavefronts")) << "there is none";
}

}  // namespace
}  // namespace lanescope::worker
