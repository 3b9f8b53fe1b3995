// The arithmetic of app/gpu/device, compiled for this processor.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "catalogue/reference/expected_output.h"
#include "catalogue/reference/fill.h"
#include "catalogue/reference/reference.h"
#include "gpu/device_on_host.h"
#include "gpu/picture.h"
#include "gpu/plans.h"
#include "gpu/prepare/layout.h"
#include "gpu/tools/tool_arguments.h"

namespace lanescope::gpu {
namespace {

std::vector<std::byte> filled(const catalogue::LaunchPlan& plan, std::size_t number) {
  const catalogue::Buffer& target = plan.buffers[number];
  std::vector<std::byte> bytes(target.bytes());
  const auto filling = std::bit_cast<device::Filling>(filling_of(plan, number));
  device::on_grid(3, 7, [&] { device::lanescope_fill(bytes.data(), target.elements(), filling); });
  return bytes;
}

/// Runs comparison and explanation as Tools does.
CompareReport compare(const Comparison& comparison) {
  auto report = std::bit_cast<device::CompareReport>(CompareReport{});
  const auto taken = std::bit_cast<device::Comparison>(comparison);
  device::on_grid(2, 5, [&] { device::lanescope_compare(taken, &report); });
  device::on_grid(1, 1, [&] { device::lanescope_explain(taken, &report); });
  return std::bit_cast<CompareReport>(report);
}

template <class T>
Comparison comparison_of(const std::vector<T>& got, const std::vector<T>& expected, ElementType type) {
  Comparison comparison;
  comparison.got = std::bit_cast<std::uint64_t>(got.data());
  comparison.expected = std::bit_cast<std::uint64_t>(expected.data());
  comparison.count = got.size();
  comparison.type = static_cast<std::uint64_t>(type);
  comparison.tiny = 0x1p-126;
  return comparison;
}

TEST(DeviceFill, GivesTheBitsOfTheCatalogueForEveryTypeAndFill) {
  for (const ElementType type : all_types) {
    for (const Fill fill : {Fill::random, Fill::poison, Fill::zero, Fill::index, Fill::value}) {
      catalogue::LaunchPlan plan;
      plan.seed = 12345;
      plan.buffers = {buffer("first", Role::in, {1}, Fill::zero), buffer("second", Role::in, {5, 700}, fill, type)};
      plan.buffers[1].fill_value = 97;
      EXPECT_EQ(filled(plan, 1), catalogue::fill_buffer(plan, 1))
          << catalogue::name_of(type) << " " << catalogue::name_of(fill);
      plan.buffers[1].fill_below = 100;
      EXPECT_EQ(filled(plan, 1), catalogue::fill_buffer(plan, 1)) << catalogue::name_of(type) << " below 100";
      plan.buffers[1].fill_from = catalogue::name_of(type).starts_with('u') ? 3 : -3;
      plan.buffers[1].fill_step = 7;
      EXPECT_EQ(filled(plan, 1), catalogue::fill_buffer(plan, 1))
          << catalogue::name_of(type) << " from 3, or in steps of 7";
    }
  }
}

TEST(DeviceFill, DiffersBetweenSeedsAndBuffers) {
  catalogue::LaunchPlan plan;
  plan.buffers = {buffer("a", Role::in, {64}, Fill::random), buffer("b", Role::in, {64}, Fill::random)};
  const auto first = filled(plan, 0);
  EXPECT_NE(first, filled(plan, 1));
  plan.seed = 2;
  EXPECT_NE(first, filled(plan, 0));
}

TEST(DeviceGuard, ReportsHowManyBytesChangedAndTheLowestOffset) {
  const auto layout = lay_out({buffer("a", Role::out, {100}, Fill::poison, ElementType::u8)});
  ASSERT_TRUE(layout);
  const Place& place = layout->places[0];
  std::vector<unsigned char> memory(layout->bytes);
  const auto check = [&] {
    auto report = std::bit_cast<device::GuardReport>(GuardReport{});
    for (const std::uint64_t zone : {place.front_guard(), place.rear_guard()}) {
      device::on_grid(4, 9,
                      [&] { device::lanescope_guard_check(memory.data(), zone, guard_bytes, place.start, &report); });
    }
    return std::bit_cast<GuardReport>(report);
  };
  for (const std::uint64_t zone : {place.front_guard(), place.rear_guard()}) {
    device::on_grid(4, 9, [&] { device::lanescope_guard_fill(memory.data(), zone, guard_bytes); });
  }
  EXPECT_EQ(check().changed, 0U);

  std::fill_n(memory.begin() + static_cast<std::ptrdiff_t>(place.start), 100, 0xee);  // the buffer itself is free
  EXPECT_EQ(check().changed, 0U);

  memory[place.start + 103] ^= 1;
  memory[place.start + 107] ^= 0x80;
  EXPECT_EQ(check().changed, 2U);
  EXPECT_EQ(check().first, 103);

  memory[place.start - 8] ^= 4;
  EXPECT_EQ(check().changed, 3U);
  EXPECT_EQ(check().first, -8);
}

TEST(DeviceGuard, ACopyOffTheEndOfBothBuffersIsSeen) {
  const auto layout =
      lay_out({buffer("in", Role::in, {64}, Fill::random), buffer("out", Role::out, {64}, Fill::poison)});
  ASSERT_TRUE(layout);
  std::vector<unsigned char> memory(layout->bytes);
  for (const Place& place : layout->places) {
    device::on_grid(4, 9, [&] { device::lanescope_guard_fill(memory.data(), place.rear_guard(), guard_bytes); });
  }
  const auto* source = memory.data() + layout->places[0].rear_guard();
  std::copy_n(source, 64, memory.data() + layout->places[1].rear_guard());
  auto report = std::bit_cast<device::GuardReport>(GuardReport{});
  device::on_grid(4, 9, [&] {
    device::lanescope_guard_check(memory.data(), layout->places[1].rear_guard(), guard_bytes, layout->places[1].start,
                                  &report);
  });
  EXPECT_GT(report.changed, 60U);
}

TEST(DeviceCompare, CountsMismatchesAndExplainsTheFirst) {
  std::vector<std::uint32_t> expected(1000);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = static_cast<std::uint32_t>(i * i);
  std::vector<std::uint32_t> got = expected;
  EXPECT_EQ(compare(comparison_of(got, expected, ElementType::u32)).mismatches, 0U);
  EXPECT_EQ(compare(comparison_of(got, expected, ElementType::u32)).first, none);
  got[997] = 1;
  got[41] = 5;
  got[500] = 7;
  const CompareReport report = compare(comparison_of(got, expected, ElementType::u32));
  EXPECT_EQ(report.mismatches, 3U);
  EXPECT_EQ(report.first, 41U);
  EXPECT_EQ(report.expected, 41U * 41U);
  EXPECT_EQ(report.got, 5U);
  ASSERT_EQ(report.listed, 3U);
  EXPECT_EQ((std::set<std::uint64_t>{report.wrong[0], report.wrong[1], report.wrong[2]}),
            (std::set<std::uint64_t>{41, 500, 997}));
}

TEST(DeviceCompare, ListsNoMoreWrongElementsThanThereIsRoomFor) {
  const std::vector<std::uint32_t> expected(5000, 1), got(5000, 2);
  const CompareReport report = compare(comparison_of(got, expected, ElementType::u32));
  EXPECT_EQ(report.mismatches, 5000U);
  EXPECT_EQ(report.listed, catalogue::max_wrong_listed);
  EXPECT_EQ(std::set<std::uint64_t>(report.wrong.begin(), report.wrong.end()).size(), catalogue::max_wrong_listed);
}

TEST(DeviceCompare, TellsUnwrittenElementsFromWrongOnes) {
  const std::vector<float> expected = {1, 2, 3, 4};
  const auto poison = std::bit_cast<float>(static_cast<std::uint32_t>(catalogue::poison_bits(ElementType::f32)));
  const std::vector<float> got = {1, poison, 9, poison};
  Comparison comparison = comparison_of(got, expected, ElementType::f32);
  comparison.poisoned = 1;
  comparison.poison = catalogue::poison_bits(ElementType::f32);
  const CompareReport report = compare(comparison);
  EXPECT_EQ(report.mismatches, 3U);
  EXPECT_EQ(report.unwritten, 2U);
  EXPECT_EQ(report.first, 1U);
  EXPECT_EQ(report.got, comparison.poison);
  comparison.poisoned = 0;
  EXPECT_EQ(compare(comparison).unwritten, 0U);
}

TEST(DeviceCompare, ExactMeansTheBits) {
  const std::vector<float> expected = {0.0F};
  const std::vector<float> got = {-0.0F};
  EXPECT_EQ(compare(comparison_of(got, expected, ElementType::f32)).mismatches, 1U);
}

TEST(DeviceCompare, WrapLooksAtTheLow32Bits) {
  const std::vector<std::uint64_t> expected = {5, (std::uint64_t{7} << 32) + 1};
  const std::vector<std::uint64_t> got = {(std::uint64_t{1} << 32) + 5, 2};
  Comparison comparison = comparison_of(got, expected, ElementType::u64);
  comparison.method = Comparison::wrap;
  const CompareReport report = compare(comparison);
  EXPECT_EQ(report.mismatches, 1U);
  EXPECT_EQ(report.first, 1U);
}

TEST(DeviceCompare, RelativeFindsTheLargestErrorAndHoldsItToTheTolerance) {
  const std::vector<float> expected = {100, 100, 0};
  const std::vector<float> got = {100, 101, 0};
  Comparison comparison = comparison_of(got, expected, ElementType::f32);
  comparison.method = Comparison::relative;
  comparison.tolerance = 0.02;
  CompareReport report = compare(comparison);
  EXPECT_EQ(report.mismatches, 0U);
  EXPECT_DOUBLE_EQ(report.max_error, 0.01);
  comparison.tolerance = 0.005;
  report = compare(comparison);
  EXPECT_EQ(report.mismatches, 1U);
  EXPECT_EQ(report.first, 1U);
}

TEST(DeviceCompare, ErrorsAreRelativeToTheMagnitudesOfThePiece) {
  const std::vector<float> got = {9, 1, 1.5F, -2, 0x1p-126F};
  const std::vector<float> expected = {1, 1, 2, 0};  // of elements 1 ... 4
  const std::vector<double> magnitudes = {5, 100, 4, 0};
  Comparison comparison = comparison_of(got, expected, ElementType::f32);
  comparison.begin = 1;
  comparison.count = 4;
  comparison.magnitudes = std::bit_cast<std::uint64_t>(magnitudes.data());
  comparison.method = Comparison::relative;
  comparison.tolerance = 0.5;
  const CompareReport report = compare(comparison);
  EXPECT_EQ(report.mismatches, 2U);
  EXPECT_EQ(report.first, 3U);
  EXPECT_EQ(report.max_error, 1.0);
}

TEST(DeviceCompare, ErrorsAreThoseOfTheCatalogue) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double got : {0.0, 1.0, -1.5, 1e-40, 3e38, nan, infinity, -infinity}) {
    for (const double expected : {0.0, 1.0, -2.5, 1e-41, nan, infinity}) {
      for (const double magnitude : {0.0, 1.0, 1e30, nan, infinity}) {
        const std::vector<double> left = {got}, right = {expected}, magnitudes = {magnitude};
        Comparison comparison = comparison_of(left, right, ElementType::f64);
        comparison.magnitudes = std::bit_cast<std::uint64_t>(magnitudes.data());
        comparison.method = Comparison::relative;
        const double error = compare(comparison).max_error;
        EXPECT_EQ(error, catalogue::relative_error(got, expected, magnitude))
            << got << " for " << expected << " with magnitude " << magnitude;
      }
    }
  }
}

TEST(DeviceCompare, NotANumberNeverPassesAndInfinityPassesOnlyAsItself) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> expected = {1, nan, infinity, infinity, 1};
  const std::vector<float> got = {nan, nan, infinity, -infinity, infinity};
  Comparison comparison = comparison_of(got, expected, ElementType::f32);
  comparison.method = Comparison::relative;
  comparison.tolerance = 1e30;
  const CompareReport report = compare(comparison);
  EXPECT_EQ(report.mismatches, 4U);
  EXPECT_EQ(report.first, 0U);
  EXPECT_EQ(report.max_error, std::numeric_limits<double>::infinity());
}

TEST(DeviceCompare, ReadsEveryTypeAsTheNumberItHolds) {
  catalogue::LaunchPlan plan;
  for (const ElementType type : all_types) {
    // Index fills hold small numbers exactly in every type.
    plan.buffers = {buffer("numbers", Role::in, {200}, Fill::index, type)};
    const auto bytes = catalogue::fill_buffer(plan, 0);
    for (const std::uint64_t i : {0, 1, 2, 100, 127}) {
      const auto raw = device::load_bits(bytes.data(), i, static_cast<std::uint64_t>(type));
      EXPECT_EQ(device::as_double(static_cast<std::uint64_t>(type), raw), static_cast<double>(i))
          << catalogue::name_of(type) << " " << i;
    }
  }
  const auto half = [](std::uint64_t raw) { return device::as_double(device::type_f16, raw); };
  EXPECT_EQ(half(0x0001), 0x1p-24);
  EXPECT_EQ(half(0x8400), -0x1p-14);
  EXPECT_EQ(half(0x7bff), 65504);
  EXPECT_EQ(half(0xfc00), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(half(0x7e00)));
  EXPECT_EQ(device::as_double(device::type_i8, 0xff), -1);
  EXPECT_EQ(device::as_double(device::type_i16, 0x8000), -32768);
  EXPECT_EQ(device::as_double(device::type_i32, 0xffffffff), -1);
  EXPECT_EQ(device::as_double(device::type_i64, ~std::uint64_t{0}), -1);
  EXPECT_EQ(device::as_double(device::type_bf16, 0xbf80), -1);
}

TEST(DeviceCompare, KnowsWhereATransposedElementCameFrom) {
  for (const ElementType type : all_types) {
    catalogue::LaunchPlan plan = transpose_plan("transpose", 13, 9, type);
    const auto property = catalogue::move_property(plan);
    ASSERT_TRUE(property && *property);
    std::vector<std::vector<std::byte>> inputs = {catalogue::fill_buffer(plan, 0), {}};
    auto output = catalogue::compute_reference(plan, inputs);
    ASSERT_TRUE(output);
    Comparison comparison;
    comparison.got = std::bit_cast<std::uint64_t>(output->data());
    comparison.count = plan.buffers[1].elements();
    comparison.type = static_cast<std::uint64_t>(type);
    comparison.filling = filling_of(plan, (*property)->input);
    comparison.columns = (*property)->columns;
    comparison.row_stride = (*property)->row_stride;
    comparison.column_stride = (*property)->column_stride;
    EXPECT_EQ(compare(comparison).mismatches, 0U) << catalogue::name_of(type);
    output->at(50 * catalogue::size_of(type)) ^= std::byte{1};
    EXPECT_EQ(compare(comparison).mismatches, 1U);
    EXPECT_EQ(compare(comparison).first, 50U);
  }
}

TEST(DeviceCompare, APieceCountsItsElementsFromTheStartOfTheBuffer) {
  const std::vector<std::uint32_t> got = {1, 2, 3, 4, 5, 6};
  const std::vector<std::uint32_t> expected = {4, 0, 6};
  Comparison comparison = comparison_of(got, got, ElementType::u32);
  comparison.expected = std::bit_cast<std::uint64_t>(expected.data());
  comparison.begin = 3;
  comparison.count = 3;
  const CompareReport report = compare(comparison);
  EXPECT_EQ(report.mismatches, 1U);
  EXPECT_EQ(report.first, 4U);
  EXPECT_EQ(report.expected, 0U);
  EXPECT_EQ(report.got, 5U);
}

TEST(DevicePreview, ShowsTheNearestElements) {
  std::vector<float> elements(30 * 50);
  for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = static_cast<float>(i);
  std::vector<float> picture(8 * 6);
  device::on_grid(2, 11,
                  [&] { device::lanescope_preview(elements.data(), device::type_f32, 30, 50, picture.data(), 8, 6); });
  for (std::uint64_t y = 0; y < 6; ++y) {
    for (std::uint64_t x = 0; x < 8; ++x) {
      EXPECT_EQ(picture[y * 8 + x], elements[nearest_element(y, 6, 30) * 50 + nearest_element(x, 8, 50)]);
    }
  }
}

}  // namespace
}  // namespace lanescope::gpu
