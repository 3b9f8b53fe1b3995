// The window with its kernels on another machine: the dialog, a lost connection, a slow line.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "gui/readings/connection.h"
#include "gui/readings/readout_view_model.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/selection_commands.h"
#include "gui/support/fixture.h"
#include "gui/support/offscreen.h"
#include "gui/support/session_runner.h"
#include "temporary_folder.h"

namespace lanescope::gui {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

client::Trouble lost_line(std::optional<std::chrono::steady_clock::time_point> next) {
  return {{"the connection to lab@server was lost (Connection to server closed by remote host.)", "lab@server",
           "check the network connection to that machine"},
          std::chrono::system_clock::from_time_t(1'800'000'000),
          next};
}

TEST(ConnectionText, SaysWhereKernelsRunAndWhatBecameOfTheWayThere) {
  State state;
  state.known.connected = true;
  state.known.worker = client::State::ready;
  EXPECT_EQ(connection_text(state).headline, "kernels run on this machine; worker ready");
  state.known.connection.remote = client::Remote{"lab@server"};
  state.known.worker = client::State::starting;
  EXPECT_EQ(connection_text(state).headline, "connecting to lab@server …");
  state.known.worker = client::State::ready;
  state.known.machine = experiments::Machine{};
  state.known.machine->device = "NVIDIA H200";
  state.known.machine->host = "server-7";
  EXPECT_EQ(connection_text(state).headline, "connected to lab@server; worker ready");
  EXPECT_EQ(connection_text(state).found.front(), "NVIDIA H200");
  EXPECT_EQ(status_of(state, read(state)).worker, "worker on lab@server ready");

  const auto now = std::chrono::steady_clock::now();
  state.known.connection.trouble = lost_line(now + 3500ms);
  state.known.connection.seconds_left = seconds_to_attempt(*state.known.connection.trouble, now);
  EXPECT_EQ(connection_text(state).phase, ConnectionPhase::lost);
  EXPECT_EQ(connection_text(state).next, "trying again in 4 s");
  EXPECT_NE(status_of(state, read(state)).worker.find("trying again in 4 s"), std::string::npos);
  state.known.connection.trouble = lost_line(std::nullopt);
  EXPECT_EQ(connection_text(state).phase, ConnectionPhase::refused);
  EXPECT_EQ(connection_text(state).next, "");
}

TEST(ConnectionText, ResultsOfALostMachineAreDimmedAndSayWhereTheyComeFrom) {
  State state = test::state_with_kernels();
  state.known.connected = true;
  test::accept(state, test::refined(state), 1);
  EXPECT_FALSE(read(state).stale);
  state.known.connection.remote = client::Remote{"lab@server"};
  state.known.connection.trouble = lost_line(std::nullopt);
  const Readout readout = read(state);
  EXPECT_TRUE(readout.stale);
  EXPECT_TRUE(readout.rate.known()) << "it stays on screen";
  EXPECT_EQ(readout.stale_word, "no connection");
  EXPECT_EQ(readout.origin, "from Made-up GPU of lecture");
  ASSERT_FALSE(readout.problems.empty());
  EXPECT_EQ(readout.problems.front().action, "reconnect");
  EXPECT_FALSE(readout.problems.front().remedy.empty());
}

TEST(ConnectActions, ArePossibleWhenTheyMakeSense) {
  State state = test::state_with_kernels();
  EXPECT_FALSE(perform(state, {"disconnect"}, 0)) << "kernels run here already";
  EXPECT_FALSE(perform(state, {"reconnect"}, 0));
  EXPECT_FALSE(perform(state, ConnectTo{client::Remote{"-oProxyCommand=x"}}, 0));
  const std::uint64_t setting = state.selection.revision;
  for (const char* host : {"one", "two", "one"}) {
    const Outcome done = perform(state, ConnectTo{client::Remote{host}}, 0);
    ASSERT_TRUE(done);
    EXPECT_EQ(test::count_of<Connect>(*done), 1u);
  }
  EXPECT_GT(state.selection.revision, setting) << "what is on screen is another machine's";
  ASSERT_EQ(state.ui.remotes.size(), 2u);
  EXPECT_EQ(state.ui.remotes.front().host, "one");
}

class ConnectDialog : public testing::Test {
 protected:
  void SetUp() override {
    if (!desk_.missing().empty()) GTEST_SKIP() << desk_.missing();
    ASSERT_TRUE(perform(state_, {"toggle_connect"}, 0));
    desk_.frames(3);
  }
  [[nodiscard]] std::vector<Connect> connects() const { return test::effects_of<Connect>(desk_.effects()); }
  State state_ = test::state_with_kernels();
  test::Desk desk_{state_};
};

TEST_F(ConnectDialog, ConnectsToWhatIsTyped) {
  desk_.click("connect/host");
  desk_.type("lab@server");
  desk_.click("connect/program");
  desk_.type("~/lanescope/run");
  desk_.click("connect/connect");
  ASSERT_EQ(connects().size(), 1u);
  EXPECT_EQ(connects()[0].remote, (client::Remote{"lab@server", "", "~/lanescope/run"}));
  desk_.frames(2);
  EXPECT_TRUE(desk_.has("connect/earlier/lab@server"));
  desk_.click("connect/earlier/lab@server");
  EXPECT_EQ(connects().size(), 2u);
}

TEST_F(ConnectDialog, NeedsNoMouse) {
  desk_.type("lab@server");
  desk_.key(ImGuiKey_Enter);
  ASSERT_EQ(connects().size(), 1u);
  EXPECT_EQ(connects()[0].remote, client::Remote{"lab@server"});
}

TEST_F(ConnectDialog, KeysThatAreTypedDoNothingElse) {
  desk_.type(" server");
  desk_.key(ImGuiKey_RightArrow);
  EXPECT_EQ(test::knob_value(state_, "block_x"), "32");
  EXPECT_TRUE(state_.selection.continuous);
}

void show_lost(State& state) {
  test::fill_history(state);
  experiments::Result result = test::refined(state);
  result.metrics = test::metrics();
  test::accept(state, result, 31.5);
  state.known.connected = true;
  state.known.worker = client::State::reconnecting;
  state.known.machine = result.machine;
  state.known.connection.remote = client::Remote{"lab@server"};
  state.known.connection.trouble = lost_line(std::chrono::steady_clock::now() + 4s);
  state.known.connection.seconds_left = 4;
}

void show_dialog(State& state) {
  show_lost(state);
  state.known.connection.trouble.reset();
  state.known.worker = client::State::ready;
  state.ui.remotes = {{"lab@server"}, {"me@cluster.example.org", "ssh -p 2222"}};
  state.ui.show_connect = true;
}

void show_refused(State& state) {
  show_dialog(state);
  state.known.worker = client::State::failed;
  state.known.machine.reset();
  state.known.connection.trouble =
      client::Trouble{{"lab@server refused the login (lab@server: Permission denied (publickey).)", "lab@server",
                       "make `ssh lab@server true` work without a password: ssh-copy-id lab@server, or start an "
                       "ssh-agent"},
                      std::chrono::system_clock::from_time_t(1'800'000'000),
                      std::nullopt};
  state.known.connection.seconds_left = -1;
}

TEST(PictureElsewhere, OfTheDialogAndOfALostConnectionIsDrawn) {
  const std::pair<const char*, void (*)(State&)> conditions[] = {
      {"lost", show_lost}, {"connect", show_dialog}, {"connect_refused", show_refused}};
  for (const auto& [name, bring_about] : conditions) {
    for (const auto& [width, height] : {std::pair(1920U, 1080U), std::pair(1280U, 720U)}) {
      State state = test::state_with_kernels();
      bring_about(state);
      test::Desk desk(state, width, height);
      if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
      desk.frames(4);
      desk.save(std::string("window_") + name + "_" + std::to_string(height));
      EXPECT_EQ(desk.has("connect/headline"), state.ui.show_connect);
    }
  }
}

class SessionElsewhere : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(LANESCOPE_PROGRAM)) GTEST_SKIP() << "the program is not built";
    ASSERT_TRUE(write_file(folder_ / "transpose/first.cu", test::kernel_text("First")));
  }
  [[nodiscard]] SessionOptions options() {
    SessionOptions options = runner_.options();
    options.kernels = folder_;
    return options;
  }
  [[nodiscard]] client::Remote remote(const std::string& line = "") const {
    return {"lab@server", LANESCOPE_REMOTE_SHELL " " + line, LANESCOPE_PROGRAM};
  }
  [[nodiscard]] std::string down() const { return (folder_ / "down").string(); }
  void break_line() const { std::ofstream(down()).put('\n'); }

  TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();
  test::SessionRunner runner_;
};

bool is_connected(const State& state) {
  return phase_of(state) == ConnectionPhase::connected;
}
bool is_in_trouble(const State& state) {
  return state.known.connection.trouble.has_value();
}

TEST_F(SessionElsewhere, MovesToAnotherMachineAndBack) {
  Session session(options());
  ASSERT_TRUE(runner_.run_until(session, test::ended));
  session.perform(ConnectTo{remote("--delay 20")});
  EXPECT_TRUE(read(session.state()).stale) << "what is on screen was made elsewhere";
  session.update();
  EXPECT_EQ(phase_of(session.state()), ConnectionPhase::connecting);
  ASSERT_TRUE(runner_.run_until(session, is_connected));
  ASSERT_TRUE(runner_.run_until(session, test::ended));
  EXPECT_TRUE(session.state().known.machine);
  session.perform({"disconnect"});
  ASSERT_TRUE(runner_.run_until(session, [](const State& state) { return phase_of(state) == ConnectionPhase::local; }));
  ASSERT_TRUE(runner_.run_until(session, test::ended));
  const auto& changes = session.state().known.history.changes;
  const auto moves = std::count_if(changes.begin(), changes.end(),
                                   [](const auto& each) { return each.subject == History::Change::Subject::machine; });
  EXPECT_GE(moves, 1) << "the scope has a mark where the machine changed; two within a second are one";
}

TEST_F(SessionElsewhere, KeepsItsResultsWhileTheConnectionIsLostAndAnswersTheNewestSettingAfterwards) {
  SessionOptions given = options();
  given.worker.remote = remote("--down-while " + down());
  Session session(std::move(given));
  const State& state = session.state();
  ASSERT_TRUE(runner_.run_until(session, test::ended));
  if (!state.current()->compile_ms) GTEST_SKIP() << "no compiler for CUDA C++ on this machine";
  break_line();
  ASSERT_TRUE(runner_.run_until(session, is_in_trouble));
  EXPECT_TRUE(read(state).stale);
  EXPECT_EQ(read(state).stale_word, "connection lost");
  ASSERT_NE(state.current(), nullptr) << "the result stays";
  EXPECT_FALSE(state.current()->failed());
  session.perform(SetKnob{"block_x", std::int64_t{8}});
  session.update();
  EXPECT_TRUE(is_in_trouble(state));
  fs::remove(down());
  session.perform({"reconnect"});
  ASSERT_TRUE(runner_.run_until(session, is_connected));
  ASSERT_TRUE(runner_.run_until(session, test::ended));
  EXPECT_EQ(state.current()->parameters.at("block_x"), catalogue::Value(std::int64_t{8}));
  EXPECT_FALSE(read(state).stale);
}

TEST_F(SessionElsewhere, ARefusedLoginLeavesTheWindowAsItWasAndSaysWhatHelps) {
  Session session(options());
  ASSERT_TRUE(runner_.run_until(session, test::ended));
  const auto before = session.state().known.result;
  session.perform(ConnectTo{remote("--say 'lab@server: Permission denied (publickey).' --exit 255")});
  ASSERT_TRUE(runner_.run_until(session, is_in_trouble));
  session.update();
  EXPECT_EQ(session.state().known.result, before);
  const ConnectionText text = connection_text(session.state());
  EXPECT_EQ(text.phase, ConnectionPhase::refused);
  EXPECT_NE(text.remedy.find("ssh-copy-id"), std::string::npos);
  EXPECT_EQ(read(session.state()).activity, "") << "nothing is being done about it";
  session.perform({"disconnect"});
  EXPECT_TRUE(runner_.run_until(session, test::ended));
}

TEST_F(SessionElsewhere, NoFrameWaitsForASlowLine) {
  SessionOptions given = options();
  given.worker.remote = remote("--delay 50 --rate 1000000");
  Session session(std::move(given));
  ASSERT_TRUE(runner_.run_until(session, test::ended));
  std::vector<double> frames;
  for (int turn = 0; turn < 120; ++turn) {
    const auto start = Session::Clock::now();
    session.perform(SetKnob{"block_x", std::int64_t{8} << (turn % 3)});
    session.update();
    frames.push_back(std::chrono::duration<double, std::milli>(Session::Clock::now() - start).count());
    std::this_thread::sleep_for(16ms);
  }
  std::sort(frames.begin(), frames.end());
  std::printf("one look of the session: median %.2f ms, of 20 the slowest %.2f ms\n", frames[60], frames[114]);
  // The line alone takes 100 ms there and back.
  EXPECT_LT(frames[60], 8.0);
  EXPECT_LT(frames[114], 50.0);
  ASSERT_TRUE(runner_.run_until(session, test::ended));
  EXPECT_EQ(session.state().current()->parameters.at("block_x"), catalogue::Value(std::int64_t{32}));
}

}  // namespace
}  // namespace lanescope::gui
