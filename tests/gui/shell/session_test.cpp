// The session with the real worker, kernel files on disk, and no window.
#include "gui/shell/session.h"
#include "gui/screens/open_file/open_file_commands.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/store/selection_commands.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <thread>

#include "base/file.h"
#include "gui/readings/connection.h"
#include "gui/readings/readout_view_model.h"
#include "gui/screens/scope/scope_view_model.h"
#include "gui/support/fixture.h"
#include "gui/support/session_runner.h"
#include "gui/support/texts.h"
#include "temporary_folder.h"

namespace lanescope::gui {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

using test::ended;

class SessionWithWorker : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(LANESCOPE_PROGRAM)) GTEST_SKIP() << "the program is not built";
    write("transpose/first.cu", test::kernel_text("First"));
    write("transpose/second.cu", test::kernel_text("Second"));
  }

  void write(const fs::path& name, const std::string& text) const {
    const Status written = write_file(folder_ / name, text);
    ASSERT_TRUE(written) << written.error().text();
  }

  [[nodiscard]] SessionOptions options() {
    SessionOptions options = runner_.options();
    options.kernels = folder_;
    return options;
  }

  [[nodiscard]] bool live_until(Session& session, const std::function<bool(const State&)>& condition) {
    return runner_.run_until(session, condition);
  }

  TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();
  test::SessionRunner runner_;
};

/// Wavefronts a request of the shared loads, as the Readout has them.
std::string shared_loads(const State& state) {
  for (const AccessReading& line : read(state).accesses.lines) {
    if (line.label == "Shared loads") return line.value;
  }
  return {};
}

// The sentence that the program is for: one key takes a bank conflict away, and the rate moves by a step that is seen.
TEST_F(SessionWithWorker, OpensWithABankConflictThatTheArrowKeyTakesAway) {
  SessionOptions catalogue = options();
  catalogue.kernels = fs::path(LANESCOPE_SOURCES) / "kernels";
  catalogue.profiles = fs::path(LANESCOPE_SOURCES) / "assets/gpus";
  Session session(std::move(catalogue));
  const State& state = session.state();
  EXPECT_EQ(state.selection.kernel, catalogue::default_kernel);
  EXPECT_EQ(state.selection.focused_knob, "pad");
  ASSERT_TRUE(live_until(session, ended));
  EXPECT_EQ(shared_loads(state), "32.0");
  session.perform({"raise_knob"});
  EXPECT_EQ(test::knob_value(state, "pad"), "1");
  ASSERT_TRUE(live_until(session, ended));
  EXPECT_EQ(shared_loads(state), "1.0");
  const ScopeViewModel view_model = scope_view_model(state.known.history, 0);
  ASSERT_TRUE(view_model.step);
  EXPECT_GT(view_model.step->percent(), 80) << "about twice as fast";
  EXPECT_EQ(view_model.levels.front().origin, view_model.levels.back().origin);
}

TEST_F(SessionWithWorker, AnswersForTheFirstKernelWithoutBeingAsked) {
  Session session(options());
  EXPECT_EQ(session.state().selection.kernel, "transpose/first");
  ASSERT_TRUE(live_until(session, ended));
  const experiments::Result& result = *session.state().current();
  EXPECT_EQ(result.kernel, "transpose/first");
  const Readout readout = read(session.state());
  if (result.time() != nullptr) {
    EXPECT_EQ(readout.rate.unit, "GB/s");
  } else if (result.predicted) {
    EXPECT_EQ(readout.rate.origin, experiments::Origin::predicted);
    EXPECT_FALSE(readout.limited_by.empty());
  } else {
    EXPECT_EQ(readout.rate.value, "—");
    EXPECT_FALSE(status_of(session.state(), readout).lacking.empty()) << "what is missing comes with what would help";
  }
}

TEST_F(SessionWithWorker, ReadsTheRecordingsOfAFolderBehindTheFirstFrame) {
  const fs::path recorded = folder_ / "recorded";
  fs::create_directories(recorded);
  const recordings::Recording recording = test::recording_of(test::refined(test::state_with_kernels()));
  ASSERT_TRUE(recordings::write_recording(recorded / "made_up.jsonl", recording));
  SessionOptions given = options();
  given.recorded = recorded;
  Session session(std::move(given));
  const auto known = [&] {
    int count = 0;
    session.state().known.recordings.for_each_of("transpose/naive_row", [&](const auto&) { ++count; });
    return count;
  };
  session.update();
  EXPECT_EQ(known(), 0) << "the window draws first";
  EXPECT_EQ(session.idle_time().count(), 0);
  EXPECT_TRUE(session.update());
  EXPECT_EQ(known(), 1);
}

TEST_F(SessionWithWorker, MeasuresAgainOnlyWhenAllOfAnAnswerWasTaken) {
  write("roles/late_heat.cu", test::kernel_text("Its accesses come late"));
  SessionOptions given = options();
  given.kernel = "roles/late_heat";
  given.continuous = true;
  given.worker.command = {LANESCOPE_EVIL_WORKER, "quiet"};
  Session session(std::move(given));
  session.perform(SetViewVisible{AnimatedView::matrices, true});
  const auto has_accesses = [](const State& state) { return state.known.result->heat.has_value(); };
  ASSERT_TRUE(
      live_until(session, [](const State& state) { return state.current() != nullptr && state.current()->ended(); }));
  EXPECT_FALSE(has_accesses(session.state()));
  const std::uint64_t request = session.state().current()->request;
  // They come while the window draws a long frame, in which measuring again becomes due.
  write("roles/late_heat.cu.go", "");
  std::this_thread::sleep_for(600ms);
  ASSERT_TRUE(runner_.wait_for_worker());
  EXPECT_TRUE(live_until(session, has_accesses));
  EXPECT_EQ(session.state().current()->request, request);
  EXPECT_TRUE(live_until(session, [&](const State& state) {
    return state.current() != nullptr && state.current()->request > request;
  })) << "then it measures again";
}

TEST_F(SessionWithWorker, CountsSectorsOnAnyMachine) {
  Session session(options());
  ASSERT_TRUE(live_until(session, ended));
  if (!session.state().current()->compile_ms) GTEST_SKIP() << "no compiler for CUDA C++ on this machine";
  const Readout readout = read(session.state());
  EXPECT_EQ(readout.verdict, Verdict::verified);
  ASSERT_EQ(readout.accesses.lines.size(), 2U) << readout.accesses.missing;
  EXPECT_EQ(readout.accesses.lines[0].value, "4.0") << "32 neighbours of 4 bytes fill 4 sectors";
  EXPECT_EQ(readout.accesses.lines[1].value, "32.0") << "a column scatters its stores";
  EXPECT_EQ(readout.accesses.lines[1].ratio, "8.0×");
  session.perform(SetKnob{"block_x", std::int64_t{8}});
  EXPECT_TRUE(read(session.state()).accesses.stale);
  ASSERT_TRUE(live_until(session, ended));
  EXPECT_EQ(read(session.state()).accesses.lines[1].value, "8.0") << "a warp is four rows of eight";
}

TEST_F(SessionWithWorker, ShowsAFaultAtItsLineAndAMuseumKernelsAsALesson) {
  write("transpose/first.cu", test::unguarded(test::kernel_text("First")));
  write("transpose/second.cu", test::unguarded(test::museum_text("Second")));
  Session session(options());
  ASSERT_TRUE(live_until(session, ended));
  if (!session.state().current()->compile_ms) GTEST_SKIP() << "no compiler for CUDA C++ on this machine";
  const State& state = session.state();
  EXPECT_EQ(state.source.text.faults, 1);
  const SourceLine& line = state.source.text.lines[static_cast<std::size_t>(state.source.text.first_line) - 1];
  EXPECT_NE(line.text.find("out[static_cast<size_t>(x)"), std::string::npos);
  const Verdict verdict = read(state).verdict;
  EXPECT_TRUE(verdict == Verdict::fault || verdict == Verdict::launch_blocked);

  session.perform(SelectKernel{"transpose/second"});
  ASSERT_TRUE(live_until(session, ended));
  EXPECT_EQ(read(state).verdict, Verdict::expected_fault);
  EXPECT_EQ(state.source.text.faults, 0);
  EXPECT_EQ(state.source.text.lessons, 1);
}

TEST_F(SessionWithWorker, RunsTheLastTextThatCompiledWhileTheErrorsOfTheCurrentOneAreShown) {
  Session session(options());
  const State& state = session.state();
  ASSERT_TRUE(live_until(session, ended));
  if (!state.current()->compile_ms) GTEST_SKIP() << "no compiler for CUDA C++ on this machine";
  std::string broken = test::kernel_text("First");
  write("transpose/first.cu", broken.replace(broken.find("blockIdx.x"), 10, "blokIdx.x"));
  const auto runs_earlier = [](const State& now) {
    return now.runs_earlier_text() && now.current() != nullptr &&
           now.current()->stage == experiments::ResultStage::refined;
  };
  ASSERT_TRUE(live_until(session, runs_earlier));
  EXPECT_EQ(state.source.text.errors, 1);
  EXPECT_EQ(state.current()->source, test::kernel_text("First"));
  EXPECT_EQ(read(state).verdict, Verdict::verified);
  EXPECT_EQ(status_of(state, read(state)).version, "running the last version that compiled");

  session.perform(SetKnob{"block_x", std::int64_t{8}});
  EXPECT_FALSE(state.runs_earlier_text()) << "the current text is tried first";
  ASSERT_TRUE(live_until(session, runs_earlier));
  EXPECT_EQ(state.current()->parameters.at("block_x"), catalogue::Value(std::int64_t{8}));
  EXPECT_EQ(state.source.text.errors, 1);

  write("transpose/first.cu", test::kernel_text("Mended"));
  ASSERT_TRUE(live_until(session, [](const State& now) { return now.stale(); }));
  ASSERT_TRUE(live_until(session, ended));
  EXPECT_TRUE(status_of(state, read(state)).version.empty());
  EXPECT_EQ(state.source.text.errors, 0);
}

TEST_F(SessionWithWorker, ShowsTheErrorsOfABrokenFrontMatterWhileTheLastUsableTextRuns) {
  Session session(options());
  const State& state = session.state();
  std::string broken = test::kernel_text("First");
  write("transpose/first.cu", broken.replace(broken.find("[parameters]"), 12, "[parametres]"));
  ASSERT_TRUE(live_until(session, [](const State& now) { return now.source.text.errors > 0; }));
  const SourceLine& line = state.source.text.lines[static_cast<std::size_t>(state.source.text.first_line) - 1];
  EXPECT_EQ(line.text, "[parametres]");
  EXPECT_TRUE(line.wrong());
  EXPECT_EQ(status_of(state, read(state)).version, "running the last version with valid front matter");
  ASSERT_TRUE(live_until(session, ended));
  EXPECT_EQ(state.current()->source, test::kernel_text("First"));
  EXPECT_GT(state.source.text.errors, 0) << "they stay when its result comes";
}

TEST_F(SessionWithWorker, AnswersForTheNewestOfManySettingsInARow) {
  Session session(options());
  for (const int value : {1, 2, 4, 8, 16, 64}) {
    session.perform(SetKnob{"block_x", std::int64_t{value}});
    session.update();
  }
  ASSERT_TRUE(live_until(session, ended));
  EXPECT_EQ(session.state().current()->parameters.at("block_x"), catalogue::Value(std::int64_t{64}));
}

TEST_F(SessionWithWorker, RunsAKernelAgainWhenItsFileIsSavedAndShowsTheErrorAtItsLine) {
  Session session(options());
  ASSERT_TRUE(live_until(session, ended));
  if (!session.state().current()->compile_ms) GTEST_SKIP() << "no compiler for CUDA C++ on this machine";
  std::string broken = test::kernel_text("First");
  const std::size_t at = broken.find("blockIdx.x");
  ASSERT_NE(at, std::string::npos);
  write("transpose/first.cu", broken.replace(at, 10, "blokIdx.x"));
  // The answer can come with the update that makes the state stale.
  ASSERT_TRUE(live_until(session, [](const State& state) { return state.source.text.errors == 1 && ended(state); }));
  const SourceView& source = session.state().source.text;
  ASSERT_EQ(source.errors, 1);
  const SourceLine& line = source.lines[static_cast<std::size_t>(source.first_line) - 1];
  EXPECT_TRUE(line.wrong());
  EXPECT_NE(line.text.find("blokIdx"), std::string::npos);

  write("transpose/first.cu", test::kernel_text("First"));
  ASSERT_TRUE(live_until(session, [](const State& state) { return state.source.text.errors == 0 && ended(state); }));
  EXPECT_EQ(session.state().source.text.errors, 0);
}

TEST_F(SessionWithWorker, KeepsTheOtherKernelsWhenOneFileBreaks) {
  Session session(options());
  write("transpose/second.cu", "/* lanescope\nnonsense\n*/\n");
  ASSERT_TRUE(live_until(session, [](const State& state) { return !state.known.catalogue->errors.empty(); }));
  EXPECT_TRUE(session.state().known.catalogue->kernels.contains("transpose/first"));
  EXPECT_FALSE(session.state().known.log.empty());
}

TEST_F(SessionWithWorker, OpensADroppedFileAndSelectsIt) {
  Session session(options());
  const TemporaryFolder elsewhere;
  const fs::path file = elsewhere.path() / "dropped.cu";
  ASSERT_TRUE(write_file(file, test::kernel_text("Dropped")));
  session.open_file(file);
  EXPECT_EQ(session.state().definition()->title, "Dropped");
  ASSERT_TRUE(live_until(session, ended));
  session.open_file(folder_ / "not_there.cu");
  EXPECT_EQ(session.state().known.log.back().kind, LogEntry::Kind::error);
}

TEST_F(SessionWithWorker, StopsWhenAskedAndStartsAgain) {
  Session session(options());
  session.perform({"cancel"});
  session.update();
  EXPECT_EQ(read(session.state()).rate.missing, "stopped");
  session.perform({"run"});
  EXPECT_TRUE(live_until(session, ended));
}

TEST_F(SessionWithWorker, ShowsARunThatDoesNotEndAndCancelsIt) {
  std::string endless = test::kernel_text("First");
  const std::size_t body = endless.find("int nx, int ny) {") + std::string("int nx, int ny) {").size();
  write("transpose/first.cu", endless.insert(body, "\n  for (volatile int i = 0; i >= 0; i = i + 1 & 7) {}\n"));
  Session session(options());
  const auto has_jobs = [](const State& state) { return !state.ui.jobs.empty(); };
  ASSERT_TRUE(live_until(session, has_jobs));
  EXPECT_NE(session.state().ui.jobs.front().words.find("transpose/first"), std::string::npos);
  session.perform(Command(session.state().ui.jobs.front().cancel));
  EXPECT_EQ(session.state().ui.notices.back().kind, Notice::Kind::refused);
  ASSERT_TRUE(live_until(
      session, [](const State& state) { return state.ui.jobs.empty() && state.known.worker == client::State::ready; }));
  write("transpose/first.cu", test::kernel_text("First"));
  EXPECT_TRUE(live_until(session, ended)) << "the worker goes on";
}

TEST_F(SessionWithWorker, TakesTheLimitsThatTheUserHasSet) {
  SessionOptions given = options();
  given.settings.emplace().preferences.run_seconds = 77;
  given.settings->preferences.keeps_session = false;
  given.settings->live = false;
  const Session session(std::move(given));
  EXPECT_EQ(experiment_of(session.state())->timeout, 77s);
  EXPECT_FALSE(session.state().selection.continuous);
}

TEST_F(SessionWithWorker, BeginsWithWhatItWasGiven) {
  SessionOptions given = options();
  given.kernel = "transpose/second";
  given.values = {{"block_x", std::int64_t{64}}};
  const Session session(std::move(given));
  EXPECT_EQ(session.state().selection.kernel, "transpose/second");
  EXPECT_EQ(experiment_of(session.state())->values, (catalogue::Values{{"block_x", std::int64_t{64}}}));
}

TEST_F(SessionWithWorker, BeginsWithAFileFromElsewhere) {
  const TemporaryFolder elsewhere;
  const fs::path file = elsewhere.path() / "of_mine.cu";
  fs::copy_file(folder_ / "transpose" / "first.cu", file);
  SessionOptions given = options();
  given.kernel = file.string();
  const Session session(std::move(given));
  EXPECT_EQ(session.state().selection.kernel, "of_mine");
}

TEST_F(SessionWithWorker, SaysWhenTheKernelItWasGivenDoesNotExist) {
  SessionOptions given = options();
  given.kernel = "transpose/secnd";
  const Session session(std::move(given));
  EXPECT_EQ(session.state().selection.kernel, "transpose/first");
  ASSERT_FALSE(session.state().known.log.empty());
  EXPECT_NE(session.state().known.log.front().text.find("transpose/second"), std::string::npos) << "the nearest id";
}

TEST_F(SessionWithWorker, SleepsBetweenLooksWhenNothingIsMeasured) {
  Session session(options());
  ASSERT_TRUE(live_until(session, ended));
  if (session.state().current()->time() != nullptr) GTEST_SKIP() << "this machine measures live";
  // A look at the files was due by then, and the next is not.
  const Session::Clock::time_point later = Session::Clock::now() + 1s;
  session.update(later);
  EXPECT_GT(session.idle_time(later), 100ms);
}

const std::string foreign_kernel =
    "__global__ void twice(float* out, const float* in, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) out[i] = 2 * in[i];\n}\n";

TEST_F(SessionWithWorker, ShowsTheFormForAFileWithoutFrontMatterAndRunsIt) {
  write("elsewhere/deeper/twice.cu", foreign_kernel);
  const fs::path file = folder_ / "elsewhere/deeper/twice.cu";
  SessionOptions given = options();
  given.kernel = file.string();
  Session session(std::move(given));
  ASSERT_TRUE(session.state().open_file.form);
  EXPECT_EQ(session.state().selection.kernel, "transpose/first") << "behind the form";
  session.perform(SetLaunchText{LaunchField::argument, "n", "512"});
  session.perform(RunLaunch{});
  ASSERT_TRUE(live_until(session, [](const State& state) { return !state.open_file.shown; })) << "with its types";
  EXPECT_EQ(session.state().selection.kernel, "twice");
  EXPECT_FALSE(fs::exists(folder_ / "elsewhere/deeper/twice.toml"));
  ASSERT_TRUE(live_until(session, ended));
  const experiments::Result* result = session.state().current();
  ASSERT_NE(result, nullptr);
  if (result->compile_ms) {
    EXPECT_FALSE(result->failed()) << result->faults.front().message;
    EXPECT_EQ(result->launches.at(0).grid.x, 2u);
  }
  session.perform("edit_launch");
  ASSERT_TRUE(session.state().open_file.form);
  session.perform(SetLaunchText{LaunchField::argument, "n", "2048"});
  session.perform(SetFrontMatterDestination{FrontMatterDestination::beside});
  session.perform(RunLaunch{});
  EXPECT_TRUE(fs::exists(folder_ / "elsewhere/deeper/twice.toml"));
  EXPECT_EQ(session.state().definition()->sizes.at(0).default_value, 2048);
  EXPECT_TRUE(session.state().open_file.launched.empty()) << "it stands on disk now";
}

TEST_F(SessionWithWorker, WritesALaunchIntoItsFileAndOverwritesNothing) {
  write("elsewhere/deeper/twice.cu", foreign_kernel);
  const fs::path file = folder_ / "elsewhere/deeper/twice.cu";
  Session session(options());
  EXPECT_TRUE(session.open_file(file));
  write("elsewhere/deeper/twice.toml", "# of somebody else");
  session.perform(SetFrontMatterDestination{FrontMatterDestination::beside});
  ASSERT_TRUE(live_until(session, [](const State& state) { return state.open_file.form->known.has_value(); }));
  session.perform(RunLaunch{});
  EXPECT_NE(session.state().open_file.form->trouble.text().find("the file already exists"), std::string::npos);
  EXPECT_EQ(read_file(folder_ / "elsewhere/deeper/twice.toml").value(), "# of somebody else");
  fs::remove(folder_ / "elsewhere/deeper/twice.toml");
  session.perform(SetLaunchText{LaunchField::block, "", "64"});
  session.perform(SetFrontMatterDestination{FrontMatterDestination::inside});
  session.perform(RunLaunch{});
  const std::string text = read_file(file).value();
  EXPECT_TRUE(text.starts_with("/* lanescope\n")) << text;
  EXPECT_TRUE(text.ends_with(foreign_kernel));
  EXPECT_EQ(session.state().selection.kernel, "twice");
}

TEST_F(SessionWithWorker, LooksIntoFoldersAndSaysWhatCannotBeOpened) {
  write("elsewhere/deeper/twice.cu", foreign_kernel);
  write("elsewhere/notes.txt", "none");
  Session session(options());
  session.perform(OpenPath{(folder_ / "elsewhere").string()});
  const Folder& folder = session.state().open_file.folder;
  EXPECT_EQ(folder.path, fs::absolute(folder_ / "elsewhere").string());
  EXPECT_EQ(folder.entries, (std::vector<FolderEntry>{{"deeper", true}}));
  session.perform(OpenPath{(folder_ / "elsewhere/nothing.cu").string()});
  EXPECT_NE(folder.trouble.text().find("does not exist"), std::string::npos);
  session.perform(OpenPath{(folder_ / "elsewhere/notes.txt").string()});
  EXPECT_NE(folder.trouble.text().find("cannot be opened"), std::string::npos);
  session.perform(OpenPath{(folder_ / "transpose/second.cu").string()});
  EXPECT_EQ(session.state().selection.kernel, "transpose/second");
  EXPECT_FALSE(session.state().open_file.shown);
}

}  // namespace
}  // namespace lanescope::gui
