#include "worker/attachments/preview.h"

#include <gtest/gtest.h>

#include <cstring>

#include "catalogue/reference/reference_rule.h"

namespace lanescope::worker {
namespace {

catalogue::LaunchPlan plan_of(std::vector<std::int64_t> shape) {
  catalogue::LaunchPlan plan;
  plan.buffers.resize(1);
  plan.buffers[0] = {
      "out", catalogue::Role::out, catalogue::ElementType::i32, std::move(shape), catalogue::Fill::poison, 0, true};
  return plan;
}

std::vector<std::vector<std::byte>> counting(std::size_t elements) {
  std::vector<std::int32_t> values(elements);
  for (std::size_t i = 0; i < elements; ++i) values[i] = static_cast<std::int32_t>(i);
  std::vector<std::byte> bytes(4 * elements);
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return {bytes};
}

TEST(HostPreview, ASmallBufferIsShownElementByElement) {
  const auto picture = host_preview(plan_of({2, 3}), catalogue::views_of(counting(6)));
  ASSERT_TRUE(picture);
  EXPECT_EQ(picture->width, 3u);
  EXPECT_EQ(picture->height, 2u);
  EXPECT_EQ(picture->values, (std::vector<float>{0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(picture->slot.handle.empty());
}

TEST(HostPreview, ALargeOneShowsTheElementUnderTheMiddleOfEachPixel) {
  const auto picture = host_preview(plan_of({512, 1024}), catalogue::views_of(counting(512 * 1024)));
  ASSERT_TRUE(picture);
  EXPECT_EQ(picture->width, 256u);
  EXPECT_EQ(picture->height, 256u);
  EXPECT_EQ(picture->values[0], 1.0F * 1024 + 2);
  EXPECT_EQ(picture->values.back(), 511.0F * 1024 + 1022);
}

TEST(HostPreview, WithoutElementsOrBytesThereIsNone) {
  EXPECT_FALSE(host_preview(plan_of({0, 3}), {{}}));
  EXPECT_FALSE(host_preview(plan_of({2, 3}), {{}}));
}

}  // namespace
}  // namespace lanescope::worker
