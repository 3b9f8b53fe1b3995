#include "compiler/headers/preprocessing.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "temporary_folder.h"

namespace lanescope::compiler {
namespace {

using Names = std::vector<std::string>;

NvrtcInput program(const std::string& source, std::vector<NvrtcHeader> headers = {}, Names options = {}) {
  return {"lesson.cu", source, std::move(headers), std::move(options)};
}

TEST(ToolkitHeaders, AreWhatTextAndHeadersNameInBracketsEachOnce) {
  const NvrtcInput input = program(
      "#include <cuda/barrier>\n  #  include<cuda_fp16.h> // half\n#include \"own.cuh\"\n#include <own.cuh>\n"
      "// #include <remark>\n/*\n#include <another>\n*/\n#include <cuda/barrier>\n#include <unfinished\n#includes\nint "
      "i;",
      {{"own.cuh", "#pragma once\n#include <mma.h>\n#include <cuda_fp16.h>\n"}});
  EXPECT_EQ(toolkit_headers(input), (Names{"cuda/barrier", "cuda_fp16.h", "mma.h"}));
  EXPECT_EQ(toolkit_headers({}), Names{});
}

TEST(AProgram, StartsWithIncludesWhenNoCodeStandsBeforeThem) {
  const std::string include = "#include <mma.h>\n";
  for (const char* before :
       {"", "// int i;\n", "/* int\ni; */ // \"\n", "#pragma once\n#if 1\n#define N \"/*\"\n#endif\n",
        "using Value = int;\n", "#include \"macros.cuh\"\n"}) {
    EXPECT_TRUE(starts_with_includes(program(before + include + "int code;", {{"macros.cuh", "#define LOAD 1\n"}})))
        << before;
  }
  for (const char* before : {"int i;\n", "using Value = int; int i;\n", "/**/ int i;\n", "#if 0\nint i;\n#endif\n",
                             "#include \"code.cuh\"\n", "#include <code.cuh>\n", "#define TWO \\\n  lines\n"}) {
    EXPECT_FALSE(starts_with_includes(program(before + include, {{"code.cuh", "int i;\n"}}))) << before;
  }
  EXPECT_TRUE(starts_with_includes(program("int i;\n")));
  EXPECT_FALSE(starts_with_includes(program("int i;\n#include \"own.cuh\"\n", {{"own.cuh", include}})));
  EXPECT_TRUE(starts_with_includes(program("#include \"a.cuh\"\n", {{"a.cuh", "#include \"a.cuh\"\n" + include}})));
}

TEST(TheOrderOfMacros, MattersWhereOneIsGivenTwiceOrByOtherOptions) {
  EXPECT_FALSE(
      order_of_macros_matters(program("#define ONE 1\n#undef ONE\n", {}, {"-DTWO=2", "-DTHREE", "--std=c++20"})));
  EXPECT_TRUE(order_of_macros_matters(program("#define TWO 3\n", {}, {"-DTWO=2"})));
  EXPECT_TRUE(order_of_macros_matters(program("", {{"h", " # undef TWO\n"}}, {"-DTWO(x)=x"})));
  EXPECT_TRUE(order_of_macros_matters(program("", {}, {"-DTWO", "-DTWO"})));
  for (const char* option :
       {"-D", "-UTWO", "--undefine-macro=TWO", "--define-macro=TWO", "-include=h", "--pre-include=h"}) {
    EXPECT_TRUE(order_of_macros_matters(program("", {}, {option}))) << option;
  }
}

TEST(MacrosOf, AProgramAreThoseItDefinesAndThoseItAsksFor) {
  const NvrtcInput input = program(
      "#define A(x) B\n#undef C\n#if defined(D) && E > 3 && __CUDA_ARCH__ >= 900\n#elif F\n#ifdef G\n#ifndef H // I\n",
      {{"own.cuh", "#define J\n"}}, {"-DK=L", "-DM(n)=n", "--std=c++20"});
  EXPECT_EQ(macros_of(input), (std::set<std::string>{"A", "C", "D", "E", "F", "G", "H", "J", "K", "M"}));
}

TEST(TheVocabulary, OfHeadersIsThatOfAllThatTheyInclude) {
  const TemporaryFolder folder;
  const auto write = [&](const std::string& name, const std::string& source) {
    ASSERT_TRUE(write_file(folder.path() / name, source));
  };
  write("a.h", "#pragma once\n#include <group/b.h>\nint first; // remark\n");
  write("group/b.h", "#if NEVER\n#include \"c.h\"\n#endif\n#include <a.h>\n#include <missing.h>\n");
  write("group/c.h",
        "#define T 0x1F\nconst char* s = \"word /* \"; char q = '\"'; long n = 1'000'000; /* no */ last\n");
  const Vocabulary found = vocabulary({"a.h"}, {folder.path()});
  for (const char* word : {"first", "NEVER", "T", "word", "last"}) EXPECT_TRUE(found.words.contains(word)) << word;
  for (const char* word : {"remark", "no", "x1F"}) EXPECT_FALSE(found.words.contains(word)) << word;
  EXPECT_EQ(found.files, (std::set<std::string, std::less<>>{"a.h", "c.h", "group/b.h", "missing.h"}));
}

TEST(Definitions, AreTheLinesOfTheOptionsThatDefine) {
  EXPECT_EQ(definitions({"-DBLOCK=32", "--std=c++20", "-DFAST", "-DSAME(a)=a=a", "-D", "-D BLOCK"}),
            "#define BLOCK 32\n#define FAST 1\n#define SAME(a) a=a\n");
}

}  // namespace
}  // namespace lanescope::compiler
