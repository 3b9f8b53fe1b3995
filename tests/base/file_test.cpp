#include "base/file.h"

#include <gtest/gtest.h>
#include <pwd.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "temporary_folder.h"

namespace lanescope {
namespace {

class Files : public testing::Test {
 protected:
  const TemporaryFolder temporary;
  const std::filesystem::path& folder = temporary.path();
};

TEST_F(Files, WhatIsWrittenIsReadBackAndNoHalfFileStaysBehind) {
  const std::string bytes("a\0b\n", 4);
  ASSERT_TRUE(write_file(folder / "new" / "file.bin", bytes));
  EXPECT_EQ(*read_file(folder / "new" / "file.bin"), bytes);
  ASSERT_TRUE(write_file(folder / "new" / "file.bin", "second"));
  EXPECT_EQ(*read_file(folder / "new" / "file.bin"), "second");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder / "new"), {}), 1);
}

TEST_F(Files, AMissingFileAndAFolderAreErrorsThatNameThePath) {
  const auto missing = read_file(folder / "none.cu");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().where.text(), (folder / "none.cu").string());
  EXPECT_FALSE(missing.error().remedy.empty());
  const auto directory = read_file(folder);
  ASSERT_FALSE(directory);
  EXPECT_NE(directory.error().what.text().find("folder"), std::string::npos);
}

TEST_F(Files, AFileThatCannotBeWrittenIsAnError) {
  ASSERT_TRUE(write_file(folder / "plain", "x"));
  const auto written = write_file(folder / "plain" / "below", "y");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().where.text(), (folder / "plain" / "below").string());
}

TEST(AScratchFolder, IsGoneWithAllInItAndIsRefusedWhereNoneCanBeMade) {
  std::filesystem::path path;
  {
    const auto folder = ScratchFolder::make("lanescope-test-");
    ASSERT_TRUE(folder) << folder.error().text();
    path = folder->path();
    EXPECT_TRUE(path.filename().string().starts_with("lanescope-test-")) << path;
    EXPECT_TRUE(write_file(path / "inside" / "file", "text"));
  }
  EXPECT_FALSE(path.empty() || std::filesystem::exists(path));
  EXPECT_FALSE(ScratchFolder::make("no/such/folder/"));
}

TEST(Fingerprint, IsStableAndTellsTextsApart) {
  // XXH3 of the empty input, as its specification gives it.
  EXPECT_EQ(fingerprint(""), "99aa06d3014798d86001c324468d497f");
  EXPECT_NE(fingerprint("block_x=8"), fingerprint("block_x=16"));
}

TEST_F(Files, TheDataFolderCanBeGivenAndIsRefusedWithoutKernels) {
  ASSERT_EQ(setenv("LANESCOPE_DATA", folder.c_str(), 1), 0);
  const auto refused = data_folder();
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().remedy.text().find("LANESCOPE_DATA"), std::string::npos);
  std::filesystem::create_directories(folder / "kernels");
  EXPECT_EQ(*data_folder(), std::filesystem::canonical(folder));
  unsetenv("LANESCOPE_DATA");
  EXPECT_TRUE(std::filesystem::exists(*data_folder() / "kernels"));
}

TEST_F(Files, SettingsAndCacheFollowTheXdgVariables) {
  ASSERT_EQ(setenv("XDG_CACHE_HOME", folder.c_str(), 1), 0);
  EXPECT_EQ(cache_folder().value(), folder / "lanescope");
  EXPECT_TRUE(std::filesystem::is_directory(folder / "lanescope"));
  ASSERT_EQ(setenv("XDG_CACHE_HOME", "relative", 1), 0);
  EXPECT_TRUE(cache_folder()->is_absolute());
  unsetenv("XDG_CACHE_HOME");
  EXPECT_TRUE(path_in(failure("there is none"), "settings.toml").empty());
}

TEST_F(Files, WithoutHomeTheSystemsListOfUsersTellsIt) {
  const std::string home = environment("HOME");
  const passwd* const entry = getpwuid(geteuid());
  if (entry == nullptr) GTEST_SKIP() << "this user is in no list";
  for (const char* given : {"", "relative"}) {
    ASSERT_EQ(setenv("HOME", given, 1), 0);
    EXPECT_EQ(home_folder(), entry->pw_dir) << "and not the folder of temporary files, where anybody may write";
  }
  ASSERT_EQ(setenv("HOME", home.c_str(), 1), 0);
  EXPECT_EQ(home_folder(), home);
}

TEST_F(Files, OfTheUserAreKeptInNoFolderOfAnotherUser) {
  ASSERT_EQ(setenv("XDG_CONFIG_HOME", folder.c_str(), 1), 0);
  ASSERT_TRUE(config_folder());
  EXPECT_EQ(std::filesystem::status(folder / "lanescope").permissions(), std::filesystem::perms::owner_all);
  if (geteuid() == 0) {
    ASSERT_EQ(chown((folder / "lanescope").c_str(), 65534, 65534), 0);
    ASSERT_FALSE(config_folder());
    EXPECT_NE(config_folder().error().what.text().find("another user"), std::string::npos);
  }
  unsetenv("XDG_CONFIG_HOME");
}

}  // namespace
}  // namespace lanescope
