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

TEST(Control, ReadsForWhichGroupsOfCopiesAWarpWaits) {
  constexpr Bits ends_group{0x00000000000079af, 0x000e260000000000};     // LDGDEPBAR
  constexpr Bits waits_for_old{0x000080c00000791a, 0x000fc80000000000};  // DEPBAR.LE SB0, 0x3
  constexpr Bits waits_for_all{0x000080000000791a, 0x000fc80000000000};  // DEPBAR.LE SB0, 0x0
  EXPECT_EQ(unit_of(ends_group, 90), Unit::copy_group);
  EXPECT_EQ(unit_of(waits_for_old, 80), Unit::copy_wait);
  EXPECT_EQ(copy_groups_left(waits_for_old), 3u);
  EXPECT_EQ(copy_groups_left(waits_for_all), 0u);
  EXPECT_EQ(copy_groups_left(ends_group), std::nullopt);
}

TEST(Control, KnowsHowMuchAProductOfMatricesTakes) {
  constexpr Bits f16_16816{0x0000001a0c08723c, 0x000fe20000000808};   // HMMA.16816.F16 R8, R12, R26, R8
  constexpr Bits bf16_16816{0x00000002081c723c, 0x0c0fec000004181c};  // HMMA.16816.F32.BF16
  constexpr Bits f16_1688{0x000000020204723c, 0x0c0fe80000001004};    // HMMA.1688.F32
  constexpr Bits tf32_1688{0x00000002081c723c, 0x0c0fec000008101c};   // HMMA.1688.F32.TF32
  constexpr Bits tf32_1684{0x000000020204723c, 0x0c0fe80000085004};   // HMMA.1684.F32.TF32
  constexpr Bits s8_16832{0x00000002081c7237, 0x0c0fec0000405c1c};    // IMMA.16832.S8.S8
  constexpr Bits s8_16816{0x0000000202047237, 0x0c0fe80000405404};    // IMMA.16816.S8.S8
  constexpr Bits f64{0x000000020220723f, 0x001e220000000020};         // DMMA.8x8x4
  for (const Bits& bits : {f16_16816, bf16_16816, tf32_1688, s8_16832}) EXPECT_EQ(unit_of(bits, 90), Unit::matrix);
  for (const Bits& bits : {f16_1688, tf32_1684, s8_16816}) EXPECT_EQ(unit_of(bits, 90), Unit::matrix_half);
  EXPECT_EQ(unit_of(f64, 90), Unit::matrix_double);
}

TEST(Control, KnowsVotesAndBranchesThroughRegisters) {
  constexpr Bits vote{0x0000000000007806, 0}, uniform_vote{0x0000000000047886, 0};  // VOTE.ANY, VOTEU.ANY
  EXPECT_TRUE(is_vote(vote) && is_vote(uniform_vote));
  EXPECT_FALSE(is_vote(add_bits) || is_indirect_branch(branch_back));
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
