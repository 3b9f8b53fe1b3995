// How much of an output is compared, and what errors are relative to.
#include "catalogue/reference/expected_output.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "catalogue/bytes.h"
#include "catalogue/reference/reference.h"

namespace lanescope::catalogue {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// c = a * b, [m, k] times [k, n].
LaunchPlan product(std::int64_t m, std::int64_t n, std::int64_t k, ElementType type = ElementType::f32) {
  LaunchPlan plan;
  plan.kernel = "family/product";
  plan.buffers.push_back({"a", Role::in, type, {m, k}, Fill::random, 0, true});
  plan.buffers.push_back({"b", Role::in, type, {k, n}, Fill::random, 0, true});
  plan.buffers.push_back({"c", Role::out, type, {m, n}, Fill::poison, 0, true});
  plan.check.reference = "matmul";
  plan.check.inputs = {0, 1};
  plan.check.output = 2;
  plan.check.compare = Check::Compare::relative;
  plan.check.tolerance = 1e-6;
  return plan;
}

/// out from in, one type, one shape.
LaunchPlan row(const char* reference, std::vector<std::int64_t> in, std::vector<std::int64_t> out) {
  LaunchPlan plan;
  plan.kernel = "family/row";
  plan.buffers.push_back({"in", Role::in, ElementType::f32, std::move(in), Fill::random, 0, true});
  plan.buffers.push_back({"out", Role::out, ElementType::f32, std::move(out), Fill::poison, 0, true});
  plan.check.reference = reference;
  plan.check.inputs = {0};
  plan.check.output = 1;
  plan.check.compare = Check::Compare::relative;
  return plan;
}

std::vector<std::vector<std::byte>> filled(const LaunchPlan& plan) {
  std::vector<std::vector<std::byte>> buffers(plan.buffers.size());
  for (const std::size_t input : plan.check.inputs) buffers[input] = fill_buffer(plan, input);
  return buffers;
}

TEST(SampledRows, AreAllWhereNoneAreAskedForOrAsManyAsThereAre) {
  LaunchPlan plan = product(10, 4, 3);
  EXPECT_TRUE(sampled_rows(plan).empty());
  plan.check.sampled_rows = 10;
  EXPECT_TRUE(sampled_rows(plan).empty());
  plan.check.sampled_rows = 1000;
  EXPECT_TRUE(sampled_rows(plan).empty());
}

TEST(SampledRows, AlwaysHoldTheFirstAndTheLast) {
  for (const std::int64_t wanted : {1, 2, 3, 9, 50, 99}) {
    LaunchPlan plan = product(100, 4, 3);
    plan.check.sampled_rows = wanted;
    const auto rows = sampled_rows(plan);
    EXPECT_EQ(rows.size(), static_cast<std::size_t>(std::max<std::int64_t>(wanted, 2)));
    EXPECT_EQ(rows.front(), 0u);
    EXPECT_EQ(rows.back(), 99u);
  }
}

TEST(SampledRows, RiseAndAreSpreadOverTheOutput) {
  LaunchPlan plan = product(8192, 4, 3);
  plan.check.sampled_rows = 66;
  const auto rows = sampled_rows(plan);
  ASSERT_EQ(rows.size(), 66u);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    EXPECT_LT(rows[i - 1], rows[i]);
    EXPECT_LE(rows[i] - rows[i - 1], 2u * (8190 / 64 + 1)) << "no more than two parts lie between neighbours";
  }
}

TEST(SampledRows, DependOnTheSeedAlone) {
  LaunchPlan plan = product(8192, 4, 3);
  plan.check.sampled_rows = 20;
  const auto rows = sampled_rows(plan);
  EXPECT_EQ(sampled_rows(plan), rows);
  plan.seed = 2;
  EXPECT_NE(sampled_rows(plan), rows);
}

TEST(SampledRows, OfMoreDimensionsAreNumberedTogether) {
  LaunchPlan plan = row("copy", {3, 50, 4}, {3, 50, 4});
  plan.check.sampled_rows = 2;
  EXPECT_EQ(sampled_rows(plan), (std::vector<std::uint64_t>{0, 149}));
  plan = row("copy", {50}, {50});
  plan.check.sampled_rows = 2;
  EXPECT_TRUE(sampled_rows(plan).empty()) << "a vector is one row";
  plan = row("copy", {50, 0}, {50, 0});
  plan.check.sampled_rows = 2;
  EXPECT_TRUE(sampled_rows(plan).empty());
}

TEST(AnExpectedOutput, OfSampledRowsHoldsTheSameBitsAsTheWholeOne) {
  for (const auto& make : {product(37, 19, 53), product(300, 700, 3)}) {
    LaunchPlan plan = make;
    const auto buffers = filled(plan);
    const auto whole = expected_output(plan, buffers);
    ASSERT_TRUE(whole) << whole.error().text();
    EXPECT_EQ(whole->sampled_rows, 0u);
    EXPECT_EQ(whole->values, compute_reference(plan, buffers).value());
    plan.check.sampled_rows = 11;
    const auto sampled = expected_output(plan, buffers);
    ASSERT_TRUE(sampled) << sampled.error().text();
    EXPECT_EQ(sampled->sampled_rows, 11u);
    const auto columns = static_cast<std::uint64_t>(plan.buffers[2].shape[1]);
    EXPECT_EQ(sampled->elements(), 11 * columns);
    EXPECT_EQ(sampled->values.size(), 4 * sampled->elements());
    EXPECT_EQ(sampled->magnitudes.size(), sampled->elements());
    std::uint64_t at = 0;
    for (const ElementRun& run : sampled->runs) {
      EXPECT_EQ(run.begin % columns, 0u);
      EXPECT_EQ(run.count % columns, 0u);
      for (std::uint64_t i = 0; i < run.count; ++i, ++at) {
        EXPECT_EQ(std::memcmp(&sampled->values[4 * at], &whole->values[4 * (run.begin + i)], 4), 0);
        EXPECT_EQ(sampled->magnitudes[at], whole->magnitudes[run.begin + i]);
      }
    }
    EXPECT_EQ(at, sampled->elements());
  }
}

TEST(AnExpectedOutput, OfSampledRowsOfATransposeIsTheSameToo) {
  LaunchPlan plan = row("transpose", {70, 90}, {90, 70});
  const auto buffers = filled(plan);
  const auto whole = compute_reference(plan, buffers).value();
  plan.check.sampled_rows = 40;
  const auto sampled = expected_output(plan, buffers).value();
  EXPECT_EQ(sampled.elements(), 40u * 70u);
  EXPECT_TRUE(sampled.magnitudes.empty());
  std::size_t at = 0;
  for (const ElementRun& run : sampled.runs) {
    EXPECT_EQ(std::memcmp(&sampled.values[at], &whole[4 * run.begin], 4 * run.count), 0);
    at += 4 * run.count;
  }
}

TEST(AnExpectedOutput, OfNeighbouringRowsIsOneRun) {
  LaunchPlan plan = product(4, 5, 2);
  plan.check.sampled_rows = 3;
  const auto sampled = expected_output(plan, filled(plan)).value();
  ASSERT_EQ(sampled.runs.size(), 2u);
  EXPECT_EQ(sampled.elements(), 15u);
}

TEST(AnExpectedOutput, OfNothingHasNoRuns) {
  const auto expected = expected_output(product(0, 5, 2), filled(product(0, 5, 2)));
  ASSERT_TRUE(expected);
  EXPECT_TRUE(expected->runs.empty());
}

TEST(AMagnitude, IsTheSumOfTheTermsWithoutTheirSigns) {
  const LaunchPlan plan = product(1, 2, 3);
  const auto expected = expected_output(plan, {bytes<float>({1, -2, 3}), bytes<float>({10, 1, 20, -1, 30, 1}), {}});
  ASSERT_TRUE(expected);
  EXPECT_EQ(expected->values, bytes<float>({60, 6}));
  EXPECT_EQ(expected->magnitudes, (std::vector<double>{140, 6}));

  const auto sum = expected_output(row("sum", {3}, {1}), {bytes<float>({5, -5, 1}), {}});
  EXPECT_EQ(sum->values, bytes<float>({1}));
  EXPECT_EQ(sum->magnitudes, (std::vector<double>{11}));

  const auto laplace = expected_output(row("laplace", {3}, {3}), {bytes<float>({1, -2, 4}), {}});
  EXPECT_EQ(laplace->values, bytes<float>({0, 9, -9}));
  EXPECT_EQ(laplace->magnitudes, (std::vector<double>{8, 9, 11}));
}

TEST(AMagnitude, IsNotComputedForABitwiseComparison) {
  LaunchPlan plan = product(3, 4, 5);
  plan.check.compare = Check::Compare::exact;
  EXPECT_TRUE(expected_output(plan, filled(plan))->magnitudes.empty());
}

TEST(ARelativeError, IsMeasuredAgainstTheMagnitude) {
  EXPECT_EQ(relative_error(1.5, 1, 1), 0.5);
  EXPECT_EQ(relative_error(1.5, 1, 100), 0.005);
  EXPECT_EQ(relative_error(1, 1, 0), 0);
  EXPECT_EQ(relative_error(0x1p-126, 0, 0), 1) << "nothing is divided by zero";
}

TEST(ARelativeError, OfWhatIsNoNumberIsInfinite) {
  EXPECT_EQ(relative_error(nan, 1, 1), infinity);
  EXPECT_EQ(relative_error(1, nan, nan), infinity);
  EXPECT_EQ(relative_error(nan, nan, nan), infinity);
  EXPECT_EQ(relative_error(infinity, infinity, infinity), 0);
  EXPECT_EQ(relative_error(-infinity, infinity, infinity), infinity);
  EXPECT_EQ(relative_error(1, infinity, infinity), infinity);
}

/// Sums of random signs cancel: single precision is good to a few units of the terms, not of what is left of them.
TEST(ARelativeError, OfAProductInSinglePrecisionStaysWithinItsBoundWhereItsSumCancels) {
  const std::int64_t k = 1000;
  const LaunchPlan plan = product(40, 40, k);
  const auto buffers = filled(plan);
  const auto expected = expected_output(plan, buffers).value();
  std::vector<float> a(40 * k), b(40 * k), wanted(1600);
  std::memcpy(a.data(), buffers[0].data(), buffers[0].size());
  std::memcpy(b.data(), buffers[1].data(), buffers[1].size());
  std::memcpy(wanted.data(), expected.values.data(), expected.values.size());
  double largest = 0, largest_by_value = 0;
  for (std::size_t i = 0; i < 1600; ++i) {
    float sum = 0;
    for (std::size_t j = 0; j < k; ++j) sum += a[i / 40 * k + j] * b[j * 40 + i % 40];
    largest = std::max(largest, relative_error(sum, wanted[i], expected.magnitudes[i]));
    largest_by_value = std::max(largest_by_value, relative_error(sum, wanted[i], std::fabs(wanted[i])));
  }
  EXPECT_LT(largest, 1e-6);
  EXPECT_GT(largest, 0);
  EXPECT_GT(largest_by_value, 1e-5) << "by its own value the same sum would fail";
}

}  // namespace
}  // namespace lanescope::catalogue
