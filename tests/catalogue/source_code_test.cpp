#include "catalogue/front_matter/source_code.h"

#include <gtest/gtest.h>

namespace lanescope::catalogue {
namespace {

TEST(Code, IsWhatRemainsWithoutCommentsAndLiterals) {
  EXPECT_EQ(code_only("a /* b */ c"), "a         c");
  EXPECT_EQ(code_only("a // b\nc"), "a     \nc");
  EXPECT_EQ(code_only("f(\"x // y\") + 1"), "f(        ) + 1");
  EXPECT_EQ(code_only("'\"' a '\\'' b"), "    a      b");
  EXPECT_EQ(code_only("\"a\\\"b\" c"), "       c");
  EXPECT_EQ(code_only("1'000'000 a"), "1'000'000 a");
}

TEST(Code, KeepsItsLinesWhenALiteralOrCommentIsNotClosed) {
  EXPECT_EQ(code_only("it's\nb"), "it's\nb");
  EXPECT_EQ(code_only("\"open\nb"), "     \nb");
  EXPECT_EQ(code_only("a /* b\nc"), "a     \n ");
  EXPECT_EQ(code_only("\"a\\"), "   ");
  EXPECT_EQ(code_only("/"), "/");
  EXPECT_EQ(code_only(""), "");
}

TEST(AWord, IsFoundOnlyWhole) {
  EXPECT_TRUE(has_word("void sum(int)", "sum"));
  EXPECT_TRUE(has_word("sum", "sum"));
  EXPECT_TRUE(has_word("sum_all, sum", "sum"));
  EXPECT_FALSE(has_word("sum_all", "sum"));
  EXPECT_FALSE(has_word("my_sum", "sum"));
  EXPECT_FALSE(has_word("sum2", "sum"));
  EXPECT_FALSE(has_word("", "sum"));
}

TEST(Headers, AreThoseIncludedInQuotesAndOutsideOfComments) {
  const std::string text =
      "#include \"a.cuh\"\n  #  include  \"b.cuh\" // why\n#include <c.cuh>\n// #include \"d.cuh\"\n"
      "/*\n#include \"e.cuh\"\n*/\n#include \"folder/f.cuh\"\n#include \"g.h\"\n#include \"open.cuh\nint include;\n";
  EXPECT_EQ(included_files(text), (std::vector<std::string>{"a.cuh", "b.cuh"}));
  EXPECT_EQ(included_files("/* lanescope\n[[include]]\nfile = \"d.toml\"\nfile = \"folder/e.toml\"\n*/\n" + text),
            (std::vector<std::string>{"d.toml", "a.cuh", "b.cuh"}));
}

}  // namespace
}  // namespace lanescope::catalogue
