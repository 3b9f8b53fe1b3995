// The sweep of the window as data: its grid, its actions, the points that come in, the table that goes out.
#include "gui/screens/sweep/sweep_commands.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/selection_commands.h"
#include "gui/store/sweep/sweep_state.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "gui/screens/sweep/sweep_view_model.h"
#include "gui/support/fixture.h"
#include "recordings/sweep/sweep_csv.h"

namespace lanescope::gui {
namespace {

class SweepOfTheWindow : public testing::Test {
 protected:
  void choose(SweepAxis axis, const std::string& name, const std::string& values = {}) {
    ASSERT_TRUE(perform(state_, SetSweepAxis{axis, name}, 0));
    if (values.empty()) return;
    ASSERT_TRUE(perform(state_, SetSweepValues{axis, values}, 0));
  }
  [[nodiscard]] const SweepGrid& grid() const { return sweep_grid(state_); }

  /// The answer to the point that the sweep waits for.
  [[nodiscard]] experiments::Result answer(double gb_per_s) const {
    const experiments::Experiment experiment = sweep_experiment(state_).value();
    State at = test::state_with_kernels();
    at.selection.values[at.selection.kernel] = experiment.values;
    settle(at);
    experiments::Result result = test::refined(at);
    result.cold->median = static_cast<double>(result.work_bytes) / (gb_per_s * 1e6);
    result.cold->q1 = 0.99 * result.cold->median;
    result.cold->q3 = 1.02 * result.cold->median;
    return result;
  }

  State state_ = test::state_with_kernels();
};

TEST_F(SweepOfTheWindow, BeginsWithACurveOverTheFirstKnob) {
  EXPECT_EQ(grid().names[0], "block_x");
  EXPECT_FALSE(grid().is_map());
  EXPECT_EQ(grid().cells.size(), 9U);
  EXPECT_EQ(grid().typed[0], "all");
  const SweepViewModel view_model = sweep_view_model(state_);
  EXPECT_EQ(view_model.marks[8].kind, SweepMark::Kind::illegal) << "256 × 8 threads";
  EXPECT_NE(view_model.marks[8].detail.find("a block has at most 1024 threads"), std::string::npos);
  EXPECT_EQ(view_model.marks[5].kind, SweepMark::Kind::unknown);
  EXPECT_TRUE(view_model.marks[5].current) << "block_x = 32 is the default";
}

TEST_F(SweepOfTheWindow, IsAMapOverTwoSettingsWithTheFirstAlongTheRows) {
  choose(SweepAxis::second, "block_y");
  EXPECT_TRUE(grid().is_map());
  ASSERT_EQ(grid().cells.size(), 54U);
  EXPECT_EQ(grid().cells[10].values, (catalogue::Values{{"block_x", std::int64_t{2}}, {"block_y", std::int64_t{2}}}));
  std::size_t illegal = 0;
  for (const SweepCell& cell : grid().cells) illegal += cell.illegal.empty() ? 0 : 1;
  EXPECT_EQ(illegal, 6U);
  EXPECT_EQ(grid().plan.points.size(), 48U);
}

TEST_F(SweepOfTheWindow, KeepsItsPointsWhileTheKnobOfItsAxisIsDragged) {
  ASSERT_TRUE(perform(state_, {"pin_a"}, 0));
  const SweepCell *before = grid().cells.data(), *pinned = pinned_grid(state_, 0).cells.data();
  for (const std::int64_t block_x : {16, 8, 4}) ASSERT_TRUE(perform(state_, SetKnob{"block_x", block_x}, 0));
  EXPECT_EQ(grid().cells.data(), before) << "nothing they depend on has changed";
  EXPECT_EQ(pinned_grid(state_, 0).cells.data(), pinned);
  ASSERT_TRUE(perform(state_, SetKnob{"block_y", std::int64_t{4}}, 0));
  EXPECT_EQ(grid().others, "block_y=4");
  EXPECT_EQ(grid().cells.front().values.at("block_y"), catalogue::Value(std::int64_t{4}));
  EXPECT_EQ(pinned_grid(state_, 0).cells.data(), pinned) << "the pinned setting is what it was";
  ASSERT_TRUE(perform(state_, SelectKernel{"transpose/copy_row"}, 0));
  EXPECT_EQ(grid().kernel, "transpose/copy_row");
  EXPECT_EQ(pinned_grid(state_, 0).kernel, "transpose/naive_row");
}

TEST_F(SweepOfTheWindow, TakesSizesAndValuesAsTheCommandLineDoes) {
  choose(SweepAxis::first, "nx");
  EXPECT_EQ(grid().typed[0], "512..32768");
  EXPECT_EQ(grid().labels[0].front(), "512");
  EXPECT_EQ(grid().labels[0].size(), 7U);
  choose(SweepAxis::first, "nx", "100..300:+100");
  EXPECT_EQ(grid().labels[0], (std::vector<std::string>{"100", "200", "300"}));
  choose(SweepAxis::first, "nx", "10..5");
  EXPECT_NE(grid().missing.find("ends before it begins"), std::string::npos);
  EXPECT_FALSE(perform(state_, {"start_sweep"}, 0));
}

TEST_F(SweepOfTheWindow, ChangesPlacesWhenBothAxesWouldBeTheSame) {
  choose(SweepAxis::second, "block_y");
  choose(SweepAxis::first, "block_y");
  EXPECT_EQ(grid().names, (std::array<std::string, 2>{"block_y", "block_x"}));
  choose(SweepAxis::second, "");
  EXPECT_FALSE(grid().is_map());
  choose(SweepAxis::second, "block_y");
  EXPECT_EQ(grid().names[1], "block_y");
  EXPECT_NE(grid().names[0], "block_y");
}

TEST_F(SweepOfTheWindow, RunsItsPointsOneAfterTheOtherAndEnds) {
  ASSERT_TRUE(perform(state_, {"start_sweep"}, 1));
  EXPECT_FALSE(perform(state_, {"start_sweep"}, 1)) << "it runs already";
  double seconds = 1;
  std::vector<std::string> asked;
  while (const auto experiment = sweep_experiment(state_)) {
    asked.push_back(catalogue::to_text(experiment->values.at("block_x")));
    accept_sweep_point(state_, answer(1000 + 100 * static_cast<double>(asked.size())), ++seconds);
    if (asked.size() == 4) {
      EXPECT_EQ(sweep_view_model(state_).progress, "4 of 8 points, 4 s left");
    }
    ASSERT_LE(asked.size(), 8U);
  }
  EXPECT_EQ(asked, (std::vector<std::string>{"1", "2", "4", "8", "16", "32", "64", "128"}));
  EXPECT_FALSE(state_.sweep.run);
  const SweepViewModel view_model = sweep_view_model(state_);
  EXPECT_EQ(view_model.quantity, counters::QuantityId("rate.memory"));
  EXPECT_NEAR(view_model.marks[0].value.number, 1100, 1e-6);
  EXPECT_NEAR(view_model.marks[0].value.low(), 1100 / 1.02, 1e-6);
  EXPECT_NEAR(view_model.high, 1800, 1e-6);
  EXPECT_EQ(view_model.caption, "measured on Made-up GPU");
}

TEST_F(SweepOfTheWindow, KeepsAFailureWithItsReasonAndGoesOn) {
  ASSERT_TRUE(perform(state_, {"start_sweep"}, 0));
  experiments::Result lost;
  lost.stage = experiments::ResultStage::failed;
  lost.faults = {experiments::Fault{}};
  lost.faults[0].kind = FaultKind::worker_lost;
  lost.faults[0].message = "the worker died";
  accept_sweep_point(state_, lost, 1);
  EXPECT_TRUE(state_.sweep.run);
  EXPECT_EQ(state_.sweep.run->failed, 1U);
  const SweepMark mark = sweep_view_model(state_).marks[0];
  EXPECT_EQ(mark.kind, SweepMark::Kind::failed);
  EXPECT_NE(mark.detail.find("failed (worker_lost): the worker died"), std::string::npos);
}

TEST_F(SweepOfTheWindow, GoesOnWhereItWasStoppedAndForgetsATextThatChanged) {
  ASSERT_TRUE(perform(state_, {"start_sweep"}, 0));
  accept_sweep_point(state_, answer(1000), 1);
  ASSERT_TRUE(perform(state_, {"stop_sweep"}, 2));
  EXPECT_FALSE(sweep_experiment(state_));
  ASSERT_TRUE(perform(state_, {"start_sweep"}, 3));
  EXPECT_EQ(sweep_experiment(state_)->values.at("block_x"), catalogue::Value(std::int64_t{2}));
  EXPECT_EQ(sweep_view_model(state_).marks[0].kind, SweepMark::Kind::value);
  test::edit(state_, test::kernel_text("Another text"), 4);
  EXPECT_FALSE(state_.sweep.run);
  EXPECT_EQ(sweep_view_model(state_).marks[0].kind, SweepMark::Kind::unknown);
}

TEST_F(SweepOfTheWindow, KeepsItsOwnSettingWhileAKnobIsTurned) {
  ASSERT_TRUE(perform(state_, {"start_sweep"}, 0));
  ASSERT_TRUE(perform(state_, SetKnob{"block_y", std::int64_t{16}}, 1));
  EXPECT_FALSE(sweep_experiment(state_)->values.contains("block_y"));
  EXPECT_TRUE(grid().cells[0].values.contains("block_y"));
  EXPECT_EQ(grid().others, "block_y=16");
}

TEST_F(SweepOfTheWindow, ShowsRecordedPointsWithMachineAndDateWhereNothingWasMeasured) {
  experiments::Result recorded = test::refined(state_);
  recorded.recorded = "2026-01-31T12:00:00Z";
  state_.known.recordings.push_back(std::make_shared<const experiments::Result>(recorded));
  state_.known.machine = experiments::Machine{};
  const SweepViewModel view_model = sweep_view_model(state_);
  EXPECT_EQ(view_model.marks[5].kind, SweepMark::Kind::value);
  EXPECT_EQ(view_model.marks[5].value.origin, experiments::Origin::recorded);
  EXPECT_EQ(view_model.caption, "recorded on Made-up GPU, 2026-01-31");
  EXPECT_NE(view_model.marks[5].detail.find("recorded on Made-up GPU, 2026-01-31"), std::string::npos);
}

TEST_F(SweepOfTheWindow, ShowsNothingOfAPinWhereNoPointOfItsOwnCanRun) {
  ASSERT_TRUE(perform(state_, SetKnob{"block_y", std::int64_t{1}}, 0));
  ASSERT_TRUE(perform(state_, SetKnob{"block_x", std::int64_t{256}}, 0));
  ASSERT_TRUE(perform(state_, {"pin_a"}, 0));
  experiments::Result recorded = test::refined(state_);
  recorded.recorded = "2026-01-31T12:00:00Z";
  state_.known.recordings.push_back(std::make_shared<const experiments::Result>(recorded));
  state_.known.machine = experiments::Machine{};
  choose(SweepAxis::first, "block_x", "256");
  ASSERT_TRUE(perform(state_, SetKnob{"block_x", std::int64_t{32}}, 0));
  ASSERT_TRUE(perform(state_, SetKnob{"block_y", std::int64_t{4}}, 0));
  const SweepViewModel both = sweep_view_model(state_);
  ASSERT_EQ(both.pinned.size(), 1U);
  EXPECT_TRUE(both.pinned.front().marks.front().has_value());

  ASSERT_TRUE(perform(state_, SetKnob{"block_y", std::int64_t{8}}, 0));
  EXPECT_TRUE(grid().cells.empty());
  EXPECT_FALSE(grid().missing.empty());
  const SweepViewModel none = sweep_view_model(state_);
  EXPECT_TRUE(none.marks.empty());
  EXPECT_TRUE(none.pinned.empty());
}

TEST_F(SweepOfTheWindow, ShowsSectorsWhereThereAreNoTimes) {
  ASSERT_TRUE(perform(state_, {"start_sweep"}, 0));
  const experiments::Result emulated = test::emulated(state_);
  state_.known.machine = emulated.machine;
  accept_sweep_point(state_, emulated, 1);
  const SweepViewModel view_model = sweep_view_model(state_);
  EXPECT_EQ(view_model.quantity, counters::QuantityId("global.sectors_per_request"));
  EXPECT_EQ(view_model.caption, "derived from executed addresses");
  EXPECT_EQ(view_model.marks[0].kind, SweepMark::Kind::value);
}

TEST_F(SweepOfTheWindow, TurnsTheKnobsToAPointThatWasClicked) {
  choose(SweepAxis::second, "block_y");
  ASSERT_TRUE(perform(state_, GoToPoint{10}, 1));
  EXPECT_EQ(state_.current_values(), (catalogue::Values{{"block_x", std::int64_t{2}}, {"block_y", std::int64_t{2}}}));
  EXPECT_TRUE(sweep_view_model(state_).marks[10].current);
  const auto illegal = perform(state_, GoToPoint{53}, 1);
  ASSERT_FALSE(illegal);
  EXPECT_NE(illegal.error().what.text().find("a block has at most 1024 threads"), std::string::npos);
  EXPECT_FALSE(perform(state_, GoToPoint{54}, 1));
}

TEST_F(SweepOfTheWindow, WritesTheTableThatTheCommandLineWrites) {
  EXPECT_FALSE(perform(state_, {"export_sweep_csv"}, 0)) << "nothing is known yet";
  ASSERT_TRUE(perform(state_, {"start_sweep"}, 0));
  accept_sweep_point(state_, answer(1000), 1);
  ASSERT_TRUE(perform(state_, {"export_sweep_csv"}, 0));
  const auto rows = recordings::csv_rows(sweep_csv(state_))->rows;
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0][0], "kernel");
  EXPECT_EQ(rows[1][0], "transpose/naive_row");
  const auto column = std::find(rows[0].begin(), rows[0].end(), "gb_per_s") - rows[0].begin();
  EXPECT_EQ(rows[1][static_cast<std::size_t>(column)], "1000");
}

}  // namespace
}  // namespace lanescope::gui
