// Files that are none, that are too large, and places that must not be replaced.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <thread>

#include "base/file.h"
#include "base/process.h"
#include "temporary_folder.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

class HostileFiles : public testing::Test {
 protected:
  [[nodiscard]] static std::string refusal(const fs::path& path, std::uint64_t largest = max_input_bytes) {
    const auto text = read_file(path, largest);
    return text ? "it was read" : text.error().what;
  }
  [[nodiscard]] static mode_t mode_of(const fs::path& path) {
    struct stat status {};
    return stat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
  }
  /// Names in the folder that no test made.
  [[nodiscard]] bool has_leftovers() const {
    for (const fs::path& entry : entries_of(folder)) {
      if (entry.filename().string().find(".part") != std::string::npos) return true;
    }
    return false;
  }

  const TemporaryFolder temporary;
  const fs::path& folder = temporary.path();
};

TEST_F(HostileFiles, AreRefusedAsInputsByWhatTheyAre) {
  EXPECT_EQ(refusal("/dev/zero"), "this is a device, not a file");
  EXPECT_EQ(refusal("/dev/full"), "this is a device, not a file");
  EXPECT_EQ(refusal(folder), "this is a folder, not a file");
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(refusal(folder / "pipe"), "this is a pipe, not a file") << "and nobody has to write into it";
  EXPECT_FALSE(read_file("/proc/self/status").value().empty()) << "a file that says it has no bytes";
}

TEST_F(HostileFiles, LargerThanTheBudgetAreRefusedBeforeTheyTakeMemory) {
  const fs::path file = folder / "large";
  std::ofstream(file) << "x";
  fs::resize_file(file, std::uintmax_t{1} << 40);
  EXPECT_EQ(refusal(file), "the file is 1 TiB; the limit is 256 MiB");
  std::ofstream(folder / "small") << "12345";
  EXPECT_EQ(refusal(folder / "small", 4), "the file is 5 B; the limit is 4 B");
  EXPECT_EQ(read_file(folder / "small", 5).value(), "12345");
}

TEST_F(HostileFiles, ALinkIsFollowedAndStaysALink) {
  fs::create_directory(folder / "elsewhere");
  std::ofstream(folder / "elsewhere" / "file") << "old";
  fs::create_symlink("elsewhere/file", folder / "link");
  fs::create_symlink("elsewhere/new", folder / "dangling");
  ASSERT_TRUE(write_file(folder / "link", "new"));
  ASSERT_TRUE(write_file(folder / "dangling", "made"));
  EXPECT_TRUE(fs::is_symlink(folder / "link") && fs::is_symlink(folder / "dangling"));
  EXPECT_EQ(read_file(folder / "elsewhere" / "file").value(), "new");
  EXPECT_EQ(read_file(folder / "elsewhere" / "new").value(), "made");
  fs::create_symlink("b", folder / "a");
  fs::create_symlink("a", folder / "b");
  EXPECT_FALSE(write_file(folder / "a", "x"));
  EXPECT_FALSE(has_leftovers());
}

TEST_F(HostileFiles, ModeAndFurtherNamesOfAFileAreKept) {
  const fs::path file = folder / "file";
  std::ofstream(file) << "old";
  ASSERT_EQ(chmod(file.c_str(), 0640), 0);
  ASSERT_TRUE(write_file(file, "new"));
  EXPECT_EQ(mode_of(file), 0640u);
  fs::create_hard_link(file, folder / "other name");
  ASSERT_TRUE(write_file(file, "newer"));
  EXPECT_EQ(read_file(folder / "other name").value(), "newer");
  EXPECT_EQ(mode_of(file), 0640u);
  EXPECT_FALSE(has_leftovers());
}

TEST_F(HostileFiles, TheOwnerOfAFileIsKept) {
  if (geteuid() != 0) GTEST_SKIP() << "only the administrator makes files of others";
  const fs::path file = folder / "file";
  std::ofstream(file) << "old";
  ASSERT_EQ(chown(file.c_str(), 1234, 4321), 0);
  ASSERT_TRUE(write_file(file, "new"));
  struct stat status {};
  ASSERT_EQ(stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 1234u);
  EXPECT_EQ(status.st_gid, 4321u);
}

/// As another user lays traps into /tmp: a link to a file of ours, and a file that we would write into.
TEST_F(HostileFiles, WhatOthersLaidIntoAFolderForAllIsNoTarget) {
  if (geteuid() != 0) GTEST_SKIP() << "only the administrator makes files of others";
  const fs::path shared = folder / "tmp", precious = folder / "precious";
  fs::create_directory(shared);
  ASSERT_EQ(chmod(shared.c_str(), 01777), 0);
  std::ofstream(precious) << "precious";
  fs::create_symlink(precious, shared / "link");
  fs::create_symlink(folder / "new", shared / "dangling");
  fs::create_symlink("/dev/null", shared / "to a device");
  std::ofstream(shared / "file") << "theirs";
  for (const fs::path& each : entries_of(shared)) {
    ASSERT_TRUE(write_file(each, "mine")) << each << " is ours until it is given away";
    ASSERT_EQ(lchown(each.c_str(), 65534, 65534), 0);
  }
  std::ofstream(precious) << "precious";
  fs::remove(folder / "new");
  for (const fs::path& each : entries_of(shared)) {
    const Status written = write_file(each, "mine, too");
    ASSERT_FALSE(written) << each;
    EXPECT_NE(written.error().what.text().find("ermission denied"), std::string::npos) << written.error().text();
  }
  EXPECT_EQ(read_file(precious).value(), "precious");
  EXPECT_EQ(read_file(shared / "file").value(), "mine");
  EXPECT_FALSE(fs::exists(folder / "new"));
  EXPECT_FALSE(has_leftovers());
}

TEST_F(HostileFiles, OfAnotherUserAreNotReadWhereTheProgramsOwnAreMeant) {
  const fs::path file = folder / "file";
  std::ofstream(file) << "x";
  EXPECT_EQ(read_own_file(file).value(), "x");
  if (geteuid() != 0) GTEST_SKIP() << "only the administrator makes files of others";
  ASSERT_EQ(chown(file.c_str(), 65534, 65534), 0);
  EXPECT_TRUE(read_file(file));
  ASSERT_FALSE(read_own_file(file));
  EXPECT_NE(read_own_file(file).error().what.text().find("another user"), std::string::npos);
}

TEST_F(HostileFiles, ANewFileHasTheModeThatTheUserWants) {
  const mode_t before = umask(027);
  ASSERT_TRUE(write_file(folder / "new", "x"));
  umask(before);
  EXPECT_EQ(mode_of(folder / "new"), 0640u);
}

TEST_F(HostileFiles, DevicesAndPipesAreWrittenIntoAndStay) {
  EXPECT_TRUE(write_file("/dev/null", "x"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  const auto full = write_file("/dev/full", "x");
  ASSERT_FALSE(full);
  EXPECT_NE(full.error().what.text().find("No space left"), std::string::npos) << full.error().text();
  const fs::path pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const auto unread = write_file(pipe, "x");
  ASSERT_FALSE(unread) << "it would wait for ever";
  EXPECT_EQ(unread.error().what, "no process is reading this pipe");
  const Descriptor reader(open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  ASSERT_TRUE(write_file(pipe, "hello"));
  char text[8] = {};
  EXPECT_EQ(read(reader.get(), text, sizeof text), 5);
  EXPECT_TRUE(fs::is_fifo(pipe));
  EXPECT_FALSE(has_leftovers());
}

TEST_F(HostileFiles, AFolderIsNotReplacedAndAFailureLeavesTheOldFile) {
  EXPECT_FALSE(write_file(folder, "x"));
  std::ofstream(folder / "file") << "old";
  fs::create_directory(folder / "file.d");
  EXPECT_FALSE(write_file(folder / "file" / "below", "x"));
  EXPECT_EQ(read_file(folder / "file").value(), "old");
  EXPECT_FALSE(has_leftovers());
}

TEST_F(HostileFiles, AreToldToBeOneWhateverTheyAreCalled) {
  std::ofstream(folder / "file") << "x";
  fs::create_symlink("file", folder / "link");
  fs::create_hard_link(folder / "file", folder / "twin");
  fs::create_directory(folder / "sub");
  EXPECT_TRUE(is_same_file(folder / "file", folder / "sub" / ".." / "file"));
  EXPECT_TRUE(is_same_file(folder / "file", folder / "link"));
  EXPECT_TRUE(is_same_file(folder / "file", folder / "twin"));
  EXPECT_TRUE(is_same_file(folder / "new", folder / "sub" / ".." / "new")) << "neither exists";
  EXPECT_FALSE(is_same_file(folder / "file", folder / "new"));
  EXPECT_FALSE(is_same_file("/dev/null", "/dev/null")) << "two tables may go there";
}

TEST_F(HostileFiles, TwoThreadsThatWriteOneFileLeaveAWholeOne) {
  const fs::path file = folder / "file";
  const std::string a(100'000, 'a'), b(100'000, 'b');
  const auto write = [&](const std::string& text) {
    for (int round = 0; round < 50; ++round) EXPECT_TRUE(write_file(file, text, Durable::no));
  };
  std::thread other([&] { write(a); });
  write(b);
  other.join();
  const std::string text = read_file(file).value();
  EXPECT_TRUE(text == a || text == b);
  EXPECT_FALSE(has_leftovers());
}

TEST(AChild, ThatIsHeldBySigstopIsToldFromOneThatRuns) {
  auto child = ChildProcess::start({"/bin/sleep", "100"});
  ASSERT_TRUE(child) << child.error().text();
  EXPECT_FALSE(child->is_stopped());
  ASSERT_EQ(kill(child->id(), SIGSTOP), 0);
  while (!child->is_stopped()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  child->kill();
  ASSERT_TRUE(child->wait(std::chrono::seconds(60)));
  EXPECT_FALSE(child->is_stopped());
}

}  // namespace
}  // namespace lanescope
