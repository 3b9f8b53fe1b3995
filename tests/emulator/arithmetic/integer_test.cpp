#include <algorithm>
#include <functional>

#include "emulator/arithmetic/fixture.h"

namespace lanescope::emulator {
namespace {

__extension__ typedef __int128 Wide;
using U64 = std::uint64_t;

struct IntegerType {
  const char* name;
  unsigned bits;
  bool is_signed;
  [[nodiscard]] Wide value(U64 raw) const {
    const Wide wide = raw;
    return is_signed && (raw >> (bits - 1) & 1u) != 0 ? wide - (Wide{1} << bits) : wide;
  }
  [[nodiscard]] U64 raw(Wide value_) const {
    return static_cast<U64>(value_) & (bits == 64 ? ~U64{0} : (U64{1} << bits) - 1);
  }
  [[nodiscard]] Wide min() const { return is_signed ? -(Wide{1} << (bits - 1)) : Wide{0}; }
  [[nodiscard]] Wide max() const { return (Wide{1} << (is_signed ? bits - 1 : bits)) - 1; }
};
constexpr std::array types{IntegerType{"u16", 16, false}, IntegerType{"u32", 32, false}, IntegerType{"u64", 64, false},
                           IntegerType{"s16", 16, true},  IntegerType{"s32", 32, true},  IntegerType{"s64", 64, true}};
const IntegerType& type_of(std::string_view name) {
  return *std::find_if(types.begin(), types.end(), [&](const IntegerType& type) { return type.name == name; });
}
const IntegerType& wide_of(const IntegerType& type) {
  return *std::find_if(types.begin(), types.end(), [&](const IntegerType& other) {
    return other.bits == 2 * type.bits && other.is_signed == type.is_signed;
  });
}

/// What the manual says, in numbers without bounds.
using Rule = std::function<Wide(const std::vector<Wide>&)>;
void expect_rule(const std::string& text, const IntegerType& result, const std::vector<IntegerType>& sources,
                 const Rule& rule) {
  std::vector<unsigned> bits{result.bits};
  for (const IntegerType& source : sources) bits.push_back(source.bits);
  Lane lane(text, bits);
  ASSERT_TRUE(lane.known()) << text;
  Values values;
  for (int round = 0; round < 60; ++round) {
    const std::uint32_t active = round % 3 == 0 ? all_lanes : static_cast<std::uint32_t>(values.bits(32)) | 1u;
    std::array<std::vector<Wide>, warp_lanes> operands;
    for (unsigned i = 0; i < warp_lanes; ++i) {
      lane.set(0, i, 0x5a5a5a5a5a5a5a5a);
      for (std::size_t k = 0; k < sources.size(); ++k) {
        const U64 raw = values.bits(sources[k].bits);
        lane.set(k + 1, i, raw);
        operands[i].push_back(sources[k].value(raw));
      }
    }
    lane.run(active);
    for (unsigned i = 0; i < warp_lanes; ++i) {
      const U64 expected = (active >> i & 1u) != 0 ? result.raw(rule(operands[i])) : result.raw(0x5a5a5a5a5a5a5a5a);
      ASSERT_EQ(lane.get(0, i), expected)
          << text << " lane " << i << " active " << active << " operands " << static_cast<std::int64_t>(operands[i][0])
          << ", " << static_cast<std::int64_t>(operands[i].size() > 1 ? operands[i][1] : 0);
    }
  }
}

TEST(IntegerArithmetic, ComputesModuloThePowerOfTwo) {
  for (const IntegerType& t : types) {
    const std::string name = t.name;
    expect_rule("add." + name, t, {t, t}, [](const auto& x) { return x[0] + x[1]; });
    expect_rule("sub." + name, t, {t, t}, [](const auto& x) { return x[0] - x[1]; });
    expect_rule("mul.lo." + name, t, {t, t},
                [](const auto& x) { return static_cast<Wide>(static_cast<U64>(x[0]) * static_cast<U64>(x[1])); });
    expect_rule("mad.lo." + name, t, {t, t, t}, [](const auto& x) {
      return static_cast<Wide>(static_cast<U64>(x[0]) * static_cast<U64>(x[1])) + x[2];
    });
    if (t.bits < 64 || t.is_signed) {
      const auto high = [&](const std::vector<Wide>& x) { return (x[0] * x[1]) >> t.bits; };
      expect_rule("mul.hi." + name, t, {t, t}, high);
      expect_rule("mad.hi." + name, t, {t, t, t}, [&](const auto& x) { return high(x) + x[2]; });
    }
    expect_rule("sad." + name, t, {t, t, t},
                [](const auto& x) { return x[2] + (x[0] < x[1] ? x[1] - x[0] : x[0] - x[1]); });
    expect_rule("min." + name, t, {t, t}, [](const auto& x) { return std::min(x[0], x[1]); });
    expect_rule("max." + name, t, {t, t}, [](const auto& x) { return std::max(x[0], x[1]); });
    expect_rule("div." + name, t, {t, t}, [](const auto& x) { return x[1] == 0 ? Wide{-1} : x[0] / x[1]; });
    expect_rule("rem." + name, t, {t, t}, [](const auto& x) { return x[1] == 0 ? Wide{-1} : x[0] % x[1]; });
    if (t.is_signed) {
      expect_rule("neg." + name, t, {t}, [](const auto& x) { return -x[0]; });
      expect_rule("abs." + name, t, {t}, [](const auto& x) { return x[0] < 0 ? -x[0] : x[0]; });
    }
    if (t.bits < 64) {
      const IntegerType& w = wide_of(t);
      expect_rule("mul.wide." + name, w, {t, t}, [](const auto& x) { return x[0] * x[1]; });
      expect_rule("mad.wide." + name, w, {t, t, w}, [](const auto& x) { return x[0] * x[1] + x[2]; });
    }
  }
}

TEST(IntegerArithmetic, MultipliesTheUpperHalfOf64Bits) {
  __extension__ typedef unsigned __int128 Unsigned;
  const IntegerType& t = type_of("u64");
  expect_rule("mul.hi.u64", t, {t, t}, [](const auto& x) {
    return static_cast<Wide>((static_cast<Unsigned>(x[0]) * static_cast<Unsigned>(x[1])) >> 64);
  });
}

TEST(IntegerArithmetic, Saturates) {
  const IntegerType& t = type_of("s32");
  const auto clamp = [&](Wide value) { return std::clamp(value, t.min(), t.max()); };
  expect_rule("add.sat.s32", t, {t, t}, [&](const auto& x) { return clamp(x[0] + x[1]); });
  expect_rule("sub.sat.s32", t, {t, t}, [&](const auto& x) { return clamp(x[0] - x[1]); });
  expect_rule("mad.hi.sat.s32", t, {t, t, t}, [&](const auto& x) { return clamp(((x[0] * x[1]) >> 32) + x[2]); });
  expect_rule("min.relu.s32", t, {t, t}, [](const auto& x) { return std::max<Wide>(std::min(x[0], x[1]), 0); });
  expect_rule("max.relu.s32", t, {t, t}, [](const auto& x) { return std::max<Wide>(std::max(x[0], x[1]), 0); });
}

TEST(IntegerArithmetic, MultipliesThe24LowBits) {
  for (const char* name : {"u32", "s32"}) {
    const IntegerType& t = type_of(name);
    const auto low = [&](Wide value) {
      const Wide bits = value & 0xffffff;
      return t.is_signed && (bits & 0x800000) != 0 ? bits - 0x1000000 : bits;
    };
    const std::string text = name;
    expect_rule("mul24.lo." + text, t, {t, t}, [&](const auto& x) { return low(x[0]) * low(x[1]); });
    expect_rule("mul24.hi." + text, t, {t, t}, [&](const auto& x) { return (low(x[0]) * low(x[1])) >> 16; });
    expect_rule("mad24.lo." + text, t, {t, t, t}, [&](const auto& x) { return low(x[0]) * low(x[1]) + x[2]; });
    expect_rule("mad24.hi." + text, t, {t, t, t},
                [&](const auto& x) { return ((low(x[0]) * low(x[1])) >> 16) + x[2]; });
  }
}

TEST(IntegerArithmetic, CarriesThroughWordsLikeTwiceTheWidth) {
  // {hi, lo} = {a1, a0} + {b1, b0} and the difference, by words, against 64 bits.
  struct Pair {
    const char *first, *second;
    bool subtracts;
  };
  for (const Pair& pair : {Pair{"add.cc.u32", "addc.u32", false}, Pair{"sub.cc.u32", "subc.u32", true}}) {
    Lane low(pair.first, {32, 32, 32});
    Lane high(pair.second, {32, 32, 32});
    ASSERT_TRUE(low.known() && high.known());
    EXPECT_EQ(low.operation().operands, 4u);
    low.add_carry();
    high.add_carry();
    Values values;
    for (int round = 0; round < 200; ++round) {
      const U64 a = values.bits(64);
      const U64 b = values.bits(64);
      const U64 expected = pair.subtracts ? a - b : a + b;
      ASSERT_EQ(low.of({a & 0xffffffff, b & 0xffffffff}), expected & 0xffffffff);
      const U64 carry = low.get(3, 7);
      EXPECT_EQ(high.of({a >> 32, b >> 32, carry}), expected >> 32);
    }
  }
  Lane product("mad.lo.cc.u32", {32, 32, 32, 32});
  Lane rest("madc.hi.u32", {32, 32, 32, 32});
  ASSERT_TRUE(product.known() && rest.known());
  product.add_carry();
  rest.add_carry();
  Values values;
  for (int round = 0; round < 200; ++round) {
    const U64 a = values.bits(32);
    const U64 b = values.bits(32);
    const U64 c = values.bits(64);
    const U64 expected = a * b + c;
    ASSERT_EQ(product.of({a, b, c & 0xffffffff}), expected & 0xffffffff);
    EXPECT_EQ(rest.of({a, b, c >> 32, product.get(4, 7)}), expected >> 32);
  }
}

// What ptxas 13.0 makes of them for 8.0 and 9.0: one flag, set by a sum that carries and by a difference that does not
// borrow; addc and madc add it, subc adds it to the complement.
TEST(IntegerArithmetic, HandsOneFlagFromSumsToDifferencesAndBack) {
  struct Given {
    const char* first;
    U64 a, b;
    U64 added, subtracted;  ///< by addc 0, 0 and by subc 0, 0
  };
  const U64 minus_one = 0xffffffff;
  for (const Given& given : {Given{"sub.cc.u32", 5, 7, 0, minus_one}, Given{"sub.cc.u32", 7, 5, 1, 0},
                             Given{"sub.cc.u32", 7, 7, 1, 0}, Given{"add.cc.u32", minus_one, 1, 1, 0},
                             Given{"add.cc.u32", 5, 7, 0, minus_one}, Given{"sub.cc.s32", minus_one, 1, 1, 0}}) {
    Lane first(given.first, {32, 32, 32}), added("addc.u32", {32, 32, 32}), subtracted("subc.u32", {32, 32, 32});
    Lane product("madc.lo.u32", {32, 32, 32, 32});
    ASSERT_TRUE(first.known() && added.known() && subtracted.known() && product.known());
    for (Lane* lane : {&first, &added, &subtracted, &product}) lane->add_carry();
    static_cast<void>(first.of({given.a, given.b}));
    const U64 flag = first.get(3, 7);
    EXPECT_EQ(added.of({0, 0, flag}), given.added) << given.first << given.a;
    EXPECT_EQ(subtracted.of({0, 0, flag}), given.subtracted) << given.first << given.a;
    EXPECT_EQ(product.of({3, 4, 0, flag}), 12 + given.added) << given.first << given.a;
  }
}

TEST(IntegerArithmetic, WorksOnPackedHalves) {
  Lane lane("max.relu.s16x2", {32, 32, 32});
  ASSERT_TRUE(lane.known());
  EXPECT_EQ(lane.of({0x8000fffeu, 0xfffe0005u}), 0x00000005u);
  Lane sum("add.u16x2", {32, 32, 32});
  ASSERT_TRUE(sum.known());
  EXPECT_EQ(sum.of({0xffff0001u, 0x0001ffffu}), 0u);
}

TEST(IntegerArithmetic, AddsProductsOfBytes) {
  EXPECT_EQ(Lane("dp4a.s32.s32", {32, 32, 32, 32}).of({0xff01fe02u, 0x02ff03fdu, 10}),
            10u + static_cast<std::uint32_t>(-2 - 1 - 6 - 6));
  EXPECT_EQ(Lane("dp4a.u32.u32", {32, 32, 32, 32}).of({0xff01fe02u, 0x02ff03fdu, 10}), 10u + 510 + 255 + 762 + 506);
  EXPECT_EQ(Lane("dp2a.hi.s32.u32", {32, 32, 32, 32}).of({0xffff0002u, 0x03040506u, 1}),
            static_cast<std::uint32_t>(1 + 2 * 4 - 3));
  EXPECT_EQ(Lane("dp2a.lo.s32.u32", {32, 32, 32, 32}).of({0xffff0002u, 0x03040506u, 1}), 1u + 2 * 6 - 5);
}

TEST(LaneOperation, RefusesWhatTheManualDoesNotHave) {
  for (const char* text : {"add.sat.u32", "mul.u32", "add.ftz.s32", "mul.wide.u64", "shl.u32", "mad.f32", "fma.f32",
                           "add.b32", "setp.ltu.s32", "cvt.u32.f32", "cvt.f32.s32", "popc.u32", "div.f32", "and.u32"}) {
    const bool three = std::string_view(text).starts_with("mad") || std::string_view(text).starts_with("fma");
    const bool compares = std::string_view(text).starts_with("setp");
    const bool two = std::string_view(text).starts_with("cvt") || std::string_view(text).starts_with("popc");
    const std::vector<unsigned> bits = compares ? std::vector<unsigned>{1, 0, 32, 32}
                                       : two    ? std::vector<unsigned>{32, 32}
                                       : three  ? std::vector<unsigned>{32, 32, 32, 32}
                                                : std::vector<unsigned>{32, 32, 32};
    const Expected<LaneOperation> found = lane_operation(instruction_of(text), bits, 0);
    ASSERT_FALSE(found) << text;
    EXPECT_NE(found.error().what.text().find(text), std::string::npos);
  }
  EXPECT_FALSE(Lane("add.s32", {64, 32, 32}).known());
  EXPECT_FALSE(Lane("add.s32", {32, 16, 32}).known());
}

}  // namespace
}  // namespace lanescope::emulator
