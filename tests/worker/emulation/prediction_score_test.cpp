// How far predictions are from what was measured on an H200: one recorded setting in twenty-five, with thresholds that
// are a little looser than the score of all of them (bench/README.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "compiler/toolkit/toolkit.h"
#include "recorded_predictions.h"

namespace warpscope::worker {
namespace {

struct Score {
  std::vector<double> errors;  ///< of cold times, relative
  std::size_t inside = 0;      ///< measured times within low to high

  [[nodiscard]] double quantile(double part) const {
    std::vector<double> sorted = errors;
    std::sort(sorted.begin(), sorted.end());
    return sorted.at(std::min(sorted.size() - 1, static_cast<std::size_t>(part * static_cast<double>(sorted.size()))));
  }
};

TEST(PredictionScore, OfRecordedSettingsIsWithinItsThresholds) {
  if (!compiler::choose_toolkit(compiler::find_toolkits(), {9, 0}, 0)) GTEST_SKIP() << "there is no NVRTC";
  const std::string profile = std::string(WARPSCOPE_SOURCES) + "/assets/gpus/h200.toml";
  auto gpu = predict::read_profile(*read_file(profile), profile);
  ASSERT_TRUE(gpu) << gpu.error().text();
  RecordedPredictor predictor(*gpu, {9, 0});
  std::map<std::string, Score> scores;
  std::size_t declined = 0;
  double sum_of_logarithms = 0;
  for (const std::string& file : h200_recordings()) {
    auto recording = lab::read_recording(file);
    ASSERT_TRUE(recording) << recording.error().text();
    for (const lab::Result& recorded : recording->results) {
      if (!recorded.cold || !is_in_part(recorded, 7, 25)) continue;
      const auto prediction = predictor.predict(recorded, *gpu);
      if (!prediction) {
        ++declined;
        continue;
      }
      const std::string family = recorded.kernel.substr(0, recorded.kernel.find('/'));
      // No constant was fitted to products of matrices; all of probes is what constants come from.
      Score& score = scores[family == "matmul" || family == "probe" ? family : "others"];
      const double measured = recorded.cold->median;
      sum_of_logarithms += std::log(prediction->cold.ms);
      score.errors.push_back(std::abs(prediction->cold.ms / measured - 1));
      score.inside += prediction->cold.low <= measured && measured <= prediction->cold.high ? 1u : 0u;
    }
  }
  EXPECT_LE(declined, 3u);
  ASSERT_GE(scores["others"].errors.size(), 50u);
  EXPECT_LE(scores["others"].quantile(0.5), 0.06);
  EXPECT_LE(scores["others"].quantile(0.9), 0.25);
  ASSERT_GE(scores["matmul"].errors.size(), 3u);
  EXPECT_LE(scores["matmul"].quantile(0.5), 0.20);
  ASSERT_GE(scores["probe"].errors.size(), 3u);
  EXPECT_LE(scores["probe"].quantile(0.5), 0.10);
  const Score& others = scores["others"];
  // When this fails although nothing is wrong, results have changed: raise predict::model_version, and write both here.
  EXPECT_EQ(predict::model_version, 6);
  EXPECT_NEAR(sum_of_logarithms, -199.78, 0.1);
  EXPECT_GE(static_cast<double>(others.inside), 0.7 * static_cast<double>(others.errors.size()));
}

// What article 001 printed for an A100 (assets/articles/001.csv): time of the sum of 2^29 integers in blocks of 1024.
TEST(PredictionScore, OfAnotherGpuIsNearWhatAnArticleMeasuredOnIt) {
  if (!compiler::choose_toolkit(compiler::find_toolkits(), {8, 0}, 0)) GTEST_SKIP() << "there is no NVRTC for 8.0";
  const auto gpu = predict::read_profile_of("A100", std::string(WARPSCOPE_SOURCES) + "/assets/gpus");
  ASSERT_TRUE(gpu) << gpu.error().text();
  RecordedPredictor predictor(*gpu, {8, 0});
  catalogue::Values values{{"block", std::int64_t{1024}}, {"n", std::int64_t{536'870'912}}};
  const auto expect_near = [&](const std::string& kernel, double milliseconds) {
    SCOPED_TRACE(kernel);
    const auto traced = predictor.trace(kernel, values, 1);
    ASSERT_TRUE(traced) << traced.error().text();
    const auto prediction = predict_traced((*traced)->program.module, (*traced)->launches, *gpu);
    ASSERT_TRUE(prediction) << prediction.error().text();
    EXPECT_NEAR(prediction->cold.ms / milliseconds, 1, 0.35);
    EXPECT_EQ(prediction->profile, "A100");
  };
  expect_near("reduce/k0", 15.917);
  expect_near("reduce/k3", 3.993);
  expect_near("reduce/k6", 2.688);
  values["pairs"] = std::int64_t{16};
  expect_near("reduce/k7", 1.477);
}

}  // namespace
}  // namespace warpscope::worker
