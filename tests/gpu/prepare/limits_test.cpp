#include "gpu/prepare/limits.h"

#include <gtest/gtest.h>

#include "gpu/plans.h"
#include "gpu/traces.h"

namespace lanescope::gpu {
namespace {

class Limits : public testing::Test {
 protected:
  Limits() {
    device_.max_threads_per_block = 1024;
    device_.max_threads_per_sm = 2048;
    device_.sm_count = 132;
    device_.max_block = {1024, 1024, 64};
    device_.max_grid = {0x7fffffff, 65535, 65535};
    device_.shared_bytes_per_block = 48 * 1024;
    device_.shared_bytes_per_block_optin = 227 * 1024;
    device_.cooperative_launch = true;
    entry_.registers = 32;
    entry_.max_threads_per_block = 1024;
  }

  [[nodiscard]] std::string refusal() const {
    const auto fits = check_launch(plan_, launch_, device_, entry_);
    if (fits) return "";
    EXPECT_EQ(fits.error().kind, FaultKind::launch);
    EXPECT_EQ(fits.error().where.line, 21);
    EXPECT_FALSE(fits.error().remedy.empty());
    return fits.error().what;
  }

  cuda::DeviceInfo device_;
  cuda::EntryAttributes entry_;
  catalogue::LaunchPlan plan_ = copy_plan("copy", 1 << 20);
  catalogue::Launch launch_ = plan_.launches[0];
};

void expect_words(const std::string& message, const std::vector<std::string>& words) {
  for (const std::string& word : words) EXPECT_NE(message.find(word), std::string::npos) << word << " in: " << message;
}

TEST_F(Limits, AnOrdinaryLaunchIsAllowed) {
  EXPECT_EQ(refusal(), "");
}

TEST_F(Limits, TooManyThreadsAreRefusedWithBothNumbers) {
  launch_.block = {64, 32, 1};
  expect_words(refusal(), {"2048", "1024"});
}

TEST_F(Limits, TooManyThreadsForTheRegistersAreRefusedWithTheRegisters) {
  entry_.registers = 96;
  entry_.max_threads_per_block = 640;
  launch_.block = {1024, 1, 1};
  expect_words(refusal(), {"1024", "96 registers", "640"});
}

TEST_F(Limits, ABlockTooDeepIsRefusedByExtent) {
  launch_.block = {1, 1, 128};
  expect_words(refusal(), {"1 × 1 × 128", "1024 × 1024 × 64"});
}

TEST_F(Limits, AGridTooHighIsRefusedByExtent) {
  launch_.grid = {1, 70000, 1};
  expect_words(refusal(), {"1 × 70000 × 1", "65535"});
}

TEST_F(Limits, AnEmptyGridIsRefused) {
  launch_.grid = {0, 1, 1};
  expect_words(refusal(), {"empty"});
}

TEST_F(Limits, SharedMemoryCountsStaticAndDynamicTogether) {
  entry_.static_shared_bytes = 128 * 1024;
  launch_.shared_bytes = 99 * 1024;
  EXPECT_EQ(refusal(), "");
  launch_.shared_bytes = 100 * 1024;
  expect_words(refusal(), {"228 KiB", "128 KiB static", "100 KiB dynamic", "227 KiB"});
}

TEST_F(Limits, ACooperativeGridMustFitAtOnce) {
  launch_.grid = {264, 1, 1};
  EXPECT_TRUE(check_cooperative(plan_, launch_, device_, 2));
  launch_.grid = {265, 1, 1};
  const auto fits = check_cooperative(plan_, launch_, device_, 2);
  ASSERT_FALSE(fits);
  expect_words(fits.error().what, {"265", "264", "132 SMs"});
}

TEST_F(Limits, AGridMustHaveAWholeNumberOfClusters) {
  device_.compute_major = 9;
  launch_.grid = {12, 4, 1};
  ptx::Signature kernel;
  const auto refused = [&] {
    const auto cluster = check_cluster(plan_, launch_, device_, kernel);
    return cluster ? std::string() : cluster.error().what.text();
  };
  EXPECT_FALSE(value_or_throw(check_cluster(plan_, launch_, device_, kernel)));
  launch_.cluster = catalogue::Dim3{4, 2, 1};
  EXPECT_EQ(value_or_throw(check_cluster(plan_, launch_, device_, kernel)), (catalogue::Dim3{4, 2, 1}));
  launch_.cluster = catalogue::Dim3{5, 1, 1};
  expect_words(refused(), {"12 x 4 x 1", "5 x 1 x 1"});
  launch_.cluster = catalogue::Dim3{6, 4, 1};
  expect_words(refused(), {"6 x 4 x 1"});
  launch_.cluster = std::nullopt;
  kernel.cluster = {3, 1, 1};
  EXPECT_EQ(value_or_throw(check_cluster(plan_, launch_, device_, kernel)), (catalogue::Dim3{3, 1, 1}));
  launch_.cluster = catalogue::Dim3{2, 1, 1};
  expect_words(refused(), {"2 x 1 x 1", "compiled for 3 x 1 x 1"});
  launch_.cluster = catalogue::Dim3{3, 1, 1};
  device_.compute_major = 8;
  expect_words(refused(), {"compute capability 8.0"});
}

TEST_F(Limits, OccupancyCountsWholeWarps) {
  EXPECT_DOUBLE_EQ(occupancy_of(8, 256, device_), 1);
  EXPECT_DOUBLE_EQ(occupancy_of(2, 224, device_), 14.0 / 64);
  EXPECT_DOUBLE_EQ(occupancy_of(32, 1, device_), 0.5);  // a block of one thread holds a whole warp
}

}  // namespace
}  // namespace lanescope::gpu
