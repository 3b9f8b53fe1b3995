#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "base/text.h"
#include "cuda/functions.h"
#include "cuda/memory.h"
#include "gpu/device_fixture.h"
#include "gpu/picture.h"

namespace lanescope::gpu {
namespace {

class Prepare : public OnDevice {
 protected:
  /// The failure of a plan that must not be prepared.
  [[nodiscard]] Error refusal(const catalogue::LaunchPlan& plan) {
    auto execution = prepare(plan);
    EXPECT_FALSE(execution) << "it was prepared";
    return execution ? Error{} : execution.error();
  }
};
using Times = OnDevice;
using Runs = OnDevice;
using Pictures = OnDevice;
using LostContextDeathTest = OnDevice;

void expect_words(const std::string& message, const std::vector<std::string>& words) {
  for (const std::string& word : words) EXPECT_NE(message.find(word), std::string::npos) << word << " in: " << message;
}

TEST_F(Prepare, AnEntryThatTheSourceLacksNamesThoseItHas) {
  const Error failure = refusal(copy_plan("kopy", 100));
  EXPECT_EQ(failure.kind, FaultKind::resolve);
  EXPECT_EQ(failure.where.line, 21);
  expect_words(failure.what, {"kopy", "line 21", "copy_through_shared"});
}

TEST_F(Prepare, AnArgumentThatDoesNotFitIsRefusedBeforeAnythingRuns) {
  auto plan = copy_plan("copy", 100);
  plan.launches[0].arguments[2].value = std::int64_t{1} << 33;
  const Error failure = refusal(plan);
  EXPECT_EQ(failure.kind, FaultKind::resolve);
  expect_words(failure.what, {"argument 3 (n)", "8589934592"});
}

TEST_F(Prepare, MemoryThatTheDeviceLacksIsRefusedWithBothNumbersAndNothingIsLost) {
  auto plan = copy_plan("copy", 1000);
  for (catalogue::Buffer& large : plan.buffers) large.shape = {std::int64_t{1} << 40};
  const Error failure = refusal(plan);
  EXPECT_EQ(failure.kind, FaultKind::out_of_memory);
  EXPECT_FALSE(failure.context_lost);
  expect_words(failure.what, {"8.00 TiB", "free"});
  EXPECT_TRUE(verified(copy_plan("copy", 1000)).passed);
}

TEST_F(Prepare, TooMuchSharedMemoryIsRefusedWithBothNumbersAndTheMostIsAllowed) {
  const std::uint64_t max_shared_bytes = session_->device().shared_bytes_per_block_optin;
  auto plan = copy_plan("copy_through_shared", 10'000);
  plan.launches[0].shared_bytes = max_shared_bytes + 16;
  const Error failure = refusal(plan);
  EXPECT_EQ(failure.kind, FaultKind::launch);
  expect_words(failure.what, {human_bytes(max_shared_bytes + 16), human_bytes(max_shared_bytes)});
  plan.launches[0].shared_bytes = max_shared_bytes;
  EXPECT_TRUE(verified(plan).passed);
}

TEST_F(Prepare, LaunchesOfOneKernelMayUseDifferentSharedMemory) {
  auto plan = copy_plan("copy_through_shared", 10'000);
  plan.launches.push_back(plan.launches[0]);
  plan.launches[0].shared_bytes = session_->device().shared_bytes_per_block_optin;
  plan.launches[1].shared_bytes = 1024;
  EXPECT_TRUE(verified(plan).passed);
}

TEST_F(Prepare, TooManyThreadsAreRefusedWithBothNumbers) {
  auto plan = copy_plan("copy", 10'000);
  plan.launches[0].block = {1024, 2, 1};
  const Error failure = refusal(plan);
  EXPECT_EQ(failure.kind, FaultKind::launch);
  expect_words(failure.what, {"2048", "1024"});
}

TEST_F(Prepare, ACooperativeGridThatCannotWaitForItselfIsRefused) {
  auto plan = copy_plan("copy", 256 * 4);
  plan.launches[0].cooperative = true;
  EXPECT_TRUE(verified(plan).passed);
  plan.launches[0].grid = {1'000'000, 1, 1};
  const Error failure = refusal(plan);
  EXPECT_EQ(failure.kind, FaultKind::launch);
  expect_words(failure.what, {"cooperative", "1000000"});
}

TEST_F(Prepare, ALibraryCallWithOtherArgumentsIsRefused) {
  auto plan = copy_plan("cublas_sgemm", 100);
  plan.launches[0].call = catalogue::Launch::Call::library;
  const Error failure = refusal(plan);
  EXPECT_EQ(failure.kind, FaultKind::resolve);
  expect_words(failure.what, {"cublas_sgemm", "three buffers and three sizes"});
}

TEST_F(Prepare, PlansOfRisingAndFallingSizeShareTheMemory) {
  for (const std::int64_t n : {1000, 1'000'000, 10, 4'000'000, 999}) {
    EXPECT_TRUE(verified(copy_plan("copy", n)).passed) << n;
  }
}

TEST_F(Prepare, AnExecutionWhoseMemoryWasTakenOverDoesNotTouchIt) {
  const auto first = prepared(copy_plan("copy", 1000));
  const auto second = prepared(copy_plan("copy", 1000));
  EXPECT_THROW(static_cast<void>(first->run()), MachineError);
  EXPECT_TRUE(second->run());
}

TEST_F(Prepare, OccupancyIsKnownForEachStep) {
  auto plan = copy_plan("copy", 100'000);
  plan.launches.push_back(plan.launches[0]);
  plan.launches[1].block = {32, 1, 1};
  plan.launches[1].grid = {3125, 1, 1};
  const auto blocks = prepared(plan)->blocks_per_sm();
  ASSERT_EQ(blocks.size(), 2U);
  std::vector<double> occupancy;
  for (std::size_t step = 0; step < blocks.size(); ++step) {
    EXPECT_GE(blocks[step], 1);
    occupancy.push_back(occupancy_of(blocks[step], plan.launches[step].block.count(), session_->device()));
    EXPECT_GT(occupancy[step], 0);
    EXPECT_LE(occupancy[step], 1);
  }
  EXPECT_LE(occupancy[1], occupancy[0]);
}

TEST_F(Runs, ResetBuffersAreFilledBeforeEachRunAndTheOthersOnce) {
  catalogue::LaunchPlan plan;
  plan.kernel = "test/increment";
  plan.buffers = {buffer("fresh", Role::inout, {100}, Fill::zero), buffer("kept", Role::inout, {100}, Fill::zero)};
  plan.buffers[1].reset = false;
  plan.launches = {
      kernel_launch("increment", {1, 1, 1}, {128, 1, 1}, {buffer_argument("fresh", 0), scalar_argument("n", 100)}),
      kernel_launch("increment", {1, 1, 1}, {128, 1, 1}, {buffer_argument("kept", 1), scalar_argument("n", 100)})};
  const auto execution = prepared(plan);
  for (int run = 0; run < 3; ++run) {
    const auto ran = execution->run();
    ASSERT_TRUE(ran) << ran.error().what;
  }
  EXPECT_EQ(values_of<float>(*execution->read("fresh")), std::vector<float>(100, 1.0F));
  EXPECT_EQ(values_of<float>(*execution->read("kept")), std::vector<float>(100, 3.0F));
  const auto missing = execution->read("nothing");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().kind, FaultKind::resolve);
}

TEST_F(Runs, ProfilingRunsEachStepOnce) {
  catalogue::LaunchPlan plan;
  plan.kernel = "test/increment";
  plan.buffers = {buffer("values", Role::inout, {100}, Fill::zero)};
  plan.launches = {
      kernel_launch("increment", {1, 1, 1}, {128, 1, 1}, {buffer_argument("values", 0), scalar_argument("n", 100)})};
  const auto execution = prepared(plan);
  const auto profiled = execution->profile();
  ASSERT_TRUE(profiled) << profiled.error().what;
  EXPECT_EQ(values_of<float>(*execution->read("values")), std::vector<float>(100, 1.0F));
}

TEST_F(Times, AreOrderedAndPositiveAndEndForAReason) {
  const auto execution = prepared(transpose_plan("transpose", 1024, 1024));
  ASSERT_TRUE(execution->run());
  TimingRequest request;
  request.budget_ms = 1e9;
  request.max_samples = 30;
  const auto timing = execution->time(request, {});
  ASSERT_TRUE(timing) << timing.error().what;
  EXPECT_LE(timing->times.size(), 30U);
  EXPECT_GE(timing->times.size(), 10U);
  EXPECT_TRUE(timing->stop == catalogue::SamplingEnd::spread || timing->times.size() + timing->throttled >= 30U);
  EXPECT_TRUE(timing->queue_blocked);
  EXPECT_GT(timing->q1, 0);
  EXPECT_LE(timing->q1, timing->median);
  EXPECT_LE(timing->median, timing->q3);
  EXPECT_GT(timing->batch, 1U) << "one run lasts microseconds: a batch is needed";
  EXPECT_TRUE(std::all_of(timing->times.begin(), timing->times.end(), [](float sample) { return sample > 0; }));
}

TEST_F(Times, StopAtTheBudgetButNotBeforeTheLeastNumber) {
  const auto execution = prepared(transpose_plan("transpose", 512, 512));
  TimingRequest request;
  request.budget_ms = 0;
  request.min_samples = 7;
  const auto timing = execution->time(request, {});
  ASSERT_TRUE(timing) << timing.error().what;
  EXPECT_EQ(timing->times.size(), 7U);
}

TEST_F(Times, KeepWhatTheyHaveWhenAbandoned) {
  const auto execution = prepared(transpose_plan("transpose", 512, 512));
  int asked = 0;
  const auto timing = execution->time({}, [&] { return ++asked > 3; });  // before it begins, and before each sample
  ASSERT_TRUE(timing) << timing.error().what;
  EXPECT_EQ(timing->times.size(), 2U);
  const auto nothing = execution->time({}, [] { return true; });
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().kind, FaultKind::abandoned);
  EXPECT_FALSE(nothing.error().context_lost);
}

TEST_F(Times, OfAPlanThatCannotBeRepeatedAreTakenFromFreshBuffers) {
  catalogue::LaunchPlan plan;
  plan.kernel = "test/increment";
  plan.buffers = {buffer("values", Role::inout, {1000}, Fill::zero)};
  plan.launches = {
      kernel_launch("increment", {4, 1, 1}, {256, 1, 1}, {buffer_argument("values", 0), scalar_argument("n", 1000)})};
  plan.timing.repeatable = false;
  const auto execution = prepared(plan);
  const auto timing = execution->time({}, {});
  ASSERT_TRUE(timing) << timing.error().what;
  EXPECT_EQ(timing->batch, 1U);
  EXPECT_EQ(values_of<float>(*execution->read("values")), std::vector<float>(1000, 1.0F));

  plan.timing.repeatable = true;
  const auto repeated = prepared(plan);
  ASSERT_TRUE(repeated->time({}, {}));
  EXPECT_GT(values_of<float>(*repeated->read("values"))[0], 1.0F);
}

TEST_F(Times, ByLaunchAddUpTheLaunchesAlone) {
  auto plan = transpose_plan("transpose", 2048, 2048);
  plan.launches.push_back(plan.launches[0]);
  plan.timing.scope = catalogue::TimingRule::Scope::launch;
  const auto timing = prepared(plan)->time({}, {});
  ASSERT_TRUE(timing) << timing.error().what;
  EXPECT_EQ(timing->batch, 1U);
  EXPECT_GT(timing->median, 0);
}

TEST_F(Pictures, ShowTheNearestElementsOfTheOutput) {
  const auto plan = transpose_plan("transpose", 300, 500);
  const auto execution = prepared(plan);
  ASSERT_TRUE(execution->run());
  const auto memory = cuda::DeviceMemory::allocate_shareable(driver_->functions(), 4 * 64 * 48);
  ASSERT_TRUE(memory) << memory.error().what;
  const auto picture = execution->picture(memory->address(), 64, 48);
  ASSERT_TRUE(picture) << picture.error().what;
  EXPECT_EQ(picture->width, 64U);
  EXPECT_EQ(picture->height, 48U);
  EXPECT_EQ(picture->address, memory->address());
  std::vector<float> pixels(64 * 48);
  // The default stream of this thread: the picture is complete when picture() returns.
  ASSERT_TRUE(driver_->functions().cuMemcpyDtoHAsync(pixels.data(), memory->address(), 4 * pixels.size(), nullptr));
  ASSERT_TRUE(driver_->functions().cuStreamSynchronize(nullptr));
  const auto output = values_of<float>(*execution->read("out"));
  for (std::uint64_t y = 0; y < 48; ++y) {
    for (std::uint64_t x = 0; x < 64; ++x) {
      const std::uint64_t row = nearest_element(y, 48, 300);
      const std::uint64_t column = nearest_element(x, 64, 500);
      ASSERT_EQ(pixels[y * 64 + x], output[row * 500 + column]) << x << ", " << y;
    }
  }
}

/// In a process of its own: 0 when what happened is what must happen, else 1 with the words on standard error.
int losing_the_context(Execution& execution, FaultKind kind, const std::string& words) {
  const auto ran = execution.run();
  const bool right = !ran && ran.error().kind == kind && ran.error().context_lost && ran.error().where.line == 21 &&
                     ran.error().what.text().find(words) != std::string::npos;
  const auto again = execution.run();
  const bool stays_lost = !again && again.error().context_lost;
  if (!right || !stays_lost)
    fmt::print(stderr, "{}\n", ran ? "it ran" : fmt::format("{}: {}", name_of(ran.error().kind), ran.error().what));
  return right && stays_lost ? 0 : 1;
}

TEST_F(LostContextDeathTest, AnIllegalAddressIsSaidWithTheDriversWords) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const auto execution = prepared(copy_plan("copy_far_away", 1000));
  EXPECT_EXIT(std::_Exit(losing_the_context(*execution, FaultKind::illegal_address, "CUDA_ERROR_ILLEGAL_ADDRESS")),
              testing::ExitedWithCode(0), "");
}

TEST_F(LostContextDeathTest, ATrapIsALaunchThatFailed) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const auto execution = prepared(copy_plan("trap", 1000));
  EXPECT_EXIT(std::_Exit(losing_the_context(*execution, FaultKind::launch, "trap")), testing::ExitedWithCode(0), "");
}

TEST_F(OnDevice, AskingForADeviceThatIsNotThereNamesHowManyThereAre) {
  const auto session = DeviceSession::open(*driver_, 99);
  ASSERT_FALSE(session);
  EXPECT_EQ(session.error().kind, FaultKind::no_device);
  EXPECT_NE(session.error().what.text().find("99"), std::string::npos) << session.error().what;
}

}  // namespace
}  // namespace lanescope::gpu
