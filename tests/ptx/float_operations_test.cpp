// How many floating-point operations an instruction makes.
#include "ptx/float_operations.h"

#include <gtest/gtest.h>

#include <string_view>

namespace lanescope::ptx {
namespace {

unsigned operations_of(std::string_view mnemonic) {
  Instruction instruction;
  std::string_view unknown;
  EXPECT_TRUE(read_mnemonic(mnemonic, instruction.opcode, instruction.suffixes, unknown))
      << mnemonic << ": " << unknown;
  return float_operations(instruction);
}

TEST(FloatOperations, OfALaneAreThoseOfItsNumbers) {
  EXPECT_EQ(operations_of("fma.rn.f32"), 2u);
  EXPECT_EQ(operations_of("fma.rn.f16x2"), 4u);
  EXPECT_EQ(operations_of("add.f64"), 1u);
  EXPECT_EQ(operations_of("mul.rn.bf16x2"), 2u);
  EXPECT_EQ(operations_of("sqrt.rn.f32"), 1u);
}

TEST(FloatOperations, AreNotThoseOfIntegersAndMoves) {
  for (const char* mnemonic : {"add.s32", "mad.lo.s32", "mul.wide.u32", "mov.f32", "cvt.rn.f16.f32", "setp.lt.f32",
                               "max.f32", "ld.global.f32", "neg.f32"}) {
    EXPECT_EQ(operations_of(mnemonic), 0u) << mnemonic;
  }
}

TEST(FloatOperations, OfProductsOfMatricesAreSharedAmongTheLanes) {
  EXPECT_EQ(operations_of("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"), 2u * 16 * 8 * 16 / 32);
  EXPECT_EQ(operations_of("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32"), 2u * 8 * 8 * 4 * 4 / 32)
      << "each quarter of the warp has one";
  EXPECT_EQ(operations_of("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64"), 2u * 8 * 8 * 4 / 32);
  EXPECT_EQ(operations_of("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32"), 0u);
  EXPECT_EQ(operations_of("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32"), 2u * 16 * 16 * 16 / 32);
  EXPECT_EQ(operations_of("wmma.load.a.sync.aligned.row.m16n16k16.global.f16"), 0u);
  EXPECT_EQ(operations_of("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16"), 2u * 64 * 64 * 16 / 128);
}

}  // namespace
}  // namespace lanescope::ptx
