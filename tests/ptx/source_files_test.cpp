#include "ptx/source_files.h"

#include <gtest/gtest.h>

#include <string>

#include "ptx/fixture.h"

namespace lanescope::ptx {
namespace {

/// A kernel with these lines, and the files after it.
std::string text_of(const std::string& lines, const std::string& files) {
  return ".version 8.0\n.target sm_80\n.address_size 64\n.entry k()\n{\n" + lines + "\nret;\n}\n" + files;
}

TEST(SourceFiles, AreThoseThatPlacesName) {
  const auto files = source_files(text_of(".loc 2 3 1\n.loc 2 4 1\n.loc 1 9 1",
                                          ".file 1 \"/home/me/project/b.cuh\"\n.file 2 \"/home/me/project/a.cu\"\n"
                                          ".file 3 \"/home/me/project/unused.h\"\n"));
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].name, "a.cu");
  EXPECT_EQ(files[0].path, "/home/me/project/a.cu");
  EXPECT_EQ(files[0].places, 2u);
  EXPECT_TRUE(files[0].own);
  EXPECT_EQ(files[1].name, "b.cuh");
  EXPECT_TRUE(files[1].own);
}

TEST(SourceFiles, AreNoneWithoutLineInformation) {
  EXPECT_TRUE(source_files(text_of("", ".file 1 \"a.cu\"\n")).empty());
  EXPECT_TRUE(source_files(text_of(".loc 1 3 1", "")).empty());
  EXPECT_TRUE(source_files(text_of(".loc 1 0 0", ".file 1 \"a.cu\"\n")).empty());
}

TEST(SourceFiles, OfALibraryAreNotTheUsersOwn) {
  const auto files =
      source_files(text_of(".loc 1 3 1\n.loc 2 90 4, function_name $L__info_string0+7, inlined_at 1 4 1\n",
                           ".file 1 \"/home/me/add.py\"\n.file 2 \"/usr/lib/triton/standard.py\"\n"));
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].name, "add.py");
  EXPECT_TRUE(files[0].own);
  EXPECT_EQ(files[1].name, "standard.py");
  EXPECT_FALSE(files[1].own);
}

TEST(SourceFiles, OfOneNameAreNamedByTheirPaths) {
  const auto files = source_files(
      text_of(".loc 1 3 1\n.loc 1 3 2\n.loc 2 4 1", ".file 1 \"/me/a/util.cu\"\n.file 2 \"/me/b/util.cu\"\n"));
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].name, "/me/a/util.cu");
  EXPECT_EQ(files[1].name, "/me/b/util.cu");
}

TEST(SourceFiles, HaveNamesThatMoveNoCursorAndFillNoScreen) {
  const auto files =
      source_files(text_of(".loc 1 3 1", ".file 1 \"/me/\x1b[2J\n\xff" + std::string(9000, 'x') + "\"\n"));
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].name.find('\x1b'), std::string::npos);
  EXPECT_EQ(files[0].name.find('\n'), std::string::npos);
  EXPECT_EQ(files[0].name.find('\xff'), std::string::npos);
  EXPECT_LT(files[0].name.size(), 300u);
  EXPECT_LT(files[0].path.size(), 5000u);
}

TEST(SourceFiles, AreNamedInTheTextWithoutTheirFolders) {
  const std::string text = text_of(".loc 1 3 1\n.loc 2 9 1, function_name L, inlined_at 1 4 1",
                                   ".file 1 \"/home/me/add.py\"\n.file\t2 \"/usr/lib/other.py\"\n");
  const std::string named = with_source_names(text, source_files(text), "/root/");
  EXPECT_EQ(named, text_of(".loc 1 3 1\n.loc 2 9 1, function_name L, inlined_at 1 4 1",
                           ".file 1 \"/root/add.py\"\n.file\t2 \"/usr/lib/other.py\"\n"));
}

}  // namespace
}  // namespace lanescope::ptx
