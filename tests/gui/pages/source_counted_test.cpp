#include "gui/panels/source/source_counted.h"

#include <gtest/gtest.h>

#include "gui/support/pages_fixture.h"
#include "gui/support/source_fixture.h"

namespace lanescope::gui::test {
namespace {

class CountedSource : public testing::Test {
 protected:
  void SetUp() override { accept(state_, with_counters(state_), 1); }
  [[nodiscard]] CountedCell cell(int line, CountedColumn column) const {
    return counted_cell(state_.source.counted, state_.source.costs, line, column, CostUnit::absolute);
  }
  State state_ = state_with_kernels();
  const int guard_ = line_of(state_, "if (x < nx"), access_ = line_of(state_, "out[static_cast");
};

TEST_F(CountedSource, AddsTheInstructionsOfALine) {
  const CountedSums* access = state_.source.counted.at(access_);
  ASSERT_NE(access, nullptr);
  EXPECT_EQ(access->executed, 2U * 524'288);
  EXPECT_EQ(access->sectors, 1'572'864U + 12'582'912U);
  EXPECT_EQ(access->all_samples(), 920U + 1180U + 75U);
  EXPECT_FALSE(access->wavefronts) << "what was not counted is absent";
  EXPECT_EQ(state_.source.counted.at(1), nullptr);
}

TEST_F(CountedSource, StandsBesideWhatIsDerived) {
  EXPECT_TRUE(state_.source.counted.whole);
  EXPECT_EQ(cell(guard_, CountedColumn::wavefronts).number, "1.05 M");
  EXPECT_EQ(cell(guard_, CountedColumn::wavefronts).difference, "=") << "64 × 16384 by the addresses";
  EXPECT_EQ(cell(access_, CountedColumn::samples).difference, "") << "nothing is derived of samples";
  EXPECT_EQ(cell(access_, CountedColumn::samples).part, 1) << "the line with the most";
  EXPECT_EQ(cell(access_, CountedColumn::wavefronts).number, "");
}

TEST_F(CountedSource, SaysAllOfALine) {
  const std::string details = counted_details(*english(), state_.source.counted, state_.source.costs, access_);
  EXPECT_NE(details.find("LG throttle"), std::string::npos) << details;
  EXPECT_NE(details.find("ideal"), std::string::npos) << details;
}

TEST_F(CountedSource, LeadsToTheLineThatIsWorstByEither) {
  EXPECT_EQ(state_.source.worst, (std::vector<int>{access_, guard_}));
  State derived = state_with_kernels();
  accept(derived, with_costs(derived), 1);
  EXPECT_EQ(derived.source.worst, derived.source.costs.worst) << "without counters the derived ones decide";
}

TEST_F(CountedSource, WritesTheCountsOfEachInstructionBesideItsMachineCode) {
  ASSERT_TRUE(perform(state_, {"toggle_sass"}, 2));
  bool any = false;
  for (const ListingLine& line : state_.source.sass_lines.lines) {
    if (line.text.find("STG") == std::string::npos) continue;
    any = true;
    EXPECT_NE(line.counted.find("524 k"), std::string::npos) << line.counted;
    EXPECT_NE(line.counted.find("12.6 M / 1.57 M"), std::string::npos) << line.counted;
  }
  EXPECT_TRUE(any);
}

}  // namespace
}  // namespace lanescope::gui::test
