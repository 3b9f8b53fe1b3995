// Files as other people write them: kernels with the host code around them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/missing_header.h"
#include "base/text.h"
#include "compiler/fixture.h"

namespace lanescope::compiler {
namespace {

const std::string file = "kernels/lesson/example.cu";

Compiled compiled(const std::string& code, std::map<std::string, std::string> headers = {},
                  std::vector<std::string> kernels = {}) {
  Request wanted = request(code, std::move(headers));
  wanted.kernels = std::move(kernels);
  auto result = shared_compiler().compile(wanted);
  EXPECT_TRUE(result) << result.error().text();
  return result ? *std::move(result) : Compiled{};
}

Error refused(const std::string& code, std::map<std::string, std::string> headers = {}) {
  const auto result = shared_compiler().compile(request(code, std::move(headers)));
  EXPECT_FALSE(result.has_value());
  return result ? Error{} : result.error();
}

const std::string whole_program = R"(#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#include "helper_of_nobody.h"

const int count = 256;
std::vector<float> values(count);

extern "C" __global__ void twice(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i < count) out[i] = 2 * in[i];
}

static void check(cudaError_t error) {
  if (error != cudaSuccess) { std::printf("}\n"); exit(EXIT_FAILURE); }
}

int main() {
  float* device = nullptr;
  check(cudaMalloc(&device, count * sizeof(float)));
  twice<<<1, count>>>(device, device, count);
  return 0;
}
)";

TEST(HostCode, IsLeftOutOfAWholeProgramAndItsLinesAreKnown) {
  const Compiled program = compiled(whole_program);
  ASSERT_TRUE(program.entries.contains("twice"));
  const std::vector<LineRange> expected{{2, 2}, {4, 4}, {7, 7}, {14, 23}};
  EXPECT_EQ(program.left_out, (LinesByFile{{file, expected}}));
  EXPECT_TRUE(program.messages.empty());
  const auto place = place_of_entry(program.ptx, "twice");
  ASSERT_TRUE(place);
  EXPECT_EQ(place->line, 9);
}

TEST(HostCode, IsNotLookedForInAFileThatCompiles) {
  const Compiled program = compiled("extern \"C\" __global__ void f(float* out) { out[0] = 1; }\n");
  EXPECT_TRUE(program.left_out.empty());
}

TEST(HostCode, StaysKnownInTheCache) {
  const TemporaryFolder folder;
  const auto first = open_compiler(folder.path()).compile(request(whole_program));
  const auto second = open_compiler(folder.path()).compile(request(whole_program));
  ASSERT_TRUE(first && second);
  EXPECT_TRUE(second->cached);
  EXPECT_EQ(second->left_out, first->left_out);
  EXPECT_FALSE(second->left_out.empty());
}

TEST(HostCode, OfHeadersIsLeftOutToo) {
  const Compiled program =
      compiled("#include \"tools.h\"\nextern \"C\" __global__ void f(float* out) { out[0] = half_of(3); }\n",
               {{"tools.h",
                 "#include <string>\n#define ANYWHERE __host__ __device__\n"
                 "inline std::string name() { return \"x\"; }\n"
                 "ANYWHERE inline float half_of(float x) { return x / 2; }\n"}});
  EXPECT_EQ(program.left_out, (LinesByFile{{"tools.h", {{1, 1}, {3, 3}}}}));
}

TEST(HostCode, InAMemberOfAKernelsTypeIsLeftOutAlone) {
  const Compiled program = compiled(R"(#include <cstdlib>
struct Field {
  float* data;
  void allocate(int n) { cudaMalloc(&data, n); std::atexit(nullptr); }
  __device__ float at(int i) const { return data[i]; }
};
extern "C" __global__ void f(Field field, float* out) { out[0] = field.at(3); }
)");
  EXPECT_EQ(program.left_out, (LinesByFile{{file, {{4, 4}}}}));
}

TEST(HostCode, OfTypesThatNoKernelUsesIsLeftOutWhole) {
  const Compiled program = compiled(R"(#include <string>
struct Options {
  std::string name;
};
using Names = std::string;
static_assert(sizeof(std::string) > 0);
extern "C" __global__ void f(float* out) { out[0] = 3; }
)");
  EXPECT_EQ(program.left_out, (LinesByFile{{file, {{1, 6}}}}));
}

TEST(HostCode, GivesKernelsWhatTheyUseOfTheHostsHeaders) {
  const Compiled program = compiled(R"(#include <algorithm>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>
#include <limits>
#include <cassert>
#include "device_launch_parameters.h"
extern "C" __global__ void f(float* out, uint64_t n, std::uint32_t m) {
  assert(n < SIZE_MAX);
  out[0] = -FLT_MAX;
  out[1] = INT_MAX;
  out[2] = std::sqrt(out[2]) + std::min(n, uint64_t{3}) + M_PI;
  out[3] = std::numeric_limits<float>::max();
  out[4] = -INFINITY;
}
)");
  EXPECT_TRUE(program.entries.contains("f"));
  EXPECT_TRUE(program.left_out.empty());
  EXPECT_TRUE(program.messages.empty());
}

TEST(HostCode, WithAWholeStandardLibraryInUseTakesLibcuxx) {
  const Compiled program = compiled(R"(#include <type_traits>
#include <vector>
template <class T>
__device__ T half_of(T x) {
  static_assert(std::is_arithmetic_v<T>);
  return x / 2;
}
extern "C" __global__ void f(float* out) { out[0] = half_of(out[1]); }
int main() { std::vector<int> v; }
)");
  EXPECT_TRUE(program.entries.contains("f"));
}

TEST(HostCode, ThatAKernelCallsIsNamedWithItsLine) {
  const Error error = refused(R"(#include <vector>
float half_of(float x) {
  return x / 2;
}
extern "C" __global__ void f(float* out) { out[0] = half_of(3); }
int main() {}
)");
  EXPECT_EQ(error.where.text(), file + ":5:53");
  EXPECT_NE(error.remedy.text().find("__device__"), std::string::npos) << error.remedy;
  EXPECT_NE(error.remedy.text().find("lines 2 to 4"), std::string::npos) << error.remedy;
}

TEST(HostCode, InATypeThatAKernelUsesIsNamedWithWhatToMove) {
  const Error error = refused(R"(#include <string>
struct Options {
  std::string name;
  int n;
};
extern "C" __global__ void f(Options options, float* out) { out[0] = options.n; }
)");
  EXPECT_EQ(error.where.text().substr(0, file.size() + 2), file + ":3");
  EXPECT_NE(error.remedy.text().find("lines 2 to 5"), std::string::npos) << error.remedy;
}

TEST(HostCode, LeavesAnErrorOfAKernelAsItIs) {
  const Error error = refused(R"(#include <vector>
extern "C" __global__ void f(float* out) { out[0] = missing; }
int main() { std::vector<int> v; }
)");
  EXPECT_EQ(error.what, "identifier \"missing\" is undefined");
  EXPECT_EQ(error.where.text(), file + ":2:53");
  EXPECT_EQ(error.diagnostics.size(), 1u);
}

TEST(HostCode, DoesNotHideThatAHeaderWasNotFound) {
  const Error error = refused(R"(#include "not_there.cuh"
extern "C" __global__ void f(float* out) { out[0] = half_of(3); }
)");
  EXPECT_NE(error.remedy.text().find("not_there.cuh"), std::string::npos) << error.remedy;
  const Diagnostic& remark = error.diagnostics.back();
  EXPECT_EQ(missing_header(remark), "not_there.cuh") << "for whoever looks for it";
  EXPECT_EQ(remark.line, 1);
  EXPECT_EQ(remark.severity, Diagnostic::Severity::remark);
}

TEST(HostCode, InAliasesIsLeftOutAlsoWhereAKernelHasTheSameWord) {
  const Compiled program = compiled(R"(#include <string>
using std::string;
extern "C" __global__ void f(float* out, int string) { out[string] = 3; }
)");
  EXPECT_EQ(program.left_out, (LinesByFile{{file, {{1, 2}}}}));
}

TEST(HostCode, MayAskForTheSystemAndForLibrariesTypes) {
  const Compiled program = compiled(R"(#include <cublas_v2.h>
#include <cuda.h>
#include <cufft.h>
#if !defined(__linux__) && !defined(_WIN32)
#error "another system"
#endif
typedef __nv_bfloat16 element;
extern "C" __global__ void f(element* out, CUtexObject texture, cufftComplex value) { out[0] = value.x; }
int main() { cublasHandle_t handle; }
)");
  EXPECT_EQ(program.left_out, (LinesByFile{{file, {{9, 9}}}}));
}

TEST(HostCode, DoesNotHideThatTheHeaderOfANamespaceWasNotFound) {
  const Error error = refused(
      "#include <nowhere/shapes.h>\nusing namespace shapes;\n"
      "extern \"C\" __global__ void f(float* out) { out[0] = area(3); }\n");
  EXPECT_NE(error.remedy.text().find("nowhere/shapes.h"), std::string::npos) << error.text();
}

TEST(HostCode, ThatIsATextureReferenceIsNamedAsSuch) {
  const Error error = refused(
      "#include <cstdio>\ntexture<float> table;\n"
      "extern \"C\" __global__ void f(float* out) {\n  out[0] = tex1Dfetch(table, 0);\n"
      "  out[1] = tex1Dfetch(table, 1);\n}\n");
  EXPECT_EQ(error.diagnostics.size(), 1u);
  EXPECT_NE(error.remedy.text().find("texture reference"), std::string::npos) << error.text();
  for (const Diagnostic& each : error.diagnostics) {
    EXPECT_EQ(each.message.find("__nv_"), std::string::npos) << "a file that nobody has: " << each.message;
  }
}

TEST(HostCode, ThatLaunchesFromAKernelIsExplained) {
  const Error error = refused(R"(#include <vector>
__global__ void child(float* out) { out[0] = 1; }
__global__ void parent(float* out) { child<<<1, 1>>>(out); }
)");
  EXPECT_NE(error.remedy.text().find("device runtime"), std::string::npos) << error.remedy;
}

TEST(HostCode, GivesWhatHeadersBringAlongUnasked) {
  const Compiled program = compiled(R"(#include <cstdio>
#include <thrust/tuple.h>
template <class T, class U>
__device__ typename std::common_type<T, U>::type larger(T a, U b) { return a > b ? a : b; }
extern "C" __global__ void f(float* out, thrust::tuple<int, float> pair) {
  out[0] = larger(thrust::get<0>(pair), thrust::get<1>(pair));
}
)");
  EXPECT_TRUE(program.entries.contains("f"));
}

TEST(HostCode, ThatDeclaresAKernelsTypeSaysWhyItDoesNotCompile) {
  const Error error = refused(R"(#include <string>
using Name = std::string;
extern "C" __global__ void f(Name name) {}
)");
  EXPECT_EQ(error.what, "identifier \"Name\" is undefined");
  EXPECT_NE(error.remedy.text().find("line 2 of"), std::string::npos) << error.remedy;
  EXPECT_NE(error.remedy.text().find("\"string\""), std::string::npos) << error.remedy;
}

TEST(HostCode, WithALambdaOfTheDeviceIsStillOfTheHost) {
  const Compiled program = compiled(R"(
extern "C" __global__ void f(float* out) { out[0] = 3; }
template <class F> void for_each(F f) {}
void host() { for_each([] __device__(int i) { return i; }); }
)");
  EXPECT_EQ(program.left_out, (LinesByFile{{file, {{3, 4}}}}));
}

TEST(HostCode, IsNotWhatAMacroMakesConstexpr) {
  // CUTLASS marks so what is constexpr from C++17 on, and computes types with it.
  const Compiled program = compiled(R"(
#include <vector>
#if __cplusplus >= 201703L
#define WHERE_POSSIBLE constexpr
#else
#define WHERE_POSSIBLE
#endif
#define ALSO WHERE_POSSIBLE
template <int N> ALSO auto wide() { return N > 4 ? 8 : 4; }
template <int N> struct Wide { static constexpr int bytes = wide<N>(); };
extern "C" __global__ void f(int* out) { *out = Wide<5>::bytes; }
int main() { std::vector<int> all(wide<2>()); }
)");
  EXPECT_TRUE(program.entries.contains("f"));
  EXPECT_EQ(program.left_out, (LinesByFile{{file, {{2, 2}, {12, 12}}}}));
}

TEST(HostCode, IsNoPrototypeThatIsOnlyAskedForItsType) {
  const Compiled program = compiled(R"(
#include <vector>
struct yes { static constexpr int value = 1; };
struct no { static constexpr int value = 0; };
template <class T> auto has_size(T*) -> decltype(T::size, yes());
auto has_size(...) -> no;
struct Sized { static constexpr int size = 3; };
extern "C" __global__ void f(int* out) {
  *out = decltype(has_size(static_cast<Sized*>(nullptr)))::value + decltype(has_size(static_cast<int*>(nullptr)))::value;
}
int main() { std::vector<int> all(3); }
)");
  EXPECT_TRUE(program.entries.contains("f"));
  EXPECT_EQ(program.left_out, (LinesByFile{{file, {{2, 2}, {11, 11}}}}));
}

TEST(HostCode, KeepsMacrosThatAreDefinedInsideIt) {
  const Compiled program = compiled(R"(
int main() {
#define FACTOR 3
#ifdef FACTOR
  return FACTOR;
#endif
}
extern "C" __global__ void f(float* out) { out[0] = FACTOR; }
)");
  EXPECT_TRUE(program.entries.contains("f"));
}

TEST(HostCode, OfTheToolkitsHeadersDoesNotStopAKernel) {
  for (const std::string header : {"driver_functions.h", "channel_descriptor.h", "cuda_occupancy.h"}) {
    const Compiled program =
        compiled("#include <" + header + ">\nextern \"C\" __global__ void f(float* out) { out[0] = 3; }\n");
    EXPECT_TRUE(program.entries.contains("f")) << header;
  }
}

/// A header that no list names: what NVRTC says of it is enough.
TEST(HostCode, OfAHeaderThatIncludesAToolkitsHeaderIsFoundByTheCompilersWords) {
  const Compiled program =
      compiled("#include \"tools.h\"\nextern \"C\" __global__ void f(float* out) { out[0] = 3; }\n",
               {{"tools.h", "#include \"./driver_functions.h\"\n"}});
  EXPECT_TRUE(program.entries.contains("f"));
}

TEST(HostCode, OfAnyLengthIsLeftOutInAFewAttempts) {
  for (const int functions : {0, 1}) {
    std::string lines;
    for (int i = 0; i < 1500; ++i) {
      lines += fmt::format("typedef void (*draw{}_t)(Shade kind, Amount count);\n", i);
      for (int k = 0; k < functions; ++k) lines += fmt::format("Shade shade{}(Amount);\n", i);
    }
    const Compiled program = compiled(
        "#include \"many.h\"\nextern \"C\" __global__ void f(float* out) { out[0] = 3; }\n", {{"many.h", lines}});
    EXPECT_EQ(program.left_out, (LinesByFile{{"many.h", {{1, 1500 * (1 + functions)}}}}));
  }
}

TEST(KernelNames, OfTemplatesAreCompiledForTheirArguments) {
  const std::string expression = "lesson::scale<float, 4>";
  const Compiled program =
      compiled("namespace lesson {\ntemplate <class T, int N>\n__global__ void scale(T* out) { out[0] = N; }\n}\n", {},
               {expression});
  ASSERT_TRUE(program.lowered.contains(expression));
  EXPECT_TRUE(program.entries.contains(program.lowered.at(expression)));
}

TEST(KernelNames, NeedNoExternC) {
  const Compiled program = compiled(
      "namespace lesson {\n__global__ void scale(float* out) { out[0] = 1; }\n}\n"
      "extern \"C\" __global__ void plain(float* out) { out[0] = 1; }\n"
      "static __global__ void hidden(float* out) { out[0] = 1; }\n",
      {}, {"scale", "plain", "hidden"});
  ASSERT_EQ(program.lowered.size(), 3u);
  EXPECT_EQ(program.lowered.at("plain"), "plain");
  EXPECT_TRUE(program.entries.contains(program.lowered.at("scale")));
  EXPECT_TRUE(program.entries.contains(program.lowered.at("hidden")));
}

TEST(KernelNames, ThatDoNotExistAreAnErrorInTheirOwnWords) {
  Request wanted = request("template <class T> __global__ void scale(T* out) { out[0] = 1; }\n");
  wanted.kernels = {"scale<Unknown>"};
  const auto result = shared_compiler().compile(wanted);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().what,
            "'scale<Unknown>' is not a kernel of this file, or does not take these template arguments");
}

TEST(UnknownTypes, OfATemplateThatIsAskedForAreErrorsAndNoCrash) {
  const std::string code =
      "template <int N>\n__global__ void twice(Unknown* x, int n) {\n  for (int k = 0; k < N; ++k) {\n"
      "    if (k < n) x[k] = x[k] + x[k];\n  }\n}\n";
  Request wanted = request(code);
  wanted.kernels = {"twice<4>"};
  const auto result = shared_compiler().compile(wanted);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().what, "identifier \"Unknown\" is undefined") << "one error";
  EXPECT_EQ(result.error().where.line, 2);
  wanted.text = "#include \"settings.h\"\n" + code;
  const auto without_header = shared_compiler().compile(wanted);
  ASSERT_FALSE(without_header);
  EXPECT_NE(without_header.error().remedy.text().find("settings.h"), std::string::npos)
      << without_header.error().remedy;
}

TEST(UnknownTypes, AreOneErrorEach) {
  const Error error = refused(R"(extern "C" __global__ void f(float* out) {
  Unknown a;
  a.x = 3;
  Unknown b = a;
  out[0] = b.x;
}
)");
  ASSERT_EQ(error.diagnostics.size(), 1u);
  EXPECT_EQ(error.diagnostics[0].message, "identifier \"Unknown\" is undefined\nalso at line 4");
}

}  // namespace
}  // namespace lanescope::compiler
