#include "render/context/shader_cache.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <array>
#include <cstdlib>
#include <optional>

#include "base/file.h"
#include "temporary_folder.h"

namespace lanescope::render {
namespace {

/// The folder of Mesa's cache, and whether it is used, are what they were when the test ends.
class ShaderCache : public testing::Test {
 protected:
  void SetUp() override {
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (const char* value = std::getenv(variables.at(i))) before_.at(i) = value;
      unsetenv(variables.at(i));
    }
    setenv("MESA_SHADER_CACHE_DIR", (folder_.path() / "not/yet/there").c_str(), 1);
  }
  void TearDown() override {
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (before_.at(i)) setenv(variables.at(i), before_.at(i)->c_str(), 1);
      if (!before_.at(i)) unsetenv(variables.at(i));
    }
  }

  static constexpr std::array<const char*, 4> variables{"MESA_SHADER_CACHE_DIR", "MESA_SHADER_CACHE_DISABLE",
                                                        "MESA_GLSL_CACHE_DISABLE", "__GL_SHADER_DISK_CACHE"};
  std::array<std::optional<std::string>, 4> before_;
  const TemporaryFolder folder_;
};

TEST_F(ShaderCache, IsUsedWhereItsFolderHasRoom) {
  EXPECT_EQ(disable_shader_cache_if_disk_full(), "");
  EXPECT_EQ(std::getenv("MESA_SHADER_CACHE_DISABLE"), nullptr);
  EXPECT_TRUE(entries_of(folder_.path()).empty()) << "nothing stays behind";
}

TEST_F(ShaderCache, IsSwitchedOffWhereAFileOfItFindsNoRoom) {
  // A limit of files stands for a full disk, which only root can make.
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 4096;
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string said = disable_shader_cache_if_disk_full();
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, handler);
  EXPECT_NE(said.find(folder_.path().string()), std::string::npos) << said;
  ASSERT_NE(std::getenv("MESA_SHADER_CACHE_DISABLE"), nullptr);
  EXPECT_STREQ(std::getenv("MESA_SHADER_CACHE_DISABLE"), "true");
  EXPECT_TRUE(entries_of(folder_.path()).empty());
}

}  // namespace
}  // namespace lanescope::render
