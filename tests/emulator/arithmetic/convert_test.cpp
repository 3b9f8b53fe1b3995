#include <algorithm>
#include <limits>

#include "emulator/arithmetic/fixture.h"

namespace lanescope::emulator {
namespace {

using U64 = std::uint64_t;
__extension__ typedef __int128 Wide;

struct Integer {
  const char* name;
  unsigned bits;
  bool is_signed;
  [[nodiscard]] Wide value(U64 raw) const {
    raw &= mask();
    return is_signed && (raw >> (bits - 1) & 1u) != 0 ? static_cast<Wide>(raw) - (Wide{1} << bits)
                                                      : static_cast<Wide>(raw);
  }
  [[nodiscard]] U64 mask() const { return bits == 64 ? ~U64{0} : (U64{1} << bits) - 1; }
  [[nodiscard]] Wide min() const { return is_signed ? -(Wide{1} << (bits - 1)) : Wide{0}; }
  [[nodiscard]] Wide max() const { return (Wide{1} << (is_signed ? bits - 1 : bits)) - 1; }
};
constexpr std::array integer_types{Integer{"u8", 8, false},   Integer{"u16", 16, false}, Integer{"u32", 32, false},
                                   Integer{"u64", 64, false}, Integer{"s8", 8, true},    Integer{"s16", 16, true},
                                   Integer{"s32", 32, true},  Integer{"s64", 64, true}};
std::vector<unsigned> registers(unsigned bits) {
  std::vector<unsigned> widths;
  for (const unsigned width : {16u, 32u, 64u}) {
    if (width >= bits) widths.push_back(width);
  }
  return widths;
}
U64 held(Wide value, unsigned width) {
  return static_cast<U64>(value) & (width == 64 ? ~U64{0} : (U64{1} << width) - 1);
}

TEST(Conversion, OfIntegersExtendsTruncatesAndSaturatesInRegistersOfEveryWidth) {
  Values values;
  for (const Integer& to : integer_types) {
    for (const Integer& from : integer_types) {
      for (const unsigned result : registers(to.bits)) {
        for (const unsigned source : registers(from.bits)) {
          for (const bool saturates : {false, true}) {
            const std::string text = std::string(saturates ? "cvt.sat." : "cvt.") + to.name + "." + from.name;
            Lane lane(text, {result, source});
            ASSERT_TRUE(lane.known()) << text;
            for (int round = 0; round < 20; ++round) {
              const U64 raw = values.bits(source);
              const Wide value = from.value(raw);
              const Wide kept = saturates ? std::clamp(value, to.min(), to.max()) : to.value(static_cast<U64>(value));
              ASSERT_EQ(lane.of({raw}), held(kept, result))
                  << text << " " << raw << " in " << source << " to " << result;
            }
          }
        }
      }
    }
  }
}

double integral(double value, std::string_view mode) {
  if (mode == "rzi") return std::trunc(value);
  if (mode == "rmi") return std::floor(value);
  if (mode == "rpi") return std::ceil(value);
  const double down = std::floor(value);
  const double rest = value - down;
  if (rest != 0.5) return rest < 0.5 ? down : down + 1;
  return std::fmod(down, 2) == 0 ? down : down + 1;
}

TEST(Conversion, OfFloatsToIntegersRoundsAndClamps) {
  Values values;
  for (const Integer& to : integer_types) {
    for (const unsigned result : registers(to.bits)) {
      for (const std::string mode : {"rni", "rzi", "rmi", "rpi"}) {
        Lane narrow("cvt." + mode + "." + to.name + ".f32", {result, 32});
        Lane wide("cvt." + mode + "." + to.name + ".f64", {result, 64});
        ASSERT_TRUE(narrow.known() && wide.known()) << narrow.text();
        const auto expected = [&](double value, bool is_wide) {
          if (value != value) return held(is_wide || to.bits == 64 ? to.value(U64{1} << (to.bits - 1)) : 0, result);
          const double whole = integral(value, mode);
          if (whole >= static_cast<double>(to.max())) return held(to.max(), result);
          if (whole <= static_cast<double>(to.min())) return held(to.min(), result);
          return held(static_cast<Wide>(whole), result);
        };
        for (int round = 0; round < 300; ++round) {
          const std::uint32_t a = values.f32();
          const U64 b = values.f64();
          ASSERT_EQ(narrow.of({a}), expected(std::bit_cast<float>(a), false))
              << narrow.text() << " " << std::bit_cast<float>(a);
          ASSERT_EQ(wide.of({b}), expected(std::bit_cast<double>(b), true))
              << wide.text() << " " << std::bit_cast<double>(b);
        }
      }
    }
  }
}

TEST(Conversion, OfIntegersToFloatsRoundsOnceInEveryMode) {
  __extension__ typedef __float128 Exact;
  Values values;
  for (const Integer& from : integer_types) {
    for (const std::string mode : {"rn", "rz", "rm", "rp"}) {
      const unsigned source = std::max(from.bits, 16u);
      Lane narrow("cvt." + mode + ".f32." + from.name, {32, source});
      Lane wide("cvt." + mode + ".f64." + from.name, {64, source});
      ASSERT_TRUE(narrow.known() && wide.known()) << narrow.text();
      for (int round = 0; round < 300; ++round) {
        const U64 raw = values.bits(from.bits);
        const auto exact = static_cast<Exact>(from.value(raw));
        const auto rounded = [&]<class T>(T) {
          const T nearest = static_cast<T>(exact);
          const bool down = mode == "rm" || (mode == "rz" && exact > 0);
          const bool up = mode == "rp" || (mode == "rz" && exact < 0);
          if (down && nearest > exact) return std::nextafter(nearest, -std::numeric_limits<T>::infinity());
          if (up && nearest < exact) return std::nextafter(nearest, std::numeric_limits<T>::infinity());
          return nearest;
        };
        ASSERT_EQ(narrow.of({raw}), std::bit_cast<std::uint32_t>(rounded(float{}))) << narrow.text() << " " << raw;
        ASSERT_EQ(wide.of({raw}), std::bit_cast<U64>(rounded(double{}))) << wide.text() << " " << raw;
      }
    }
  }
}

/// By definition, for 5 bits of exponent (f16) or 8 (bf16).
double half_value(std::uint32_t bits, int exponent_bits) {
  const int fraction_bits = 15 - exponent_bits;
  const int exponent = static_cast<int>(bits >> fraction_bits) & ((1 << exponent_bits) - 1);
  const double fraction = bits & ((1u << fraction_bits) - 1);
  const double sign = (bits & 0x8000u) != 0 ? -1 : 1;
  const int bias = (1 << (exponent_bits - 1)) - 1;
  if (exponent == (1 << exponent_bits) - 1) {
    return fraction != 0 ? std::numeric_limits<double>::quiet_NaN() : sign * std::numeric_limits<double>::infinity();
  }
  if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias - fraction_bits);
  return sign * std::ldexp(1 + std::ldexp(fraction, -fraction_bits), exponent - bias);
}

TEST(Conversion, OfEveryHalfIsExactAndComesBack) {
  for (const bool bfloat : {false, true}) {
    const std::string name = bfloat ? "bf16" : "f16";
    Lane widen("cvt.f32." + name, {32, 16});
    Lane narrow("cvt.rn." + name + ".f32", {16, 32});
    ASSERT_TRUE(widen.known() && narrow.known());
    for (std::uint32_t first = 0; first < 0x10000; first += warp_lanes) {
      for (unsigned i = 0; i < warp_lanes; ++i) widen.set(1, i, first + i);
      widen.run();
      for (unsigned i = 0; i < warp_lanes; ++i) narrow.set(1, i, widen.get(0, i));
      narrow.run();
      for (unsigned i = 0; i < warp_lanes; ++i) {
        const double value = half_value(first + i, bfloat ? 8 : 5);
        if (value != value) {
          // As an H200 does it: bf16 is only shifted up.
          ASSERT_EQ(widen.get(0, i), bfloat ? (first + i) << 16 : 0x7fffffffu);
          ASSERT_EQ(narrow.get(0, i), 0x7fffu);
        } else {
          ASSERT_EQ(widen.get(0, i), std::bit_cast<std::uint32_t>(static_cast<float>(value))) << first + i;
          ASSERT_EQ(narrow.get(0, i), first + i);
        }
      }
    }
  }
}

/// Index of the half at or below a positive value: halves without sign are ordered like their bits.
std::uint32_t half_below(double value, int exponent_bits) {
  std::uint32_t low = 0, high = exponent_bits == 5 ? 0x7bff : 0x7f7f;
  while (low < high) {
    const std::uint32_t middle = (low + high + 1) / 2;
    if (half_value(middle, exponent_bits) <= value)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

TEST(Conversion, ToHalvesRoundsOnceInEveryMode) {
  Values values;
  for (const bool bfloat : {false, true}) {
    const int exponent_bits = bfloat ? 8 : 5;
    const std::uint32_t infinity = bfloat ? 0x7f80 : 0x7c00;
    for (const std::string mode : {"rn", "rz", "rm", "rp"}) {
      const std::string text = "cvt." + mode + (bfloat ? ".bf16.f32" : ".f16.f32");
      Lane lane(text, {16, 32});
      ASSERT_TRUE(lane.known()) << text;
      for (int round = 0; round < 20000; ++round) {
        // A third of them half-way between two halves, or next to that.
        float value = std::bit_cast<float>(values.f32());
        if (round % 3 == 0) {
          const auto index = static_cast<std::uint32_t>(values.bits(15)) % (infinity - 1);
          const double middle = (half_value(index, exponent_bits) + half_value(index + 1, exponent_bits)) / 2;
          value = static_cast<float>(middle);
          if (round % 9 == 3) value = std::nextafter(value, 0.0f);
          if (round % 9 == 6) value = std::nextafter(value, 1e30f);
        }
        if (value != value) continue;
        const double size = std::abs(static_cast<double>(value));
        const bool negative = std::signbit(value);
        std::uint32_t expected = infinity;
        if (size < std::numeric_limits<double>::infinity()) {
          const std::uint32_t below = half_below(size, exponent_bits);
          // Behind the largest comes what would be the next number if exponents went on.
          const double low = half_value(below, exponent_bits);
          const double step = below + 1 == infinity ? low - half_value(below - 1, exponent_bits)
                                                    : half_value(below + 1, exponent_bits) - low;
          const double rest = size - low;
          bool up = rest > step / 2 || (rest == step / 2 && (below & 1u) != 0);
          if (mode == "rz") up = false;
          if (mode == "rm") up = negative && rest > 0;
          if (mode == "rp") up = !negative && rest > 0;
          expected = below + (up ? 1 : 0);
        }
        ASSERT_EQ(lane.of({std::bit_cast<std::uint32_t>(value)}), expected | (negative ? 0x8000u : 0u))
            << text << " " << value;
      }
    }
  }
}

TEST(Conversion, PutsPairsTogetherTheFirstOnTop) {
  const std::uint32_t one = 0x3f800000, two = 0x40000000, minus = 0xbf800000;
  EXPECT_EQ(Lane("cvt.rn.f16x2.f32", {32, 32, 32}).of({one, two}), 0x3c004000u);
  EXPECT_EQ(Lane("cvt.rn.bf16x2.f32", {32, 32, 32}).of({one, two}), 0x3f804000u);
  EXPECT_EQ(Lane("cvt.rn.relu.f16x2.f32", {32, 32, 32}).of({minus, two}), 0x00004000u);
  EXPECT_EQ(Lane("cvt.rn.satfinite.e4m3x2.f32", {16, 32, 32}).of({one, std::bit_cast<std::uint32_t>(1e6f)}), 0x387eu);
  EXPECT_EQ(Lane("cvt.rn.satfinite.e5m2x2.f32", {16, 32, 32}).of({one, std::bit_cast<std::uint32_t>(1e6f)}), 0x3c7bu);
  EXPECT_EQ(Lane("cvt.rn.f16x2.e4m3x2", {32, 16}).of({0x387e}), 0x3c005f00u);
  EXPECT_EQ(Lane("cvt.pack.sat.s16.s32", {32, 32, 32}).of({70000, static_cast<std::uint32_t>(-2)}), 0x7ffffffeu);
  EXPECT_EQ(Lane("cvt.pack.sat.u8.s32.b32", {32, 32, 32, 32}).of({300, static_cast<std::uint32_t>(-2), 0xabcd}),
            0xabcdff00u);
  EXPECT_EQ(Lane("cvt.rna.tf32.f32", {32, 32}).of({0x3f801000}), 0x3f802000u);
}

TEST(Conversion, RoundsFloatsToIntegralOnes) {
  Values values;
  for (const std::string mode : {"rni", "rzi", "rmi", "rpi"}) {
    Lane lane("cvt." + mode + ".f32.f32", {32, 32});
    ASSERT_TRUE(lane.known());
    for (int round = 0; round < 1000; ++round) {
      const float value = std::bit_cast<float>(values.f32());
      if (value != value) continue;
      ASSERT_EQ(std::bit_cast<float>(static_cast<std::uint32_t>(lane.of({std::bit_cast<std::uint32_t>(value)}))),
                integral(value, mode))
          << value;
    }
  }
}

ptx::Instruction vector_move(std::string_view text, std::size_t parts, bool unpacks) {
  ptx::Instruction instruction = instruction_of(text);
  instruction.operands.resize(2);
  instruction.operands[0].kind = instruction.operands[1].kind = ptx::Operand::Kind::reg;
  ptx::Operand& vector = instruction.operands[unpacks ? 0 : 1];
  vector.kind = ptx::Operand::Kind::vector;
  vector.parts.resize(parts);
  return instruction;
}

TEST(Move, TakesRegistersApartAndPutsThemTogether) {
  Lane apart(vector_move("mov.b64", 4, true), {16, 16, 0, 16, 64});
  ASSERT_TRUE(apart.known());
  EXPECT_EQ(apart.operation().results, 4u);
  apart.set(4, 7, 0x1111222233334444);
  apart.run(1u << 7);
  EXPECT_EQ(apart.get(0, 7), 0x4444u);
  EXPECT_EQ(apart.get(1, 7), 0x3333u);
  EXPECT_EQ(apart.get(3, 7), 0x1111u);
  EXPECT_EQ(apart.get(3, 6), 0u);
  Lane together(vector_move("mov.b64", 2, false), {64, 32, 32});
  ASSERT_TRUE(together.known());
  EXPECT_EQ(together.of({1, 2}), 0x0000000200000001u);
  EXPECT_EQ(Lane(vector_move("mov.b32", 2, false), {32, 16, 16}).of({0xffff, 2}), 0x0002ffffu);
  EXPECT_FALSE(Lane(vector_move("mov.b64", 2, false), {64, 16, 16}).known());
}

}  // namespace
}  // namespace lanescope::emulator
