// The first layout at the sizes of projectors: pictures have room on the stage, the source below it, the scope beside
// it.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "catalogue/catalogue.h"

#include "gui/screens/lesson/lesson_fixture.h"
#include "gui/screens/scope/scope_view_model.h"
#include "gui/shell/layout.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/lesson/lesson_commands.h"
#include "gui/store/playback/playback.h"
#include "gui/store/selection_commands.h"
#include "gui/support/matrices_fixture.h"
#include "gui/support/offscreen.h"
#include "gui/support/playback_fixture.h"
#include "model/hardware/devices.h"

namespace lanescope::gui::test {
namespace {

struct Screen {
  std::uint32_t width, height;
};

class Stage : public testing::TestWithParam<Screen> {
 protected:
  void SetUp() override {
    if (!desk_.missing().empty()) GTEST_SKIP() << desk_.missing();
  }
  void act(const Command& command) {
    const Status done = desk_.perform(command, 1);
    ASSERT_TRUE(done) << done.error().text();
  }
  /// The view as it is shown in that language and size of text, with the accesses of a tile.
  void show(AnimatedView view, const char* language, float zoom) {
    act({language});
    state_.ui.zoom = zoom;
    desk_.frames(2);  // bars have their heights in the second
    act({"reset_layout"});
    act(Invoke("show_" + std::string(name_of(view))));
    desk_.frames(5);
  }
  [[nodiscard]] static State tile() {
    State state = state_with_kernels();
    experiments::Result result = with_trace(state, 0);
    result.sheet = *model::device_sheet("H200");
    test::accept(state, std::move(result), 1);
    return state;
  }
  [[nodiscard]] float area() const {
    return static_cast<float>(GetParam().width) * static_cast<float>(GetParam().height);
  }

  State state_ = tile();
  Desk desk_{state_, GetParam().width, GetParam().height};
};

float area_of(const ImRect& place) {
  return place.GetWidth() * place.GetHeight();
}

TEST_P(Stage, GivesEveryPictureRoomAboveTheSource) {
  for (const char* language : {"use_english", "use_chinese"}) {
    for (const float zoom : {1.0F, 2.0F}) {
      for (const AnimatedView view : all_animated_views) {
        const std::string name(name_of(view));
        SCOPED_TRACE(name + " " + language + (zoom > 1 ? " at zoom 2" : ""));
        show(view, language, zoom);
        const ImGuiWindow* const window = ImGui::FindWindowByName(("###" + name).c_str());
        ASSERT_TRUE(window != nullptr && window->DockNode != nullptr);
        EXPECT_TRUE(window->DockTabIsVisible);
        const ImGuiDockNode& stage = *window->DockNode;
        EXPECT_GE(stage.Size.x * stage.Size.y, 0.28F * area());
        ASSERT_TRUE(desk_.has(name + "/picture"));
        const ImRect panel = desk_.place(name + "/panel"), picture = desk_.place(name + "/picture");
        EXPECT_GE(area_of(picture), 0.4F * area_of(panel));
        const ImRect caption = desk_.place(name + "/caption");
        EXPECT_GE(caption.Min.y, picture.Max.y) << "the caption stands below the picture";
        EXPECT_LE(caption.Max.y, panel.Max.y);
        EXPECT_LE(desk_.place("transport/" + name + "/scrub").Max.y, panel.Max.y + 1);
        // The tab in front shows its whole title.
        for (const ImGuiTabItem& tab : stage.TabBar->Tabs) {
          if (tab.ID != stage.SelectedTabId) continue;
          EXPECT_GE(tab.Width, tab.ContentWidth - 1);
        }
        // The buttons of the menu bar stand behind its menus.
        EXPECT_LE(desk_.place("action/cancel").Max.x, static_cast<float>(GetParam().width));
        const ImRect last = desk_.place(desk_.has("menu/more") ? "menu/more" : "menu/Help");
        EXPECT_GE(desk_.place("action/toggle_continuous").Min.x, last.Max.x - 1);
      }
    }
  }
}

TEST_P(Stage, HasTenReadableLinesOfTheSourceBelowItAndAScopeBesideIt) {
  for (const char* language : {"use_english", "use_chinese"}) {
    show(AnimatedView::banks, language, 1);
    const ImRect panel = desk_.place("banks/panel"), scope = desk_.place("scope");
    const ImGuiWindow* const source = ImGui::FindWindowByName("###source");
    ASSERT_TRUE(source != nullptr);
    float top = source->InnerRect.Max.y, line_height = 0;
    for (int line = 1; line < 300; ++line) {
      const std::string name = fmt::format("source/line/{}", line);
      if (!desk_.has(name)) continue;
      top = std::min(top, std::max(desk_.place(name).Min.y, panel.Max.y));
      line_height = desk_.place(name).GetHeight();
    }
    EXPECT_GE(line_height, 10) << "it can be read";
    EXPECT_GE((source->InnerRect.Max.y - top) / line_height, 10) << language;
    EXPECT_GE(scope.GetHeight(), 200.0F / 1080 * static_cast<float>(GetParam().height)) << language;
    EXPECT_GE(scope.Min.x, panel.Max.x);
    for (const char* widget : {"knob/block_x", "knob/block_y", "readout/rate", "bar/kernel", "bar/target"}) {
      ASSERT_TRUE(desk_.has(widget)) << widget;
      EXPECT_LE(desk_.place(widget).Max.x, static_cast<float>(GetParam().width)) << widget;
    }
  }
}

TEST_P(Stage, HasMostOfTheScreenInALectureAlsoWithALesson) {
  know_lesson(state_);
  act({"show_banks"});
  act({"lecture"});
  for (const bool with_lesson : {false, true}) {
    if (with_lesson) {
      act(StartLesson{"tile"});
      test::accept(state_, with_trace(state_, 0), 2);
      answer_step(state_, 32);
      act(Predict{{"32", {}, 0, {}}});
    }
    desk_.frames(6);
    ASSERT_TRUE(desk_.has("banks/picture"));
    EXPECT_EQ(desk_.has("lesson/place"), with_lesson);
    EXPECT_GE(area_of(desk_.place("banks/picture")), 0.7F * area());
    const ImRect caption = desk_.place("banks/caption"), rate = desk_.place("readout/rate");
    EXPECT_GE(caption.Min.y, desk_.place("banks/picture").Max.y);
    EXPECT_LE(caption.Max.y, rate.Min.y);
    EXPECT_LE(rate.Max.y, static_cast<float>(GetParam().height)) << "the number is whole";
    desk_.save(std::string(with_lesson ? "lecture_lesson_" : "lecture_") + std::to_string(GetParam().height));
  }
}

TEST_P(Stage, ShowsItsTransportInALectureWhileTheMouseMoves) {
  act({"show_banks"});
  act({"lecture"});
  desk_.frames(6);
  const ImRect picture = desk_.place("banks/picture");
  EXPECT_FALSE(desk_.has("transport/banks/scrub"));
  desk_.move_to(picture.GetCenter());
  desk_.move_to({picture.GetCenter().x + 5, picture.GetCenter().y});
  ASSERT_TRUE(desk_.has("transport/banks/toggle_playing"));
  EXPECT_EQ(desk_.place("banks/picture").Max.y, picture.Max.y) << "and the picture stays as it is";
  desk_.click("transport/banks/toggle_playing");
  EXPECT_TRUE(state_.playback.playing);
  desk_.frames(150);
  EXPECT_TRUE(desk_.has("transport/banks/scrub")) << "the mouse rests on it";
  desk_.move_to(picture.GetCenter());
  desk_.frames(150);
  EXPECT_FALSE(desk_.has("transport/banks/scrub"));
  EXPECT_TRUE(desk_.has("banks/caption"));
}

TEST_P(Stage, ShowsWhatAKeyBringsInEveryLayout) {
  for (const char* layout : {"reset_layout", "why", "measure", "machine", "lecture"}) {
    act({layout});
    desk_.frames(4);
    desk_.key(ImGuiKey_3);
    desk_.frames(4);
    EXPECT_TRUE(desk_.has("matrices/picture")) << layout;
    act({"show_ladder"});
    desk_.frames(4);
    EXPECT_EQ(state_.ui.stage, "ladder") << layout;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, Stage,
                         testing::Values(Screen{1280, 720}, Screen{1600, 900}, Screen{1920, 1080}, Screen{3840, 2160}),
                         [](const auto& each) { return std::to_string(each.param.height); });

TEST(TheStage, ShowsAViewThatTheKernelHasAccessesForUntilOneIsChosen) {
  State state = state_with_kernels();
  Desk desk(state, 1280, 720);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.frames(6);
  EXPECT_EQ(state.ui.stage, "banks");
  test::accept(state, with_naive_trace(state), 1);
  desk.frames(8);
  EXPECT_EQ(state.ui.stage, "matrices") << "it has no shared memory";
  test::accept(state, with_trace(state, 0), 2);
  desk.frames(8);
  EXPECT_EQ(state.ui.stage, "banks");
  ASSERT_TRUE(desk.perform({"show_sectors"}, 3));
  desk.frames(8);
  test::accept(state, with_naive_trace(state), 4);
  desk.frames(8);
  EXPECT_EQ(state.ui.stage, "sectors") << "that was chosen";
}

/// The state of a first start: the experiment that is shown when none is named.
State first_state() {
  catalogue::Catalogue kernels(std::filesystem::path(LANESCOPE_SOURCES) / "kernels");
  kernels.refresh();
  State state;
  gui::accept(state, kernels.snapshot(), 0);
  state.selection.values[catalogue::default_kernel] = catalogue::default_values();
  EXPECT_TRUE(perform(state, SelectKernel{catalogue::default_kernel}, 1));
  EXPECT_TRUE(perform(state, FocusKnob{catalogue::first_knob}, 1));
  state.ui.first_step = FirstStep::pad;
  return state;
}

TEST(TheFirstStart, SaysWhatToDoUntilItWasDone) {
  State state = first_state();
  Desk desk(state, 1280, 720);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.frames(3);
  ASSERT_TRUE(desk.has("first_step/pad"));
  EXPECT_LT(desk.place("first_step/pad").Max.y, 360) << "it stands over the stage";
  for (const char* knob : {"knob/tile", "knob/block_y", "knob/pad", "knob/unroll"}) {
    ASSERT_TRUE(desk.has(knob)) << knob;
    EXPECT_LE(desk.place(knob).Max.y, 700) << knob << " is seen without scrolling";
  }
  desk.key(ImGuiKey_RightArrow);
  desk.frames(3);
  EXPECT_EQ(knob_value(state, "pad"), "1");
  EXPECT_FALSE(desk.has("first_step/pad"));
  ASSERT_TRUE(desk.has("first_step/why"));
  desk.click("action/why");
  desk.frames(6);
  EXPECT_EQ(state.ui.workspace, Workspace::why);
  ASSERT_TRUE(desk.has("first_step/block")) << "it follows to the workspace that is shown";
  ASSERT_TRUE(desk.perform(SetKnob{"block_y", std::int64_t{4}}, 2));
  desk.frames(3);
  ASSERT_TRUE(desk.has("first_step/own_file"));
  desk.click("action/open_file");
  desk.frames(3);
  EXPECT_TRUE(state.open_file.shown);
  EXPECT_EQ(state.ui.first_step, FirstStep::own_file) << "nothing is open yet";
  ASSERT_TRUE(desk.perform({"open_file"}, 3));
  state.ui.first_step = FirstStep::lecture;
  desk.frames(3);
  ASSERT_TRUE(desk.has("first_step/lecture"));
  state.lesson.folder = "lessons";
  desk.click("action/add_step");
  desk.frames(6);
  ASSERT_TRUE(desk.has("sentence")) << "it begins with the sentence of the first moment";
  desk.type("First");
  desk.key(ImGuiKey_Enter);
  desk.frames(4);
  EXPECT_EQ(state.ui.first_step, FirstStep::done);
}

TEST(TheFirstStart, SaysHowMuchFasterItBecame) {
  State state = first_state();
  const auto measured_at = [&](double seconds, double rate) {
    state.known.history.add({seconds, rate, rate, rate, state.selection.revision, 0, experiments::Origin::recorded});
  };
  Desk desk(state, 1280, 720);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  measured_at(1, 1696);
  ASSERT_TRUE(desk.perform(SetKnob{"pad", std::int64_t{1}}, 4));
  measured_at(5, 3891);
  const auto seen = scope_view_model(state.known.history, 0).step;
  ASSERT_TRUE(seen);
  EXPECT_NEAR(seen->to / seen->from, 2.3, 0.05);
}

TEST(TheFirstStart, SaysWhatToDoUntilThatIsDismissed) {
  State state = first_state();
  Desk desk(state, 1280, 720);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.frames(3);
  ASSERT_TRUE(desk.has("first_step/pad"));
  desk.click("action/dismiss_first_steps");
  desk.frames(3);
  EXPECT_EQ(state.ui.first_step, FirstStep::done);
  EXPECT_FALSE(desk.has("first_step/pad"));
  ASSERT_TRUE(desk.perform(SelectKernel{"transpose/copy_row"}, 2));
  EXPECT_EQ(state.ui.first_step, FirstStep::done) << "never again";
  ASSERT_TRUE(desk.perform({"begin_first_steps"}, 3));
  EXPECT_EQ(state.ui.first_step, FirstStep::own_file) << "the sentences before it are about another kernel";
}

TEST(TheFirstLesson, IsAboutBanks) {
  State state = state_with_kernels();
  EXPECT_FALSE(perform(state, {"begin_first_lesson"}, 1)) << "there is none";
  know_lesson(state);
  state.ui.first_step = FirstStep::lecture;
  Desk desk(state, 1280, 720);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  ASSERT_TRUE(desk.perform({"begin_first_lesson"}, 1));
  desk.frames(4);
  ASSERT_TRUE(state.lesson.open);
  EXPECT_FALSE(desk.has("first_step/lecture")) << "the lesson has sentences of its own";
  EXPECT_TRUE(desk.has("lesson/question"));
}

}  // namespace
}  // namespace lanescope::gui::test
