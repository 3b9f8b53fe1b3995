// Where exported files go at first.
#include "gui/export/export_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "base/file.h"
#include "temporary_folder.h"

namespace lanescope::gui {
namespace {

namespace fs = std::filesystem;

class TheFolderOfExports : public testing::Test {
 protected:
  [[nodiscard]] fs::path folder() const {
    return export_folder_of([&](const char* name) {
      const auto found = variables_.find(name);
      return found == variables_.end() ? std::string() : found->second;
    });
  }
  const TemporaryFolder temporary_;
  const fs::path home_ = temporary_.path();
  std::map<std::string, std::string> variables_{{"HOME", home_.string()}};
};

TEST_F(TheFolderOfExports, IsThatOfPicturesThenThatOfDocumentsThenTheHomeFolder) {
  EXPECT_EQ(folder(), home_);
  fs::create_directories(home_ / "Documents");
  EXPECT_EQ(folder(), home_ / "Documents");
  fs::create_directories(home_ / "Pictures");
  EXPECT_EQ(folder(), home_ / "Pictures");
}

TEST_F(TheFolderOfExports, IsCalledAsTheDesktopCallsIt) {
  fs::create_directories(home_ / "图片");
  fs::create_directories(home_ / "Pictures");
  ASSERT_TRUE(write_file(home_ / ".config/user-dirs.dirs", "# by the desktop\nXDG_PICTURES_DIR=\"$HOME/图片\"\n"));
  EXPECT_EQ(folder(), home_ / "图片");
  ASSERT_TRUE(write_file(home_ / ".config/user-dirs.dirs", "XDG_PICTURES_DIR=\"" + (home_ / "gone").string() + "\"\n"));
  EXPECT_EQ(folder(), home_ / "Pictures") << "a folder that is not there is none";
}

TEST_F(TheFolderOfExports, WithoutAHomeIsThatOfTemporaryFiles) {
  variables_.clear();
  EXPECT_EQ(folder(), fs::temp_directory_path());
  variables_["HOME"] = "not/absolute";
  EXPECT_EQ(folder(), fs::temp_directory_path());
}

}  // namespace
}  // namespace lanescope::gui
