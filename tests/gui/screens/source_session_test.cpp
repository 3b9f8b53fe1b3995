// The Source panel's numbers and listings from the real worker and the real compiler.
#include <gtest/gtest.h>

#include <filesystem>

#include "gui/screens/source/listings.h"
#include "gui/screens/source/source_costs.h"
#include "gui/shell/session.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/support/fixture.h"
#include "gui/support/session_runner.h"

namespace lanescope::gui {
namespace {

/// Three clicks: the kernel, its result is waited for, the button.
TEST(SourceSession, AnswersWhichLineHasTheBankConflict) {
  if (!std::filesystem::exists(LANESCOPE_PROGRAM)) GTEST_SKIP() << "the program is not built";
  test::SessionRunner runner;
  SessionOptions options = runner.options();
  options.kernels = std::filesystem::path(LANESCOPE_SOURCES) / "kernels";
  options.continuous = false;
  options.values = {{"nx", std::int64_t{64}}, {"ny", std::int64_t{64}}};
  options.kernel = "transpose/smem_tile";
  Session session(std::move(options));
  ASSERT_TRUE(runner.run_until(session, test::ended));
  const State& state = session.state();
  if (!state.current()->compile_ms) GTEST_SKIP() << "no compiler for CUDA C++ on this machine";

  session.perform({"worst_line"});
  ASSERT_GT(state.playback.focus.line, 0);
  const auto selected = static_cast<std::size_t>(state.playback.focus.line);
  EXPECT_NE(state.source.text.lines[selected - 1].text.find("square[threadIdx.x][row]"), std::string::npos);
  const experiments::LineSheet& cost = *present_costs(state).at(state.playback.focus.line);
  EXPECT_EQ(
      cost_cell(*english(), present_costs(state), cost, source_column("column/wavefronts"), CostUnit::absolute).ratio,
      "32×");
  EXPECT_TRUE(excess_in_words(*english(), present_costs(state), cost).starts_with("bank conflicts: 32×"));

  session.perform({"toggle_ptx"});
  session.perform({"toggle_sass"});
  ASSERT_TRUE(runner.run_until(session, [](const State& now) { return now.source.disassembled != nullptr; }));
  for (const experiments::LineSheet& line : present_costs(state).lines) {
    EXPECT_GE(shown_ptx(state).first_of(line.line), 0) << "line " << line.line << " has no PTX";
    EXPECT_GE(shown_sass(state).first_of(line.line), 0) << "line " << line.line << " has no machine code";
  }
  EXPECT_FALSE(state.source.with_curves->curves.empty());

  session.perform(SetKnob{"tile", std::int64_t{16}});
  EXPECT_TRUE(line_costs_are_stale(state));
  ASSERT_TRUE(
      runner.run_until(session, [](const State& now) { return !line_costs_are_stale(now) && !wants_sass(now); }));
  const experiments::LineSheet* after = present_costs(state).at(static_cast<int>(selected));
  ASSERT_NE(after, nullptr);
  EXPECT_EQ(
      cost_cell(*english(), present_costs(state), *after, source_column("column/wavefronts"), CostUnit::absolute).ratio,
      "8.0×")
      << "16 columns of 16 floats: two rows of the tile a bank row";
}

}  // namespace
}  // namespace lanescope::gui
