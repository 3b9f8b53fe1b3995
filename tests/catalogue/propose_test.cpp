// Front matters that are proposed for files without one.
#include "catalogue/propose/proposal.h"

#include <gtest/gtest.h>

#include <cstring>

#include "catalogue/kernel_file.h"

namespace lanescope::catalogue {
namespace {

const std::string saxpy =
    "#include <cstdio>\n"
    "// saxpy(\n"
    "__global__ void __launch_bounds__(256) saxpy(float* y, const float* __restrict__ x, float a, int N) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < N) y[i] = a * x[i] + y[i];\n"
    "}\n"
    "template <class T, int SIZE>\n"
    "__global__ void tile(T* out, const T* in, unsigned width, unsigned height) {\n"
    "  unsigned x = blockIdx.x * SIZE + threadIdx.x, y = blockIdx.y * SIZE + threadIdx.y;\n"
    "  if (x < width && y < height) out[y * width + x] = in[y * width + x];\n"
    "}\n"
    "__global__ void declared_only(int* p);\n";

KernelSource source_of(const std::string& text, const std::string& path = "mine.cu") {
  return {"mine", path, text, {}};
}

std::string ptx_of(const std::string& entry, const std::string& body) {
  return ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry " + entry + "\n{\n" + body + "\n\tret;\n}\n";
}

TEST(Entries, AreFoundWithTheirParameters) {
  const auto entries = entries_in(source_of(saxpy));
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].text(), "saxpy(float* y, const float* x, float a, int N)");
  EXPECT_EQ(entries[0].line, 3);
  EXPECT_EQ(entries[1].text(), "tile<T, SIZE>(T* out, const T* in, unsigned width, unsigned height)");
  EXPECT_TRUE(entries[0].parameters[1].constant);
  EXPECT_FALSE(entries[0].parameters[0].constant);
}

TEST(AProposal, MakesBuffersSizesAndAGridOfParameters) {
  const Kernel kernel = proposed(saxpy, {"saxpy", "", "", {{"a", "2.5"}, {"N", "1000"}}});
  const LaunchPlan plan = plan_of(kernel);
  ASSERT_EQ(plan.buffers.size(), 2u);
  EXPECT_EQ(plan.buffers[0].role, Role::inout);
  EXPECT_EQ(plan.buffers[1].role, Role::in);
  EXPECT_EQ(plan.sizes.at("N"), 1000);
  const Launch& launch = plan.launches.at(0);
  EXPECT_EQ(launch.grid, (Dim3{4, 1, 1}));
  EXPECT_EQ(launch.block, (Dim3{256, 1, 1}));
  EXPECT_EQ(launch.arguments.at(2).real, 2.5);
  EXPECT_EQ(launch.arguments.at(3).value, 1000);
  EXPECT_FALSE(plan.check.present());
}

TEST(AProposal, TakesTheArgumentsOfATemplateAndTwoAxes) {
  const Kernel kernel = proposed(saxpy, {"tile<double, 16>", "", "", {}});
  const LaunchPlan plan = plan_of(kernel, {{"width", 100}, {"height", 40}});
  EXPECT_EQ(plan.buffers.at(0).type, ElementType::f64);
  EXPECT_EQ(plan.buffers.at(0).role, Role::out);
  EXPECT_EQ(plan.buffers.at(1).elements(), 4000u);
  EXPECT_EQ(plan.launches.at(0).grid, (Dim3{7, 3, 1}));
}

TEST(AProposal, FollowsWhatIsSaid) {
  const Kernel kernel = proposed(saxpy, {"saxpy", "7", "64", {{"x", "f16[2 * N]"}, {"y", "null"}, {"N", "128"}}});
  const LaunchPlan plan = plan_of(kernel);
  ASSERT_EQ(plan.buffers.size(), 1u);
  EXPECT_EQ(plan.buffers[0].type, ElementType::f16);
  EXPECT_EQ(plan.buffers[0].elements(), 256u);
  EXPECT_EQ(plan.launches.at(0).grid.x, 7u);
  EXPECT_EQ(plan.launches.at(0).arguments.at(0).value, 0);
}

const std::string picture =
    "__global__ void picture(float* out, int width, int height) {\n"
    "  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
    "  if (x < width && y < height) out[y * width + x] = x + y;\n}\n";

TEST(AProposal, MakesKnobsOfTheBlockShapeThatTheGridFollows) {
  const Kernel kernel = proposed(picture, {"", "", "", {{"width", "100"}, {"height", "40"}}});
  ASSERT_EQ(kernel.parameters.size(), 2u);
  EXPECT_EQ(kernel.parameters[0].name, "block_x");
  EXPECT_EQ(plan_of(kernel).launches.at(0).block, (Dim3{16, 16, 1}));
  const LaunchPlan wide = plan_of(kernel, {{"block_x", 64}, {"block_y", 4}});
  EXPECT_EQ(wide.launches.at(0).block, (Dim3{64, 4, 1}));
  EXPECT_EQ(wide.launches.at(0).grid, (Dim3{2, 10, 1}));
  const auto too_large = resolve(kernel, {{"block_x", std::int64_t{128}}}, 1);
  ASSERT_FALSE(too_large);
  EXPECT_NE(too_large.error().text().find("at most 1024 threads"), std::string::npos) << too_large.error().text();
}

TEST(AProposal, TurnsTheBlockWithinWhatTheKernelPermits) {
  const Kernel saxpy_kernel = proposed(saxpy, {"saxpy", "", "", {}});
  ASSERT_EQ(saxpy_kernel.parameters.size(), 1u);
  EXPECT_EQ(saxpy_kernel.parameters[0].values.back(), 256) << "__launch_bounds__(256)";
  // What is typed is where the knob begins; the grid that was typed stays.
  const LaunchPlan typed = plan_of(proposed(saxpy, {"saxpy", "7", "96", {}}));
  EXPECT_EQ(typed.launches.at(0).block.x, 96u);
  EXPECT_EQ(typed.launches.at(0).grid.x, 7u);
  EXPECT_EQ(proposed(saxpy, {"saxpy", "", "2 * 48", {}}).parameters.size(), 0u) << "an expression is no number";
  const auto ptx = [](const char* directive) {
    return proposed(ptx_of("scale(\n .param .u64 scale_param_0,\n .param .u32 scale_param_1\n)\n" +
                               std::string(directive) + " 128, 1, 1",
                           " ld.param.u64 %rd1, [scale_param_0];"),
                    {}, "mine.ptx");
  };
  EXPECT_EQ(ptx(".reqntid").parameters.size(), 0u) << "the driver takes no other shape";
  ASSERT_EQ(ptx(".maxntid").parameters.size(), 1u);
  EXPECT_EQ(ptx(".maxntid").parameters[0].values.back(), 128);
}

TEST(AProposal, FindsThePointersOfPtxWithLineInformation) {
  const Kernel kernel =
      proposed(ptx_of("scale(\n .param .u64 scale_param_0,\n .param .u32 scale_param_1\n)",
                      " .loc 1 2 0\n ld.param.u64 %rd1, [scale_param_0];\n .loc\t1 3 3\n .loc 1 3 9, function_name $L, "
                      "inlined_at 1 4 "
                      "1\n cvta.to.global.u64 %rd2, %rd1;\n .loc 1 5 5\n st.global.f64 [%rd2], %fd1;"),
               {}, "mine.ptx");
  const LaunchPlan plan = plan_of(kernel);
  ASSERT_EQ(plan.buffers.size(), 1u);
  EXPECT_EQ(plan.buffers[0].type, ElementType::f64);
}

TEST(AProposal, DefinesNoNameThatTheFileHas) {
  const std::string own = "#define BLOCK_X 16\n" + picture;
  EXPECT_EQ(proposed(own, {}).parameters.size(), 0u) << "its code is written for that shape";
  EXPECT_EQ(proposed("int BLOCK_XS;\n" + picture, {}).parameters.size(), 2u);
}

TEST(AProposal, LetsABufferBeSmallerThanTheLaunchNeeds) {
  const LaunchPlan plan = plan_of(proposed(saxpy, {"saxpy", "", "", {{"x", "f32[100]"}, {"N", "1000"}}}));
  EXPECT_EQ(plan.buffers.at(1).elements(), 100u);
  EXPECT_EQ(plan.buffers.at(0).elements(), 1000u);
  EXPECT_EQ(plan.launches.at(0).grid.x, 4u);
}

const std::string with_structure =
    "struct Range { float low, high; };\n"
    "struct alignas(16) Options {\n  const float* in;\n  float* result;\n  int n;\n  float w[3];\n  Range range;\n};\n"
    "__global__ void apply(Options options, float4 colour, dim3 extent) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < options.n) options.result[i] = options.in[i] * options.w[0] + colour.x + extent.y;\n}\n";

TEST(AProposal, FollowsTheFieldsOfStructures) {
  const LaunchPlan plan =
      plan_of(proposed(with_structure, {"", "", "", {{"options.range.high", "9.5"}, {"extent", "n, 2"}}}));
  ASSERT_EQ(plan.buffers.size(), 2u);
  EXPECT_EQ(plan.buffers[0].name, "in");
  EXPECT_EQ(plan.buffers[0].role, Role::in);
  EXPECT_EQ(plan.buffers[1].role, Role::out);
  EXPECT_EQ(plan.sizes.at("n"), 65536);
  const auto& arguments = plan.launches.at(0).arguments;
  ASSERT_EQ(arguments.size(), 3u);
  const Structure& options = arguments[0].structure.value();
  EXPECT_EQ(options.layout,
            "in at 0, result at 8, n at 16, w[0] at 20, w[1] at 24, w[2] at 28, range.low at 32, range.high at 36, "
            "together 40 bytes");
  float high = 0;
  std::memcpy(&high, options.bytes.data() + 36, 4);
  EXPECT_EQ(high, 9.5f);
  EXPECT_EQ(arguments[1].structure.value().bytes.size(), 16u);
  EXPECT_EQ(arguments[2].structure.value().bytes.at(4), std::byte{2});
}

TEST(AProposal, TakesAStructureAsAText) {
  const std::string code =
      "#include \"elsewhere.h\"\n__global__ void f(Elsewhere e, int n) { if (threadIdx.x < n) e.out[0] = 1; }\n";
  const auto without = propose(source_of(code), {});
  ASSERT_FALSE(without);
  EXPECT_EQ(without.error().what,
            "the parameter Elsewhere e is neither a number nor a pointer, and its fields are unknown");
  const LaunchPlan plan = plan_of(proposed(
      code, {"", "", "", {{"e", "{ int count = n * 2; double* out = out + 1; const int* in = null }"}, {"n", "8"}}}));
  ASSERT_EQ(plan.buffers.size(), 1u);
  EXPECT_EQ(plan.buffers[0].type, ElementType::f64);
  const Structure& structure = plan.launches.at(0).arguments.at(0).structure.value();
  EXPECT_EQ(structure.bytes.at(0), std::byte{16});
  EXPECT_EQ(structure.addresses.at(0).value, 8);
}

TEST(AProposal, RefusesWhatIsNotThere) {
  EXPECT_EQ(propose(source_of(saxpy), {"sapxy", "", "", {}}).error().what, "the file has no kernel 'sapxy'");
  EXPECT_EQ(propose(source_of(saxpy), {"saxpy", "", "", {{"b", "1"}}}).error().what, "saxpy has no parameter 'b'");
  EXPECT_EQ(propose(source_of(saxpy), {"tile", "", "", {}}).error().remedy,
            "give its template arguments: --entry 'tile<float, 16>' with a type or a number for each");
}

TEST(AProposal, FindsTheKernelsOfHeadersWhereTheFileHasNone) {
  KernelSource host = source_of("#include \"kernels/saxpy.cuh\"\nint main() { saxpy<<<1, 1>>>(0, 0, 1, 1); }\n");
  host.headers = {{"kernels/saxpy.cuh", saxpy}, {"mine.toml", "__global__ void none(int* p) {}"}};
  const auto entries = entries_in(host);
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].file, "kernels/saxpy.cuh");
  EXPECT_EQ(entries[0].line, 3);
  EXPECT_TRUE(propose(host, {"saxpy", "", "", {}}));
  // A file with kernels of its own lists those; one of a header is found by its name.
  host.text += "__global__ void own(int* p, int n) { p[threadIdx.x] = n; }\n";
  EXPECT_EQ(entries_in(host).size(), 1u);
  EXPECT_TRUE(propose(host, {"saxpy", "", "", {}}));
  EXPECT_TRUE(propose(host, {"", "", "", {}}));
}

TEST(AProposal, ReadsTheEntriesOfPtx) {
  const std::string ptx =
      ".version 7.0\n.target sm_70\n.address_size 64\n"
      ".visible .entry scale(\n .param .u64 scale_param_0,\n .param .u32 scale_param_1\n)\n.reqntid 128, 1, 1\n{\n"
      " .reg .b32 %r<2>;\n .reg .b64 %rd<3>;\n mov.u32 %r1, %ctaid.x;\n ld.param.u64 %rd1, [scale_param_0];\n"
      " cvta.to.global.u64 %rd2, %rd1;\n ret;\n}\n";
  const LaunchPlan plan = plan_of(proposed(ptx, {}, "mine.ptx"), {{"n", 256}});
  EXPECT_EQ(plan.buffers.at(0).name, "scale_param_0");
  EXPECT_EQ(plan.launches.at(0).block.x, 128u);
  EXPECT_EQ(plan.launches.at(0).grid.x, 2u);
}

LaunchPlan ptx_plan(const std::string& entry, const std::string& body, const ProposalRequest& request = {}) {
  return plan_of(proposed(ptx_of(entry, body), request, "k.ptx"));
}

TEST(AProposal, FindsBitsOfFloatingPointAsTritonLoadsThem) {
  const LaunchPlan plan = ptx_plan(
      "add(\n\t.param .u64 .ptr .global .align 1 add_param_0,\n\t.param .u64 .ptr .global .align 1 add_param_1,\n\t"
      ".param .u64 .ptr .global .align 1 add_param_2,\n\t.param .u32 add_param_3\n)\n.reqntid 128, 1, 1",
      "\tld.param.u64 %rd1, [add_param_0];\n\tld.param.u64 %rd2, [add_param_1];\n\tld.param.u64 %rd3, [add_param_2];\n"
      "\tmul.wide.s32 %rd4, %r1, 4;\n\tadd.s64 %rd5, %rd1, %rd4;\n\tadd.s64 %rd6, %rd2, %rd4;\n\tadd.s64 %rd7, %rd3, "
      "%rd4;\n"
      "\t// begin inline asm\n\tmov.u32 %r10, 0x0;\n\t@%p1 ld.global.v2.b32 { %r10, %r11 }, [ %rd5 + 0 ];\n\t// end "
      "inline asm\n"
      "\t@%p1 ld.global.b16 { %rs1 }, [ %rd6 + 0 ];\n\tmov.b32 %f1, %r10;\n\tcvt.f32.f16 %f2, %rs1;\n\tadd.f32 %f3, "
      "%f1, %f2;\n"
      "\tmov.b32 %r12, %f3;\n\t@%p1 st.global.b32 [ %rd7 + 0 ], { %r12 };");
  ASSERT_EQ(plan.buffers.size(), 3u);
  EXPECT_EQ(plan.buffers[0].type, ElementType::f32);
  EXPECT_EQ(plan.buffers[0].role, Role::in);
  EXPECT_EQ(plan.buffers[1].type, ElementType::f16);
  EXPECT_EQ(plan.buffers[2].type, ElementType::f32);
  EXPECT_EQ(plan.buffers[2].role, Role::out);
  EXPECT_EQ(plan.launches.at(0).block.x, 128u);
}

TEST(AProposal, FollowsRegistersWithoutPercentSigns) {
  const std::string entry = "number(.param .u64 dst, .param .u64 src)";
  const std::string body =
      "\t.reg .b64 base, from, off, at;\n\t.reg .b32 lane;\n\t.reg .f32 value$1;\n\tld.param.u64 base, [dst];\n"
      "\tld.param.u64 from, [src];\n\tmov.u32 lane, %tid.x;\n\tmul.wide.u32 off, lane, 4;\n"
      "\tadd.s64 at, base, off;\n\tld.global.f32 value$1, [from+16];\n\tadd.f32 value$1, value$1, 0f3F800000;\n"
      "\tst.global.f32 [at], value$1;\n\tret;";
  const LaunchPlan plan = ptx_plan(entry, body);
  ASSERT_EQ(plan.buffers.size(), 2u);
  EXPECT_EQ(plan.buffers[0].name, "dst");
  EXPECT_EQ(plan.buffers[0].role, Role::out);
  EXPECT_EQ(plan.buffers[0].type, ElementType::f32);
  EXPECT_EQ(plan.buffers[1].role, Role::in);
}

TEST(AProposal, TakesABufferForANumberOf64BitsThatShallBeOne) {
  const LaunchPlan plan =
      ptx_plan("keep(.param .u64 dst, .param .u64 n)", "\tret;", {{}, {}, {}, {{"dst", "u32[32]"}, {"n", "7"}}});
  ASSERT_EQ(plan.buffers.size(), 1u);
  EXPECT_EQ(plan.buffers[0].name, "dst");
  EXPECT_EQ(plan.buffers[0].type, ElementType::u32);
  EXPECT_EQ(plan.buffers[0].shape, std::vector<std::int64_t>{32});
}

TEST(AProposal, TakesOnlyAddressesOfNumbaForBuffers) {
  // Numba passes an array as several numbers, of which one is the address of its elements.
  const LaunchPlan plan = ptx_plan(
      "_ZN6cudapy5scale(\n\t.param .u64 a_0,\n\t.param .u64 a_1,\n\t.param .u64 a_2,\n\t.param .u64 a_3,\n\t.param "
      ".u64 a_4,\n"
      "\t.param .u64 a_5,\n\t.param .u64 a_6\n)",
      "\tld.param.u64 %rd1, [a_2];\n\tld.param.u64 %rd2, [a_4];\n\tld.param.u64 %rd3, [a_5];\n\tsetp.ge.s64 %p1, %rd9, "
      "%rd3;\n"
      "\t@%p1 bra $L__BB0_2;\n\tcvta.to.global.u64 %rd4, %rd2;\n\tshl.b64 %rd5, %rd9, 3;\n\tadd.s64 %rd6, %rd4, %rd5;\n"
      "\tld.global.f64 %fd1, [%rd6];\n\tadd.f64 %fd2, %fd1, %fd1;\n\tst.global.f64 [%rd6], %fd2;\n$L__BB0_2:");
  ASSERT_EQ(plan.buffers.size(), 1u);
  EXPECT_EQ(plan.buffers[0].name, "a_4");
  EXPECT_EQ(plan.buffers[0].type, ElementType::f64);
  EXPECT_EQ(plan.buffers[0].role, Role::inout);
}

TEST(AProposal, FollowsPointersOfClangThroughLoopsAndAtomics) {
  const LaunchPlan plan = ptx_plan(
      "histogram(\n\t.param .u64 .ptr .align 1 histogram_param_0,\n\t.param .u64 .ptr .align 1 histogram_param_1,\n"
      "\t.param .u32 histogram_param_2\n)",
      "\tld.param.u64 %rd5, [histogram_param_0];\n\tcvta.to.global.u64 %rd1, %rd5;\n\tld.param.u64 %rd6, "
      "[histogram_param_1];\n\tcvta.to.global.u64 %rd7, %rd6;\n$L__BB0_1:\n\tmov.b64 %rd8, %rd7;\n\tld.global.nc.u8 "
      "%rs1, "
      "[%rd8+1];\n\tadd.s64 %rd7, %rd8, 4;\n\tatom.global.add.u32 %r3, [%rd1], 1;\n\t@%p1 bra $L__BB0_1;");
  ASSERT_EQ(plan.buffers.size(), 2u);
  EXPECT_EQ(plan.buffers[0].type, ElementType::u32);
  EXPECT_EQ(plan.buffers[0].role, Role::inout);
  EXPECT_EQ(plan.buffers[1].type, ElementType::u8);
  EXPECT_EQ(plan.buffers[1].role, Role::in);
}

TEST(AProposal, AsksForTheFieldsOfTheArraysOfJulia) {
  // Julia passes a device array as a structure: its address, its length and its extents.
  const std::string ptx = ptx_of("julia_fill(\n\t.param .align 8 .b8 julia_fill_param_0[32]\n)",
                                 "\tld.param.u64 %rd1, [julia_fill_param_0];\n\tcvta.to.global.u64 %rd2, "
                                 "%rd1;\n\tst.global.f32 [%rd2], 0f3F800000;");
  const auto without = propose(source_of(ptx, "k.ptx"), {});
  ASSERT_FALSE(without);
  EXPECT_NE(without.error().remedy.text().find("julia_fill_param_0={"), std::string::npos) << without.error().remedy;
  const LaunchPlan plan = plan_of(proposed(
      ptx,
      {"", "", "", {{"julia_fill_param_0", "{ float* a = a; long maxsize = 4 * n; long dims = n; long length = n }"}}},
      "k.ptx"));
  EXPECT_EQ(plan.launches.at(0).arguments.at(0).structure.value().bytes.size(), 32u);
}

TEST(ConstantVariables, AreFilledWhereTheKernelReadsRealNumbersOfThem) {
  const std::string code =
      "#define RADIUS 4\n__constant__ float coef[RADIUS + 1][2], unused[3];\n"
      "static __device__ __constant__ double scale;\n__constant__ float4 corner[2];\n"
      "__constant__ int mask[9];\n__constant__ float table[2] = {1, 2};\n__constant__ struct S { int a; } s[2];\n"
      "__constant__ float elsewhere[UNKNOWN];\n"
      "__device__ float scaled(float x) { return scale * x; }\n"
      "__global__ void k(float* out, int n) {\n  int i = threadIdx.x;\n"
      "  if (i < n) out[i] = scaled(coef[1][0]) + corner[0].x + mask[1] + table[0] + s[0].a + elsewhere[0];\n}\n";
  const auto made = propose(source_of(code), {});
  ASSERT_TRUE(made) << made.error().text();
  EXPECT_NE(made->toml.find("\n[symbols]\ncoef = { type = \"f32\", shape = [5, 2] }\nscale = { type = \"f64\" }\n"
                            "corner = { type = \"f32\", shape = [2, 4] }\n"),
            std::string::npos)
      << made->toml;
  std::vector<std::string> texts;
  for (const Assumption& each : made->assumptions) {
    if (each.text.starts_with("__constant__")) texts.push_back(each.text);
  }
  EXPECT_EQ(texts, (std::vector<std::string>{
                       "__constant__ coef: f32 [5, 2], random numbers", "__constant__ scale: f64, random numbers",
                       "__constant__ corner: f32 [2, 4], random numbers", "__constant__ mask: i32 [9], zeros"}));
  EXPECT_EQ(plan_of(proposed(code, {})).symbols.size(), 3U);
}

TEST(AnObjectOfTheTextureUnit, IsNamedAsOneAndNotProposed) {
  const char* const code =
      "__global__ void k(cudaTextureObject_t image, float* out) { out[0] = tex2D<float>(image, 0, 0); }\n"
      "__global__ void s(float* out, const cudaSurfaceObject_t target) { surf2Dwrite(out[0], target, 0, 0); }\n";
  for (const auto& [entry, name, key] :
       {std::tuple("k", "cudaTextureObject_t image", "textures = [{ name = \"image\""),
        std::tuple("s", "cudaSurfaceObject_t target", "surfaces = [{ name = \"target\"")}) {
    ProposalRequest request;
    request.entry = entry;
    const auto proposed = propose({"t", "t.cu", code, {}}, request);
    ASSERT_FALSE(proposed) << entry;
    EXPECT_NE(proposed.error().what.text().find(name), std::string::npos) << proposed.error().text();
    EXPECT_NE(proposed.error().remedy.text().find(key), std::string::npos) << proposed.error().text();
  }
}

TEST(AProposal, PassesAHalfAsTheStructureThatItIs) {
  const auto proposal =
      propose({"mine", "mine.cu", "__global__ void scale(half a, half2 b, half* x) { x[threadIdx.x] = a; }", {}},
              {"", "1", "32", {{"a", "2.5"}}});
  ASSERT_TRUE(proposal) << proposal.error().text();
  EXPECT_NE(proposal->toml.find("value = 2.5 }"), std::string::npos) << proposal->toml;
}

}  // namespace
}  // namespace lanescope::catalogue
