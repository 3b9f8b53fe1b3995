#include "gui/shell/layout.h"
#include "gui/store/layout_commands.h"
#include "gui/store/lesson/lesson_commands.h"

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <cmath>
#include <tuple>

#include "gui/screens/lesson/lesson_fixture.h"
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
  for (const char* widget : {"menu/View", "bar/kernel", "scope", "output"}) {
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
  EXPECT_TRUE(desk_.has("banks/panel"));
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
  const float height = ImGui::FindWindowByName("###banks")->Size.y;
  desk_.key(ImGuiKey_9);
  desk_.frames(4);
  ASSERT_TRUE(desk_.has("lesson/tile")) << "the list stands below the stage";
  EXPECT_LT(ImGui::FindWindowByName("###banks")->Size.y, height);
  act(StartLesson{"tile"});
  ASSERT_TRUE(desk_.has("banks/missing")) << "the step's view is on the stage, covered";
  ASSERT_TRUE(desk_.has("lesson/question"));
  EXPECT_LT(desk_.place("banks/missing").Max.y, desk_.place("lesson/place").Min.y);
  act({"leave_lesson"});
  EXPECT_TRUE(state_.ui.layouts.lecture);
  EXPECT_TRUE(desk_.has("banks/panel")) << "the stage shows what it showed";
  EXPECT_FALSE(desk_.has("lesson/place"));
}

TEST_F(Layout, IsAsItWasAfterALesson) {
  know_lesson(state_);
  act({"show_occupancy"});
  // Where nodes and their tabs are, and which panels are open.
  const auto nodes = [&] {
    const std::string layout = desk_.layout();
    return layout.substr(layout.find("[Docking]"));
  };
  const std::string before = nodes();
  const ImRect knob = desk_.place("knob/block_x");
  act(StartLesson{"tile"});
  EXPECT_TRUE(desk_.has("lesson/question"));
  act({"toggle_lecture"});
  act({"leave_lesson"});
  EXPECT_FALSE(state_.ui.layouts.lecture);
  EXPECT_EQ(nodes(), before);
  EXPECT_NEAR(desk_.place("knob/block_x").Min.y, knob.Min.y, 1);
}

TEST_F(Layout, HasWhatIsWatchedAndNothingElseAtFirst) {
  for (const char* widget :
       {"bar/kernel", "bar/target", "banks/panel", "source/caption", "knob/block_x", "readout/rate", "scope"}) {
    EXPECT_TRUE(desk_.has(widget)) << widget;
  }
  for (const PanelEntry& panel : panel_table()) {
    const ImGuiWindow* const window = ImGui::FindWindowByName(panel.window);
    const bool is_open = window != nullptr && window->Active;
    const bool is_watched = panel.dock == Dock::view || panel.dock == Dock::source || panel.dock == Dock::lower_left ||
                            panel.dock == Dock::middle || panel.dock == Dock::below;
    EXPECT_EQ(is_open, is_watched) << panel.name();
  }
  const auto top = [&](const char* widget) { return desk_.place(widget).Min; };
  EXPECT_LT(top("bar/kernel").y, top("knob/block_x").y);
  EXPECT_LT(top("knob/block_x").x, top("banks/panel").x);
  EXPECT_LT(top("banks/panel").y, top("source/caption").y);
  EXPECT_LT(top("banks/panel").x, top("readout/rate").x);
  EXPECT_LT(top("readout/rate").y, top("scope").y);
}

TEST_F(Layout, OpensAClosedPanelWhereItsLikeAre) {
  const auto place = [](const char* window) { return ImGui::FindWindowByName(window)->DockId; };
  for (const auto& [action, window, like] :
       {std::tuple{"show_sweep", "###sweep", "###banks"}, std::tuple{"show_roofline", "###roofline", "###banks"},
        std::tuple{"show_kernels", "###kernels", "###knobs"}, std::tuple{"show_lessons", "###lesson", "###readout"},
        std::tuple{"show_log", "###log", "###banks"}}) {
    act({action});
    ASSERT_TRUE(ImGui::FindWindowByName(window) != nullptr) << window;
    ASSERT_NE(place(window), 0U) << window;
    EXPECT_EQ(place(window), place(like)) << window;
    EXPECT_TRUE(ImGui::FindWindowByName(window)->DockTabIsVisible) << window;
  }
  for (const Command& command : {Command({"show_scope"}), Command({"show_knobs"})}) act(command);
  act({"reset_layout"});
  EXPECT_FALSE(ImGui::FindWindowByName("###sweep")->Active) << "the designed layout has it closed";
}

TEST_F(Layout, KeepsWhichPanelsAreOpen) {
  act({"show_roofline"});
  act({"name_layout"});
  desk_.type("Roof");
  desk_.key(ImGuiKey_Enter);
  desk_.frames(3);
  act({"reset_layout"});
  EXPECT_FALSE(ImGui::FindWindowByName("###roofline")->Active);
  act(ChooseLayout{"Roof"});
  EXPECT_TRUE(ImGui::FindWindowByName("###roofline")->Active);
  EXPECT_FALSE(ImGui::FindWindowByName("###log") != nullptr && ImGui::FindWindowByName("###log")->Active);
}

/// Whether every pixel has that colour.
bool is_one_colour(const render::Image& image) {
  for (std::uint32_t y = 0; y < image.height; ++y) {
    for (std::uint32_t x = 0; x < image.width; ++x) {
      if (image.at(x, y) != image.at(0, 0)) return false;
    }
  }
  return true;
}

TEST_F(Layout, BlanksEverythingAndBringsItBack) {
  know_lesson(state_);
  act(StartLesson{"tile"});
  for (const char* layout : {"reset_layout", "toggle_lecture"}) {
    act({layout});
    ASSERT_FALSE(is_one_colour(desk_.image())) << layout;
    desk_.key(ImGuiKey_B);
    desk_.frames(2);
    EXPECT_TRUE(is_one_colour(desk_.image())) << layout;
    desk_.key(ImGuiKey_B);
    desk_.frames(2);
    EXPECT_FALSE(is_one_colour(desk_.image())) << layout;
  }
}

TEST_F(Layout, GetsNoClickWhileItIsBlank) {
  act({"blank_stage"});
  desk_.click("knob/block_x/8");
  desk_.frames(2);
  EXPECT_FALSE(state_.ui.blank) << "a click takes the black away";
  EXPECT_EQ(knob_value(state_, "block_x"), "32") << "and does nothing else";
  act({"toggle_lecture"});
  act({"blank_stage"});
  desk_.key(ImGuiKey_Escape);
  desk_.frames(2);
  EXPECT_FALSE(state_.ui.blank);
  EXPECT_TRUE(state_.ui.layouts.lecture) << "Escape closes one thing";
}

TEST_F(Layout, OfALectureSaysForTwoSecondsHowItIsLeft) {
  desk_.key(ImGuiKey_F11);
  desk_.frames(10);
  ASSERT_TRUE(state_.ui.layouts.lecture);
  EXPECT_TRUE(desk_.has("hint"));
  desk_.frames(120);
  EXPECT_FALSE(desk_.has("hint"));
  EXPECT_FALSE(desk_.interface().needs_redraw()) << "nothing is drawn any more";
  desk_.key(ImGuiKey_Escape);
  desk_.frames(3);
  EXPECT_FALSE(state_.ui.layouts.lecture);
  EXPECT_TRUE(state_.selection.continuous) << "Escape left the full screen and stopped nothing";
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
  EXPECT_GT(std::abs(desk_.place("readout/rate").Min.y - wide.Min.y), 50);
  act(ChooseLayout{"Tuesday"});
  EXPECT_NEAR(desk_.place("readout/rate").Min.y, wide.Min.y, 2);
  EXPECT_NEAR(desk_.place("readout/rate").Min.x, wide.Min.x, 2);
  act({"reset_layout"});
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

TEST(TheLayout, ThatShowsNoPanelGivesTheDesignedOne) {
  State state = state_with_kernels();
  std::string text;
  {
    Desk desk(state);
    if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
    text = desk.layout();
  }
  const std::size_t open = text.find("[Open][Panels]");
  ASSERT_NE(open, std::string::npos) << text;
  text.erase(open);
  const Desk desk(state, 1280, 720, text);
  EXPECT_TRUE(desk.has("knob/block_x") && desk.has("readout/rate"));
}

TEST(TheBar, ListsTheKernelsAndClosesWhenOneIsChosen) {
  State state = state_with_kernels();
  Desk desk(state);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  EXPECT_FALSE(desk.has("kernels/search"));
  desk.click("bar/kernel");
  desk.frames(3);
  ASSERT_TRUE(desk.has("kernels/search"));
  desk.type("copy_row");
  desk.key(ImGuiKey_Enter);
  desk.frames(3);
  EXPECT_EQ(state.selection.kernel, "transpose/copy_row");
  EXPECT_FALSE(desk.has("kernels/search")) << "it closes";
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
