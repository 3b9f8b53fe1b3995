#include <algorithm>
#include <filesystem>

#include "cli/program.h"
#include "cuda/driver.h"
#include "predict/profile/gpu_profile.h"
#include "temporary_folder.h"

namespace lanescope::cli {
namespace {

const std::string recorded = std::string(LANESCOPE_SOURCES) + "/assets/recordings/h200-probe.jsonl";
/// Probes that came later, of another GPU of the same kind.
const std::string later = std::string(LANESCOPE_SOURCES) + "/bench/recordings/h200-probe-2.jsonl";

/// Whether a constant of a profile comes from the later recording.
bool is_later(const predict::ConstantText& constant) {
  return constant.origin.find("recorded 2026-11-24") != std::string::npos;
}

class Calibrate : public testing::Test {
 protected:
  TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path() / "calibrated.toml";
};

TEST_F(Calibrate, FindsInRecordedProbesOfAnH200WhatItsProfileTakesFromThem) {
  const FinishedProcess run = program({"calibrate", "--recording", recorded, "-o", file_.string()});
  ASSERT_EQ(run.state.status, 0) << run.error;
  const auto text = read_file(file_);
  ASSERT_TRUE(text);
  const auto calibrated = predict::read_profile(*text, file_.string());
  ASSERT_TRUE(calibrated) << calibrated.error().text();
  const auto known = predict::read_profile_of("H200", std::string(LANESCOPE_SOURCES) + "/assets/gpus");
  ASSERT_TRUE(known);
  EXPECT_EQ(calibrated->name, "H200");
  std::size_t from_probes = 0;
  for (std::size_t i = 0; i < known->constants.size(); ++i) {
    const predict::ConstantText &before = known->constants[i], &after = calibrated->constants[i];
    SCOPED_TRACE(before.key);
    ASSERT_EQ(before.key, after.key);
    if (before.source == predict::ConstantSource::probe && !is_later(before)) {
      ++from_probes;
      EXPECT_NE(before.origin, after.origin) << "not measured";
      EXPECT_GE(after.value, before.low);
      EXPECT_LE(after.value, before.high);
    } else {
      EXPECT_EQ(before.origin, after.origin) << "no recorded probe says anything about it";
    }
    EXPECT_NE(
        run.output.find(before.source == predict::ConstantSource::probe && !is_later(before) ? before.key : "constant"),
        std::string::npos);
  }
  EXPECT_EQ(from_probes, 9u);
  EXPECT_NE(run.output.find("not there"), std::string::npos) << "later probes are not in this recording";
}

TEST_F(Calibrate, FindsInLaterProbesWhatTheProfileOfTheH200TakesFromThem) {
  const FinishedProcess run = program({"calibrate", "--recording", later, "-o", file_.string()});
  ASSERT_EQ(run.state.status, 0) << run.error;
  const auto text = read_file(file_);
  ASSERT_TRUE(text);
  const auto calibrated = predict::read_profile(*text, file_.string());
  ASSERT_TRUE(calibrated) << calibrated.error().text();
  const auto known = predict::read_profile_of("H200", std::string(LANESCOPE_SOURCES) + "/assets/gpus");
  ASSERT_TRUE(known);
  std::size_t found = 0;
  for (std::size_t i = 0; i < known->constants.size(); ++i) {
    const predict::ConstantText &before = known->constants[i], &after = calibrated->constants[i];
    if (!is_later(before)) continue;
    SCOPED_TRACE(before.key);
    ++found;
    EXPECT_NE(before.origin, after.origin) << "not measured";
    EXPECT_GE(after.value, before.low);
    EXPECT_LE(after.value, before.high);
  }
  EXPECT_EQ(found, 4u);
}

TEST_F(Calibrate, SaysPlainlyThatThereIsNoGpu) {
  if (cuda::Driver::open()) GTEST_SKIP() << "there is one";
  const FinishedProcess run = program({"calibrate", "-o", file_.string()});
  EXPECT_EQ(run.state.status, 3);
  EXPECT_NE(run.error.find("driver"), std::string::npos) << run.error;
  EXPECT_FALSE(std::filesystem::exists(file_));
}

TEST_F(Calibrate, RefusesARecordingWithoutItsProbes) {
  const std::string other = std::string(LANESCOPE_SOURCES) + "/assets/recordings/h200-laplace.jsonl";
  const FinishedProcess run = program({"calibrate", "--recording", other, "-o", file_.string()});
  EXPECT_EQ(run.state.status, 2);
  EXPECT_NE(run.error.find("none of the settings"), std::string::npos) << run.error;
  EXPECT_NE(program({"calibrate", "--recording", "/nowhere.jsonl"}).state.status, 0);
}

}  // namespace
}  // namespace lanescope::cli
