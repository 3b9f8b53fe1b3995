#include <algorithm>

#include "emulator/arithmetic/fixture.h"

namespace lanescope::emulator {
namespace {

using U64 = std::uint64_t;

TEST(Bits, FieldsFollowTheLoopOfTheManual) {
  Values values;
  for (const unsigned width : {32u, 64u}) {
    const std::string size = std::to_string(width);
    Lane unsigned_field("bfe.u" + size, {width, width, 32, 32});
    Lane signed_field("bfe.s" + size, {width, width, 32, 32});
    Lane insertion("bfi.b" + size, {width, width, width, 32, 32});
    ASSERT_TRUE(unsigned_field.known() && signed_field.known() && insertion.known());
    for (int round = 0; round < 4000; ++round) {
      const U64 a = values.bits(width);
      const U64 b = values.bits(width);
      const U64 position = values.bits(round % 2 == 0 ? 6 : 9);
      const U64 length = values.bits(round % 3 == 0 ? 9 : 6);
      const unsigned from = position & 0xff;
      const unsigned count = length & 0xff;
      const unsigned top = width - 1;
      const bool sign = count != 0 && (a >> std::min(from + count - 1, top) & 1u) != 0;
      U64 plain = 0, extended = 0, inserted = b;
      for (unsigned i = 0; i <= top; ++i) {
        const bool inside = i < count && from + i <= top;
        const U64 bit = inside ? a >> (from + i) & 1u : 0;
        plain |= bit << i;
        extended |= (inside ? bit : U64{sign}) << i;
        if (inside) inserted = (inserted & ~(U64{1} << (from + i))) | (a >> i & 1u) << (from + i);
      }
      ASSERT_EQ(unsigned_field.of({a, position, length}), plain) << a << " " << from << " " << count;
      ASSERT_EQ(signed_field.of({a, position, length}), extended) << a << " " << from << " " << count;
      ASSERT_EQ(insertion.of({a, b, position, length}), inserted) << a << " " << from << " " << count;
    }
  }
}

TEST(Bits, AreCountedFoundAndReversed) {
  Values values;
  for (const unsigned width : {32u, 64u}) {
    const std::string size = std::to_string(width);
    Lane ones("popc.b" + size, {32, width}), zeros("clz.b" + size, {32, width}),
        reverse("brev.b" + size, {width, width});
    Lane highest("bfind.u" + size, {32, width}), signed_highest("bfind.shiftamt.s" + size, {32, width});
    for (int round = 0; round < 2000; ++round) {
      const U64 a = values.bits(width);
      unsigned count = 0, leading = width;
      U64 mirrored = 0;
      unsigned from_sign = ~0u;
      const bool negative = (a >> (width - 1) & 1u) != 0;
      for (unsigned i = 0; i < width; ++i) {
        const U64 bit = a >> i & 1u;
        count += static_cast<unsigned>(bit);
        if (bit != 0) leading = width - 1 - i;
        mirrored |= bit << (width - 1 - i);
        if ((bit != 0) != negative) from_sign = width - 1 - i;
      }
      ASSERT_EQ(ones.of({a}), count);
      ASSERT_EQ(zeros.of({a}), leading);
      ASSERT_EQ(reverse.of({a}), mirrored);
      ASSERT_EQ(highest.of({a}), leading == width ? 0xffffffffu : width - 1 - leading);
      ASSERT_EQ(signed_highest.of({a}), from_sign);
    }
  }
}

TEST(Bits, ShiftsClampTheirAmount) {
  Values values;
  for (const unsigned width : {16u, 32u, 64u}) {
    const std::string size = std::to_string(width);
    const U64 mask = width == 64 ? ~U64{0} : (U64{1} << width) - 1;
    Lane left("shl.b" + size, {width, width, 32}), right("shr.u" + size, {width, width, 32}),
        arithmetic("shr.s" + size, {width, width, 32});
    for (int round = 0; round < 1000; ++round) {
      const U64 a = values.bits(width);
      const U64 amount = values.bits(round % 4 == 0 ? 32 : 7);
      const bool negative = (a >> (width - 1) & 1u) != 0;
      const bool all = amount >= width;
      ASSERT_EQ(left.of({a, amount}), all ? 0 : a << amount & mask);
      ASSERT_EQ(right.of({a, amount}), all ? 0 : a >> amount);
      const U64 fill = negative ? mask : 0;
      ASSERT_EQ(arithmetic.of({a, amount}),
                all ? fill : (a >> amount | (amount == 0 ? 0 : fill << (width - amount))) & mask);
    }
  }
  Lane wrap("shf.l.wrap.b32", {32, 32, 32, 32}), clamp("shf.r.clamp.b32", {32, 32, 32, 32});
  EXPECT_EQ(wrap.of({0x80000000, 1, 33}), 3u);
  EXPECT_EQ(clamp.of({0x80000000, 0x12345678, 40}), 0x12345678u);
  EXPECT_EQ(clamp.of({0x80000000, 1, 4}), 0x18000000u);
}

TEST(Bits, TablesAndPermutationsFollowTheirDefinition) {
  Values values;
  Lane table("lop3.b32", {32, 32, 32, 32, 0});
  Lane permute("prmt.b32", {32, 32, 32, 32});
  ASSERT_TRUE(table.known() && permute.known());
  for (int round = 0; round < 2000; ++round) {
    const U64 a = values.bits(32), b = values.bits(32), c = values.bits(32);
    table = Lane("lop3.b32", {32, 32, 32, 32, 32});
    ASSERT_TRUE(table.known());
    const U64 lut = values.bits(8);
    U64 looked_up = 0;
    for (unsigned i = 0; i < 32; ++i)
      looked_up |= (lut >> ((a >> i & 1u) * 4 + (b >> i & 1u) * 2 + (c >> i & 1u)) & 1u) << i;
    ASSERT_EQ(table.of({a, b, c, lut}), looked_up);
    U64 permuted = 0;
    for (unsigned i = 0; i < 4; ++i) {
      const unsigned selector = c >> 4 * i & 15u;
      U64 byte = (b << 32 | a) >> 8 * (selector & 7u) & 0xffu;
      if ((selector & 8u) != 0) byte = (byte & 0x80u) != 0 ? 0xff : 0;
      permuted |= byte << 8 * i;
    }
    ASSERT_EQ(permute.of({a, b, c}), permuted);
  }
  EXPECT_EQ(Lane("prmt.b32.f4e", {32, 32, 32, 32}).of({0x33221100, 0x77665544, 2}), 0x55443322u);
  EXPECT_EQ(Lane("prmt.b32.b4e", {32, 32, 32, 32}).of({0x33221100, 0x77665544, 1}), 0x66770011u);
  EXPECT_EQ(Lane("prmt.b32.rc8", {32, 32, 32, 32}).of({0x33221100, 0x77665544, 2}), 0x22222222u);
  EXPECT_EQ(Lane("prmt.b32.ecl", {32, 32, 32, 32}).of({0x33221100, 0, 1}), 0x33221111u);
  EXPECT_EQ(Lane("prmt.b32.ecr", {32, 32, 32, 32}).of({0x33221100, 0, 2}), 0x22221100u);
  EXPECT_EQ(Lane("prmt.b32.rc16", {32, 32, 32, 32}).of({0x33221100, 0, 1}), 0x33223322u);
}

TEST(Bits, MasksAndExtensions) {
  EXPECT_EQ(Lane("bmsk.clamp.b32", {32, 32, 32}).of({4, 8}), 0xff0u);
  EXPECT_EQ(Lane("bmsk.clamp.b32", {32, 32, 32}).of({4, 40}), 0xfffffff0u);
  EXPECT_EQ(Lane("bmsk.clamp.b32", {32, 32, 32}).of({40, 4}), 0u);
  EXPECT_EQ(Lane("bmsk.wrap.b32", {32, 32, 32}).of({36, 33}), 0x10u);
  EXPECT_EQ(Lane("bmsk.wrap.b32", {32, 32, 32}).of({4, 32}), 0u);
  EXPECT_EQ(Lane("szext.clamp.s32", {32, 32, 32}).of({0xf8, 4}), 0xfffffff8u);
  EXPECT_EQ(Lane("szext.clamp.u32", {32, 32, 32}).of({0xf8, 4}), 8u);
  EXPECT_EQ(Lane("szext.clamp.s32", {32, 32, 32}).of({0xf8, 99}), 0xf8u);
  EXPECT_EQ(Lane("szext.wrap.s32", {32, 32, 32}).of({0xf8, 32}), 0u);
  EXPECT_EQ(Lane("fns.b32", {32, 32, 32, 32}).of({0xaaaaaaaa, 3, 1}), 3u);
  EXPECT_EQ(Lane("fns.b32", {32, 32, 32, 32}).of({0xaaaaaaaa, 3, 0xffffffff}), 3u);
  EXPECT_EQ(Lane("fns.b32", {32, 32, 32, 32}).of({0xaaaaaaaa, 2, 0}), 0xffffffffu);
  EXPECT_EQ(Lane("cnot.b16", {16, 16}).of({0}), 1u);
}

TEST(Predicates, AreCombinedInActiveLanesOnly) {
  Lane lane("and.pred", {1, 1, 1}, 1u << 2);
  ASSERT_TRUE(lane.known());
  for (unsigned i = 0; i < warp_lanes; ++i) {
    lane.set(0, i, 1);
    lane.set(1, i, i & 1u);
    lane.set(2, i, i >> 1 & 1u);
  }
  lane.run(0x0000ffff);
  for (unsigned i = 0; i < warp_lanes; ++i) EXPECT_EQ(lane.get(0, i), i < 16 ? (i & 1u) & ~(i >> 1) & 1u : 1u);
}

}  // namespace
}  // namespace lanescope::emulator
