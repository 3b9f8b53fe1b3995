#include "catalogue/reference/reference.h"

#include <gtest/gtest.h>

#include <cstring>

namespace lanescope::catalogue {
namespace {

/// out = f(in), in of shape rows × columns.
LaunchPlan plan_of(const char* reference, std::vector<std::int64_t> in, std::vector<std::int64_t> out,
                   ElementType type = ElementType::f32) {
  LaunchPlan plan;
  plan.kernel = "family/name";
  plan.buffers.push_back({"other", Role::scratch, type, {1}, Fill::zero, 0, true});
  plan.buffers.push_back({"out", Role::out, type, std::move(out), Fill::poison, 0, true});
  plan.buffers.push_back({"in", Role::in, type, std::move(in), Fill::random, 0, true});
  plan.check.reference = reference;
  plan.check.output = 1;
  plan.check.inputs = {2};
  return plan;
}

std::vector<std::vector<std::byte>> inputs_of(const LaunchPlan& plan) {
  return {{}, {}, fill_buffer(plan, 2)};
}

template <class T>
T element(const std::vector<std::byte>& bytes, std::size_t index) {
  T value{};
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

TEST(References, AreListedWithALineOfHelp) {
  std::vector<std::string_view> names;
  for (const Reference& reference : references()) names.push_back(reference.name);
  EXPECT_EQ(names, (std::vector<std::string_view>{"copy", "transpose", "sum", "laplace", "matmul"}));
  for (const Reference& reference : references()) EXPECT_FALSE(reference.text.empty());
}

TEST(ATranspose, PutsRowsIntoColumnsForEveryShape) {
  for (const auto& [rows, columns] : {std::pair{1, 1}, {1, 37}, {37, 1}, {13, 7}, {64, 33}, {31, 100}}) {
    const LaunchPlan plan = plan_of("transpose", {rows, columns}, {columns, rows}, ElementType::i32);
    const auto inputs = inputs_of(plan);
    const auto expected = compute_reference(plan, inputs);
    ASSERT_TRUE(expected) << expected.error().text();
    ASSERT_EQ(expected->size(), plan.buffers[1].bytes());
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; ++c) {
        ASSERT_EQ(element<std::int32_t>(*expected, static_cast<std::size_t>(c * rows + r)),
                  element<std::int32_t>(inputs[2], static_cast<std::size_t>(r * columns + c)));
      }
    }
  }
}

TEST(ATranspose, IsAPropertyThatNeedsNoReferenceInMemory) {
  const LaunchPlan plan = plan_of("transpose", {5, 3}, {3, 5});
  const auto property = move_property(plan);
  ASSERT_TRUE(property && *property);
  EXPECT_EQ((*property)->input, 2u);
  EXPECT_EQ((*property)->rows, 3u);
  EXPECT_EQ((*property)->columns, 5u);
  const auto expected = compute_reference(plan, inputs_of(plan));
  for (std::uint64_t r = 0; r < 3; ++r) {
    for (std::uint64_t c = 0; c < 5; ++c) {
      const std::uint64_t source = r * (*property)->row_stride + c * (*property)->column_stride;
      EXPECT_EQ(element<std::uint32_t>(*expected, r * 5 + c), fill_bits(plan, 2, source));
    }
  }
}

TEST(ATranspose, RefusesShapesThatDoNotFit) {
  const auto wrong = move_property(plan_of("transpose", {5, 3}, {5, 3}));
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().what, "a transpose turns [a, b] into [b, a]: in [5, 3] and out [5, 3]");
  EXPECT_FALSE(move_property(plan_of("transpose", {15}, {15})));
}

TEST(ACopy, IsTheFirstInputInEveryTypeAndShape) {
  for (const ElementType type : {ElementType::u8, ElementType::f16, ElementType::f32, ElementType::f64}) {
    const LaunchPlan plan = plan_of("copy", {7, 2, 45}, {7, 2, 45}, type);
    const auto inputs = inputs_of(plan);
    EXPECT_EQ(compute_reference(plan, inputs).value(), inputs[2]);
    const auto property = move_property(plan);
    EXPECT_EQ((*property)->rows, 14u);
    EXPECT_EQ((*property)->columns, 45u);
  }
  EXPECT_TRUE(compute_reference(plan_of("copy", {3, 0}, {3, 0}), {{}, {}, {}}).value().empty());
}

TEST(ACopy, RefusesAnotherShapeTypeOrNoInput) {
  EXPECT_EQ(move_property(plan_of("copy", {6}, {2, 3})).error().what,
            "a copy needs equal shapes: in [6] and out [2, 3]");
  LaunchPlan types = plan_of("copy", {6}, {6});
  types.buffers[1].type = ElementType::i32;
  EXPECT_EQ(move_property(types).error().what, "the reference 'copy' needs the same type: in is f32, out is i32");
  LaunchPlan none = plan_of("copy", {6}, {6});
  none.check.inputs.clear();
  EXPECT_EQ(move_property(none).error().what, "the reference 'copy' needs an input buffer");
}

TEST(AReference, ThatIsUnknownOrAbsentIsAnError) {
  EXPECT_EQ(move_property(plan_of("sort", {6}, {6})).error().what, "there is no reference 'sort'");
  EXPECT_FALSE(compute_reference(plan_of("sort", {6}, {6}), {}));
  const LaunchPlan unchecked = plan_of("", {6}, {6});
  EXPECT_FALSE(move_property(unchecked).value());
  EXPECT_FALSE(compute_reference(unchecked, inputs_of(unchecked)));
}

TEST(AReference, NeedsWholeInputs) {
  const LaunchPlan plan = plan_of("copy", {6}, {6});
  EXPECT_EQ(compute_reference(plan, {{}, {}, std::vector<std::byte>(23)}).error().what,
            "the input in has 23 bytes, not 24");
  EXPECT_EQ(compute_reference(plan, {}).error().what, "the input in has 0 bytes, not 24");
}

}  // namespace
}  // namespace lanescope::catalogue
