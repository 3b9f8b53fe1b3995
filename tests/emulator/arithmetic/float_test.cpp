#include <functional>
#include <limits>

#include "emulator/arithmetic/fixture.h"

namespace lanescope::emulator {
namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;
/// Holds sums and products of the numbers below exactly.
__extension__ typedef __float128 Exact;

float f32(U64 bits) {
  return std::bit_cast<float>(static_cast<U32>(bits));
}
U32 bits_of(float value) {
  return std::bit_cast<U32>(value);
}
double f64(U64 bits) {
  return std::bit_cast<double>(bits);
}

/// The neighbour of the nearest T that a rounding mode asks for.
template <class T>
T rounded(Exact exact, std::string_view mode) {
  const T nearest = static_cast<T>(exact);
  const Exact back = nearest;
  const bool above = back > exact;
  const bool below = back < exact;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  if (mode == "rm" || (mode == "rz" && exact > 0)) return above ? std::nextafter(nearest, -infinity) : nearest;
  if (mode == "rp" || (mode == "rz" && exact < 0)) return below ? std::nextafter(nearest, infinity) : nearest;
  return nearest;
}

/// A number of moderate size, so that sums of products fit in Exact.
float moderate(Values& values) {
  return std::ldexp(static_cast<float>(static_cast<std::int32_t>(values.bits(25)) - (1 << 24)),
                    static_cast<int>(values.bits(4)) - 30);
}
double moderate_wide(Values& values) {
  return std::ldexp(static_cast<double>(static_cast<std::int64_t>(values.bits(50))) - 0x1p49,
                    static_cast<int>(values.bits(2)) - 50);
}

TEST(FloatArithmetic, RoundsOnceInEveryMode) {
  Values values;
  for (const std::string mode : {"rn", "rz", "rm", "rp"}) {
    Lane add("add." + mode + ".f32", {32, 32, 32});
    Lane sub("sub." + mode + ".f32", {32, 32, 32});
    Lane mul("mul." + mode + ".f32", {32, 32, 32});
    Lane fma("fma." + mode + ".f32", {32, 32, 32, 32});
    Lane narrow("cvt." + mode + ".f32.f64", {32, 64});
    Lane divide("div." + mode + ".f32", {32, 32, 32});
    Lane add_wide("add." + mode + ".f64", {64, 64, 64});
    Lane mul_wide("mul." + mode + ".f64", {64, 64, 64});
    for (const Lane* lane : {&add, &sub, &mul, &fma, &narrow, &divide, &add_wide, &mul_wide})
      ASSERT_TRUE(lane->known()) << lane->text();
    for (int round = 0; round < 3000; ++round) {
      const float a = moderate(values);
      const float b = moderate(values);
      const float c = moderate(values);
      const Exact x = a, y = b, z = c;
      if (x + y != 0) {
        ASSERT_EQ(f32(add.of({bits_of(a), bits_of(b)})), rounded<float>(x + y, mode)) << mode << " " << a << " + " << b;
      }
      if (x != y) {
        ASSERT_EQ(f32(sub.of({bits_of(a), bits_of(b)})), rounded<float>(x - y, mode)) << mode << " " << a << " - " << b;
      }
      ASSERT_EQ(f32(mul.of({bits_of(a), bits_of(b)})), rounded<float>(x * y, mode)) << mode << " " << a << " * " << b;
      if (x * y + z != 0) {
        ASSERT_EQ(f32(fma.of({bits_of(a), bits_of(b), bits_of(c)})), rounded<float>(x * y + z, mode))
            << mode << " " << a << " * " << b << " + " << c;
      }
      if (b != 0) {
        // The quotient has no end; 113 bits are never half-way between two floats unless it is exact.
        ASSERT_EQ(f32(divide.of({bits_of(a), bits_of(b)})), rounded<float>(x / y, mode))
            << mode << " " << a << " / " << b;
      }
      const double v = moderate_wide(values);
      const double w = moderate_wide(values);
      ASSERT_EQ(f32(narrow.of({std::bit_cast<U64>(v)})), rounded<float>(v, mode)) << mode << " " << v;
      const Exact p = v, q = w;
      if (p + q != 0) {
        ASSERT_EQ(f64(add_wide.of({std::bit_cast<U64>(v), std::bit_cast<U64>(w)})), rounded<double>(p + q, mode));
      }
      ASSERT_EQ(f64(mul_wide.of({std::bit_cast<U64>(v), std::bit_cast<U64>(w)})), rounded<double>(p * q, mode));
    }
  }
}

TEST(FloatArithmetic, ResultsThatAreNotNumbersAreThoseOfTheHardware) {
  const U32 infinity = 0x7f800000;
  EXPECT_EQ(Lane("sub.f32", {32, 32, 32}).of({infinity, infinity}), 0x7fffffffu);
  EXPECT_EQ(Lane("mul.rn.f32", {32, 32, 32}).of({infinity, 0}), 0x7fffffffu);
  EXPECT_EQ(Lane("fma.rn.f32", {32, 32, 32, 32}).of({0x3f800000, 0xffc00001, 0}), 0x7fffffffu);
  EXPECT_EQ(Lane("sqrt.rn.f32", {32, 32}).of({0xbf800000}), 0x7fffffffu);
  const U64 payload = 0x7ff8000000001234;
  EXPECT_EQ(Lane("add.f64", {64, 64, 64}).of({0x3ff0000000000000, payload}), payload);
  EXPECT_EQ(Lane("fma.rn.f64", {64, 64, 64, 64}).of({0x3ff0000000000000, 0, payload}), payload);
  EXPECT_EQ(Lane("sub.f64", {64, 64, 64}).of({0x7ff0000000000000, 0x7ff0000000000000}), 0xfff8000000000000u);
}

TEST(FloatArithmetic, FlushesAndSaturates) {
  const U32 subnormal = 0x80000001;
  EXPECT_EQ(Lane("add.ftz.f32", {32, 32, 32}).of({subnormal, 0x80000000}), 0x80000000u);
  EXPECT_EQ(Lane("add.f32", {32, 32, 32}).of({subnormal, 0x80000000}), subnormal);
  EXPECT_EQ(Lane("mul.ftz.f32", {32, 32, 32}).of({0x00800000, 0xbf000000}), 0x80000000u);
  EXPECT_EQ(Lane("mul.f32", {32, 32, 32}).of({0x00800000, 0xbf000000}), 0x80400000u);
  EXPECT_EQ(Lane("add.sat.f32", {32, 32, 32}).of({0x3f800000, 0x3f800000}), 0x3f800000u);
  EXPECT_EQ(Lane("add.sat.f32", {32, 32, 32}).of({0xbf800000, 0}), 0u);
  EXPECT_EQ(Lane("add.sat.f32", {32, 32, 32}).of({0x7fc00000, 0}), 0u);
}

TEST(FloatArithmetic, ExtremesOrderZerosAndSkipWhatIsNoNumber) {
  const U32 nan = 0xffc00001;
  for (const bool minimum : {true, false}) {
    const std::string name = minimum ? "min" : "max";
    EXPECT_EQ(Lane(name + ".f32", {32, 32, 32}).of({0, 0x80000000}), minimum ? 0x80000000u : 0u);
    EXPECT_EQ(Lane(name + ".f32", {32, 32, 32}).of({0x80000000, 0}), minimum ? 0x80000000u : 0u);
    EXPECT_EQ(Lane(name + ".f32", {32, 32, 32}).of({nan, 0x3f800000}), 0x3f800000u);
    EXPECT_EQ(Lane(name + ".f32", {32, 32, 32}).of({0x3f800000, nan}), 0x3f800000u);
    EXPECT_EQ(Lane(name + ".f32", {32, 32, 32}).of({nan, nan}), 0x7fffffffu);
    EXPECT_EQ(Lane(name + ".NaN.f32", {32, 32, 32}).of({0x3f800000, nan}), 0x7fffffffu);
    EXPECT_EQ(Lane(name + ".f32", {32, 32, 32, 32}).of({0x3f800000, nan, 0x40000000}),
              minimum ? 0x3f800000u : 0x40000000u);
    EXPECT_EQ(Lane(name + ".xorsign.abs.f32", {32, 32, 32}).of({0xbf800000, 0x40000000}),
              minimum ? 0xbf800000u : 0xc0000000u);
  }
}

TEST(FloatApproximations, StayWithinTheDocumentedErrors) {
  struct Function {
    const char* text;
    double (*exact)(double);
    double min, max, absolute, relative;
  };
  const Function functions[] = {
      {"sin.approx.f32", [](double x) { return std::sin(x); }, -6.2831, 6.2831, 0x1p-20, 0},
      {"cos.approx.f32", [](double x) { return std::cos(x); }, -6.2831, 6.2831, 0x1p-20, 0},
      {"lg2.approx.f32", [](double x) { return std::log2(x); }, 0.5, 2, 0x1p-22, 0},
      {"ex2.approx.f32", [](double x) { return std::exp2(x); }, -120, 120, 0, 0x1p-22},
      {"tanh.approx.f32", [](double x) { return std::tanh(x); }, -8, 8, 0, 0x1p-11},
      {"rcp.approx.f32", [](double x) { return 1 / x; }, 0.001, 1000, 0, 0x1p-23},
      {"sqrt.approx.f32", [](double x) { return std::sqrt(x); }, 0.001, 1000, 0, 0x1p-23},
      {"rsqrt.approx.f32", [](double x) { return 1 / std::sqrt(x); }, 0.001, 1000, 0, 0x1p-22}};
  for (const Function& function : functions) {
    Lane lane(function.text, {32, 32});
    ASSERT_TRUE(lane.known()) << function.text;
    for (int step = 0; step <= 20000; ++step) {
      const auto x = static_cast<float>(function.min + (function.max - function.min) * step / 20000);
      const double exact = function.exact(x);
      ASSERT_NEAR(f32(lane.of({bits_of(x)})), exact, function.absolute + function.relative * std::abs(exact))
          << function.text << " " << x;
    }
  }
  EXPECT_EQ(Lane("lg2.approx.f32", {32, 32}).of({0}), 0xff800000u);
  EXPECT_EQ(Lane("div.approx.f32", {32, 32, 32}).of({0x3f800000, bits_of(0x1p127f)}), 0u);
  EXPECT_EQ(Lane("div.approx.f32", {32, 32, 32}).of({0x7f800000, bits_of(0x1p127f)}), 0x7fffffffu);
  EXPECT_EQ(f32(Lane("div.full.f32", {32, 32, 32}).of({0x3f800000, bits_of(0x1p125f)})), 0x1p-125f);
}

TEST(Comparisons, KnowOrderedAndUnordered) {
  struct Word {
    const char* text;
    bool less, equal, greater, unordered;
  };
  const Word words[] = {
      {"eq", false, true, false, false}, {"ne", true, false, true, false},  {"lt", true, false, false, false},
      {"le", true, true, false, false},  {"gt", false, false, true, false}, {"ge", false, true, true, false},
      {"equ", false, true, false, true}, {"neu", true, false, true, true},  {"ltu", true, false, false, true},
      {"leu", true, true, false, true},  {"gtu", false, false, true, true}, {"geu", false, true, true, true},
      {"num", true, true, true, false},  {"nan", false, false, false, true}};
  Values values;
  for (const Word& word : words) {
    const auto expected = [&](auto a, auto b) {
      return a < b ? word.less : a > b ? word.greater : a == b ? word.equal : word.unordered;
    };
    Lane narrow(std::string("setp.") + word.text + ".f32", {1, 1, 32, 32});
    Lane wide(std::string("setp.") + word.text + ".and.f64", {1, 1, 64, 64, 1}, 1u << 4);
    ASSERT_TRUE(narrow.known() && wide.known()) << word.text;
    for (int round = 0; round < 100; ++round) {
      const auto active = static_cast<U32>(values.bits(32)) | 1u;
      std::array<bool, warp_lanes> is{}, is_wide{}, other{};
      for (unsigned i = 0; i < warp_lanes; ++i) {
        const U32 a = values.f32();
        const U32 b = values.bits(2) == 0 ? a : values.f32();
        const U64 c = values.f64();
        const U64 d = values.bits(2) == 0 ? c : values.f64();
        for (Lane* lane : {&narrow, &wide}) {
          lane->set(0, i, 1);
          lane->set(1, i, 0);
        }
        narrow.set(2, i, a);
        narrow.set(3, i, b);
        wide.set(2, i, c);
        wide.set(3, i, d);
        other[i] = values.bits(1) != 0;
        wide.set(4, i, other[i] ? 1 : 0);
        is[i] = expected(f32(a), f32(b));
        is_wide[i] = expected(f64(c), f64(d));
      }
      narrow.run(active);
      wide.run(active);
      for (unsigned i = 0; i < warp_lanes; ++i) {
        const bool runs = (active >> i & 1u) != 0;
        ASSERT_EQ(narrow.get(0, i), runs ? is[i] : true) << word.text;
        ASSERT_EQ(narrow.get(1, i), runs ? !is[i] : false) << word.text;
        ASSERT_EQ(wide.get(0, i), runs ? is_wide[i] && !other[i] : true) << word.text;
        ASSERT_EQ(wide.get(1, i), runs ? !is_wide[i] && !other[i] : false) << word.text;
      }
    }
  }
}

TEST(Comparisons, MayCombineWithTheirOwnDestination) {
  // setp.lt.and.s32 p|q, a, b, p: the slot of c is that of p.
  const Expected<LaneOperation> found = lane_operation(
      [] {
        ptx::Instruction instruction = instruction_of("setp.lt.and.s32");
        instruction.operands.resize(4);
        return instruction;
      }(),
      std::vector<unsigned>{1, 1, 32, 32, 1}, 0);
  ASSERT_TRUE(found);
  alignas(64) std::array<std::byte, 512> memory{};
  alignas(64) std::array<std::int32_t, 64> numbers{};
  for (std::size_t lane = 0; lane < 32; ++lane) numbers[32 + lane] = 1;
  std::memcpy(memory.data() + 256, numbers.data(), 256);
  const U32 p = 0x0f0f0f0f;
  std::memcpy(memory.data(), &p, 4);
  Slots slots{0, 64, 256, 384, 0};
  slots[max_slots - 1] = found->detail;
  found->function({memory.data(), memory.data(), memory.data()}, slots, all_lanes);
  U32 result[2];
  std::memcpy(&result[0], memory.data(), 4);
  std::memcpy(&result[1], memory.data() + 64, 4);
  EXPECT_EQ(result[0], p);
  EXPECT_EQ(result[1], 0u);
}

TEST(Selection, ChoosesByPredicateAndBySign) {
  Lane lane("selp.b32", {32, 32, 32, 1}, 1u << 3);
  ASSERT_TRUE(lane.known());
  EXPECT_EQ(lane.of({1, 2, 1}), 2u);
  EXPECT_EQ(lane.of({1, 2, 0}), 1u);
  Lane by_sign("slct.u64.f32", {64, 64, 64, 32});
  ASSERT_TRUE(by_sign.known());
  EXPECT_EQ(by_sign.of({1, 2, 0x80000000}), 1u);
  EXPECT_EQ(by_sign.of({1, 2, 0x7fc00000}), 2u);
  EXPECT_EQ(by_sign.of({1, 2, 0xbf800000}), 2u);
}

}  // namespace
}  // namespace lanescope::emulator
