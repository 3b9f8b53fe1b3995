// Predicted times in the window: marked, with their interval and their reason, and never before what was measured.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

#include "gui/export/export_plots.h"
#include "gui/readings/comparison_view_model.h"
#include "gui/readings/ladder_view_model.h"
#include "gui/readings/roofline_view_model.h"
#include "gui/screens/occupancy/occupancy_view_model.h"
#include "gui/screens/scope/scope_view_model.h"
#include "gui/screens/sweep/sweep_view_model.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/selection_commands.h"
#include "gui/support/fixture.h"

namespace lanescope::gui {
namespace {

/// A laptop without a GPU.
class Predictions : public testing::Test {
 protected:
  Predictions() {
    experiments::Machine machine;
    machine.host = "laptop";
    state_.known.machine = machine;
  }
  static const Reading& line(const std::vector<Reading>& readings, std::string_view label) {
    const auto found = std::ranges::find(readings, label, &Reading::label);
    if (found == readings.end()) throw std::out_of_range(std::string(label));
    return *found;
  }
  static const ScopeBound* bound(const std::vector<ScopeBound>& bounds, ScopeBound::Kind kind) {
    const auto found = std::ranges::find(bounds, kind, &ScopeBound::kind);
    return found == bounds.end() ? nullptr : &*found;
  }
  void act(const Command& command) { ASSERT_TRUE(perform(state_, command, ++seconds_)); }
  /// The emulator's first answer, before it has run the plan.
  [[nodiscard]] experiments::Result early() const {
    experiments::Result result = test::predicted(state_);
    result.stage = experiments::ResultStage::compiled;
    result.metrics.reset();
    result.verification.reset();
    return result;
  }
  void record(double factor = 1) {
    experiments::Result result = test::slowed(state_, factor);
    result.recorded = "2026-11-21T12:00:00Z";
    result.machine.device = "NVIDIA H200";
    state_.known.recordings.push_back(std::make_shared<const experiments::Result>(result));
  }
  State state_ = test::state_with_kernels();
  double seconds_ = 0;
};

TEST_F(Predictions, AreTheHeadlineWithIntervalGpuAndReason) {
  test::accept(state_, early(), 1);
  const Readout readout = read(state_);
  EXPECT_EQ(readout.rate.value, "2\u2009509");
  EXPECT_EQ(readout.rate.origin, experiments::Origin::predicted);
  EXPECT_EQ(readout.rate.spread, "[2\u2009237, 2\u2009796]");
  EXPECT_EQ(readout.rate.detail, "for H200, cold");
  EXPECT_TRUE(readout.rate_remedy.empty());
  EXPECT_EQ(readout.limited_by,
            "limited by the LSU pipe of the SMs (91 % of the time); next is device memory bandwidth (50 %)");
  ASSERT_TRUE(readout.peak);
  EXPECT_NEAR(readout.peak->share, 2509.0 / model::device_sheet("H200")->gb_per_s, 1e-3);
  const Reading& cold = line(readout.timing, "Time, cold");
  EXPECT_EQ(cold.value + " " + cold.unit, "53.50 µs");
  EXPECT_EQ(cold.spread, "[48.00, 60.00]");
  EXPECT_EQ(cold.origin, experiments::Origin::predicted);
  EXPECT_EQ(line(readout.timing, "L2 hit rate").value, "25.0");
  EXPECT_EQ(readout.verdict, Verdict::none);
  EXPECT_FALSE(readout.stale);
  test::accept(state_, test::predicted(state_), 2);
  EXPECT_EQ(read(state_).verdict, Verdict::verified);
}

TEST_F(Predictions, OfAFileThatSaysNoBytesAreATimeWithWhatIsAccessed) {
  experiments::Result result = test::predicted(state_);
  result.metrics = test::metrics();
  result.predicted->work_bytes = result.predicted->work_flops = result.work_bytes = result.work_flops = 0;
  result.predicted->sizes = result.sizes;
  test::accept(state_, result, 1);
  const Readout readout = read(state_);
  EXPECT_EQ(readout.rate.value + " " + readout.rate.unit, "53.50 µs");
  // 2 * 24 requests of 32 lanes and 4 bytes, in 3 of 16384 blocks.
  const Reading& accessed = line(readout.timing, "Accessed");
  EXPECT_EQ(accessed.value + " " + accessed.unit, "33.55 MB");
  EXPECT_EQ(accessed.origin, experiments::Origin::derived);
  EXPECT_NE(accessed.detail.find("3 of"), std::string::npos) << accessed.detail;
  const Reading& rate = line(readout.timing, "Access rate");
  EXPECT_EQ(rate.value + " " + rate.unit, "627.2 GB/s");
  EXPECT_EQ(rate.origin, experiments::Origin::predicted);
  // What the file says is the bandwidth itself.
  result.predicted->work_bytes = 1000;
  test::accept(state_, result, 2);
  EXPECT_EQ(std::ranges::count(read(state_).timing, std::string("Accessed"), &Reading::label), 0);
}

TEST_F(Predictions, StandBesideARecordingWithTheDifference) {
  record();
  test::accept(state_, early(), 1);
  const Readout readout = read(state_);
  EXPECT_EQ(readout.rate.origin, experiments::Origin::recorded);
  EXPECT_EQ(readout.rate.value, "2\u2009871");
  const Reading& cold = line(readout.timing, "Predicted, cold");
  EXPECT_EQ(cold.origin, experiments::Origin::predicted);
  EXPECT_EQ(cold.detail, "+14.4 %");  // 53.50 against 46.75
  EXPECT_EQ(readout.timing[2].label, "Predicted, cold") << "behind the recorded times";
  EXPECT_TRUE(
      readout.limited_by.starts_with("predicted 53.50 µs, +14.4 % compared with the recording; limited by the LSU"))
      << readout.limited_by;
  ASSERT_EQ(state_.known.history.samples.size(), 1U) << "the recording is better";
  EXPECT_EQ(state_.known.history.samples[0].origin, experiments::Origin::recorded);
  const ScopeViewModel view_model = scope_view_model(state_.known.history, 4800);
  ASSERT_EQ(view_model.levels.size(), 1U);
  EXPECT_NEAR(view_model.levels[0].rate, 2871, 1);
  EXPECT_EQ(view_model.levels[0].origin, experiments::Origin::recorded);
  EXPECT_TRUE(view_model.predicted.rate.empty());
}

TEST_F(Predictions, ComeAfterWhatWasMeasured) {
  state_.known.machine = test::machine();
  test::accept(state_, test::refined(state_), 1);
  experiments::Result both = test::refined(state_);
  both.predicted = test::predicted(state_).predicted;
  test::accept(state_, both, 2);
  const Readout readout = read(state_);
  EXPECT_EQ(readout.rate.origin, experiments::Origin::measured);
  EXPECT_EQ(line(readout.timing, "Predicted, cold").detail, "+14.4 %");
  EXPECT_TRUE(readout.limited_by.starts_with("predicted 53.50 µs, +14.4 % compared with the measurement; "))
      << readout.limited_by;
  for (const History::Sample& sample : state_.known.history.samples)
    EXPECT_EQ(sample.origin, experiments::Origin::measured);
}

TEST_F(Predictions, ThatTheModelDeclinesShowItsReason) {
  experiments::Result result = test::emulated(state_);
  result.without_prediction = "there is no performance profile of the RTX 5090";
  test::accept(state_, result, 1);
  const Readout readout = read(state_);
  EXPECT_FALSE(readout.rate.known());
  EXPECT_EQ(readout.rate.missing, "not predicted: there is no performance profile of the RTX 5090");
  EXPECT_TRUE(readout.limited_by.empty());
}

TEST_F(Predictions, OfAProgramWithAFaultGo) {
  test::accept(state_, early(), 1);
  experiments::Result result = test::emulated(state_);
  result.verification.reset();
  result.faults = {test::out_of_bounds(state_)};
  test::accept(state_, result, 2);
  EXPECT_FALSE(read(state_).rate.known());
  EXPECT_TRUE(read(state_).limited_by.empty());
}

TEST_F(Predictions, OfAnEarlierSettingAreStale) {
  test::accept(state_, early(), 1);
  act(SetKnob{"block_x", std::int64_t{64}});
  EXPECT_TRUE(read(state_).stale);
  EXPECT_EQ(read(state_).rate.origin, experiments::Origin::predicted);
}

TEST_F(Predictions, MoveTheScopeAtEachSetting) {
  test::accept(state_, early(), 1);
  test::accept(state_, test::predicted(state_), 2);
  EXPECT_EQ(state_.known.history.samples.size(), 1U) << "the same prediction is one event";
  act(SetKnob{"block_x", std::int64_t{64}});
  experiments::Result next = early();
  next.request = 2;
  next.predicted->prediction.cold = {0.1, 0.09, 0.12};
  test::accept(state_, next, 3);
  const ScopeViewModel view_model = scope_view_model(state_.known.history, 4800);
  EXPECT_TRUE(view_model.traces.empty()) << "nothing was measured";
  ASSERT_EQ(view_model.predicted.rate.size(), 2U);
  EXPECT_NEAR(view_model.predicted.rate[0], 2508.8, 0.1);
  EXPECT_NEAR(view_model.predicted.rate[1], 1342.2, 0.1);
  EXPECT_NEAR(view_model.predicted.low[1], 1118.5, 0.1);
  EXPECT_EQ(nearest_sample(view_model, 0), 1U);
  ASSERT_EQ(view_model.levels.size(), 2U);
  EXPECT_NEAR(view_model.levels[1].rate, 1342.2, 0.1);
  EXPECT_EQ(view_model.levels[1].origin, experiments::Origin::predicted);
  EXPECT_DOUBLE_EQ(view_model.levels[1].to, view_model.end) << "it holds until now";
  ASSERT_TRUE(view_model.step);
  EXPECT_NEAR(view_model.step->percent(), -46.5, 0.1);
  const auto bounds = scope_bounds(state_);
  const ScopeBound* peak = bound(bounds, ScopeBound::Kind::theory);
  ASSERT_TRUE(peak);
  EXPECT_EQ(peak->number, model::device_sheet("H200")->gb_per_s);
}

TEST_F(Predictions, FillASweepWhereNothingIsRecorded) {
  record();
  const SweepGrid grid = sweep_grid(state_);
  for (const SweepCell& cell : grid.cells) {
    if (!cell.illegal.empty()) continue;
    experiments::Result point = test::predicted(state_);
    for (const auto& [name, value] : cell.values) point.parameters[name] = value;
    state_.sweep.results.put(grid.kernel, cell.setting, std::make_shared<const experiments::Result>(point));
  }
  const SweepViewModel view_model = sweep_view_model(state_);
  const auto count = [&](experiments::Origin source) {
    return std::ranges::count_if(
        view_model.marks, [&](const SweepMark& mark) { return mark.has_value() && mark.value.origin == source; });
  };
  EXPECT_EQ(view_model.quantity, counters::QuantityId("rate.memory"));
  EXPECT_EQ(count(experiments::Origin::recorded), 1);
  EXPECT_GT(count(experiments::Origin::predicted), 3);
  const auto mark = std::ranges::find_if(
      view_model.marks, [](const SweepMark& each) { return each.value.origin == experiments::Origin::predicted; });
  EXPECT_NEAR(mark->value.number, 2508.8, 0.1);
  EXPECT_NEAR(mark->value.low(), 2237, 0.5);
  EXPECT_NE(mark->detail.find("interval 2\u2009237 to 2\u2009796"), std::string::npos) << mark->detail;
  EXPECT_NE(mark->detail.find("limited by"), std::string::npos) << mark->detail;
  EXPECT_NE(view_model.caption.find("predicted for H200"), std::string::npos) << view_model.caption;
  const std::string csv = plot_of("sweep")->csv(state_);
  EXPECT_NE(csv.find(",predicted,"), std::string::npos) << csv;
  EXPECT_NE(csv.find(",recorded,"), std::string::npos) << csv;
  EXPECT_NE(plot_of("sweep")->svg(state_).find(">predicted<"), std::string::npos);
}

TEST_F(Predictions, OfTheScopeAreExportedByTheirName) {
  test::accept(state_, early(), 1);
  const std::string csv = plot_of("scope")->csv(state_);
  EXPECT_NE(csv.find("predicted,"), std::string::npos) << csv;
  EXPECT_NE(plot_of("scope")->svg(state_).find(">predicted<"), std::string::npos);
}

TEST_F(Predictions, GiveTheLadderABarAndTheRooflineAPoint) {
  test::accept(state_, early(), 1);
  const LadderViewModel ladder = ladder_view_model(state_);
  ASSERT_FALSE(ladder.rungs.empty());
  const LadderRung& rung = ladder.rungs.front();
  EXPECT_EQ(rung.kernel, "transpose/naive_row");
  EXPECT_EQ(rung.ours->origin, experiments::Origin::predicted);
  ASSERT_TRUE(rung.ours);
  EXPECT_NEAR(rung.ours->number, 2508.8, 0.1);
  EXPECT_NEAR(rung.ours->share.value_or(0), 2508.8 / model::device_sheet("H200")->gb_per_s, 1e-3);
  EXPECT_EQ(ladder.caption, "predicted for H200");
  const RooflineViewModel roofline = roofline_view_model(state_);
  ASSERT_TRUE(roofline.selected_point());
  EXPECT_EQ(roofline.selected_point()->origin, experiments::Origin::predicted);
  EXPECT_FALSE(roofline.selected_point()->stale);
  record();
  EXPECT_EQ(ladder_view_model(state_).rungs.front().ours->origin, experiments::Origin::recorded)
      << "what was recorded comes first";
}

TEST_F(Predictions, OfTheWholeFamilyFillTheLadderInTheBackground) {
  test::accept(state_, early(), 1);
  act({"fill_ladder"});
  ASSERT_TRUE(state_.sweep.run);
  EXPECT_EQ(state_.sweep.run->subject, "transpose");
  const std::size_t kernels = ladder_view_model(state_).rungs.size();
  EXPECT_EQ(state_.sweep.run->plan.points.size(), kernels - 1) << "the selected one has a time";
  EXPECT_FALSE(perform(state_, {"fill_ladder"}, 9)) << "it runs already";
  while (state_.sweep.run) {
    const experiments::Experiment experiment = *sweep_experiment(state_);
    EXPECT_NE(experiment.kernel.id, "transpose/naive_row");
    experiments::Result result = test::predicted(state_);
    result.kernel = experiment.kernel.id;
    accept_sweep_point(state_, result, ++seconds_);
  }
  for (const LadderRung& rung : ladder_view_model(state_).rungs) {
    EXPECT_EQ(rung.ours->origin, experiments::Origin::predicted) << rung.kernel;
    EXPECT_TRUE(rung.ours) << rung.kernel;
  }
  EXPECT_FALSE(perform(state_, {"fill_ladder"}, 9)) << "each kernel has a time";
}

TEST_F(Predictions, OfTheGpuBeforeStandBesideThoseOfTheNewOne) {
  test::accept(state_, early(), 1);
  EXPECT_TRUE(ladder_view_model(state_).other_gpu.empty());
  act(SetTarget{"T4"});
  experiments::Result other = early();
  other.request = 2;
  other.sheet = *model::device_sheet("T4");
  other.predicted->prediction.profile = "T4";
  other.predicted->prediction.cold = {0.535, 0.4, 0.6};
  test::accept(state_, other, 2);
  const LadderViewModel ladder = ladder_view_model(state_);
  EXPECT_EQ(ladder.other_gpu, "H200");
  const LadderRung& rung = ladder.rungs.front();
  ASSERT_TRUE(rung.ours && rung.other_gpu);
  EXPECT_NEAR(rung.ours->number, 250.88, 0.1);
  EXPECT_NEAR(rung.ours->share.value_or(0), 250.88 / model::device_sheet("T4")->gb_per_s, 1e-3);
  EXPECT_NEAR(rung.other_gpu->number, 2508.8, 0.1);
  EXPECT_EQ(rung.other_gpu->origin, experiments::Origin::predicted);
  record();
  EXPECT_EQ(ladder_view_model(state_).rungs.front().other_gpu->origin, experiments::Origin::recorded) << "of the H200";
  EXPECT_EQ(ladder_view_model(state_).rungs.front().ours->origin, experiments::Origin::predicted) << "of the T4";
}

TEST_F(Predictions, OfTwoGpusAreComparedWithoutAnIntervalOfTheDifference) {
  test::accept(state_, early(), 1);
  act({"pin_a"});
  act(SetTarget{"T4"});
  experiments::Result other = early();
  other.request = 2;
  other.sheet = *model::device_sheet("T4");
  other.predicted->prediction.profile = "T4";
  other.predicted->prediction.cold = {0.535, 0.4, 0.6};
  test::accept(state_, other, 2);
  const auto comparison = comparison_of(state_);
  ASSERT_TRUE(comparison);
  EXPECT_EQ(comparison->sides[0].origin, "predicted for H200");
  EXPECT_EQ(comparison->sides[1].origin, "predicted for T4");
  const ComparedRow& rate = comparison->rows.front();
  EXPECT_EQ(rate.cells[0].origin, experiments::Origin::predicted);
  EXPECT_EQ(rate.difference, "−90.0 %");
  EXPECT_TRUE(rate.uncertainty.empty());
  EXPECT_EQ(rate.judgement, ComparedRow::Judgement::none);
  EXPECT_EQ(comparison->sentence, "now is predicted 90.0 % slower than A");
}

}  // namespace
}  // namespace lanescope::gui
