#include <gtest/gtest.h>

#include "gui/screens/source/listings.h"
#include "gui/screens/source/source_costs.h"
#include "gui/support/pages_fixture.h"
#include "gui/support/source_fixture.h"

namespace lanescope::gui::test {
namespace {

class CountedSource : public testing::Test {
 protected:
  void SetUp() override { accept(state_, with_counters(state_), 1); }
  [[nodiscard]] CostCell cell(int line, const char* column) const {
    const SourceCosts& costs = present_costs(state_);
    return cost_cell(*english(), costs, *costs.at(line), source_column(column), CostUnit::absolute);
  }
  State state_ = state_with_kernels();
  const int guard_ = line_of(state_, "if (x < nx"), access_ = line_of(state_, "out[static_cast");
};

TEST_F(CountedSource, AddsTheInstructionsOfALine) {
  const experiments::LineSheet* access = present_costs(state_).at(access_);
  ASSERT_NE(access, nullptr);
  const experiments::Column& counted = access->sheet.counted;
  EXPECT_EQ(counted.get("instructions.executed"), 2 * 524'288);
  EXPECT_EQ(counted.get("global.sectors"), 1'572'864 + 12'582'912);
  EXPECT_EQ(counted.get("samples"), 920 + 1180 + 75);
  EXPECT_EQ(access->stall_samples.at("lg_throttle"), 1180U);
  EXPECT_FALSE(counted.get("shared.wavefronts")) << "what was not counted is absent";
  EXPECT_EQ(present_costs(state_).at(1), nullptr);
}

TEST_F(CountedSource, StandsBesideWhatIsDerived) {
  EXPECT_TRUE(present_costs(state_).at(guard_)->sheet.whole);
  EXPECT_EQ(cell(guard_, "counted/wavefronts").number, "1.05 M");
  EXPECT_EQ(cell(guard_, "counted/wavefronts").difference, "=") << "64 × 16384 by the addresses";
  EXPECT_EQ(cell(access_, "counted/samples").difference, "") << "nothing is derived of samples";
  EXPECT_EQ(cell(access_, "counted/samples").amount, 1) << "the line with the most";
  EXPECT_EQ(cell(access_, "counted/wavefronts").number, "");
}

TEST_F(CountedSource, SaysAllOfALine) {
  const std::string details = cost_details(*english(), present_costs(state_), *present_costs(state_).at(access_));
  EXPECT_NE(details.find("LG throttle"), std::string::npos) << details;
  EXPECT_NE(details.find("ideal"), std::string::npos) << details;
}

TEST_F(CountedSource, SaysWhereItsColumnsComeFromWhenNothingIsDerived) {
  EXPECT_EQ(source_caption(state_), "derived, as executed, from 1 of 1 block");
  State recorded = state_with_recorded_product();
  ASSERT_FALSE(present_costs(recorded).lines.empty());
  EXPECT_TRUE(source_caption(recorded).starts_with("counted on NVIDIA H100 80GB HBM3, recorded 2026-"))
      << source_caption(recorded);
}

TEST_F(CountedSource, LeadsToTheLineThatIsWorstByEither) {
  EXPECT_EQ(present_costs(state_).worst, (std::vector<int>{access_, guard_}));
  experiments::Result result = with_counters(state_);
  for (counters::CountedInstruction& instruction : result.counted->instructions) {
    if (instruction.sectors) instruction.sectors_ideal = instruction.sectors;
  }
  accept(state_, std::move(result), 2);
  EXPECT_EQ(present_costs(state_).worst, (std::vector<int>{guard_})) << "what was counted decides, not the addresses";
}

TEST_F(CountedSource, WritesTheCountsOfEachInstructionBesideItsMachineCode) {
  ASSERT_TRUE(perform(state_, {"toggle_sass"}, 2));
  bool any = false;
  for (const ListingLine& line : shown_sass(state_).lines) {
    if (line.text.find("STG") == std::string::npos) continue;
    any = true;
    EXPECT_NE(line.counted.find("524 k"), std::string::npos) << line.counted;
    EXPECT_NE(line.counted.find("12.6 M / 1.57 M"), std::string::npos) << line.counted;
  }
  EXPECT_TRUE(any);
}

}  // namespace
}  // namespace lanescope::gui::test
