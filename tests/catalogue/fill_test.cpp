#include "catalogue/reference/fill.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>

#include "catalogue/reference/reference.h"

namespace lanescope::catalogue {
namespace {

constexpr ElementType all_types[] = {ElementType::i8,  ElementType::u8,   ElementType::i16, ElementType::u16,
                                     ElementType::i32, ElementType::u32,  ElementType::i64, ElementType::u64,
                                     ElementType::f16, ElementType::bf16, ElementType::f32, ElementType::f64};

/// The value of an element, computed from the definition of its format and not from the code under test.
double value_of(ElementType type, std::uint64_t bits) {
  const auto small_float = [&](int exponent_bits, int fraction_bits) {
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const auto exponent = static_cast<int>(bits >> fraction_bits & ((1u << exponent_bits) - 1));
    const auto fraction = static_cast<double>(bits & ((1u << fraction_bits) - 1));
    const bool negative = (bits >> (exponent_bits + fraction_bits) & 1) != 0;
    if (exponent == (1 << exponent_bits) - 1) return std::nan("");
    const double magnitude = exponent == 0 ? std::ldexp(fraction, 1 - bias - fraction_bits)
                                           : std::ldexp(1 + std::ldexp(fraction, -fraction_bits), exponent - bias);
    return negative ? -magnitude : magnitude;
  };
  switch (type) {
    case ElementType::i8:
      return static_cast<std::int8_t>(bits);
    case ElementType::i16:
      return static_cast<std::int16_t>(bits);
    case ElementType::i32:
      return static_cast<std::int32_t>(bits);
    case ElementType::i64:
      return static_cast<double>(static_cast<std::int64_t>(bits));
    case ElementType::f16:
      return small_float(5, 10);
    case ElementType::bf16:
      return small_float(8, 7);
    case ElementType::f32:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case ElementType::f64:
      return std::bit_cast<double>(bits);
    default:
      return static_cast<double>(bits);
  }
}

bool is_float(ElementType type) {
  return name_of(type).find('f') != std::string_view::npos;
}

LaunchPlan plan_with(ElementType type, Fill fill, std::int64_t elements, std::int64_t value = 0) {
  LaunchPlan plan;
  plan.seed = 42;
  plan.buffers.push_back({"first", Role::in, ElementType::u8, {1}, Fill::zero});
  plan.buffers.push_back({"second", Role::in, type, {elements}, fill, value});
  return plan;
}

TEST(TheHash, IsAFixedFunctionOfSeedBufferAndIndex) {
  // The first outputs of SplitMix64 for the seed 0, as published with it: mix of multiples of the golden step.
  EXPECT_EQ(mix(golden_step), 0xe220a8397b1dcdafu);
  EXPECT_EQ(mix(2 * golden_step), 0x6e789e6aa1b965f4u);
  EXPECT_EQ(mix(3 * golden_step), 0x06c45d188009454fu);
  EXPECT_EQ(hash(1, 2, 3), mix(mix(1 + 3 * golden_step) + 4 * golden_step));
  static_assert(hash(0, 0, 0) != hash(0, 0, 1));
}

TEST(TheHash, DiffersBetweenSeedsBuffersAndIndices) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (std::uint64_t buffer = 0; buffer < 10; ++buffer) {
      for (std::uint64_t index = 0; index < 100; ++index) seen.insert(hash(seed, buffer, index));
    }
  }
  EXPECT_EQ(seen.size(), 10000u);
}

TEST(RandomValues, AreExactFinePointsBetweenMinusOneAndOneInEveryFloatingType) {
  for (const ElementType type : {ElementType::f16, ElementType::bf16, ElementType::f32, ElementType::f64}) {
    const int m = type == ElementType::bf16 ? 7 : type == ElementType::f16 ? 10 : type == ElementType::f32 ? 23 : 52;
    double sum = 0;
    for (std::uint64_t index = 0; index < 20000; ++index) {
      const std::uint64_t word = hash(7, 0, index);
      const double value = value_of(type, random_bits(type, word));
      const double k = std::ldexp(value, m);
      ASSERT_EQ(k, std::floor(k)) << name_of(type);
      ASSERT_EQ(k, static_cast<double>(static_cast<std::int64_t>(word >> (63 - m)) - (std::int64_t{1} << m)));
      ASSERT_GE(value, -1);
      ASSERT_LT(value, 1);
      sum += value;
    }
    EXPECT_NEAR(sum / 20000, 0, 0.02) << name_of(type);
  }
}

TEST(RandomValues, ReachEveryValueOfASmallType) {
  for (const ElementType type : {ElementType::u8, ElementType::i8, ElementType::f16, ElementType::bf16}) {
    std::set<double> seen;
    for (std::uint64_t index = 0; index < 60000; ++index)
      seen.insert(value_of(type, random_bits(type, hash(1, 1, index))));
    EXPECT_EQ(seen.size(), type == ElementType::f16 ? 2048u : 256u) << name_of(type);
  }
}

TEST(RandomValues, AtTheEndsOfTheirRange) {
  EXPECT_EQ(value_of(ElementType::f16, random_bits(ElementType::f16, 0)), -1);
  EXPECT_EQ(value_of(ElementType::bf16, random_bits(ElementType::bf16, 0)), -1);
  EXPECT_EQ(value_of(ElementType::f32, random_bits(ElementType::f32, 0)), -1);
  EXPECT_EQ(value_of(ElementType::f64, random_bits(ElementType::f64, 0)), -1);
  const std::uint64_t top = ~std::uint64_t{0};
  EXPECT_EQ(value_of(ElementType::f16, random_bits(ElementType::f16, top)), 1 - std::ldexp(1, -10));
  EXPECT_EQ(value_of(ElementType::bf16, random_bits(ElementType::bf16, top)), 1 - std::ldexp(1, -7));
  EXPECT_EQ(value_of(ElementType::f32, random_bits(ElementType::f32, top)), 1 - std::ldexp(1, -23));
  EXPECT_EQ(value_of(ElementType::f64, random_bits(ElementType::f64, top)), 1 - std::ldexp(1, -52));
  EXPECT_EQ(random_bits(ElementType::f16, std::uint64_t{1024} << 53), 0u);  // zero has no sign
  EXPECT_EQ(random_bits(ElementType::u32, top), 0xffffffffu);
}

TEST(Poison, IsAQuietNanThatArithmeticDoesNotMake) {
  for (const ElementType type : {ElementType::f16, ElementType::bf16, ElementType::f32, ElementType::f64}) {
    EXPECT_TRUE(std::isnan(value_of(type, poison_bits(type)))) << name_of(type);
  }
  EXPECT_NE(poison_bits(ElementType::f32) & 0x00400000u, 0u);
  EXPECT_NE(poison_bits(ElementType::f32), 0x7fffffffu);  // what CUDA's arithmetic gives
  EXPECT_NE(poison_bits(ElementType::f32), 0x7fc00000u);  // what x86 gives
  for (const ElementType type : all_types) {
    const std::size_t bits = 8 * size_of(type);
    EXPECT_TRUE(bits == 64 || poison_bits(type) >> bits == 0) << name_of(type);
  }
}

TEST(IndexFill, CountsAndWrapsWhereTheTypeEnds) {
  for (const ElementType type : all_types) {
    const unsigned bits = exact_bits(type);
    EXPECT_EQ(value_of(type, index_bits(type, 0)), 0);
    EXPECT_EQ(value_of(type, index_bits(type, 100)), 100);
    if (bits < 64) {
      EXPECT_EQ(value_of(type, index_bits(type, (std::uint64_t{1} << bits) + 5)), 5) << name_of(type);
    }
    if (is_float(type)) {
      const auto last = (std::uint64_t{1} << bits) - 1;
      EXPECT_EQ(value_of(type, index_bits(type, last)), static_cast<double>(last)) << name_of(type);
    }
  }
  EXPECT_EQ(index_bits(ElementType::u8, 255), 255u);
  EXPECT_EQ(index_bits(ElementType::i32, 0x80000000u), 0x80000000u);
}

TEST(AnInteger, IsAValueOfEveryType) {
  for (const ElementType type : all_types) {
    EXPECT_EQ(value_of(type, integer_bits(type, 17)), 17) << name_of(type);
    if (!name_of(type).starts_with('u')) {
      EXPECT_EQ(value_of(type, integer_bits(type, -17)), -17) << name_of(type);
    }
  }
  EXPECT_EQ(value_of(ElementType::f16, integer_bits(ElementType::f16, 2047)), 2047);
  EXPECT_EQ(value_of(ElementType::bf16, integer_bits(ElementType::bf16, -255)), -255);
}

TEST(ABuffer, IsFilledElementByElementInItsOwnType) {
  for (const ElementType type : all_types) {
    for (const Fill fill : {Fill::random, Fill::poison, Fill::zero, Fill::index, Fill::value}) {
      const LaunchPlan plan = plan_with(type, fill, 300, 9);
      const std::vector<std::byte> bytes = fill_buffer(plan, 1);
      ASSERT_EQ(bytes.size(), 300 * size_of(type));
      for (std::uint64_t index = 0; index < 300; ++index) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, bytes.data() + index * size_of(type), size_of(type));
        ASSERT_EQ(bits, fill_bits(plan, 1, index)) << name_of(type) << " " << name_of(fill);
      }
    }
  }
}

TEST(ABuffer, OfIndicesMayHaveASteps) {
  for (const ElementType type : all_types) {
    LaunchPlan plan = plan_with(type, Fill::index, 20);
    plan.buffers[1].fill_step = 4;
    const std::vector<std::byte> bytes = fill_buffer(plan, 1);
    for (std::uint64_t index = 0; index < 20; ++index) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, bytes.data() + index * size_of(type), size_of(type));
      EXPECT_EQ(value_of(type, bits), 4.0 * static_cast<double>(index)) << name_of(type);
    }
  }
}

TEST(ABuffer, OfRandomIntegersMayHaveABound) {
  for (const ElementType type : all_types) {
    LaunchPlan plan = plan_with(type, Fill::random, 1000);
    const std::vector<std::byte> whole = fill_buffer(plan, 1);
    plan.buffers[1].fill_below = 7;
    const std::vector<std::byte> bounded = fill_buffer(plan, 1);
    if (!is_integer(type)) {
      EXPECT_EQ(bounded, whole) << name_of(type);
      continue;
    }
    std::set<std::uint64_t> seen;
    for (std::uint64_t index = 0; index < 1000; ++index) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, bounded.data() + index * size_of(type), size_of(type));
      EXPECT_EQ(bits, fill_bits(plan, 1, index)) << name_of(type);
      seen.insert(bits);
    }
    EXPECT_EQ(seen, (std::set<std::uint64_t>{0, 1, 2, 3, 4, 5, 6})) << name_of(type);
    plan.buffers[1].fill_from = name_of(type).starts_with('u') ? 5 : -5;
    std::set<double> shifted;
    for (std::uint64_t index = 0; index < 1000; ++index) shifted.insert(value_of(type, fill_bits(plan, 1, index)));
    EXPECT_EQ(*shifted.begin(), static_cast<double>(plan.buffers[1].fill_from)) << name_of(type);
    EXPECT_EQ(*shifted.rbegin(), 6) << name_of(type);
  }
}

TEST(ABuffer, HasContentsOfItsOwnPerSeedAndPlace) {
  LaunchPlan plan = plan_with(ElementType::f32, Fill::random, 100);
  const std::vector<std::byte> first = fill_buffer(plan, 1);
  EXPECT_EQ(first, fill_buffer(plan, 1));
  plan.buffers.insert(plan.buffers.begin(), plan.buffers[0]);
  EXPECT_NE(first, fill_buffer(plan, 2));
  plan = plan_with(ElementType::f32, Fill::random, 100);
  plan.seed = 43;
  EXPECT_NE(first, fill_buffer(plan, 1));
  EXPECT_TRUE(fill_buffer(plan_with(ElementType::f32, Fill::random, 0), 1).empty());
}

}  // namespace
}  // namespace lanescope::catalogue
