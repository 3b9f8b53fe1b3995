// The walk of the article "Finding a bank conflict with Nsight Compute", in a session with the real worker and without
// a GPU: Summary, Memory chart, Source, the change of a knob, and A against B.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "gui/readings/connection.h"
#include "gui/readings/readings.h"
#include "gui/screens/memory_chart/memory_chart_view_model.h"
#include "gui/screens/source/source_costs.h"
#include "gui/screens/speed_of_light/speed_of_light_view_model.h"
#include "gui/screens/summary/summary_view_model.h"
#include "gui/shell/session.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/pages/pages_commands.h"
#include "gui/store/selection_commands.h"
#include "gui/support/session_desk.h"
#include "gui/support/session_runner.h"
#include "temporary_folder.h"

namespace lanescope::gui {
namespace {

class WalkOfTheArticle : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(LANESCOPE_PROGRAM)) GTEST_SKIP() << "the program is not built";
  }
  /// The article's product, small enough for the emulator, at the times of an H200.
  [[nodiscard]] SessionOptions options() {
    SessionOptions options = runner_.options();
    options.kernels = LANESCOPE_SOURCES "/kernels";
    options.profiles = LANESCOPE_SOURCES "/assets/gpus";
    options.kernel = "matmul/v10";
    for (const char* size : {"m", "n", "k"}) options.values[size] = std::int64_t{256};
    options.values["tile_col"] = std::int64_t{8};
    options.target = "H200";
    options.continuous = false;
    return options;
  }
  /// The sum over the lines that load from shared memory.
  static model::Counts shared_loads(const State& state) {
    model::Counts sum;
    for (const model::TotalMetrics& total : state.known.counted->metrics->executed.totals) {
      if (total.space == trace::Space::shared && total.operation == trace::Operation::load) sum += total.counts;
    }
    return sum;
  }
  static const explanations::Finding* conflicts_of(const State& state) {
    const auto& causes = kernel_summary(state).causes;
    const auto found = std::ranges::find_if(causes, [](const explanations::Finding& each) {
      return each.kind == explanations::FindingKind::bank_conflicts && each.operation == trace::Operation::load;
    });
    return found == causes.end() ? nullptr : &*found;
  }
  test::SessionRunner runner_;
};

TEST_F(WalkOfTheArticle, GoesFromTheSummaryToTheLineAndThroughTheChangeToTheGain) {
  Session session(options());
  ASSERT_TRUE(runner_.run_until(session, test::ended));
  const State& state = session.state();
  if (!state.current()->compile_ms) GTEST_SKIP() << "no compiler for CUDA C++ on this machine";

  // Summary: the bank conflicts of the shared loads, 20 wavefronts where 12 would do.
  session.perform({"show_summary"});
  const SummaryViewModel summary = summary_view_model(state);
  ASSERT_TRUE(summary.heading.missing.empty()) << summary.heading.missing;
  const explanations::Finding* conflicts = conflicts_of(state);
  ASSERT_NE(conflicts, nullptr);
  EXPECT_EQ(conflicts->operation, trace::Operation::load);
  const auto item = std::ranges::find(summary.causes, explanations::FindingKind::bank_conflicts, &SummaryItem::kind);
  ASSERT_NE(item, summary.causes.end()) << "it is among the causes that are shown";
  EXPECT_NE(item->title.find("shared loads"), std::string::npos) << item->title;
  EXPECT_NE(item->code.find("b_tile"), std::string::npos) << item->code;
  EXPECT_GT(item->gain_share, 0);

  // Memory chart: half of what the shared loads of b take are conflicts.
  session.perform({"show_memory_chart"});
  const MemoryChartViewModel chart = memory_chart_view_model(state);
  const ChartSpace& shared = chart.spaces.back();
  ASSERT_EQ(shared.kind, ChartSpace::Kind::shared);
  EXPECT_TRUE(shared.arrows.front().has_lines);
  const model::Counts before = shared_loads(state);
  EXPECT_EQ(before.wavefronts * 12, before.wavefronts_ideal * 20) << "20 wavefronts a step of k where 12 would do";

  // Source: the arrow leads to the loads of both tiles, and first to the one of b.
  session.perform(ShowTraffic{Traffic::shared_load});
  ASSERT_EQ(shown_traffic_lines(state).size(), 2U);
  const int line = state.playback.focus.line;
  EXPECT_NE(state.source.text.lines.at(static_cast<std::size_t>(line) - 1).text.find("b_tile"), std::string::npos);
  const experiments::LineSheet* cost = present_costs(state).at(line);
  ASSERT_NE(cost, nullptr);
  const experiments::Column& derived = cost->sheet.derived;
  EXPECT_EQ(derived.get("shared.wavefronts"), 8 * derived.get("shared.requests").value());
  EXPECT_EQ(derived.get("shared.wavefronts_ideal"), 4 * derived.get("shared.requests").value());
  session.perform({"pin_a"});

  // The change: 4 tile columns remove them.
  session.perform(SetKnob{"tile_col", std::int64_t{4}});
  EXPECT_TRUE(page_heading(state, CounterPage::memory_chart).stale) << "until the next result comes";
  ASSERT_TRUE(runner_.run_until(session, test::ended));
  EXPECT_EQ(conflicts_of(state), nullptr);
  const model::Counts after = shared_loads(state);
  EXPECT_EQ(after.wavefronts, after.wavefronts_ideal);
  EXPECT_EQ(before.wavefronts * 12, after.wavefronts * 20);
  session.perform({"pin_b"});

  // A against B: what it gains.
  const auto& pins = state.pins.pins;
  ASSERT_TRUE(pins[0] && pins[1] && pins[0]->timed && pins[1]->timed);
  const auto slow = experiments::time_of(*pins[0]->timed), fast = experiments::time_of(*pins[1]->timed);
  ASSERT_TRUE(slow && fast);
  EXPECT_EQ(fast->ms.origin, experiments::Origin::predicted);
  EXPECT_LT(fast->ms.number, slow->ms.number);
}

/// The same walk at the sizes that an H100 has counted, by clicks in the window.
TEST_F(WalkOfTheArticle, IsClickedThroughBesideWhatAnH100HasCounted) {
  const TemporaryFolder recorded;
  std::filesystem::create_directory(recorded.path() / "counters");
  std::filesystem::create_symlink(LANESCOPE_SOURCES "/assets/recordings/counters/h100-article-004.jsonl",
                                  recorded.path() / "counters" / "h100.jsonl");
  SessionOptions with_counters = options();
  for (const char* size : {"m", "n", "k"}) with_counters.values.erase(size);
  with_counters.target = "H100";
  with_counters.recorded = recorded.path();
  Session session(with_counters);
  ASSERT_TRUE(runner_.run_until(session, test::ended));
  const State& state = session.state();
  if (!state.current()->compile_ms) GTEST_SKIP() << "no compiler for CUDA C++ on this machine";
  test::SessionDesk desk(session, 1280, 720);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();

  session.perform({"show_summary"});
  desk.settle();
  const PageHeading heading = page_heading(state, CounterPage::memory_chart);
  EXPECT_EQ(heading.main_origin, experiments::Origin::recorded);
  EXPECT_NE(heading.origin.find("NVIDIA H100"), std::string::npos) << heading.origin;
  EXPECT_NE(heading.other.find("H100"), std::string::npos) << heading.other;
  const QuantityReading loads = reading_of(state.language(), present_values(state), "shared.load.instructions");
  ASSERT_TRUE(loads.shown && loads.other);
  EXPECT_EQ(loads.shown->origin, experiments::Origin::recorded);
  EXPECT_EQ(loads.shown->value, loads.other->value);
  EXPECT_FALSE(loads.difference.empty());
  ASSERT_TRUE(state.recorded()) << "its time was recorded with the counters";

  // The finding stands lower in the panel than its window reaches.
  const auto conflicts = std::ranges::find_if(kernel_summary(state).causes, [](const explanations::Finding& each) {
    return each.kind == explanations::FindingKind::bank_conflicts;
  });
  ASSERT_NE(conflicts, kernel_summary(state).causes.end());
  const std::string finding = "summary/" + std::to_string(conflicts - kernel_summary(state).causes.begin() + 1);
  const ImRect panel = ImGui::FindWindowByName(page_window)->InnerRect;
  desk.scroll_to(page_window, finding + "/line");
  ASSERT_TRUE(panel.Contains(desk.place(finding + "/line")))
      << finding << " at " << desk.place(finding + "/line").Min.y << ", panel " << panel.Min.y << " to " << panel.Max.y;
  desk.click(finding + "/page");
  desk.settle();
  EXPECT_TRUE(desk.has("memory_tables/panel"));
  session.perform({"show_summary"});
  desk.settle();
  desk.scroll_to(page_window, finding + "/line");
  desk.click(finding + "/line");
  EXPECT_TRUE(desk.has("source/caption") || desk.has("source/selected"));
  EXPECT_NE(state.source.text.lines.at(static_cast<std::size_t>(state.playback.focus.line) - 1).text.find("b_tile"),
            std::string::npos);

  // The arrow of the shared loads leads there too.
  session.perform({"show_memory_chart"});
  desk.settle();
  desk.click("chart/arrow/shared_load");
  EXPECT_EQ(state.source.traffic, Traffic::shared_load);

  // Ctrl+1 keeps A, a click on the knob removes the conflicts, and Ctrl+2 keeps B: the gain was measured on an H100.
  EXPECT_EQ(target_status(state).words, "H100, recorded");
  desk.control(ImGuiKey_1);
  ASSERT_TRUE(state.pins.pins[0] && state.pins.pins[0]->timed);
  desk.scroll_to("###knobs", "knob/tile_col/4");
  desk.click("knob/tile_col/4");
  ASSERT_TRUE(runner_.run_until(session, test::ended));
  desk.settle();
  EXPECT_EQ(conflicts_of(state), nullptr);
  const QuantityReading gone = reading_of(state.language(), present_values(state), "shared.load.conflicts");
  ASSERT_TRUE(gone.shown);
  EXPECT_EQ(gone.shown->origin, experiments::Origin::recorded);
  EXPECT_EQ(gone.shown->value, 0);
  desk.control(ImGuiKey_2);
  ASSERT_TRUE(state.pins.both() && state.pins.pins[1]->timed);
  const auto slow = experiments::time_of(*state.pins.pins[0]->timed),
             fast = experiments::time_of(*state.pins.pins[1]->timed);
  ASSERT_TRUE(slow && fast);
  EXPECT_EQ(fast->ms.origin, experiments::Origin::recorded);
  EXPECT_LT(fast->ms.number, slow->ms.number);
  session.perform({"show_speed_of_light"});
  desk.settle();
  EXPECT_TRUE(desk.has("light/sol.memory"));
  const SpeedOfLightViewModel light = speed_of_light_view_model(state);
  ASSERT_EQ(light.memory.sides.size(), 2U);
  EXPECT_EQ(light.memory.sides[0].letter, "A");
  EXPECT_GT(light.memory.sides[0].value.value(), light.memory.sides[1].value.value());

  // What the H200 would do is beside what the H100 did, and no share is the difference of two GPUs.
  session.perform(SetTarget{});
  ASSERT_TRUE(runner_.run_until(session, test::ended));
  const PageValues sources = present_values(state);
  EXPECT_TRUE(sources.of_two_gpus);
  EXPECT_EQ(state.recorded(), nullptr) << "a time of the H100 is none of the H200";
  const QuantityReading share = reading_of(state.language(), sources, "sol.dram");
  ASSERT_TRUE(share.shown && share.other);
  EXPECT_TRUE(share.difference.empty()) << share.difference;
  EXPECT_FALSE(reading_of(state.language(), sources, "shared.load.instructions").difference.empty());
}

}  // namespace
}  // namespace lanescope::gui
