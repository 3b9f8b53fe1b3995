// [check] same_as on a device.
#include <tuple>

#include "experiments/sheet/rates.h"
#include "worker/support/execute_fixture.h"

namespace lanescope::worker {
namespace {

using Number = std::int64_t;

class AReferenceKernelOnDevice : public Execute {
 protected:
  void SetUp() override {
    const WorkerContext context(options_);
    if (const auto device = context.device(-1); !device) GTEST_SKIP() << device.error().text();
  }
  static experiments::Experiment compared(const std::string& kernel, const std::string& reference,
                                          catalogue::Values values) {
    experiments::Experiment experiment = test_experiment(kernel);
    experiment.values = std::move(values);
    std::string& text = experiment.kernel.text;
    if (const std::size_t at = text.find("reference = \"copy\""); at != std::string::npos) {
      text.replace(at, std::string("reference = \"copy\"").size(), "same_as = \"" + reference + "\"");
    }
    experiment.reference_kernel = test_experiment(reference).kernel;
    return experiment;
  }
};

TEST_F(AReferenceKernelOnDevice, HasTheOutputThatARightKernelHasAndTheKernelIsTimed) {
  const Log log = run(compared("copy", "copy", {{"n", Number{100'000}}}));
  const experiments::Result& result = log.results.back();
  EXPECT_EQ(result.stage, experiments::ResultStage::refined);
  ASSERT_TRUE(result.verification) << result.faults.at(0).message;
  EXPECT_TRUE(result.verification->passed);
  EXPECT_EQ(result.verification->method, "output of copy");
  EXPECT_EQ(result.verification->checked, 100'000u);
  EXPECT_TRUE(result.hot);
}

TEST_F(AReferenceKernelOnDevice, ShowsWhatIsWrong) {
  const experiments::Result result = last(compared("wrong_result", "copy", {{"n", Number{2000}}}));
  ASSERT_TRUE(result.verification);
  EXPECT_FALSE(result.verification->passed);
  EXPECT_EQ(result.verification->mismatches, 2u);
  EXPECT_EQ(result.verification->first->index, 17u);
}

TEST_F(AReferenceKernelOnDevice, ThatDoesNotCompileIsNamedBehindTheFirstNumber) {
  const Log log = run(compared("copy", "compile_error", {{"n", Number{1000}}}));
  const experiments::Result& result = log.results.back();
  EXPECT_TRUE(result.failed());
  EXPECT_TRUE(result.hot) << "the kernel itself was measured";
  EXPECT_EQ(result.faults.at(0).kind, FaultKind::reference_kernel);
  EXPECT_TRUE(result.faults[0].message.text().starts_with("the reference kernel compile_error: compile: "));
}

TEST_F(AReferenceKernelOnDevice, MayBeCublas) {
  for (const auto& [m, n, k] : {std::tuple{1, 1, 1}, {3, 5, 7}, {128, 128, 128}, {1000, 37, 129}}) {
    const experiments::Result result =
        last(compared("product_like_cublas", "cublas_product", {{"m", Number{m}}, {"n", Number{n}}, {"k", Number{k}}}));
    if (result.failed() && result.faults.at(0).message.text().find("cuBLAS cannot be opened") != std::string::npos) {
      GTEST_SKIP() << result.faults[0].message;
    }
    ASSERT_TRUE(result.verification) << result.faults.at(0).message;
    EXPECT_TRUE(result.verification->passed) << *result.verification->max_error;
    EXPECT_EQ(result.verification->method, "output of cublas_product");
    EXPECT_EQ(result.verification->checked, static_cast<std::uint64_t>(m * n));
  }
}

TEST_F(AReferenceKernelOnDevice, CublasAloneIsVerifiedByItsReferenceAndTimed) {
  const experiments::Result result =
      last(compared("cublas_product", "copy", {{"m", Number{1000}}, {"n", Number{37}}, {"k", Number{129}}}));
  if (result.failed() && result.faults.at(0).message.text().find("cuBLAS cannot be opened") != std::string::npos) {
    GTEST_SKIP() << result.faults[0].message;
  }
  ASSERT_TRUE(result.verification) << result.faults.at(0).message;
  EXPECT_TRUE(result.verification->passed) << *result.verification->max_error;
  EXPECT_EQ(result.verification->method, "CPU reference, 64 sampled rows");
  EXPECT_EQ(result.verification->checked, 64u * 37u);
  EXPECT_TRUE(experiments::rate_of(result, experiments::Work::flops));
}

}  // namespace
}  // namespace lanescope::worker
