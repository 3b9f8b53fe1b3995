#include "compiler/messages/messages.h"

#include <gtest/gtest.h>

namespace lanescope::compiler {
namespace {

using Severity = Diagnostic::Severity;
using Messages = std::vector<Diagnostic>;

// The logs are those of NVRTC 13.0 (12.9 writes the same) and 11.8.

TEST(CompilerLog, GivesFileLineColumnAndTextOfEachMessage) {
  EXPECT_EQ(
      read_log("/lanescope/kernels/t/k.cu(4): error: identifier \"nonsense\" is undefined\n"
               "    p[0] = nonsense;\n"
               "           ^\n"
               "\n"
               "/lanescope/kernels/t/k.cu(8): warning #177-D: variable \"unused\" was declared but never referenced\n"
               "    int unused;\n"
               "        ^\n"
               "\n"
               "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n"
               "\n"
               "1 error detected in the compilation of \"/lanescope/kernels/t/k.cu\".\n",
               ""),
      (Messages{{Severity::error, "kernels/t/k.cu", 4, 10, "identifier \"nonsense\" is undefined"},
                {Severity::warning, "kernels/t/k.cu", 8, 7, "variable \"unused\" was declared but never referenced"}}));
}

TEST(CompilerLog, ReadsElevenWhichShowsNoSourceLines) {
  EXPECT_EQ(read_log("/lanescope/k.cu(4): error: identifier \"a\" is undefined\n\n"
                     "/lanescope/k.cu(6): error: expected a \";\"\n\n"
                     "2 errors detected in the compilation of \"/lanescope/k.cu\".\n",
                     ""),
            (Messages{{Severity::error, "k.cu", 4, 0, "identifier \"a\" is undefined"},
                      {Severity::error, "k.cu", 6, 0, "expected a \";\""}}));
}

TEST(CompilerLog, CountsTabsAsOneColumn) {
  const Messages messages =
      read_log("/lanescope/tab.cu(2): error: identifier \"y\" is undefined\n  \tint x =\ty;\n  \t       \t^\n", "");
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].column, 10);
}

TEST(CompilerLog, KeepsWhereATemplateWasInstantiated) {
  EXPECT_EQ(
      read_log("/lanescope/bad.cuh(3): error: expression must have class type but it has type \"float\"\n"
               "    return t.size();\n"
               "           ^\n"
               "          detected during instantiation of \"int g(T) [with T=float]\" at line 3 of /lanescope/k.cu\n"
               "\n",
               ""),
      (Messages{{Severity::error, "bad.cuh", 3, 10,
                 "expression must have class type but it has type \"float\"\n"
                 "detected during instantiation of \"int g(T) [with T=float]\" at line 3 of k.cu"}}));
  EXPECT_EQ(read_log("/lanescope/bad.cuh(3): error: expression must have class type but it has type \"float\"\n"
                     "          detected during instantiation of \"int g(T) [with T=float]\" \n"
                     "/lanescope/k.cu(3): here\n",
                     ""),
            (Messages{{Severity::error, "bad.cuh", 3, 0,
                       "expression must have class type but it has type \"float\"\n"
                       "detected during instantiation of \"int g(T) [with T=float]\"\n"
                       "at line 3 of k.cu"}}));
}

TEST(CompilerLog, FoldsNotesIntoTheMessageTheyExplain) {
  EXPECT_EQ(read_log("/lanescope/k.cu(2): error: no instance of overloaded function \"f\" matches the argument list\n"
                     "            argument types are: (const char [2])\n"
                     "  __global__ void k(int*p){ f(\"a\"); }\n"
                     "                            ^\n"
                     "/lanescope/h.cuh(1): note #3326-D: function \"f(int)\" does not match\n"
                     "  __device__ void f(int);\n"
                     "                  ^\n"
                     "\n",
                     ""),
            (Messages{{Severity::error, "k.cu", 2, 27,
                       "no instance of overloaded function \"f\" matches the argument list\n"
                       "argument types are: (const char [2])\n"
                       "function \"f(int)\" does not match (line 1 of h.cuh)"}}));
}

TEST(CompilerLog, NamesNoFileThatExistsOnlyInsideOfTheCompiler) {
  EXPECT_EQ(
      read_log("/lanescope/k.cu(2): error: no instance of overloaded function \"tex1Dfetch\" matches\n"
               "    tex1Dfetch(table, 0);\n"
               "    ^\n"
               "__nv_nvrtc_builtin_header.h(4783): note #3322-D: number of parameters does not match the call\n"
               "/lanescope/h.cuh(5): note #3326-D: argument #1 does not match\n"
               "          detected during instantiation of \"void f(T) [with T=float]\" at line 9 of /lanescope/k.cu\n"
               "\n"
               "__nv_nvrtc_builtin_header.h(12): error: expression must be an lvalue\n"
               "          detected during instantiation of \"void g(T) [with T=int]\" at line 7 of /lanescope/k.cu\n",
               ""),
      (Messages{{Severity::error, "k.cu", 2, 3,
                 "no instance of overloaded function \"tex1Dfetch\" matches\n"
                 "number of parameters does not match the call\n"
                 "argument #1 does not match (line 5 of h.cuh)\n"
                 "detected during instantiation of \"void f(T) [with T=float]\" at line 9 of k.cu"},
                {Severity::error, "k.cu", 7, 0,
                 "expression must be an lvalue\n"
                 "detected during instantiation of \"void g(T) [with T=int]\" at line 7 of k.cu"}}));
}

TEST(CompilerLog, SendsAnErrorAtTheEndOfTheSourceToTheBraceThatIsOpen) {
  EXPECT_EQ(read_log("At end of source: error: expected a \"}\"\n"
                     "/lanescope/k.cu(7): note #3196-D: to match this \"{\"\n"
                     "  __global__ void f(int*p) { \n"
                     "                           ^\n",
                     ""),
            (Messages{{Severity::error, "k.cu", 7, 26, "expected a \"}\"\nto match this \"{\" (line 7)"}}));
}

TEST(CompilerLog, ReadsFatalErrorsWrongOptionsAndCapitals) {
  EXPECT_EQ(read_log("/lanescope/k.cu(1): catastrophic error: cannot open source file \"nothere.cuh\"\n"
                     "  #include \"nothere.cuh\"\n"
                     "                        ^\n",
                     "")
                .at(0)
                .message,
            "cannot open source file \"nothere.cuh\"");
  EXPECT_EQ(read_log("nvrtc: error: unrecognized option --bogus-option found\n", ""),
            (Messages{{Severity::error, "", 0, 0, "unrecognized option --bogus-option found"}}));
  EXPECT_EQ(read_log("/lanescope/k.cu(1): Error: Formal parameter space overflowed\n", "").at(0).line, 1);
}

TEST(CompilerLog, ReadsFileNamesThatLookLikeMessages) {
  const Messages messages = read_log("/lanescope/a dir/na(3): me.cu(2): error: identifier \"y\" is undefined\n", "");
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].file, "a dir/na(3): me.cu");
  EXPECT_EQ(messages[0].line, 2);
}

TEST(CompilerLog, GivesNothingForNothingAndForChatter) {
  EXPECT_TRUE(read_log("", "").empty());
  EXPECT_TRUE(
      read_log(
          "ptxas info    : 0 bytes gmem\nptxas         .     0 bytes stack frame\n\n^\n(:): \nk.cu(x): error: no\n", "")
          .empty());
}

constexpr std::string_view ptx =
    ".version 8.0\n"
    ".target sm_80\n"
    ".visible .entry big(\n"
    "\t.param .u64 big_param_0\n"
    ")\n"
    "{\n"
    "\t.local .align 8 .b8 depot[8];\n"
    "\t.loc\t1 12 0\n"
    "\t.loc\t2 5 7, function_name $L__info_string0, inlined_at 1 14 3\n"
    "\tbogus.instr %r1;\n"
    "\tret;\n"
    "}\n"
    ".visible .entry big2()\n"
    "{\n"
    "\tret;\n"
    "}\n"
    "\t.file\t1 \"/lanescope/wei\\303\\237/k.cu\"\n"
    "\t.file\t2 \"/lanescope/tile.cuh\"\n";

TEST(AssemblerLog, SaysOnceWhatItSaysOfSeveralInstructions) {
  const std::string advice = "ptxas warning : Advisory: use another target\n";
  EXPECT_EQ(read_log(advice + advice + "ptxas warning : something else\n" + advice, ptx).size(), 2u);
}

TEST(AssemblerLog, NamesTheEntryAndBothNumbersOfTooMuchSharedMemory) {
  EXPECT_EQ(read_log("ptxas error   : Entry function 'big2' uses too much shared data (0x1d4c0 bytes, 0xc000 max)\n"
                     "ptxas error   : Entry function 'big' uses too much shared data (0x13880 bytes, 0xc000 max)\n",
                     ptx),
            (Messages{{Severity::error, "", 0, 0,
                       "entry big2 uses 120000 bytes of static shared memory, at most 49152 are possible"},
                      {Severity::error, "weiß/k.cu", 12, 0,
                       "entry big uses 80000 bytes of static shared memory, at most 49152 are possible"}}));
}

TEST(AssemblerLog, LeadsALineOfPtxBackToTheSource) {
  EXPECT_EQ(read_log("ptxas application ptx input, line 10; error   : Unknown modifier '.instr'\n"
                     "ptxas fatal   : Ptx assembly aborted due to errors\n",
                     ptx),
            (Messages{{Severity::error, "tile.cuh", 5, 7, "Unknown modifier '.instr'"}}));
  EXPECT_EQ(read_log("ptxas application ptx input, line 15; error   : x\n", ptx).at(0).line, 0)
      << "a function without .loc has no place, and not its neighbour's";
  EXPECT_EQ(read_log("ptxas application ptx input, line 99999; error   : x\n", ptx).at(0).line, 0);
}

TEST(AssemblerLog, NamesAFunctionThatIsNotDefinedAsItWasWritten) {
  EXPECT_EQ(read_log("ptxas fatal   : Unresolved extern function '_Z1gi'\n", "").at(0).message,
            "function g(int) is declared but defined nowhere");
}

TEST(AssemblerLog, KeepsWarnings) {
  const Messages messages = read_log(
      "ptxas warning : For profile sm_80 adjusting per thread register count of 16 to lower bound of 24\n", "");
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].severity, Severity::warning);
}

}  // namespace
}  // namespace lanescope::compiler
