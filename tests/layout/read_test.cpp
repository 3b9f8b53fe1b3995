// The forms of texts, each by what it must mean.
#include "layout/read/read_mapping.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace lanescope::layout {
namespace {

Mapping read(std::string_view text, std::optional<unsigned> bits = {}) {
  auto mapping = read_mapping(text, bits);
  if (!mapping) throw MachineError(mapping.error());
  return *std::move(mapping);
}
std::string read_id_of(std::string_view text) {
  const auto mapping = read_mapping(text);
  return mapping ? "none" : std::string(mapping.error().what.id());
}

TEST(LayoutTexts, OfIndexExpressionsAreLayoutsWhereOneFits) {
  EXPECT_EQ(read("row * 33 + col").text(), "(32,32):(33,1)");
  EXPECT_EQ(read("col * 64 + row for row < 16, col < 8").text(), "(16,8):(1,64)");
  EXPECT_EQ(read("threadIdx.y * 32 + (threadIdx.x ^ threadIdx.y)").text(), "Sw<5,0,5> o 0 o (32,32):(32,1)");
  EXPECT_EQ(read("row * 64 + ((col / 8) ^ (row & 7)) * 8 + col % 8 for row < 8, col < 64").text(),
            "Sw<3,3,3> o 0 o (8,64):(64,1)");
  EXPECT_EQ(read("(i >> 2) * 128 + (i & 3) * 8 for i < 16").text(), "(4,4):(8,128)");
  EXPECT_EQ(read("row * 32 + (row + col) % 32").text(), "row * 32 + (row + col) % 32 for row < 32, col < 32");
  EXPECT_EQ(read("row * 32 + (row + col) % 32").at(5 + 32 * 31), 5 * 32 + 4);
  EXPECT_EQ(read("5 + i * 0x10 for i < 4").text(), "5 o 4:16");
}

TEST(LayoutTexts, OfIndexExpressionsNeedRanges) {
  EXPECT_EQ(read_id_of("row * 33 + lane"), "expression.at_character");
  EXPECT_EQ(read_id_of("row * 33 + lane for row < 8"), "expression.at_character");
  EXPECT_EQ(read_id_of("row for row < 100000"), "memory_layout.at_character");
  EXPECT_EQ(read_id_of("row / 0"), "expression.in_with");
  EXPECT_EQ(read_id_of("row << 99"), "expression.in_with");
}

TEST(LayoutTexts, OfAtomsAndInstructionsAreThreadsAndValues) {
  EXPECT_EQ(read("SM80_16x8x16_F32F16F16F32_TN").text(), "((4,8),(2,2)):((32,1),(16,8))");
  EXPECT_EQ(read("SM80_16x8x16_F32F16F16F32_TN A").text(), "((4,8),(2,2,2)):((32,1),(16,8,128))");
  EXPECT_EQ(read("SM80_16x8x16_F32F16F16F32_TN A").element_bits, 16u);
  EXPECT_EQ(read("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 B").text(), "((4,8),(2,2)):((16,1),(8,64))");
  EXPECT_EQ(read("mma.m16n8k16 f16 A").matrix, (Matrix{16, 16}));
  EXPECT_EQ(read("ldmatrix.x4.trans").text(), "((4,8),(2,4)):((16,1),(8,64))");
  EXPECT_EQ(read("wgmma.m64n128k16 f32 D").text(), "((4,8,4),(2,2,16)):((128,1,16),(64,8,512))");
  EXPECT_EQ(read_id_of("SM80_16x8x16_F32F16F16F16_TN"), "memory_layout.atom");
  EXPECT_EQ(read_id_of("SM80_16x8x16_F32F16F16F32_TN E"), "memory_layout.operand");
  EXPECT_EQ(read_id_of("mma.m16n8k15 f16 A"), "memory_layout.instruction");
  EXPECT_EQ(read_id_of("wgmma.m64n128k16 f16 B"), "memory_layout.in_memory");
}

TEST(LayoutTexts, OfTensorMapsLieInSharedMemory) {
  EXPECT_EQ(read("tensor_map f16 box=64x8 swizzle=128").text(), "Sw<3,3,3> o 0 o (8,64):(64,1)");
  EXPECT_EQ(read("tensor_map f32 box=8x16x2 swizzle=32").text(), "Sw<1,2,3> o 0 o ((16,2),8):((8,128),1)");
  EXPECT_EQ(read("tensor_map u8 box=16").text(), "(1,16):(0,1)");
  EXPECT_EQ(read_id_of("tensor_map f16 box=128x8 swizzle=128"), "memory_layout.box_row");
  EXPECT_EQ(read_id_of("tensor_map f16 box=64x8 swizzle=256"), "memory_layout.at_character");
  EXPECT_EQ(read_id_of("tensor_map f16"), "memory_layout.at_character");
}

TEST(LayoutTexts, OfDescriptorsAreRefusedWithTheirReason) {
  EXPECT_EQ(read_id_of("descriptor 0x0002000000000000 64x16 f16"), "memory_layout.at_character");
  EXPECT_EQ(read_id_of("descriptor start=8 64x16 f16"), "memory_layout.at_character");
  EXPECT_EQ(read_id_of("descriptor swizzle=128 64x16 f16"), "memory_layout.no_core_matrices");
  EXPECT_EQ(read_id_of("descriptor lbo=16"), "memory_layout.at_character");
}

TEST(LayoutTexts, OfTritonAreThoseOfItsLinearLayouts) {
  EXPECT_EQ(read("#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}> 64x64xf16").text(),
            "Sw<3,3,3> o 0 o (64,64):(64,1)");
  EXPECT_EQ(read("!ttg.memdesc<64x32xf16, #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>, "
                 "#ttg.shared_memory>")
                .text(),
            "Sw<2,3,3> o 0 o (64,32):(32,1)");
  EXPECT_EQ(
      read("#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}> 64x128").text(),
      "Sw<3,3,3> o 0 o (64,(64,2)):(64,(1,4096))");
  EXPECT_EQ(
      read("#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>")
          .text(),
      "((16,2,4),4):((32,1,2),8)");
  EXPECT_EQ(
      read("tensor<16x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], "
           "order = [1, 0]}>>")
          .text(),
      "((16,2,4),(4,2)):((64,1,2),(16,8))");
  EXPECT_EQ(read("#ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = "
                 "[[16, 0]], block = []}>")
                .text(),
            "((4,8,2),(2,2)):((64,1,16),(32,8))");
  // The accumulator of one warp is that of mma, whatever names it.
  const Mapping mma =
      read("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>");
  EXPECT_EQ(mma.offsets(), read("mma.m16n8k16 f32 D").offsets());
  EXPECT_EQ(read_id_of("#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>"),
            "memory_layout.no_extents");
  EXPECT_EQ(read_id_of("#ttg.padded_shared<{}> 64x64xf16"), "memory_layout.encoding");
  EXPECT_EQ(read_id_of("#shared"), "memory_layout.at_character");
}

}  // namespace
}  // namespace lanescope::layout
