// Files of many kernels, of which one is wanted.
#include <gtest/gtest.h>

#include "compiler/fixture.h"
#include "compiler/host/kernel_names.h"

namespace lanescope::compiler {
namespace {

Expected<Compiled> only(const std::string& kernel, const std::string& code, std::vector<std::string> kernels = {}) {
  Request wanted = request(code);
  wanted.only = {kernel};
  wanted.kernels = std::move(kernels);
  return shared_compiler().compile(wanted);
}

std::vector<std::string> entries(const Expected<Compiled>& compiled) {
  EXPECT_TRUE(compiled) << (compiled ? "" : compiled.error().text());
  std::vector<std::string> names;
  if (!compiled) return names;
  for (const auto& [name, resources] : compiled->entries) names.push_back(demangled_name(name));
  std::ranges::sort(names);
  return names;
}

using Names = std::vector<std::string>;

const std::string two_kernels =
    "#define KERNEL __global__ void\n"
    "__device__ float twice(float x) { return 2 * x; }\n"
    "extern \"C\" KERNEL right(float* out) { out[threadIdx.x] = twice(out[threadIdx.x]); }\n"
    "extern \"C\" KERNEL wrong(float* out) {\n#if defined(NEVER)\n}\n#else\n  out[0] = undeclared;\n}\n#endif\n"
    "int main() { right<<<1, 32>>>(nullptr); wrong<<<1, 32>>>(nullptr); }\n";

TEST(OtherKernels, AreLeftOutWithTheirMistakes) {
  const auto compiled = only("right", two_kernels);
  EXPECT_EQ(entries(compiled), Names{"right"});
  ASSERT_TRUE(compiled);
  EXPECT_EQ(compiled->left_out.at("kernels/lesson/example.cu"), (std::vector<LineRange>{{11, 11}}))
      << "a kernel is no code of the host";
}

TEST(OtherKernels, AreCompiledUnlessTheyAreToBeLeftOut) {
  EXPECT_FALSE(shared_compiler().compile(request(two_kernels)));
}

TEST(OtherKernels, DoNotHideAMistakeOfTheKernelThatIsWanted) {
  const auto compiled = only("wrong", two_kernels);
  ASSERT_FALSE(compiled);
  EXPECT_EQ(compiled.error().diagnostics.front().line, 8) << compiled.error().text();
}

TEST(OtherKernels, StayWhereTheKernelUsesThem) {
  const std::string code =
      "extern \"C\" __global__ void inner(float* out) { out[0] = 1; }\n"
      "extern \"C\" __global__ void other(float* out) { out[0] = 2; }\n"
      "__device__ bool is_inner(void* f) { return f == reinterpret_cast<void*>(inner); }\n"
      "extern \"C\" __global__ void outer(float* out, void* f) { out[0] = is_inner(f); }\n";
  EXPECT_EQ(entries(only("outer", code)), (Names{"inner", "outer"}));
}

TEST(OtherKernels, AreNotInstantiatedByTheFile) {
  const std::string code =
      "template <class T, int N> __global__ void fill(T* out) { out[threadIdx.x] = N; }\n"
      "template <class T> __global__ void clear(T* out) { out[threadIdx.x] = 0; }\n"
      "#define FILL(T, N) template __global__ void fill<T, N>(T*);\n"
      "FILL(float, 1)\nFILL(double, 2)\n"
      "template __global__ void fill<int, 3>(int*);\n"
      "template __global__ void clear<int>(int*);\n";
  EXPECT_EQ(entries(only("fill<double, 2>", code, {"fill<double, 2>"})), Names{"fill<double, 2>"});
  EXPECT_EQ(entries(shared_compiler().compile(request(code))).size(), 4u);
}

TEST(OtherKernels, ThatMacrosDefineStay) {
  const std::string code =
      "#define UNARY(name, expression) extern \"C\" __global__ void name(float* x) { x[0] = expression; }\n"
      "UNARY(negate, -x[0])\nUNARY(square, x[0] * x[0])\n"
      "extern \"C\" __global__ void other(float* x) { x[0] = 3; }\n";
  EXPECT_EQ(entries(only("square", code)), (Names{"negate", "other", "square"}))
      << "where the text does not tell where a kernel begins, it stays";
}

TEST(OtherKernels, AreFoundByNamesWithNamespacesAndParameters) {
  const std::string code =
      "namespace deep { __global__ void scale(float* x) { x[0] *= 2; } __global__ void add(float* x) { x[0] += 2; } }\n"
      "__global__ void scale(int* x) { x[0] *= 2; }\n";
  EXPECT_EQ(entries(only("deep::scale", code)), (Names{"deep::scale", "scale"}));
  EXPECT_EQ(entries(only("scale(int*)", code)), (Names{"deep::scale", "scale"}));
}

}  // namespace
}  // namespace lanescope::compiler
