// The launches that a file itself makes, as its host code writes them.
#include "catalogue/propose/file_launch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "catalogue/kernel_file.h"
#include "catalogue/propose/kernel_use.h"
#include "catalogue/propose/proposal.h"

namespace lanescope::catalogue {
namespace {

using Texts = std::vector<std::string>;

const std::string launched_saxpy =
    "__global__ void saxpy(int n, float a, const float* x, float* y) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) y[i] = a * x[i] + y[i];\n}\n";

std::vector<FileLaunch> launches(const std::string& text, std::map<std::string, std::string> headers = {}) {
  const KernelSource source{"mine", "mine.cu", text, std::move(headers)};
  return launches_in(HostCode(source), entries_in(source));
}

FileLaunch launch(const std::string& text) {
  const auto all = launches(text);
  return all.empty() ? FileLaunch{} : all.front();
}

std::int64_t size_of_launch(const FileLaunch& launch, const std::string& name) {
  const auto found = std::ranges::find(launch.sizes, name, &FileSize::name);
  return found == launch.sizes.end() ? -1 : found->value.value_or(0);
}

LaunchPlan plan_of(const std::string& text, const ProposalRequest& request = {}, const Values& values = {}) {
  return catalogue::plan_of(proposed(text, request), values);
}

TEST(ALaunchInTheFile, IsFollowedThroughVariables) {
  const FileLaunch found = launch(launched_saxpy +
                                  "int main() {\n"
                                  "  const int count = 1 << 20, threads = 256;\n"
                                  "  float *x, *y;\n"
                                  "  cudaMalloc(&x, count * sizeof(float));\n"
                                  "  cudaMalloc((void**)&y, sizeof(float) * count);\n"
                                  "  int blocks = (count + threads - 1) / threads;\n"
                                  "  saxpy<<<blocks, threads>>>(count, 2.5f, x, y);\n}\n");
  EXPECT_EQ(found.line, 11);
  EXPECT_EQ(found.block, std::vector<std::int64_t>{256});
  EXPECT_EQ(found.turnable, std::vector<bool>{true});
  EXPECT_EQ(found.grid, Texts{"(n + block_x - 1) / block_x"}) << "it follows the size and the block";
  EXPECT_EQ(size_of_launch(found, "n"), 1 << 20);
  EXPECT_EQ(found.counts.at("x"), "n");
  EXPECT_EQ(found.counts.at("y"), "n");
  EXPECT_EQ(found.values.at("a"), "2.5");
  EXPECT_EQ(found.shared_bytes, "");
}

TEST(ALaunchInTheFile, IsFollowedThroughFunctionsAndTheirCallers) {
  const FileLaunch found = launch("#define N (1024 * 48)\n#define THREADS 128\n" + launched_saxpy +
                                  "int blocks_for(int a, int b) { return (a % b != 0) ? (a / b + 1) : (a / b); }\n"
                                  "void run(const float* x, float* y, int size) {\n"
                                  "  dim3 block(THREADS);\n"
                                  "  dim3 grid(blocks_for(size, block.x));\n"
                                  "  saxpy<<<grid, block, 0, stream>>>(size, 1, x, y);\n}\n"
                                  "int main() { float* a; CHECK(cudaMallocManaged(&a, N * 4)); run(a, a, N); }\n");
  EXPECT_EQ(found.block, std::vector<std::int64_t>{128});
  EXPECT_EQ(found.grid, Texts{"n % block_x != 0 ? n / block_x + 1 : n / block_x"});
  EXPECT_EQ(size_of_launch(found, "n"), 49152);
  EXPECT_EQ(found.counts.at("x"), "n * 4 / 4");
  EXPECT_EQ(launch(launched_saxpy + "int main() { int n = 999; saxpy<<<(n + 255) / 256, 256>>>(n, 1, x, y); }").grid,
            Texts{"(n + block_x - 1) / block_x"});
  EXPECT_EQ(launch(launched_saxpy + "int main() { int n = 999; saxpy<<<iDivUp(n, 256), 256>>>(n, 1, x, y); }").grid,
            Texts{"ceil_div(n, block_x)"});
  const LaunchPlan plan = plan_of("#define N 4096\n" + launched_saxpy +
                                  "int main() { saxpy<<<ceil((float)N / 192.0), 192>>>(N, 3, a, b); }\n");
  EXPECT_EQ(plan.launches.at(0).grid.x, 22u);
  EXPECT_EQ(plan.launches.at(0).block.x, 192u);
}

TEST(ALaunchInTheFile, MayHaveSeveralVariablesInOneDeclaration) {
  const std::string text = launched_saxpy +
                           "int main() { dim3 block(32, 2), grid(8, 3); const int threads = 128;\n"
                           "  saxpy<<<grid, block>>>(100, 1, a, b);\n"
                           "  saxpy<<<(65536 + threads - 1) / threads, threads>>>(65536, 1, a, b); }\n";
  EXPECT_EQ(launch(text).block, (std::vector<std::int64_t>{32, 2}));
  EXPECT_EQ(launch(text).grid, (Texts{"8", "3"}));
  ProposalRequest second;
  second.launch_line = 7;
  EXPECT_EQ(plan_of(text, second).launches.at(0).grid.x, 512u);
  EXPECT_EQ(plan_of(text, second, {{"n", 1280}}).launches.at(0).grid.x, 10u);
}

TEST(ALaunchInTheFile, KeepsWhatTheKernelIsWrittenFor) {
  const std::string text =
      "#define TILE 16\n#define WIDTH 512\n"
      "__global__ void tiles(float* to, const float* from, int width) {\n"
      "  __shared__ float tile[TILE][TILE];\n"
      "  tile[threadIdx.y][threadIdx.x] = from[(blockIdx.y * TILE + threadIdx.y) * WIDTH + threadIdx.x];\n"
      "  __syncthreads();\n  to[threadIdx.x] = tile[threadIdx.x][threadIdx.y];\n}\n"
      "int main() { dim3 block(TILE, TILE); dim3 grid(WIDTH / TILE, WIDTH / TILE);\n"
      "  tiles<<<grid, block>>>(a, b, WIDTH); }\n";
  const FileLaunch found = launch(text);
  EXPECT_EQ(found.block, (std::vector<std::int64_t>{16, 16}));
  EXPECT_EQ(found.turnable, (std::vector<bool>{false, false}));
  EXPECT_EQ(found.grid, (Texts{"32", "32"})) << "the kernel computes with WIDTH, so it is no size that may change";
  EXPECT_TRUE(found.sizes.empty());
  const auto proposal = propose({"mine", "mine.cu", text, {}}, {});
  ASSERT_TRUE(proposal) << proposal.error().text();
  EXPECT_EQ(proposal->toml.find("block_x"), std::string::npos) << proposal->toml;
}

TEST(ALaunchInTheFile, GivesTheArgumentsOfATemplate) {
  const std::string kernel =
      "template <typename T, int BLOCK, bool FAST = true> __global__ void copy(T* to, const T* from, int n) {\n"
      "  int i = blockIdx.x * BLOCK + threadIdx.x; if (i < n) to[i] = from[i];\n}\n";
  EXPECT_EQ(launch(kernel + "int main() { const int b = 64; copy<double, b><<<10, b>>>(x, y, 640); }").entry,
            "copy<double, 64>");
  const std::string through = kernel +
                              "template <class U, int B> void run(U* x, int n) {\n"
                              "  copy<U, B><<<(n + B - 1) / B, B, B * sizeof(U)>>>(x, x, n); }\n"
                              "int main() { run<int, 96>(p, 9600); }\n";
  const FileLaunch found = launch(through);
  EXPECT_EQ(found.entry, "copy<int, 96>");
  EXPECT_EQ(found.grid, Texts{"(n + 96 - 1) / 96"});
  EXPECT_EQ(found.turnable, std::vector<bool>{false}) << "the template is made for this block";
  EXPECT_EQ(size_of_launch(found, "n"), 9600);
  const std::string chosen =
      kernel +
      "#define CASE(B) case B: copy<float, (B)><<<4, (B)>>>(x, y, n); break;\n"
      "void run(int n) { switch (n) { CASE(32) CASE(64) } if (n > 1) copy<int, 8><<<1, 8>>>(x, y, n); }\n";
  ASSERT_EQ(launches(chosen).size(), 3u);
  EXPECT_EQ(launches(chosen)[1].entry, "copy<float, 64>");
  EXPECT_EQ(launches(chosen)[1].block, std::vector<std::int64_t>{64});
  EXPECT_EQ(launches(chosen)[2].entry, "copy<int, 8>");
  const std::string deduced =
      "template <typename T> __global__ void fill(T* to, T value) { to[threadIdx.x] = value; }\n"
      "int main() { double *a, b; cudaMalloc(&a, 64 * sizeof(double)); fill<<<1, 64>>>(a, b); }\n";
  EXPECT_EQ(launch(deduced).entry, "fill<double>");
  EXPECT_EQ(plan_of(deduced).buffers.at(0).type, ElementType::f64);
  EXPECT_EQ(plan_of(deduced).buffers.at(0).elements(), 64u);
}

TEST(ALaunchInTheFile, StandsInMacrosAndTheirPastedNames) {
  const FileLaunch found =
      launch(launched_saxpy +
             "#define RUN(name, threads) \\\n"
             "  void name##_run(torch::Tensor x, torch::Tensor y) { \\\n"
             "    const int N = x.numel(); dim3 block(threads); dim3 grid((N + threads - 1) / threads); \\\n"
             "    name<<<grid, block>>>(N, 1.0f, x.data_ptr<float>(), y.data_ptr<float>()); }\n"
             "RUN(saxpy, 64)\n");
  EXPECT_EQ(found.block, std::vector<std::int64_t>{64});
  EXPECT_EQ(found.grid, Texts{"(n + block_x - 1) / block_x"});
  EXPECT_EQ(size_of_launch(found, "n"), 0) << "a size that only a running program knows";
}

TEST(ALaunchInTheFile, IsWrittenInFourWays) {
  const std::string call = launched_saxpy +
                           "int main() { int n = 5000; float a = 2; dim3 g(20), b(250);\n"
                           "  void* list[] = {&n, &a, &x, (void*)&y};\n";
  const FileLaunch ordinary = launch(call + "cudaLaunchKernel((const void*)saxpy, g, b, list, 128, 0); }");
  EXPECT_EQ(ordinary.grid, Texts{"20"});
  EXPECT_EQ(ordinary.shared_bytes, "128");
  EXPECT_EQ(ordinary.values.at("n"), "n");
  EXPECT_EQ(ordinary.values.at("a"), "2.0");
  EXPECT_FALSE(ordinary.cooperative);
  EXPECT_TRUE(launch(call + "cudaLaunchCooperativeKernel((void*)saxpy, g, b, list); }").cooperative);
  const FileLaunch extensible =
      launch(launched_saxpy +
             "int main() { cudaLaunchConfig_t c = {}; c.gridDim = dim3(3, 4); c.blockDim = 32;\n"
             "  c.dynamicSmemBytes = 2 << 10; cudaLaunchKernelEx(&c, saxpy, 7, 1.f, x, y); }");
  EXPECT_EQ(extensible.grid, (Texts{"3", "4"}));
  EXPECT_EQ(extensible.block, std::vector<std::int64_t>{32});
  EXPECT_EQ(extensible.shared_bytes, "2048");
  EXPECT_EQ(launch(launched_saxpy + "int main() { auto k = &saxpy; k<<<dim3{2, 3}, {8, 8}>>>(1, 1, x, y); }").grid,
            (Texts{"2", "3"}));
}

TEST(ALaunchInTheFile, TakesTheKnownBranchAndTheEarlierValue) {
  const FileLaunch found = launch(launched_saxpy +
                                  "int main(int argc, char** argv) {\n"
                                  "  int n = argc > 1 ? atoi(argv[1]) : 3000;\n"
                                  "  int threads = 64; if (argc > 2) threads = atoi(argv[2]);\n"
                                  "  saxpy<<<(n - 1) / threads + 1, threads>>>(n, 1, x, y); }\n");
  EXPECT_EQ(size_of_launch(found, "n"), 3000);
  EXPECT_EQ(found.block, std::vector<std::int64_t>{64});
  const FileLaunch chosen = launch(
      "#ifdef SMALL\n#define N 10\n#elif defined(__CUDACC__) && !defined(OTHER)\n#define N 20\n"
      "#else\n#define N 30\n#endif\n#if N > 15\nconst int blocks = 2;\n#else\n"
      "const int blocks = 1;\n#endif\n" +
      launched_saxpy + "int main() { saxpy<<<blocks, 32>>>(N, 1, x, y); }");
  EXPECT_EQ(chosen.grid, Texts{"2"});
  EXPECT_EQ(size_of_launch(chosen, "n"), 20);
}

TEST(ALaunchInTheFile, FollowsTheCaseInWhichItStands) {
  const auto all = launches(launched_saxpy +
                            "void run(Tensor t) { const int wide = t.size(1), n = t.size(0); dim3 block(wide);\n"
                            "  switch (wide) { case 32: saxpy<<<n, block>>>(n * wide, 1, x, y); break;\n"
                            "  case 2 * 32: saxpy<<<n, block>>>(n * wide, 1, x, y); break; default: break; } }\n");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].block, std::vector<std::int64_t>{32});
  EXPECT_EQ(all[1].block, std::vector<std::int64_t>{64});
}

TEST(ALaunchInTheFile, KnowsNoNumberThatALoopComputes) {
  const FileLaunch changed =
      launch(launched_saxpy +
             "void run(Tensor t) { int n = 1; for (int i = 0; i < t.dim(); ++i) { n *= t.size(i); }\n"
             "  for (int s = 4; s < 64; s *= 2) saxpy<<<(n + 63) / 64, 64>>>(n, s, x, y); }\n");
  EXPECT_EQ(size_of_launch(changed, "n"), 0) << "a product that only a running program knows";
  EXPECT_EQ(changed.grid, Texts{"(n + block_x - 1) / block_x"});
  EXPECT_EQ(changed.values.at("a"), "4.0") << "the first round of a loop";
}

TEST(ALaunchInTheFile, FindsBuffersWhereverTheyAreAllocated) {
  const FileLaunch found = launch(launched_saxpy +
                                  "struct Data { float* in; };\n"
                                  "float* other;\n"
                                  "void prepare() { cudaMalloc(&other, 300 * sizeof(float)); }\n"
                                  "int main() { Data data; thrust::device_vector<float> v(700);\n"
                                  "  cudaMalloc((void**)&data.in, 500 * sizeof(float));\n"
                                  "  saxpy<<<1, 32>>>(9, 1, data.in, thrust::raw_pointer_cast(v.data()));\n"
                                  "  saxpy<<<1, 32>>>(9, 1, other, new float[77]); }\n");
  EXPECT_EQ(found.counts.at("x"), "500");
  EXPECT_EQ(found.counts.at("y"), "700");
  const auto all = launches(launched_saxpy +
                            "float* other;\nvoid prepare() { cudaMalloc(&other, 300 * sizeof(float)); }\n"
                            "int main() { float* mine = (float*)malloc(64 * sizeof(double));\n"
                            "  saxpy<<<1, 32>>>(9, 1, other, mine); }\n");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].counts.at("x"), "300");
  EXPECT_EQ(all[0].counts.at("y"), "128");
}

TEST(ALaunchInTheFile, MayComeFromAHeaderThatTravelsWithIt) {
  const auto all = launches("#include \"kernels.cuh\"\nint main() { saxpy<<<SIZE / 64, 64>>>(SIZE, 1, x, y); }\n",
                            {{"kernels.cuh", "#define SIZE 640\n" + launched_saxpy}});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].grid, Texts{"n / block_x"});
}

TEST(ALaunchInTheFile, NeverEndsInCirclesOrBrokenCode) {
  for (const char* text :
       {"int main() { int n = n + m, m = n; k<<<n, m>>>(n); }",
        "#define A B\n#define B A\nint main() { k<<<A, B>>>(A); }",
        "int f(int a) { return f(a); } int main() { k<<<f(1), 32>>>(1); }", "int main() { k<<<((((, 32>>>(; }",
        "int main() { k<<<1, 32>>>(", "#define F(x) F(x)\nint main() { k<<<F(1), F(2)>>>(3); }",
        "void a(int n) { b(n); } void b(int n) { a(n); k<<<n, n>>>(n); }",
        "#if (\n#elif\n#endif\n#endif\n#else\n<<<>>>",
        "template <int N> void run() { k<<<N, N>>>(N); run<N - 1>(); }"}) {
    const std::string whole = std::string("__global__ void k(int n) { }\n") + text;
    EXPECT_LE(launches(whole).size(), 1u) << text;
    for (std::size_t end = 0; end < whole.size(); ++end) static_cast<void>(launches(whole.substr(0, end)));
  }
}

TEST(AProposal, FollowsTheLaunchThatStandsInTheFile) {
  const std::string text = launched_saxpy +
                           "__global__ void twice(float* x) { x[threadIdx.x] *= 2; }\n"
                           "int main() {\n  twice<<<1, 40>>>(x);\n  saxpy<<<4, 250>>>(1000, 1, x, y);\n"
                           "  saxpy<<<40, 50>>>(2000, 1, x, y); }\n";
  const auto first = propose({"mine", "mine.cu", text, {}}, {});
  ASSERT_TRUE(first) << first.error().text();
  EXPECT_EQ(first->entry, "twice") << "the first that is launched, not the first that is declared";
  EXPECT_EQ(first->other_kernels.size(), 1u);
  EXPECT_EQ(plan_of(text).launches.at(0).block.x, 40u);
  const auto second = propose({"mine", "mine.cu", text, {}}, {"saxpy", "", "", {}});
  ASSERT_TRUE(second) << second.error().text();
  EXPECT_EQ(second->launch_lines, (std::vector<int>{8, 9}));
  EXPECT_EQ(plan_of(text, {"saxpy", "", "", {}}).launches.at(0).grid.x, 4u);
  EXPECT_EQ(plan_of(text, {"saxpy", "", "", {}}, {{"n", 2000}}).launches.at(0).grid.x, 8u)
      << "4 is the number of blocks of 250 threads for 1000 elements";
  ProposalRequest other{"saxpy", "", "", {}};
  other.launch_line = 9;
  EXPECT_EQ(plan_of(text, other).launches.at(0).block.x, 50u);
  other.launch_line = 5;
  const auto none = propose({"mine", "mine.cu", text, {}}, other);
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().text().find("8, 9"), std::string::npos) << none.error().text();
  const LaunchPlan typed = plan_of(text, {"saxpy", "7", "", {{"n", "100"}}});
  EXPECT_EQ(typed.launches.at(0).grid.x, 7u) << "what is typed counts more";
  EXPECT_EQ(typed.sizes.at("n"), 100);
}

TEST(AProposal, KnowsSizesByTheirUseInTheKernel) {
  const KernelSource source{
      "mine",
      "mine.cu",
      "__device__ int row() { return blockIdx.y * blockDim.y + threadIdx.y; }\n"
      "__global__ void smooth(float* to, const float* from, int across, int down, int radius, int mode) {\n"
      "  extern __shared__ double cache[];\n"
      "  int x = blockIdx.x * blockDim.x + threadIdx.x, y = row();\n"
      "  if (x >= across || y >= down || mode == 2) return;\n"
      "  for (int r = 0; r < radius; ++r) to[y * across + x] += from[y * across + x + r];\n}\n",
      {}};
  const auto entries = entries_in(source);
  const KernelUse use = use_of(source, HostCode(source), entries.at(0));
  EXPECT_EQ(use.axes, 2);
  EXPECT_TRUE(use.blocks);
  EXPECT_FALSE(use.grid_barrier);
  EXPECT_EQ(use.guards, (std::set<std::string>{"across", "down"}));
  EXPECT_EQ(use.strides, std::set<std::string>{"across"});
  EXPECT_EQ(use.bounds, std::set<std::string>{"radius"});
  EXPECT_EQ(use.dynamic_shared, 8);
}

TEST(AProposal, LaunchesOneBlockWhereBlocksAreTheSame) {
  EXPECT_EQ(plan_of("__global__ void k(int* data) { data[threadIdx.x] += 2; }").launches.at(0).grid.x, 1u);
  EXPECT_EQ(plan_of("#define I (blockIdx.x * 256 + threadIdx.x)\n"
                    "__global__ void k(int* data, int n) { if (I < n) data[I] += 2; }")
                .launches.at(0)
                .grid.x,
            256u);
}

TEST(AProposal, LaunchesCooperativelyWhatWaitsForTheGrid) {
  const std::string text =
      "__global__ void k(int* a, int n) { int i = blockIdx.x; a[i] = n; cooperative_groups::this_grid().sync(); }";
  EXPECT_TRUE(plan_of(text).launches.at(0).cooperative);
  EXPECT_FALSE(plan_of(launched_saxpy).launches.at(0).cooperative);
}

TEST(AProposal, FillsIndicesWithinWhatTheyIndexAndCountersWithZero) {
  const std::string gather =
      "__global__ void gather(float* out, const float* in, const int* from, int n) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;\n"
      "  int at = from[i]; out[i] = in[at]; }";
  const LaunchPlan plan = plan_of(gather, {"", "", "", {{"n", "5000"}}});
  EXPECT_EQ(plan.buffers.at(2).fill, Fill::random);
  EXPECT_EQ(plan.buffers.at(2).fill_below, 5000);
  EXPECT_EQ(plan.buffers.at(1).fill_below, 0) << "what is indexed has any values";
  const LaunchPlan counted = plan_of(
      "__global__ void histogram(const int* values, int* bins, int* ticket, int n) {\n"
      "  __shared__ int mine[64]; int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < n) atomicAdd(&mine[values[i]], 1); atomicAdd(ticket, 1); atomicAdd(&bins[threadIdx.x], mine[0]); }");
  EXPECT_EQ(counted.buffers.at(0).fill_below, 64) << "the array of shared memory ends there";
  EXPECT_EQ(counted.buffers.at(1).fill, Fill::zero);
  EXPECT_EQ(counted.buffers.at(2).fill, Fill::zero);
}

TEST(AProposal, NamesATemplateWithItsNamespaces) {
  const auto proposal = propose({"mine",
                                 "mine.cu",
                                 "namespace dwt { namespace { int x; } namespace a::b {\n"
                                 "template <int N> __global__ void k(int* p) { p[threadIdx.x] = N; }\n"
                                 "void run(int* p) { k<8><<<1, 8>>>(p); } } }\n",
                                 {}},
                                {});
  ASSERT_TRUE(proposal) << proposal.error().text();
  EXPECT_EQ(proposal->entry, "dwt::a::b::k<8>");
}

TEST(AProposal, TakesSmallNumbersForBlocksThatOnlyARunningProgramKnows) {
  const std::string text = launched_saxpy +
                           "void run(int rows, int n) { cudaDeviceProp p; int sms = p.multiProcessorCount;\n"
                           "  saxpy<<<dim3(sms * 2, rows), 64>>>(n, 1, x, y); }\n";
  const LaunchPlan plan = plan_of(text);
  EXPECT_EQ(plan.launches.at(0).grid, (Dim3{264, 8, 1}));
}

TEST(AProposal, FitsItsOwnMemory) {
  const LaunchPlan plan = plan_of(
      "__global__ void k(double* a, double* b, int n, int m) { int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < n && i < m) a[i * m] = b[i]; }");
  std::uint64_t bytes = 0;
  for (const Buffer& buffer : plan.buffers) bytes += buffer.bytes();
  EXPECT_LE(bytes, std::uint64_t{256} << 20);
  EXPECT_GE(plan.sizes.at("n"), 1024);
}

TEST(ALaunchInTheFile, IsReadSoonHoweverManyWaysLeadToIt) {
  // Each of the functions calls all later ones twice: 3^60 ways lead from the first to the launch.
  std::string text = launched_saxpy;
  constexpr int functions = 60;
  for (int i = functions; i-- > 0;) {
    text += "void f" + std::to_string(i) + "(int n, float* x) {\n";
    for (int j = i + 1; j < functions; ++j) {
      const std::string name = std::to_string(j);
      text += "  f" + name + "(n + " + name + ", x); f" + name + "(n * 2, x);\n";
    }
    text += i + 1 == functions ? "  saxpy<<<n, 128>>>(n, 2.0f, x, x);\n}\n" : "}\n";
  }
  const auto all = launches(text);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all.front().block, std::vector<std::int64_t>{128});
}

TEST(ALaunchInTheFile, IsReadSoonHoweverOftenFunctionsOfOneNameCallEachOther) {
  // As in headers of vector arithmetic: each function of four calls those before it four times, and that of numbers
  // comes last.
  std::string text = launched_saxpy;
  for (const char* const name : {"clamp", "lerp", "fract", "mix", "step"}) {
    for (const char* const type : {"T4", "T3", "float4", "int2"}) {
      text += fmt::format(
          "inline {1} {0}({1} v, int a, int b) {{ return make({0}({0}(v.x, a, b), a, b), "
          "clamp(lerp(v.y, a, b), fract(a, a, b), mix(b, a, b)), step({0}(v.z, a, b), a, b)); }}\n",
          name, type);
    }
    text += fmt::format("inline int {0}(int v, int a, int b) {{ return max(a, min(v, b)); }}\n", name);
  }
  const FileLaunch found = launch(
      text + "void run(int n, float* x) {\n  saxpy<<<clamp(step(n / 64, 2, 90), 1, 70), 64>>>(n, 1.0f, x, x);\n}\n");
  EXPECT_EQ(found.grid, Texts{"max(1, min(max(2, min(n / block_x, 90)), 70))"});
}

TEST(ALaunchInTheFile, MultipliesWhatStandsInBracketsBeforeAProduct) {
  const FileLaunch found = launch(launched_saxpy +
                                  "void run(int n, int r, float* x) {\n  int bytes = (n * r) * sizeof(int);\n"
                                  "  saxpy<<<n / 64, 64, bytes>>>(n, 1.0f, x, x);\n}\n");
  EXPECT_EQ(found.shared_bytes, "n * r * 4");
}

TEST(ALaunchInTheFile, KnowsThatElementsOfAnArrayOfPointersAreBuffers) {
  const FileLaunch found = launch(launched_saxpy +
                                  "void run(int n, float* y) {\n  float** x = (float**)malloc(4 * sizeof(float*));\n"
                                  "  for (int i = 0; i < 4; i++) cudaMalloc(&x[i], n * sizeof(float));\n"
                                  "  saxpy<<<n / 64, 64>>>(n, 1.0f, x[2], y);\n}\n");
  EXPECT_EQ(found.counts.at("x"), "n");
  EXPECT_FALSE(found.offsets.contains("x"));
  const FileLaunch offset = launch(launched_saxpy +
                                   "void run(int n) {\n  float *x, *y; cudaMalloc(&x, n * 8); cudaMalloc(&y, n * 8);\n"
                                   "  saxpy<<<n / 64, 64>>>(n, 1.0f, &x[2], y);\n}\n");
  EXPECT_EQ(offset.offsets.at("x"), "2");
}

TEST(ALaunchInTheFile, IsNotTakenFirstWhereItsConditionIsKnownNotToHold) {
  const std::string kernel = "template <int B> __global__ void k(float* a) { a[threadIdx.x] = B; }\n";
  const auto first = [&](const std::string& condition) {
    return launch(kernel + "void run(float* a, int size) {\n  if (" + condition +
                  ") {\n    k<16><<<1, 16>>>(a);\n  } else {\n    k<32><<<1, 32>>>(a);\n  }\n}\n"
                  "int main() { float* a; cudaMalloc(&a, 128); run(a, 32); }\n")
        .entry;
  };
  EXPECT_EQ(first("size == 16"), "k<32>");
  EXPECT_EQ(first("size == 32"), "k<16>");
  EXPECT_EQ(first("is_small(size)"), "k<16>") << "nothing is known of it";
  EXPECT_EQ(launch(kernel + "void run(float* a) { const int size = 32; if (size == 16) k<16><<<1, 16>>>(a);\n"
                            "  else k<32><<<1, 32>>>(a); }\n")
                .entry,
            "k<32>")
      << "without braces";
}

TEST(AProposal, HasAGridOfAtLeastOneBlock) {
  const auto grid = [](const std::string& blocks) {
    return plan_of(launched_saxpy + "void run(int n, int m, float* x) { saxpy<<<" + blocks +
                   ", 64>>>(n, 1.0f, x, x); }\n")
        .launches.at(0)
        .grid.x;
  };
  EXPECT_EQ(grid("m / 262144"), 1u) << "m, of which nobody says the value, is as large as that needs";
  EXPECT_GE(grid("(n - n) / 64"), 1u) << "there is no such size";
}

TEST(AProposal, NeedsNoNumberWithAFractionAsASize) {
  const LaunchPlan plan = plan_of(launched_saxpy +
                                  "void run(int n, struct box* b, float* y) {\n  float h = b->h; float* x;\n"
                                  "  int padded = (int)ceil(n * h) + 2;\n  cudaMalloc(&x, padded * sizeof(float));\n"
                                  "  saxpy<<<n / 64, 64>>>(n, 1.0f, x + padded / 2, y); }\n");
  EXPECT_FALSE(plan.launches.empty());
}

TEST(AProposal, KnowsSizesThatTheKernelPassesOn) {
  const auto proposal =
      propose({"mine",
               "mine.cu",
               "__device__ int place(int row, int column, int stride) { return row * stride + column; }\n"
               "__global__ void k(float* a, int width, int flag) {\n"
               "  a[place(blockIdx.x, threadIdx.x, width)] = flag; }\n",
               {}},
              {});
  ASSERT_TRUE(proposal) << proposal.error().text();
  EXPECT_NE(proposal->toml.find("width = { min = 1"), std::string::npos) << proposal->toml;
  EXPECT_EQ(proposal->toml.find("flag ="), std::string::npos) << "it is any number";
}

TEST(AProposal, TakesTheStrideOfAMatrixForTheLengthOfItsRows) {
  const std::string of_matrix =
      "struct Matrix { int stride; float* elements; };\n"
      "__global__ void k(Matrix a, float* out) { out[threadIdx.x] = a.elements[threadIdx.x]; }\n";
  const auto matrix = propose({"mine", "mine.cu", of_matrix, {}}, {});
  ASSERT_TRUE(matrix) << matrix.error().text();
  EXPECT_NE(matrix->toml.find("stride = { min = 1"), std::string::npos) << matrix->toml;
  const auto step = propose(
      {"mine",
       "mine.cu",
       "struct Options { int stride; };\n__global__ void k(Options o, float* a) { a[threadIdx.x] = o.stride; }\n",
       {}},
      {});
  ASSERT_TRUE(step) << step.error().text();
  EXPECT_EQ(step->toml.find("stride = { min = 1"), std::string::npos) << step->toml;
}

TEST(AProposal, SaysWhichContentIsAGuess) {
  const LaunchPlan plan = plan_of(
      "__global__ void k(const int* from, const float* in, float* out, int n) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[from[i]]; }\n"
      "int main() { int n = 256; int *h = (int*)malloc(n * 4), *from; float *in, *out;\n"
      "  cudaMalloc(&from, n * 4); cudaMalloc(&in, n * 4); cudaMalloc(&out, n * 4);\n"
      "  for (int i = 0; i < n; i++) h[i] = i;\n  cudaMemcpy(from, h, n * 4, cudaMemcpyHostToDevice);\n"
      "  k<<<1, 256>>>(from, in, out, n); }\n");
  EXPECT_FALSE(plan.buffers.at(0).guessed) << "the file says what is in it";
  EXPECT_EQ(plan.buffers.at(0).fill, Fill::index);
  EXPECT_TRUE(plan.buffers.at(1).guessed);
  EXPECT_FALSE(plan.buffers.at(2).guessed) << "nobody reads it";
}

TEST(AProposal, SaysWhichMemoryIsAGuess) {
  const LaunchPlan guessed = plan_of("__global__ void k(float* a, int n) { a[threadIdx.x] = n; }");
  EXPECT_TRUE(guessed.buffers.at(0).grows);
  EXPECT_TRUE(guessed.launches.at(0).shared_grows);
  EXPECT_FALSE(plan_of("__global__ void k(float* a, int n) { a[threadIdx.x] = n; }", {"", "", "", {{"a", "f32[n]"}}})
                   .buffers.at(0)
                   .grows)
      << "what was typed holds";
  const LaunchPlan in_file = plan_of(launched_saxpy +
                                     "int main() { float *x, *y; cudaMalloc(&x, 4096); cudaMalloc(&y, 4096);\n"
                                     "  saxpy<<<4, 256>>>(1024, 1.0f, x, y); }\n");
  EXPECT_FALSE(in_file.buffers.at(0).grows || in_file.buffers.at(1).grows || in_file.launches.at(0).shared_grows);
}

TEST(AProposal, ShrinksSizesUntilTheSharedMemoryOfABlockHoldsThem) {
  const LaunchPlan plan = plan_of(
      "__global__ void k(int* a, int rows, int columns) { extern __shared__ int s[];\n"
      "  for (int i = threadIdx.x; i < rows * columns; i += blockDim.x) s[i] = a[i]; a[0] = s[0]; }\n"
      "void run(int* a, int rows, int columns) { k<<<1, 64, rows * columns * 4>>>(a, rows, columns); }\n");
  EXPECT_LE(plan.launches.at(0).shared_bytes, 48u << 10);
  EXPECT_GT(plan.launches.at(0).shared_bytes, 0u);
}

TEST(AProposal, EndsForExpressionsThatNobodyWrites) {
  constexpr int many = 30'000;
  const auto repeated = [](const char* text) {
    std::string all;
    for (int i = 0; i < many; ++i) all += text;
    return all;
  };
  for (const std::string& value :
       {repeated("- ") + "1", repeated("(") + "1" + repeated(")"), repeated("n ? ") + "1" + repeated(" : 2"),
        repeated("sizeof ") + "n", repeated("n * (") + "1" + repeated(")")}) {
    const std::string in_host = launched_saxpy + "int main() { int n = " + value +
                                "; float* x; cudaMalloc(&x, n * 4); saxpy<<<n / 64, 64>>>(n, 1.0f, x, x); }\n";
    EXPECT_EQ(launch(in_host).block, std::vector<std::int64_t>{64}) << value.substr(0, 10);
    const auto in_kernel = propose(
        {"mine", "mine.cu", "__global__ void k(float* a, int n) { int i = " + value + "; a[i] = 1; }\n", {}}, {});
    ASSERT_TRUE(in_kernel) << value.substr(0, 10) << in_kernel.error().text();
    EXPECT_EQ(in_kernel->arguments.front().value, "f32[n]") << value.substr(0, 10);
  }
}

TEST(ALaunchInTheFile, IsFoundInTemplatesWhoseParametersHaveValues) {
  const FileLaunch found = launch(
      "template <const int N = 4> __global__ void fill(float* a) { a[threadIdx.x] = N; }\n"
      "template <const int STAGES = 2, class T = float> void run(float* a) {\n"
      "  constexpr int N = 16, THREADS = 64;\n  fill<N><<<3, THREADS>>>(a);\n}\n");
  EXPECT_EQ(found.entry, "fill<16>");
  EXPECT_EQ(found.block, std::vector<std::int64_t>{64});
}

TEST(ALaunchInTheFile, DoesNotBelieveANumberThatACallMayHaveWritten) {
  const auto count = [](const std::string& between) {
    const FileLaunch found = launch(launched_saxpy + "int main() {\n  int n = 0;\n  float* x;\n  " + between +
                                    "\n  cudaMalloc(&x, n * 4);\n  saxpy<<<n / 64, 64>>>(n, 1.0f, x, x);\n}\n");
    const auto size = std::ranges::find(found.sizes, "n", &FileSize::name);
    return size == found.sizes.end() ? std::optional<std::int64_t>() : size->value;
  };
  EXPECT_FALSE(count("scanf(\"%d\", &n);"));
  EXPECT_FALSE(count("n = 1024; cudaGetDeviceCount(&n);"));
  EXPECT_EQ(count("n = 1024; cudaMemcpyToSymbol(total, &n, sizeof(n));"), 1024);
  EXPECT_EQ(count("n = 1024; void* all[] = {&x, &n, &x};"), 1024);
}

TEST(ALaunchInTheFile, MayPassPointersIntoTheirBuffers) {
  const std::string text =
      "__global__ void shift(const float* in, float* out) { out[threadIdx.x] = in[(int)threadIdx.x - 4]; }\n"
      "#define RADIUS 4\n"
      "int main() { float *a, *b; cudaMalloc(&a, (64 + 2 * RADIUS) * sizeof(float)); cudaMalloc(&b, 80 * "
      "sizeof(float));\n"
      "  shift<<<1, 64>>>(a + RADIUS, &b[16]); }\n";
  EXPECT_EQ(launch(text).offsets.at("in"), "4");
  const LaunchPlan plan = plan_of(text);
  EXPECT_EQ(plan.launches.at(0).arguments.at(0).value, 16) << "in bytes";
  EXPECT_EQ(plan.launches.at(0).arguments.at(1).value, 64);
  EXPECT_EQ(plan.buffers.at(0).elements(), 72u);
}

TEST(ALaunchInTheFile, OfNoBlocksLeavesTheGridToTheKernel) {
  const FileLaunch found = launch(launched_saxpy +
                                  "int main() { int blocks = 0; float* x;\n"
                                  "  saxpy<<<blocks, 64>>>(100, 1.0f, x, x); }\n");
  EXPECT_TRUE(found.grid.empty());
  EXPECT_EQ(found.block, std::vector<std::int64_t>{64});
}

TEST(AProposal, LetsEveryIntegerStandInAnExtent) {
  const std::string text =
      "__global__ void turn(const float* in, float* out, int points, int depth_of_each) {\n"
      "  out[threadIdx.x] = in[points]; }";
  const LaunchPlan plan = plan_of(
      text, {"", "2", "256", {{"points", "500"}, {"depth_of_each", "34"}, {"in", "f32[points*depth_of_each]"}}});
  EXPECT_EQ(plan.buffers.at(0).elements(), 17000u);
}

TEST(AProposal, TakesTheUsualArgumentsOfATemplateThatIsNotLaunched) {
  const auto entry = [](const std::string& text) {
    const auto proposal = propose({"mine", "mine.cu", text, {}}, {});
    return proposal ? proposal->entry : proposal.error().text();
  };
  const std::string body = "__global__ void k(T* a) { a[threadIdx.x] = 1; }\n";
  EXPECT_EQ(entry("template <typename T> " + body), "k<float>");
  EXPECT_EQ(entry("template <class T, int N = 4> " + body), "k<float>");
  EXPECT_EQ(entry("template <class T, int N> " + body + "template __global__ void k<double, 8>(double*);"),
            "k<double, 8>");
  EXPECT_NE(entry("template <class T, int BLOCK> " + body).find("k<float, 256>"), std::string::npos)
      << "an example that can be taken as it is";
}

}  // namespace
}  // namespace lanescope::catalogue
