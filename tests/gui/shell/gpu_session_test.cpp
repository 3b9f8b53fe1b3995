// The live loop on a real GPU, with the catalogue's own kernels and the real worker.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <vector>

#include "base/file.h"
#include "cuda/driver.h"
#include "gui/application/snapshot.h"
#include "gui/readings/readout_view_model.h"
#include "gui/shell/session.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/support/session_runner.h"
#include "gui/support/texts.h"
#include "temporary_folder.h"

namespace lanescope::gui {
namespace {

namespace fs = std::filesystem;
using test::ended;
using test::SessionRunner;

class LiveLoop : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto driver = cuda::Driver::open(); !driver) GTEST_SKIP() << driver.error().text();
    if (!fs::exists(LANESCOPE_PROGRAM)) GTEST_SKIP() << "the program is not built";
  }
  [[nodiscard]] SessionOptions options() {
    SessionOptions options = runner_.options();
    options.kernels = fs::path(LANESCOPE_SOURCES) / "kernels";
    options.kernel = "transpose/naive_row";
    options.worker.environment = {"XDG_CACHE_HOME=" + cache_.path().string()};
    return options;
  }
  static bool measured(const State& state) {
    return state.known.measured != nullptr && state.known.measured_revision == state.selection.revision;
  }
  /// Milliseconds from turning the knob to its first measured number.
  double turn(Session& session, std::int64_t block_x) {
    const auto begin = Session::Clock::now();
    session.perform(SetKnob{"block_x", block_x});
    EXPECT_TRUE(runner_.run_until(session, measured));
    return std::chrono::duration<double, std::milli>(Session::Clock::now() - begin).count();
  }
  TemporaryFolder cache_;
  SessionRunner runner_;
};

TEST_F(LiveLoop, TurnsAKnobIntoANewVerifiedMeasurement) {
  Session session(options());
  ASSERT_TRUE(runner_.run_until(session, ended));
  ASSERT_FALSE(session.state().current()->failed()) << read(session.state()).problems.front().what;
  EXPECT_EQ(read(session.state()).verdict, Verdict::verified);

  session.perform(SetKnob{"block_x", std::int64_t{8}});
  EXPECT_TRUE(read(session.state()).stale);
  ASSERT_TRUE(runner_.run_until(session, ended));
  const Readout readout = read(session.state());
  EXPECT_FALSE(readout.stale);
  EXPECT_EQ(readout.rate.unit, "GB/s");
  EXPECT_EQ(readout.rate.origin, experiments::Origin::measured);
  EXPECT_FALSE(readout.rate.spread.empty());
  EXPECT_EQ(readout.verdict, Verdict::verified);
  EXPECT_TRUE(readout.problems.empty());
  EXPECT_EQ(session.state().current()->parameters.at("block_x"), catalogue::Value(std::int64_t{8}));
}

TEST_F(LiveLoop, MeasuresAgainAndAgainWhileNothingChanges) {
  Session session(options());
  ASSERT_TRUE(runner_.run_until(session, ended));
  const std::uint64_t setting = session.state().selection.revision;
  const std::size_t before = session.state().known.history.samples.size();
  ASSERT_TRUE(
      runner_.run_until(session, [&](const State& state) { return state.known.history.samples.size() >= before + 3; }));
  EXPECT_EQ(session.state().selection.revision, setting);
  EXPECT_EQ(read(session.state()).verdict, Verdict::verified) << "no flicker: the setting was verified before";
}

TEST_F(LiveLoop, MeasuresAgainOnlyWhenTheAccessesHaveCome) {
  SessionOptions large = options();
  large.kernel = "matmul/best";  // its accesses are megabytes, and come behind its numbers
  Session session(std::move(large));
  ASSERT_TRUE(runner_.run_until(session, ended));
  session.perform(SetViewVisible{AnimatedView::warps, true});
  session.perform({"toggle_clock"});
  const auto watched = [](const State& state) {
    const analysis::Traced* traced = state.playback.traced();
    return traced != nullptr && traced->trace.has_clock() && state.playback.traced_revision == state.selection.revision;
  };
  ASSERT_TRUE(runner_.run_until(
      session, [&](const State& state) { return watched(state) || !state.playback.no_trace.empty(); }));
  ASSERT_EQ(session.state().playback.no_trace, "");
  EXPECT_GT(session.state().playback.traced()->trace.headers.size(), 10'000u);
  const std::size_t before = session.state().known.history.samples.size();
  EXPECT_TRUE(
      runner_.run_until(session, [&](const State& state) { return state.known.history.samples.size() >= before + 2; }));
  session.perform(SetKnob{"bk", std::int64_t{16}});
  EXPECT_TRUE(runner_.run_until(session, watched));
}

TEST_F(LiveLoop, MeasuresOnlyOnceWhenNotLive) {
  SessionOptions once = options();
  once.continuous = false;
  Session session(std::move(once));
  ASSERT_TRUE(runner_.run_until(session, ended));
  const std::uint64_t request = session.state().current()->request;
  const auto end = Session::Clock::now() + std::chrono::seconds(2);
  ASSERT_TRUE(runner_.run_until(session, [&](const State&) { return Session::Clock::now() >= end; }));
  EXPECT_EQ(session.state().current()->request, request);
}

TEST_F(LiveLoop, SaysHowLongANewSettingTakes) {
  Session session(options());
  ASSERT_TRUE(runner_.run_until(session, ended));
  const std::vector<std::int64_t> values{1, 2, 4, 8, 16, 64, 128};
  for (const char* pass : {"with compilation", "from the cache"}) {
    std::vector<double> milliseconds;
    for (const std::int64_t value : values) milliseconds.push_back(turn(session, value));
    std::sort(milliseconds.begin(), milliseconds.end());
    std::cout << "knob to number, " << pass << ": median " << milliseconds[milliseconds.size() / 2] << " ms, worst "
              << milliseconds.back() << " ms\n";
  }
  SUCCEED();  // figures are reported, not enforced: the machine may be shared
}

TEST_F(LiveLoop, ShowsThePictureOfTheOutputByIpcOrAsBytes) {
  for (const bool interop : {true, false}) {
    OffscreenWindowOptions window_options;
    window_options.interface.shaders = fs::path(LANESCOPE_SOURCES) / "shaders";
    auto window = OffscreenWindow::open(window_options);
    if (!window) GTEST_SKIP() << window.error().text();
    SessionOptions wanted = options();
    wanted.interop = interop && !(*window)->context().info().is_software;
    Session session(std::move(wanted));
    session.perform({"show_output"});
    std::string path;
    int frames = 0;  // with the picture: the first may be drawn before the panel is in front
    ASSERT_TRUE(runner_.run_until(session, [&](const State& state) {
      (*window)->interface().carry_out(session.take_window_effects());
      static_cast<void>((*window)->draw(state));
      for (const AttachmentReceipt& receipt : (*window)->interface().receipts()) {
        session.acknowledge_attachment(receipt);
        if (!receipt.refused) path = receipt.transport;
      }
      return !path.empty() && ++frames > 4;
    }));
    std::cout << "picture with interop " << (interop ? "wanted" : "refused") << ": " << path << '\n';
    EXPECT_TRUE((*window)->interface().widgets().contains("output"));
    EXPECT_TRUE(interop || path.starts_with("bytes")) << path;
  }
}

TEST_F(LiveLoop, HoldsWhatTheEmulatorFindsFaultyUntilItIsLaunchedAllTheSame) {
  const TemporaryFolder temporary;
  const fs::path& folder = temporary.path();
  const auto text = read_file(fs::path(LANESCOPE_SOURCES) / "kernels/transpose/naive_row.cu");
  ASSERT_TRUE(text) << text.error().text();
  ASSERT_TRUE(write_file(folder / "transpose/unguarded.cu", test::unguarded(*text)));
  const auto header = read_file(fs::path(LANESCOPE_SOURCES) / "kernels/include/cache_operators.cuh");
  ASSERT_TRUE(header) << header.error().text();
  ASSERT_TRUE(write_file(folder / "include/cache_operators.cuh", *header));
  SessionOptions given = options();
  given.kernels = folder;
  given.kernel.clear();
  Session session(std::move(given));
  ASSERT_TRUE(runner_.run_until(session, ended));
  EXPECT_EQ(read(session.state()).verdict, Verdict::launch_blocked);
  EXPECT_EQ(session.state().source.text.faults, 1);
  EXPECT_EQ(session.state().current()->time(), nullptr) << "nothing was launched";

  session.perform({"launch_anyway"});
  ASSERT_TRUE(
      runner_.run_until(session, [](const State& state) { return ended(state) && !state.current()->launch_blocked; }));
  session.perform(SetKnob{"block_x", std::int64_t{8}});
  ASSERT_TRUE(runner_.run_until(session, ended));
  EXPECT_TRUE(session.state().current()->launch_blocked) << "the click was for the other setting";
}

}  // namespace
}  // namespace lanescope::gui
