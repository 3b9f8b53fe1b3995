// What the pages say, from made-up counters and predictions.
#include <gtest/gtest.h>

#include <algorithm>

#include "gui/screens/memory_chart/memory_chart_view_model.h"
#include "gui/screens/memory_tables/memory_tables_view_model.h"
#include "gui/screens/scheduler/scheduler_view_model.h"
#include "gui/screens/speed_of_light/speed_of_light_view_model.h"
#include "gui/screens/summary/summary_view_model.h"
#include "gui/screens/warp_states/warp_states_view_model.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/pages/pages_commands.h"
#include "gui/store/pages/wanted_counters.h"
#include "gui/store/selection_commands.h"
#include "gui/support/pages_fixture.h"
#include "gui/support/source_fixture.h"

namespace lanescope::gui::test {
namespace {

class Pages : public testing::Test {
 protected:
  void act(const Command& command, double seconds = 1) {
    const Outcome done = perform(state_, command, seconds);
    ASSERT_TRUE(done) << done.error().text();
    append(effects_, *done);
  }
  void count() { accept(state_, with_counters(state_), 1); }

  State state_ = state_with_kernels();
  Effects effects_;
};

TEST_F(Pages, SayWhatTheyWaitForBeforeThereIsAResult) {
  EXPECT_FALSE(page_heading(state_, CounterPage::memory_chart).missing.empty());
  EXPECT_TRUE(memory_chart_view_model(state_).spaces.empty());
}

TEST_F(Pages, NameTheOriginOfTheirNumbersAndWhatCountingCost) {
  count();
  const PageHeading chart = page_heading(state_, CounterPage::memory_chart);
  EXPECT_EQ(chart.main_origin, experiments::Origin::counted);
  EXPECT_NE(chart.origin.find("Made-up GPU"), std::string::npos) << chart.origin;
  EXPECT_NE(chart.origin.find("10 passes in 95"), std::string::npos)
      << "chart and table of shared memory: " << chart.origin;
  EXPECT_NE(chart.other.find("H200"), std::string::npos) << chart.other;
  EXPECT_TRUE(chart.absent.empty());
  EXPECT_FALSE(chart.stale);
  act(SetKnob{"block_y", std::int64_t{4}});
  EXPECT_TRUE(page_heading(state_, CounterPage::memory_chart).stale) << "the numbers stay until new ones come";
  EXPECT_FALSE(memory_chart_view_model(state_).spaces.empty());
}

TEST_F(Pages, SayWhyNothingIsCountedAndShowWhatIsPredicted) {
  accept(state_, without_counter_permission(state_), 1);
  const PageHeading heading = page_heading(state_, CounterPage::speed_of_light);
  EXPECT_NE(heading.absent.find("administrator"), std::string::npos);
  EXPECT_NE(heading.remedy.find("NVreg_RestrictProfilingToAdminUsers=0"), std::string::npos);
  EXPECT_EQ(heading.main_origin, experiments::Origin::predicted);
  act(Copy{heading.remedy});
  ASSERT_EQ(count_of<CopyText>(effects_), 1U);
  EXPECT_EQ(effects_of<CopyText>(effects_).front().text, heading.remedy);
  EXPECT_FALSE(wants_counters(state_)) << "asking again would not help";
}

TEST_F(Pages, ForgetTheNumbersOfAnotherKernel) {
  count();
  act(SelectKernel{"transpose/copy_row"});
  EXPECT_FALSE(page_heading(state_, CounterPage::memory_chart).missing.empty());
}

TEST_F(Pages, KeepWhatWasCountedWhenARunOfTheSameSettingOnlyMeasures) {
  count();
  accept(state_, sampled(state_), 2);
  EXPECT_EQ(page_heading(state_, CounterPage::memory_chart).main_origin, experiments::Origin::counted);
}

TEST_F(Pages, OfARecordingAreRecorded) {
  experiments::Result recorded = with_counters(state_);
  recorded.recorded = "2026-01-31T12:00:00Z";
  state_.known.recordings.push_back(std::make_shared<const experiments::Result>(recorded));
  settle(state_);
  const PageHeading heading = page_heading(state_, CounterPage::memory_chart);
  EXPECT_EQ(heading.main_origin, experiments::Origin::recorded);
  EXPECT_NE(heading.origin.find("2026-01-31"), std::string::npos) << heading.origin;
}

TEST_F(Pages, AskForTheirSectionsOnlyWhileTheyAreVisible) {
  EXPECT_TRUE(wanted_sections(state_.pages).empty());
  act(SetPageVisible{CounterPage::memory_chart});
  EXPECT_EQ(wanted_sections(state_.pages),
            (std::vector<counters::Page>{counters::Page::memory_chart, counters::Page::shared_table}));
  act(SetPageVisible{CounterPage::memory_chart, false});
  EXPECT_TRUE(wanted_sections(state_.pages).empty());
}

TEST_F(Pages, AreCountedOnceForASetting) {
  state_.known.connected = true;
  state_.known.machine = machine();
  accept(state_, measured(state_), 1);
  act(SetPageVisible{CounterPage::scheduler});
  EXPECT_TRUE(wants_counters(state_));
  EXPECT_EQ(count_of<Measure>(effects_), 1U) << "the page has just come to the front";
  EXPECT_FALSE(page_heading(state_, CounterPage::scheduler).activity.empty());
  accept(state_, with_counters(state_), 2);
  EXPECT_FALSE(wants_counters(state_));
  act(SetKnob{"block_y", std::int64_t{4}});
  EXPECT_TRUE(wants_counters(state_)) << "another setting has other counts";
}

TEST_F(Pages, TheMemoryChartShowsEachWayWithItsShareOfThePeak) {
  count();
  const MemoryChartViewModel chart = memory_chart_view_model(state_);
  ASSERT_EQ(chart.spaces.size(), 2U) << "there is no local and no texture traffic";
  const ChartArrow& stores = chart.spaces[0].arrows.at(1);
  EXPECT_EQ(stores.traffic, Traffic::global_store);
  EXPECT_EQ(stores.amount.value(), 524'288);
  ASSERT_TRUE(stores.part());
  EXPECT_NEAR(*stores.part(), 0.742, 1e-9);
  EXPECT_TRUE(stores.has_lines);
  EXPECT_EQ(chart.spaces[1].arrows.front().amount.value(), 1'060'000) << "wavefronts of shared loads";
  EXPECT_NEAR(*chart.l1.level, 0.126, 1e-9);
  EXPECT_NEAR(*chart.shared.level, 524'288.0 / 1'060'000, 1e-9) << "the part that conflicts cost";
  EXPECT_TRUE(chart.shared.warns);
  EXPECT_NE(chart.shared.details.find("not caused by the addresses"), std::string::npos);
  EXPECT_EQ(chart.below_l1[1].amount.value(), 536'870'912);
  EXPECT_TRUE(chart.host.empty());
}

TEST_F(Pages, AnArrowLeadsToTheLinesThatCauseIt) {
  count();
  const int guard = line_of(state_, "if (x < nx"), access = line_of(state_, "out[static_cast");
  act(ShowTraffic{Traffic::shared_load});
  EXPECT_EQ(state_.source.traffic, Traffic::shared_load);
  EXPECT_EQ(shown_traffic_lines(state_), std::vector<int>{guard});
  EXPECT_EQ(state_.playback.focus.line, guard);
  ASSERT_EQ(count_of<FocusPanel>(effects_), 1U);
  EXPECT_EQ(effects_of<FocusPanel>(effects_).front().panel, "source");
  act(ShowTraffic{Traffic::memory_write});
  EXPECT_EQ(shown_traffic_lines(state_), std::vector<int>{access}) << "what a cache holds is not taken off";
  EXPECT_FALSE(perform(state_, ShowTraffic{Traffic::local_load}, 1)) << "no line does that";
  act({"clear_traffic"});
  EXPECT_FALSE(state_.source.traffic);
  EXPECT_FALSE(perform(state_, {"clear_traffic"}, 1));
}

TEST_F(Pages, TheMemoryTablesMarkWhatIsMoreThanNecessary) {
  count();
  const MemoryTablesViewModel tables = memory_tables_view_model(state_);
  ASSERT_EQ(tables.tables.size(), 4U);
  const MemoryTable& shared = tables.tables[0];
  ASSERT_EQ(shared.rows.size(), 1U) << "stores and atomics are all 0";
  EXPECT_EQ(shared.rows[0].id, "shared.load");
  EXPECT_TRUE(shared.rows[0].cells[1].warns) << "wavefronts above the ideal";
  EXPECT_FALSE(shared.rows[0].cells[2].warns) << "the ideal itself";
  EXPECT_TRUE(shared.rows[0].cells[3].warns) << "conflicts";
  EXPECT_NE(shared.note.find("Arbitration"), std::string::npos);
  const MemoryTable& l1 = tables.tables[1];
  ASSERT_EQ(l1.rows.size(), 2U);
  EXPECT_FALSE(l1.rows[0].cells[3].warns) << "the loads are as good as they can be";
  EXPECT_TRUE(l1.rows[1].cells[3].warns) << "the stores are scattered";
  EXPECT_EQ(l1.rows[1].traffic, Traffic::global_store);
}

TEST_F(Pages, TheSpeedOfLightPutsTheBusiestPartFirst) {
  count();
  const SpeedOfLightViewModel light = speed_of_light_view_model(state_);
  EXPECT_EQ(light.memory_parts.front().id, "sol.memory.lsu_wavefronts");
  EXPECT_EQ(light.compute_parts.front().id, "sol.compute.lsu");
  EXPECT_NE(light.verdict.find("Memory bound"), std::string::npos) << light.verdict;
  ASSERT_EQ(light.memory.sides.size(), 1U);
  EXPECT_TRUE(light.memory.sides[0].letter.empty());
}

TEST_F(Pages, TheSpeedOfLightComparesWhatIsPinned) {
  count();
  act({"pin_a"});
  act(SetKnob{"block_x", std::int64_t{64}}, 2);
  accept(state_, with_counters(state_, 0.5), 3);
  act({"pin_b"}, 4);
  const SpeedOfLightViewModel light = speed_of_light_view_model(state_);
  ASSERT_EQ(light.memory.sides.size(), 2U);
  EXPECT_EQ(light.memory.sides[0].letter, "A");
  EXPECT_NEAR(light.memory.sides[0].value.value(), 83.6, 1e-9);
  EXPECT_NEAR(light.memory.sides[1].value.value(), 41.8, 1e-9);
}

TEST_F(Pages, TheWarpStatesStackTheReasonsAndExplainTheLongest) {
  count();
  const WarpStatesViewModel states = warp_states_view_model(state_);
  ASSERT_FALSE(states.reasons.empty());
  EXPECT_EQ(states.reasons.front().id, "lg_throttle");
  EXPECT_NEAR(states.reasons.front().share, 11.8 / 30, 1e-9);
  EXPECT_TRUE(std::ranges::is_sorted(states.reasons, std::ranges::greater(), &StallReason::share));
  for (const StallReason& reason : states.reasons) EXPECT_FALSE(reason.help.empty()) << reason.id;
  ASSERT_FALSE(states.stacks.empty());
  EXPECT_NEAR(states.stacks.front().total, 30, 1e-9);
  EXPECT_NE(states.verdict.find("LG throttle"), std::string::npos) << states.verdict;
}

TEST_F(Pages, TheSchedulerFollowsTheWarpsFromTheirSlotsToTheirInstructions) {
  count();
  const SchedulerViewModel scheduler = scheduler_view_model(state_);
  ASSERT_EQ(scheduler.steps.size(), 5U);
  EXPECT_EQ(scheduler.steps.front().id, "warps.maximum");
  EXPECT_EQ(scheduler.steps.back().id, "warps.issued");
  EXPECT_EQ(scheduler.slots, 16);
  EXPECT_NE(scheduler.verdict.find("every 3.2 cycles"), std::string::npos) << scheduler.verdict;
}

TEST_F(Pages, TheSummaryNamesTheCauseItsLineAndWhatItWouldGain) {
  count();
  const SummaryViewModel summary = summary_view_model(state_);
  EXPECT_FALSE(summary.verdict.title.empty());
  EXPECT_FALSE(summary.time.empty());
  ASSERT_FALSE(summary.causes.empty());
  EXPECT_LE(summary.causes.size(), max_causes);
  const auto stores =
      std::ranges::find(summary.causes, explanations::FindingKind::scattered_stores, &SummaryItem::kind);
  ASSERT_NE(stores, summary.causes.end());
  EXPECT_EQ(stores->line, line_of(state_, "out[static_cast"));
  EXPECT_NE(stores->code.find("out[static_cast"), std::string::npos);
  EXPECT_GE(stores->links.size(), 2U);
}

TEST_F(Pages, AFindingLeadsToItsPageItsViewAndItsLine) {
  count();
  const auto& causes = kernel_summary(state_).causes;
  const auto found =
      std::ranges::find(causes, explanations::FindingKind::scattered_stores, &explanations::Finding::kind);
  ASSERT_NE(found, causes.end());
  const auto index = static_cast<std::size_t>(found - causes.begin()) + 1;
  act(FollowFinding{index, FindingTarget::page});
  EXPECT_EQ(effects_of<FocusPanel>(effects_).back().panel, "memory_tables");
  EXPECT_EQ(state_.playback.focus.line, line_of(state_, "out[static_cast")) << "the source shows the line in any case";
  act(FollowFinding{index, FindingTarget::view});
  EXPECT_EQ(effects_of<FocusPanel>(effects_).back().panel, "sectors");
  act(FollowFinding{index, FindingTarget::line});
  EXPECT_EQ(effects_of<FocusPanel>(effects_).back().panel, "source");
  EXPECT_FALSE(perform(state_, FollowFinding{99, FindingTarget::page}, 1));
}

TEST_F(Pages, EachCommandBringsItsSectionIntoSight) {
  for (const Command& command :
       {Command{"show_summary"}, Command{"show_speed_of_light"}, Command{"show_memory_chart"},
        Command{"show_memory_tables"}, Command{"show_warp_states"}, Command{"show_scheduler"}}) {
    act(command);
    EXPECT_EQ("show_" + std::string(effects_of<FocusPanel>(effects_).back().panel), command.name());
  }
  EXPECT_EQ(state_.ui.workspace, Workspace::why);
}

}  // namespace
}  // namespace lanescope::gui::test
