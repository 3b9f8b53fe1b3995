// What a file puts into the buffers of its launch.
#include "catalogue/propose/file_fill.h"

#include <gtest/gtest.h>

#include <string>

#include "catalogue/propose/file_launch.h"
#include "catalogue/propose/proposal.h"

namespace lanescope::catalogue {
namespace {

const std::string two_buffers =
    "__global__ void k(int* a, float* b, int n) { a[threadIdx.x] += n; b[threadIdx.x] += n; }\n";

/// The fill of the buffer `d` that a main with these statements passes on, as text.
std::string filled(const std::string& statements, const std::string& before = "") {
  const KernelSource source{
      "mine",
      "mine.cu",
      two_buffers + before +
          "int main() {\n  const int n = 4096, m = 1024;\n  int *h = (int*)malloc(n * 4), *d; float* e;\n" +
          "  cudaMalloc(&d, n * 4);\n  cudaMalloc(&e, n * 4);\n" + statements + "\n  k<<<n / 64, 64>>>(d, e, n);\n}\n",
      {}};
  const auto launches = launches_in(HostCode(source), entries_in(source));
  const auto& fills = launches.at(0).fills;
  const auto found = fills.find("a");
  if (found == fills.end()) return "";
  const FileFill& fill = found->second;
  if (fill.fill == Fill::value) return std::to_string(fill.value);
  if (fill.fill == Fill::index) return "index " + std::to_string(fill.step);
  return std::to_string(fill.from) + ".." + std::to_string(fill.below);
}

const std::string copied = "  cudaMemcpy(d, h, n * 4, cudaMemcpyHostToDevice);";

TEST(AFillInTheFile, IsTheElementOfALoop) {
  const auto loop = [](const std::string& element) {
    return filled("for (int i = 0; i < n; i++) h[i] = " + element + ";" + copied);
  };
  EXPECT_EQ(loop("1"), "1");
  EXPECT_EQ(loop("-3"), "-3");
  EXPECT_EQ(loop("m / 2"), "512");
  EXPECT_EQ(loop("2.0f"), "2");
  EXPECT_EQ(loop("i"), "index 1");
  EXPECT_EQ(loop("(int)(i * sizeof(int))"), "index 4");
  EXPECT_EQ(loop("rand() % 100"), "0..100");
  EXPECT_EQ(loop("(int)(rand() & 0xFF)"), "0..256");
  EXPECT_EQ(loop("'a' + (rand() % 26)"), "97..123");
  EXPECT_EQ(loop("rand() % 21 - 10"), "-10..11");
  EXPECT_EQ(loop("rand() % m"), "0..1024");
  EXPECT_EQ(loop("rand() % n"), "") << "n is a size of the problem, which may become another one";
  EXPECT_EQ(loop("2.5f"), "") << "no whole number";
  EXPECT_EQ(loop("i % 7"), "") << "neither";
  EXPECT_EQ(loop("rand() / (float)RAND_MAX"), "");
  EXPECT_EQ(loop("unknown(i)"), "");
}

TEST(AFillInTheFile, IsFollowedToWhereItIsMade) {
  EXPECT_EQ(filled("cudaMemset(d, 0, n * 4);"), "0");
  EXPECT_EQ(filled("cudaMemset(d, 1, n * 4);"), "") << "bytes, no elements";
  EXPECT_EQ(filled("memset(h, 0, n * 4);" + copied), "0");
  EXPECT_EQ(filled("for (int i = 0; i < n; ++i) d[i] = 7;"), "7") << "managed memory";
  EXPECT_EQ(
      filled("fill(h, n);" + copied, "void fill(int* p, int n) { for (int i = 0; i < n; i++) p[i] = rand() % 9; }\n"),
      "0..9");
  EXPECT_EQ(
      filled("set(h, n, 5);" + copied, "void set(int* p, int n, int v) { for (int i = 0; i < n; i++) p[i] = v; }\n"),
      "5");
  EXPECT_EQ(filled("for (int y = 0; y < 32; y++) for (int x = 0; x < 32; x++) h[y * 32 + x] = rand() % 4;" + copied),
            "0..4");
  EXPECT_EQ(filled("for (int y = 0; y < 32; y++) for (int x = 0; x < 32; x++) h[y * 32 + x] = x;" + copied), "");
  EXPECT_EQ(filled(copied), "") << "nobody fills it";
  EXPECT_EQ(filled("h[0] = 5;" + copied), "") << "one element is not all";
  EXPECT_EQ(filled("h[0] = 5; for (int i = 1; i < n; i++) h[i] = 2;" + copied), "2");
  EXPECT_EQ(filled("for (int i = 0; i < n; ++i) h[i] = 7;"), "") << "nobody copies it";
}

TEST(AFillInTheFile, IsNotThatOfAPart) {
  EXPECT_EQ(filled("cudaMemset(d, 0, 4);"), "") << "one element";
  EXPECT_EQ(filled("cudaMemset(d, 0, m * sizeof(int));"), "");
  EXPECT_EQ(filled("int a[4096]; cudaMemset(d, 0, sizeof(a));"), "0") << "whose size is not known";
  EXPECT_EQ(filled("cudaMemset(d, 0, n * 4); cudaMemset(d, 0, 4);"), "0");
  EXPECT_EQ(filled("memset(h, 0, m);" + copied), "");
  EXPECT_EQ(filled("memset(h, 0, n * 4); cudaMemcpy(d, h, m, cudaMemcpyHostToDevice);"), "");
  EXPECT_EQ(filled("for (int i = 0; i < m; i++) h[i] = 1;" + copied), "");
  EXPECT_EQ(filled("for (int i = 0; i < m; i++) h[i] = 1; for (int i = 0; i < n; i++) h[i] = 2;" + copied), "2");
  EXPECT_EQ(filled("for (int i = 0; i < m; i++) { for (int x = 0; x < n; x++) h[x] = 2; }" + copied), "2");
  EXPECT_EQ(filled("std::fill(h, h + m, 3);" + copied), "");
  EXPECT_EQ(filled("std::fill(h, h + n, 3);" + copied), "3");
  EXPECT_EQ(filled("std::fill_n(h, m, 3);" + copied), "");
  EXPECT_EQ(filled("std::fill_n(h, n, 3);" + copied), "3");
}

TEST(AFillInTheFile, MayBeAnAlgorithmOfTheLibrary) {
  const std::string vector = "std::vector<int> v(n);\n  cudaMemcpy(d, v.data(), n * 4, cudaMemcpyHostToDevice);\n";
  EXPECT_EQ(filled("std::fill(v.begin(), v.end(), 3);" + vector), "3");
  EXPECT_EQ(filled("std::iota(begin(v), end(v), 0);" + vector), "index 1");
  EXPECT_EQ(filled("std::generate(v.begin(), v.end(), []() { return rand() % 100; });" + vector), "0..100");
  EXPECT_EQ(filled("std::vector<int> w(n, 4);\n  cudaMemcpy(d, w.data(), n * 4, cudaMemcpyHostToDevice);"), "4");
}

TEST(AFillInTheFile, IsProposedWhereTheTypeCanHoldIt) {
  const auto toml = [](const std::string& type, const std::string& element) {
    const auto proposal = propose(
        {"mine",
         "mine.cu",
         "__global__ void k(" + type + "* a, int n) { a[threadIdx.x] += n; }\nint main() { const int n = 64; " + type +
             " h[n], *d; cudaMalloc(&d, n * sizeof(" + type + "));\n for (int i = 0; i < n; i++) h[i] = " + element +
             ";\n cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice); k<<<1, 64>>>(d, n); }\n",
         {}},
        {});
    return proposal ? proposal->toml : proposal.error().text();
  };
  EXPECT_NE(toml("char", "'a' + rand() % 26").find("fill = \"random\", from = 97, below = 123"), std::string::npos);
  EXPECT_NE(toml("char", "'a' + rand() % 26").find("shape = [\"n\"]"), std::string::npos) << "bytes are elements";
  EXPECT_NE(toml("float", "i").find("fill = \"index\", step = 1"), std::string::npos);
  EXPECT_NE(toml("float", "1.0f").find("fill = 1"), std::string::npos);
  EXPECT_EQ(toml("char", "1000").find("fill ="), std::string::npos) << "a char holds no 1000";
  EXPECT_EQ(toml("float", "rand() % 10").find("fill ="), std::string::npos) << "floats have their own random numbers";
}

}  // namespace
}  // namespace lanescope::catalogue
