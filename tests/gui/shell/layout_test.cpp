#include "gui/shell/layout.h"

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <cmath>

#include "gui/panels/lesson/lesson_fixture.h"
#include "gui/support/fixture.h"
#include "gui/support/offscreen.h"

namespace lanescope::gui::test {
namespace {

class Layout : public OnDesk {
 protected:
  void act(const Command& command) {
    const Status done = desk_.perform(command, 1);
    ASSERT_TRUE(done) << done.error().text();
    desk_.frames(4);
  }
};

TEST_F(Layout, OfALectureShowsReadoutOneViewAndKnobsInLargeTypeAndNothingElse) {
  act({"toggle_wide"});
  const ImRect knob = desk_.place("knob/block_x"), rate = desk_.place("readout/rate");
  desk_.key(ImGuiKey_F11);
  desk_.frames(4);
  ASSERT_TRUE(state_.ui.layouts.lecture);
  for (const char* widget : {"readout/rate", "knob/block_x", "source/caption"}) {
    ASSERT_TRUE(desk_.has(widget)) << widget;
    const ImRect place = desk_.place(widget);
    EXPECT_GE(place.Min.x, 0) << widget;
    EXPECT_LE(place.Max.x, 1280) << widget;
    EXPECT_LE(place.Max.y, 720) << widget;
  }
  for (const char* widget : {"menu/View", "kernel/transpose/copy_row", "scope", "output"}) {
    EXPECT_FALSE(desk_.has(widget)) << widget;
  }
  EXPECT_GT(desk_.place("readout/rate").Max.y - desk_.place("readout/rate").Min.y, 1.2F * rate.GetHeight());
  desk_.key(ImGuiKey_F11);
  desk_.frames(4);
  EXPECT_TRUE(desk_.has("menu/View"));
  EXPECT_NEAR(desk_.place("knob/block_x").Min.x, knob.Min.x, 1) << "everything is where it was";
  EXPECT_NEAR(desk_.place("knob/block_x").Min.y, knob.Min.y, 1);
}

TEST_F(Layout, OfALectureChangesItsViewByTheActionsThatShowOne) {
  act({"toggle_lecture"});
  EXPECT_TRUE(desk_.has("matrices/panel"));
  act({"show_source"});
  EXPECT_TRUE(desk_.has("source/caption"));
  act({"show_sweep"});
  EXPECT_FALSE(desk_.has("source/caption"));
  act({"show_source"});
  EXPECT_TRUE(desk_.has("source/caption"));
}

TEST_F(Layout, OfALectureHasALessonBelowItsStageWhileOneIsOpen) {
  know_lesson(state_);
  act({"toggle_lecture"});
  EXPECT_FALSE(desk_.has("lesson/tile"));
  const float height = ImGui::FindWindowByName("###matrices")->Size.y;
  desk_.key(ImGuiKey_9);
  desk_.frames(4);
  ASSERT_TRUE(desk_.has("lesson/tile")) << "the list stands below the stage";
  EXPECT_LT(ImGui::FindWindowByName("###matrices")->Size.y, height);
  act(StartLesson{"tile"});
  ASSERT_TRUE(desk_.has("banks/missing")) << "the step's view is on the stage, covered";
  ASSERT_TRUE(desk_.has("lesson/question"));
  EXPECT_LT(desk_.place("banks/missing").Max.y, desk_.place("lesson/place").Min.y);
  act({"leave_lesson"});
  EXPECT_TRUE(state_.ui.layouts.lecture);
  EXPECT_TRUE(desk_.has("matrices/panel")) << "the stage shows what it showed";
  EXPECT_FALSE(desk_.has("lesson/place"));
}

TEST_F(Layout, IsAsItWasAfterALesson) {
  know_lesson(state_);
  act({"show_occupancy"});
  const std::string before = desk_.layout();
  const ImRect knob = desk_.place("knob/block_x");
  act(StartLesson{"tile"});
  EXPECT_TRUE(desk_.has("lesson/question"));
  act({"toggle_lecture"});
  act({"leave_lesson"});
  EXPECT_FALSE(state_.ui.layouts.lecture);
  EXPECT_EQ(desk_.layout(), before);
  EXPECT_NEAR(desk_.place("knob/block_x").Min.y, knob.Min.y, 1);
}

TEST_F(Layout, BringsReadoutAndOutputToTheStageByTheirKeys) {
  EXPECT_FALSE(desk_.has("readout/rate"));
  act({"show_readout"});
  EXPECT_TRUE(desk_.has("readout/rate"));
  EXPECT_FALSE(desk_.has("matrices/panel"));
  act({"show_output"});
  EXPECT_FALSE(desk_.has("readout/rate"));
}

TEST_F(Layout, BlanksTheStageAlone) {
  desk_.key(ImGuiKey_B);
  desk_.frames(2);
  ASSERT_TRUE(desk_.has("stage/blank"));
  EXPECT_TRUE(desk_.has("knob/block_x"));
  desk_.key(ImGuiKey_B);
  desk_.frames(2);
  EXPECT_FALSE(desk_.has("stage/blank"));
}

TEST_F(Layout, OfOnesOwnIsKeptChosenAndForgotten) {
  act({"toggle_wide"});
  const ImRect wide = desk_.place("readout/rate");
  act({"name_layout"});
  ASSERT_TRUE(desk_.has("layout/name"));
  desk_.type("Tuesday");
  desk_.key(ImGuiKey_Enter);
  desk_.frames(3);
  ASSERT_TRUE(state_.ui.layouts.own.contains("Tuesday"));
  EXPECT_EQ(state_.ui.layouts.chosen, "Tuesday");
  EXPECT_FALSE(state_.ui.layouts.naming);

  act({"toggle_wide"});
  act({"show_readout"});
  EXPECT_GT(std::abs(desk_.place("readout/rate").Min.y - wide.Min.y), 50);
  act(ChooseLayout{"Tuesday"});
  EXPECT_NEAR(desk_.place("readout/rate").Min.y, wide.Min.y, 2);
  EXPECT_NEAR(desk_.place("readout/rate").Min.x, wide.Min.x, 2);
  act({"reset_layout"});
  act({"show_readout"});
  EXPECT_GT(std::abs(desk_.place("readout/rate").Min.y - wide.Min.y), 50);
  act(ForgetLayout{"Tuesday"});
  EXPECT_FALSE(perform(state_, ChooseLayout{"Tuesday"}, 2));
}

TEST_F(Layout, NeedsAName) {
  EXPECT_FALSE(perform(state_, KeepLayout{"  "}, 1));
  EXPECT_FALSE(perform(state_, ChooseLayout{"unheard of"}, 1));
  EXPECT_FALSE(perform(state_, {"forget_layout"}, 1)) << "there is none";
}

TEST_F(Layout, IsReachedByItsMenu) {
  act(KeepLayout{"Tuesday"});
  desk_.click("menu/View");
  desk_.click("menu/View/Layout");
  desk_.frames(2);
  ASSERT_TRUE(desk_.has("menu/layout/Tuesday"));
  desk_.click("menu/layout/Tuesday");
  EXPECT_EQ(state_.ui.layouts.chosen, "Tuesday");
}

TEST(TheLayout, OfTheLastSessionIsThereAtTheNextStart) {
  State state = state_with_kernels();
  std::string text;
  float top = 0;
  {
    Desk desk(state);
    if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
    ASSERT_TRUE(desk.perform({"toggle_wide"}, 1));
    desk.frames(4);
    top = desk.place("readout/rate").Min.y;
    text = desk.layout();
  }
  State next = state_with_kernels();
  const Desk desk(next, 1280, 720, text);
  EXPECT_NEAR(desk.place("readout/rate").Min.y, top, 2);
  for (const char* widget : {"kernel/transpose/copy_row", "knob/block_x", "source/caption"}) {
    EXPECT_TRUE(desk.has(widget)) << widget;
  }
}

TEST(TheLayout, OfAnEarlierVersionGivesNewPanelsAPlace) {
  State state = state_with_kernels();
  std::string text;
  {
    Desk desk(state);
    if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
    text = desk.layout();
  }
  // A version that did not know the Knobs panel.
  const std::size_t from = text.find("[Window][knobs]");
  ASSERT_NE(from, std::string::npos) << text;
  text.erase(from, text.find("\n\n", from) + 2 - from);
  const Desk desk(state, 1280, 720, text);
  EXPECT_TRUE(ImGui::FindWindowByName("###knobs")->DockIsActive);
}

TEST(TheZoom, GrowsEverythingAndGoesBackWithItsKeys) {
  State state = state_with_kernels();
  Desk desk(state);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  ASSERT_TRUE(desk.perform({"toggle_wide"}, 1));
  desk.frames(4);
  const auto chord = [&](ImGuiKey key) {
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, true);
    desk.key(key);
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, false);
    desk.frames(3);
  };
  const auto height = [&] { return desk.place("readout/rate").Max.y - desk.place("readout/rate").Min.y; };
  const float before = height();
  chord(ImGuiKey_Equal);
  chord(ImGuiKey_Equal);
  EXPECT_GT(height(), 1.1F * before);
  chord(ImGuiKey_0);
  EXPECT_NEAR(height(), before, 0.5);
  chord(ImGuiKey_Minus);
  EXPECT_LT(height(), before);
}

/// A tiling window manager, or somebody who drags an edge, may leave any size.
TEST(Layouts, AreArrangedInAWindowOfSomePixels) {
  for (const auto& [width, height] :
       {std::pair{1U, 1U}, {2U, 2U}, {1U, 800U}, {800U, 1U}, {40U, 40U}, {100U, 50U}, {320U, 200U}}) {
    State state = state_with_kernels();
    Desk desk(state, width, height);
    if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
    for (const char* action : {"toggle_wide", "toggle_wide", "toggle_analysis", "toggle_analysis", "toggle_lecture",
                               "show_banks", "toggle_lecture", "show_sweep", "toggle_palette", "toggle_help"}) {
      SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height) + ", " + action);
      EXPECT_TRUE(desk.perform({action}, 1));
      desk.frames(3);
    }
  }
}

}  // namespace
}  // namespace lanescope::gui::test
