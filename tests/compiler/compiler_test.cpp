#include "compiler/compiler.h"

#include <gtest/gtest.h>

#include <future>
#include <thread>

#include "base/text.h"
#include "compiler/fixture.h"

namespace lanescope::compiler {
namespace {

using Severity = Diagnostic::Severity;

const std::string scale = R"(// line 1
#include "twice.cuh"

extern "C" __global__ void __launch_bounds__(128) scale(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = twice(in[i]) + OFFSET;
}
)";
const std::map<std::string, std::string> twice{
    {"twice.cuh", "#pragma once\n__device__ float twice(float x) {\n  return 2 * x;\n}\n"}};

Request scale_request(const std::string& offset = "1") {
  Request result = request(scale, twice);
  result.options = {"-DOFFSET=" + offset};
  return result;
}

Error failure_of(const Request& wrong) {
  const auto compiled = open_compiler().compile(wrong);
  EXPECT_FALSE(compiled.has_value());
  return compiled ? Error{} : compiled.error();
}

TEST(Compiler, GivesPtxCubinAndResourcesInOneCall) {
  const auto compiled = open_compiler().compile(scale_request());
  ASSERT_TRUE(compiled) << compiled.error().text();
  EXPECT_NE(compiled->ptx.find(".entry scale("), std::string::npos);
  EXPECT_NE(compiled->ptx.find(".target sm_80"), std::string::npos);
  EXPECT_NE(compiled->ptx.back(), '\0');
  ASSERT_GT(compiled->cubin.size(), 4u);
  EXPECT_EQ(std::string(compiled->cubin.begin(), compiled->cubin.begin() + 4),
            "\x7f"
            "ELF");
  ASSERT_TRUE(compiled->entries.contains("scale"));
  EXPECT_EQ(compiled->entries.at("scale").max_threads, 128);
  EXPECT_GT(compiled->milliseconds, 0);
  EXPECT_FALSE(compiled->cached);
  EXPECT_TRUE(compiled->messages.empty());
}

TEST(Compiler, CompilesForTheFeaturesOfOneArchitecture) {
  Request own = scale_request();
  own.target = {9, 0};
  const auto ordinary = open_compiler().compile(own);
  ASSERT_TRUE(ordinary) << ordinary.error().text();
  EXPECT_NE(ordinary->ptx.find(".target sm_90\n"), std::string::npos);
  own.options.emplace_back("--gpu-architecture=sm_90a");
  const auto compiled = open_compiler().compile(own);
  ASSERT_TRUE(compiled) << compiled.error().text();
  EXPECT_NE(compiled->ptx.find(".target sm_90a\n"), std::string::npos);
  EXPECT_NE(open_compiler().ptx(own).value_or("").find(".target sm_90a\n"), std::string::npos);
  // What is assembled from its PTX later, such as the instrumented program, is for the same architecture.
  const auto assembled = open_compiler().assemble(compiled->ptx, own.target);
  EXPECT_TRUE(assembled) << assembled.error().text();
  own.target = {8, 0};
  EXPECT_NE(failure_of(own).what.text().find("requires sm_90a"), std::string::npos) << failure_of(own).what;
}

TEST(Compiler, WritesTheSourcesOwnNamesAndLinesIntoThePtx) {
  const auto compiled = open_compiler().compile(scale_request());
  ASSERT_TRUE(compiled) << compiled.error().text();
  EXPECT_NE(compiled->ptx.find("\"/lanescope/kernels/lesson/example.cu\""), std::string::npos);
  const auto place = place_of_entry(compiled->ptx, "scale");
  ASSERT_TRUE(place);
  EXPECT_EQ(place->file, "kernels/lesson/example.cu");
  EXPECT_EQ(place->line, 4);
}

TEST(Compiler, GivesTheSamePtxFromEveryFolder) {
  const Compiler compiler = open_compiler();
  const auto here = compiler.compile(scale_request());
  const TemporaryFolder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const auto there = compiler.compile(scale_request());
  std::filesystem::current_path(before);
  ASSERT_TRUE(here && there);
  EXPECT_EQ(here->ptx, there->ptx);
}

TEST(Compiler, ReportsErrorsAtTheKernelsOwnLines) {
  const Error failure =
      failure_of(request("// 1\n"
                         "extern \"C\" __global__ void f(int* p) {\n"
                         "  p[0] = nonsense;\n"
                         "  p[1] = 0;\n"
                         "  int x = \"a\";\n"
                         "}\n"));
  ASSERT_EQ(failure.diagnostics.size(), 2u) << failure.text();
  EXPECT_EQ(failure.diagnostics[0].severity, Severity::error);
  EXPECT_EQ(failure.diagnostics[0].file, "kernels/lesson/example.cu");
  EXPECT_EQ(failure.diagnostics[0].line, 3);
  EXPECT_EQ(failure.diagnostics[0].message, "identifier \"nonsense\" is undefined");
  EXPECT_EQ(failure.diagnostics[1].line, 5);
  EXPECT_EQ(failure.what, "identifier \"nonsense\" is undefined, and 1 more error");
  EXPECT_EQ(failure.where.text().rfind("kernels/lesson/example.cu:3", 0), 0u) << failure.where.text();
  EXPECT_FALSE(failure.remedy.empty());
  EXPECT_EQ(failure.text().find("/lanescope/"), std::string::npos) << failure.text();
  EXPECT_EQ(failure.kind, FaultKind::compile);
}

TEST(Compiler, ReportsTheSameErrorsWhenOnlyPtxIsWanted) {
  const Request wrong = request("extern \"C\" __global__ void f(int* p) { p[0] = nonsense; }\n");
  const auto ptx = open_compiler().ptx(wrong);
  ASSERT_FALSE(ptx);
  EXPECT_EQ(ptx.error().text(), failure_of(wrong).text());
}

TEST(Compiler, ReportsErrorsInHeadersAtTheHeadersOwnLines) {
  Request wrong =
      request("#include \"bad.cuh\"\n__global__ void f(int* p) {\n  p[0] = g<float>(1.f);\n}\n",
              {{"bad.cuh", "#pragma once\ntemplate <class T> __device__ int g(T t) {\n  return t.size();\n}\n"}});
  const Error failure = failure_of(wrong);
  ASSERT_EQ(failure.diagnostics.size(), 1u) << failure.text();
  EXPECT_EQ(failure.diagnostics[0].file, "bad.cuh");
  EXPECT_EQ(failure.diagnostics[0].line, 3);
  EXPECT_NE(failure.diagnostics[0].message.find("at line 3 of kernels/lesson/example.cu"), std::string::npos)
      << failure.diagnostics[0].message;
}

TEST(Compiler, SaysWhichHeadersAKernelMayInclude) {
  const Error failure = failure_of(request("#include \"nothere.cuh\"\n", twice));
  ASSERT_EQ(failure.diagnostics.size(), 1u) << failure.text();
  EXPECT_EQ(failure.diagnostics[0].line, 1);
  EXPECT_NE(failure.what.text().find("nothere.cuh"), std::string::npos);
  EXPECT_NE(failure.remedy.text().find("twice.cuh"), std::string::npos) << failure.remedy;
}

TEST(Compiler, TakesNoHeaderThatHappensToLieBesideTheProcess) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "kernels/lesson");
  for (const char* place : {"stray.cuh", "kernels/lesson/stray.cuh"}) {
    ASSERT_TRUE(write_file(folder.path() / place, "// found\n"));
  }
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const auto compiled = open_compiler().compile(request("#include \"stray.cuh\"\n"));
  std::filesystem::current_path(before);
  EXPECT_FALSE(compiled.has_value());
}

TEST(Compiler, NamesEntryAndBothNumbersOfTooMuchStaticSharedMemory) {
  const Error failure =
      failure_of(request("\n\n"
                         "extern \"C\" __global__ void too_big(float* p) {\n"
                         "  __shared__ float tile[20000];\n"
                         "  tile[threadIdx.x] = p[0];\n"
                         "  __syncthreads();\n"
                         "  p[threadIdx.x] = tile[threadIdx.x ^ 5];\n"
                         "}\n"));
  EXPECT_EQ(failure.what, "entry too_big uses 80000 bytes of static shared memory, at most 49152 are possible");
  EXPECT_EQ(failure.where.text(), "kernels/lesson/example.cu:3");
  EXPECT_NE(failure.remedy.text().find("shared_bytes"), std::string::npos);
  ASSERT_EQ(failure.diagnostics.size(), 1u);
  EXPECT_EQ(failure.diagnostics[0].line, 3);
}

TEST(Compiler, FindsTheRuntimesTypesAlsoWhereTheTextHidesTheirNames) {
  const std::string kernel =
      "#define JOINED(first, second) first##second\n"
      "extern \"C\" __global__ void f(float* p, JOINED(cud, aTextureObject_t) t) { *p = tex2D<float>(t, 0, 0); }\n";
  const auto compiled = open_compiler().compile(request(kernel));
  ASSERT_TRUE(compiled) << compiled.error().text();
  EXPECT_NE(compiled->ptx.find("tex.2d"), std::string::npos);
}

TEST(Compiler, LeadsErrorsInInlineAssemblyBackToTheirLine) {
  const Error failure =
      failure_of(request("extern \"C\" __global__ void f(int* p) {\n"
                         "  p[0] = 1;\n"
                         "  asm volatile(\"bogus.instruction;\");\n"
                         "  p[1] = 2;\n"
                         "}\n"));
  ASSERT_FALSE(failure.diagnostics.empty()) << failure.text();
  EXPECT_EQ(failure.diagnostics[0].file, "kernels/lesson/example.cu");
  EXPECT_EQ(failure.diagnostics[0].line, 3) << failure.text();
}

TEST(Compiler, TellsThatAHelperLacksItsDevice) {
  const Error failure = failure_of(request("float helper(float x) { return x; }\n"));
  EXPECT_EQ(failure.remedy, "write __device__ before the function");
}

TEST(Compiler, RefusesWrongValuesOfOptionsWithNvrtcsWords) {
  Request wrong = scale_request();
  wrong.options.emplace_back("--fmad=no-such-value");
  EXPECT_NE(failure_of(wrong).what.text().find("--fmad"), std::string::npos) << failure_of(wrong).what;
}

TEST(Compiler, RefusesATargetThatItsNvrtcDoesNotKnow) {
  Request wrong = scale_request();
  wrong.target = {3, 0};
  EXPECT_NE(failure_of(wrong).what.text().find("does not support compute capability 3.0"), std::string::npos);
}

TEST(Compiler, RefusesNamesAndTextsThatNvrtcWouldMisread) {
  Request wrong = scale_request();
  wrong.file = "a\"quoted\".cu";
  EXPECT_EQ(failure_of(wrong).where.text(), wrong.file);
  wrong = scale_request();
  wrong.text += std::string("\n\0", 2);
  EXPECT_EQ(failure_of(wrong).where.text(), "kernels/lesson/example.cu:9");
}

TEST(Compiler, KeepsWarningsOfACompilationThatWorks) {
  const auto compiled = open_compiler().compile(request("extern \"C\" __global__ void f() {\n  int unused;\n}\n"));
  ASSERT_TRUE(compiled) << compiled.error().text();
  ASSERT_EQ(compiled->messages.size(), 1u);
  EXPECT_EQ(compiled->messages[0].severity, Severity::warning);
  EXPECT_EQ(compiled->messages[0].line, 2);
}

TEST(Compiler, FindsTheToolkitsHeaders) {
  const Compiler compiler = open_compiler();
  if (compiler.toolkit().include.empty()) GTEST_SKIP() << "this toolkit came without headers";
  for (const char* header : {"cuda_fp16.h", "cooperative_groups.h"}) {
    const auto compiled = compiler.compile(request(std::string("#include <") + header + ">\n__global__ void f() {}\n"));
    EXPECT_TRUE(compiled) << header << ": " << (compiled ? "" : compiled.error().text());
  }
}

TEST(Compiler, TakesNamesWithSpacesAndLettersOfAllKinds) {
  Request odd = scale_request();
  odd.file = "my kernels/größe (2).cu";
  const auto compiled = open_compiler().compile(odd);
  ASSERT_TRUE(compiled) << compiled.error().text();
  const auto place = place_of_entry(compiled->ptx, "scale");
  ASSERT_TRUE(place);
  EXPECT_EQ(place->file, odd.file);
  odd.text = "\nnonsense\n";
  const Error failure = failure_of(odd);
  ASSERT_FALSE(failure.diagnostics.empty());
  EXPECT_EQ(failure.diagnostics[0].file, odd.file);
}

TEST(Compiler, AnswersTheSecondTimeFromTheDisk) {
  const TemporaryFolder folder;
  const Compiler compiler = open_compiler(folder.path());
  EXPECT_FALSE(compiler.cached(scale_request()));
  const auto first = compiler.compile(scale_request());
  ASSERT_TRUE(first) << first.error().text();
  const auto second = open_compiler(folder.path()).compile(scale_request());
  ASSERT_TRUE(second);
  EXPECT_TRUE(second->cached);
  EXPECT_EQ(second->ptx, first->ptx);
  EXPECT_EQ(second->cubin, first->cubin);
  EXPECT_EQ(second->entries, first->entries);
  EXPECT_EQ(second->milliseconds, first->milliseconds);
  EXPECT_TRUE(compiler.cached(scale_request()));
  EXPECT_FALSE(compiler.cached(scale_request("2"))) << "another knob is another program";
  Request other = scale_request();
  other.target = {9, 0};
  EXPECT_FALSE(compiler.cached(other));
}

TEST(Compiler, KeepsNoFailures) {
  const TemporaryFolder folder;
  const Compiler compiler = open_compiler(folder.path());
  EXPECT_FALSE(compiler.compile(request("nonsense")).has_value());
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Compiler, CanBeUsedFromSeveralThreads) {
  const TemporaryFolder folder;
  const Compiler compiler = open_compiler(folder.path());
  std::vector<std::future<bool>> results;
  for (int i = 0; i < 8; ++i) {
    results.push_back(std::async(std::launch::async, [&compiler, i] {
      return compiler.compile(scale_request(std::to_string(i % 4))).has_value();
    }));
  }
  for (auto& result : results) EXPECT_TRUE(result.get());
}

// NVRTC 13 asks the loader for its builtins by bare name, and the loader may know another installation's.
TEST(Compiler, TakesTheBuiltinsThatLieBesideTheLibrary) {
  const Compiler compiler = open_compiler();
  ASSERT_TRUE(compiler.compile(scale_request()));
  const std::string maps = read_file("/proc/self/maps").value();
  std::size_t mapped = 0;
  for (const std::string_view line : split(maps, '\n')) {
    if (line.find("libnvrtc-builtins") == std::string_view::npos) continue;
    ++mapped;
    EXPECT_EQ(std::filesystem::path(line.substr(line.find('/'))).parent_path(), compiler.toolkit().nvrtc.parent_path());
  }
  EXPECT_GT(mapped, 0u);
}

TEST(Compiler, SaysWhyALibraryCannotBeOpened) {
  Toolkit toolkit;
  toolkit.nvrtc = "/nowhere/libnvrtc.so.13";
  const auto compiler = Compiler::open(toolkit, {});
  ASSERT_FALSE(compiler);
  EXPECT_EQ(compiler.error().where.text(), "/nowhere/libnvrtc.so.13");
}

TEST(Compiler, DiesInItsOwnProcessWhenNvrtcDoes) {
  Search search;
  search.nvrtc = LANESCOPE_NVRTC_CRASH;
  const auto toolkit = choose_toolkit(find_toolkits(search), {8, 0}, 0);
  ASSERT_TRUE(toolkit) << toolkit.error().text();
  auto compiler = Compiler::open(*toolkit, {});
  ASSERT_TRUE(compiler) << compiler.error().text();
  EXPECT_EXIT(static_cast<void>(compiler->compile(scale_request())), testing::KilledBySignal(SIGSEGV), "");
}

TEST(Assembler, MakesACubinOfPtx) {
  const Compiler compiler = open_compiler();
  const auto compiled = compiler.compile(scale_request());
  ASSERT_TRUE(compiled) << compiled.error().text();
  const auto assembled = compiler.assemble(compiled->ptx, {8, 0});
  if (compiler.toolkit().nvjitlink.empty()) {
    ASSERT_FALSE(assembled);
    EXPECT_NE(assembled.error().what.text().find("no nvJitLink"), std::string::npos);
    return;
  }
  ASSERT_TRUE(assembled) << assembled.error().text();
  EXPECT_EQ(assembled->entries, compiled->entries);
  EXPECT_GT(assembled->milliseconds, 0);
}

TEST(Assembler, FindsWhatItAssembledBefore) {
  const TemporaryFolder folder;
  const Compiler compiler = open_compiler(folder.path());
  if (compiler.toolkit().nvjitlink.empty()) GTEST_SKIP() << "this toolkit came without nvJitLink";
  const auto ptx = compiler.ptx(scale_request());
  ASSERT_TRUE(ptx) << ptx.error().text();
  const auto first = compiler.assemble(*ptx, {8, 0});
  ASSERT_TRUE(first) << first.error().text();
  EXPECT_FALSE(first->cached);
  const auto second = compiler.assemble(*ptx, {8, 0});
  ASSERT_TRUE(second);
  EXPECT_TRUE(second->cached);
  EXPECT_EQ(second->cubin, first->cubin);
  EXPECT_EQ(second->entries, first->entries);
  EXPECT_FALSE(compiler.assemble(*ptx, {9, 0})->cached) << "another target is another program";
  EXPECT_FALSE(compiler.assemble(*ptx + "\n", {8, 0})->cached) << "and so is another text";
}

TEST(Compiler, KnowsTheNamesThatNvccReadsBeforeEveryFile) {
  const auto compiled = open_compiler().compile(
      request("extern \"C\" __global__ void count(const uint* in, ushort limit, ulong* sum, int8_t by, uint64_t n) {\n"
              "  for (uint i = 0; i < n; ++i) *sum += in[i] < limit ? by : INT_MAX;\n}\n"));
  ASSERT_TRUE(compiled) << compiled.error().text();
  EXPECT_TRUE(compiled->messages.empty());
  const auto place = place_of_entry(compiled->ptx, "count");
  ASSERT_TRUE(place);
  EXPECT_EQ(place->line, 1) << "the lines stay as they are";
  // What is wrong beside that is said as it always was.
  const auto wrong = open_compiler().compile(request("__global__ void count(uint* in) { *in = nonsense; }\n"));
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().what, "identifier \"nonsense\" is undefined");
}

TEST(Assembler, ReportsWhatItDoesNotUnderstandAtTheSourceLine) {
  const Compiler compiler = open_compiler();
  if (compiler.toolkit().nvjitlink.empty()) GTEST_SKIP() << "this toolkit came without nvJitLink";
  auto compiled = compiler.compile(scale_request());
  ASSERT_TRUE(compiled) << compiled.error().text();
  std::string ptx = compiled->ptx;
  ptx.insert(ptx.find("st.global"), "bogus;\n");
  const auto assembled = compiler.assemble(ptx, {8, 0});
  ASSERT_FALSE(assembled);
  ASSERT_FALSE(assembled.error().diagnostics.empty()) << assembled.error().text();
  EXPECT_EQ(assembled.error().diagnostics[0].file, "kernels/lesson/example.cu");
  EXPECT_EQ(assembled.error().diagnostics[0].line, 6);
}

}  // namespace
}  // namespace lanescope::compiler
