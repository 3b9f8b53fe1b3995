#include "base/crash.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>
#include <thread>

#include "sanitized.h"
#include "temporary_folder.h"

namespace lanescope {
namespace {

/// Lets a child process end in some way after it watches for crashes. Returns the signal that ended it.
template <class End>
int crash(const std::filesystem::path& folder, End end) {
  const pid_t child = fork();
  if (child == 0) {
    install_crash_handler(folder, "lanescope, a test");
    note_last_action("toggle_ptx");
    end();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

class ACrash : public testing::Test {
 protected:
  void SetUp() override {
    if (sanitized) GTEST_SKIP() << "a sanitizer reports crashes itself";
  }
  const TemporaryFolder folder;
};

TEST_F(ACrash, LeavesSignalLastActionAndStackOnce) {
  EXPECT_EQ(crash(folder.path(), [] { raise(SIGSEGV); }), SIGSEGV) << "the shell sees what happened";
  const auto left = take_crash(folder.path());
  ASSERT_TRUE(left);
  for (const char* part : {"lanescope, a test\n", "signal: SEGV\n", "last action: toggle_ptx\n", "stack:\n"}) {
    EXPECT_NE(left->text.find(part), std::string::npos) << part << "\n" << left->text;
  }
  EXPECT_EQ(left->summary(), "signal: SEGV, last action: toggle_ptx");
  EXPECT_GT(left->text.size(), left->text.find("stack:\n") + 20) << "frames follow";
  EXPECT_FALSE(take_crash(folder.path())) << "it is offered once";
  EXPECT_TRUE(std::filesystem::exists(last_crash_file(folder.path()))) << "and kept for a report";
}

TEST_F(ACrash, OfAnExceptionNamesIt) {
  const auto end = [] { std::thread([] { throw std::runtime_error("what nobody expected"); }).join(); };
  EXPECT_EQ(crash(folder.path(), end), SIGABRT);
  const auto left = take_crash(folder.path());
  ASSERT_TRUE(left);
  EXPECT_NE(left->text.find("exception: what nobody expected"), std::string::npos) << left->text;
}

TEST_F(ACrash, ThatDidNotHappenLeavesNothing) {
  EXPECT_EQ(crash(folder.path(), [] {}), 0);
  EXPECT_FALSE(take_crash(folder.path()));
}

}  // namespace
}  // namespace lanescope
