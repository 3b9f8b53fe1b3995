#include "predict/calibrate/calibrate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "predict/blocks.h"

namespace lanescope::predict {
namespace {

const CalibratedGpu at_2_ghz{"H200", "9.0", 132, 2000};

const ConstantText* constant(const std::vector<ConstantText>& constants, std::string_view key) {
  const auto found = std::ranges::find(constants, key, &ConstantText::key);
  return found == constants.end() ? nullptr : &*found;
}

TEST(Calibration, ComputesEachConstantFromTheDifferenceOfItsProbes) {
  // At 2,000 MHz a millisecond has two million clocks.
  const ProbeTimes times{{"probe/launch block=256 blocks=132", {0.002, 0.0015}},
                         {"probe/latency load_op=cg steps=4096 stride=32 n=1048576", {1.4336, 0.6144}},
                         {"probe/sync barriers=0 block=64 n=1048576", {0.012, 0}},
                         {"probe/sync barriers=0 block=32 n=1048576", {0.020192, 0}},
                         {"probe/read block=256 lines=1 load_op=cg steps=512 blocks=1056 n=268435456", {0.140288, 0}},
                         {"probe/fence block=32 fences=4 stores=off who=thread blocks=132", {0.004, 0}},
                         {"probe/fence block=32 fences=16 stores=off who=thread blocks=132", {0.010, 0}}};
  const auto found = fit_constants(times, at_2_ghz);
  EXPECT_EQ(found.size(), 7u) << "what was not measured is left out";
  EXPECT_NEAR(constant(found, "launch_cold_us")->value, 2, 1e-9);
  EXPECT_NEAR(constant(found, "launch_hot_us")->value, 1.5, 1e-9);
  EXPECT_NEAR(constant(found, "dram_latency")->value, 700 - 24, 1e-6);
  EXPECT_NEAR(constant(found, "l2_latency")->value, 300 - 24, 1e-6);
  EXPECT_NEAR(constant(found, "block_start_clocks")->value, 1, 1e-9);
  EXPECT_NEAR(constant(found, "fence_latency")->value, 1000, 1e-6);
  EXPECT_NEAR(constant(found, "dram_read_gb")->value, 1056.0 * 256 * 512 * 4 / 0.138288 * 1e-6, 1e-6);
  for (const ConstantText& one : found) {
    EXPECT_EQ(one.source, ConstantSource::probe);
    EXPECT_LT(one.low, one.value);
    EXPECT_GT(one.high, one.value);
  }
}

TEST(Calibration, LeavesOutWhatMakesNoSense) {
  EXPECT_TRUE(fit_constants({}, at_2_ghz).empty());
  // More barriers that take less time: the clock changed between them.
  const ProbeTimes times{{"probe/sync barriers=64 block=256 n=1048576", {0.02, 0.02}},
                         {"probe/sync barriers=256 block=256 n=1048576", {0.01, 0.01}}};
  EXPECT_TRUE(fit_constants(times, at_2_ghz).empty());
}

TEST(Calibration, PutsItsConstantsInTheProfileAndLeavesTheOthers) {
  const GpuProfile before = profile();
  const ConstantText latency{"dram_latency", "clocks", "measured \"here\"", ConstantSource::probe, 500, 450, 550};
  const auto after = with_constants(before, std::vector{latency});
  ASSERT_TRUE(after) << after.error().text();
  EXPECT_EQ(after->value.dram_latency, 500);
  EXPECT_EQ(after->slow.dram_latency, 550);
  EXPECT_EQ(constant(after->constants, "dram_latency")->origin, "measured \"here\"");
  EXPECT_NEAR(after->value.l2_latency, before.value.l2_latency, 1e-9);
  EXPECT_EQ(after->constants.size(), before.constants.size());
  EXPECT_FALSE(with_constants(before, std::vector{ConstantText{"speed", "", "", ConstantSource::probe, 1, 1, 1}}));
}

TEST(Calibration, WritesSizesExactly) {
  const auto before = read_profile_of("H200", std::string(LANESCOPE_SOURCES) + "/assets/gpus");
  ASSERT_TRUE(before) << before.error().text();
  const auto after = read_profile(profile_text(*before), "H200");
  ASSERT_TRUE(after) << after.error().text();
  for (const ConstantText& one : before->constants) {
    const ConstantText* const written = constant(after->constants, one.key);
    ASSERT_NE(written, nullptr) << one.key;
    EXPECT_NEAR(written->value, one.value, one.unit.starts_with("bytes") ? 0 : 1e-4 * std::abs(one.value)) << one.key;
  }
}

}  // namespace
}  // namespace lanescope::predict
