// What the session does for the panels: files that are dropped, the editor, the examination of the machine.
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "gui/shell/session.h"
#include "gui/support/fixture.h"
#include "gui/support/session_runner.h"
#include "temporary_folder.h"

namespace lanescope::gui {
namespace {

namespace fs = std::filesystem;

class SessionOfPanels : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(LANESCOPE_PROGRAM)) GTEST_SKIP() << "the program is not built";
    write("kernels/transpose/first.cu", test::kernel_text("First"));
  }
  void write(const fs::path& name, const std::string& text) const {
    const Status written = write_file(folder_.path() / name, text);
    ASSERT_TRUE(written) << written.error().text();
  }
  [[nodiscard]] SessionOptions options() {
    SessionOptions options = runner_.options();
    options.kernels = folder_.path() / "kernels";
    options.continuous = false;
    return options;
  }
  [[nodiscard]] static bool logged(const State& state, const std::string& words) {
    for (const LogEntry& entry : state.known.log) {
      if (entry.text.find(words) != std::string::npos) return true;
    }
    return false;
  }
  const TemporaryFolder folder_;
  test::SessionRunner runner_;
};

TEST_F(SessionOfPanels, ADroppedKernelJoinsTheListAndIsSelected) {
  write("elsewhere/mine.cu", test::kernel_text("Mine"));
  Session session(options());
  session.open_file(folder_.path() / "elsewhere" / "mine.cu");
  EXPECT_EQ(session.state().selection.kernel, "mine");
  EXPECT_EQ(session.state().definition()->title, "Mine");
  EXPECT_EQ(kernel_rows(*session.state().known.catalogue, {}).front().family, "") << "a loose file has no family";
}

TEST_F(SessionOfPanels, AnythingElseThatIsDroppedIsRefusedInWords) {
  write("elsewhere/picture.png", "no kernel");
  Session session(options());
  const std::string before = session.state().selection.kernel;
  session.open_file(folder_.path() / "elsewhere" / "picture.png");
  EXPECT_TRUE(logged(session.state(), "drop a file that ends in .cu"));
  session.open_file(folder_.path() / "elsewhere" / "missing.cu");
  EXPECT_TRUE(logged(session.state(), "missing.cu"));
  session.open_file(folder_.path());
  EXPECT_EQ(session.state().selection.kernel, before);
}

TEST_F(SessionOfPanels, ADroppedFileThatIsNoKernelFileSaysWhatIsWrongWithIt) {
  write("elsewhere/wrong.cu", "/* lanescope\ntitle = 3\n*/\nextern \"C\" __global__ void f() {}\n");
  Session session(options());
  session.open_file(folder_.path() / "elsewhere" / "wrong.cu");
  EXPECT_TRUE(logged(session.state(), "wrong.cu"));
  EXPECT_EQ(session.state().known.catalogue->errors.size(), 1U);
  EXPECT_FALSE(session.state().open_file.shown) << "what is wrong is mended in the file";
}

TEST_F(SessionOfPanels, TheEditorOpensTheFileWithoutBeingWaitedFor) {
  write("editor", "#!/bin/sh\necho \"$1\" > \"$(dirname \"$0\")/opened\"\nsleep 1\nexit 4\n");
  const fs::path editor = folder_.path() / "editor";
  fs::permissions(editor, fs::perms::owner_all);
  Settings settings;
  settings.preferences.editor = editor.string();
  SessionOptions with = options();
  with.settings = settings;
  Session session(std::move(with));
  session.perform({"open_in_editor"});
  const auto began = std::chrono::steady_clock::now();
  session.update();
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::milliseconds(900));
  EXPECT_TRUE(logged(session.state(), "Opening in"));
  ASSERT_TRUE(runner_.run_until(session, [](const State& state) { return logged(state, "exited with status 4"); }));
  const auto opened = read_file(folder_.path() / "opened");
  ASSERT_TRUE(opened);
  EXPECT_EQ(*opened, session.state().definition()->source.path + "\n");
}

TEST_F(SessionOfPanels, AnEditorThatIsMissingIsSaidInTheLog) {
  Settings settings;
  settings.preferences.editor = "no-such-editor";
  SessionOptions with = options();
  with.settings = settings;
  Session session(std::move(with));
  session.perform({"open_in_editor"});
  session.update();
  EXPECT_TRUE(logged(session.state(), "the editor no-such-editor was not found"));
  session.update();
  std::size_t told = 0;
  for (const LogEntry& entry : session.state().known.log) {
    told += entry.text.find("no-such-editor") != std::string::npos ? 1 : 0;
  }
  EXPECT_EQ(told, 1U);
}

TEST_F(SessionOfPanels, TheMachineIsExaminedBesideEverythingElse) {
  Session session(options());
  session.perform({"examine"});
  const auto began = std::chrono::steady_clock::now();
  session.update();
  EXPECT_TRUE(session.state().doctor.running);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::milliseconds(500));
  ASSERT_TRUE(runner_.run_until(session, [](const State& state) { return !state.doctor.running; }));
  EXPECT_EQ(session.state().doctor.trouble, "");
  EXPECT_GE(session.state().doctor.checks.size(), 8U);
}

TEST_F(SessionOfPanels, TheArticlesNumbersAreRead) {
  SessionOptions with = options();
  with.articles = fs::path(LANESCOPE_SOURCES) / "assets" / "articles";
  const Session session(std::move(with));
  ASSERT_TRUE(session.state().known.articles);
  EXPECT_FALSE(session.state().known.articles->empty());
  SessionOptions without = options();
  without.articles = folder_.path();
  const Session other(std::move(without));
  EXPECT_FALSE(other.state().known.articles);
  EXPECT_TRUE(logged(other.state(), "points.csv"));
}

}  // namespace
}  // namespace lanescope::gui
