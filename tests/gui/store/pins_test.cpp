#include "gui/store/pins.h"
#include "gui/screens/source/source_costs.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/selection_commands.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gui/readings/comparison_view_model.h"
#include "gui/screens/scope/scope_view_model.h"
#include "gui/screens/sweep/sweep_view_model.h"
#include "gui/support/fixture.h"
#include "gui/support/source_fixture.h"

namespace lanescope::gui {
namespace {

using Judgement = ComparedRow::Judgement;

class Pinned : public testing::Test {
 protected:
  void act(const Command& command) {
    const Outcome done = perform(state_, command, ++seconds_);
    ASSERT_TRUE(done) << done.error().text();
  }
  /// The present setting is measured: `factor` times the fixture's time.
  void measure(double factor) {
    experiments::Result result = test::slowed(state_, factor);
    result.metrics = test::metrics();
    test::accept(state_, result, ++seconds_);
  }
  [[nodiscard]] ComparedRow row(const std::string& label) const {
    const auto comparison = comparison_of(state_);
    if (!comparison) return {};
    for (const ComparedRow& row : comparison->rows) {
      if (row.label == label) return row;
    }
    ADD_FAILURE() << "no row " << label;
    return {};
  }
  State state_ = test::state_with_kernels();
  double seconds_ = 0;
};

TEST_F(Pinned, NothingIsComparedWithNothing) {
  measure(1);
  EXPECT_FALSE(comparison_of(state_));
  EXPECT_FALSE(perform(state_, {"swap_pins"}, 1));
  EXPECT_FALSE(perform(state_, {"go_to_pin_a"}, 1));
}

TEST_F(Pinned, KeepWhatWasKnownWhenTheKnobsMove) {
  measure(1);
  act({"pin_a"});
  const auto kept = state_.pins.pins[0]->timed;
  act(SetKnob{"block_x", std::int64_t{64}});
  measure(0.8);
  EXPECT_EQ(state_.pins.pins[0]->timed, kept);
  EXPECT_TRUE(state_.pins.pins[0]->values.empty());
  const ComparedRow rate = row("Bandwidth");
  EXPECT_EQ(rate.cells[0].value, "2\u2009871");
  EXPECT_EQ(rate.cells[1].value, "3\u2009589");
  EXPECT_EQ(rate.difference, "+25.0 %");
  EXPECT_EQ(rate.judgement, Judgement::better);
  EXPECT_FALSE(rate.uncertainty.empty());
}

TEST_F(Pinned, TakeWhatStillComesOfTheirSetting) {
  test::accept(state_, test::sampled(state_), 1);
  act({"pin_a"});
  EXPECT_FALSE(state_.pins.pins[0]->counted);
  measure(1);
  EXPECT_TRUE(state_.pins.pins[0]->counted);
  EXPECT_EQ(state_.pins.pins[0]->timed, state_.known.measured);
}

TEST_F(Pinned, CompareALowerTimeAsBetterWithAnIntervalFromSamples) {
  measure(1);
  act({"pin_a"});
  act(SetKnob{"block_x", std::int64_t{64}});
  measure(0.8);
  act({"pin_b"});
  const ComparedRow hot = row("Time, hot");
  EXPECT_EQ(hot.difference, "−20.0 %");
  EXPECT_EQ(hot.judgement, Judgement::better);
  EXPECT_NE(hot.detail.find("sign test"), std::string::npos) << hot.detail;
  const ComparedRow cold = row("Time, cold");
  EXPECT_NE(cold.detail.find("quartiles"), std::string::npos) << "single samples are those of the hot runs";
  EXPECT_EQ(row("Global stores").difference, "equal");
  EXPECT_EQ(row("Registers").difference, "equal");
}

TEST_F(Pinned, SayWhenTheyAreNotToldApart) {
  measure(1);
  act({"pin_a"});
  act(SetKnob{"block_x", std::int64_t{64}});
  measure(1.0005);
  act({"pin_b"});
  EXPECT_EQ(row("Bandwidth").judgement, Judgement::same);
  EXPECT_NE(comparison_of(state_)->sentence.find("not distinguishable"), std::string::npos);
}

TEST_F(Pinned, SurviveAnotherKernelAndLeadBackToIt) {
  act(SetKnob{"block_x", std::int64_t{64}});
  measure(1);
  act({"pin_a"});
  act(SelectKernel{"transpose/smem_pad"});
  measure(0.5);
  EXPECT_EQ(row("Bandwidth").difference, "+100 %");
  EXPECT_EQ(comparison_of(state_)->sides[1].kernel, "transpose/smem_pad");
  act({"go_to_pin_a"});
  EXPECT_EQ(state_.selection.kernel, "transpose/naive_row");
  EXPECT_EQ(state_.current_values().at("block_x"), catalogue::Value(std::int64_t{64}));
}

TEST_F(Pinned, SwapAndGoOneByOne) {
  measure(1);
  act({"pin_a"});
  act(SetKnob{"block_x", std::int64_t{64}});
  measure(0.8);
  act({"pin_b"});
  act({"swap_pins"});
  EXPECT_EQ(row("Bandwidth").difference, "−20.0 %");
  EXPECT_EQ(row("Bandwidth").judgement, Judgement::worse);
  act({"unpin_a"});
  EXPECT_FALSE(state_.pins.pins[0]);
  EXPECT_EQ(comparison_of(state_)->sides[0].letter, "B");
  act({"unpin"});
  EXPECT_FALSE(comparison_of(state_));
}

TEST_F(Pinned, DimThePresentSideUntilItsResultHasCome) {
  measure(1);
  act({"pin_a"});
  EXPECT_FALSE(comparison_of(state_)->sides[1].stale);
  act(SetKnob{"block_x", std::int64_t{64}});
  EXPECT_TRUE(comparison_of(state_)->sides[1].stale);
  measure(0.8);
  EXPECT_FALSE(comparison_of(state_)->sides[1].stale);
}

TEST_F(Pinned, CompareCountsWhereThereIsNoTime) {
  test::accept(state_, test::emulated(state_), 1);
  act({"pin_a"});
  act(SetKnob{"block_x", std::int64_t{64}});
  experiments::Result better = test::emulated(state_);
  for (auto& total : better.metrics->executed.totals) total.counts.sectors = total.counts.sectors_ideal;
  test::accept(state_, better, 3);
  EXPECT_EQ(row("Global stores").difference, "−87.5 %");
  EXPECT_EQ(row("Global stores").judgement, Judgement::better);
  EXPECT_EQ(row("Global stores").uncertainty, "") << "a count has no spread";
  EXPECT_EQ(row("Bandwidth").difference, "");
  EXPECT_TRUE(comparison_of(state_)->sentence.empty());
}

TEST_F(Pinned, AreLinesAcrossTheScope) {
  measure(1);
  act({"pin_a"});
  const auto bounds = scope_bounds(state_);
  const auto pin = std::find_if(bounds.begin(), bounds.end(),
                                [](const ScopeBound& bound) { return bound.kind == ScopeBound::Kind::pin; });
  ASSERT_NE(pin, bounds.end());
  EXPECT_EQ(pin->name, "A");
  EXPECT_NEAR(pin->number, 2871, 0.5);
  EXPECT_LT(pin->low(), pin->number);
}

TEST_F(Pinned, AreMarkedAtTheirPointOfTheSweepAndDrawAnotherKernelsCurve) {
  measure(1);
  act({"pin_a"});
  const SweepViewModel view_model = sweep_view_model(state_);
  ASSERT_EQ(view_model.marks.size(), 9U);
  EXPECT_EQ(view_model.marks[5].pins, "A") << "block_x = 32";
  EXPECT_EQ(view_model.marks[4].pins, "");
  EXPECT_TRUE(view_model.pinned.empty()) << "it is the very same curve";

  experiments::Result recorded = test::refined(state_);
  recorded.recorded = "2026-01-31T12:00:00Z";
  state_.known.recordings.push_back(std::make_shared<const experiments::Result>(recorded));
  act(SelectKernel{"transpose/smem_pad"});
  const SweepViewModel other = sweep_view_model(state_);
  ASSERT_EQ(other.pinned.size(), 1U);
  EXPECT_EQ(other.pinned[0].letter, "A");
  EXPECT_EQ(other.pinned[0].marks[5].kind, SweepMark::Kind::value);
  EXPECT_EQ(other.pinned[0].marks[4].kind, SweepMark::Kind::unknown);
  EXPECT_NE(other.marks[5].detail.find("A: transpose/naive_row"), std::string::npos);
}

TEST_F(Pinned, KeepTheCostsOfTheirLinesWhileTheTextIsTheSame) {
  test::accept(state_, test::with_costs(state_), 1);
  act({"pin_a"});
  EXPECT_FALSE(pinned_costs(state_, 0).lines.empty());
  const int line = test::line_of(state_, "out[");
  experiments::LineSheet better = *pinned_costs(state_, 0).at(line);
  EXPECT_EQ(cost_change(*pinned_costs(state_, 0).at(line), better, source_column("column/sectors")), "=");
  const double sectors = better.sheet.derived.get("global.sectors").value();
  better.sheet.derived.set("global.sectors", sectors / 4);
  EXPECT_EQ(cost_change(*pinned_costs(state_, 0).at(line), better, source_column("column/sectors")), "−75.0 %");
  EXPECT_EQ(cost_change(*pinned_costs(state_, 0).at(line), experiments::LineSheet(), source_column("column/sectors")),
            "");
  test::edit(state_, test::kernel_text("Edited"), 2);
  EXPECT_TRUE(pinned_costs(state_, 0).lines.empty()) << "lines of another text are not these lines";
}

TEST_F(Pinned, AreOneStepOfUndoing) {
  measure(1);
  act({"pin_a"});
  act(SelectKernel{"transpose/copy_row"});
  act(SetKnob{"block_x", std::int64_t{8}});
  act({"go_to_pin_a"});
  act({"undo"});
  EXPECT_EQ(state_.selection.kernel, "transpose/copy_row");
  EXPECT_EQ(state_.current_values().at("block_x"), catalogue::Value(std::int64_t{8}));
}

TEST(PercentChange, ShowsAsManyDigitsAsMatter) {
  EXPECT_EQ(percent_change(1.1234), "+12.3 %");
  EXPECT_EQ(percent_change(0.5), "−50.0 %");
  EXPECT_EQ(percent_change(3.5), "+250 %");
  EXPECT_EQ(percent_change(1.0012), "+0.12 %");
  EXPECT_EQ(percent_change(1.000001), "±0.00 %");
}

}  // namespace
}  // namespace lanescope::gui
