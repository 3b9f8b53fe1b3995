// The split stage in the window: where its parts are, what the mouse does in a half, and what a half says that has
// nothing to show.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "gui/readings/comparison_view_model.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/store/playback/stage_halves.h"
#include "gui/store/selection_commands.h"
#include "gui/support/fixture.h"
#include "gui/support/offscreen.h"
#include "gui/support/playback_fixture.h"
#include "gui/support/source_fixture.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui::test {
namespace {

struct SplitSize {
  std::uint32_t width, height;
};
std::ostream& operator<<(std::ostream& out, const SplitSize& screen) {
  return out << screen.width << " x " << screen.height;
}

class OfHalves : public testing::TestWithParam<SplitSize> {
 protected:
  void SetUp() override {
    if (!desk_.missing().empty()) GTEST_SKIP() << desk_.missing();
    ASSERT_TRUE(desk_.perform({"show_banks"}, 1));
    experiments::Result result = with_trace(state_, 0);
    result.metrics = metrics();
    test::accept(state_, result, 1);
    ASSERT_TRUE(desk_.perform({"pin_a"}, 2));
    ASSERT_TRUE(desk_.perform(SetKnob{"block_x", std::int64_t{64}}, 3));
    result = with_trace(state_, 1);
    result.metrics = metrics();
    test::accept(state_, result, 4);
    state_.playback.playing = false;
    desk_.frames(8);
  }
  State state_ = state_with_kernels();
  Desk desk_{state_, GetParam().width, GetParam().height};
};

TEST_P(OfHalves, LieBesideEachOtherWithAHeadEachAndTheDifferenceBelow) {
  for (const char* language : {"use_english", "use_chinese"}) {
    ASSERT_TRUE(desk_.perform({language}, 5));
    state_.pins.on_stage = true;
    settle(state_);
    const std::string now = state_.say("compare.now");
    for (const Workspace workspace : {Workspace::watch, Workspace::lecture}) {
      SCOPED_TRACE(fmt::format("{} {}", language, name_of(workspace)));
      go_to(state_, workspace);
      desk_.frames(8);
      const ImRect left = desk_.place("left/banks/picture"), right = desk_.place("right/banks/picture");
      ImRect panel = desk_.place("banks/panel");
      const ImRect difference = desk_.place("compare/difference");
      panel.Expand(1);  // Dear ImGui rounds the places of windows
      EXPECT_TRUE(panel.Contains(left) && panel.Contains(right) && panel.Contains(difference.Min))
          << panel.Min.x << " " << panel.Min.y << " " << panel.Max.x << " " << panel.Max.y << ", right " << right.Max.x
          << " " << right.Max.y;
      EXPECT_LT(left.Max.x, right.Min.x);
      EXPECT_NEAR(left.GetWidth(), right.GetWidth(), 1) << "in the same size";
      EXPECT_NEAR(left.Min.y, right.Min.y, 0.5F);
      EXPECT_GE(difference.Min.y, left.Max.y) << "the difference stands below both";
      for (const std::string& letter : {std::string("A"), now}) {
        const ImRect knobs = desk_.place("compare/knobs/" + letter), kernel = desk_.place("compare/kernel/" + letter);
        EXPECT_LE(knobs.Max.y, kernel.Max.y);
        EXPECT_LE(kernel.Max.y, left.Min.y) << "the head is above the picture";
        if (!desk_.has("compare/number/" + letter)) continue;
        EXPECT_FALSE(desk_.place("compare/number/" + letter).Overlaps(knobs)) << "the number is whole";
      }
      desk_.save(fmt::format("split_{}_{}_{}", GetParam().height, name_of(workspace), language));
    }
    go_to(state_, Workspace::watch);
  }
}

TEST_P(OfHalves, TakeWhatTheMouseSelects) {
  desk_.click("action/compare_on_stage");
  desk_.frames(4);
  ASSERT_TRUE(is_split(state_));
  // The seventh lane of the left half.
  const ImRect lanes = desk_.place("left/banks/lanes");
  const float label = 3.6F * desk_.interface().height_of_text(), lane = (lanes.GetWidth() - label) / 32;
  const ImRect other = desk_.place("right/banks/lanes");
  const auto edge = [&] {
    const render::Image image = desk_.image();
    const auto x = static_cast<std::uint32_t>(std::lround(other.Min.x + label + 7 * lane));
    std::vector<render::Colour> colours;
    for (std::uint32_t at = x - 2; at <= x + 2; ++at) {
      colours.push_back(image.at(at, static_cast<std::uint32_t>(other.GetCenter().y)));
    }
    return colours;
  };
  const auto before = edge();
  desk_.move_to({lanes.Min.x + label + 7.5F * lane, lanes.GetCenter().y});
  desk_.frames(2);
  EXPECT_NE(edge(), before) << "what the mouse points at is marked in the other half";
  desk_.press();
  desk_.release();
  desk_.frames(2);
  EXPECT_EQ(state_.playback.focus.lane, 7U);
  EXPECT_EQ(state_of_half(state_, 0).playback.focus.lane, 7U);
  desk_.click("action/compare_on_stage");
  EXPECT_FALSE(is_split(state_));
}

INSTANTIATE_TEST_SUITE_P(Sizes, OfHalves,
                         testing::Values(SplitSize{1280, 720}, SplitSize{1920, 1080}, SplitSize{3840, 2160}),
                         [](const auto& each) { return std::to_string(each.param.height); });

class Halves : public OnDesk {};

TEST_F(Halves, WithoutAccessesSayWhatRecordsThem) {
  ASSERT_TRUE(desk_.perform({"show_banks"}, 1));
  ASSERT_TRUE(desk_.perform({"pin_a"}, 1));
  ASSERT_TRUE(desk_.perform(SetKnob{"block_x", std::int64_t{64}}, 2));
  test::accept(state_, with_trace(state_, 1), 3);
  ASSERT_TRUE(desk_.perform({"compare_on_stage"}, 4));
  desk_.frames(8);
  EXPECT_TRUE(desk_.has("left/missing"));
  EXPECT_TRUE(desk_.has("right/banks/picture"));
  desk_.click("action/go_to_pin_a");
  EXPECT_TRUE(state_.current_values().empty()) << "A is selected, so that its accesses are recorded";
}

TEST_F(Halves, OfTwoGpusHaveTheirNames) {
  test::accept(state_, measured(state_), 1);
  ASSERT_TRUE(desk_.perform({"pin_a"}, 2));
  experiments::Result other = measured(state_, 0.5);
  other.machine.device = "NVIDIA A100";
  ASSERT_TRUE(desk_.perform(SetKnob{"block_x", std::int64_t{64}}, 3));
  other.parameters["block_x"] = std::int64_t{64};
  test::accept(state_, other, 4);
  const auto comparison = comparison_of(state_);
  ASSERT_TRUE(comparison);
  EXPECT_EQ(comparison->sides[0].gpu, machine().device);
  EXPECT_EQ(comparison->sides[1].gpu, "NVIDIA A100");
  EXPECT_EQ(comparison->sides[0].knobs, "block_x=32") << "only what differs";
  EXPECT_EQ(comparison->sides[1].knobs, "block_x=64");
  ASSERT_NE(comparison->headline(), nullptr);
  EXPECT_EQ(comparison->headline()->label, "Bandwidth");
}

}  // namespace
}  // namespace lanescope::gui::test
