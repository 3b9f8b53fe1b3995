// The kernels with which predictions are scored and probes are recorded, which are not in the catalogue.
#include <gtest/gtest.h>

#include <filesystem>

#include "compiler/toolkit/toolkit.h"
#include "recorded_predictions.h"

namespace lanescope::worker {
namespace {

TEST(BenchKernels, CanBeReadCompiledAndTraced) {
  if (!compiler::choose_toolkit(compiler::find_toolkits(), {9, 0}, 0)) GTEST_SKIP() << "there is no NVRTC";
  const auto gpu = predict::read_profile_of("H200", std::string(LANESCOPE_SOURCES) + "/assets/gpus");
  ASSERT_TRUE(gpu) << gpu.error().text();
  RecordedPredictor predictor(*gpu, {9, 0});
  std::size_t kernels = 0;
  for (const char* folder : {"blind", "probes"}) {
    for (const auto& file : std::filesystem::directory_iterator(std::string(LANESCOPE_SOURCES) + "/bench/" + folder)) {
      if (file.path().extension() != ".cu") continue;
      SCOPED_TRACE(file.path().filename().string());
      ++kernels;
      const auto added = predictor.add_kernel(file.path().string());
      ASSERT_TRUE(added) << added.error().text();
      const auto traced = predictor.trace(file.path().stem().string(), {}, 1);
      EXPECT_TRUE(traced) << (traced ? "" : traced.error().text());
    }
  }
  EXPECT_GE(kernels, 11u);
}

}  // namespace
}  // namespace lanescope::worker
