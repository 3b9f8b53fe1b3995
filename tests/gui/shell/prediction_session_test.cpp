// Predicted times in a session with the real worker: what a window without a GPU shows while a knob is turned.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>

#include "gui/readings/readout_view_model.h"
#include "gui/screens/scope/scope_view_model.h"
#include "gui/screens/sweep/sweep_view_model.h"
#include "gui/shell/session.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/selection_commands.h"
#include "gui/support/session_runner.h"

namespace lanescope::gui {
namespace {

using Milliseconds = std::chrono::duration<double, std::milli>;

class PredictedSession : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(LANESCOPE_PROGRAM)) GTEST_SKIP() << "the program is not built";
  }
  /// The kernels and profiles of the program, and no recordings.
  [[nodiscard]] SessionOptions options(const std::string& kernel, catalogue::Values values = {}) {
    SessionOptions options = runner_.options();
    options.kernels = LANESCOPE_SOURCES "/kernels";
    options.profiles = LANESCOPE_SOURCES "/assets/gpus";
    options.kernel = kernel;
    options.values = std::move(values);
    // An own GPU would be measured, so the chosen one is another.
    options.target = "T4";
    return options;
  }
  static bool has_prediction(const State& state) {
    return state.known.predicted && state.known.predicted_revision == state.selection.revision;
  }
  static void print(const std::string& of, std::vector<double> waited) {
    if (waited.empty()) return;
    std::ranges::sort(waited);
    const auto quantile = [&](double part) {
      return waited[static_cast<std::size_t>(part * static_cast<double>(waited.size() - 1))];
    };
    std::cout << fmt::format(
        "from knob to prediction, {}: {} times, median {:.0f} ms, 95th percentile {:.0f}, longest {:.0f}\n", of,
        waited.size(), quantile(0.5), quantile(0.95), waited.back());
  }
  test::SessionRunner runner_;
};

#define NEEDS_A_COMPILER(session) \
  if (!(session).state().current()->compile_ms) GTEST_SKIP() << "no compiler for CUDA C++ on this machine"

TEST_F(PredictedSession, ShowsTheTimeOfTheChosenGpuAndOfTheNextOne) {
  Session session(options("transpose/smem_tile"));
  ASSERT_TRUE(runner_.run_until(session, test::ended));
  NEEDS_A_COMPILER(session);
  Readout readout = read(session.state());
  EXPECT_EQ(readout.rate.origin, experiments::Origin::predicted);
  EXPECT_EQ(readout.rate.detail, "for T4, cold");
  EXPECT_FALSE(readout.limited_by.empty());
  EXPECT_EQ(readout.verdict, Verdict::verified);
  const double of_t4 = session.state().known.predicted->predicted->prediction.cold.ms;
  // Twice 64 MiB at 320 GB/s take 0.42 ms, at 2 TB/s 0.07 ms.
  EXPECT_GT(of_t4, 0.42);
  EXPECT_EQ(session.state().known.profiles,
            (std::vector<std::string>{"A100", "GTX 1050 Ti", "H100", "H200", "RTX 3060", "RTX 4090", "T4"}));
  session.perform(SetTarget{"A100"});
  EXPECT_FALSE(read(session.state()).rate.known());
  ASSERT_TRUE(runner_.run_until(session, has_prediction));
  readout = read(session.state());
  EXPECT_EQ(readout.rate.detail, "for A100, cold");
  EXPECT_LT(session.state().known.predicted->predicted->prediction.cold.ms, of_t4 / 2);
}

TEST_F(PredictedSession, FillsASweepWithPredictions) {
  Session session(options("transpose/smem_tile", {{"nx", std::int64_t{512}}, {"ny", std::int64_t{512}}}));
  ASSERT_TRUE(runner_.run_until(session, test::ended));
  NEEDS_A_COMPILER(session);
  session.perform({"start_sweep"});
  ASSERT_TRUE(runner_.run_until(session, [](const State& state) { return !state.sweep.run; }));
  const SweepViewModel view_model = sweep_view_model(session.state());
  EXPECT_EQ(view_model.quantity, counters::QuantityId("rate.memory"));
  std::size_t values = 0;
  for (const SweepMark& mark : view_model.marks) {
    if (mark.kind == SweepMark::Kind::illegal) continue;
    EXPECT_EQ(mark.value.origin, experiments::Origin::predicted) << mark.detail;
    EXPECT_LT(mark.value.low(), mark.value.high()) << mark.detail;
    ++values;
  }
  EXPECT_GE(values, 3U);
}

// The times are printed for whoever wants to know them. A slow machine is no failure.
TEST_F(PredictedSession, FollowsAKnobBeforeTheEmulatorHasRunThePlan) {
  std::vector<double> all;
  std::size_t before_the_plan = 0;
  for (const char* kernel : {"transpose/smem_tile", "transpose/naive_row", "laplace/shared", "laplace/best",
                             "reduce/k3", "reduce/best", "matmul/tile", "matmul/best"}) {
    Session session(options(kernel));
    if (session.state().selection.kernel != kernel || session.state().knobs().empty()) {
      ADD_FAILURE() << kernel << " has no knobs";
      continue;
    }
    ASSERT_TRUE(runner_.run_until(session, test::ended));
    NEEDS_A_COMPILER(session);
    std::vector<double> waited;
    const Knob knob = session.state().knobs().front();
    constexpr int rounds = 4;  // the first one fills the compiler's cache
    for (int round = 0; round < rounds; ++round) {
      for (std::size_t i = 0; i < knob.labels.size(); ++i) {
        if (!knob.selectable(i)) continue;
        const Session::Clock::time_point start = Session::Clock::now();
        session.perform(SetKnob{knob.name, knob.labels[i]});
        ASSERT_TRUE(
            runner_.run_until(session, [](const State& state) { return has_prediction(state) || test::ended(state); }));
        if (round == 0 || !has_prediction(session.state())) continue;
        waited.push_back(Milliseconds(Session::Clock::now() - start).count());
        if (session.state().current()->stage == experiments::ResultStage::compiled) ++before_the_plan;
      }
    }
    print(kernel, waited);
    all.insert(all.end(), waited.begin(), waited.end());
  }
  ASSERT_GT(all.size(), 10U);
  EXPECT_GT(before_the_plan, all.size() / 2) << "most predictions come before the plan has run";
  print("all", all);
}

}  // namespace
}  // namespace lanescope::gui
