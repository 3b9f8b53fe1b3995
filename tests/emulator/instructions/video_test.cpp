// The video instructions in every form, and the functions of CUDA that use them.
#include <algorithm>
#include <functional>

#include "emulator/instructions/video_forms.h"

namespace lanescope::emulator::video {
namespace {

template <class Form>
void expect_as_in_the_manual(const std::vector<Form>& forms) {
  constexpr std::size_t threads = 128;
  const Words in = operands(threads);
  std::vector<std::string> lines;
  for (const Form& form : forms) lines.push_back(form.text());
  const Words out = run_lines(lines, in);
  for (std::size_t line = 0; line < lines.size(); ++line) {
    for (std::size_t thread = 0; thread < threads; ++thread) {
      const std::uint32_t a = in[4 * thread], b = in[4 * thread + 1], c = in[4 * thread + 2];
      ASSERT_EQ(out[line * threads + thread], forms[line].reference(a, b, c))
          << lines[line] << std::hex << " of " << a << ", " << b << ", " << c;
    }
  }
}

TEST(Video, SumsAndExtremesOfPartsFollowTheManual) {
  for (const std::string name : {"add", "sub", "absdiff", "min", "max"}) {
    expect_as_in_the_manual(scalar_forms(name, {""}));
  }
}

TEST(Video, ShiftsOfPartsFollowTheManual) {
  for (const std::string name : {"shl", "shr"}) expect_as_in_the_manual(scalar_forms(name, {"clamp", "wrap"}));
}

TEST(Video, ComparisonsOfPartsFollowTheManual) {
  expect_as_in_the_manual(scalar_forms("set", {"eq", "ne", "lt", "le", "gt", "ge"}));
}

TEST(Video, ProductsOfPartsWithASumFollowTheManual) {
  expect_as_in_the_manual(product_forms());
}

TEST(Video, PairsOfHalvesAndFoursOfBytesFollowTheManual) {
  for (const unsigned elements : {2u, 4u}) {
    for (const std::string name : {"add", "sub", "avrg", "absdiff", "min", "max"}) {
      expect_as_in_the_manual(simd_forms(name, elements, {""}));
    }
    expect_as_in_the_manual(simd_forms("set", elements, {"eq", "ne", "lt", "le", "gt", "ge"}));
  }
}

/// The intrinsics of CUDA on bytes, from CUDA C++; the other rows of the kernel are compared with a GPU.
TEST(Video, FunctionsOfCudaOnBytesAddSubtractAndSaturate) {
  const ReadyKernel kernel = program(test_kernel("video"), {{"n", std::int64_t{333}}});
  const Outcome outcome = run_clean(kernel);
  const auto in = filled(kernel), out = result(kernel, outcome);
  const std::size_t n = 333;
  const auto bytes = [&](std::uint32_t a, std::uint32_t b, const std::function<int(int, int)>& on_byte) {
    std::uint32_t result = 0;
    for (unsigned shift = 0; shift < 32; shift += 8) {
      const int value = on_byte(static_cast<int>(a >> shift & 0xffu), static_cast<int>(b >> shift & 0xffu));
      result |= (static_cast<std::uint32_t>(value) & 0xffu) << shift;
    }
    return result;
  };
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t a = in[i], b = in[n + i];
    ASSERT_EQ(out[1 * n + i], bytes(a, b, [](int x, int y) { return x + y; })) << "__vadd4 of element " << i;
    ASSERT_EQ(out[5 * n + i], bytes(a, b, [](int x, int y) { return std::min(x + y, 255); })) << "__vaddus4 of " << i;
    ASSERT_EQ(out[7 * n + i], bytes(a, b, [](int x, int y) { return x - y; })) << "__vsub4 of element " << i;
    ASSERT_EQ(out[11 * n + i], bytes(a, b, [](int x, int y) { return std::max(x - y, 0); })) << "__vsubus4 of " << i;
  }
}

TEST(Video, FormsThatPtxDoesNotHaveAreRefused) {
  const Words in(4);
  for (const std::string line : {"vadd.u32.u32 %r5, %r1, %r2;",
                                 "vadd.u32.u32.u32.wrap %r5, %r1, %r2;",
                                 "vadd.u32.u32.u32 %r5, %r1.b4, %r2;",
                                 "vadd.u32.u32.u32 %r5, %r1.h10, %r2;",
                                 "vadd.u32.u32.u32.max %r5.b1, %r1, %r2, %r3;",
                                 "vadd.u32.u32.u32 %r5, %r1, %r2, %r3;",
                                 "vadd.u32.u32.u32 %r5, -%r1, %r2;",
                                 "vshl.u32.u32.u32 %r5, %r1, %r2;",
                                 "vshl.u32.u32.s32.wrap %r5, %r1, %r2;",
                                 "vmad.u32.u32.u32.po %r5, -%r1, %r2, %r3;",
                                 "vmad.u32.u32.u32 %r5, -%r1, %r2, -%r3;",
                                 "vmad.u32.u32.u32.shr7 %r5, %r1, %r2;",
                                 "vset.u32.u32 %r5, %r1, %r2;",
                                 "vset.u32.u32.lt.sat %r5, %r1, %r2;",
                                 "vadd2.u32.u32.u32 %r5, %r1, %r2;",
                                 "vadd2.u32.u32.u32.sat.add %r5, %r1, %r2, %r3;",
                                 "vadd2.u32.u32.u32.min %r5, %r1, %r2, %r3;",
                                 "vadd2.u32.u32.u32 %r5.h01, %r1, %r2, %r3;",
                                 "vadd2.u32.u32.u32 %r5, %r1.b10, %r2, %r3;",
                                 "vadd4.u32.u32.u32 %r5, %r1.b321, %r2, %r3;",
                                 "vadd.u32.u32.f32 %r5, %r1, %r2;",
                                 "vadd.u32.u32.u32 %r5, %rd1, %r2;"}) {
    EXPECT_FALSE(try_lines({line}, in)) << line;
  }
}

}  // namespace
}  // namespace lanescope::emulator::video
