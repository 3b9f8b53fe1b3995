// execute() and profile() on a device, in this process: only kernels that leave the context whole.
#include <algorithm>
#include <cstring>
#include <filesystem>

#include "catalogue/kernel.h"
#include "catalogue/reference/reference.h"
#include "experiments/sheet/rates.h"
#include "test_kernels.h"
#include "worker/pipelines/execute.h"
#include "worker/support/device_fixture.h"

namespace lanescope::worker {
namespace {

class ExecuteOnDevice : public OnDevice {
 protected:
  void open_with_profiles() {
    context_.reset();
    options_.gpus = LANESCOPE_SOURCES "/assets/gpus";
    context_.emplace(options_);
  }
  /// What the buffer `in` of the test kernels holds.
  static std::vector<std::byte> filled_input(const experiments::Experiment& experiment) {
    const auto kernel = catalogue::read_kernel(experiment.kernel);
    const auto plan = catalogue::resolve(kernel.value(), experiment.values, experiment.seed);
    return catalogue::fill_buffer(plan.value(), 0);
  }
};

TEST_F(ExecuteOnDevice, PublishesCompiledSampledVerifiedRefined) {
  const auto published = results(test_experiment("copy"));
  ASSERT_EQ(published.size(), 4u) << (published.empty() || published.back().faults.empty()
                                          ? ""
                                          : published.back().faults[0].message);
  EXPECT_EQ(published[0].stage, experiments::ResultStage::compiled);
  EXPECT_EQ(published[1].stage, experiments::ResultStage::sampled);
  EXPECT_EQ(published[2].stage, experiments::ResultStage::verified);
  EXPECT_EQ(published[3].stage, experiments::ResultStage::refined);
  EXPECT_FALSE(published[0].hot);
  EXPECT_TRUE(published[1].cold);
  EXPECT_TRUE(published[1].hot);
  EXPECT_TRUE(published[3].clock_mhz);
  EXPECT_TRUE(published[3].empty_ms);
  EXPECT_FALSE(published[1].verification);
  EXPECT_TRUE(published[2].verification && published[2].verification->passed);
  EXPECT_EQ(ending_, Completion::finished);
  EXPECT_TRUE(std::is_sorted(steps_.begin(), steps_.end()));
}

TEST_F(ExecuteOnDevice, ThePredictionStandsBesideTheMeasuredTime) {
  open_with_profiles();
  const experiments::Result result =
      last(own("transpose/smem_pad", {{"nx", std::int64_t{1024}}, {"ny", std::int64_t{1024}}}));
  ASSERT_NE(result.time(), nullptr);
  const bool has_profile = result.sheet && context_->profile_of(result.sheet->name).value_or(nullptr) != nullptr;
  if (!has_profile) {
    EXPECT_FALSE(result.predicted);
    EXPECT_FALSE(result.without_prediction.empty());
    GTEST_SKIP() << "there is no profile of this GPU";
  }
  ASSERT_TRUE(result.predicted) << result.without_prediction;
  const predict::Prediction& prediction = result.predicted->prediction;
  EXPECT_EQ(prediction.profile, result.sheet->name);
  EXPECT_GT(prediction.cold.low, 0);
  EXPECT_LT(prediction.cold.ms, 10 * result.time()->median);
  EXPECT_GT(prediction.cold.ms, result.time()->median / 10);
  EXPECT_EQ(experiments::origin_of_times(result), experiments::Origin::measured);
}

TEST_F(ExecuteOnDevice, AnotherGpuThanThisOneIsPredictedInTheEmulator) {
  open_with_profiles();
  experiments::Experiment experiment =
      own("transpose/smem_pad", {{"nx", std::int64_t{256}}, {"ny", std::int64_t{256}}});
  experiment.backend = experiments::Backend::automatic;
  const bool is_t4 = model::device_sheet(context_->device(-1)->name) == model::device_sheet("T4");
  experiment.target = is_t4 ? "RTX 3060" : "T4";
  const experiments::Result result = last(experiment);
  EXPECT_EQ(result.backend, experiments::Backend::emulator);
  EXPECT_EQ(result.time(), nullptr);
  ASSERT_TRUE(result.predicted) << result.without_prediction;
  EXPECT_EQ(result.predicted->prediction.profile, experiment.target);
}

TEST_F(ExecuteOnDevice, AWrongResultIsAMismatchWithItsFirstElementAndIsStillTimed) {
  const experiments::Result result = last(test_experiment("wrong_result"));
  EXPECT_EQ(result.stage, experiments::ResultStage::refined);
  EXPECT_TRUE(result.hot);
  ASSERT_TRUE(result.verification);
  EXPECT_FALSE(result.verification->passed);
  EXPECT_EQ(result.verification->mismatches, 66u);  // 17, 1017, ... 65017
  ASSERT_TRUE(result.verification->first);
  EXPECT_EQ(result.verification->first->index, 17u);
  EXPECT_EQ(result.verification->first->coordinates, (std::vector<std::int64_t>{17}));
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, FaultKind::mismatch);
  EXPECT_EQ(result.faults[0].memory.buffer, "out");
  EXPECT_EQ(result.faults[0].offset, 17 * 4);
}

TEST_F(ExecuteOnDevice, ElementsThatWereNeverWrittenAreNamed) {
  const experiments::Result result = last(test_experiment("unwritten"));
  ASSERT_TRUE(result.verification);
  EXPECT_FALSE(result.verification->passed);
  EXPECT_EQ(result.verification->unwritten, 128u);  // one block
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, FaultKind::unwritten);
  EXPECT_TRUE(result.verification->first && result.verification->first->unwritten);
  EXPECT_EQ(result.verification->first->index, 65536u - 128u);
}

TEST_F(ExecuteOnDevice, AStoreBehindTheEndIsFoundInTheGuardZone) {
  const experiments::Result result = last(test_experiment("out_of_bounds"));
  ASSERT_TRUE(result.verification);
  EXPECT_FALSE(result.verification->passed);
  EXPECT_EQ(result.verification->mismatches, 0u);
  EXPECT_EQ(result.verification->guard_bytes_changed, 32u);  // 8 floats
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, FaultKind::guard);
  EXPECT_EQ(result.faults[0].memory.buffer, "out");
  EXPECT_EQ(result.faults[0].offset, 65536 * 4);
}

TEST_F(ExecuteOnDevice, TooMuchSharedMemoryIsALaunchFaultAndTheBenchGoesOn) {
  const experiments::Result result = last(test_experiment("too_much_shared"));
  EXPECT_TRUE(result.failed());
  EXPECT_EQ(result.faults.at(0).kind, FaultKind::launch);
  EXPECT_EQ(result.launches.at(0).shared_bytes, 1 << 20);
  EXPECT_EQ(ending_, Completion::finished);
  EXPECT_EQ(last(test_experiment("copy")).stage, experiments::ResultStage::refined);
}

TEST_F(ExecuteOnDevice, AnInputThatIsGivenIsUsedAndAnOutputComesBack) {
  experiments::Experiment experiment = test_experiment("copy");
  experiment.values["n"] = std::int64_t{1000};
  std::vector<float> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i) * 0.5F;
  std::vector<std::byte> bytes(values.size() * sizeof(float));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  experiment.inputs["in"] = bytes;
  experiment.dump = {"out", "in"};
  const experiments::Result result = last(experiment);
  EXPECT_TRUE(result.verification && result.verification->passed);
  EXPECT_EQ(result.dumps.at("out"), bytes);
  EXPECT_EQ(result.dumps.at("in"), bytes);
}

TEST_F(ExecuteOnDevice, AnInputOfTheWrongLengthIsAFault) {
  experiments::Experiment experiment = test_experiment("copy");
  experiment.inputs["in"] = std::vector<std::byte>(12);
  const experiments::Result result = last(experiment);
  EXPECT_TRUE(result.failed());
  EXPECT_EQ(result.faults.at(0).kind, FaultKind::resolve);
}

TEST_F(ExecuteOnDevice, DumpsComeWithTheLastResultOnly) {
  experiments::Experiment experiment = test_experiment("copy");
  experiment.dump = {"out"};
  const auto published = results(experiment);
  ASSERT_EQ(published.size(), 4u);
  EXPECT_TRUE(published[2].dumps.empty());
  EXPECT_EQ(published[3].dumps.at("out"), filled_input(experiment));
}

TEST_F(ExecuteOnDevice, WithoutVerificationItIsTimedOnly) {
  experiments::Experiment experiment = test_experiment("copy");
  experiment.verify = false;
  const experiments::Result result = last(experiment);
  EXPECT_EQ(result.stage, experiments::ResultStage::refined);
  EXPECT_FALSE(result.verification);
  EXPECT_TRUE(result.hot);
}

TEST_F(ExecuteOnDevice, APictureAsBytesHoldsElementsOfTheOutput) {
  experiments::Experiment experiment = test_experiment("copy");
  experiment.values["n"] = std::int64_t{200};
  experiment.preview = true;
  const experiments::Result result = last(experiment);
  ASSERT_TRUE(result.preview);
  EXPECT_FALSE(result.preview->slot.used());
  EXPECT_EQ(result.preview->width, 200u);
  EXPECT_EQ(result.preview->height, 1u);
  const auto expected = filled_input(experiment);
  ASSERT_EQ(result.preview->values.size() * sizeof(float), expected.size());
  EXPECT_EQ(std::memcmp(result.preview->values.data(), expected.data(), expected.size()), 0);
}

TEST_F(ExecuteOnDevice, AnotherSeedGivesAnotherInput) {
  experiments::Experiment experiment = test_experiment("copy");
  experiment.dump = {"in"};
  const auto first = last(experiment).dumps.at("in");
  experiment.seed = 2;
  EXPECT_NE(last(experiment).dumps.at("in"), first);
}

TEST_F(ExecuteOnDevice, ASupersededRequestStopsBetweenItsSteps) {
  int asked = 0;
  const auto published = results(test_experiment("slow"), [&] { return ++asked > 2; });
  EXPECT_EQ(ending_, Completion::abandoned);
  EXPECT_LT(published.size(), 4u);
  EXPECT_EQ(last(test_experiment("copy")).stage, experiments::ResultStage::refined);
}

TEST_F(ExecuteOnDevice, ATargetThatTheDeviceDoesNotRunIsAFaultThatNamesBoth) {
  const auto device = context_->device(-1);
  experiments::Experiment experiment = test_experiment("copy");
  experiment.target = device->compute_major == 9 ? "8.0" : "9.0";
  const experiments::Result result = last(experiment);
  EXPECT_TRUE(result.failed());
  EXPECT_EQ(result.faults.at(0).kind, FaultKind::launch);
  EXPECT_NE(result.faults.at(0).message.text().find(experiment.target), std::string::npos);
  EXPECT_GT(result.launches.at(0).registers.value_or(0), 0);
}

TEST_F(ExecuteOnDevice, TheBestCopyIsTheDriversUntilAKernelCopiesFaster) {
  const experiments::Result wrong = last(test_experiment("wrong_result"));
  ASSERT_TRUE(wrong.best_copy);
  EXPECT_TRUE(wrong.best_copy->of.starts_with("cudaMemcpy of ")) << wrong.best_copy->of;
  const experiments::Result copy = last(test_experiment("copy"));
  ASSERT_TRUE(copy.best_copy && experiments::share_of_copy(copy));
  EXPECT_GE(copy.best_copy->gb_per_s, wrong.best_copy->gb_per_s);
  EXPECT_LE(experiments::share_of_copy(copy)->number, 1);
}

TEST_F(ExecuteOnDevice, ProfileLaunchesOnceAndMeasuresNothing) {
  experiments::Experiment experiment = test_experiment("copy");
  experiment.dump = {"out"};
  context_.reset();
  const experiments::Result result = profile(experiment);
  EXPECT_FALSE(result.failed()) << result.faults.at(0).message;
  EXPECT_FALSE(result.hot || result.verification);
  EXPECT_EQ(result.dumps.at("out"), filled_input(experiment));
}

}  // namespace
}  // namespace lanescope::worker
