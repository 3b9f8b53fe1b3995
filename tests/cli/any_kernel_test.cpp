// Files that were not written for lanescope: without front matter, as PTX, with nothing to compare with.
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <tuple>

#include "cli/program.h"
#include "compiler/toolkit/toolkit.h"
#include "temporary_folder.h"

namespace lanescope::cli {
namespace {

using nlohmann::json;

const char* const two_kernels = R"(#include <cstdio>
__global__ void scale(float* out, const float* in, float factor, int N) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) printf("the factor is %d\n", int(factor));
  if (i < N) out[i] = factor * in[i];
}
__global__ void scale_slowly(float* out, const float* in, float factor, int N) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) out[i] = in[i] * factor;
}
int main() { scale<<<1, 1>>>(nullptr, nullptr, 1, 0); }
)";

const char* const scale_ptx = R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry twice(.param .u64 twice_out, .param .u64 twice_in, .param .u32 twice_n)
{
  .reg .pred %p<2>;
  .reg .b32 %r<6>;
  .reg .f32 %f<3>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [twice_out];
  ld.param.u64 %rd2, [twice_in];
  ld.param.u32 %r1, [twice_n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.s32 %p1, %r5, %r1;
  @%p1 bra done;
  cvta.to.global.u64 %rd3, %rd1;
  cvta.to.global.u64 %rd4, %rd2;
  mul.wide.s32 %rd5, %r5, 4;
  add.s64 %rd6, %rd4, %rd5;
  ld.global.f32 %f1, [%rd6];
  add.f32 %f2, %f1, %f1;
  add.s64 %rd7, %rd3, %rd5;
  st.global.f32 [%rd7], %f2;
done:
  ret;
}
)";

class AnyKernel : public testing::Test {
 protected:
  void SetUp() override {
    if (!compiler::choose_toolkit(compiler::find_toolkits(), {9, 0}, 0)) GTEST_SKIP() << "there is no NVRTC";
  }
  [[nodiscard]] std::string written(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = temporary_.path() / name;
    if (auto done = write_file(file, text); !done) throw MachineError(done.error());
    return file.string();
  }
  static FinishedProcess emulated(const std::string& command, const std::string& file,
                                  const std::vector<std::string>& more) {
    std::vector<std::string> arguments{command, file, "--backend", "emulator"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return program(arguments);
  }
  const TemporaryFolder temporary_;
};

TEST_F(AnyKernel, IsTheFirstThatIsLaunchedWhenNoneIsChosenAndTheOthersAreListed) {
  const std::string file =
      written("two.cu", two_kernels + std::string("void more() { scale_slowly<<<4, 96>>>(a, b, 2, 300); }\n"));
  const FinishedProcess ran = emulated("run", file, {});
  EXPECT_EQ(ran.state.status, 0) << ran.error << ran.output;
  EXPECT_NE(ran.error.find("scale is launched as follows"), std::string::npos) << ran.error;
  EXPECT_NE(ran.error.find("scale_slowly(float* out, const float* in, float factor, int N)"), std::string::npos)
      << ran.error;
  const FinishedProcess other = emulated("run", file, {"--entry", "scale_slowly", "--json"});
  ASSERT_EQ(other.state.status, 0) << other.error;
  EXPECT_NE(other.error.find("launch in line 12"), std::string::npos) << other.error;
  EXPECT_EQ(json::parse(other.output)["launches"][0]["block"], json::array({96, 1, 1}));
  EXPECT_EQ(emulated("run", file, {"--launch", "9"}).state.status, 2) << "no kernel is launched there";
}

TEST_F(AnyKernel, RunsWithoutFrontMatterAndComparesNothing) {
  const std::string file = written("two.cu", two_kernels);
  const FinishedProcess ran = emulated("run", file, {"--entry", "scale", "--argument", "factor=3.0", "--json"});
  ASSERT_EQ(ran.state.status, 0) << ran.error << ran.output;
  const json run = json::parse(ran.output);
  EXPECT_TRUE(run["verified"].is_null()) << run["verified"];
  EXPECT_EQ(run["checked"], 0);
  EXPECT_EQ(run["printed"], "the factor is 3\n");
  EXPECT_NE(ran.error.find("is launched as follows"), std::string::npos) << ran.error;
  const FinishedProcess table = emulated("run", file, {"--entry", "scale"});
  EXPECT_NE(table.output.find("not compared"), std::string::npos) << table.output;
  EXPECT_NE(table.output.find("the factor is 1"), std::string::npos) << table.output;
}

TEST_F(AnyKernel, KeepsWhatWasAssumedBesideTheFile) {
  const std::string file = written("two.cu", two_kernels);
  const FinishedProcess saved =
      emulated("run", file, {"--entry", "scale", "--argument", "N=300", "--block", "64", "--save"});
  ASSERT_EQ(saved.state.status, 0) << saved.error;
  const FinishedProcess again = emulated("run", file, {"--json"});
  ASSERT_EQ(again.state.status, 0) << again.error;
  const json run = json::parse(again.output);
  EXPECT_EQ(run["launches"][0]["grid"], json::array({5, 1, 1}));
  EXPECT_EQ(run["sizes"]["N"], 300);
  EXPECT_EQ(emulated("run", file, {"--block", "32"}).state.status, 2) << "it has a front matter now";
}

TEST_F(AnyKernel, IsComparedWithAnotherEntryOfTheSameFile) {
  const std::string file = written("two.cu", two_kernels);
  ASSERT_EQ(emulated("run", file, {"--entry", "scale", "--argument", "factor=2.0", "--save"}).state.status, 0);
  const std::string beside = (temporary_.path() / "two.toml").string();
  ASSERT_TRUE(write_file(
      beside, read_file(beside).value() + "\n[check]\nsame_as = \"scale_slowly\"\noutput = \"out\"\nexact = true\n"));
  const FinishedProcess ran = emulated("run", file, {"-p", "N=1000", "--json"});
  ASSERT_EQ(ran.state.status, 0) << ran.error << ran.output;
  const json run = json::parse(ran.output);
  EXPECT_EQ(run["verified"], true);
  EXPECT_EQ(run["checked"], 1000);
  EXPECT_EQ(run["method"], "output of the entry scale_slowly");
}

TEST_F(AnyKernel, IsComparedWithAFile) {
  const std::string file = written("two.cu", two_kernels), kept = (temporary_.path() / "out.raw").string();
  const std::vector<std::string> how{"--entry", "scale", "--argument", "N=512", "--json"};
  std::vector<std::string> dump = how, expect = how;
  dump.insert(dump.end(), {"--dump", "out=" + kept});
  ASSERT_EQ(emulated("run", file, dump).state.status, 0);
  expect.insert(expect.end(), {"--expect", "out=" + kept});
  const FinishedProcess ran = emulated("run", file, expect);
  ASSERT_EQ(ran.state.status, 0) << ran.error << ran.output;
  EXPECT_EQ(json::parse(ran.output)["verified"], true);
  EXPECT_EQ(json::parse(ran.output)["checked"], 512);
  expect.insert(expect.end(), {"--argument", "factor=1.0001"});
  EXPECT_EQ(emulated("run", file, expect).state.status, 1);
  expect.insert(expect.end(), {"--tolerance", "0.001"});
  const FinishedProcess close = emulated("run", file, expect);
  EXPECT_EQ(close.state.status, 0) << close.output << close.error;
}

TEST_F(AnyKernel, MayBePtx) {
  const std::string file = written("twice.ptx", scale_ptx);
  const FinishedProcess ran = emulated("run", file, {"--argument", "twice_n=1000", "--json"});
  ASSERT_EQ(ran.state.status, 0) << ran.error << ran.output;
  const json run = json::parse(ran.output);
  EXPECT_EQ(run["launches"][0]["entry"], "twice");
  EXPECT_TRUE(run["verified"].is_null());
  const FinishedProcess traced = emulated("trace", file, {"--argument", "twice_n=1000"});
  EXPECT_EQ(traced.state.status, 0) << traced.error;
  EXPECT_NE(traced.output.find("23  "), std::string::npos) << "the load stands in line 23\n" << traced.output;
}

TEST_F(AnyKernel, IsTracedByLineOrByInstruction) {
  const std::string file = written("two.cu", two_kernels);
  const FinishedProcess lines = emulated("trace", file, {"--entry", "scale_slowly"});
  const FinishedProcess instructions = emulated("trace", file, {"--entry", "scale_slowly", "--by", "instruction"});
  EXPECT_EQ(lines.output.find("bytes"), std::string::npos) << lines.output;
  EXPECT_NE(instructions.output.find("bytes"), std::string::npos) << instructions.output;
}

TEST_F(AnyKernel, IsFoundInWhatAFileOfHostCodeIncludes) {
  // As in many projects: the kernels in a folder of headers, what they share in another one, and host code that
  // launches them.
  const std::filesystem::path kernels = temporary_.path() / "kernels", common = temporary_.path() / "common";
  ASSERT_TRUE(std::filesystem::create_directories(kernels) && std::filesystem::create_directories(common));
  std::ignore = written("common/vectors.h",
                        "inline __device__ float3 operator*(float a, float3 b) {"
                        " return {a * b.x, a * b.y, a * b.z}; }\n");
  std::ignore = written("kernels/first.cuh",
                        "#pragma once\n#define WIDTH 64\n__global__ void first(int* out) { out[0] = WIDTH; }\n");
  std::ignore = written("kernels/second.cuh",
                        "#pragma once\n#include \"vectors.h\"\n__global__ void second(float* out, int n) {\n"
                        "  extern __shared__ float kept[];\n  cudaGridDependencySynchronize();\n"
                        "  kept[threadIdx.x] = (2.0f * make_float3(threadIdx.x, 0, 0)).x + WIDTH;\n  __syncthreads();\n"
                        "  cudaTriggerProgrammaticLaunchCompletion();\n"
                        "  if (threadIdx.x < n) out[threadIdx.x] = kept[n - 1 - threadIdx.x];\n}\n");
  const std::string file =
      written("main.cu",
              "#include <vector>\n#include \"kernels/first.cuh\"\n#include \"kernels/second.cuh\"\n"
              "int main() { std::vector<float> v(64); second<<<1, 64, 256>>>(v.data(), 64); }\n");
  const FinishedProcess launched = emulated("run", file, {"--include", common.string(), "--json"});
  ASSERT_EQ(launched.state.status, 0) << launched.error << launched.output;
  EXPECT_EQ(json::parse(launched.output)["launches"][0]["block"], json::array({64, 1, 1})) << "as the file launches it";
  EXPECT_NE(launched.error.find("first(int* out)"), std::string::npos) << "other kernels\n" << launched.error;

  const std::string kept = (temporary_.path() / "out.raw").string();
  const std::vector<std::string> how{"--entry", "second", "--argument",     "n=64", "--grid",    "1",
                                     "--block", "64",     "--shared-bytes", "256",  "--include", common.string()};
  std::vector<std::string> dump = how;
  dump.insert(dump.end(), {"--dump", "out=" + kept, "--save"});
  const FinishedProcess ran = emulated("run", file, dump);
  ASSERT_EQ(ran.state.status, 0) << ran.error << ran.output;
  std::vector<float> expected(64);
  for (int i = 0; i < 64; ++i) expected[static_cast<std::size_t>(i)] = 2.0f * static_cast<float>(63 - i) + 64.0f;
  const std::string bytes(reinterpret_cast<const char*>(expected.data()), 256);
  EXPECT_EQ(read_file(kept).value(), bytes);
  // What was kept holds the folder and the shared memory too.
  EXPECT_EQ(emulated("run", file, {}).state.status, 0);
}

TEST_F(AnyKernel, OffersTheFoldersOfHeadersThatLieElsewhereInTheProject) {
  for (const char* folder : {"src/one", "include", "util"})
    ASSERT_TRUE(std::filesystem::create_directories(temporary_.path() / folder));
  const std::filesystem::path root = std::filesystem::canonical(temporary_.path());
  std::ignore = written("include/types.h", "typedef float number;\n#define SIZE 64\n");
  std::ignore =
      written("util/twice.cuh", "#include \"types.h\"\n__device__ number twice(number x) { return 2 * x; }\n");
  // The compiler stops at a type, so that there is no proposal.
  const std::string file =
      written("src/one/kernel.cu",
              "#include <vector>\n#include \"types.h\"\n#include \"twice.cuh\"\n"
              "__global__ void f(number* x) { if (threadIdx.x < SIZE) x[threadIdx.x] = twice(3); }\n");
  const std::string types = "--include " + (root / "include").string(), twice = "--include " + (root / "util").string();
  const FinishedProcess refused = emulated("run", file, {});
  EXPECT_EQ(refused.state.status, 2);
  EXPECT_NE(refused.error.find("to read types.h (line 2 of kernel.cu), twice.cuh (line 3 of kernel.cu), add " + types +
                               " " + twice),
            std::string::npos)
      << refused.error;
  const FinishedProcess ran =
      emulated("run", file, {"--include", (root / "include").string(), "--include", (root / "util").string()});
  EXPECT_EQ(ran.state.status, 0) << ran.error << ran.output;

  // The proposal needs no header, and the kernel does.
  const std::string plain =
      written("src/one/plain.cu", "#include \"types.h\"\n__global__ void f(float* x) { x[threadIdx.x] = SIZE; }\n");
  const FinishedProcess undeclared = emulated("run", plain, {"--json"});
  EXPECT_EQ(undeclared.state.status, 1);
  EXPECT_NE(undeclared.error.find("to read types.h (line 1 of plain.cu), add " + types), std::string::npos)
      << undeclared.error;
  EXPECT_EQ(undeclared.output.find(root / "include"), std::string::npos) << "JSON holds no such path";

  // Its kernels stand elsewhere.
  const std::string host = written("src/one/host.cu", "#include \"twice.cuh\"\nint main() {}\n");
  const FinishedProcess none = emulated("run", host, {});
  EXPECT_NE(none.error.find("to read twice.cuh (line 1 of host.cu), add " + twice), std::string::npos) << none.error;

  // A front matter says it in its own words.
  const std::string written_launch =
      written("src/one/own.cu",
              "/* lanescope\ntitle = \"t\"\nsummary = \"s\"\n[buffers]\nx = { role = \"out\", type = \"f32\", shape = "
              "[\"32\"] }\n[[launch]]\n"
              "entry = \"f\"\ngrid = [\"1\"]\nblock = [\"32\"]\narguments = [\"x\"]\n*/\n"
              "#include \"types.h\"\nextern \"C\" __global__ void f(number* x) { x[threadIdx.x] = 1; }\n");
  const FinishedProcess own = emulated("run", written_launch, {});
  EXPECT_NE(
      own.error.find(
          "to read types.h (line 12 of own.cu), write in [compile] of the front matter: include = [\"../../include\"]"),
      std::string::npos)
      << own.error;
}

TEST_F(AnyKernel, NamesTheFileThatIncludesOneThatDoesNotCompileAlone) {
  const std::string body = "(float* x) { if (threadIdx.x < WIDTH) x[threadIdx.x] = 2; }\n";
  const std::string kernel = written("kernel.cu", "__global__ void k" + body);
  const std::string typed =
      written("typed.cu", "__global__ void t(number* x) { if (threadIdx.x < WIDTH) x[threadIdx.x] = 2; }\n");
  const std::string main =
      written("main.cu",
              "#define WIDTH 32\ntypedef float number;\n#include \"kernel.cu\"\n#include \"typed.cu\"\n"
              "int main() { float* x; k<<<1, 64>>>(x); t<<<1, 32>>>(x); }\n");
  const std::string path = std::filesystem::canonical(main).string();
  EXPECT_NE(emulated("run", kernel, {}).error.find("main.cu includes this file: lanescope run " + path + " --entry k"),
            std::string::npos);
  EXPECT_NE(emulated("run", typed, {}).error.find("main.cu includes this file: lanescope run " + path + " --entry t"),
            std::string::npos);
  const FinishedProcess ran = emulated("run", path, {"--entry", "t", "--json"});
  ASSERT_EQ(ran.state.status, 0) << ran.error;
  EXPECT_EQ(json::parse(ran.output)["launches"][0]["block"], json::array({32, 1, 1}));
  EXPECT_NE(ran.error.find("k(float* x)"), std::string::npos) << ran.error;
}

TEST_F(AnyKernel, TakesMacrosAsTheCompilerWould) {
  const std::string file =
      written("macros.cu",
              "#ifndef ELEMENT\n#error \"no ELEMENT\"\n#endif\n#include <stdio.h>\n"
              "__global__ void f(ELEMENT* out) {\n#ifdef FAST\n  out[threadIdx.x] = FAST;\n#endif\n"
              "  if (threadIdx.x == 0) printf(\"%s %d\", WORD, (int)sizeof(ELEMENT));\n}\n");
  const std::vector<std::string> macros{"-D", "ELEMENT=short", "-DFAST", "--define", "WORD=\"a\\\\b\""};
  std::vector<std::string> how = macros;
  how.insert(how.end(), {"--json", "--save"});
  const FinishedProcess ran = emulated("run", file, how);
  ASSERT_EQ(ran.state.status, 0) << ran.error << ran.output;
  EXPECT_EQ(json::parse(ran.output)["printed"], "a\\b 2");
  EXPECT_EQ(emulated("run", file, {}).state.status, 0) << "the macros were saved";
  const std::string tiled =
      written("tiled.cu",
              "__global__ void f(float* x) { x[blockIdx.x * TILE + threadIdx.x] = 1; }\n"
              "int main() { float* x; cudaMalloc(&x, 4096 * 4); f<<<4096 / TILE, TILE>>>(x); }\n");
  const FinishedProcess launched = emulated("run", tiled, {"-DTILE=64", "--json"});
  ASSERT_EQ(launched.state.status, 0) << launched.error << launched.output;
  EXPECT_EQ(json::parse(launched.output)["launches"][0]["block"], json::array({64, 1, 1})) << "as the file launches it";
  const FinishedProcess again = emulated("run", file, macros);
  EXPECT_NE(again.error.find("remove --entry"), std::string::npos) << again.error;
  for (const char* wrong : {"3=4", "=4", "A-B=1", ""}) {
    const FinishedProcess refused = emulated("run", written("two.cu", two_kernels), {"-D", wrong});
    EXPECT_EQ(refused.state.status, 2) << wrong;
  }
}

TEST_F(AnyKernel, SaysWhichOptionOfALaunchIsWrong) {
  const std::string file = written("two.cu", two_kernels);
  const FinishedProcess folder = emulated("run", file, {"--entry", "scale", "--include", "no_such_folder"});
  EXPECT_EQ(folder.state.status, 2);
  EXPECT_NE(folder.error.find("there is no folder 'no_such_folder'"), std::string::npos) << folder.error;
  const FinishedProcess bytes = emulated("run", file, {"--entry", "scale", "--shared-bytes", "4 *"});
  EXPECT_EQ(bytes.state.status, 2);
  EXPECT_NE(bytes.error.find("of \"4 *\""), std::string::npos) << bytes.error;
}

TEST_F(AnyKernel, IsRefusedWhereABufferHoldsOtherNumbersThanItReads) {
  const std::string file =
      written("halves.cu",
              "#include <cuda_bf16.h>\n#include <cuda_fp16.h>\n"
              "#define USE_BF16\n#ifdef USE_BF16\ntypedef __nv_bfloat16 real;\n#else\n"
              "typedef float real;\n#endif\n"
              "__global__ void twice(real* out, const real* in, const unsigned char* raw, int n) {\n"
              "  int i = threadIdx.x;\n  if (i < n) out[i] = in[i] + in[i];\n}\n");
  const auto run = [&](const std::string& type) {
    return emulated("run", file,
                    {"--argument", "out=" + type + "[n]", "--argument", "in=" + type + "[n]", "--argument", "n=64",
                     "--argument", "raw=f32[n]"});
  };
  EXPECT_EQ(run("bf16").state.status, 0);
  EXPECT_EQ(run("u16").state.status, 0) << "the bits of a number may be given";
  for (const char* type : {"f32", "f16", "i32"}) {
    const FinishedProcess refused = run(type);
    EXPECT_EQ(refused.state.status, 1) << type;
    EXPECT_NE(refused.output.find("parameter 1 of twice is __nv_bfloat16*"), std::string::npos) << refused.output;
  }
}

TEST_F(AnyKernel, IsLaunchedWithinItsBounds) {
  const std::string file = written("bounded.cu",
                                   "__global__ void __launch_bounds__(128) bounded(int* out, int n) {\n"
                                   "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) out[i] = i;\n}\n");
  const FinishedProcess ran = emulated("run", file, {"--json"});
  ASSERT_EQ(ran.state.status, 0) << ran.error << ran.output;
  EXPECT_EQ(json::parse(ran.output)["launches"][0]["block"], json::array({128, 1, 1}));
  const FinishedProcess refused = emulated("run", file, {"--block", "256"});
  EXPECT_EQ(refused.state.status, 1);
  EXPECT_NE(refused.output.find("a block of 256 threads, but __launch_bounds__ of bounded allows 128"),
            std::string::npos)
      << refused.output;
}

TEST_F(AnyKernel, MeetsTheEndOfABufferThatIsSmallerThanTheLaunchNeeds) {
  const std::string file =
      written("copy.cu",
              "__global__ void copy(float* to, const float* from, int n) {\n"
              "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) to[i] = from[i];\n}\n");
  const auto faults = [&](const std::string& elements) {
    const FinishedProcess ran =
        emulated("run", file, {"--json", "--argument", "n=1000", "--argument", "from=f32[" + elements + "]"});
    return json::parse(ran.output)["faults"];
  };
  ASSERT_EQ(faults("999").size(), 1u);
  EXPECT_EQ(faults("999")[0]["kind"], "out_of_bounds");
  EXPECT_TRUE(faults("n").empty());
  EXPECT_TRUE(faults("2 * n").empty());
}

TEST_F(AnyKernel, IsSweptOverItsBlockShape) {
  const std::string file =
      written("add.cu",
              "__global__ void add(float* to, const float* from, int n) {\n"
              "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) to[i] += from[i];\n}\n");
  const FinishedProcess ran = emulated("run", file, {"--json", "-p", "block_x=64", "--argument", "n=1000"});
  ASSERT_EQ(ran.state.status, 0) << ran.error << ran.output;
  const json result = json::parse(ran.output);
  EXPECT_EQ(result["launches"][0]["block"], json::array({64, 1, 1}));
  EXPECT_EQ(result["launches"][0]["grid"], json::array({16, 1, 1}));
}

TEST_F(AnyKernel, CompilesWithoutWarningsOfOurOwn) {
  // The numbers come from libcu++, which defines macros such as INT_MIN again.
  const std::string file =
      written("limits.cu",
              "#include <climits>\n#include <limits>\n#include <vector>\n"
              "__global__ void limits(int* out, int n) {\n"
              "  if (threadIdx.x < n) out[threadIdx.x] = std::numeric_limits<int>::max() - INT_MAX;\n}\n"
              "int main() { std::vector<int> all(3); }\n");
  const FinishedProcess ran = emulated("run", file, {"--argument", "n=64"});
  ASSERT_EQ(ran.state.status, 0) << ran.error << ran.output;
  EXPECT_EQ(ran.error.find("warning"), std::string::npos) << ran.error;
}

TEST_F(AnyKernel, IsTracedWithTheInputsThatAreGiven) {
  const std::string file = written("gather.cu",
                                   "__global__ void gather(float* out, const float* in, const int* from, int n) {\n"
                                   "  int i = threadIdx.x;\n  if (i < n) out[i] = in[from[i]];\n}\n");
  const auto traced = [&](std::int32_t last) {
    std::vector<std::int32_t> reversed(64);
    for (std::int32_t i = 0; i < 64; ++i) reversed[static_cast<std::size_t>(i)] = 63 - i;
    reversed.back() = last;
    const std::string indices =
        written("from.raw", std::string(reinterpret_cast<const char*>(reversed.data()), sizeof(std::int32_t) * 64));
    return emulated("trace", file, {"--argument", "n=64", "--load", "from=" + indices});
  };
  EXPECT_EQ(emulated("trace", file, {"--argument", "n=64"}).state.status, 0) << "proposed indices are within bounds";
  EXPECT_EQ(traced(0).state.status, 0);
  EXPECT_EQ(traced(64).state.status, 1) << "the last one is beyond the buffer";
}

TEST_F(AnyKernel, IsFoundAgainWhenTheEmulatorHalvesItsSizes) {
  const std::string file = written("two.cu", two_kernels);
  ASSERT_EQ(emulated("run", file, {"--entry", "scale", "--argument", "N=300", "--save"}).state.status, 0);
  // A size that is typed stays; the default of a front matter may shrink.
  const std::string beside = (temporary_.path() / "two.toml").string();
  std::string saved = read_file(beside).value();
  const std::size_t at = saved.find("default = 300");
  ASSERT_NE(at, std::string::npos) << saved;
  ASSERT_TRUE(write_file(beside, saved.replace(at, 13, "default = 50000000")));
  const FinishedProcess ran = emulated("run", file, {"--json", "--timeout", "600"});
  ASSERT_EQ(ran.state.status, 0) << ran.error << ran.output;
  EXPECT_LT(json::parse(ran.output)["sizes"]["N"], 50000000);
}

/// A file whose variable `scale` is a value, with [symbols] as given.
std::string with_variables(const std::string& symbols) {
  return "/* lanescope\ntitle = \"t\"\n[buffers]\nout = { role = \"out\", type = \"f32\", shape = [32] }\n[symbols]\n" +
         symbols +
         "\n[[launch]]\nentry = \"apply\"\ngrid = [1]\nblock = [32]\narguments = [\"out\"]\n*/\n"
         "namespace lesson { namespace { __constant__ float scale; } __device__ int count[2]; }\n"
         "__global__ void apply(float* out) { out[threadIdx.x] = threadIdx.x * lesson::scale;\n"
         "  atomicAdd(&lesson::count[threadIdx.x & 1], 1); }\n";
}

TEST_F(AnyKernel, HasVariablesByTheirNamesInTheSource) {
  const std::string out = (temporary_.path() / "out").string(), count = (temporary_.path() / "count").string();
  for (const char* scale : {"\"lesson::scale\"", "scale"}) {
    const std::string symbols = std::string(scale) + " = 0.5\ncount = { role = \"out\", type = \"i32\", shape = [2] }";
    const FinishedProcess ran = emulated("run", written("variables.cu", with_variables(symbols)),
                                         {"--dump", "out=" + out, "--dump", "count=" + count});
    ASSERT_EQ(ran.state.status, 0) << ran.error << ran.output;
    float last = 0;
    const std::string bytes = read_file(out).value();
    ASSERT_EQ(bytes.size(), 128u);
    std::memcpy(&last, bytes.data() + 124, 4);
    EXPECT_EQ(last, 15.5f);
    EXPECT_EQ(read_file(count).value(), std::string("\x10\0\0\0\x10\0\0\0", 8));
  }
}

TEST_F(AnyKernel, NamesTheVariablesThatThereAre) {
  const FinishedProcess unknown = emulated("run", written("variables.cu", with_variables("scal = 0.5")), {});
  EXPECT_EQ(unknown.state.status, 2);
  EXPECT_NE(
      unknown.output.find("variables.cu:6: [symbols]: the program has no __device__ or __constant__ variable 'scal'"),
      std::string::npos)
      << unknown.output;
  EXPECT_NE(unknown.output.find("lesson::scale (4 bytes)"), std::string::npos) << unknown.output;
  const FinishedProcess large =
      emulated("run", written("variables.cu", with_variables("count = { type = \"i32\", shape = [3] }")), {});
  EXPECT_EQ(large.state.status, 2);
  EXPECT_NE(large.output.find("the variable count has 8 bytes, but its buffer has 12 (3 elements of i32)"),
            std::string::npos)
      << large.output;
  EXPECT_NE(large.output.find("write shape = [2]"), std::string::npos) << large.output;
}

TEST_F(AnyKernel, MayTakeAStructureFromTheCommandLine) {
  const std::string file = written("options.cu",
                                   "struct Options { const float* in; float* out; int n; float bias; };\n"
                                   "__global__ void apply(Options o) { int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                   "  if (i < o.n) o.out[i] = o.in[i] + o.bias; }\n");
  const std::string out = (temporary_.path() / "out").string();
  for (const char* given :
       {"o.bias=2.5", "o={ const float* in = in; float* out = out; int n = 40; float bias = 2.5 }"}) {
    std::vector<std::string> more{"--argument", given, "--dump", "out=" + out};
    if (given[1] == '.') more.insert(more.end(), {"--argument", "o.n=40"});
    const FinishedProcess ran = emulated("run", file, more);
    EXPECT_EQ(ran.state.status, 0) << ran.error << ran.output;
  }
  const FinishedProcess wrong = emulated("run", file, {"--argument", "o={ const float* in = in; int n = 40 }"});
  EXPECT_EQ(wrong.state.status, 1);
  EXPECT_NE(wrong.output.find("(in at 0, n at 8, together 16 bytes) do not fill the parameter"), std::string::npos)
      << wrong.output;
}

const char* const many_types = R"(#include <cuda_fp16.h>
struct Base { int id; char tag; };
struct alignas(16) Wide { float w; };
enum class Mode : short { plain = 4, twice };
typedef struct : Base {
  char more; Wide wide; unsigned f : 3; union { int i; double d; }; double r[2]; half h; float4 v;
  float* out; unsigned short int n;
  __device__ float sum() const { return id + tag + more + wide.w + f + i + r[1] + __half2float(h) + v.w; }
} Mixed;
__global__ void add(__grid_constant__ const Mixed m, Mode mode, Mode* modes, float (*rows)[3]) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m.n) { m.out[i] = m.sum() + (mode == Mode::twice ? 100 : 0); modes[i] = mode; rows[i][2] = 5; }
}
__global__ void rows(float** table, int n) { if (threadIdx.x < n) table[threadIdx.x][0] = 1; }
)";

TEST_F(AnyKernel, HasParametersOfTheTypesThatTheCompilerKnows) {
  const std::string file = written("types.cu", many_types), kept = (temporary_.path() / "out.raw").string();
  const FinishedProcess ran = emulated("run", file,
                                       {"--entry", "add", "--argument", "mode=Mode::twice", "--argument", "m.n=100",
                                        "--argument", "m.id=20", "--dump", "out=" + kept});
  ASSERT_EQ(ran.state.status, 0) << ran.error << ran.output;
  for (const char* told : {"m.out: a buffer of f32 [n]", "modes: a buffer of i16 [n]", "rows: a buffer of f32 [3 * n]",
                           "m.v: float4(1, 1, 1, 1)"}) {
    EXPECT_NE(ran.error.find(told), std::string::npos) << told << "\n" << ran.error;
  }
  // Every member is 1 but m.id, which is 20, and the bit-field, which is 0: each lies where the kernel reads it.
  const std::string bytes = read_file(kept).value();
  ASSERT_EQ(bytes.size(), 400u);
  float first = 0;
  std::memcpy(&first, bytes.data(), sizeof first);
  EXPECT_EQ(first, 127.0F);
}

TEST_F(AnyKernel, OfATypeThatNobodyDeclaresIsTheCompilersError) {
  const std::string file = written("wrong.cu", "\n__global__ void wrong(Unknown* x, int n) { x[0] = n; }\n");
  const FinishedProcess ran = emulated("run", file, {});
  EXPECT_EQ(ran.state.status, 2);
  EXPECT_NE(ran.error.find("wrong.cu:2: identifier \"Unknown\" is undefined"), std::string::npos) << ran.error;
}

TEST_F(AnyKernel, MayNotHaveATableOfPointersThatNobodyFills) {
  const std::string file = written("types.cu", many_types);
  const FinishedProcess refused = emulated("run", file, {"--entry", "rows"});
  EXPECT_EQ(refused.state.status, 2);
  EXPECT_NE(refused.error.find("table=null"), std::string::npos) << refused.error;
  // A null pointer in it is a fault at the line that uses it.
  const FinishedProcess ran = emulated("run", file, {"--entry", "rows", "--argument", "table=u64[n]"});
  EXPECT_EQ(ran.state.status, 1) << ran.error;
}

TEST_F(AnyKernel, IsSweptWithoutAFrontMatter) {
  const std::string file = written("two.cu", two_kernels), csv = (temporary_.path() / "points.csv").string();
  const FinishedProcess swept =
      emulated("sweep", file, {"--entry", "scale", "--argument", "factor=2.0", "-p", "N=256,512", "--csv", csv});
  ASSERT_EQ(swept.state.status, 0) << swept.error << swept.output;
  EXPECT_NE(swept.error.find("2 points: 2 done"), std::string::npos) << swept.error;
  EXPECT_EQ(emulated("sweep", "transpose/naive_row", {"--entry", "scale"}).state.status, 2) << "it has a front matter";
}

const char* const overloads = R"(
__global__ void scale(float* out, int n) { if (threadIdx.x < n) out[threadIdx.x] = 1; }
__global__ void scale(double* out, const int* in, int n) { if (threadIdx.x < n) out[threadIdx.x] = in[threadIdx.x]; }
)";

TEST_F(AnyKernel, OfAnOverloadedNameIsChosenByItsTypes) {
  const std::string file = written("overloads.cu", overloads);
  const FinishedProcess ran =
      emulated("run", file, {"--entry", "scale(double*, const int*, int)", "--argument", "n=32", "--json"});
  ASSERT_EQ(ran.state.status, 0) << ran.error << ran.output;
  const FinishedProcess listed = emulated("run", file, {"--entry", "scale", "--argument", "n=32"});
  EXPECT_EQ(listed.state.status, 2);
  EXPECT_NE(
      listed.output.find("several kernels are called 'scale': scale(float*, int), scale(double*, int const*, int)"),
      std::string::npos)
      << listed.output;
}

TEST_F(AnyKernel, NamesAFolderOfHeadersThatIsNotThere) {
  const std::string text = with_variables("scale = 1.0\n[compile]\ninclude = [\"no_such_folder\"]");
  const FinishedProcess ran = emulated("run", written("variables.cu", text), {});
  EXPECT_NE(ran.error.find("variables.cu:8: [compile] include: there is no folder 'no_such_folder'"), std::string::npos)
      << ran.error;
}

}  // namespace
}  // namespace lanescope::cli
