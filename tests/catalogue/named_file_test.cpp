// What an opened file names is no permission to read it.
#include "catalogue/named_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "base/file.h"
#include "temporary_folder.h"

namespace lanescope::catalogue {
namespace {

namespace fs = std::filesystem;

class ANamedFile : public testing::Test {
 protected:
  void SetUp() override {
    ptx = write("project/add.ptx", "");
    secret = write("secret.py", "secret");
  }
  fs::path write(const std::string& name, const std::string& text) const {
    const fs::path file = root / name;
    fs::create_directories(file.parent_path());
    EXPECT_TRUE(write_file(file, text));
    return file;
  }
  [[nodiscard]] std::string found(const std::string& named) const {
    return named_file_beside(ptx, named).value_or("").lexically_relative(root).string();
  }
  const TemporaryFolder temporary;
  const fs::path root = fs::canonical(temporary.path());
  fs::path ptx, secret;
};

TEST_F(ANamedFile, IsFoundBesideTheFileThatNamesIt) {
  write("project/add.py", "text");
  EXPECT_EQ(found("add.py"), "project/add.py");
  EXPECT_EQ(found("/home/somebody/else/add.py"), "project/add.py");
  EXPECT_EQ(found((root / "project/add.py").string()), "project/add.py");
  write("project/kernels/deep.py", "text");
  EXPECT_EQ(found("kernels/deep.py"), "project/kernels/deep.py");
  EXPECT_EQ(found((root / "project/kernels/deep.py").string()), "project/kernels/deep.py");
  fs::create_directory_symlink(root / "project", root / "link");
  EXPECT_EQ(named_file_beside(root / "link/add.ptx", "add.py"), root / "project/add.py");
}

TEST_F(ANamedFile, OutsideOfThatFolderIsNotFound) {
  EXPECT_EQ(found(secret.string()), "") << "an absolute path";
  EXPECT_EQ(found("../secret.py"), "");
  EXPECT_EQ(found("kernels/../../secret.py"), "");
  EXPECT_EQ(found((root / "project/../secret.py").string()), "");
  EXPECT_EQ(found(".."), "");
  EXPECT_EQ(found("/"), "");
  EXPECT_EQ(found(""), "");
  EXPECT_EQ(found(std::string("add.py\0", 7)), "");
}

TEST_F(ANamedFile, ThatALinkLeadsToIsNotFound) {
  fs::create_symlink(secret, root / "project/out.py");
  EXPECT_EQ(found("out.py"), "");
  fs::create_directory_symlink(root, root / "project/up");
  EXPECT_EQ(found("up/secret.py"), "");
  fs::create_symlink("/dev/zero", root / "project/zero.py");
  EXPECT_EQ(found("zero.py"), "");
}

TEST_F(ANamedFile, ThatIsNoPlainFileIsNotFound) {
  fs::create_directory(root / "project/folder.py");
  EXPECT_EQ(found("folder.py"), "");
  ASSERT_EQ(mkfifo((root / "project/pipe.py").c_str(), 0600), 0);
  EXPECT_EQ(found("pipe.py"), "");
  EXPECT_EQ(found("/dev/zero"), "");
  write("project/.hidden", "text");
  EXPECT_EQ(found(".hidden"), "");
}

TEST_F(ANamedFile, IsReadWhenItIsTheTextOfASource) {
  EXPECT_EQ(read_named_file(secret).value_or(""), "secret");
  EXPECT_EQ(read_named_file("/dev/zero").error().what, "is no plain file");
  EXPECT_FALSE(read_named_file(root / "project"));
  ASSERT_EQ(mkfifo((root / "pipe.py").c_str(), 0600), 0);
  EXPECT_FALSE(read_named_file(root / "pipe.py"));
  fs::create_symlink(secret, root / "link.py");
  EXPECT_FALSE(read_named_file(root / "link.py")) << "a link that came after the path was shown";
  EXPECT_EQ(read_named_file(write("binary.py", std::string("\0\1", 2))).error().what, "has bytes that are no text");
  const fs::path large = write("large.py", "");
  fs::resize_file(large, std::uintmax_t{1} << 40);
  EXPECT_FALSE(read_named_file(large));
  EXPECT_FALSE(read_named_file(root / "none.py"));
}

}  // namespace
}  // namespace lanescope::catalogue
