// What a proposal guesses where the file does not tell it, and what it says about that.
#include <gtest/gtest.h>

#include "catalogue/kernel_file.h"
#include "catalogue/propose/kernel_use.h"

namespace lanescope::catalogue {
namespace {

const Size& size_of_kernel(const Kernel& kernel, const std::string& name) {
  static const Size none;
  const auto found = std::ranges::find(kernel.sizes, name, &Size::name);
  return found == kernel.sizes.end() ? none : *found;
}

const std::string guarded_copy =
    "__global__ void copy(float* to, const float* from, int n, int rows) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) to[i] = from[i] * rows;\n}\n";

TEST(AProposedSize, IsAGuessUnlessSomebodyNamesIt) {
  EXPECT_TRUE(size_of_kernel(proposed(guarded_copy), "n").guessed);
  EXPECT_FALSE(size_of_kernel(proposed(guarded_copy, {"", "", "", {{"n", "1000"}}}), "n").guessed);
  const Kernel launched = proposed(guarded_copy + "int main() { copy<<<4, 256>>>(0, 0, 1024, 7); }\n");
  EXPECT_EQ(size_of_kernel(launched, "n").default_value, 1024);
  EXPECT_FALSE(size_of_kernel(launched, "n").guessed);
}

TEST(AProposedSize, ShrinksOnlyWhereItFillsWhatIsTooLarge) {
  // 65536 x 65536 elements are too many; the blocks that walk over them take no memory.
  const Kernel kernel = proposed(
      "__global__ void wave(float* map, unsigned width, unsigned height) {\n"
      "  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < width * height; i += gridDim.x * blockDim.x)\n"
      "    map[i] = i / width;\n}\n"
      "void run(float* map, unsigned width, unsigned height, int blocks) { wave<<<blocks, 128>>>(map, width, height); "
      "}\n");
  EXPECT_EQ(size_of_kernel(kernel, "blocks").default_value, 8);
  EXPECT_LT(size_of_kernel(kernel, "width").default_value, 65536);
}

TEST(AProposedSize, OfAPitchCountsBytesOfTheLargestElements) {
  const Kernel kernel = proposed(
      "__global__ void fill(unsigned char* surface, int width, int height, size_t pitch) {\n"
      "  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
      "  if (x >= width || y >= height) return;\n"
      "  float* pixel = (float*)(surface + y * pitch) + 4 * x;\n  pixel[0] = pixel[3] = 1;\n}\n");
  EXPECT_GE(size_of_kernel(kernel, "pitch").default_value, 16 * size_of_kernel(kernel, "width").default_value);
}

TEST(AProposedSize, OfRowsApartIsAsLongAsAKnownRow) {
  const Kernel kernel = proposed(
      "__global__ void scale(float* out, int rows, int columns, int padded) {\n"
      "  int row = blockIdx.x;\n  if (row >= rows) return;\n"
      "  for (int i = threadIdx.x; i < columns; i += blockDim.x) out[row * padded + i] = 1;\n}\n"
      "void run(float* out, int padded) { scale<<<128, 64>>>(out, 128, 5000, padded); }\n");
  EXPECT_EQ(size_of_kernel(kernel, "columns").default_value, 5000);
  EXPECT_EQ(size_of_kernel(kernel, "padded").default_value, 5000);
}

TEST(AProposedSize, IsNoMemberThatHasItsName) {
  const std::string text =
      "__global__ void pick(float* out, const float* in, int n, int x) {\n"
      "  int i = blockDim.x * blockIdx.x + threadIdx.x;\n  if (i < n) out[i] = in[x];\n}\n"
      "void run(float* out, const float* in, int n, int x) { pick<<<(n + 255) / 256, 256>>>(out, in, n, x); }\n";
  const KernelSource source{"mine", "mine.cu", text, {}};
  const KernelUse use = use_of(source, HostCode(source), entries_in(source).at(0));
  EXPECT_FALSE(use.strides.contains("x") || use.guards.contains("x") || use.bounds.contains("x"));
  EXPECT_TRUE(size_of_kernel(proposed(text), "x").name.empty()) << "it is an index";
  EXPECT_FALSE(size_of_kernel(proposed(text), "n").name.empty());
}

TEST(AProposedNumber, IsAsLargeAsWhatIsTakenAwayFromIt) {
  const LaunchPlan plan = plan_of(
      proposed("__global__ void k(float* a, unsigned first, unsigned last, unsigned n) {\n"
               "  unsigned i = threadIdx.x + first * 4, rest = (last - first + 1) * 4; if (i < n) a[i] = rest; }\n"));
  const std::int64_t first = plan.sizes.at("first");
  EXPECT_GT(first, 1);
  EXPECT_EQ(plan.launches.at(0).arguments.at(2).value, first);
}

TEST(ProposedSharedMemory, GrowsWhereNobodyKnowsItsElements) {
  const std::string body =
      "template <class T> __global__ void k(T* a) { extern T __shared__ s[]; s[threadIdx.x] = a[threadIdx.x];\n"
      "  a[threadIdx.x] = s[63 - threadIdx.x]; }\n";
  const LaunchPlan of_template =
      plan_of(proposed(body + "template <class T> void run(T* a, int threads) {\n"
                              "  int bytes = threads <= 32 ? 2 * threads * sizeof(T) : threads * sizeof(T);\n"
                              "  k<T><<<1, threads, bytes>>>(a); }\n"));
  EXPECT_TRUE(of_template.launches.at(0).shared_grows) << "sizeof(T) is not known";
  const LaunchPlan of_file =
      plan_of(proposed(body + "int main() { float* a; k<float><<<1, 64, 64 * sizeof(float)>>>(a); }\n"));
  EXPECT_EQ(of_file.launches.at(0).shared_bytes, 256u);
  EXPECT_FALSE(of_file.launches.at(0).shared_grows);
  const LaunchPlan of_guess = plan_of(
      proposed("__global__ void h(int* a, int bins, int copies) { extern __shared__ int s[];\n"
               "  for (int i = threadIdx.x; i < bins; i += blockDim.x) s[i * copies] = a[i]; a[0] = s[0]; }\n"
               "void run(int* a, int bins, int copies) { h<<<1, 64, bins * copies * 4>>>(a, bins, copies); }\n"));
  EXPECT_TRUE(of_guess.launches.at(0).shared_grows) << "its sizes are guesses that may not fit to each other";
}

TEST(ProposedSharedMemory, HasTheElementOfADeclarationInAnyOrder) {
  for (const std::string declaration :
       {"extern __shared__ double s[];", "extern double __shared__ s[];", "__shared__ extern double s[];",
        "extern __shared__ __align__(16) double s[];"}) {
    const KernelSource source{
        "mine",
        "mine.cu",
        "__global__ void k(double* a) { " + declaration + " s[threadIdx.x] = a[0]; a[1] = s[0]; }",
        {}};
    EXPECT_EQ(use_of(source, HostCode(source), entries_in(source).at(0)).dynamic_shared, 8) << declaration;
  }
}

TEST(AProposedBuffer, BeginsWithLessThanItsOwnLimit) {
  const LaunchPlan plan = plan_of(proposed(
      "struct Peers { unsigned char* arrived; int rank; };\n"
      "__global__ void k(float* a, int nonzeros, int rows, Peers peers) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < rows && i < nonzeros) a[i] = peers.arrived[a[i] > 0]; "
      "}\n"
      "int main() { float* a; Peers peers; cudaMalloc(&a, 20971520 * 4);\n"
      "  k<<<81920, 256>>>(a, 62914558, 20971520, peers); }\n"));
  for (const Buffer& buffer : plan.buffers) EXPECT_LE(buffer.bytes(), std::uint64_t{256} << 20) << buffer.name;
}

TEST(AProposedBuffer, GrowsWhereOnlyTheHostKnowsItsSize) {
  const std::string kernel =
      "__global__ void k(float* a, const int* at, int n) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[at[i]] = 1; }\n";
  const auto grows = [&](const std::string& count) {
    return plan_of(proposed(kernel + "void run(int n, int elements) { float* a; int* at; cudaMalloc(&a, " + count +
                            " * sizeof(float)); cudaMalloc(&at, n * 4);\n  k<<<(n + 63) / 64, 64>>>(a, at, n); }\n"))
        .buffers.at(0)
        .grows;
  };
  EXPECT_TRUE(grows("elements"));
  EXPECT_FALSE(grows("n")) << "the kernel knows it too";
}

TEST(ALaunchInTheFile, HasNoExtentsOfAParameterThatNobodyPasses) {
  const std::string text =
      "__global__ void product(float* c, int wA, int wB) {\n"
      "  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y; if (x < wB) c[y * wB + x] = wA; }\n"
      "void multiply(dim3& dimsA, dim3& dimsB) { float* c; dim3 dimsC(dimsB.x, dimsA.y, 1);\n"
      "  cudaMalloc(&c, dimsC.x * dimsC.y * sizeof(float)); dim3 threads(32, 32);\n"
      "  product<<<dim3(dimsB.x / threads.x, dimsA.y / threads.y), threads>>>(c, dimsA.x, dimsB.x); }\n";
  EXPECT_GT(size_of_kernel(proposed(text), "wB").default_value, 1);
  EXPECT_GT(plan_of(proposed(text)).buffers.at(0).elements(), 1u);
}

TEST(ALaunchInTheFile, HasTheExtentsOfVariablesOutsideOfFunctions) {
  const std::string kernel = "__global__ void k(float* a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n";
  const std::string run = "int main() { float* a; cudaMalloc(&a, 4096 * 4); k<<<grid, block>>>(a); }\n";
  for (const std::string declared :
       {"dim3 block(512), grid(8);", "static dim3 block(512);\nstatic const dim3 grid(8, 1);"}) {
    const LaunchPlan plan = plan_of(proposed(kernel + declared + "\n" + run));
    EXPECT_EQ(plan.launches.at(0).block.x, 512u) << declared;
    EXPECT_EQ(plan.launches.at(0).grid.x, 8u) << declared;
  }
}

TEST(ALaunchInTheFile, IsTakenWhereALoopBeginsWithWhatIsTakenAwayFromASize) {
  const LaunchPlan plan = plan_of(
      proposed("__global__ void step(float* a, int n, int t) {\n"
               "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i >= n - 1 - t) return;\n  a[i + t] = 1;\n}\n"
               "int main() { float* a; cudaMalloc(&a, 4096 * 4);\n"
               "  for (int t = 0; t < 4095; t++) step<<<8, 512>>>(a, 4096, t);\n}\n"));
  EXPECT_EQ(plan.launches.at(0).block.x, 512u);
  EXPECT_EQ(plan.launches.at(0).arguments.at(2).value, 0);
  EXPECT_EQ(plan.sizes.at("n"), 4096);
}

TEST(ALaunchInTheFile, DoesNotBelieveANumberThatAFunctionTakesByReference) {
  const auto shared_of = [](const std::string& parameter) {
    const std::string text =
        "__global__ void k(float* a) { extern __shared__ float s[]; s[threadIdx.x] = a[threadIdx.x]; a[0] = s[1]; }\n"
        "void choose(int n, " +
        parameter +
        " threads) { }\n"
        "int main() { float* a; int threads = 64; choose(5, threads);\n"
        "  k<<<1, 64, threads * sizeof(float)>>>(a); }\n";
    return plan_of(proposed(text)).launches.at(0).shared_grows;
  };
  EXPECT_TRUE(shared_of("int&"));
  EXPECT_FALSE(shared_of("int"));
  EXPECT_FALSE(shared_of("const int&"));
}

}  // namespace
}  // namespace lanescope::catalogue
