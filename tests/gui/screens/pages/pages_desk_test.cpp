// The pages in the window: they come by their keys, and what is clicked on them leads on.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gui/store/knobs/knob_commands.h"
#include "gui/support/offscreen.h"
#include "gui/support/pages_fixture.h"
#include "gui/support/source_fixture.h"

namespace lanescope::gui::test {
namespace {

class PagesDesk : public OnDesk {
 protected:
  void SetUp() override {
    OnDesk::SetUp();
    if (IsSkipped()) return;
    accept(state_, with_counters(state_), 1);
    desk_.frames(3);
  }
  void settle() { desk_.frames(8); }
};

TEST_F(PagesDesk, StandBelowEachOtherOnOnePageAndAreAllCounted) {
  state_.ui.zoom = 0.75F;  // there is room for the source beside them
  desk_.key(ImGuiKey_F12);
  settle();
  for (const char* widget : {"summary/panel", "section/speed_of_light", "source/caption", "readout/rate"}) {
    ASSERT_TRUE(desk_.has(widget)) << widget;
    EXPECT_LE(desk_.place(widget).Max.x, 1280) << widget;
  }
  EXPECT_LT(desk_.place("summary/panel").Max.x, desk_.place("source/caption").Min.x);
  EXPECT_LT(desk_.place("section/summary").Max.y, desk_.place("section/speed_of_light").Min.y);
  for (const CounterPage page : counter_pages) EXPECT_TRUE(state_.pages.is_visible(page)) << name_of(page);
  desk_.click("section/summary");
  settle();
  EXPECT_FALSE(desk_.has("summary/panel"));
  EXPECT_FALSE(state_.pages.is_visible(CounterPage::summary)) << "what is folded is not counted";
  desk_.key(ImGuiKey_F12);
  settle();
  EXPECT_TRUE(desk_.has("banks/panel"));
  EXPECT_FALSE(state_.pages.any_visible());
}

TEST_F(PagesDesk, AnArrowOfTheChartIsClicked) {
  ASSERT_TRUE(desk_.perform({"show_memory_chart"}, 1));
  settle();
  desk_.click("chart/arrow/global_store");
  settle();
  EXPECT_EQ(state_.source.traffic, Traffic::global_store);
  EXPECT_EQ(state_.playback.focus.line, line_of(state_, "out[static_cast"));
  EXPECT_TRUE(desk_.has("action/clear_traffic"));
  EXPECT_FALSE(desk_.has("source/line/1")) << "only the lines that cause it are listed";
  desk_.click("action/clear_traffic");
  settle();
  EXPECT_FALSE(state_.source.traffic);
}

TEST_F(PagesDesk, ABoxOfTheChartLiesInsideThePanel) {
  ASSERT_TRUE(desk_.perform({"show_memory_chart"}, 1));
  settle();
  ImRect panel = desk_.place("memory_chart/panel");
  panel.Expand(ImGui::GetStyle().WindowPadding);  // outlines lie on its edge
  for (const char* box : {"kernel", "l1", "shared", "l2", "device"}) {
    const ImRect place = desk_.place(std::string("chart/box/") + box);
    EXPECT_TRUE(panel.Contains(place)) << box;
    EXPECT_GT(place.GetWidth(), 20) << box;
  }
}

TEST_F(PagesDesk, AnArrowWidensSmoothlyWhenAKnobHasMoved) {
  ASSERT_TRUE(desk_.perform({"show_memory_chart"}, 1));
  settle();
  EXPECT_FALSE(desk_.interface().needs_redraw());
  ASSERT_TRUE(desk_.perform(SetKnob{"block_x", std::int64_t{64}}, 2));
  experiments::Result other = with_counters(state_);
  other.counted->values.set("global.store.share", 20.0);
  accept(state_, other, 3);
  desk_.frames(1);
  EXPECT_TRUE(desk_.interface().needs_redraw());
  desk_.frames(90);
  EXPECT_FALSE(desk_.interface().needs_redraw()) << "it comes to rest";
}

TEST_F(PagesDesk, AFindingOfTheSummaryIsClicked) {
  ASSERT_TRUE(desk_.perform({"show_summary"}, 1));
  settle();
  // The first cause is that there are too few blocks: its page is the speed of light.
  ASSERT_TRUE(desk_.has("summary/1/page"));
  desk_.click("summary/1/page");
  settle();
  EXPECT_TRUE(desk_.has("speed_of_light/panel"));
}

TEST_F(PagesDesk, ARowOfTheTablesLeadsToItsLines) {
  ASSERT_TRUE(desk_.perform({"show_memory_tables"}, 1));
  settle();
  desk_.click("tables/shared/shared.load");
  settle();
  EXPECT_EQ(state_.source.traffic, Traffic::shared_load);
}

TEST_F(PagesDesk, ALectureShowsThePageThatWasInFront) {
  ASSERT_TRUE(desk_.perform({"show_memory_chart"}, 1));
  settle();
  desk_.key(ImGuiKey_F11);
  settle();
  EXPECT_TRUE(desk_.has("memory_chart/panel"));
  EXPECT_FALSE(desk_.has("source/caption"));
  desk_.save("chart_lecture_720");
  desk_.key(ImGuiKey_F11);
  settle();
  EXPECT_TRUE(desk_.has("section/memory_chart"));
}

/// Writes pictures of all pages for people to look at.
TEST(PicturesOfThePages, AreDrawnAtEachSize) {
  struct Look {
    std::uint32_t width, height;
    float zoom;
  };
  for (const Look& look : {Look{1920, 1080, 1}, Look{1280, 720, 1}, Look{1280, 720, 2}}) {
    for (const char* page :
         {"summary", "speed_of_light", "memory_chart", "memory_tables", "warp_states", "scheduler"}) {
      State state = state_with_kernels();
      accept(state, with_counters(state), 1);
      state.ui.zoom = look.zoom;
      ASSERT_TRUE(perform(state, Invoke("show_" + std::string(page)), 1));
      Desk desk(state, look.width, look.height);
      if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
      ASSERT_TRUE(desk.perform(Invoke("show_" + std::string(page)), 1));
      desk.frames(6);
      EXPECT_TRUE(desk.has(std::string(page) + "/panel")) << page;
      desk.save(fmt::format("page_{}_{}_{}", page, look.height, look.zoom));
    }
  }
}

}  // namespace
}  // namespace lanescope::gui::test
