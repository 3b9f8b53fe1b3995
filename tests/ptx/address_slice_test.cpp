#include "ptx/address_slice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>

namespace lanescope::ptx {
namespace {

/// A tile goes through shared memory and is added up in a loop; `body` stands behind the loop.
std::string tile_kernel(const std::string& body) {
  return R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry sum(.param .u64 out, .param .u64 in, .param .u32 trips)
{
  .reg .pred %p<3>;
  .reg .b32 %r<9>;
  .reg .f32 %f<9>;
  .reg .b64 %rd<9>;
  .shared .align 4 .b8 tile[128];
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  ld.param.u32 %r1, [trips];
  mov.u32 %r2, 0;
  mov.u32 %r3, tile;
  mov.f32 %f1, 0f00000000;
loop:
  ld.global.f32 %f2, [%rd1];
  st.shared.f32 [%r3], %f2;
  bar.sync 0;
  ld.shared.f32 %f3, [%r3];
  fma.rn.f32 %f1, %f3, %f3, %f1;
  add.s64 %rd1, %rd1, 4;
  add.s32 %r2, %r2, 1;
  setp.lt.u32 %p1, %r2, %r1;
  @%p1 bra loop;
)" + body +
         "  ret;\n}\n";
}

std::size_t count(const AddressSlice& slice, Opcode opcode) {
  return static_cast<std::size_t>(
      std::ranges::count(slice.module.functions.front().instructions, opcode, &Instruction::opcode));
}

TEST(AddressSlice, LeavesOutWhatOnlyComputesValues) {
  const auto module = parse(tile_kernel("  st.global.f32 [%rd2], %f1;\n"));
  ASSERT_TRUE(module) << module.error().text();
  const AddressSlice slice = address_slice(*module);
  EXPECT_FALSE(slice.depends_on_loads);
  EXPECT_EQ(count(slice, Opcode::fma), 0u);
  EXPECT_EQ(count(slice, Opcode::bar), 1u);
  EXPECT_EQ(count(slice, Opcode::st), 1u) << "the one to global memory";
  EXPECT_EQ(count(slice, Opcode::ld), 4u) << "three parameters and the one from global memory";
  EXPECT_EQ(count(slice, Opcode::add), 2u) << "of the address and of the counter of the loop";
  // The branch still leads to the load, and every instruction keeps its line.
  const Function& function = slice.module.functions.front();
  const auto target = function.label("loop");
  ASSERT_TRUE(target);
  EXPECT_EQ(function.instructions.at(*target).opcode, Opcode::ld);
  EXPECT_EQ(function.instructions.at(*target).space(), Space::global);
  EXPECT_EQ(function.instructions.at(*target).ptx_line, module->functions.front().instructions.at(6).ptx_line);
  EXPECT_TRUE(parse(print(slice.module)));
}

TEST(AddressSlice, KeepsAllThatDecidesWhenAnAddressComesFromMemory) {
  const auto module =
      parse(tile_kernel("  ld.shared.u32 %r4, [%r3];\n  cvt.u64.u32 %rd3, %r4;\n"
                        "  add.s64 %rd4, %rd2, %rd3;\n  st.global.f32 [%rd4], %f1;\n"));
  ASSERT_TRUE(module) << module.error().text();
  const AddressSlice slice = address_slice(*module);
  EXPECT_TRUE(slice.depends_on_loads);
  EXPECT_EQ(slice.module.functions.front().instructions.size(), module->functions.front().instructions.size());
}

TEST(AddressSlice, KeepsWhatABranchOrAPredicateDependsOn) {
  const auto module = parse(tile_kernel("  setp.gt.f32 %p2, %f1, 0f00000000;\n  @%p2 st.global.f32 [%rd2], %f1;\n"));
  ASSERT_TRUE(module) << module.error().text();
  const AddressSlice slice = address_slice(*module);
  EXPECT_TRUE(slice.depends_on_loads);
  EXPECT_EQ(count(slice, Opcode::fma), 1u);
  EXPECT_EQ(count(slice, Opcode::setp), 2u);
}

TEST(AddressSlice, OfAnAtomicOperationTakesItsResultForDecisive) {
  const auto module = parse(tile_kernel("  atom.global.add.u32 %r4, [%rd2], 1;\n"));
  ASSERT_TRUE(module) << module.error().text();
  EXPECT_TRUE(address_slice(*module).depends_on_loads);
}

TEST(AddressSlice, KeepsAllAccessesWhenAsked) {
  const auto module = parse(tile_kernel("  st.global.f32 [%rd2], %f1;\n"));
  ASSERT_TRUE(module) << module.error().text();
  const AddressSlice slice = address_slice(*module, KeptAccesses::all);
  EXPECT_FALSE(slice.depends_on_loads);
  EXPECT_EQ(count(slice, Opcode::fma), 0u);
  EXPECT_EQ(count(slice, Opcode::st), 2u);
  EXPECT_EQ(count(slice, Opcode::ld), 5u);
}

TEST(AddressSlice, WhatIsLeftOutRanAsOftenAsItsNeighbours) {
  const auto module = parse(tile_kernel("  st.global.f32 [%rd2], %f1;\n"));
  ASSERT_TRUE(module) << module.error().text();
  const AddressSlice slice = address_slice(*module, KeptAccesses::all);
  std::map<std::int32_t, std::uint64_t> counts;
  const Function &whole = module->functions.front(), &shorter = slice.module.functions.front();
  const std::uint32_t loop = whole.label("loop").value();
  for (const Instruction& instruction : shorter.instructions) {
    const bool repeated = instruction.ptx_line >= whole.instructions.at(loop).ptx_line &&
                          instruction.ptx_line <= whole.instructions.at(loop + 8).ptx_line;
    counts[instruction.ptx_line] = repeated ? 7 : 1;
  }
  add_omitted_counts(*module, counts);
  EXPECT_EQ(counts.size(), whole.instructions.size());
  for (const Instruction& instruction : whole.instructions) {
    if (instruction.opcode != Opcode::fma) continue;
    EXPECT_EQ(counts.at(instruction.ptx_line), 7u);
  }
}

}  // namespace
}  // namespace lanescope::ptx
