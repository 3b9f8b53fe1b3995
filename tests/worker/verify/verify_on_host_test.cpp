// The comparison on the CPU.
#include "worker/verify/verify_on_host.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <limits>

#include "catalogue/reference/fill.h"
#include "catalogue/reference/reference.h"
#include "catalogue/reference/reference_rule.h"

namespace lanescope::worker {
namespace {

using catalogue::ElementType;
using catalogue::views_of;

/// out = in, n elements.
catalogue::LaunchPlan copy_plan(std::int64_t n, ElementType type = ElementType::f32) {
  catalogue::LaunchPlan plan;
  plan.kernel = "copy";
  plan.buffers.resize(2);
  plan.buffers[0] = {"in", catalogue::Role::in, type, {n}, catalogue::Fill::random, 0, true};
  plan.buffers[1] = {"out", catalogue::Role::out, type, {n}, catalogue::Fill::poison, 0, true};
  plan.check.reference = "copy";
  plan.check.output = 1;
  plan.check.inputs = {0};
  return plan;
}

/// As a right kernel leaves them.
std::vector<std::vector<std::byte>> right(const catalogue::LaunchPlan& plan) {
  const auto in = catalogue::fill_buffer(plan, 0);
  return {in, in};
}

void put(std::vector<std::byte>& bytes, std::size_t index, float value) {
  std::memcpy(bytes.data() + 4 * index, &value, 4);
}
float get(const std::vector<std::byte>& bytes, std::size_t index) {
  float value = 0;
  std::memcpy(&value, bytes.data() + 4 * index, 4);
  return value;
}

TEST(VerifyOnHost, ARightOutputPasses) {
  const auto plan = copy_plan(100);
  const auto verdict = verify_on_host(plan, views_of(right(plan)), {});
  ASSERT_TRUE(verdict) << verdict.error().text();
  EXPECT_TRUE(verdict->passed);
  EXPECT_EQ(verdict->checked, 100u);
  EXPECT_EQ(verdict->method, "CPU reference");
  EXPECT_FALSE(verdict->max_error || verdict->first);
}

TEST(VerifyOnHost, TheFirstWrongElementIsNamedWithItsBits) {
  const auto plan = copy_plan(100);
  auto buffers = right(plan);
  put(buffers[1], 17, 5);
  put(buffers[1], 40, 6);
  const auto verdict = verify_on_host(plan, views_of(buffers), {});
  EXPECT_FALSE(verdict->passed);
  EXPECT_EQ(verdict->mismatches, 2u);
  EXPECT_EQ(verdict->unwritten, 0u);
  ASSERT_TRUE(verdict->first);
  EXPECT_EQ(verdict->first->index, 17u);
  EXPECT_EQ(verdict->first->got, catalogue::element_text(ElementType::f32, std::bit_cast<std::uint32_t>(5.0F)));
  EXPECT_EQ(verdict->first->expected,
            catalogue::element_text(ElementType::f32, std::bit_cast<std::uint32_t>(get(buffers[0], 17))));
}

TEST(VerifyOnHost, PoisonThatIsStillThereWasNeverWritten) {
  const auto plan = copy_plan(10);
  auto buffers = right(plan);
  put(buffers[1], 9, std::bit_cast<float>(static_cast<std::uint32_t>(catalogue::poison_bits(ElementType::f32))));
  const auto verdict = verify_on_host(plan, views_of(buffers), {});
  EXPECT_EQ(verdict->unwritten, 1u);
  EXPECT_TRUE(verdict->first->unwritten);
}

TEST(VerifyOnHost, ARelativeCheckAllowsItsToleranceAndNoNan) {
  auto plan = copy_plan(10);
  plan.check.compare = catalogue::Check::Compare::relative;
  plan.check.tolerance = 1e-3;
  auto buffers = right(plan);
  put(buffers[1], 3, get(buffers[0], 3) * 1.0005F);
  auto verdict = verify_on_host(plan, views_of(buffers), {});
  EXPECT_TRUE(verdict->passed);
  EXPECT_NEAR(*verdict->max_error, 5e-4, 1e-6);
  EXPECT_EQ(verdict->tolerance, 1e-3);
  put(buffers[1], 3, std::numeric_limits<float>::quiet_NaN());
  verdict = verify_on_host(plan, views_of(buffers), {});
  EXPECT_FALSE(verdict->passed);
  EXPECT_EQ(*verdict->max_error, std::numeric_limits<double>::infinity());
}

TEST(VerifyOnHost, WrapComparesIntegersModulo32Bits) {
  auto plan = copy_plan(10, ElementType::u64);
  plan.check.compare = catalogue::Check::Compare::wrap;
  auto buffers = right(plan);
  buffers[1][4] ^= std::byte{1};  // bit 32 of element 0
  EXPECT_TRUE(verify_on_host(plan, views_of(buffers), {})->passed);
  buffers[1][0] ^= std::byte{1};
  EXPECT_FALSE(verify_on_host(plan, views_of(buffers), {})->passed);
}

TEST(VerifyOnHost, AnInputThatWasChangedIsAFault) {
  const auto plan = copy_plan(10);
  auto buffers = right(plan);
  put(buffers[0], 4, 9);
  const auto verdict = verify_on_host(plan, views_of(buffers), {});
  EXPECT_FALSE(verdict->passed);
  EXPECT_EQ(verdict->mismatches, 0u);
  ASSERT_EQ(verdict->faults.size(), 1u);
  EXPECT_EQ(verdict->faults[0].kind, FaultKind::input_changed);
  EXPECT_EQ(verdict->faults[0].offset, 16);
}

TEST(VerifyOnHost, AGivenInputTakesThePlaceOfTheFill) {
  const auto plan = copy_plan(4);
  std::vector<std::byte> given(16);
  put(given, 2, 7);
  const auto verdict = verify_on_host(plan, {given, given}, {{"in", given}});
  EXPECT_TRUE(verdict->passed);
  EXPECT_FALSE(verify_on_host(plan, {given, given}, {})->passed);
}

TEST(VerifyOnHost, APlanWithoutACheckIsCheckedForItsInputsOnly) {
  auto plan = copy_plan(4);
  plan.check.reference.clear();
  auto buffers = right(plan);
  put(buffers[1], 0, 1);
  const auto verdict = verify_on_host(plan, views_of(buffers), {});
  EXPECT_TRUE(verdict->passed);
  EXPECT_EQ(verdict->checked, 0u);
}

TEST(VerifyOnHost, AnotherKernelsOutputIsComparedElementByElement) {
  auto plan = copy_plan(4);
  plan.check.reference.clear();
  plan.check.reference_kernel = "transpose/naive_row";
  auto reference = catalogue::fill_buffer(plan, 0);
  auto verdict = verify_on_host(plan, views_of(right(plan)), {}, reference);
  ASSERT_TRUE(verdict) << verdict.error().text();
  EXPECT_TRUE(verdict->passed);
  EXPECT_EQ(verdict->method, "output of transpose/naive_row");
  put(reference, 2, 7);
  verdict = verify_on_host(plan, views_of(right(plan)), {}, reference);
  EXPECT_FALSE(verdict->passed);
  ASSERT_TRUE(verdict->first);
  EXPECT_EQ(verdict->first->index, 2u);
  EXPECT_EQ(verdict->first->expected, catalogue::element_text(ElementType::f32, std::bit_cast<std::uint32_t>(7.0F)));
}

TEST(VerifyOnHost, AnotherKernelsOutputOfAnotherSizeIsRefused) {
  auto plan = copy_plan(4);
  plan.check.reference.clear();
  plan.check.reference_kernel = "transpose/naive_row";
  const auto verdict = verify_on_host(plan, views_of(right(plan)), {});
  ASSERT_FALSE(verdict);
  EXPECT_EQ(verdict.error().what, "the output of transpose/naive_row has 0 bytes, out has 16");
}

TEST(VerifyOnHost, SampledRowsAreComparedAndNoOthers) {
  auto plan = copy_plan(0);
  for (catalogue::Buffer& buffer : plan.buffers) buffer.shape = {50, 8};
  plan.check.sampled_rows = 5;
  auto buffers = right(plan);
  const auto verdict = verify_on_host(plan, views_of(buffers), {});
  ASSERT_TRUE(verdict) << verdict.error().text();
  EXPECT_TRUE(verdict->passed);
  EXPECT_EQ(verdict->checked, 40u);
  EXPECT_EQ(verdict->method, "CPU reference, 5 sampled rows");
  std::uint64_t found = 0;
  for (std::size_t row = 0; row < 50; ++row) {
    auto wrong = buffers;
    put(wrong[1], 8 * row + 3, 5);
    const auto row_verdict = verify_on_host(plan, views_of(wrong), {});
    found += row_verdict->mismatches;
    if (!row_verdict->passed) {
      EXPECT_EQ(row_verdict->first.value().index, 8 * row + 3) << "the index is that of the output";
    }
    EXPECT_FALSE(row_verdict->passed && (row == 0 || row == 49));
  }
  EXPECT_EQ(found, 5u);
}

TEST(VerifyOnHost, ASumIsJudgedByItsTerms) {
  auto plan = copy_plan(4);
  plan.check.reference = "sum";
  plan.check.compare = catalogue::Check::Compare::relative;
  plan.check.tolerance = 1e-6;
  plan.buffers[1].shape = {1};
  std::vector<std::byte> in(16), out(4);
  for (const auto& [index, value] : {std::pair{0, 1e6F}, {1, -1e6F}, {2, 0.5F}, {3, 0.0F}}) {
    put(in, static_cast<std::size_t>(index), value);
  }
  put(out, 0, 0.5625F);  // off by an eighth of itself, and by 3e-8 of the terms
  const auto verdict = verify_on_host(plan, {in, out}, {{"in", in}});
  ASSERT_TRUE(verdict) << verdict.error().text();
  EXPECT_TRUE(verdict->passed);
  EXPECT_NEAR(*verdict->max_error, 0.0625 / 2000000.5, 1e-12);
}

}  // namespace
}  // namespace lanescope::worker
