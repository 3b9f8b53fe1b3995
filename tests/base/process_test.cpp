#include "base/process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include "base/file.h"
#include "base/library.h"
#include "temporary_folder.h"

namespace lanescope {
namespace {

using std::chrono::milliseconds;

TEST(Process, AFinishedProgramGivesItsOutputErrorAndStatus) {
  const auto finished = run_process({"sh", "-c", "echo out; echo err >&2; exit 3"}, milliseconds(20'000));
  ASSERT_TRUE(finished) << finished.error().text();
  EXPECT_EQ(finished->output, "out\n");
  EXPECT_EQ(finished->error, "err\n");
  EXPECT_EQ(finished->state.status, 3);
  EXPECT_EQ(finished->state.text(), "exit status 3");
}

TEST(Process, AProgramThatDoesNotExistIsAnErrorThatNamesIt) {
  const auto started = ChildProcess::start({"/nowhere/program"});
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().where.text(), "/nowhere/program");
}

TEST(Process, AProgramThatHangsIsKilledAtTheLimit) {
  const auto finished = run_process({"sleep", "1000"}, milliseconds(50));
  ASSERT_FALSE(finished);
  EXPECT_NE(finished.error().what.text().find("50 ms"), std::string::npos);
}

TEST(Process, TheChildReadsWhatWeWriteAndSeesItsEnvironment) {
  auto child = ChildProcess::start({"sh", "-c", "read line; echo \"$line $LANESCOPE_TEST_VALUE\""},
                                   {"LANESCOPE_TEST_VALUE=given"});
  ASSERT_TRUE(child) << child.error().text();
  ASSERT_EQ(write(child->input().get(), "hello\n", 6), 6);
  char buffer[64] = {};
  ASSERT_GT(read(child->output().get(), buffer, sizeof buffer - 1), 0);
  EXPECT_STREQ(buffer, "hello given\n");
}

TEST(Process, AKilledChildTellsTheSignal) {
  auto child = ChildProcess::start({"sleep", "1000"});
  ASSERT_TRUE(child);
  EXPECT_FALSE(child->wait(milliseconds(0)));
  child->kill();
  const auto ended = child->wait(milliseconds(20'000));
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->signal, SIGKILL);
  EXPECT_EQ(ended->text(), "killed by signal 9 (Killed)");
}

TEST(Process, AChildThatIsLetGoIsKilled) {
  pid_t id = -1;
  {
    auto child = ChildProcess::start({"sleep", "1000"});
    ASSERT_TRUE(child);
    id = child->id();
    EXPECT_EQ(kill(id, 0), 0);
  }
  EXPECT_EQ(kill(id, 0), -1);  // reaped as well: the number means nothing any more
}

TEST(SharedLibrary, TheFirstNameThatOpensIsTaken) {
  const auto library = SharedLibrary::open({"libdoes-not-exist.so.9", "libm.so.6"});
  ASSERT_TRUE(library) << library.error().text();
  EXPECT_EQ(library->name(), "libm.so.6");
  EXPECT_NE(library->file().find("libm.so.6"), std::string::npos);
  double (*cosine)(double) = nullptr;
  ASSERT_TRUE(library->load(cosine, "cos"));
  EXPECT_EQ(cosine(0.0), 1.0);
  EXPECT_EQ(library->symbol("no_such_symbol"), nullptr);
}

TEST(Process, AChildIsEndedByALimitOfFilesAsAnyProgramOfTheShell) {
  const auto before = signal(SIGXFSZ, SIG_IGN);
  const auto finished = run_process({"bash", "-c", "kill -XFSZ $$"}, std::chrono::minutes(1));
  signal(SIGXFSZ, before);
  ASSERT_TRUE(finished) << finished.error().text();
  EXPECT_EQ(finished->state.signal, SIGXFSZ) << finished->state.text();
}

TEST(SharedLibrary, ThatWasCutOffIsNamedInsteadOfEndingTheProcess) {
  const auto whole = SharedLibrary::open({"libm.so.6"});
  ASSERT_TRUE(whole) << whole.error().text();
  const std::string bytes = read_file(whole->file()).value();
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "libcut.so").string();
  for (const std::size_t there : {std::size_t{0}, std::size_t{100}, std::size_t{5000}, bytes.size() / 2}) {
    ASSERT_TRUE(write_file(file, std::string_view(bytes).substr(0, there)));
    const auto cut = SharedLibrary::open({file});
    ASSERT_FALSE(cut) << there;
    EXPECT_NE(cut.error().text().find(file), std::string::npos) << cut.error().text();
    if (there < 1000) continue;
    EXPECT_NE(cut.error().what.text().find("truncated (" + std::to_string(there) + " of "), std::string::npos)
        << cut.error().what;
  }
  ASSERT_TRUE(write_file(file, bytes));
  EXPECT_TRUE(SharedLibrary::open({file}));
}

TEST(SharedLibrary, AMissingLibraryGivesTheLoadersWords) {
  const auto library = SharedLibrary::open({"libdoes-not-exist.so.9"});
  ASSERT_FALSE(library);
  EXPECT_NE(library.error().what.text().find("libdoes-not-exist.so.9"), std::string::npos);
}

}  // namespace
}  // namespace lanescope
