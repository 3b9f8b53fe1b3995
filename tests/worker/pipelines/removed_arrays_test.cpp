// Arrays of shared memory that the compiler removes.
#include "worker/pipelines/removed_arrays.h"

#include <algorithm>

#include "worker/support/execute_fixture.h"

namespace lanescope::worker {
namespace {

using ARemovedArray = Execute;

/// Two kernels: what `first` does with its arrays, and a second one that only stores.
catalogue::KernelSource source_of(const std::string& declaration, const std::string& use) {
  return {
      "mine",
      "mine.cu",
      "/* lanescope\ntitle = \"mine\"\n[buffers]\nout = { role = \"out\", type = \"f32\", shape = [64] }\n"
      "[[launch]]\nentry = \"first\"\ngrid = [1]\nblock = [64]\narguments = [\"out\"]\n*/\n"
      "__global__ void first(float* out) {\n  " +
          declaration + "\n  tile[threadIdx.x] = 2;\n  __syncthreads();\n  out[threadIdx.x] = " + use +
          ";\n}\n__global__ void second(float* out) {\n  __shared__ float other[64];\n  other[threadIdx.x] = 1;\n}\n",
      {}};
}

TEST_F(ARemovedArray, IsNotedWithItsLine) {
  const auto notes = [&](const std::string& declaration, const std::string& use) {
    experiments::Experiment experiment;
    experiment.kernel = source_of(declaration, use);
    experiment.backend = experiments::Backend::emulator;
    return notes_of(last(experiment));
  };
  const std::string shared = "__shared__ float tile[64];";
  EXPECT_EQ(
      notes(shared, "1"),
      (std::vector<std::string>{"the array tile (line 12) is not in the compiled kernel, because nothing there reads "
                                "it; stores to it were removed"}));
  EXPECT_TRUE(notes(shared, "tile[63 - threadIdx.x]").empty()) << "the array of the other kernel is not launched";
}

TEST(RemovedArrays, AreThoseOfTheLaunchedKernels) {
  const std::string ptx = ".visible .entry first() { .shared .align 4 .b8 _ZZ5firstPfE4tile[256]; ret; }";
  const auto names = [&](const std::string& declaration, const std::string& text, const std::string& entry) {
    std::vector<std::string> found;
    for (const RemovedArray& array : removed_arrays(source_of(declaration, "1"), {entry}, text))
      found.push_back(array.name);
    return found;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names("__shared__ float tile[64], more[32];", ptx, "first"), Names{"more"});
  EXPECT_EQ(names("__shared__ float tile[64];", ptx, "second"), Names{"other"});
  EXPECT_EQ(names("__shared__ float tile[64];", "", "first"), Names{"tile"});
  EXPECT_EQ(names("__shared__ float tile[64];", "", "first<8>"), Names{"tile"});
  EXPECT_TRUE(names("extern __shared__ float tile[];", "", "first").empty()) << "it has no size of its own";
  EXPECT_TRUE(names("extern float __shared__ tile[];", "", "first").empty());
  EXPECT_TRUE(names("extern __align__(16) __shared__ float tile[];", "", "first").empty());
  EXPECT_EQ(names("__align__(16) __shared__ float tile[64];", "", "first"), Names{"tile"});
  EXPECT_TRUE(names("// __shared__ float old[64];\n  float tile[64];", ptx, "first").empty()) << "a comment";
}

}  // namespace
}  // namespace lanescope::worker
