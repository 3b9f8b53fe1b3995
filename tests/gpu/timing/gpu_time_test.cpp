// What the stopwatch says, against what is known: kernels that last a given time by the device's own clock, plans that
// fit in the L2 cache, queues that cannot be held.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "gpu/device_fixture.h"
#include "gpu/state.h"

namespace lanescope::gpu {
namespace {

using Times = OnDevice;

catalogue::LaunchPlan spin_plan(std::int64_t nanoseconds, std::size_t launches = 1) {
  catalogue::LaunchPlan plan;
  plan.kernel = "test/spin";
  for (std::size_t i = 0; i < launches; ++i) {
    plan.launches.push_back(kernel_launch("spin", {1, 1, 1}, {1, 1, 1}, {scalar_argument("nanoseconds", nanoseconds)}));
  }
  return plan;
}

TimingRequest with(Caches caches) {
  TimingRequest request;
  request.caches = caches;
  return request;
}

TEST_F(Times, OfAKernelThatLastsAKnownTimeAreThatTime) {
  for (const Caches caches : {Caches::cold, Caches::hot}) {
    for (const std::int64_t nanoseconds : {20'000, 200'000, 2'000'000}) {
      const auto timing = prepared(spin_plan(nanoseconds))->time(with(caches), {});
      ASSERT_TRUE(timing) << timing.error().what;
      const double expected = static_cast<double>(nanoseconds) * 1e-6;
      EXPECT_GE(timing->median, expected);
      // Starting and ending a kernel takes a microsecond or two.
      EXPECT_LE(timing->median, expected + 0.003) << nanoseconds;
      EXPECT_TRUE(timing->queue_blocked);
    }
  }
}

TEST_F(Times, OfManyLaunchesHoldNoTimeOfTheHost) {
  // Launching 400 kernels takes the host longer than they run.
  const auto timing = prepared(spin_plan(2'000, 400))->time(with(Caches::cold), {});
  ASSERT_TRUE(timing) << timing.error().what;
  EXPECT_TRUE(timing->queue_blocked);
  EXPECT_LT(timing->median, 400 * 0.004);
}

TEST_F(Times, OfMoreLaunchesThanCanBeHeldSaySo) {
  const auto timing = prepared(spin_plan(1'000, Stopwatch::max_blocked_launches + 1))->time(with(Caches::hot), {});
  ASSERT_TRUE(timing) << timing.error().what;
  EXPECT_FALSE(timing->queue_blocked);
  EXPECT_GT(timing->median, 0.5);
}

TEST_F(Times, AreLongerWhenThePlanMustComeFromMemory) {
  const std::int64_t elements =
      static_cast<std::int64_t>(session_->device().l2_bytes) / 64;  // in and out: an eighth of it
  catalogue::LaunchPlan plan;
  plan.kernel = "test/copy";
  plan.buffers = {buffer("in", Role::in, {elements}, Fill::random), buffer("out", Role::out, {elements}, Fill::poison)};
  plan.launches = {
      kernel_launch("copy", {static_cast<std::uint32_t>((elements + 255) / 256), 1, 1}, {256, 1, 1},
                    {buffer_argument("out", 1), buffer_argument("in", 0), scalar_argument("n", elements)})};
  const auto execution = prepared(plan);
  const auto cold = execution->time(with(Caches::cold), {});
  const auto hot = execution->time(with(Caches::hot), {});
  ASSERT_TRUE(cold && hot);
  EXPECT_GT(cold->median, 1.05 * hot->median);
  EXPECT_EQ(cold->batch, 1U);
}

TEST_F(Times, KnowTheClockOfTheSms) {
  const auto timing = prepared(spin_plan(500'000))->time(with(Caches::hot), {});
  ASSERT_TRUE(timing) << timing.error().what;
  ASSERT_TRUE(timing->clock_mhz);
  EXPECT_GT(*timing->clock_mhz, 0.1 * session_->device().sm_clock_khz * 1e-3);
  EXPECT_LT(*timing->clock_mhz, 1.05 * session_->device().sm_clock_khz * 1e-3);
}

TEST_F(Times, OfNothingAreNothing) {
  catalogue::LaunchPlan plan;
  plan.kernel = "test/nothing";
  plan.launches = {kernel_launch("nothing", {1, 1, 1}, {1, 1, 1}, {})};
  const auto timing = prepared(plan)->time(with(Caches::cold), {});
  ASSERT_TRUE(timing) << timing.error().what;
  EXPECT_LT(timing->median, 0.005);
}

TEST_F(Times, TheEmptyIntervalIsMeasuredOnceAndIsShort) {
  const auto execution = prepared(spin_plan(1'000));
  const auto empty = execution->empty_interval();
  ASSERT_TRUE(empty) << empty.error().what;
  EXPECT_GT(*empty, 0);
  EXPECT_LT(*empty, 0.01);
  EXPECT_EQ(*execution->empty_interval(), *empty);
}

TEST_F(Times, OfTheDriversCopyAreBelowTheTheoreticalBandwidth) {
  const auto rate = session_->copy_rate();
  ASSERT_TRUE(rate) << rate.error().what;
  ASSERT_TRUE(*rate);
  EXPECT_LT((*rate)->gb_per_s, session_->device().peak_gb_per_s);
  EXPECT_GT((*rate)->gb_per_s, 0.5 * session_->device().peak_gb_per_s);
}

class Holding : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    if (IsSkipped()) return;
    stream_ = std::move(*cuda::Stream::create(driver_->functions()));
    const auto compiled = compile(std::string(device_source()), {});
    auto tools = Tools::load(driver_->functions(), session_->device(), stream_, compiled.cubin);
    ASSERT_TRUE(tools) << tools.error().what;
    tools_.emplace(std::move(*tools));
    auto watch = Stopwatch::create(driver_->functions(), session_->device(), stream_, *tools_);
    ASSERT_TRUE(watch) << watch.error().what;
    watch_.emplace(std::move(*watch));
  }
  cuda::Stream stream_;
  std::optional<Tools> tools_;
  std::optional<Stopwatch> watch_;
};

TEST_F(Holding, EndsByItselfWhenTheHostDoesNotLetGo) {
  Stopwatch::Work work;
  work.queue = [](Stopwatch::Laps& laps) -> Status {
    if (auto started = laps.start(); !started) return started;
    std::this_thread::sleep_for(std::chrono::milliseconds(1300));
    return laps.stop();
  };
  const auto reading = watch_->measure(work, "sleeping");
  ASSERT_TRUE(reading) << reading.error().what;
  EXPECT_FALSE(reading->queue_blocked);
  EXPECT_GT(reading->milliseconds, 100) << "the start was let go after a second, the stop came after 1.3";
}

TEST_F(Holding, IsLetGoWhenQueueingFails) {
  Stopwatch::Work work;
  work.queue = [](Stopwatch::Laps&) -> Status {
    Error failure;
    failure.kind = FaultKind::launch;
    failure.what = "refused";
    return tl::unexpected(failure);
  };
  const auto start = std::chrono::steady_clock::now();
  const auto reading = watch_->measure(work, "failing");
  ASSERT_FALSE(reading);
  EXPECT_EQ(reading.error().what, "refused");
  ASSERT_TRUE(stream_.synchronize());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(900)) << "it waited for its time-out";
}

}  // namespace
}  // namespace lanescope::gpu
