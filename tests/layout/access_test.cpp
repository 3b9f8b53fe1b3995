// Accesses to tiles: their lanes, and wavefronts that are known from the rules of the banks.
#include "layout/access.h"

#include <gtest/gtest.h>

#include "layout/read/read_mapping.h"

namespace lanescope::layout {
namespace {

AccessCost cost(std::string_view layout, std::string_view access, std::optional<unsigned> bits = {}) {
  const auto mapping = read_mapping(layout, bits);
  if (!mapping) throw MachineError(mapping.error());
  const auto read = read_access(access);
  if (!read) throw MachineError(read.error());
  auto counted = cost_of(*mapping, *read);
  if (!counted) throw MachineError(counted.error());
  return *std::move(counted);
}
/// "wavefronts/least in instructions"
std::string counts(std::string_view layout, std::string_view access, std::optional<unsigned> bits = {}) {
  const AccessCost counted = cost(layout, access, bits);
  return std::to_string(counted.count) + "/" + std::to_string(counted.ideal) + " in " +
         std::to_string(counted.instructions.size());
}

TEST(LayoutAccess, OfAColumnConflictsWithoutPadding) {
  EXPECT_EQ(counts("(32,32):(32,1)", "column"), "1024/32 in 32");
  EXPECT_EQ(counts("(32,32):(33,1)", "column"), "32/32 in 32");
  EXPECT_EQ(counts("(32,32):(32,1)", "row"), "32/32 in 32");
  EXPECT_EQ(counts("Sw<5,0,5> o 0 o (32,32):(32,1)", "column"), "32/32 in 32");
  EXPECT_EQ(counts("(8,8):(8,1)", "column"), "16/8 in 8");
}

TEST(LayoutAccess, OfMatricesNeedsASwizzle) {
  EXPECT_EQ(counts("(8,64):(64,1)", "ldmatrix.x4", 16), "64/8 in 2");
  EXPECT_EQ(counts("Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1)", "ldmatrix.x4.trans"), "8/8 in 2");
  EXPECT_EQ(counts("Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1)", "store.tile.b128"), "8/8 in 2");
  EXPECT_EQ(counts("(64,8):(1,64)", "stmatrix.x2", 16), "64/8 in 4");
}

TEST(LayoutAccess, GoesByThreadsInTheirOrder) {
  const AccessCost counted = cost("(8,16):(16,1)", "copy.b128 (8,4):(4,1)");
  ASSERT_EQ(counted.instructions.size(), 1u);
  EXPECT_EQ(counted.instructions[0].instruction.elements[5], 1 + 8 * 4);
  EXPECT_EQ(counted.instructions[0].instruction.addresses[5], 4u * (16 + 4));
  EXPECT_EQ(counted.count, 4u);
}

TEST(LayoutAccess, OfAFragmentLoadsRegistersWhereTheirElementsAreNeighbours) {
  // Pairs of halves in 32 bits: four registers of A. Rows of 32 bytes meet in the banks, with 16 bytes more they do
  // not.
  EXPECT_EQ(counts("(16,16):(16,1)", "mma.m16n8k16.f16.A", 16), "8/4 in 4");
  EXPECT_EQ(counts("(16,16):(24,1)", "mma.m16n8k16.f16.A", 16), "4/4 in 4");
  // Down the columns a register takes two loads.
  EXPECT_EQ(cost("(16,16):(1,16)", "mma.m16n8k16 f16 A", 16).instructions.size(), 8u);
  EXPECT_EQ(cost("(32,16):(16,1)", "store.SM80_16x8x16_F32F16F16F32_TN C").instructions.size(), 4u * 4u);
  const auto access = read_access("mma.m16n8k16.f16.A").value();
  EXPECT_EQ(cost_of(read_mapping("(8,16):(16,1)", 16).value(), access).error().what.id(),
            "memory_layout.fragment_does_not_fit");
  EXPECT_EQ(read_access("wgmma.m64n8k16.f32.D").error().what.id(), "memory_layout.access");
}

TEST(LayoutAccess, OfDeviceMemoryCountsSectors) {
  EXPECT_EQ(counts("(32,32):(1024,1)", "global.row"), "128/128 in 32");
  EXPECT_EQ(counts("(32,32):(1024,1)", "global.column"), "1024/128 in 32");
}

TEST(LayoutAccess, IsRefusedWithItsReason) {
  const auto id = [](std::string_view layout, std::string_view access) {
    const auto read = read_access(access);
    if (!read) return std::string(read.error().what.id());
    const auto counted = cost_of(read_mapping(layout).value(), *read);
    return counted ? std::string() : std::string(counted.error().what.id());
  };
  EXPECT_EQ(id("8:1", "diagonal"), "memory_layout.access");
  EXPECT_EQ(id("8:1", "row.b256"), "memory_layout.access");
  EXPECT_EQ(id("8:1", "copy"), "memory_layout.access");
  EXPECT_EQ(id("(8,8):(9,2)", "row.b128"), "memory_layout.no_vectors");
  EXPECT_EQ(id("(4,8):(8,1)", "ldmatrix.x4"), "memory_layout.no_matrices");
  EXPECT_EQ(id("(8,8):(-8,1)", "row"), "memory_layout.no_address");
  EXPECT_EQ(id("(8,8):(8,1)", "copy (4,8):(8,2)"), "memory_layout.threads");
  EXPECT_EQ(id("(8,8):(8,1)", "copy (3,1):(1,0)"), "memory_layout.threads_do_not_fit");
  EXPECT_EQ(id("(1024,1024):(1024,1)", "row"), "memory_layout.too_many_elements");
}

}  // namespace
}  // namespace lanescope::layout
