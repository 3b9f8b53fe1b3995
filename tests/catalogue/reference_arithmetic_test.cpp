#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <span>
#include <stdexcept>

#include "catalogue/bytes.h"
#include "catalogue/reference/reference.h"

namespace lanescope::catalogue {
namespace {

using Shape = std::vector<std::int64_t>;

/// out from in and second, all of one type.
LaunchPlan plan_of(const char* reference, ElementType type, Shape in, Shape out, Shape second = {}) {
  LaunchPlan plan;
  plan.kernel = "family/name";
  plan.buffers.push_back({"in", Role::in, type, std::move(in), Fill::random, 0, true});
  plan.buffers.push_back({"out", Role::out, type, std::move(out), Fill::poison, 0, true});
  plan.check.reference = reference;
  plan.check.output = 1;
  plan.check.inputs = {0};
  if (!second.empty()) {
    plan.buffers.push_back({"second", Role::in, type, std::move(second), Fill::random, 0, true});
    plan.check.inputs.push_back(2);
  }
  return plan;
}

template <class T>
std::vector<T> computed(const LaunchPlan& plan, const std::vector<T>& in, const std::vector<T>& second = {}) {
  const auto result = compute_reference(plan, {bytes(in), {}, bytes(second)});
  EXPECT_TRUE(result) << result.error().text();
  std::vector<T> values(result ? result->size() / sizeof(T) : 0);
  if (!values.empty()) std::memcpy(values.data(), result->data(), result->size());
  return values;
}

std::string refusal(const LaunchPlan& plan) {
  std::vector<std::vector<std::byte>> buffers;
  for (std::size_t i = 0; i < plan.buffers.size(); ++i) buffers.push_back(fill_buffer(plan, i));
  const auto result = compute_reference(plan, buffers);
  return result ? "accepted" : result.error().what;
}

TEST(ASum, OfIntegersWrapsAround) {
  const std::vector<std::uint32_t> values = {0xffffffffu, 1, 5};
  EXPECT_EQ(computed(plan_of("sum", ElementType::u32, {3}, {1}), values), (std::vector<std::uint32_t>{5}));
  const std::vector<std::int32_t> large = {0x7fffffff, 1};
  EXPECT_EQ(computed(plan_of("sum", ElementType::i32, {2}, {1}), large), (std::vector<std::int32_t>{-0x7fffffff - 1}));
  const std::vector<std::int64_t> wide = {std::int64_t{1} << 40, -3};
  EXPECT_EQ(computed(plan_of("sum", ElementType::i64, {2}, {1}), wide),
            (std::vector<std::int64_t>{(std::int64_t{1} << 40) - 3}));
}

TEST(ASum, OfFloatsIsRoundedOnce) {
  std::vector<float> values(1001, 0x1p-24F);
  values[0] = 1;  // in single precision every one of the others would be lost
  EXPECT_EQ(computed(plan_of("sum", ElementType::f32, {1001}, {1}), values),
            (std::vector<float>{static_cast<float>(1 + 1000 * 0x1p-24)}));
  EXPECT_EQ(computed(plan_of("sum", ElementType::f64, {2}, {1}), std::vector<double>{0.5, 0.25}),
            (std::vector<double>{0.75}));
  EXPECT_EQ(computed(plan_of("sum", ElementType::f32, {0}, {1}), std::vector<float>{}), (std::vector<float>{0}));
}

TEST(ASum, RefusesOtherOutputsAndTypes) {
  EXPECT_EQ(refusal(plan_of("sum", ElementType::f32, {4}, {2})),
            "the reference 'sum' produces one element, but out has 2");
  EXPECT_EQ(refusal(plan_of("sum", ElementType::f16, {4}, {1})), "the reference 'sum' does not support f16");
  LaunchPlan types = plan_of("sum", ElementType::f32, {4}, {1});
  types.buffers[1].type = ElementType::f64;
  EXPECT_EQ(refusal(types), "the reference 'sum' needs the same type: in is f32, out is f64");
  LaunchPlan none = plan_of("sum", ElementType::f32, {4}, {1});
  none.check.inputs.clear();
  EXPECT_EQ(refusal(none), "the reference 'sum' needs an input buffer");
}

TEST(ALaplace, IsTheSecondDifferenceOnARing) {
  const LaunchPlan plan = plan_of("laplace", ElementType::f32, {5}, {5});
  EXPECT_EQ(computed(plan, std::vector<float>{1, 4, 9, 16, 25}), (std::vector<float>{27, 2, 2, 2, -33}));
  EXPECT_EQ(computed(plan_of("laplace", ElementType::f64, {2}, {2}), std::vector<double>{1, 3}),
            (std::vector<double>{4, -4}));
  EXPECT_EQ(computed(plan_of("laplace", ElementType::f32, {1}, {1}), std::vector<float>{7}), (std::vector<float>{0}))
      << "the only one is its own neighbour";
  EXPECT_TRUE(computed(plan_of("laplace", ElementType::f32, {0}, {0}), std::vector<float>{}).empty());
}

TEST(ALaplace, RoundsAsFloatsDo) {
  const std::vector<float> x = {0.1F, 0.7F, -0.3F};
  const auto y = computed(plan_of("laplace", ElementType::f32, {3}, {3}), x);
  EXPECT_EQ(y[1], (x[2] - 2 * x[1]) + x[0]);
  EXPECT_EQ(y[1], std::fma(-2.0F, x[1], x[2]) + x[0]) << "fused or not, the bits are the same";
}

TEST(ALaplace, RefusesShapesAndTypes) {
  EXPECT_EQ(refusal(plan_of("laplace", ElementType::f32, {4}, {5})),
            "the reference 'laplace' needs two rows of the same length: in [4] and out [5]");
  EXPECT_EQ(refusal(plan_of("laplace", ElementType::f32, {2, 2}, {2, 2})),
            "the reference 'laplace' needs two rows of the same length: in [2, 2] and out [2, 2]");
  EXPECT_EQ(refusal(plan_of("laplace", ElementType::i32, {4}, {4})), "the reference 'laplace' does not support i32");
}

TEST(AMatmul, MultipliesRowsByColumns) {
  const LaunchPlan plan = plan_of("matmul", ElementType::f32, {2, 3}, {2, 2}, {3, 2});
  EXPECT_EQ(computed<float>(plan, {1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}), (std::vector<float>{58, 64, 139, 154}));
  const LaunchPlan outer = plan_of("matmul", ElementType::f64, {2, 1}, {2, 3}, {1, 3});
  EXPECT_EQ(computed<double>(outer, {2, 3}, {5, 7, 11}), (std::vector<double>{10, 14, 22, 15, 21, 33}));
}

TEST(AMatmul, SumsInDouble) {
  const LaunchPlan plan = plan_of("matmul", ElementType::f32, {1, 3}, {1, 1}, {3, 1});
  EXPECT_EQ(computed<float>(plan, {1, 0x1p-24F, 0x1p-24F}, {1, 1, 1}), (std::vector<float>{1 + 0x1p-23F}));
}

/// The product of a row and a column whose types may differ, as raw bits of the output.
template <class C, class A, class B>
C dot(const std::array<ElementType, 3>& types, const std::vector<A>& row, const std::vector<B>& column) {
  const auto inner = static_cast<std::int64_t>(row.size());
  LaunchPlan plan = plan_of("matmul", ElementType::f32, {1, inner}, {1, 1}, {inner, 1});
  std::vector<std::vector<std::byte>> buffers(plan.buffers.size());
  for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
    const bool output = i == plan.check.output, first = i == plan.check.inputs.at(0);
    plan.buffers[i].type = types[output ? 2 : first ? 0 : 1];
    const auto bytes = output  ? std::span<const std::byte>()
                       : first ? std::as_bytes(std::span(row))
                               : std::as_bytes(std::span(column));
    buffers[i].assign(bytes.begin(), bytes.end());
  }
  const auto result = compute_reference(plan, buffers);
  if (!result) throw std::runtime_error(result.error().text());
  C value;
  std::memcpy(&value, result->data(), sizeof(C));
  return value;
}

TEST(AMatmul, TakesOtherTypesThanItGives) {
  using enum ElementType;
  const std::vector<std::uint16_t> halves = {0x3c00, 0xc000, 0x3800};   // 1, -2, 0.5
  const std::vector<std::uint16_t> bfloats = {0x4040, 0x3f80, 0x4080};  // 3, 1, 4
  EXPECT_EQ((dot<float>({f16, bf16, f32}, halves, bfloats)), 3.0F);
  EXPECT_EQ((dot<double>({f16, f64, f64}, halves, std::vector<double>{0x1p-40, 0, 1})), 0.5 + 0x1p-40);
  EXPECT_EQ((dot<std::int32_t>({i8, u8, i32}, std::vector<std::int8_t>{-128, 127}, std::vector<std::uint8_t>{255, 1})),
            -128 * 255 + 127);
}

TEST(AMatmul, RoundsHalvesToTheNearestOrEven) {
  using enum ElementType;
  const auto half = [](double value) {
    return dot<std::uint16_t>({f64, f64, f16}, std::vector<double>{value}, std::vector<double>{1});
  };
  EXPECT_EQ(half(1 + 0x1p-11), 0x3c00) << "a tie";
  EXPECT_EQ(half(1 + 0x1p-11 + 0x1p-40), 0x3c01) << "rounded once, not by way of a single";
  EXPECT_EQ(half(1 + 0x3p-11), 0x3c02) << "a tie";
  EXPECT_EQ(half(65519.99), 0x7bff);
  EXPECT_EQ(half(-65520), 0xfc00);
  EXPECT_EQ(half(0x1p-24), 0x0001);
  EXPECT_EQ(half(0x1p-25), 0x0000);
  EXPECT_EQ(half(0x1p-14 - 0x1p-26), 0x0400) << "rounds up to the smallest number with an exponent of its own";
  const auto bfloat = [](double value) {
    return dot<std::uint16_t>({f64, f64, bf16}, std::vector<double>{value}, std::vector<double>{1});
  };
  EXPECT_EQ(bfloat(-1 - 0x1p-8), 0xbf80);
  EXPECT_EQ(bfloat(3.4e38), 0x7f80);
  EXPECT_EQ(bfloat(0x1p-133), 0x0001);
}

TEST(AMatmul, RefusesShapesTypesAndOneInput) {
  EXPECT_EQ(
      refusal(plan_of("matmul", ElementType::f32, {2, 3}, {2, 2}, {2, 2})),
      "the reference 'matmul' multiplies [m, k] by [k, n] into [m, n], not in [2, 3], second [2, 2] and out [2, 2]");
  EXPECT_EQ(refusal(plan_of("matmul", ElementType::i32, {2, 2}, {2, 2}, {2, 2})),
            "the reference 'matmul' cannot compute i32 from i32: out and in");
  LaunchPlan whole = plan_of("matmul", ElementType::i8, {2, 2}, {2, 2}, {2, 2});
  EXPECT_EQ(refusal(whole), "the reference 'matmul' does not support i8");
  whole.buffers[0].type = ElementType::f16;
  whole.buffers[1].type = ElementType::i32;
  EXPECT_EQ(refusal(whole), "the reference 'matmul' cannot compute i32 from f16: out and in");
  EXPECT_EQ(refusal(plan_of("matmul", ElementType::f32, {2, 2}, {2, 2})),
            "the reference 'matmul' needs 2 input buffers");
}

}  // namespace
}  // namespace lanescope::catalogue
