// A sweep in the background of a session with the real worker.
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "gui/export/export_commands.h"
#include "gui/screens/sweep/sweep_view_model.h"
#include "gui/shell/session.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/support/fixture.h"
#include "gui/support/session_runner.h"
#include "recordings/sweep/sweep_csv.h"
#include "temporary_folder.h"

namespace lanescope::gui {
namespace {

class SweepInTheBackground : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(LANESCOPE_PROGRAM)) GTEST_SKIP() << "the program is not built";
    ASSERT_TRUE(write_file(folder_.path() / "transpose/first.cu", test::kernel_text("First")));
  }
  [[nodiscard]] SessionOptions options() {
    SessionOptions options = runner_.options();
    options.kernels = folder_.path();
    options.values = {{"nx", std::int64_t{96}}, {"ny", std::int64_t{64}}};
    options.exports = folder_.path();
    options.kernel = "transpose/first";
    return options;
  }

  const TemporaryFolder folder_;
  test::SessionRunner runner_;
};

TEST_F(SweepInTheBackground, FillsItsPointsWhileNothingElseIsWanted) {
  Session session(options());
  ASSERT_TRUE(runner_.run_until(session, test::ended));
  if (!session.state().current()->compile_ms) GTEST_SKIP() << "no compiler for CUDA C++ on this machine";
  session.perform({"start_sweep"});
  ASSERT_TRUE(runner_.run_until(session, [](const State& state) { return !state.sweep.run; }));
  const SweepViewModel view_model = sweep_view_model(session.state());
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(view_model.marks[i].kind, SweepMark::Kind::value) << i;
  EXPECT_EQ(view_model.marks[8].kind, SweepMark::Kind::illegal);
  session.perform({"export_sweep_csv"});
  session.perform(StartExport{});
  session.update();
  const auto text = read_file(folder_.path() / "lanescope-sweep-transpose-first.csv");
  ASSERT_TRUE(text) << text.error().text();
  EXPECT_EQ(recordings::csv_rows(*text)->rows.size(), 9U);
}

TEST_F(SweepInTheBackground, LetsAKnobGoFirstAndGoesOnWhenItRests) {
  Session session(options());
  ASSERT_TRUE(runner_.run_until(session, test::ended));
  if (!session.state().current()->compile_ms) GTEST_SKIP() << "no compiler for CUDA C++ on this machine";
  session.perform({"start_sweep"});
  ASSERT_TRUE(
      runner_.run_until(session, [](const State& state) { return state.sweep.run && state.sweep.run->next >= 1; }));
  session.perform(SetKnob{"block_y", std::int64_t{4}});
  session.update();
  EXPECT_TRUE(session.state().stale());
  ASSERT_TRUE(runner_.run_until(session, test::ended));
  EXPECT_TRUE(session.state().sweep.run) << "the knob's answer came before the last point of the sweep";
  EXPECT_EQ(session.state().current()->parameters.at("block_y"), catalogue::Value(std::int64_t{4}));
  ASSERT_TRUE(runner_.run_until(session, [](const State& state) { return !state.sweep.run; }));
  EXPECT_EQ(session.state().sweep.results.size(), 8U);
  EXPECT_FALSE(session.state().stale());
}

TEST_F(SweepInTheBackground, EndsAtOnceWhenItIsStopped) {
  Session session(options());
  ASSERT_TRUE(runner_.run_until(session, test::ended));
  session.perform({"start_sweep"});
  session.update();
  session.perform({"stop_sweep"});
  session.update();
  EXPECT_FALSE(session.state().sweep.run);
  session.perform(SetKnob{"block_x", std::int64_t{16}});
  ASSERT_TRUE(runner_.run_until(session, test::ended));
}

}  // namespace
}  // namespace lanescope::gui
