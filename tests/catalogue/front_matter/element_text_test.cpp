#include "catalogue/measurement.h"

#include <gtest/gtest.h>

namespace lanescope::catalogue {
namespace {

TEST(ElementText, IntegersAreDecimalInTheirOwnWidth) {
  EXPECT_EQ(element_text(ElementType::i8, 0xff), "-1");
  EXPECT_EQ(element_text(ElementType::u8, 0xff), "255");
  EXPECT_EQ(element_text(ElementType::i16, 0x8000), "-32768");
  EXPECT_EQ(element_text(ElementType::u16, 0x8000), "32768");
  EXPECT_EQ(element_text(ElementType::i32, 0xfffffffe), "-2");
  EXPECT_EQ(element_text(ElementType::u32, 0xfffffffe), "4294967294");
  EXPECT_EQ(element_text(ElementType::i64, ~std::uint64_t{0}), "-1");
  EXPECT_EQ(element_text(ElementType::u64, ~std::uint64_t{0}), "18446744073709551615");
}

TEST(ElementText, FloatingPointShowsValueAndBits) {
  EXPECT_EQ(element_text(ElementType::f32, 0x3f800000), "1 (0x3f800000)");
  EXPECT_EQ(element_text(ElementType::f32, 0x3dcccccd), "0.1 (0x3dcccccd)");
  EXPECT_EQ(element_text(ElementType::f32, 0x80000000), "-0 (0x80000000)");
  EXPECT_EQ(element_text(ElementType::f32, 0x7f800000), "inf (0x7f800000)");
  EXPECT_EQ(element_text(ElementType::f64, 0x3fb999999999999a), "0.1 (0x3fb999999999999a)");
  EXPECT_EQ(element_text(ElementType::bf16, 0x3f80), "1 (0x3f80)");
}

TEST(ElementText, HalvesAreReadByTheirOwnRules) {
  EXPECT_EQ(element_text(ElementType::f16, 0x3c00), "1 (0x3c00)");
  EXPECT_EQ(element_text(ElementType::f16, 0xc000), "-2 (0xc000)");
  EXPECT_EQ(element_text(ElementType::f16, 0x7bff), "65504 (0x7bff)");
  EXPECT_EQ(element_text(ElementType::f16, 0x0001), "5.9604645e-08 (0x0001)");  // 2^-24, the smallest
  EXPECT_EQ(element_text(ElementType::f16, 0xfc00), "-inf (0xfc00)");
  EXPECT_EQ(element_text(ElementType::f16, 0x7e00), "nan (0x7e00)");
}

}  // namespace
}  // namespace lanescope::catalogue
