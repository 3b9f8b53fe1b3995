// The Sweep panel on a software renderer: what is clicked, and pictures of a curve and a heat map to look at.
#include <gtest/gtest.h>

#include <cmath>

#include "gui/screens/sweep/sweep_commands.h"
#include "gui/screens/sweep/sweep_view_model.h"
#include "gui/support/fixture.h"
#include "gui/support/offscreen.h"

namespace lanescope::gui::test {
namespace {

/// Answers to all points that the sweep asks for: a made-up bandwidth that prefers 32 × 8 threads.
void answer_all(State& state) {
  double seconds = 1;
  while (const auto experiment = sweep_experiment(state)) {
    State at = state_with_kernels();
    at.selection.values[at.selection.kernel] = experiment->values;
    settle(at);
    experiments::Result result = refined(at);
    const double x = std::log2(static_cast<double>(std::get<std::int64_t>(result.parameters.at("block_x"))));
    const double y = std::log2(static_cast<double>(std::get<std::int64_t>(result.parameters.at("block_y"))));
    const double rate = 3900 / (1 + 0.09 * (x - 5) * (x - 5) + 0.13 * (y - 3) * (y - 3));
    result.cold->median = static_cast<double>(result.work_bytes) / (rate * 1e6);
    result.cold->q1 = result.cold->median * 0.95;
    result.cold->q3 = result.cold->median * (1.03 + 0.03 * x);
    if (x == 0) {
      result = wrong(at);
      result.cold.reset();
      result.hot.reset();
    }
    accept_sweep_point(state, result, ++seconds);
  }
}

State swept(bool map) {
  State state = state_with_kernels();
  fill_history(state);
  accept(state, refined(state), 31);
  if (map) {
    EXPECT_TRUE(perform(state, SetSweepAxis{SweepAxis::second, "block_y"}, 0));
  }
  EXPECT_TRUE(perform(state, {"start_sweep"}, 0));
  answer_all(state);
  return state;
}

TEST(SweepPanel, DrawsACurve) {
  State state = swept(false);
  go_to(state, Workspace::measure);
  Desk desk(state, 1920, 1080, {}, {FocusPanel{"sweep"}});
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.frames(3);
  desk.save("sweep_curve");
  EXPECT_TRUE(desk.has("sweep/cell/8"));
  EXPECT_FALSE(desk.has("sweep/cell/9"));
}

TEST(SweepPanel, DrawsAHeatMap) {
  State state = swept(true);
  go_to(state, Workspace::measure);
  Desk desk(state, 1920, 1080, {}, {FocusPanel{"sweep"}});
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.frames(3);
  desk.save("sweep_map");
  EXPECT_TRUE(desk.has("sweep/cell/53"));
}

TEST(SweepPanel, DrawsARunningSweepOfRecordedPoints) {
  State state = state_with_kernels();
  ASSERT_TRUE(perform(state, SetSweepAxis{SweepAxis::second, "block_y"}, 0));
  State measured = swept(true);
  for (const SweepCell& cell : sweep_grid(measured).cells) {
    const auto point = known_point(measured, cell);
    if (!point || point->time() == nullptr) continue;
    experiments::Result recorded = *point;
    recorded.recorded = "2026-01-31T12:00:00Z";
    state.known.recordings.push_back(std::make_shared<const experiments::Result>(recorded));
  }
  const experiments::Result first = emulated(state);
  state.known.machine = first.machine;
  ASSERT_TRUE(perform(state, {"start_sweep"}, 0));
  accept_sweep_point(state, first, 1);
  go_to(state, Workspace::measure);
  Desk desk(state, 1280, 720, {}, {FocusPanel{"sweep"}});
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.frames(3);
  desk.save("sweep_recorded");
  EXPECT_TRUE(desk.has("sweep/progress"));
  EXPECT_TRUE(desk.has("action/stop_sweep"));
}

TEST(SweepPanel, GoesToThePointThatIsClicked) {
  State state = swept(true);
  go_to(state, Workspace::measure);
  Desk desk(state, 1280, 720, {}, {FocusPanel{"sweep"}});
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.frames(3);
  desk.click("sweep/cell/13");  // the second row begins with number 9
  EXPECT_EQ(state.current_values(), (catalogue::Values{{"block_x", std::int64_t{16}}, {"block_y", std::int64_t{2}}}));
  desk.frames(2);
  desk.click("sweep/cell/53");
  EXPECT_EQ(state.current_values().at("block_x"), catalogue::Value(std::int64_t{16})) << "256 × 32 cannot be run";
}

TEST(SweepPanel, ChoosesItsAxesAndStartsByTheMouse) {
  State state = state_with_kernels();
  go_to(state, Workspace::measure);
  Desk desk(state, 1280, 720, {}, {FocusPanel{"sweep"}});
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.frames(3);
  desk.click("sweep/axis/second");
  desk.frames(2);
  desk.click("sweep/axis/second/block_y");
  desk.frames(2);
  EXPECT_EQ(sweep_grid(state).names[1], "block_y");
  desk.click("sweep/quantity");
  desk.frames(2);
  desk.click("sweep/quantity/occupancy.theoretical");
  desk.frames(1);
  EXPECT_EQ(state.sweep.quantity, counters::QuantityId("occupancy.theoretical"));
  desk.click("action/start_sweep");
  EXPECT_TRUE(state.sweep.run);
  desk.frames(2);
  desk.click("action/stop_sweep");
  EXPECT_FALSE(state.sweep.run);
}

}  // namespace
}  // namespace lanescope::gui::test
