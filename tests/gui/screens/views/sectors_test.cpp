#include <gtest/gtest.h>

#include <bit>

#include "gui/screens/sectors/sectors_view_model.h"
#include "gui/store/actions.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/store/words/numbers.h"
#include "gui/support/matrices_fixture.h"
#include "gui/support/offscreen.h"

namespace lanescope::gui::test {
namespace {

class Sectors : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(perform(state_, {"show_sectors"}, 0));
    accept(state_, with_naive_trace(state_), 1);
  }
  [[nodiscard]] SectorsViewModel view_model() { return sectors_view_model(state_.playback).value(); }

  State state_ = state_with_kernels();
};

TEST_F(Sectors, ShowARowReadBesideTheColumnWriteOfTheSameWarp) {
  const SectorsViewModel at_load = view_model();
  EXPECT_FALSE(at_load.chosen.stores);
  EXPECT_EQ(at_load.chosen.map.sectors, 4u);
  EXPECT_TRUE(at_load.chosen.is_ideal());
  ASSERT_TRUE(at_load.opposite);
  EXPECT_TRUE(at_load.opposite->stores);
  EXPECT_EQ(at_load.opposite->record, at_load.chosen.record + 1);
  EXPECT_EQ(at_load.opposite->map.sectors, 32u);
  EXPECT_FALSE(at_load.opposite->is_ideal());
  ASSERT_TRUE(perform(state_, {"next_access"}, 2));
  const SectorsViewModel at_store = view_model();
  EXPECT_TRUE(at_store.chosen.stores);
  EXPECT_EQ(at_store.opposite->record, at_store.chosen.record - 1) << "a store is held against the load before it";
}

TEST_F(Sectors, SayTheAmplificationAndTheBytes) {
  const SectorsViewModel here = view_model();
  EXPECT_EQ(amplification_text(here.chosen.map), "1.0×");
  EXPECT_EQ(amplification_text(here.opposite->map), "8.0×");
  EXPECT_EQ(bytes_text(state_, here.opposite->map), "128 B used of 1\u2009024 B moved");
  EXPECT_EQ(title_of(state_, here.chosen), "Load of in, line 42");
  EXPECT_EQ(title_of(state_, *here.opposite), "Store to out, line 42");
}

TEST_F(Sectors, SayInOneSentenceWhatHappens) {
  EXPECT_EQ(sectors_caption(state_, view_model()),
            "Warp 0 of block 0: 32 lanes load 128 B from in, in 4 sectors of one line. Every byte moved is used.");
  ASSERT_TRUE(perform(state_, {"next_access"}, 2));
  EXPECT_EQ(sectors_caption(state_, view_model()),
            "Warp 0 of block 0: 32 lanes store 128 B to out, in 32 sectors of 32 lines. 1\u2009024 B are moved, 8.0 "
            "times what is used; ideal: 4 sectors.");
}

TEST_F(Sectors, ExplainALaneASectorAndALine) {
  ASSERT_TRUE(perform(state_, {"next_access"}, 2));
  const SectorAccess store = view_model().chosen;
  EXPECT_EQ(line_text(state_, store, store.map.lines.at(3).line), "out[3][0…]");
  EXPECT_EQ(sector_sentence(state_, store, 3, 0),
            "Sector 0 of the line from out[3][0…]: 4 of its 32 B are used, by lane 3.");
  EXPECT_EQ(sector_sentence(state_, store, 3, 1), "Sector 1 of the line from out[3][0…]: not touched, not moved.");
  EXPECT_EQ(lane_sentence(state_, store, 7), "Lane 7: 4 B in sector 0 of the line from out[7][0…].");
}

TEST_F(Sectors, NameALineOfABufferWithoutShapeByItsOffset) {
  auto traced = std::make_shared<analysis::Traced>(*naive_trace(state_));
  traced->buffers.clear();
  experiments::Result result = emulated(state_);
  result.traced = traced;
  accept(state_, result, 2);
  ASSERT_TRUE(perform(state_, {"next_access"}, 2));
  const SectorAccess store = view_model().chosen;
  const std::uint64_t line = store.map.lines.at(3).line;
  ASSERT_EQ(line * 128, 3u * 4 * naive_rows);
  EXPECT_EQ(line_text(state_, store, line), "out + " + grouped(3.0 * 4 * naive_rows, 0) + " B");
}

TEST_F(Sectors, NameLanesThatMetNoBuffer) {
  auto traced = std::make_shared<analysis::Traced>(*naive_trace(state_));
  traced->trace.offsets[0][31] = trace::no_offset;
  traced->trace.headers[0].active_mask = 0xfffffff0u;
  for (std::uint32_t lane = 0; lane < 4; ++lane) traced->trace.offsets[0][lane] = trace::no_offset;
  experiments::Result result = emulated(state_);
  result.traced = traced;
  accept(state_, result, 2);
  const SectorAccess access = view_model().chosen;
  EXPECT_EQ(access.beyond, 1u << 31);
  EXPECT_EQ(lane_sentence(state_, access, 31), "Lane 31: its address is outside every buffer.");
  EXPECT_EQ(lane_sentence(state_, access, 2), "Lane 2 is inactive.");
  EXPECT_NE(sectors_caption(state_, view_model()).find("Outside every buffer: lane 31."), std::string::npos);
}

TEST_F(Sectors, FillLaneAfterLaneWhileTheyPlay) {
  ASSERT_TRUE(perform(state_, {"next_access"}, 2));
  EXPECT_EQ(view_model().done, 0xffffffffu) << "a still picture shows the whole access";
  ASSERT_TRUE(perform(state_, {"toggle_playing"}, 2));
  ASSERT_TRUE(perform(state_, AdvancePlayback{std::chrono::microseconds(100'000)}, 2));  // 0.4 of a step: 16 lanes
  const SectorsViewModel here = view_model();
  EXPECT_EQ(std::popcount(here.done), 16);
  EXPECT_EQ(here.so_far.sectors, 16u);
  EXPECT_EQ(here.chosen.map.sectors, 32u) << "the lines keep their places";
}

TEST(LineGrid, TakesAsFewColumnsAsLetEveryLineBeReadable) {
  EXPECT_EQ(line_grid(1, 100, 20).columns, 1u);
  EXPECT_EQ(line_grid(5, 100, 20).columns, 1u);
  EXPECT_EQ(line_grid(6, 100, 20).columns, 2u);
  EXPECT_EQ(line_grid(32, 100, 20).columns, 8u);
  EXPECT_EQ(line_grid(32, 160, 20).columns, 4u);
  EXPECT_EQ(line_grid(32, 10, 20).columns, 8u) << "and no more";
  const LineGrid grid = line_grid(32, 160, 20);
  EXPECT_EQ(grid.column_of(8), 1u) << "columns fill from the top, so that lanes stand above their lines";
  EXPECT_EQ(grid.row_of(8), 0u);
}

TEST_F(Sectors, AreChosenByAClick) {
  state_.ui.zoom = 0.75F;  // there is room for both pictures
  ASSERT_TRUE(perform(state_, {"next_access"}, 2));
  Desk desk(state_, 1280, 720, {}, {FocusPanel{"sectors"}});
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.frames(3);
  desk.click("sectors/lane/9");
  EXPECT_EQ(state_.playback.focus.lane, 9u);
  desk.click("sectors/line/3/0");
  ASSERT_TRUE(state_.playback.focus.byte);
  EXPECT_EQ(state_.playback.focus.byte->offset, 3u * 4 * naive_rows);
  EXPECT_EQ(state_.playback.focus.byte->buffer, 0u);
  EXPECT_EQ(state_.playback.focus.lane, 3u) << "the one lane of that sector";
  const std::uint32_t record = shown_access(state_.playback, AnimatedView::sectors)->record;
  desk.click("sectors/partner/amplification");
  EXPECT_EQ(shown_access(state_.playback, AnimatedView::sectors)->record, record - 1);
}

TEST_F(Sectors, AreDrawnForRowsAndColumns) {
  for (const auto& [name, steps] : {std::pair{"row", 0}, std::pair{"column", 1}}) {
    State state = state_with_kernels();
    const Outcome shown = perform(state, {"show_sectors"}, 0);
    ASSERT_TRUE(shown);
    accept(state, with_naive_trace(state), 1);
    for (int step = 0; step < steps; ++step) ASSERT_TRUE(perform(state, {"next_access"}, 1));
    for (const auto& [width, height] : {std::pair{1280u, 720u}, std::pair{1920u, 1080u}}) {
      for (const bool wide : {false, true}) {
        state.ui.zoom = wide ? 0.75F : 1;
        Desk desk(state, width, height, {}, *shown);
        if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
        desk.frames(3);
        desk.save(std::string("sectors_") + name + (wide ? "_wide_" : "_") + std::to_string(height));
        EXPECT_TRUE(desk.has("sectors/amplification"));
        EXPECT_TRUE(desk.has("sectors/partner"));
        EXPECT_EQ(desk.has("sectors/line/31/3"), steps == 1);
      }
    }
  }
}

}  // namespace
}  // namespace lanescope::gui::test
