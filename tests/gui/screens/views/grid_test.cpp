// The Grid view: where its times come from, waves and tail, its own clock, what running blocks touch, and its mouse.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "gui/export/export_plots.h"
#include "gui/readings/time_axis.h"
#include "gui/screens/grid/grid_picture.h"
#include "gui/screens/grid/grid_view_model.h"
#include "gui/screens/views/grid_fixture.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/support/offscreen.h"
#include "gui/widgets/view_panel.h"

namespace lanescope::gui::test {
namespace {

class Grid : public testing::Test {
 protected:
  void SetUp() override {
    state_.ui.zoom = 0.75F;  // there is room
    ASSERT_TRUE(perform(state_, {"show_grid"}, 0));
  }
  void show(const experiments::Result& result) { accept(state_, result, 1); }
  void go_to(double steps) { ASSERT_TRUE(perform(state_, ScrubTo{steps}, 1)); }
  [[nodiscard]] const analysis::GridTimes& times() { return *state_.playback.grid.times; }
  [[nodiscard]] const GridViewModel& view_model() {
    renew(view_model_, state_);
    return view_model_;
  }

  State state_ = state_with_kernels();
  GridViewModel view_model_;
};

TEST_F(Grid, ShowsTheWavesAndTheTailThatTheModelPredicts) {
  show(with_predicted_grid(state_, 2 * 132 + 4));
  EXPECT_EQ(why_nothing_to_show(state_, AnimatedView::grid), "");
  EXPECT_EQ(times().source, analysis::GridSource::predicted);
  EXPECT_EQ(times().runs.size(), 268u);
  const model::GridSummary& summary = times().launches.at(0).summary;
  EXPECT_EQ(summary.wave_blocks, 264u);
  EXPECT_EQ(summary.end, 6000u);
  EXPECT_EQ(summary.tail_begin, 4000u);
  EXPECT_EQ(times().wave_of(0, 263), 0u);
  EXPECT_EQ(times().wave_of(0, 264), 1u);
  EXPECT_EQ(title_of(state_, view_model()), "Blocks on SMs, predicted");
  EXPECT_EQ(lanescope::gui::summary(state_, view_model()),
            "H200: 268 blocks · 132 SMs · blocks per SM: 2 · waves: 1.02");
  EXPECT_EQ(tail_text(state_, times().launches[0]), "tail: 33 % of the time, 128 of 132 SMs idle");
  EXPECT_EQ(moment_text(state_, times(), 4000), "4\u2009000 ns");
}

TEST_F(Grid, SaysHowManyBlocksRunAtTheMoment) {
  show(with_predicted_grid(state_, 268));
  go_to(500);
  EXPECT_EQ(grid_caption(state_, view_model()),
            "At 3\u2009000 ns 264 blocks run on 132 of 132 SMs; 0 are done, 4 wait. Tail: for 33 % of the time 98 % of "
            "the block slots are empty, which costs 33 % of the launch. Predicted: every SM behaves like the one that "
            "the model simulates.");
  go_to(900);
  EXPECT_EQ(view_model().moment.running, 4u);
  EXPECT_EQ(view_model().moment.done, 264u);
  ASSERT_TRUE(perform(state_, {"use_chinese"}, 1));
  EXPECT_EQ(
      grid_caption(state_, view_model()),
      "在 5\u2009400 ns 时刻，4 个线程块在 132 个 SM 中的 4 个上运行；已完成 264 个，等待 0 个。尾部：在 33 % 的时间里"
      "平均有 98 % 的驻留位置空着，使这次启动损失 33 %。预测：每个 SM 都与模型所运行的那个 SM 一样。");
}

TEST_F(Grid, WithoutAPredictionHasTheOrderAndSaysThatNoTimeIsKnown) {
  experiments::Result result = with_predicted_grid(state_, 400);
  result.predicted.reset();
  result.without_prediction = "the kernel uses matrix instructions";
  show(result);
  EXPECT_EQ(times().source, analysis::GridSource::order);
  EXPECT_EQ(times().length, 2.0 * 1000);
  EXPECT_EQ(moment_text(state_, times(), 1500), "1.50");
  EXPECT_NE(grid_caption(state_, view_model()).find("No times are known: each block takes one unit."),
            std::string::npos);
}

TEST_F(Grid, OfAFileGivesEachBlockTheSamePartOfTheTime) {
  experiments::Result result = with_predicted_grid(state_, 400);
  result.predicted->prediction.launches.front().blocks = {};
  show(result);
  EXPECT_EQ(times().source, analysis::GridSource::even);
  EXPECT_EQ(times().runs.at(0).end, 3000u);
  EXPECT_EQ(times().runs.at(399).end, 6000u);
}

TEST_F(Grid, ShowsWhatAGpuHasWrittenDownInsteadOfThePrediction) {
  show(with_measured_grid(state_));
  EXPECT_EQ(times().source, analysis::GridSource::instrumented);
  EXPECT_EQ(times().sm_count, 4u);
  ASSERT_EQ(times().launches.size(), 2u);
  EXPECT_EQ(times().launches[0].summary.end, 2500u);
  EXPECT_EQ(times().launches[0].summary.tail_begin, 1900u);
  EXPECT_EQ(times().launches[1].summary.begin, 2600u);
  EXPECT_EQ(times().launch_at(2599), 0u);
  EXPECT_EQ(times().launch_at(2600), 1u);
  EXPECT_EQ(sentence_of_block(state_, times(), {0, 5}),
            "transpose: Block 5 on SM 1, wave 2: from 960 ns to 2\u2009100 ns, 1\u2009140 ns.");
  // A repeated measurement records no blocks, and takes none away.
  experiments::Result again = with_measured_grid(state_);
  again.block_times.reset();
  show(again);
  EXPECT_EQ(times().source, analysis::GridSource::instrumented);
}

TEST_F(Grid, AsksAGpuForTheTimesOfBlocksOnlyWhileItIsSeen) {
  ASSERT_TRUE(trace_choice(state_));
  EXPECT_TRUE(trace_choice(state_)->block_times);
  ASSERT_TRUE(perform(state_, SetViewVisible{AnimatedView::grid, false}, 0));
  ASSERT_TRUE(perform(state_, SetViewVisible{AnimatedView::banks, true}, 0));
  EXPECT_FALSE(trace_choice(state_)->block_times);
}

TEST_F(Grid, HasAClockOfItsOwnThatStepsByBlocksAndWaves) {
  show(with_measured_grid(state_));
  EXPECT_EQ(needs_accesses(state_), "");
  EXPECT_EQ(playable_steps(state_.playback), GridClock::steps);
  ASSERT_TRUE(perform(state_, {"next_access"}, 1));
  EXPECT_NEAR(state_.playback.grid.tick(), 20, 1e-6) << "where the second block begins";
  ASSERT_TRUE(perform(state_, {"next_barrier"}, 1));
  EXPECT_NEAR(state_.playback.grid.tick(), 910, 1e-6) << "the second wave";
  ASSERT_TRUE(perform(state_, {"next_barrier"}, 1));
  EXPECT_NEAR(state_.playback.grid.tick(), 2500, 1e-6) << "the end of the first launch";
  ASSERT_TRUE(perform(state_, {"previous_access"}, 1));
  EXPECT_NEAR(state_.playback.grid.tick(), 1310, 1e-6);
  ASSERT_TRUE(perform(state_, ScrubTo{0}, 1));
  ASSERT_TRUE(perform(state_, {"toggle_playing"}, 1));
  ASSERT_TRUE(perform(state_, AdvancePlayback{std::chrono::seconds(2)}, 3));
  EXPECT_NEAR(state_.playback.grid.at, 2 * state_.playback.speed(), 1e-6);
  EXPECT_EQ(state_.playback.position, 0) << "the accesses of the other views stay where they are";
}

TEST_F(Grid, KnowsWhichPartsOfTheBuffersTheRunningBlocksTouch) {
  show(with_touching_grid(state_, 268));
  go_to(100);
  ASSERT_EQ(view_model().memory.why_not, "");
  ASSERT_EQ(view_model().touched.size(), 2u);
  const GridTouched& read = view_model().touched[0];
  EXPECT_EQ(read.bytes, 264u * 4096) << "each running block has a tile of its own";
  EXPECT_EQ(read.sections.front(), 1u);
  EXPECT_EQ(read.sections.back(), 0u) << "the last four blocks wait";
  EXPECT_EQ(view_model().touched[1].sections.front(), 2u) << "it is written";
  go_to(900);
  EXPECT_EQ(view_model().touched[0].bytes, 4u * 4096);
  EXPECT_EQ(view_model().touched[0].sections.back(), 1u);
  EXPECT_EQ(view_model().touched_bytes(), 8u * 4096);
  EXPECT_EQ(traced_block(view_model()), (GridBlock{0, view_model().memory.block}));
  EXPECT_EQ(memory_text(state_, view_model()),
            "The running blocks access, from start to end: 32.0 KiB, 0.1 % of the L2 (60.0 MiB).");
}

TEST_F(Grid, SaysWhyItDoesNotKnowWhatIsTouched) {
  show(with_predicted_grid(state_, 268));
  EXPECT_EQ(view_model().memory.why_not, "grid.memory_no_trace");
  State without_worker = state_;
  without_worker.known.connected = false;
  EXPECT_EQ(memory_text(without_worker, view_model()), state_.say("grid.memory_recording"));
  experiments::Result result = with_touching_grid(state_, 268);
  for (predict::SiteTraffic& site : result.predicted->prediction.launches.front().sites) site.shift.reset();
  show(result);
  EXPECT_EQ(view_model().memory.why_not, "grid.memory_data_decide");
  result = with_touching_grid(state_, 268);
  result.launches.front().grid = {300, 1, 1};
  result.predicted->launch_blocks = {300};
  show(result);
  EXPECT_EQ(view_model().memory.why_not, "grid.memory_other_size");
}

TEST_F(Grid, SaysWhyThereIsNothingToShow) {
  EXPECT_NE(why_nothing_to_show(state_, AnimatedView::grid), "");
  experiments::Result result = with_predicted_grid(state_, 268);
  result.launches.front().blocks_per_sm.reset();
  show(result);
  EXPECT_EQ(why_nothing_to_show(state_, AnimatedView::grid), state_.say("grid.no_room"));
  State nothing;
  EXPECT_EQ(why_nothing_to_show(nothing, AnimatedView::grid), "Select a kernel to see its blocks on the SMs.");
}

TEST_F(Grid, FadesWhatBelongsToAnEarlierSetting) {
  show(with_predicted_grid(state_, 268));
  EXPECT_FALSE(grid_is_stale(state_));
  ASSERT_TRUE(perform(state_, SetKnob{"block_y", std::int64_t{16}}, 2));
  EXPECT_TRUE(grid_is_stale(state_));
  EXPECT_EQ(why_nothing_to_show(state_, AnimatedView::grid), "") << "it stays until there is another";
}

TEST_F(Grid, HasTheOtherViewsRecordTheBlockThatIsClicked) {
  show(with_touching_grid(state_, 268));
  ASSERT_TRUE(perform(state_, ChooseBlock{0, 77}, 1));
  EXPECT_EQ(state_.playback.grid.chosen, (GridBlock{0, 77}));
  EXPECT_FALSE(trace_choice(state_)->inside);
  EXPECT_EQ(trace_choice(state_)->first_block, 77u);
  ASSERT_TRUE(perform(state_, ChooseBlock{0, 77}, 1));
  EXPECT_FALSE(state_.playback.grid.chosen);
  EXPECT_TRUE(trace_choice(state_)->inside);
  EXPECT_FALSE(perform(state_, ChooseBlock{0, 268}, 1));
  // The emulator may run a smaller problem, which has fewer blocks.
  experiments::Result smaller = with_predicted_grid(state_, 268);
  smaller.launches.front().grid = {100, 1, 1};
  show(smaller);
  ASSERT_TRUE(perform(state_, ChooseBlock{0, 200}, 1));
  EXPECT_EQ(state_.playback.grid.chosen, (GridBlock{0, 200}));
  EXPECT_TRUE(trace_choice(state_)->inside);
}

TEST_F(Grid, ShowsFewerSmsInLargerRowsAndAllOfThemAgain) {
  show(with_predicted_grid(state_, 268));
  ASSERT_TRUE(perform(state_, {"larger_rows"}, 1));
  ASSERT_TRUE(perform(state_, {"larger_rows"}, 1));
  EXPECT_DOUBLE_EQ(state_.grid.last - state_.grid.first, 0.25);
  ASSERT_TRUE(perform(state_, {"smaller_rows"}, 1));
  EXPECT_DOUBLE_EQ(state_.grid.last - state_.grid.first, 0.5);
  ASSERT_TRUE(perform(state_, ViewGrid{0.9, 1.2, 0, 1}, 1));
  EXPECT_DOUBLE_EQ(state_.grid.to, 1) << "not beyond the end";
  EXPECT_NEAR(state_.grid.from, 0.7, 1e-9);
  ASSERT_TRUE(perform(state_, {"fit_grid"}, 1));
  EXPECT_EQ(state_.grid.from, 0);
  EXPECT_EQ(state_.grid.to, 1);
  EXPECT_FALSE(perform(state_, ViewGrid{0.5, 0.5, 0, 1}, 1));
}

TEST_F(Grid, IsWrittenAsATableAndAsADrawing) {
  EXPECT_FALSE(perform(state_, {"export_grid_svg"}, 1)) << "there is nothing yet";
  show(with_measured_grid(state_));
  EXPECT_TRUE(perform(state_, {"export_grid_svg"}, 1));
  EXPECT_TRUE(perform(state_, {"export_grid_csv"}, 1));
  const std::string csv = grid_csv(state_);
  EXPECT_NE(csv.find("launch,kernel,block,wave,sm,place,begin_ns,end_ns,origin"), std::string::npos);
  EXPECT_NE(csv.find("0,transpose,5,2,1,0,960,2100,measured"), std::string::npos);
  EXPECT_EQ(std::ranges::count(csv, '\n'), 10);
  const std::string svg = grid_svg(state_);
  EXPECT_NE(svg.find("Block 5 on SM 1"), std::string::npos);
  EXPECT_NE(svg.find("tail: 24 % of the time"), std::string::npos);
}

TEST(GridPicture, OfAMillionBlocksIsAsStrongAsTheTimeThatBlocksCover) {
  analysis::GridTimes times;
  times.sm_count = 100;
  times.max_slots_per_sm = 1;
  times.length = 10'000;
  analysis::GridLaunch& launch = times.launches.emplace_back();
  launch.summary.wave_blocks = 100;
  // Each SM has 10 000 blocks; in the second half of the time they run for half of their ticks.
  for (std::uint32_t block = 0; block < 5000; ++block) {
    for (std::uint16_t sm = 0; sm < 100; ++sm) times.runs.push_back({block, block + 1, sm, 0});
  }
  for (std::uint32_t block = 5000; block < 10'000; block += 2) {
    for (std::uint16_t sm = 0; sm < 100; ++sm) times.runs.push_back({block, block + 1, sm, 0});
  }
  launch.summary = model::summary_of(times.runs, times.runs.size(), 100, 1);
  GridPictureRequest request;
  request.width = 100;
  request.height = 50;
  request.to = times.length;
  request.last = 100;
  request.row = {0, 0, 0, 255};
  request.waves.fill({200, 200, 200, 255});
  const GridPicture picture = grid_picture(times, request);
  EXPECT_EQ(picture.image.at(10, 10)[0], 200);
  EXPECT_NEAR(picture.image.at(80, 10)[0], 100, 4);
  EXPECT_NEAR(picture.resident[10], 100, 0.1);
  EXPECT_NEAR(picture.resident[80], 50, 0.1);
}

TEST(GridPicture, HatchesPlacesThatStayEmptyAndCountsResidentBlocks) {
  analysis::GridTimes times;
  times.sm_count = 3;
  times.length = 100;
  times.runs = {{0, 100, 0, 0}, {0, 50, 1, 0}};
  analysis::GridLaunch& launch = times.launches.emplace_back();
  launch.summary = model::summary_of(times.runs, 2, 3, 1);
  GridPictureRequest request;
  request.width = 100;
  request.height = 30;
  request.to = 100;
  request.last = 3;
  request.ground = request.row = {0, 0, 0, 255};
  request.idle = {255, 0, 0, 255};
  request.waves.fill({0, 0, 255, 255});
  const GridPicture picture = grid_picture(times, request);
  const auto hatched = [&](std::uint32_t x, std::uint32_t y) {
    bool any = false;
    for (std::uint32_t more = 0; more < request.hatch; ++more) any |= picture.image.at(x + more, y) == request.idle;
    return any;
  };
  EXPECT_FALSE(hatched(60, 4));
  EXPECT_FALSE(hatched(30, 14));
  EXPECT_TRUE(hatched(60, 14)) << "its last block has ended";
  EXPECT_TRUE(hatched(10, 24)) << "it never gets a block";
  EXPECT_FLOAT_EQ(picture.resident[10], 2);
  EXPECT_FLOAT_EQ(picture.resident[80], 1);
}

class GridPanel : public Grid {
 protected:
  void SetUp() override {
    Grid::SetUp();
    show(with_measured_grid(state_));
    desk_ = std::make_unique<Desk>(state_, 1280, 720, Desk::Layouts(), Effects{FocusPanel{"grid"}});
    if (!desk_->missing().empty()) GTEST_SKIP() << desk_->missing();
    desk_->frames(4);
  }
  std::unique_ptr<Desk> desk_;
};

TEST_F(GridPanel, SelectsTheBlockThatIsClicked) {
  EXPECT_TRUE(desk_->has("grid/caption"));
  EXPECT_TRUE(desk_->has("grid/strip"));
  const ImRect rows = desk_->place("grid/rows");
  desk_->move_to({rows.Min.x + 1500.0F / 3200 * rows.GetWidth(), rows.Min.y + 1.4F / 4 * rows.GetHeight()});
  desk_->frames(2);
  desk_->press();
  desk_->frames(1);
  desk_->release();
  desk_->frames(3);
  EXPECT_EQ(state_.playback.grid.chosen, (GridBlock{0, 5}));
}

}  // namespace
}  // namespace lanescope::gui::test
