#include "gui/shell/layout.h"
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
  const ImRect knob = desk_.place("knob/block_x"), rate = desk_.place("readout/rate");
  desk_.key(ImGuiKey_F11);
  desk_.frames(4);
  ASSERT_TRUE(state_.ui.is_lecture());
  for (const char* widget : {"readout/rate", "knob/block_x", "banks/panel"}) {
    ASSERT_TRUE(desk_.has(widget)) << widget;
    const ImRect place = desk_.place(widget);
    EXPECT_GE(place.Min.x, 0) << widget;
    EXPECT_LE(place.Max.x, 1280) << widget;
    EXPECT_LE(place.Max.y, 720) << widget;
  }
  for (const char* widget : {"menu/Views", "bar/kernel", "scope", "output"}) {
    EXPECT_FALSE(desk_.has(widget)) << widget;
  }
  EXPECT_GT(desk_.place("readout/rate").Max.y - desk_.place("readout/rate").Min.y, 1.2F * rate.GetHeight());
  desk_.key(ImGuiKey_F11);
  desk_.frames(4);
  EXPECT_TRUE(desk_.has("menu/Views"));
  EXPECT_NEAR(desk_.place("knob/block_x").Min.x, knob.Min.x, 1) << "everything is where it was";
  EXPECT_NEAR(desk_.place("knob/block_x").Min.y, knob.Min.y, 1);
}

TEST_F(Layout, OfALectureChangesItsViewByTheActionsThatShowOne) {
  act({"lecture"});
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
  act({"lecture"});
  EXPECT_FALSE(desk_.has("lesson/tile"));
  const float height = ImGui::FindWindowByName("###banks")->Size.y;
  act({"show_lessons"});
  desk_.frames(4);
  ASSERT_TRUE(desk_.has("lesson/tile")) << "the list stands below the stage";
  EXPECT_LT(ImGui::FindWindowByName("###banks")->Size.y, height);
  act(StartLesson{"tile"});
  ASSERT_TRUE(desk_.has("banks/missing")) << "the step's view is on the stage, covered";
  ASSERT_TRUE(desk_.has("lesson/question"));
  EXPECT_LT(desk_.place("banks/missing").Max.y, desk_.place("lesson/place").Min.y);
  act({"leave_lesson"});
  EXPECT_TRUE(state_.ui.is_lecture());
  EXPECT_TRUE(desk_.has("banks/panel")) << "the stage shows what it showed";
  EXPECT_FALSE(desk_.has("lesson/place"));
}

TEST_F(Layout, HasWhatIsWatchedAndNothingElseAtFirst) {
  for (const char* widget :
       {"bar/kernel", "bar/target", "banks/panel", "source/caption", "knob/block_x", "readout/rate", "scope"}) {
    EXPECT_TRUE(desk_.has(widget)) << widget;
  }
  for (const PanelEntry& panel : panel_table()) {
    const ImGuiWindow* const window = ImGui::FindWindowByName(panel.window);
    const bool is_open = window != nullptr && window->Active;
    const bool is_watched = has(Workspace::watch, panel.place) && panel.place != PanelPlace::lesson;
    EXPECT_EQ(is_open, is_watched) << panel.name();
  }
  const auto top = [&](const char* widget) { return desk_.place(widget).Min; };
  EXPECT_LT(top("bar/kernel").y, top("knob/block_x").y);
  EXPECT_LT(top("knob/block_x").x, top("banks/panel").x);
  EXPECT_LT(top("banks/panel").y, top("source/caption").y);
  EXPECT_LT(top("banks/panel").x, top("readout/rate").x);
  EXPECT_LT(top("readout/rate").y, top("scope").y);
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
  for (const char* layout : {"reset_layout", "lecture"}) {
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
  act({"lecture"});
  act({"blank_stage"});
  desk_.key(ImGuiKey_Escape);
  desk_.frames(2);
  EXPECT_FALSE(state_.ui.blank);
  EXPECT_TRUE(state_.ui.is_lecture()) << "Escape closes one thing";
}

TEST_F(Layout, OfALectureSaysForTwoSecondsHowItIsLeft) {
  desk_.key(ImGuiKey_F11);
  desk_.frames(10);
  ASSERT_TRUE(state_.ui.is_lecture());
  EXPECT_TRUE(desk_.has("hint"));
  desk_.frames(120);
  EXPECT_FALSE(desk_.has("hint"));
  EXPECT_FALSE(desk_.interface().needs_redraw()) << "nothing is drawn any more";
  desk_.key(ImGuiKey_Escape);
  desk_.frames(3);
  EXPECT_FALSE(state_.ui.is_lecture());
  EXPECT_TRUE(state_.selection.continuous) << "Escape left the full screen and stopped nothing";
}

/// Drags the edge between the knobs and the stage.
void drag_an_edge(Desk& desk) {
  const ImRect knobs = ImGui::FindWindowByName("###knobs")->DockNode->Rect();
  desk.move_to({knobs.Max.x + 1, knobs.GetCenter().y});
  desk.frames(3);
  desk.press();
  for (int step = 1; step <= 6; ++step) desk.move_to({knobs.Max.x + 1 + 10.0F * static_cast<float>(step), 300});
  desk.release();
  desk.frames(12);
}

float width_of_knobs() {
  return ImGui::FindWindowByName("###knobs")->Size.x;
}

TEST_F(Layout, OfEachWorkspaceIsRememberedAndNoOtherIsMoved) {
  desk_.frames(12);
  const float designed = width_of_knobs();
  drag_an_edge(desk_);
  const float wider = width_of_knobs();
  ASSERT_GT(wider, designed + 30);
  act({"measure"});
  EXPECT_NEAR(width_of_knobs(), designed, 2) << "this one is as it was designed";
  act({"lecture"});
  act({"lecture"});
  act({"watch"});
  EXPECT_NEAR(width_of_knobs(), wider, 2);
  act({"reset_layout"});
  EXPECT_NEAR(width_of_knobs(), designed, 2);
}

TEST_F(Layout, IsAsItWasAfterALesson) {
  know_lesson(state_);
  desk_.frames(12);
  drag_an_edge(desk_);
  const float wider = width_of_knobs();
  act({"show_matrices"});
  act(StartLesson{"tile"});
  EXPECT_TRUE(desk_.has("lesson/question"));
  act({"reset_layout"});
  act({"lecture"});
  act({"leave_lesson"});
  desk_.frames(4);
  EXPECT_EQ(state_.ui.workspace, Workspace::watch);
  EXPECT_NEAR(width_of_knobs(), wider, 2);
  EXPECT_EQ(state_.ui.stage, "matrices");
}

TEST(TheLayout, OfTheLastSessionIsThereAtTheNextStartWhereTheUserMadeIt) {
  State state = state_with_kernels();
  Desk::Layouts kept;
  float wider = 0;
  {
    Desk desk(state);
    if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
    desk.frames(12);
    EXPECT_TRUE(desk.layouts().empty()) << "nothing was moved";
    drag_an_edge(desk);
    kept = desk.layouts();
    wider = width_of_knobs();
  }
  ASSERT_EQ(kept.size(), 1U);
  EXPECT_EQ(kept.begin()->first, "watch");
  State next = state_with_kernels();
  const Desk desk(next, 1280, 720, kept);
  EXPECT_NEAR(width_of_knobs(), wider, 2);
  for (const char* widget : {"knob/block_x", "source/caption", "readout/rate"}) EXPECT_TRUE(desk.has(widget)) << widget;
}

/// The layout of a window follows its width, unless somebody has moved a panel.
TEST_F(Layout, IsMadeAnewWhenTheWindowBecomesNarrow) {
  desk_.frames(12);
  const auto has_number_at_the_left = [&] {
    return desk_.place("readout/rate").Min.x < desk_.place("banks/panel").Min.x;
  };
  EXPECT_FALSE(has_number_at_the_left());
  state_.ui.zoom = 1.6F;
  desk_.frames(8);
  EXPECT_TRUE(has_number_at_the_left());
  state_.ui.zoom = 1;
  desk_.frames(8);
  EXPECT_FALSE(has_number_at_the_left());
  drag_an_edge(desk_);
  const float own = width_of_knobs();
  state_.ui.zoom = 1.6F;
  desk_.frames(8);
  EXPECT_FALSE(has_number_at_the_left()) << "this layout is the user's own";
  EXPECT_NEAR(width_of_knobs(), own, 2);
}

TEST_F(Layout, OfWhyHasAllSectionsOnOnePageBesideTheSource) {
  state_.ui.zoom = 0.75F;  // there is room for the source beside it
  act({"why"});
  desk_.frames(6);
  for (const PanelEntry& panel : panel_table()) {
    if (panel.place != PanelPlace::section) continue;
    EXPECT_TRUE(state_.pages.is_visible(*counter_page_named(panel.name()))) << panel.name() << " is counted";
    act(Invoke(panel.show.name));
    desk_.frames(6);
    const std::string heading = "section/" + std::string(panel.name());
    ASSERT_TRUE(desk_.has(heading));
    EXPECT_GE(desk_.place(heading).Max.y, 0) << heading;
    EXPECT_LT(desk_.place(heading).Min.y, 720) << heading << " is in sight";
  }
  EXPECT_TRUE(desk_.has("source/caption"));
}

TEST_F(Layout, HasItsTabsInTheOrderOfTheirKeysHoweverItCameAbout) {
  for (const float zoom : {1.0F, 2.0F, 1.0F, 1.6F}) {
    state_.ui.zoom = zoom;
    desk_.frames(8);
    const ImGuiTabBar& tabs = *ImGui::FindWindowByName("###banks")->DockNode->TabBar;
    int last = -1;
    for (const ImGuiTabItem& tab : tabs.Tabs) {
      const auto panel = std::ranges::find_if(panel_table(), [&](const PanelEntry& entry) {
        return tab.Window != nullptr && tab.Window->ID == ImHashStr(entry.window);
      });
      ASSERT_NE(panel, panel_table().end());
      EXPECT_GT(panel - panel_table().begin(), last) << panel->name() << " at zoom " << zoom;
      last = static_cast<int>(panel - panel_table().begin());
    }
  }
}

TEST_F(Layout, IsChosenByItsTab) {
  for (const char* name : {"why", "measure", "watch"}) {
    desk_.click(std::string("workspace/") + name);
    desk_.frames(4);
    EXPECT_EQ(name_of(state_.ui.workspace), name);
  }
  desk_.click("status/machine");
  desk_.frames(4);
  EXPECT_EQ(state_.ui.workspace, Workspace::machine);
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
    for (const char* action : {"why", "measure", "machine", "watch", "lecture", "show_banks", "lecture", "show_sweep",
                               "toggle_palette", "toggle_help"}) {
      SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height) + ", " + action);
      EXPECT_TRUE(desk.perform({action}, 1));
      desk.frames(3);
    }
  }
}

}  // namespace
}  // namespace lanescope::gui::test
