#include "catalogue/header_search.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "base/missing_header.h"
#include "catalogue/kernel_files.h"
#include "temporary_folder.h"

namespace lanescope::catalogue {
namespace {

namespace fs = std::filesystem;

class HeaderSearch : public testing::Test {
 protected:
  fs::path written(const std::string& name, const std::string& text = "") {
    const fs::path file = temporary_.path() / name;
    fs::create_directories(file.parent_path());
    EXPECT_TRUE(write_file(file, text));
    return fs::canonical(file);
  }
  [[nodiscard]] fs::path folder(const std::string& name) const { return fs::canonical(temporary_.path() / name); }
  static std::vector<MissingHeader> named(const std::vector<std::string>& names) {
    std::vector<MissingHeader> missing;
    for (const std::string& name : names) missing.push_back({name, "/p/a.cu", 1 + static_cast<int>(missing.size())});
    return missing;
  }

  TemporaryFolder temporary_;
};

TEST_F(HeaderSearch, TakesTheNearestFolderAndOneForSeveralHeaders) {
  const fs::path file = written("project/src/level1/md5/hash.cu");
  written("project/src/common/options.h");
  written("project/src/common/results.h");
  written("project/src/another/options.h");
  written("project/far/options.h");
  written("project/src/level1/shared/timer.h");
  const HeadersElsewhere found = find_headers(file, named({"options.h", "results.h", "timer.h", "nowhere.h"}));
  EXPECT_EQ(found.folders, (std::vector{folder("project/src/common"), folder("project/src/level1/shared")}));
  ASSERT_EQ(found.headers.size(), 3u);
  EXPECT_EQ(found.headers[0].others, std::vector{folder("project/src/another")});
  EXPECT_EQ(found.headers[1].others, std::vector<fs::path>{});
  EXPECT_EQ(found.names(), "options.h (line 1 of a.cu), results.h (line 2 of a.cu), timer.h (line 3 of a.cu)");
}

TEST_F(HeaderSearch, LeadsFromTheFolderToTheWholeName) {
  const fs::path file = written("project/a/b/kernel.cu");
  written("project/include/tools/check.h");
  written("project/a/check.h");
  written("project/lib/shapes.h");
  const HeadersElsewhere found = find_headers(file, named({"tools/check.h", "../../../lib/shapes.h"}));
  EXPECT_EQ(found.folders, (std::vector{folder("project/include"), folder("project")}));

  // What is offered is also read, under the name that #include gives.
  const SidecarFiles read = find_sidecar_files(file, "#include \"tools/check.h\"\n#include \"../../../lib/shapes.h\"\n",
                                               {folder("project/include").string(), folder("project").string()});
  EXPECT_EQ(read.headers.size(), 2u);
  EXPECT_TRUE(read.headers.contains("../../../lib/shapes.h"));
  EXPECT_TRUE(read.outside.empty()) << "the user named the folders";
}

TEST_F(HeaderSearch, StaysInTheProject) {
  const fs::path file = written("project/a/kernel.cu");
  fs::create_directories(temporary_.path() / "project/.git");
  written("other/secret.h");
  written("project/.hidden/secret.h");
  fs::create_directory_symlink(temporary_.path() / "other", temporary_.path() / "project/link");
  EXPECT_TRUE(find_headers(file, named({"secret.h"})).headers.empty());
  fs::remove(temporary_.path() / "project/.git");
  EXPECT_EQ(find_headers(file, named({"secret.h"})).folders, std::vector{folder("other")});

  written("project/README.md");
  EXPECT_TRUE(find_headers(file, named({"secret.h"})).headers.empty()) << "another project beside it";

  const fs::path deep = written("1/2/3/4/5/6/kernel.cu");
  written("1/four.h");
  written("1/2/three.h");
  EXPECT_EQ(find_headers(deep, named({"four.h", "three.h"})).folders, std::vector{folder("1/2")});
}

TEST_F(HeaderSearch, LooksNeitherAtHomeNorAboveIt) {
  const std::string home = home_folder().string();
  const fs::path file = written("home/downloads/kernel.cu");
  written("home/private/utils.h");
  setenv("HOME", (temporary_.path() / "home").c_str(), 1);
  EXPECT_TRUE(find_headers(file, named({"utils.h"})).headers.empty());
  setenv("HOME", home.c_str(), 1);
  EXPECT_EQ(find_headers(file, named({"utils.h"})).folders, std::vector{folder("home/private")});
}

TEST_F(HeaderSearch, ReadsHeadersAboveTheFileOnlyInItsProject) {
  const fs::path file = written("home/projects/own/src/deep/a.cu");
  written("home/projects/own/README.md");
  written("home/projects/own/common/shapes.h", "// SHAPES\n");
  written("home/projects/own/.private/keys.h", "// KEYS\n");
  written("home/projects/other/parts.h", "// PARTS\n");
  fs::create_symlink(temporary_.path() / "home/projects/other/parts.h",
                     temporary_.path() / "home/projects/own/common/linked.h");
  const std::vector<std::string> names{"../../common/shapes.h", "../../.private/keys.h", "../../../other/parts.h",
                                       "../../common/linked.h"};
  std::string text;
  for (const std::string& name : names) text += "#include \"" + name + "\"\n";
  const SidecarFiles found = find_sidecar_files(file, text, {});
  EXPECT_EQ(found.headers.at(names[0]), "// SHAPES\n");
  for (std::size_t i = 1; i < names.size(); ++i) {
    EXPECT_TRUE(found.headers.at(names[i]).starts_with("#error " + names[i] + " lies outside of the folders")) << i;
    EXPECT_FALSE(found.stamps.contains(fs::canonical(file.parent_path() / names[i]))) << "it was not read";
  }
  EXPECT_EQ(find_sidecar_files(file, text, {"../../../other"}).headers.at(names[2]), "// PARTS\n")
      << "the user names it";
}

TEST_F(HeaderSearch, EndsAtItsLimits) {
  const fs::path file = written("project/a/kernel.cu");
  for (int i = 0; i < 50; ++i) written("project/b/x" + std::to_string(i) + ".h");
  written("project/c/utils.h");
  EXPECT_EQ(find_headers(file, named({"utils.h"})).headers.size(), 1u);
  EXPECT_TRUE(find_headers(file, named({"utils.h"}), {20, std::chrono::minutes(1)}).headers.empty());
  EXPECT_TRUE(find_headers(file, named({"utils.h"}), {1000, std::chrono::milliseconds(-1)}).headers.empty());
}

TEST_F(HeaderSearch, ReadsNothing) {
  const fs::path file = written("project/a/kernel.cu");
  const fs::path header = written("project/b/utils.h");
  fs::permissions(header, fs::perms::none);
  EXPECT_EQ(find_headers(file, named({"utils.h"})).headers.size(), 1u);
}

TEST(MissingHeaders, AreNamedByTheCompilerOrByTheFile) {
  const std::vector<Diagnostic> messages{
      {Diagnostic::Severity::error, "a.cu", 3, 10,
       "could not open source file \"x.h\" (no directories in search list)"},
      {Diagnostic::Severity::error, "a.cu", 4, 1, "identifier \"SIZE\" is undefined"},
      header_not_found("y/z.h", "b.h", 7),
      header_not_found("x.h", "b.h", 8)};
  EXPECT_EQ(missing_headers(messages), (std::vector<MissingHeader>{{"x.h", "a.cu", 3}, {"y/z.h", "b.h", 7}}));

  const KernelSource source{"k",
                            "k.cu",
                            "#include <vector>\n#include \"here.h\"\n// #include \"no.h\"\n",
                            {{"here.h", "\n#include \"there.h\"\n"}}};
  EXPECT_EQ(missing_headers(source), (std::vector<MissingHeader>{{"there.h", "here.h", 2}}));
}

}  // namespace
}  // namespace lanescope::catalogue
