// How far the index expressions of a kernel reach, as the buffers of its proposal have it.
#include "catalogue/propose/index_extents.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "catalogue/catalogue.h"
#include "catalogue/propose/index_term.h"
#include "catalogue/propose/proposal.h"

namespace lanescope::catalogue {
namespace {

/// The elements of each buffer, as the proposal writes them, without its role and type.
std::map<std::string, std::string> extents(const std::string& text, const ProposalRequest& request = {}) {
  const auto proposal = propose({"mine", "mine.cu", text, {}}, request);
  EXPECT_TRUE(proposal) << (proposal ? "" : proposal.error().text());
  std::map<std::string, std::string> found;
  if (!proposal) return found;
  for (const ProposedArgument& row : proposal->arguments) {
    if (row.kind != ProposedArgument::Kind::buffer) continue;
    const std::size_t open = row.value.find('[');
    found[row.name] = row.value.substr(open + 1, row.value.rfind(']') - open - 1);
  }
  return found;
}

const std::string index_of_thread = "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n";

TEST(AnIndexExtent, IsThatOfLoopsAndConditions) {
  const auto of = extents(
      "__global__ void product(const float* A, const float* B, float* C, int m, int n, int k) {\n"
      "  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (row < m && col < n) {\n"
      "    float sum = 0;\n"
      "    for (int i = 0; i < k; ++i) sum += A[row * k + i] * B[i * n + col];\n"
      "    C[row * n + col] = sum;\n  }\n}\n");
  EXPECT_EQ(of.at("A"), "k * m");
  EXPECT_EQ(of.at("B"), "k * n");
  EXPECT_EQ(of.at("C"), "m * n");
}

TEST(AnIndexExtent, KnowsSeveralValuesOfAnElement) {
  const auto of =
      extents("__global__ void flux(float* values, const int* around, float* out, int cells) {\n" + index_of_thread +
              "  if (i >= cells) return;\n"
              "  for (int j = 0; j < 4; j++) out[i] += values[i + (1 + 3) * cells] * around[i + j * cells];\n"
              "  values[i] = 0;\n}\n");
  EXPECT_EQ(of.at("values"), "5 * cells");
  EXPECT_EQ(of.at("around"), "4 * cells");
  EXPECT_EQ(of.at("out"), "cells");
}

TEST(AnIndexExtent, CountsTheElementsOfVectors) {
  const auto of = extents("__global__ void copy(const float4* a, float* b, float* c, int n) {\n" + index_of_thread +
                          "  if (i < n / 4) {\n"
                          "    reinterpret_cast<float4*>(b)[i] = a[i];\n"
                          "    *(float4*)(&c[4 * i]) = a[i];\n  }\n}\n");
  for (const char* name : {"a", "b", "c"}) EXPECT_EQ(of.at(name), "4 * (n / 4)") << name;
}

TEST(AnIndexExtent, TellsProductsInBracketsFromCasts) {
  const auto of = extents(
      "__global__ void heads(const float* q, float* o, int rows, int width) {\n"
      "  int base = ((blockIdx.y * rows * width) + (threadIdx.x * width));\n"
      "  if (threadIdx.x >= rows) return;\n"
      "  for (int i = 0; i < width; i++) o[base + i] = q[(base) + (int)(i)];\n}\n",
      {"", "1, 3", "64", {{"rows", "64"}, {"width", "8"}}});
  EXPECT_EQ(of.at("q"), "3 * rows * width");
  EXPECT_EQ(of.at("o"), "3 * rows * width");
}

TEST(AnIndexExtent, CastsAPointerBeforeItMoves) {
  const auto of = extents("__global__ void copy(const void* a, float* b, int n) {\n" + index_of_thread +
                          "  const uint4* from = (const uint4*)a + i;\n"
                          "  if (i < n) ((uint4*)b)[i] = *from;\n}\n");
  EXPECT_EQ(of.at("b"), "4 * n");
  EXPECT_EQ(of.at("a"), "16 * n") << "bytes";
}

TEST(AnIndexExtent, FollowsPointersThatMove) {
  const std::string text =
      "template <int BM, int BK> __global__ void rows(int M, int K, const float* A, float* C) {\n"
      "  A += blockIdx.x * BM * K;\n"
      "  const float* row = A + threadIdx.x * K;\n"
      "  float sum = 0;\n"
      "  for (int at = 0; at < K; at += BK) { for (int k = 0; k < BK; ++k) sum += row[k]; row += BK; }\n"
      "  C[blockIdx.x * BM + threadIdx.x] = sum;\n}\n";
  const ProposalRequest request{"rows<64, 8>", "2", "64", {{"M", "128"}, {"K", "32"}}};
  KernelSource source{"mine", "mine.cu", text, {}};
  const auto proposal = propose(source, request);
  ASSERT_TRUE(proposal) << proposal.error().text();
  source.headers["mine.toml"] = proposal->toml;
  auto kernel = read_kernel(std::move(source));
  ASSERT_TRUE(kernel) << kernel.error().front().text();
  const auto plan = resolve(*kernel, {}, 1);
  ASSERT_TRUE(plan) << plan.error().text();
  // The last index is 64 * 32 + 63 * 32 + 24 + 7.
  EXPECT_GE(plan->buffers.at(0).elements(), 4096u);
  EXPECT_LE(plan->buffers.at(0).elements(), 5120u);
  EXPECT_EQ(plan->buffers.at(1).elements(), 128u);
}

TEST(AnIndexExtent, FollowsFunctionsOfTheFile) {
  const auto of = extents(
      "__device__ float at(const float* p, int y, int x, int width) { return p[y * width + x]; }\n"
      "__global__ void blur(const float* in, float* out, int w, int h) {\n"
      "  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
      "  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;\n"
      "  out[y * w + x] = at(in, y - 1, x, w) + at(in, y + 1, x + 1, w);\n}\n");
  EXPECT_EQ(of.at("in"), "h * w");
  EXPECT_EQ(of.at("out"), "h * w");
}

TEST(AnIndexExtent, IsThatOfTheBlockWhereOnlyThreadsAreCounted) {
  const auto of = extents(
      "__global__ void bins(const unsigned char* data, int* counts, int n) {\n"
      "  __shared__ int own[256];\n  own[threadIdx.x] = 0;\n  __syncthreads();\n"
      "  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)\n"
      "    atomicAdd(&own[data[i]], 1);\n"
      "  __syncthreads();\n  atomicAdd(counts + threadIdx.x, own[threadIdx.x]);\n}\n");
  EXPECT_EQ(of.at("data"), "n");
  EXPECT_EQ(of.at("counts"), "block_x");
}

TEST(AnIndexExtent, LeavesTheUsualNumberWhereAnIndexIsNotKnown) {
  const auto of = extents("__global__ void gather(const float* a, const int* order, float* out, int n) {\n" +
                          index_of_thread + "  if (i < n) out[i] = a[order[i]];\n}\n");
  EXPECT_EQ(of.at("a"), "n");
  EXPECT_EQ(of.at("out"), "n");
}

TEST(AnIndexExtent, DoesNotTakeAMemberForAPointer) {
  const auto of = extents("__global__ void pairs(float* x, float* y, int n) {\n" + index_of_thread +
                          "  if (i < n) y[i] = x[2 * i] + x[2 * i + 1];\n}\n");
  EXPECT_EQ(of.at("x"), "2 * n") << "threadIdx.x is not x";
}

TEST(AnIndexExtent, IsNotPutInPlaceOfWhatTheFileAllocates) {
  const auto of = extents("__global__ void copy(const float* a, float* b, int n) {\n" + index_of_thread +
                          "  if (i < n) b[2 * i] = a[i];\n}\n"
                          "int main() { int n = 1000; float *a, *b; cudaMalloc(&a, n * sizeof(float));\n"
                          "  cudaMalloc(&b, n * sizeof(float)); copy<<<4, 256>>>(a, b, n); }\n");
  EXPECT_EQ(of.at("b"), "n") << "the kernel has a fault, which a larger buffer would hide";
}

TEST(ABlockThatNobodyNames, FillsTheArraysOfSharedMemory) {
  const auto block = [](const std::string& text) {
    const auto proposal = propose({"mine", "mine.cu", text, {}}, {});
    return proposal ? proposal->block : proposal.error().text();
  };
  EXPECT_EQ(block("__global__ void sum(float* a) {\n  __shared__ float s[128];\n"
                  "  s[threadIdx.x] = a[blockIdx.x * 128 + threadIdx.x];\n  __syncthreads();\n"
                  "  a[blockIdx.x] = s[127 - threadIdx.x];\n}\n"),
            "128");
  EXPECT_EQ(block("#define TILE 32\n__global__ void turn(float* a, int n) {\n  __shared__ float t[TILE][TILE + 1];\n"
                  "  t[threadIdx.y][threadIdx.x] = a[(blockIdx.y * TILE + threadIdx.y) * n + threadIdx.x];\n"
                  "  a[blockIdx.x] = t[threadIdx.x][threadIdx.y];\n}\n"),
            "32, 32");
  // What a condition keeps out of the array does not count.
  EXPECT_EQ(block("__global__ void few(float* a) {\n  __shared__ float s[32];\n"
                  "  if (threadIdx.x < 32) s[threadIdx.x] = 0;\n  a[threadIdx.x] = 1;\n}\n"),
            "256");
  EXPECT_EQ(block("template <int N> __device__ void tile(float* a) {\n  __shared__ float t[N][N];\n"
                  "  t[threadIdx.y][threadIdx.x] = a[threadIdx.x];\n}\n"
                  "__global__ void eight(float* a) { tile<8>(a); }\n"),
            "8, 8");
}

TEST(DynamicSharedMemory, ReachesAsFarAsItsIndices) {
  const auto bytes = [](const std::string& body, const std::string& host = "") {
    const auto proposal =
        propose({"mine",
                 "mine.cu",
                 "__global__ void k(float* a) {\n  extern __shared__ double s[];\n" + body + "\n}\n" + host,
                 {}},
                {});
    return proposal ? proposal->shared_bytes : proposal.error().text();
  };
  EXPECT_EQ(bytes("s[threadIdx.x] = 0; s[threadIdx.x + blockDim.x] = 1; a[0] = s[0];"), "16 * block_x");
  EXPECT_EQ(bytes("if (threadIdx.x < 8) s[threadIdx.x] = 0;"), "64");
  EXPECT_EQ(bytes("s[(int)a[0]] = 1;"), "block_x * 8");
  // What only a running program knows is a guess; what the file says is not.
  EXPECT_EQ(bytes("s[threadIdx.x] = 0;", "int main(int c, char** v) { int b = atoi(v[1]); k<<<1, 64, b>>>(0); }"),
            "512");
  EXPECT_EQ(bytes("s[threadIdx.x] = 0;", "int main() { k<<<1, 64, 4096>>>(0); }"), "4096");
}

TEST(AGridThatNobodyNames, HasBlocksOnlyWhereTheyAreToldApart) {
  const auto proposal = propose({"mine",
                                 "mine.cu",
                                 "__global__ void rows(float* a, int w, int h) {\n"
                                 "  if (threadIdx.x < w && blockIdx.y < h) a[blockIdx.y * w + threadIdx.x] = 1; }\n",
                                 {}},
                                {});
  ASSERT_TRUE(proposal) << proposal.error().text();
  EXPECT_EQ(proposal->grid.substr(0, 3), "1, ") << proposal->grid;
  EXPECT_EQ(proposal->block.find(','), std::string::npos) << proposal->block;
}

TEST(AProposal, ReadsNumbersThatAreMultipliedAsFarAsTheArrayGoes) {
  KernelSource source{"mine",
                      "mine.cu",
                      "__global__ void gather(const int* ids, const float* rows, float* out, int n, int C) {\n"
                      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                      "  if (i >= n) return;\n  const float* row = rows + ids[i] * C;\n"
                      "  for (int c = 0; c < C; ++c) out[i * C + c] = row[c];\n}\n",
                      {}};
  const auto proposal = propose(source, {"", "", "", {{"n", "128"}, {"C", "4"}, {"rows", "f32[4000]"}}});
  ASSERT_TRUE(proposal) << proposal.error().text();
  source.headers["mine.toml"] = proposal->toml;
  auto kernel = read_kernel(std::move(source));
  ASSERT_TRUE(kernel) << kernel.error().front().text();
  const auto plan = resolve(*kernel, {}, 1);
  ASSERT_TRUE(plan) << plan.error().text();
  EXPECT_EQ(plan->buffers.at(0).fill_below, 1000) << "rows of four elements";
}

TEST(AnIndexTerm, KeepsEqualPartsTogether) {
  const IndexTerm n = IndexTerm::factor("n", 8), m = IndexTerm::factor("m", 4);
  EXPECT_EQ(((n - IndexTerm(1)) * m + m).text(), "m * n");
  EXPECT_EQ((n * m - n - IndexTerm(1)).rounded_up().text(), "m * n");
  EXPECT_EQ((n + n + IndexTerm(3)).value(), 19);
  EXPECT_EQ((n - n).text(), "0");
  EXPECT_TRUE(IndexTerm::covers(n * m, n));
  EXPECT_FALSE(IndexTerm::covers(n * m, n + IndexTerm(1))) << "both are 1 for n = m = 1";
  EXPECT_EQ(IndexTerm::function("max", n * m, n).text(), "m * n");
  const IndexTerm large = IndexTerm::factor("k", std::int64_t{1} << 62);
  EXPECT_FALSE((large * large).value()) << "no number of 64 bits";
}

}  // namespace
}  // namespace lanescope::catalogue
