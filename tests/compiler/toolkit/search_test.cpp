#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "compiler/fixture.h"
#include "compiler/toolkit/files.h"

namespace lanescope::compiler {
namespace {

namespace fs = std::filesystem;

void make_file(const fs::path& path) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << "not a library";
}

/// A variable of the environment, put back afterwards.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name), before_(environment(name)) {
    setenv(name, value.c_str(), 1);
  }
  ~Variable() {
    if (before_.empty()) {
      unsetenv(name_);
    } else {
      setenv(name_, before_.c_str(), 1);
    }
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::string before_;
};

/// Only what lies in `folder`: the build's own wheels may lie beside the test program.
std::vector<Toolkit> found_below(const fs::path& folder, const Search& search) {
  const Variable not_named("LANESCOPE_NVRTC", "");
  std::vector<Toolkit> toolkits = find_toolkits(search);
  const std::string prefix = fs::canonical(folder).string();
  std::erase_if(toolkits, [&](const Toolkit& t) { return !t.nvrtc.string().starts_with(prefix); });
  return toolkits;
}

Search only(const fs::path& folder) {
  Search search;
  search.folders = {folder};
  search.system = false;
  return search;
}

TEST(ToolkitSearch, FindsAnInstalledToolkitWithItsHeadersAndTools) {
  const TemporaryFolder folder;
  const fs::path root = fs::canonical(folder.path()) / "cuda-12.4";
  const fs::path libraries = root / "targets/x86_64-linux/lib";
  make_file(libraries / "libnvrtc.so.12.4.127");
  make_file(libraries / "libnvrtc.alt.so.12.4.127");
  make_file(libraries / "libnvrtc-builtins.so.12.4.127");
  make_file(libraries / "libnvJitLink.so.12");
  make_file(root / "targets/x86_64-linux/include/cuda_fp16.h");
  make_file(root / "bin/nvdisasm");
  fs::create_symlink("libnvrtc.so.12.4.127", libraries / "libnvrtc.so.12");
  fs::create_symlink("libnvrtc.so.12", libraries / "libnvrtc.so");
  fs::create_directory_symlink("targets/x86_64-linux/lib", root / "lib64");

  const auto toolkits = found_below(root, only(root));
  ASSERT_EQ(toolkits.size(), 1u) << "links to one library are one toolkit";
  const Toolkit& toolkit = toolkits.front();
  EXPECT_EQ(toolkit.nvrtc, libraries / "libnvrtc.so.12.4.127");
  EXPECT_EQ(std::pair(toolkit.major, toolkit.minor), std::pair(12, 4));
  EXPECT_EQ(toolkit.nvjitlink, libraries / "libnvJitLink.so.12");
  EXPECT_EQ(toolkit.include, root / "targets/x86_64-linux/include");
  EXPECT_EQ(toolkit.nvdisasm, root / "bin/nvdisasm");
  EXPECT_EQ(toolkit.origin, root.string());
  EXPECT_TRUE(toolkit.problem.empty()) << "it goes by names and opens nothing: " << toolkit.problem;
}

TEST(ToolkitSearch, PutsTogetherThePartsOfPythonWheels) {
  const TemporaryFolder folder;
  const fs::path nvidia = fs::canonical(folder.path()) / "nvidia";
  make_file(nvidia / "cuda_nvrtc/lib/libnvrtc.so.12");
  make_file(nvidia / "cuda_nvrtc/lib/libnvrtc-builtins.so.12.9");
  make_file(nvidia / "cuda_nvrtc/include/nvrtc.h");
  make_file(nvidia / "cuda_runtime/include/cuda_fp16.h");
  make_file(nvidia / "cuda_cccl/include/nv/target");
  make_file(nvidia / "nvjitlink/lib/libnvJitLink.so.12");
  make_file(nvidia / "cu13/bin/nvdisasm");

  const auto toolkits = found_below(folder.path(), only(folder.path()));
  ASSERT_EQ(toolkits.size(), 1u);
  EXPECT_EQ(std::pair(toolkits[0].major, toolkits[0].minor), std::pair(12, 9));
  EXPECT_EQ(toolkits[0].include, nvidia / "cuda_runtime/include");
  EXPECT_EQ(toolkits[0].nvjitlink, nvidia / "nvjitlink/lib/libnvJitLink.so.12");
  EXPECT_EQ(toolkits[0].nvdisasm, nvidia / "cu13/bin/nvdisasm");
  EXPECT_EQ(include_folders(toolkits[0]),
            (std::vector<fs::path>{nvidia / "cuda_runtime/include", nvidia / "cuda_cccl/include"}));
}

TEST(ToolkitSearch, PutsTheNewestFirstAndLendsItsDisassemblerToOlderOnes) {
  const TemporaryFolder folder;
  const fs::path root = fs::canonical(folder.path());
  make_file(root / "a/lib/libnvrtc.so.11.8.89");
  make_file(root / "b/lib/libnvrtc.so.13.10.42");
  make_file(root / "b/bin/nvdisasm");
  make_file(root / "c/lib/libnvrtc.so.13.9.86");
  Search search;
  search.folders = {root / "a", root / "b", root / "c"};
  search.system = false;
  const auto toolkits = found_below(root, search);
  ASSERT_EQ(toolkits.size(), 3u);
  EXPECT_EQ(toolkits[0].nvrtc.filename(), "libnvrtc.so.13.10.42");
  EXPECT_EQ(toolkits[1].nvrtc.filename(), "libnvrtc.so.13.9.86");
  EXPECT_EQ(toolkits[2].nvrtc.filename(), "libnvrtc.so.11.8.89");
  EXPECT_EQ(toolkits[1].nvdisasm, root / "b/bin/nvdisasm");
}

TEST(ToolkitSearch, RefusesALibraryThatCannotBeOpenedWithItsProblem) {
  const TemporaryFolder folder;
  make_file(folder.path() / "libnvrtc.so");
  const auto toolkits = found_below(folder.path(), only(folder.path()));
  ASSERT_EQ(toolkits.size(), 1u);
  const auto chosen = choose_toolkit(toolkits, {9, 0}, 0);
  ASSERT_FALSE(chosen);
  EXPECT_NE(chosen.error().what.text().find("NVRTC cannot be opened"), std::string::npos) << chosen.error().text();
}

/// Whether a file is part of this process.
bool is_loaded(const fs::path& library) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find(library.string()) != std::string::npos) return true;
  }
  return false;
}

TEST(ToolkitSearch, OpensNoLibraryAlsoWhereNoNameTellsTheVersion) {
  const TemporaryFolder folder;
  const fs::path root = fs::canonical(folder.path());
  const fs::path unnamed = root / "a/libnvrtc.so.13", named = root / "b/libnvrtc.so.12.9.86";
  for (const fs::path& library : {unnamed, named}) {
    fs::create_directories(library.parent_path());
    fs::copy_file(LANESCOPE_NVRTC_CRASH, library);
  }
  Search search;
  search.folders = {root / "a", root / "b"};
  search.system = false;
  const auto toolkits = found_below(root, search);
  ASSERT_EQ(toolkits.size(), 2u);
  EXPECT_EQ(toolkits[0].nvrtc, unnamed) << "the number of the interface tells the major version";
  EXPECT_FALSE(is_loaded(unnamed) || is_loaded(named));
  const auto chosen = choose_toolkit(toolkits, {9, 0}, 0);
  ASSERT_TRUE(chosen) << chosen.error().text();
  EXPECT_EQ(chosen->nvrtc, unnamed);
  EXPECT_TRUE(is_loaded(unnamed));
  EXPECT_FALSE(is_loaded(named)) << "only the chosen one is opened";
}

TEST(ToolkitSearch, TakesExactlyTheLibraryThatWasNamed) {
  Search search;
  search.nvrtc = newest_toolkit().nvrtc.string();
  const auto toolkits = find_toolkits(search);
  ASSERT_EQ(toolkits.size(), 1u);
  EXPECT_EQ(toolkits[0].nvrtc, search.nvrtc);
  EXPECT_FALSE(toolkits[0].architectures.empty());

  search.nvrtc = "/nowhere/libnvrtc.so.13";
  const auto missing = find_toolkits(search);
  ASSERT_EQ(missing.size(), 1u);
  EXPECT_FALSE(missing[0].problem.empty());
}

TEST(ToolkitSearch, TakesExactlyTheLibraryThatTheEnvironmentNames) {
  const Variable variable("LANESCOPE_NVRTC", LANESCOPE_NVRTC_CRASH);
  const auto toolkits = find_toolkits();
  ASSERT_EQ(toolkits.size(), 1u);
  EXPECT_EQ(toolkits[0].origin, "LANESCOPE_NVRTC");
  EXPECT_EQ(toolkits[0].problem, "");
  EXPECT_EQ(std::pair(toolkits[0].major, toolkits[0].minor), std::pair(13, 0));
  EXPECT_TRUE(choose_toolkit(toolkits, {9, 0}, 13000));
}

TEST(ToolkitSearch, HidesTheSystemsPlacesOnRequest) {
  const TemporaryFolder folder;
  make_file(folder.path() / "lib/libnvrtc.so.12.4.127");
  const Variable path("CUDA_PATH", folder.path().string());
  EXPECT_EQ(found_below(folder.path(), {}).size(), 1u);
  Search search;
  search.system = false;
  EXPECT_TRUE(found_below(folder.path(), search).empty());
  const Variable hidden("LANESCOPE_HIDE_TOOLKIT", "1");
  EXPECT_TRUE(found_below(folder.path(), {}).empty());
}

TEST(ToolkitSearch, TellsTheVersionByTheNamesOnlyWhenTheyAreClear) {
  const TemporaryFolder folder;
  const fs::path library = folder.path() / "libnvrtc.so.11.2";
  make_file(library);
  EXPECT_FALSE(version_by_name(library)) << "11.2 is the interface of every 11.x since then";
  make_file(folder.path() / "libnvrtc-builtins.so.12.9");
  EXPECT_FALSE(version_by_name(library));
  make_file(folder.path() / "libnvrtc-builtins.so.11.8");
  EXPECT_EQ(version_by_name(library), (std::pair{11, 8}));
  make_file(folder.path() / "libnvrtc-builtins.so.11.7");
  EXPECT_FALSE(version_by_name(library));
  EXPECT_FALSE(version_by_name(folder.path() / "libnvrtc_crash.so"));
}

TEST(ToolkitSearch, AgreesWithWhatEachLibrarySaysItself) {
  for (const Toolkit& toolkit : find_toolkits()) {
    const Toolkit inspected = inspect(toolkit);
    if (!inspected.problem.empty() || toolkit.minor < 0) continue;
    EXPECT_EQ(std::pair(toolkit.major, toolkit.minor), std::pair(inspected.major, inspected.minor)) << toolkit.nvrtc;
    EXPECT_FALSE(inspected.architectures.empty());
    EXPECT_TRUE(std::is_sorted(inspected.architectures.begin(), inspected.architectures.end()));
  }
}

}  // namespace
}  // namespace lanescope::compiler
