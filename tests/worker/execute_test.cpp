// What execute() does without a GPU: everything up to the launch.
#include "worker/execute.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "test_kernels.h"
#include "worker/bench.h"

namespace warpscope::worker {
namespace {

/// All that was published, in order.
struct Log {
  std::vector<lab::Result> results;
  std::vector<lab::Progress> progress;
  Ending ending = Ending::finished;
};

class Execute : public testing::Test {
 protected:
  void SetUp() override {
    if (!compiler::choose_toolkit(compiler::find_toolkits(), {9, 0}, 0)) GTEST_SKIP() << "there is no NVRTC";
  }
  void TearDown() override { std::filesystem::remove_all(options_.cache); }

  Log run(const lab::Experiment& experiment, const std::function<bool()>& abandoned = {}) {
    Bench bench(options_);
    Log log;
    Listener listener;
    listener.publish = [&](const lab::Result& result) { log.results.push_back(result); };
    listener.progress = [&](const lab::Progress& progress) { log.progress.push_back(progress); };
    listener.abandoned = abandoned;
    log.ending = execute(experiment, 7, bench, listener);
    return log;
  }
  static lab::Experiment without_device(const std::string& kernel) {
    lab::Experiment experiment = test_experiment(kernel);
    experiment.device = no_such_device;
    return experiment;
  }

  BenchOptions options_{{}, std::filesystem::temp_directory_path() / ("warpscope_execute_" + std::to_string(getpid()))};
};

TEST_F(Execute, WithoutADeviceTheProgramIsStillCompiledAndTheFaultSaysWhatIsMissing) {
  const Log log = run(without_device("copy"));
  EXPECT_EQ(log.ending, Ending::finished);
  ASSERT_EQ(log.results.size(), 2u);
  EXPECT_EQ(log.results[0].stage, lab::Stage::compiled);
  EXPECT_TRUE(log.results[0].faults.empty());
  const lab::Result& last = log.results[1];
  EXPECT_EQ(last.request, 7u);
  EXPECT_EQ(last.stage, lab::Stage::failed);
  ASSERT_EQ(last.faults.size(), 1u);
  EXPECT_EQ(last.faults[0].kind, "no_device");
  EXPECT_FALSE(last.faults[0].remedy.empty());
  EXPECT_EQ(last.kernel, "copy");
  EXPECT_EQ(last.backend, "gpu");
  EXPECT_EQ(last.target, "9.0");
  EXPECT_EQ(std::get<std::int64_t>(last.parameters.at("block")), 128);
  EXPECT_EQ(last.sizes.at("n"), 65536);
  EXPECT_EQ(last.work_bytes, 2 * 4 * 65536);
  EXPECT_NE(last.ptx.find(".entry copy"), std::string::npos);
  EXPECT_FALSE(last.machine.nvrtc.empty());
  ASSERT_EQ(last.launches.size(), 1u);
  EXPECT_EQ(last.launches[0].grid.x, 512u);
  EXPECT_GT(last.launches[0].registers.value_or(0), 0);
  EXPECT_FALSE(last.launches[0].occupancy);
  EXPECT_FALSE(last.hot || last.cold || last.verification);
}

TEST_F(Execute, TheSecondTimeTheProgramComesFromTheCache) {
  EXPECT_FALSE(run(without_device("copy")).results.back().compile_cached);
  const Log again = run(without_device("copy"));
  EXPECT_TRUE(again.results.back().compile_cached);
  EXPECT_GT(again.results.back().compile_ms.value_or(0), 0);
}

TEST_F(Execute, AKnobIsAConstantOfTheProgram) {
  lab::Experiment experiment = without_device("copy");
  experiment.values["block"] = std::int64_t{32};
  experiment.values["n"] = std::int64_t{100};
  const Log log = run(experiment);
  EXPECT_EQ(log.results.back().launches.at(0).grid.x, 4u);
  EXPECT_EQ(log.results.back().launches.at(0).block.x, 32u);
  EXPECT_EQ(log.results.back().sizes.at("n"), 100);
}

TEST_F(Execute, ACompileErrorIsAtItsLine) {
  const lab::Experiment experiment = without_device("compile_error");
  const Log log = run(experiment);
  ASSERT_EQ(log.results.size(), 1u);
  const lab::Result& result = log.results[0];
  EXPECT_TRUE(result.failed());
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, "compile");
  EXPECT_EQ(result.faults[0].file, experiment.kernel.path);
  EXPECT_EQ(result.faults[0].line, 32);
  EXPECT_NE(result.faults[0].message.find("inn"), std::string::npos) << result.faults[0].message;
  ASSERT_FALSE(result.diagnostics.empty());
  EXPECT_EQ(result.diagnostics[0].line, 32);
  EXPECT_EQ(result.diagnostics[0].severity, lab::Diagnostic::Severity::error);
}

TEST_F(Execute, AWrongSettingIsAFaultThatNamesIt) {
  lab::Experiment experiment = without_device("copy");
  experiment.values["blok"] = std::int64_t{32};
  const Log log = run(experiment);
  ASSERT_EQ(log.results.size(), 1u);
  EXPECT_EQ(log.results[0].faults.at(0).kind, "resolve");
  EXPECT_NE(log.results[0].faults.at(0).message.find("blok"), std::string::npos);
}

TEST_F(Execute, AFileWithoutFrontMatterIsAFault) {
  lab::Experiment experiment = without_device("copy");
  experiment.kernel.text = "not a kernel";
  const Log log = run(experiment);
  ASSERT_EQ(log.results.size(), 1u);
  EXPECT_EQ(log.results[0].faults.at(0).kind, "resolve");
  EXPECT_EQ(log.results[0].faults.at(0).file, experiment.kernel.path);
}

TEST_F(Execute, AGivenTargetIsCompiledFor) {
  lab::Experiment experiment = without_device("copy");
  experiment.target = "8.0";
  const Log log = run(experiment);
  EXPECT_EQ(log.results.back().target, "8.0");
  EXPECT_NE(log.results.back().ptx.find("sm_80"), std::string::npos);
  experiment.target = "eight";
  EXPECT_EQ(run(experiment).results.back().faults.at(0).kind, "resolve");
}

TEST_F(Execute, WithoutNvrtcTheFaultSaysSo) {
  options_.search.nvrtc = "/nowhere/libnvrtc.so";
  const Log log = run(without_device("copy"));
  ASSERT_EQ(log.results.size(), 1u);
  EXPECT_EQ(log.results[0].faults.at(0).kind, "no_compiler");
  EXPECT_TRUE(log.results[0].failed());
}

TEST_F(Execute, AnOvertakenRequestPublishesNothingMore) {
  const Log at_once = run(without_device("copy"), [] { return true; });
  EXPECT_EQ(at_once.ending, Ending::abandoned);
  EXPECT_TRUE(at_once.results.empty());
  ASSERT_FALSE(at_once.progress.empty());
  EXPECT_EQ(at_once.progress.back().step, lab::Progress::Step::abandoned);
}

TEST_F(Execute, ProgressTakesItsStepsInOrder) {
  const Log log = run(without_device("copy"));
  ASSERT_GE(log.progress.size(), 2u);
  EXPECT_EQ(log.progress.front().step, lab::Progress::Step::started);
  for (std::size_t i = 1; i < log.progress.size(); ++i) EXPECT_GE(log.progress[i].step, log.progress[i - 1].step);
}

TEST_F(Execute, EveryTestKernelButTheBrokenOneCompiles) {
  const std::filesystem::path folder = std::filesystem::path(WARPSCOPE_TEST_DATA) / "kernels";
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const std::string name = file.path().stem().string();
    if (name == "compile_error") continue;
    const Log log = run(without_device(name));
    ASSERT_FALSE(log.results.empty());
    EXPECT_EQ(log.results[0].stage, lab::Stage::compiled) << name << ": " << log.results[0].faults.at(0).message;
  }
}

}  // namespace
}  // namespace warpscope::worker
