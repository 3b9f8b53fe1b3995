// What execute() does without a GPU when one is asked for: everything up to the launch.
#include "worker/support/execute_fixture.h"

namespace lanescope::worker {
namespace {

TEST_F(Execute, WithoutADeviceTheProgramIsStillCompiledAndTheFaultSaysWhatIsMissing) {
  const Log log = run(without_device("copy"));
  EXPECT_EQ(log.ending, Completion::finished);
  ASSERT_EQ(log.results.size(), 2u);
  EXPECT_EQ(log.results[0].stage, experiments::ResultStage::compiled);
  EXPECT_TRUE(log.results[0].faults.empty());
  const experiments::Result& last = log.results[1];
  EXPECT_EQ(last.request, 7u);
  EXPECT_EQ(last.stage, experiments::ResultStage::failed);
  ASSERT_EQ(last.faults.size(), 1u);
  EXPECT_EQ(last.faults[0].kind, FaultKind::no_device);
  EXPECT_FALSE(last.faults[0].remedy.empty());
  EXPECT_EQ(last.kernel, "copy");
  EXPECT_EQ(last.backend, experiments::Backend::gpu);
  EXPECT_EQ(last.target, "9.0");
  EXPECT_EQ(std::get<std::int64_t>(last.parameters.at("block")), 128);
  EXPECT_EQ(last.sizes.at("n"), 65536);
  EXPECT_EQ(last.work_bytes, 2 * 4 * 65536);
  EXPECT_NE(last.ptx.find(".entry copy"), std::string::npos);
  EXPECT_FALSE(last.machine.nvrtc.empty());
  ASSERT_EQ(last.launches.size(), 1u);
  EXPECT_EQ(last.launches[0].grid.x, 512u);
  EXPECT_GT(last.launches[0].registers.value_or(0), 0);
  EXPECT_EQ(last.launches[0].occupancy, 1.0) << "by the rules, for the data sheet of 9.0";
  ASSERT_TRUE(last.sheet);
  EXPECT_EQ(last.sheet->name, "H200");
  EXPECT_FALSE(last.hot || last.cold || last.verification);
}

TEST_F(Execute, TheSecondTimeTheProgramComesFromTheCache) {
  EXPECT_FALSE(run(without_device("copy")).results.back().compile_cached);
  const Log again = run(without_device("copy"));
  EXPECT_TRUE(again.results.back().compile_cached);
  EXPECT_GT(again.results.back().compile_ms.value_or(0), 0);
}

TEST_F(Execute, AKnobIsAConstantOfTheProgram) {
  experiments::Experiment experiment = without_device("copy");
  experiment.values["block"] = std::int64_t{32};
  experiment.values["n"] = std::int64_t{100};
  const Log log = run(experiment);
  EXPECT_EQ(log.results.back().launches.at(0).grid.x, 4u);
  EXPECT_EQ(log.results.back().launches.at(0).block.x, 32u);
  EXPECT_EQ(log.results.back().sizes.at("n"), 100);
}

TEST_F(Execute, ACompileErrorIsAtItsLine) {
  const experiments::Experiment experiment = without_device("compile_error");
  const Log log = run(experiment);
  ASSERT_EQ(log.results.size(), 1u);
  const experiments::Result& result = log.results[0];
  EXPECT_TRUE(result.failed());
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, FaultKind::compile);
  EXPECT_EQ(result.faults[0].file, experiment.kernel.path);
  EXPECT_EQ(result.faults[0].line, 32);
  EXPECT_NE(result.faults[0].message.text().find("inn"), std::string::npos) << result.faults[0].message;
  ASSERT_FALSE(result.diagnostics.empty());
  EXPECT_EQ(result.diagnostics[0].line, 32);
  EXPECT_EQ(result.diagnostics[0].severity, Diagnostic::Severity::error);
}

TEST_F(Execute, AWrongSettingIsAFaultThatNamesIt) {
  experiments::Experiment experiment = without_device("copy");
  experiment.values["blok"] = std::int64_t{32};
  const Log log = run(experiment);
  ASSERT_EQ(log.results.size(), 1u);
  EXPECT_EQ(log.results[0].faults.at(0).kind, FaultKind::resolve);
  EXPECT_NE(log.results[0].faults.at(0).message.text().find("blok"), std::string::npos);
}

TEST_F(Execute, AFileWithoutFrontMatterIsAFault) {
  experiments::Experiment experiment = without_device("copy");
  experiment.kernel.text = "not a kernel";
  const Log log = run(experiment);
  ASSERT_EQ(log.results.size(), 1u);
  EXPECT_EQ(log.results[0].faults.at(0).kind, FaultKind::resolve);
  EXPECT_EQ(log.results[0].faults.at(0).file, experiment.kernel.path);
}

TEST_F(Execute, AGivenTargetIsCompiledFor) {
  experiments::Experiment experiment = without_device("copy");
  experiment.target = "8.0";
  const Log log = run(experiment);
  EXPECT_EQ(log.results.back().target, "8.0");
  EXPECT_NE(log.results.back().ptx.find("sm_80"), std::string::npos);
  experiment.target = "eight";
  EXPECT_EQ(run(experiment).results.back().faults.at(0).kind, FaultKind::resolve);
}

TEST_F(Execute, ATargetMayBeTheNameOfAGpu) {
  experiments::Experiment experiment = without_device("copy");
  experiment.target = "rtx 4090";
  const experiments::Result named = last(experiment);
  EXPECT_EQ(named.target, "8.9");
  EXPECT_EQ(named.sheet->name, "RTX 4090");
  EXPECT_EQ(named.sheet->gb_per_s, 1008);
  EXPECT_EQ(named.launches.at(0).calculated->max_warps, 48);
  experiment.target = "rtx 4091";
  const experiments::Fault fault = last(experiment).faults.at(0);
  EXPECT_EQ(fault.kind, FaultKind::resolve);
  EXPECT_NE(fault.remedy.text().find("RTX 4090"), std::string::npos) << fault.remedy;
}

TEST_F(Execute, WithoutNvrtcTheFaultSaysSo) {
  options_.search.nvrtc = "/nowhere/libnvrtc.so";
  const Log log = run(without_device("copy"));
  ASSERT_EQ(log.results.size(), 1u);
  EXPECT_EQ(log.results[0].faults.at(0).kind, FaultKind::no_compiler);
  EXPECT_TRUE(log.results[0].failed());
}

TEST_F(Execute, ASupersededRequestPublishesNothingMore) {
  const Log at_once = run(without_device("copy"), [] { return true; });
  EXPECT_EQ(at_once.ending, Completion::abandoned);
  EXPECT_TRUE(at_once.results.empty());
  ASSERT_FALSE(at_once.progress.empty());
  EXPECT_EQ(at_once.progress.back().step, experiments::Progress::Activity::abandoned);
}

TEST_F(Execute, ProgressTakesItsStepsInOrder) {
  const Log log = run(without_device("copy"));
  ASSERT_GE(log.progress.size(), 2u);
  EXPECT_EQ(log.progress.front().step, experiments::Progress::Activity::started);
  for (std::size_t i = 1; i < log.progress.size(); ++i) EXPECT_GE(log.progress[i].step, log.progress[i - 1].step);
}

TEST_F(Execute, EveryTestKernelButTheBrokenOneCompiles) {
  const std::filesystem::path folder = std::filesystem::path(LANESCOPE_TEST_DATA) / "kernels";
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const std::string name = file.path().stem().string();
    if (name == "compile_error") continue;
    const Log log = run(without_device(name));
    ASSERT_FALSE(log.results.empty());
    EXPECT_EQ(log.results[0].stage, experiments::ResultStage::compiled)
        << name << ": " << log.results[0].faults.at(0).message;
  }
}

}  // namespace
}  // namespace lanescope::worker
