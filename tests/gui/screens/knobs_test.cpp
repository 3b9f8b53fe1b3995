#include "gui/store/knobs/knobs.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <string_view>

#include "gui/support/fixture.h"

namespace lanescope::gui {
namespace {

const Knob& knob(const std::vector<Knob>& knobs, std::string_view name) {
  for (const Knob& candidate : knobs) {
    if (candidate.name == name) return candidate;
  }
  throw std::out_of_range(std::string(name));
}

class Knobs : public testing::Test {
 protected:
  std::shared_ptr<const catalogue::Kernel> kernel_ = test::kernel("transpose/any", test::kernel_text("Any"));
};

TEST_F(Knobs, ShowEveryValueOfTheFileAndStandAtTheDefault) {
  const std::vector<Knob> knobs = knobs_of(*kernel_, {});
  ASSERT_EQ(knobs.size(), 3U);
  EXPECT_EQ(knobs[0].labels, (std::vector<std::string>{"1", "2", "4", "8", "16", "32", "64", "128", "256"}));
  EXPECT_EQ(knobs[0].labels[knobs[0].index], "32");
  EXPECT_EQ(knob(knobs, "load_op").labels, (std::vector<std::string>{"ca", "cg", "cs"}));
}

TEST_F(Knobs, SayWhyAValueCannotBeChosenWhileTheOthersStay) {
  const std::vector<Knob> knobs = knobs_of(*kernel_, {{"block_y", std::int64_t{16}}});
  const Knob& block_x = knob(knobs, "block_x");
  EXPECT_TRUE(block_x.selectable(6));  // 64 * 16 = 1024
  EXPECT_FALSE(block_x.selectable(7));
  EXPECT_EQ(block_x.why_not[7], "a block has at most 1024 threads");
}

TEST_F(Knobs, SnapToTheNearestValueThatCanBeChosen) {
  const std::vector<Knob> knobs = knobs_of(*kernel_, {{"block_y", std::int64_t{16}}});
  const Knob& block_x = knob(knobs, "block_x");
  EXPECT_EQ(snap(block_x, 2.4), 2U);
  EXPECT_EQ(snap(block_x, 2.6), 3U);
  EXPECT_EQ(snap(block_x, 8.0), 6U) << "128 and 256 are forbidden";
  EXPECT_EQ(snap(block_x, -50), 0U);
}

TEST_F(Knobs, StepOverForbiddenValuesAndStopAtTheEnd) {
  Knob knob;
  knob.labels = {"1", "2", "3", "4"};
  knob.why_not = {"", "no", "", "no"};
  knob.index = 0;
  EXPECT_EQ(step(knob, 1), 2U);
  knob.index = 2;
  EXPECT_EQ(step(knob, 1), std::nullopt);
  EXPECT_EQ(step(knob, -1), 0U);
}

TEST_F(Knobs, HaveNothingToSnapToWhenEveryValueIsForbidden) {
  Knob knob;
  knob.labels = {"1"};
  knob.why_not = {"no"};
  EXPECT_EQ(snap(knob, 0), std::nullopt);
}

TEST_F(Knobs, AtTheirDefaultAreLeftOutOfTheValues) {
  catalogue::Values values = with_knob(*kernel_, {}, "block_x", 6);
  EXPECT_EQ(values.at("block_x"), catalogue::Value(std::int64_t{64}));
  values = with_knob(*kernel_, values, "load_op", 1);
  EXPECT_EQ(values.at("load_op"), catalogue::Value(std::string("cg")));
  EXPECT_EQ(setting_text(values), "block_x=64 load_op=cg");
  values = with_knob(*kernel_, values, "block_x", 5);
  EXPECT_FALSE(values.contains("block_x"));
  EXPECT_EQ(setting_text({}), "defaults");
}

TEST_F(Knobs, RefuseASizeOutsideItsRangeAndNameTheRange) {
  const auto refused = with_size(*kernel_, {}, "nx", 0);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().what, "nx = 0 is out of range");
  EXPECT_EQ(refused.error().remedy, "choose 1 to 32768");
  EXPECT_FALSE(with_size(*kernel_, {}, "nz", 1));
  EXPECT_EQ(with_size(*kernel_, {}, "nx", 1000)->at("nx"), catalogue::Value(std::int64_t{1000}));
}

TEST_F(Knobs, HalveAndDoubleSizesToPowersOfTwoWithinTheirRange) {
  SizeField field{{"nx", 1, 32768, 4096}, 1000};
  EXPECT_EQ(next_power_of_two(field, 1), 1024);
  EXPECT_EQ(next_power_of_two(field, -1), 512);
  field.value = 1024;
  EXPECT_EQ(next_power_of_two(field, 1), 2048);
  EXPECT_EQ(next_power_of_two(field, -1), 512);
  field.value = 32768;
  EXPECT_EQ(next_power_of_two(field, 1), 32768);
  field.value = 1;
  EXPECT_EQ(next_power_of_two(field, -1), 1);
}

}  // namespace
}  // namespace lanescope::gui
