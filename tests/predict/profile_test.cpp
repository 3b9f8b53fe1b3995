#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file.h"
#include "model/hardware/devices.h"
#include "predict/profile/gpu_profile.h"

namespace lanescope::predict {
namespace {

std::string h200() {
  const auto text = read_file(std::string(LANESCOPE_SOURCES) + "/assets/gpus/h200.toml");
  if (!text) throw MachineError(text.error());
  return *text;
}

std::string problem(const std::string& text) {
  const auto profile = read_profile(text, "some.toml");
  return profile ? "none" : profile.error().text();
}

TEST(GpuProfile, OfTheH200SaysOfEachConstantWhereItComesFrom) {
  const auto profile = read_profile(h200(), "h200.toml");
  ASSERT_TRUE(profile) << profile.error().text();
  EXPECT_EQ(profile->name, "H200");
  EXPECT_EQ(profile->value.sm_count, 132);
  EXPECT_GT(profile->constants.size(), 40u);
  for (const ConstantText& constant : profile->constants) EXPECT_FALSE(constant.origin.empty()) << constant.key;
}

/// All files of assets/gpus.
std::vector<std::string> all_profiles() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(std::string(LANESCOPE_SOURCES) + "/assets/gpus"))
    names.push_back(file.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

class EveryProfile : public testing::TestWithParam<std::string> {};

TEST_P(EveryProfile, HasConstantsThatAGpuCanHave) {
  const auto profile = read_profile_of(GetParam(), std::string(LANESCOPE_SOURCES) + "/assets/gpus");
  ASSERT_TRUE(profile) << profile.error().text();
  EXPECT_EQ(profile->constants.size(), 55u);
  const Constants& value = profile->value;
  EXPECT_GE(value.clock_mhz, 500);
  EXPECT_LE(value.clock_mhz, 4000);
  EXPECT_LE(value.sm_count, 300);
  EXPECT_GE(value.l2_bytes, 256 * 1024);
  EXPECT_LE(value.l1_bytes, 512 * 1024);
  EXPECT_LT(value.l1_latency, value.l2_latency);
  EXPECT_LT(value.l2_latency, value.dram_latency);
  EXPECT_LE(value.dram_write_gb, value.dram_read_gb);
  EXPECT_LE(value.launch_hot_us, value.launch_cold_us);
  EXPECT_LE(value.l2_dirty_share, 1);
  for (const ConstantText& constant : profile->constants) {
    SCOPED_TRACE(constant.key);
    EXPECT_FALSE(constant.unit.empty());
    EXPECT_FALSE(constant.origin.empty());
    EXPECT_LE(constant.low, constant.value);
    EXPECT_GE(constant.high, constant.value);
    // A data sheet leaves nothing open; what goes from one GPU to another is never sure.
    if (constant.source == ConstantSource::estimate) {
      EXPECT_LT(constant.low, constant.high);
    }
    if (GetParam() != "h200") {
      EXPECT_NE(constant.source, ConstantSource::fit) << "nothing was measured on this GPU";
    }
  }
  // The sheet of the same name has the same sizes, where it says them.
  const auto sheet = model::device_sheet(profile->name);
  ASSERT_TRUE(sheet) << profile->name;
  EXPECT_EQ(sheet->sm_count, value.sm_count);
  EXPECT_EQ(sheet->compute_capability, profile->compute_capability);
  EXPECT_EQ(static_cast<double>(sheet->l2_bytes), value.l2_bytes);
  EXPECT_NEAR(sheet->clock_mhz, value.clock_mhz, 1);
  EXPECT_LT(value.dram_read_gb, sheet->gb_per_s) << "no memory reaches its peak";
}

INSTANTIATE_TEST_SUITE_P(Assets, EveryProfile, testing::ValuesIn(all_profiles()), [](const auto& tested) {
  std::string name = tested.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(GpuProfile, EstimatesFromAnotherGpuWhatItDoesNotHaveButNoSizes) {
  const auto other = [](const std::string& name) { return read_profile(h200(), name); };
  const std::string head = "name = \"X\"\ncompute_capability = \"9.0\"\nestimated_from = \"H200\"\n";
  const auto constant = [](const std::string& key, const std::string& number) {
    return "[constants." + key + "]\nvalue = " + number + "\nlow = " + number + "\nhigh = " + number +
           "\nunit = \"u\"\nfrom = \"data sheet\"\norigin = \"o\"\n";
  };
  std::string text = head;
  for (const char* key : {"sm_count", "clock_mhz", "schedulers", "l1_bytes"}) text += constant(key, "8");
  const auto incomplete = read_profile(text, "x.toml", other);
  ASSERT_FALSE(incomplete);
  EXPECT_NE(incomplete.error().text().find("l2_bytes is missing, and cannot be estimated"), std::string::npos);
  const auto profile = read_profile(
      text + constant("l2_bytes", "1000000") + constant("l2_partitions", "1") + constant("dram_latency", "500"),
      "x.toml", other);
  ASSERT_TRUE(profile) << profile.error().text();
  EXPECT_EQ(profile->value.dram_latency, 500);
  const auto known = *other("h200.toml");
  EXPECT_EQ(profile->value.l2_latency, known.value.l2_latency);
  EXPECT_LE(profile->fast.l2_latency, 0.6 * known.value.l2_latency);
  EXPECT_GE(profile->slow.l2_latency, 1.6 * known.value.l2_latency);
  const auto estimated = std::ranges::find(profile->constants, "l2_latency", &ConstantText::key);
  ASSERT_NE(estimated, profile->constants.end());
  EXPECT_EQ(estimated->source, ConstantSource::estimate);
  EXPECT_NE(estimated->origin.find("H200"), std::string::npos);
  EXPECT_FALSE(read_profile(text, "x.toml")) << "without the other one everything must be there";
}

TEST(GpuProfile, TakesAnotherValueForOneConstant) {
  auto profile = read_profile(h200(), "h200.toml");
  ASSERT_TRUE(profile);
  ASSERT_TRUE(set_constant(*profile, "dram_latency", 500));
  EXPECT_EQ(profile->value.dram_latency, 500);
  EXPECT_EQ(profile->slow.dram_latency, 500);
  EXPECT_NE(profile->value.l2_latency, 500);
  EXPECT_FALSE(set_constant(*profile, "dram_delay", 500));
}

TEST(GpuProfile, HasTheFasterEndOfEachRange) {
  const auto profile = read_profile(h200(), "h200.toml");
  ASSERT_TRUE(profile);
  EXPECT_LE(profile->fast.dram_latency, profile->value.dram_latency);
  EXPECT_GE(profile->slow.dram_latency, profile->value.dram_latency);
  EXPECT_GE(profile->fast.dram_read_gb, profile->value.dram_read_gb);
  EXPECT_LE(profile->slow.dram_read_gb, profile->value.dram_read_gb);
}

TEST(GpuProfile, IsRefusedWithTheKeyThatIsWrong) {
  const std::string good = h200();
  EXPECT_EQ(problem(good), "none");
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  EXPECT_NE(problem(replaced("[constants.l1_latency]", "[constants.l1_delay]")).find("l1_latency is missing"),
            std::string::npos);
  EXPECT_NE(problem(good + "\n[constants.l3_latency]\nvalue = 1\n").find("l3_latency"), std::string::npos);
  EXPECT_NE(problem(replaced("value = 285", "value = 2850")).find("outside its own range"), std::string::npos);
  EXPECT_NE(problem(replaced("value = 285", "value = \"fast\"")).find("l2_latency"), std::string::npos);
  EXPECT_NE(problem(replaced("value = 285", "value = -285")).find("l2_latency"), std::string::npos);
  EXPECT_NE(problem(replaced("value = 285", "value = inf")).find("l2_latency"), std::string::npos);
  EXPECT_NE(problem(replaced("unit = \"SMs\"", "")).find("sm_count"), std::string::npos);
  EXPECT_NE(problem(replaced("from = \"literature\"", "from = \"hearsay\"")).find("hearsay"), std::string::npos);
  EXPECT_NE(problem("[=]\n").find("TOML"), std::string::npos);
  EXPECT_NE(problem("").find("name"), std::string::npos);
}

/// The profile of the H200 with another number as value, low and high of one constant.
std::string with_constant(const std::string& key, const std::string& number) {
  std::string text = h200();
  std::size_t at = text.find("[constants." + key + "]");
  EXPECT_NE(at, std::string::npos) << key;
  for (const char* name : {"\nvalue = ", "\nlow = ", "\nhigh = "}) {
    at = text.find(name, at) + std::string_view(name).size();
    text.replace(at, text.find('\n', at) - at, number);
  }
  return text;
}

TEST(GpuProfile, IsRefusedWithNumbersThatNoGpuHas) {
  const auto profile = read_profile(h200(), "h200.toml");
  ASSERT_TRUE(profile);
  for (const ConstantText& constant : profile->constants) {
    for (const char* number : {"1e308", "1e16", "-1", "nan"}) {
      const std::string said = problem(with_constant(constant.key, number));
      EXPECT_NE(said.find(constant.key), std::string::npos) << constant.key << " = " << number << ": " << said;
    }
  }
  for (const char* key : {"clock_mhz", "pipe_bytes", "l2_port_bytes", "l2_read_clocks", "dram_read_gb"}) {
    EXPECT_NE(problem(with_constant(key, "0")).find(key), std::string::npos) << "it is a divisor";
    EXPECT_NE(problem(with_constant(key, "1e-300")).find(key), std::string::npos);
  }
}

}  // namespace
}  // namespace lanescope::predict
