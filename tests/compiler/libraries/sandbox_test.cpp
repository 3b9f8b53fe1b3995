#include "compiler/libraries/sandbox.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

#include "base/file.h"
#include "temporary_folder.h"

namespace lanescope::compiler {
namespace {

namespace fs = std::filesystem;

class Sandbox : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"open/file", "written/file", "closed/file"}) {
      ASSERT_TRUE(write_file(folder_.path() / name, "text"));
    }
    if (!run_sandboxed({}, [] {})) GTEST_SKIP() << "this kernel has no Landlock";
  }
  [[nodiscard]] AllowedPaths allowed() const { return {{folder_.path() / "open"}, {folder_.path() / "written"}}; }
  [[nodiscard]] bool reads(const fs::path& name) const { return read_file(folder_.path() / name).has_value(); }
  [[nodiscard]] bool writes(const fs::path& name) const {
    return write_file(folder_.path() / name, "other").has_value();
  }
  TemporaryFolder folder_;
};

TEST_F(Sandbox, OpensWhatIsNamedAndNothingElse) {
  fs::create_symlink("../closed/file", folder_.path() / "open" / "link");
  EXPECT_TRUE(run_sandboxed(allowed(), [&] {
    EXPECT_TRUE(reads("open/file"));
    EXPECT_TRUE(reads("written/file"));
    EXPECT_FALSE(reads("closed/file"));
    EXPECT_FALSE(reads("open/../closed/file"));
    EXPECT_FALSE(reads("open/link"));
    EXPECT_FALSE(writes("open/file"));
    EXPECT_FALSE(writes("new"));
    EXPECT_TRUE(writes("written/new"));
    std::thread([&] { EXPECT_FALSE(reads("closed/file")); }).join();
  }));
  EXPECT_TRUE(reads("closed/file")) << "other threads are free";
  EXPECT_EQ(read_file(folder_.path() / "open/file").value(), "text");
}

TEST_F(Sandbox, NamesSingleFilesAndWhatDoesNotExist) {
  EXPECT_TRUE(run_sandboxed({{folder_.path() / "closed" / "file", folder_.path() / "nowhere"}, {}}, [&] {
    EXPECT_TRUE(reads("closed/file"));
    EXPECT_FALSE(reads("open/file"));
  }));
}

TEST_F(Sandbox, PassesOnWhatIsThrown) {
  EXPECT_THROW(run_sandboxed(allowed(), [] { throw std::runtime_error("it failed"); }), std::runtime_error);
}

}  // namespace
}  // namespace lanescope::compiler
