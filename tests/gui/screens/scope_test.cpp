#include "gui/screens/scope/scope_commands.h"
#include "gui/screens/scope/scope_view_model.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/selection_commands.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gui/readings/readings.h"
#include "gui/support/fixture.h"

namespace lanescope::gui {
namespace {

History::Sample at(double seconds, double rate, std::uint64_t setting) {
  return {seconds, rate, 0.9 * rate, 1.1 * rate, setting, 0};
}

History::Change turned(const std::string& knob, double seconds, const std::string& from, const std::string& to) {
  return {seconds, History::Change::Subject::setting, from, to, knob};
}

TEST(Scope, CountsTimeBackFromTheNewestEvent) {
  History history;
  history.add(at(10, 100, 1));
  history.add(at(12, 100, 1));
  const ScopeViewModel view_model = scope_view_model(history, 0);
  ASSERT_EQ(view_model.traces.size(), 1U);
  EXPECT_DOUBLE_EQ(view_model.traces[0].seconds[0], -2);
  EXPECT_DOUBLE_EQ(view_model.traces[0].seconds[1], 0);
}

TEST(Scope, DrawsNoLineFromOneSettingToAnother) {
  History history;
  history.add(at(1, 100, 1));
  history.add(turned("block_x", 2, "8", "16"));
  history.add(at(3, 200, 2));
  history.add(at(4, 210, 2));
  const ScopeViewModel view_model = scope_view_model(history, 0);
  ASSERT_EQ(view_model.traces.size(), 2U);
  EXPECT_EQ(view_model.traces[1].rate.size(), 2U);
  ASSERT_EQ(view_model.marks.size(), 1U);
  EXPECT_EQ(view_model.marks[0].change.text(*english()), "block_x 8 → 16");
}

TEST(Scope, ForgetsWhatIsOlderThanItsSpan) {
  History history;
  history.add(at(0, 100, 1));
  history.add(turned("block_x", 1, "8", "16"));
  history.add(at(100, 100, 2));
  const ScopeViewModel view_model = scope_view_model(history, 0);
  EXPECT_EQ(view_model.traces.size(), 1U);
  EXPECT_TRUE(view_model.marks.empty());
}

TEST(Scope, LeavesRoomAboveThePeakAndAboveWhatExceedsIt) {
  History history;
  history.add(at(1, 100, 1));
  EXPECT_GT(scope_view_model(history, 4800).top, 4800);
  EXPECT_EQ(scope_view_model(history, 4800).peak, 4800);
  EXPECT_EQ(scope_view_model(history, 0).peak, std::nullopt);
  history.add(at(2, 9000, 1));
  EXPECT_GT(scope_view_model(history, 4800).top, 9900);
}

TEST(Scope, JoinsTheStepsOfOneDragIntoOneChange) {
  History history;
  history.add(turned("block_x", 1.0, "8", "16"));
  history.add(turned("block_x", 1.2, "16", "32"));
  ASSERT_EQ(history.changes.size(), 1U);
  EXPECT_EQ(history.changes.front().text(*english()), "block_x 8 → 32");
  history.add(at(1.3, 100, 1));
  history.add(turned("block_x", 1.4, "32", "64"));
  EXPECT_EQ(history.changes.size(), 2U) << "something was measured in between";
  history.add(turned("block_y", 1.5, "1", "2"));
  EXPECT_EQ(history.changes.size(), 3U);
}

TEST(Scope, RemembersABoundedPast) {
  History history;
  for (int sample = 0; sample < 5000; ++sample) history.add(at(sample, 1, 1));
  for (int change = 0; change < 500; ++change) history.add(turned("block_x", 5000.0 + 2 * change, "1", "2"));
  EXPECT_EQ(history.samples.size(), History::max_samples);
  EXPECT_EQ(history.changes.size(), History::max_changes);
}

TEST(Scope, StandsStillWhereItWasHeld) {
  History history;
  for (int sample = 0; sample < 100; ++sample) history.add(at(sample, 100 + sample, 1));
  ScopeState held;
  held.zero = 50;
  held.last = 50;
  const ScopeViewModel before = scope_view_model(history, 0, held);
  history.add(at(200, 100, 1));
  const ScopeViewModel after = scope_view_model(history, 0, held);
  EXPECT_EQ(before.traces[0].seconds, after.traces[0].seconds);
  EXPECT_DOUBLE_EQ(after.traces[0].seconds.back(), 0) << "the moment it was held counts as 0";
  EXPECT_DOUBLE_EQ(after.first, -60);
}

TEST(Scope, ShowsThePartOfThePastThatIsLookedAt) {
  History history;
  for (int sample = 0; sample < 100; ++sample) history.add(at(sample, 100, 1));
  ScopeState view;
  view.zero = 99;
  view.last = 30;
  view.span = 10;
  const ScopeViewModel view_model = scope_view_model(history, 0, view);
  EXPECT_EQ(view_model.traces[0].rate.size(), 11U);
  EXPECT_DOUBLE_EQ(view_model.first, -79);
  EXPECT_DOUBLE_EQ(view_model.last, -69);
  EXPECT_EQ(nearest_sample(view_model, -70.2), 29U);
  EXPECT_EQ(nearest_sample(ScopeViewModel(), 0), std::nullopt);
}

TEST(Scope, TellsOperationsInsteadOfBytesWithTheSameSpread) {
  History history;
  history.add(History::Sample{1, 100, 90, 110, 1, 4000});
  history.add(at(2, 100, 2));  // moves bytes alone
  const ScopeViewModel view_model = scope_view_model(history, 60000, {}, true);
  ASSERT_EQ(view_model.traces.size(), 1U);
  EXPECT_DOUBLE_EQ(view_model.traces[0].rate[0], 4000);
  EXPECT_DOUBLE_EQ(view_model.traces[0].low[0], 3600);
}

TEST(Scope, HasALevelOfEachSettingThatLastsUntilTheNextChange) {
  History history;
  history.add(at(1, 1800, 1));
  history.add(turned("pad", 3, "0", "1"));
  history.add(at(3.5, 4200, 2));
  const ScopeViewModel view_model = scope_view_model(history, 4800);
  ASSERT_EQ(view_model.levels.size(), 2U);
  EXPECT_DOUBLE_EQ(view_model.levels[0].from, -2.5);
  EXPECT_DOUBLE_EQ(view_model.levels[0].to, -0.5) << "there the knob was turned";
  EXPECT_DOUBLE_EQ(view_model.levels[1].to, view_model.end);
  ASSERT_TRUE(view_model.step);
  EXPECT_DOUBLE_EQ(view_model.step->seconds, -0.5);
  EXPECT_NEAR(view_model.step->percent(), 133.3, 0.1);
  // What holds now has a quarter of the width at least, however young the session is.
  EXPECT_GE(view_model.end - view_model.last, 0.25 * (view_model.end - view_model.first));
}

TEST(Scope, HasNoStepUntilTheNewSettingHasARate) {
  History history;
  history.add(at(1, 1800, 1));
  EXPECT_FALSE(scope_view_model(history, 0).step);
  history.add(turned("pad", 3, "0", "1"));
  EXPECT_FALSE(scope_view_model(history, 0).step);
  History one = history;
  one.add(at(4, 4200, 2));
  EXPECT_TRUE(scope_view_model(one, 0).step);
  one.add(turned("pad", 5, "1", "2"));
  EXPECT_FALSE(scope_view_model(one, 0).step) << "the newest change is another one";
}

TEST(Scope, TakesWhatWasMeasuredBeforeWhatWasPredictedOfASetting) {
  History history;
  History::Sample predicted = at(1, 1700, 1);
  predicted.origin = experiments::Origin::predicted;
  history.add(predicted);
  history.add(at(2, 1800, 1));
  predicted.seconds = 3;
  history.add(predicted);
  const ScopeViewModel view_model = scope_view_model(history, 0);
  ASSERT_EQ(view_model.levels.size(), 1U);
  EXPECT_EQ(view_model.levels[0].origin, experiments::Origin::measured);
  EXPECT_DOUBLE_EQ(view_model.levels[0].rate, 1800);
  EXPECT_EQ(view_model.predicted.rate.size(), 2U);
}

TEST(Scope, RemembersTheSettingsOfItsSamplesAndForgetsThemTogether) {
  State state = test::state_with_kernels();
  test::accept(state, test::refined(state), 1);
  ASSERT_EQ(state.known.history.samples.size(), 1U);
  EXPECT_EQ(state.known.history.settings.at(state.known.history.samples[0].revision), "transpose/naive_row defaults");
  History history;
  for (std::uint64_t sample = 0; sample < 5000; ++sample) {
    history.settings.emplace(sample, "a setting");
    history.add(at(static_cast<double>(sample), 1, sample));
  }
  EXPECT_EQ(history.settings.size(), History::max_samples);
}

class ScopeActions : public testing::Test {
 protected:
  void act(const Command& command) {
    const Outcome done = perform(state_, command, 1);
    ASSERT_TRUE(done) << done.error().text();
  }
  void SetUp() override { test::fill_history(state_); }
  State state_ = test::state_with_kernels();
};

TEST_F(ScopeActions, HoldZoomMoveAndGoBackToLive) {
  const double newest = newest_event(state_.known.history);
  act({"toggle_scope_pause"});
  EXPECT_EQ(state_.scope.last, newest);
  EXPECT_TRUE(find_action("toggle_scope_pause")->ticked(state_));
  act({"scope_zoom_in"});
  EXPECT_DOUBLE_EQ(state_.scope.span, 30);
  EXPECT_DOUBLE_EQ(*state_.scope.last, newest - 15) << "the middle stays";
  act({"scope_earlier"});
  EXPECT_DOUBLE_EQ(*state_.scope.last, newest - 22.5);
  act({"scope_live"});
  EXPECT_FALSE(state_.scope.paused());
  EXPECT_DOUBLE_EQ(state_.scope.span, 60);
  EXPECT_FALSE(perform(state_, {"scope_live"}, 1)) << "it is already live";
  act({"scope_zoom_out"});
  EXPECT_FALSE(state_.scope.paused()) << "a longer time can follow too";
}

TEST_F(ScopeActions, LookAtATimeAndRefuseNonsense) {
  act(ViewScope{5.5, 12.25});
  EXPECT_DOUBLE_EQ(*state_.scope.last, 12.25);
  EXPECT_DOUBLE_EQ(state_.scope.span, 6.75);
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto& [first, last] :
       {std::pair{5.0, 5.0}, std::pair{12.0, 5.0}, std::pair{0.0, 99999.0}, std::pair{nan, 5.0}, std::pair{5.0, nan}}) {
    EXPECT_FALSE(perform(state_, ViewScope{first, last}, 1)) << first << " to " << last;
  }
  EXPECT_DOUBLE_EQ(*state_.scope.last, 12.25);
  act({"clear_scope"});
  EXPECT_FALSE(state_.scope.paused());
}

class ScopeBounds : public testing::Test {
 protected:
  [[nodiscard]] const ScopeBound* bound(const std::string& name) {
    bounds_ = scope_bounds(state_);
    const auto found =
        std::find_if(bounds_.begin(), bounds_.end(), [&](const ScopeBound& one) { return one.name == name; });
    return found == bounds_.end() ? nullptr : &*found;
  }
  State state_ = test::state_with_kernels();
  std::vector<ScopeBound> bounds_;
};

TEST_F(ScopeBounds, HaveTheTheoreticalPeakAndTheBestCopy) {
  ASSERT_NE(bound("theoretical"), nullptr);
  EXPECT_EQ(bound("theoretical")->number, 4800);
  EXPECT_EQ(bound("best copy"), nullptr);
  experiments::Result result = test::refined(state_);
  result.best_copy = experiments::CopyRate{4228, "cudaMemcpy of 512 MiB"};
  test::accept(state_, result, 1);
  ASSERT_NE(bound("best copy"), nullptr);
  EXPECT_EQ(bound("best copy")->number, 4228);
  EXPECT_NE(bound("best copy")->detail.find("cudaMemcpy of 512 MiB"), std::string::npos);
  EXPECT_GE(bounds_.front().number, bounds_.back().number);
}

TEST_F(ScopeBounds, HaveTheFamilysCopyAtTheSameBlockAndSizeOnceItWasMeasured) {
  EXPECT_EQ(bound("copy_row"), nullptr);
  ASSERT_TRUE(perform(state_, SelectKernel{"transpose/copy_row"}, 1));
  ASSERT_TRUE(perform(state_, SetKnob{"block_x", std::int64_t{64}}, 1));
  test::accept(state_, test::refined(state_), 2);
  EXPECT_EQ(bound("copy_row"), nullptr) << "it is no bound of itself";
  ASSERT_TRUE(perform(state_, SelectKernel{"transpose/naive_row"}, 3));
  EXPECT_EQ(bound("copy_row"), nullptr) << "that was another block";
  ASSERT_TRUE(perform(state_, SetKnob{"block_x", std::int64_t{64}}, 4));
  ASSERT_NE(bound("copy_row"), nullptr);
  EXPECT_NEAR(bound("copy_row")->number, 2871, 0.5);
  EXPECT_EQ(bound("copy_row")->origin, experiments::Origin::measured);
  EXPECT_NE(bound("copy_row")->detail.find("upper bound"), std::string::npos);
}

TEST_F(ScopeBounds, OfARecordingAreOfAGpuOfTheSameName) {
  ASSERT_TRUE(perform(state_, SelectKernel{"transpose/copy_row"}, 1));
  experiments::Result recorded = test::refined(state_);
  recorded.recorded = "2026-01-31T12:00:00Z";
  recorded.machine.device = "Another GPU";
  state_.known.recordings.push_back(std::make_shared<const experiments::Result>(recorded));
  ASSERT_TRUE(perform(state_, SelectKernel{"transpose/naive_row"}, 2));
  EXPECT_EQ(bound("copy_row"), nullptr);
  state_.known.machine->device.clear();
  ASSERT_NE(bound("copy_row"), nullptr) << "without a GPU here nothing can be mistaken";
  EXPECT_EQ(bound("copy_row")->origin, experiments::Origin::recorded);
  EXPECT_NE(bound("copy_row")->detail.find("Another GPU"), std::string::npos);
}

TEST_F(ScopeBounds, OfAKernelThatComputesAreOperations) {
  experiments::Result result = test::refined(state_);
  result.work_flops = 1000 * result.work_bytes;
  result.sheet.emplace();
  result.sheet->name = "H200";
  result.sheet->gb_per_s = 4800;
  result.sheet->fp32_gflop_per_s = 67000;
  EXPECT_TRUE(is_compute_bound(result));
  test::accept(state_, result, 1);
  EXPECT_TRUE(scope_shows_flops(state_));
  EXPECT_EQ(bound("theoretical")->number, 67000);
  EXPECT_EQ(bound("best copy"), nullptr);
  result.work_flops = result.work_bytes;
  EXPECT_FALSE(is_compute_bound(result)) << "left of the ridge bytes count";
}

}  // namespace
}  // namespace lanescope::gui
