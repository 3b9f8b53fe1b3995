// The fields of time in machine code. The numbers are those of instructions that nvdisasm 13.0 printed for sm_90.
#include "sass/control.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "sass/cubins.h"

namespace lanescope::sass {
namespace {

constexpr Bits load_bits{0x0000000602037981, 0x0000a2000c1e1900};     // LDG.E R3, desc[UR6][R2.64]
constexpr Bits add_bits{0x0000000403047221, 0x004fcc0000000000};      // FADD R4, R3, R4: needs the R3 of that load
constexpr Bits branch_back{0xfffffffc00dc1947, 0x000fea000383ffff};   // @P1 BRA 0x160, at 0x1e0
constexpr Bits branch_on{0x0000000400bc0947, 0x000fea0003800000};     // @P0 BRA 0x770, at 0x70
constexpr Bits branch_apart{0x0000000606687947, 0x000fea000b800000};  // BRA.DIV UR6
constexpr Bits exit_always{0x000000000000794d, 0x000fea0003800000};

TEST(Control, OfALoadNamesTheScoreboardThatItsUserWaitsFor) {
  EXPECT_EQ(control_of(load_bits), (Control{1, 2, 0, 0}));
  EXPECT_EQ(control_of(add_bits), (Control{6, no_scoreboard, no_scoreboard, 1u << 2}));
}

TEST(Control, ReadsWhereBranchesGo) {
  EXPECT_EQ(branch_target(branch_back, 0x1e0, 90), 0x160);
  EXPECT_EQ(branch_target(branch_on, 0x70, 90), 0x770);
  EXPECT_EQ(branch_target(branch_apart, 0x340, 90), std::nullopt);
  EXPECT_EQ(branch_target(load_bits, 0x170, 90), std::nullopt);
  EXPECT_TRUE(is_guarded(branch_back));
  EXPECT_FALSE(is_guarded(exit_always));
}

TEST(Control, ReadsWhereBranchesOfOlderGpusGo) {
  constexpr Bits back{0xffffff5000009947, 0x000fea000383ffff};       // @!P1 BRA 0x60, at 0x100, for sm_75
  constexpr Bits to_itself{0xfffffff000007947, 0x000fc0000383ffff};  // BRA 0x160, at 0x160
  EXPECT_EQ(branch_target(back, 0x100, 75), 0x60);
  EXPECT_EQ(branch_target(to_itself, 0x160, 89), 0x160);
}

class UnitsOf : public testing::TestWithParam<int> {};

TEST_P(UnitsOf, WhatNvrtcMakesAreKnownAndItsLoopsAreFound) {
  const char* const text = R"(
extern "C" __global__ void all(float* p, const int* q, double* d, int n) {
  __shared__ float s[64];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 32) sum += __sinf(p[i]) * q[i];
  s[threadIdx.x] = sum;
  __syncthreads();
  d[0] += d[1] * d[2];
  __threadfence();
  p[n] = __shfl_down_sync(0xffffffff, s[63 - threadIdx.x], 1);
})";
  if (!compiles_for(GetParam())) GTEST_SKIP() << "this NVRTC does not compile for it";
  const auto cubin = read_cubin(compile("units.cu", text, GetParam()).cubin);
  ASSERT_TRUE(cubin) << cubin.error().text();
  const Function& function = *cubin->function("all");
  std::map<Unit, int> found;
  bool back = false;
  for (const Instruction& instruction : function.instructions) {
    ++found[unit_of(instruction.bits, cubin->architecture)];
    const auto target = branch_target(instruction.bits, instruction.address, cubin->architecture);
    if (!target) continue;
    EXPECT_GE(*target, 0);
    EXPECT_LT(*target, static_cast<std::int64_t>(function.instructions.size() * bytes_per_instruction));
    back |= *target < instruction.address;
  }
  for (const Unit unit : {Unit::fma, Unit::special, Unit::double_, Unit::shuffle, Unit::memory, Unit::barrier,
                          Unit::fence, Unit::branch, Unit::exit}) {
    EXPECT_GT(found[unit], 0) << static_cast<int>(unit);
  }
  EXPECT_EQ(found[Unit::matrix], 0);
  EXPECT_TRUE(back) << "the loop has no branch back";
}

INSTANTIATE_TEST_SUITE_P(Control, UnitsOf, testing::Values(75, 80, 86, 89, 90, 100, 120));

}  // namespace
}  // namespace lanescope::sass
