#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "base/file.h"
#include "predict/profile/gpu_profile.h"

namespace warpscope::predict {
namespace {

std::string h200() {
  const auto text = read_file(std::string(WARPSCOPE_SOURCES) + "/assets/gpus/h200.toml");
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
  EXPECT_NE(problem(replaced("value = 285", "value = 2850")).find("outside of its own range"), std::string::npos);
  EXPECT_NE(problem(replaced("value = 285", "value = \"fast\"")).find("l2_latency"), std::string::npos);
  EXPECT_NE(problem(replaced("value = 285", "value = -285")).find("l2_latency"), std::string::npos);
  EXPECT_NE(problem(replaced("unit = \"SMs\"", "")).find("sm_count"), std::string::npos);
  EXPECT_NE(problem(replaced("from = \"literature\"", "from = \"hearsay\"")).find("hearsay"), std::string::npos);
  EXPECT_NE(problem("[=]\n").find("TOML"), std::string::npos);
  EXPECT_NE(problem("").find("name"), std::string::npos);
}

}  // namespace
}  // namespace warpscope::predict
