#include <gtest/gtest.h>

#include <bit>

#include "catalogue/reference/fill.h"
#include "catalogue/reference/reference.h"
#include "gpu/device_fixture.h"

namespace lanescope::gpu {
namespace {

using Verify = OnDevice;

TEST_F(Verify, FillsGiveTheBitsOfTheCatalogueForEveryType) {
  for (const ElementType type : all_types) {
    for (const Fill fill : {Fill::random, Fill::poison, Fill::zero, Fill::index, Fill::value}) {
      catalogue::LaunchPlan plan;
      plan.kernel = "test/fill";
      plan.seed = 99;
      plan.buffers = {buffer("first", Role::in, {3}, Fill::random), buffer("second", Role::in, {7, 12345}, fill, type)};
      plan.buffers[1].fill_value = 42;
      const auto execution = prepared(plan);
      const auto ran = execution->run();
      ASSERT_TRUE(ran) << ran.error().what;
      const auto bytes = execution->read("second");
      ASSERT_TRUE(bytes) << bytes.error().what;
      EXPECT_EQ(*bytes, catalogue::fill_buffer(plan, 1)) << catalogue::name_of(type) << " " << catalogue::name_of(fill);
    }
  }
}

TEST_F(Verify, ARightTransposePassesForEveryShape) {
  const std::vector<std::pair<std::int64_t, std::int64_t>> shapes = {{1, 1},   {1, 1000}, {1000, 1},  {31, 33},
                                                                     {32, 32}, {97, 251}, {640, 480}, {2048, 1111}};
  for (const auto& [nx, ny] : shapes) {
    const catalogue::Verdict verdict = verified(transpose_plan("transpose", nx, ny));
    EXPECT_TRUE(verdict.passed) << nx << " × " << ny;
    EXPECT_EQ(verdict.checked, static_cast<std::uint64_t>(nx * ny));
    EXPECT_EQ(verdict.mismatches, 0U);
    EXPECT_EQ(verdict.guard_bytes_changed, 0U);
    EXPECT_FALSE(verdict.first.has_value());
    EXPECT_EQ(verdict.method, "exact property on the device");
  }
}

TEST_F(Verify, ARightTransposePassesForEveryWidth) {
  const std::vector<std::pair<ElementType, std::string>> types = {{ElementType::u8, "unsigned char"},
                                                                  {ElementType::f16, "unsigned short"},
                                                                  {ElementType::bf16, "unsigned short"},
                                                                  {ElementType::i32, "int"},
                                                                  {ElementType::f64, "double"}};
  for (const auto& [type, name] : types) {
    const catalogue::Verdict verdict = verified(transpose_plan("transpose", 130, 70, type), {}, {"-DELEMENT=" + name});
    EXPECT_TRUE(verdict.passed) << catalogue::name_of(type) << ", first wrong "
                                << (verdict.first ? verdict.first->index : 0);
  }
}

TEST_F(Verify, PlantedMistakesAreCountedAndTheFirstIsShown) {
  const auto plan = copy_plan("copy_with_three_mistakes", 100'000);
  const catalogue::Verdict verdict = verified(plan);
  EXPECT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.mismatches, 3U);
  EXPECT_EQ(verdict.unwritten, 0U);
  ASSERT_TRUE(verdict.first);
  EXPECT_EQ(verdict.first->index, 77U);
  const auto right = static_cast<std::uint32_t>(catalogue::fill_bits(plan, 0, 77));
  EXPECT_EQ(verdict.first->expected, catalogue::element_text(ElementType::f32, right));
  EXPECT_FLOAT_EQ(std::stof(verdict.first->got), std::bit_cast<float>(right) + 4);
  EXPECT_FALSE(verdict.first->unwritten);
}

TEST_F(Verify, ElementsThatWereNeverWrittenAreCounted) {
  const catalogue::Verdict verdict = verified(copy_plan("copy_all_but_each_hundredth", 100'000));
  EXPECT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.mismatches, 1000U);
  EXPECT_EQ(verdict.unwritten, 1000U);
  ASSERT_TRUE(verdict.first);
  EXPECT_EQ(verdict.first->index, 50U);
  EXPECT_TRUE(verdict.first->unwritten);
}

TEST_F(Verify, AStoreBehindTheBufferIsCaughtWithBufferAndOffset) {
  const catalogue::Verdict verdict = verified(copy_plan("copy_and_write_behind", 1000));
  EXPECT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.mismatches, 0U);
  // A byte of the pattern may by chance be the byte that was written.
  EXPECT_GE(verdict.guard_bytes_changed, 1U);
  EXPECT_LE(verdict.guard_bytes_changed, 4U);
  ASSERT_EQ(verdict.faults.size(), 1U);
  EXPECT_EQ(verdict.faults[0].kind, FaultKind::guard);
  EXPECT_EQ(verdict.faults[0].buffer, "out");
  ASSERT_TRUE(verdict.faults[0].offset.has_value());
  EXPECT_GE(*verdict.faults[0].offset, 4 * 1005);
  EXPECT_LT(*verdict.faults[0].offset, 4 * 1006);
}

TEST_F(Verify, AStoreBeforeTheBufferIsCaughtWithANegativeOffset) {
  const catalogue::Verdict verdict = verified(copy_plan("copy_and_write_before", 1000));
  EXPECT_FALSE(verdict.passed);
  ASSERT_EQ(verdict.faults.size(), 1U);
  EXPECT_EQ(verdict.faults[0].kind, FaultKind::guard);
  EXPECT_EQ(verdict.faults[0].buffer, "out");
  ASSERT_TRUE(verdict.faults[0].offset.has_value());
  EXPECT_GE(*verdict.faults[0].offset, -12);
  EXPECT_LT(*verdict.faults[0].offset, -8);
}

TEST_F(Verify, ACopyThatRunsOffBothBuffersIsCaught) {
  const catalogue::Verdict verdict =
      verified(copy_plan("copy_without_a_bound", 1000));  // 4 blocks of 256 threads: 24 too many
  EXPECT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.mismatches, 0U);
  EXPECT_GT(verdict.guard_bytes_changed, 80U);
  EXPECT_LE(verdict.guard_bytes_changed, 96U);
}

TEST_F(Verify, AnInputThatWasOverwrittenIsNamed) {
  const catalogue::Verdict verdict = verified(copy_plan("copy_and_spoil_the_input", 1000));
  EXPECT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.mismatches, 0U) << "the output is judged by what the input was";
  ASSERT_EQ(verdict.faults.size(), 1U);
  EXPECT_EQ(verdict.faults[0].kind, FaultKind::input_changed);
  EXPECT_EQ(verdict.faults[0].buffer, "in");
  EXPECT_EQ(verdict.faults[0].offset, 4 * 123);
}

TEST_F(Verify, GivenInputsAreUsedAndJudgedByTheReferenceOnTheProcessor) {
  const auto plan = copy_plan("copy", 1000);
  std::vector<float> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i) / 3;
  const auto execution = prepared(plan, {{"in", as_bytes(values)}});
  const auto verdict = execution->verify();
  ASSERT_TRUE(verdict) << verdict.error().what;
  EXPECT_TRUE(verdict->passed);
  EXPECT_EQ(verdict->method, "CPU reference");
  const auto out = execution->read("out");
  ASSERT_TRUE(out) << out.error().what;
  EXPECT_EQ(values_of<float>(*out), values);
}

TEST_F(Verify, GivenInputsLargerThanOnePieceAreComparedToTheEnd) {
  const std::int64_t n = 9'000'001;  // 36 MB
  const std::vector<float> values(static_cast<std::size_t>(n), 2.5F);
  const catalogue::Verdict verdict = verified(copy_plan("copy_with_three_mistakes", n), {{"in", as_bytes(values)}});
  EXPECT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.checked, static_cast<std::uint64_t>(n));
  EXPECT_EQ(verdict.mismatches, 3U);
  ASSERT_TRUE(verdict.first);
  EXPECT_EQ(verdict.first->index, 77U);
  EXPECT_EQ(verdict.first->expected, "2.5 (0x40200000)");
  EXPECT_EQ(verdict.first->got, "6.5 (0x40d00000)");
}

TEST_F(Verify, AGivenInputThatWasOverwrittenIsNamed) {
  const std::vector<float> values(1000, 1.0F);
  const catalogue::Verdict verdict = verified(copy_plan("copy_and_spoil_the_input", 1000), {{"in", as_bytes(values)}});
  ASSERT_EQ(verdict.faults.size(), 1U);
  EXPECT_EQ(verdict.faults[0].kind, FaultKind::input_changed);
  EXPECT_EQ(verdict.faults[0].offset, 4 * 123);
}

TEST_F(Verify, ARelativeComparisonReportsTheLargestError) {
  auto plan = copy_plan("copy_slightly_off", 10'000);
  plan.check.compare = catalogue::Check::Compare::relative;
  plan.check.tolerance = 0.01;
  const catalogue::Verdict loose = verified(plan);
  EXPECT_TRUE(loose.passed);
  ASSERT_TRUE(loose.max_error.has_value());
  EXPECT_NEAR(*loose.max_error, 0.001, 1e-5);
  EXPECT_EQ(loose.tolerance, 0.01);
  plan.check.tolerance = 0.0001;
  const catalogue::Verdict tight = verified(plan);
  EXPECT_FALSE(tight.passed);
  EXPECT_GT(tight.mismatches, 9000U);
}

TEST_F(Verify, TheOutputOfAnotherKernelServesAsTheReference) {
  auto plan = copy_plan("copy", 5000);
  plan.check.reference.clear();
  plan.check.reference_kernel = "test/other";
  const auto expected = catalogue::fill_buffer(plan, 0);
  const auto execution = prepared(plan);
  const auto right = execution->verify(expected);
  ASSERT_TRUE(right) << right.error().what;
  EXPECT_TRUE(right->passed);
  auto other = expected;
  other[4 * 4999] ^= std::byte{1};
  const auto wrong = execution->verify(other);
  ASSERT_TRUE(wrong) << wrong.error().what;
  EXPECT_FALSE(wrong->passed);
  ASSERT_TRUE(wrong->first);
  EXPECT_EQ(wrong->first->index, 4999U);
  const auto without = execution->verify();
  ASSERT_FALSE(without);
  EXPECT_EQ(without.error().kind, FaultKind::resolve);
}

TEST_F(Verify, APlanWithoutACheckIsStillWatchedAtItsEdges) {
  auto plan = copy_plan("copy", 1000);
  plan.check = {};
  const catalogue::Verdict fine = verified(plan);
  EXPECT_TRUE(fine.passed);
  EXPECT_EQ(fine.checked, 0U);
  EXPECT_EQ(fine.method, "guard zones and inputs only");
  plan.launches[0].entry = "copy_and_write_behind";
  EXPECT_FALSE(verified(plan).passed);
}

TEST_F(Verify, TwoStepsRunOneAfterTheOther) {
  auto plan = copy_plan("copy", 40'000);
  plan.buffers.push_back(buffer("middle", Role::scratch, {40'000}, Fill::poison));
  plan.launches.push_back(plan.launches[0]);
  plan.launches[0].arguments[0] = buffer_argument("middle", 2);
  plan.launches[1].arguments[1] = buffer_argument("middle", 2);
  EXPECT_TRUE(verified(plan).passed);
}

TEST_F(Verify, ACopyByTheDriverIsAStepToo) {
  auto plan = copy_plan("copy", 40'000);
  catalogue::Launch& launch = plan.launches[0];
  launch.call = catalogue::Launch::Call::memcpy;
  launch.entry = "memcpy";
  launch.arguments = {buffer_argument("out", 1), buffer_argument("in", 0)};
  EXPECT_TRUE(verified(plan).passed);
}

TEST_F(Verify, TexturesOnPlainMemoryAndOnArraysGiveTheBuffersValues) {
  auto linear = copy_plan("fetch_linear", 10'000);
  catalogue::Texture texture;
  texture.name = "t";
  linear.launches[0].textures = {texture};
  linear.launches[0].arguments[1] = {catalogue::Argument::Kind::texture, "t", 0, 0};
  EXPECT_TRUE(verified(linear).passed);

  auto array = transpose_plan("fetch_2d", 200, 150);
  texture.layout = catalogue::Texture::Layout::array_2d;
  array.launches[0].textures = {texture};
  array.launches[0].arguments[1] = {catalogue::Argument::Kind::texture, "t", 0, 0};
  EXPECT_TRUE(verified(array).passed);
}

}  // namespace
}  // namespace lanescope::gpu
