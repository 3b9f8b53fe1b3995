// The Source and Occupancy panels on a software renderer: what is clicked, and pictures to look at.
#include <gtest/gtest.h>

#include <map>

#include "gui/screens/source/source_costs.h"
#include "gui/store/selection_commands.h"
#include "gui/support/offscreen.h"
#include "gui/support/source_fixture.h"

namespace lanescope::gui::test {
namespace {

class SourcePanel : public testing::Test {
 protected:
  void SetUp() override { accept(state_, with_costs(state_), 1); }

  [[nodiscard]] std::string at(const char* what, int line) const {
    return std::string("source/") + what + "/" + std::to_string(line);
  }

  State state_ = state_with_kernels();
  const int guard_ = line_of(state_, "if (x < nx");
  const int access_ = line_of(state_, "out[static_cast");
};

TEST_F(SourcePanel, AnswersWhichLineIsWorstInOneClick) {
  Desk desk(state_);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.click("action/worst_line");
  EXPECT_EQ(state_.playback.focus.line, access_);
  desk.frames(2);
  EXPECT_TRUE(desk.has(at("cost", access_))) << "and is in sight";
  EXPECT_TRUE(desk.has("source/selected")) << "and says why";
  desk.key(ImGuiKey_F3);
  EXPECT_EQ(state_.playback.focus.line, guard_);
}

TEST_F(SourcePanel, ForgetsTheSelectedLineWithItsKernel) {
  ASSERT_TRUE(perform(state_, SelectLine{access_}, 2));
  state_.source.launch = 1;
  ASSERT_TRUE(perform(state_, {"raise_knob"}, 3));
  EXPECT_EQ(state_.playback.focus.line, access_) << "another setting has the same lines";
  ASSERT_TRUE(perform(state_, {"next_kernel"}, 4));
  EXPECT_EQ(state_.playback.focus.line, 0);
  EXPECT_EQ(state_.source.launch, 0u) << "nor are its launches those of the other";
  ASSERT_TRUE(perform(state_, SelectLine{guard_}, 5));
  ASSERT_TRUE(perform(state_, {"undo"}, 6));
  EXPECT_EQ(state_.playback.focus.line, 0);
}

TEST_F(SourcePanel, FollowsTheStatementOfTheSelectedLineWhenTheFileIsEdited) {
  ASSERT_TRUE(perform(state_, SelectLine{access_}, 2));
  std::string text = kernel_text("Edited");
  const std::string before = "  const int x";
  text.insert(text.find(before), "  // One more line.\n\n");
  edit(state_, text, 3);
  EXPECT_EQ(state_.playback.focus.line, access_ + 2);
  // A statement that was itself edited stays where it is.
  text.replace(text.find("out[static_cast"), 3, "in ");
  edit(state_, text, 4);
  EXPECT_EQ(state_.playback.focus.line, access_ + 2);
}

TEST_F(SourcePanel, OpensAtTheCostliestLineWithTheFrontMatterFolded) {
  EXPECT_EQ(costliest_line(present_costs(state_)), access_);
  Desk desk(state_, 1280, 720);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  EXPECT_TRUE(desk.has("source/fold"));
  EXPECT_FALSE(desk.has(at("line", 2))) << "the front matter is folded";
  EXPECT_TRUE(desk.has(at("cost", access_)));
  ASSERT_TRUE(desk.has("source/path"));
  EXPECT_TRUE(perform(state_, {"toggle_front_matter"}, 2));
  EXPECT_TRUE(perform(state_, SelectLine{2}, 2));
  desk.carry_out({ScrollSource{}});
  desk.frames(3);
  EXPECT_TRUE(desk.has(at("line", 2)));
  EXPECT_FALSE(desk.has("source/fold"));
}

TEST_F(SourcePanel, CutsNoCodeWhereTheColumnsOfItsLineAreEmpty) {
  Desk desk(state_, 1280, 720);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  ASSERT_TRUE(desk.has(at("code", access_)) && desk.has(at("code", access_ + 1)));
  const float with_costs = desk.place(at("code", access_)).Max.x, without = desk.place(at("code", access_ + 1)).Max.x;
  EXPECT_GT(without, with_costs + 20);
}

TEST_F(SourcePanel, HasNoTickInALineThatWastesAnythingHoweverNarrowItIs) {
  Desk desk(state_, 1280, 720);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  int wasting = 0;
  for (const float zoom : {1.0F, 1.4F, 1.8F, 2.4F}) {
    state_.ui.zoom = zoom;
    ASSERT_TRUE(desk.perform({"show_source"}, 1));
    desk.frames(6);
    for (const experiments::LineSheet& line : present_costs(state_).lines) {
      if (excess_of(line) == 0) continue;
      ++wasting;
      EXPECT_FALSE(desk.has(fmt::format("source/tick/{}", line.line))) << line.line << " at zoom " << zoom;
    }
  }
  EXPECT_GT(wasting, 0);
}

TEST_F(SourcePanel, ShowsOnlyWhatIsWastedWhereThereIsNoRoomAndAllWhereThereIs) {
  Desk desk(state_, 1920, 1080);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  state_.ui.zoom = 1.7F;
  desk.frames(8);
  EXPECT_TRUE(desk.has("source/column/sectors"));
  EXPECT_FALSE(desk.has("source/column/lanes"));
  state_.ui.zoom = 1;
  desk.frames(8);
  desk.save("source_narrow");
  desk.frames(3);
  for (const char* column : {"requests", "sectors", "wavefronts", "lanes"}) {
    EXPECT_TRUE(desk.has(std::string("source/column/") + column)) << column;
  }
  desk.save("source_wide");
  desk.click("source/percent");
  EXPECT_EQ(state_.source.unit, CostUnit::percent);
  desk.click("source/as written");
  EXPECT_EQ(state_.source.view, model::CountView::written);
  desk.click("source/as executed");
  EXPECT_EQ(state_.source.view, model::CountView::executed);
  desk.click("source/by excess");
  desk.frames(2);
  EXPECT_LT(desk.place(at("line", access_)).Min.y, desk.place(at("line", guard_)).Min.y) << "the worst stands first";
  EXPECT_FALSE(desk.has(at("line", access_ + 1)));
}

TEST_F(SourcePanel, LinksTheListingsBothWays) {
  ASSERT_TRUE(perform(state_, {"why"}, 1));
  state_.source.ptx = state_.source.sass = true;
  settle(state_);
  Desk desk(state_, 1920, 1080);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.click("source/ptx/of/" + std::to_string(access_));
  EXPECT_EQ(state_.playback.focus.line, access_);
  desk.click(at("line", guard_));
  EXPECT_EQ(state_.playback.focus.line, guard_);
  desk.click("source/sass/of/" + std::to_string(access_));
  EXPECT_EQ(state_.playback.focus.line, access_);
  desk.save("source_linked");
}

TEST_F(SourcePanel, DimsTheColumnsOfAnEarlierSetting) {
  Desk desk(state_, 1280, 720);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  const ImRect cost = desk.place(at("cost", access_));
  // Ink of the ratio, the brightest in the cell: how far its pixels are from the panel's ground.
  const auto ink = [&] {
    const render::Image image = desk.image();
    double sum = 0;
    for (int y = static_cast<int>(cost.Min.y); y < static_cast<int>(cost.Max.y); ++y) {
      for (int x = static_cast<int>(cost.Min.x); x < static_cast<int>(cost.Max.x); ++x) {
        const auto pixel = (static_cast<std::size_t>(y) * image.width + static_cast<std::size_t>(x)) * 4;
        sum += image.pixels[pixel];
      }
    }
    return sum;
  };
  const double fresh = ink();
  ASSERT_TRUE(perform(state_, {"raise_knob"}, 2));
  desk.frames(3);
  EXPECT_LT(ink(), 0.8 * fresh);
  desk.save("source_stale");
}

TEST_F(SourcePanel, KeepsCompileErrorsAtTheirLines) {
  accept(state_, with_compile_error(state_), 2);
  Desk desk(state_, 1280, 720);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.frames(2);
  EXPECT_TRUE(desk.has("source/mark/39"));
  EXPECT_TRUE(desk.has("source/message/39"));
}

TEST_F(SourcePanel, ComesToTheFrontByItsKey) {
  Desk desk(state_);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.key(ImGuiKey_F10);
  desk.frames(4);
  ASSERT_TRUE(desk.perform({"show_occupancy"}, 1));
  desk.frames(4);
  EXPECT_TRUE(desk.has("occupancy/now/block"));
  EXPECT_TRUE(desk.has("occupancy/limit/registers"));
  EXPECT_FALSE(desk.has("source/caption"));
  desk.key(ImGuiKey_F8);
  desk.frames(4);
  EXPECT_TRUE(desk.has("source/caption"));
  EXPECT_FALSE(desk.has("occupancy/now/block"));
}

TEST_F(SourcePanel, DrawsOccupancyWithTheRatesOfARecordedSweep) {
  record_sweep(state_);
  Desk desk(state_, 1920, 1080);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  ASSERT_TRUE(desk.perform({"show_occupancy"}, 2));
  desk.frames(3);
  desk.save("occupancy_wide");
  const ImRect block = desk.place("occupancy/block"), now = desk.place("occupancy/now/block");
  EXPECT_GT(now.Min.x, block.Min.x);
  EXPECT_LT(now.Max.x, block.Max.x);
  EXPECT_TRUE(desk.has("occupancy/shared"));
}

}  // namespace
}  // namespace lanescope::gui::test
