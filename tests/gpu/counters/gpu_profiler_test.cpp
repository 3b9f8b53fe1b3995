// Counting on a device. Where this process may not count, the tests check what is said about it.
#include "gpu/counters/profiler.h"

#include <cstdlib>

#include "gpu/counters/permission.h"
#include "gpu/device_fixture.h"

namespace lanescope::gpu {
namespace {

class Counting : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    const auto files =
        cupti_files(compiler::search_folders(), driver_->version() / 1000, compiler::searches_system({}));
    auto profiler = Profiler::open(files, *session_);
    if (!profiler) GTEST_SKIP() << profiler.error().text();
    profiler_ = std::move(*profiler);
  }
  /// Tells why hardware counters cannot be read; empty where they can.
  /// CUPTI counts instructions only once per process of a process: another test may have done it in this one.
  static bool needs_a_process(const Error& error) {
    return error.what.text().find("only once per process") != std::string::npos;
  }
  [[nodiscard]] std::string refusal() {
    const Status may = profiler_->check_permission();
    if (may) return {};
    EXPECT_TRUE(may.error().kind == FaultKind::no_permission || may.error().kind == FaultKind::counters_busy)
        << may.error().text();
    EXPECT_FALSE(may.error().remedy.empty());
    return may.error().text();
  }
  [[nodiscard]] ProfiledPlan plan_of(const catalogue::LaunchPlan& plan) {
    execution_ = prepared(plan);
    ProfiledPlan made = profiled([this]() -> Execution& { return *execution_; });
    made.reload = [this, plan]() -> Status {
      TRY(execution_, prepare(plan));
      return {};
    };
    return made;
  }

  std::unique_ptr<Profiler> profiler_;
  std::unique_ptr<Execution> execution_;
};
using CountingDeathTest = Counting;

constexpr std::int64_t copied_elements = 1'000'000;
constexpr std::uint64_t copied_warps = (copied_elements + 31) / 32;

const std::vector<std::string> copy_metrics = {
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "gpu__time_duration.sum"};

/// Every test asks for the same, because CUPTI takes one choice in the life of a process.
const std::vector<std::string> instruction_metrics_of_tests = {"smsp__sass_inst_executed",
                                                               "smsp__sass_sectors_mem_global"};

TEST_F(Counting, ARunOfACopyHasTheRequestsAndSectorsOfItsAddresses) {
  if (const std::string why = refusal(); !why.empty()) GTEST_SKIP() << why;
  const ProfiledPlan plan = plan_of(copy_plan("copy", copied_elements));
  EXPECT_TRUE(plan.one_kernel);
  const auto counts = profiler_->count(copy_metrics, plan);
  ASSERT_TRUE(counts) << counts.error().text();
  EXPECT_EQ(counts->values.at(copy_metrics[0]), static_cast<double>(copied_warps));
  EXPECT_EQ(counts->values.at(copy_metrics[1]), static_cast<double>(copied_elements) / 8);
  EXPECT_EQ(counts->values.at(copy_metrics[2]), static_cast<double>(copied_elements) / 8);
  EXPECT_GT(counts->values.at(copy_metrics[3]), 1000) << "nanoseconds";
  EXPECT_GE(counts->passes, 1);
}

TEST_F(Counting, FurtherMetricsAreCountedAfterTheFirst) {
  if (const std::string why = refusal(); !why.empty()) GTEST_SKIP() << why;
  const ProfiledPlan plan = plan_of(copy_plan("copy", copied_elements));
  for (int round = 0; round < 2; ++round) {
    for (const std::string& metric : copy_metrics) {
      const auto counts = profiler_->count(std::span(&metric, 1), plan);
      ASSERT_TRUE(counts) << metric << ": " << counts.error().text();
      EXPECT_GT(counts->values.at(metric), 0) << metric;
    }
    profiler_->end_counting();
  }
}

TEST_F(Counting, APlanOfSeveralLaunchesIsCountedAsOne) {
  if (const std::string why = refusal(); !why.empty()) GTEST_SKIP() << why;
  catalogue::LaunchPlan twice = copy_plan("copy", copied_elements);
  twice.launches.push_back(twice.launches.front());
  const ProfiledPlan plan = plan_of(twice);
  EXPECT_FALSE(plan.one_kernel);
  const auto counts = profiler_->count(copy_metrics, plan);
  ASSERT_TRUE(counts) << counts.error().text();
  EXPECT_EQ(counts->values.at(copy_metrics[0]), 2.0 * static_cast<double>(copied_warps));
}

TEST_F(Counting, NobodyWaitsForPassesThatAreNotWanted) {
  if (const std::string why = refusal(); !why.empty()) GTEST_SKIP() << why;
  ProfiledPlan plan = plan_of(copy_plan("copy", copied_elements));
  int asked = 0;
  plan.abandoned = [&] { return ++asked > 1; };
  const auto counts = profiler_->count(copy_metrics, plan);
  ASSERT_FALSE(counts);
  EXPECT_EQ(counts.error().kind, FaultKind::abandoned);
  plan.abandoned = {};
  const auto again = profiler_->count(copy_metrics, plan);
  EXPECT_TRUE(again) << again.error().text();
}

TEST_F(Counting, EachInstructionIsCountedExactly) {
  const ProfiledPlan plan = plan_of(copy_plan("copy", copied_elements));
  const auto counts = profiler_->count_instructions(instruction_metrics_of_tests, plan);
  if (!counts && (counts.error().kind == FaultKind::no_permission || needs_a_process(counts.error()))) {
    GTEST_SKIP() << counts.error().text();
  }
  ASSERT_TRUE(counts) << counts.error().text();
  ASSERT_EQ(counts->metrics.size(), 2u);
  std::uint64_t sectors = 0, most = 0;
  for (const InstructionCount& instruction : counts->instructions) {
    if (instruction.function != "copy") continue;
    most = std::max(most, instruction.values[0].value_or(0));
    sectors += instruction.values[1].value_or(0);
  }
  EXPECT_GE(most, copied_warps);
  EXPECT_EQ(sectors, 2u * copied_elements / 8);
}

TEST_F(Counting, SamplesTellWhatTheWarpsWaitFor) {
  if (const std::string why = refusal(); !why.empty()) GTEST_SKIP() << why;
  const ProfiledPlan plan = plan_of(copy_plan("copy", 50'000'000));
  const auto samples = profiler_->sample_stalls(6, plan);
  ASSERT_TRUE(samples) << samples.error().text();
  std::map<std::string, std::uint64_t> by_reason;
  for (const StalledInstruction& instruction : samples->instructions) {
    for (const auto& [reason, count] : instruction.samples) by_reason[reason] += count;
  }
  EXPECT_GT(by_reason["long_scoreboard"], 0u) << "a copy waits for its loads";
}

TEST_F(Counting, AllThreeWaysCanBeRepeatedInOneProcess) {
  if (const std::string why = refusal(); !why.empty()) GTEST_SKIP() << why;
  const ProfiledPlan plan = plan_of(copy_plan("copy", copied_elements));
  for (int round = 0; round < 3; ++round) {
    const auto counts = profiler_->count(copy_metrics, plan);
    ASSERT_TRUE(counts) << "round " << round << ": " << counts.error().text();
    EXPECT_EQ(counts->values.at(copy_metrics[0]), static_cast<double>(copied_warps)) << "round " << round;
    const auto instructions = profiler_->count_instructions(instruction_metrics_of_tests, plan);
    if (round == 0 && !instructions && needs_a_process(instructions.error()))
      GTEST_SKIP() << instructions.error().text();
    ASSERT_TRUE(instructions) << "round " << round << ": " << instructions.error().text();
    EXPECT_FALSE(instructions->instructions.empty()) << "round " << round;
    const auto samples = profiler_->sample_stalls(5, plan);
    ASSERT_TRUE(samples) << "round " << round << ": " << samples.error().text();
  }
}

TEST_F(Counting, TimesAfterwardsAreThoseOfBefore) {
  if (const std::string why = refusal(); !why.empty()) GTEST_SKIP() << why;
  const ProfiledPlan plan = plan_of(copy_plan("copy", copied_elements));
  TimingRequest request;
  const auto before = execution_->time(request, {});
  ASSERT_TRUE(before) << before.error().text();
  ASSERT_TRUE(profiler_->count(copy_metrics, plan));
  profiler_->end_counting();
  const auto after = execution_->time(request, {});
  ASSERT_TRUE(after) << after.error().text();
  RecordProperty("before_ms", std::to_string(before->median));
  RecordProperty("after_ms", std::to_string(after->median));
  EXPECT_LT(after->median, 3 * before->median);
}

TEST_F(CountingDeathTest, AKernelThatFaultsWhileItIsCountedIsNamedAndNothingHangs) {
  if (const std::string why = refusal(); !why.empty()) GTEST_SKIP() << why;
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  ProfiledPlan plan = plan_of(copy_plan("copy_far_away", copied_elements));
  plan.reset = [] { return Status{}; };  // the first launch is the one that is counted
  const auto counting = [&] {
    const auto counts = profiler_->count(copy_metrics, plan);
    return !counts && counts.error().context_lost && counts.error().kind == FaultKind::illegal_address ? 0 : 1;
  };
  EXPECT_EXIT(std::_Exit(counting()), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace lanescope::gpu
