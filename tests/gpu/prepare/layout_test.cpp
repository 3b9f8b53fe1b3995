#include "gpu/prepare/layout.h"

#include <gtest/gtest.h>

#include "gpu/plans.h"

namespace lanescope::gpu {
namespace {

TEST(Layout, PutsAWholeGuardZoneBeforeAndBehindEveryBuffer) {
  const auto layout = lay_out({buffer("a", Role::in, {1000}, Fill::random, ElementType::u8),
                               buffer("b", Role::out, {3, 5}, Fill::poison, ElementType::f64)});
  ASSERT_TRUE(layout);
  ASSERT_EQ(layout->places.size(), 2U);
  const Place& a = layout->places[0];
  const Place& b = layout->places[1];
  EXPECT_EQ(a.bytes, 1000U);
  EXPECT_EQ(b.bytes, 120U);
  EXPECT_EQ(a.front_guard(), 0U);
  EXPECT_EQ(a.start, guard_bytes);
  EXPECT_EQ(a.rear_guard(), a.start + 1000);
  EXPECT_GE(b.front_guard(), a.rear_guard() + guard_bytes) << "zones must not overlap";
  EXPECT_GE(layout->bytes, b.rear_guard() + guard_bytes);
}

TEST(Layout, AlignsEveryBufferAsTheDriverDoes) {
  std::vector<catalogue::Buffer> buffers;
  for (std::int64_t bytes = 0; bytes < 600; bytes += 37) {
    buffers.push_back(buffer("b", Role::in, {bytes}, Fill::zero, ElementType::i8));
  }
  const auto layout = lay_out(buffers);
  ASSERT_TRUE(layout);
  for (const Place& place : layout->places) EXPECT_EQ(place.start % buffer_alignment, 0U);
}

TEST(Layout, GivesAnEmptyBufferItsZonesToo) {
  const auto layout = lay_out({buffer("nothing", Role::in, {0, 17}, Fill::random)});
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->places[0].bytes, 0U);
  EXPECT_EQ(layout->bytes, 2 * guard_bytes);
}

TEST(Layout, RefusesABufferWhoseSizeWouldWrapAround) {
  const std::int64_t huge = std::int64_t{1} << 32;
  const auto layout = lay_out({buffer("matrix", Role::in, {huge, huge}, Fill::random)});
  ASSERT_FALSE(layout);
  EXPECT_EQ(layout.error().kind, FaultKind::out_of_memory);
  EXPECT_EQ(layout.error().buffer, "matrix");
}

TEST(Memory, ThatFitsIsNotRefused) {
  EXPECT_TRUE(check_memory(std::uint64_t{1} << 30, std::uint64_t{8} << 30));
}

TEST(Memory, ThatDoesNotFitIsRefusedWithBothNumbers) {
  const auto fits = check_memory(std::uint64_t{6} << 30, std::uint64_t{4} << 30);
  ASSERT_FALSE(fits);
  EXPECT_EQ(fits.error().kind, FaultKind::out_of_memory);
  EXPECT_NE(fits.error().what.text().find("6 GiB"), std::string::npos) << fits.error().what;
  EXPECT_NE(fits.error().what.text().find("4 GiB"), std::string::npos) << fits.error().what;
}

TEST(Memory, KeepsItsHeadRoom) {
  const std::uint64_t available = std::uint64_t{1} << 30;
  EXPECT_TRUE(check_memory(available - head_room_bytes, available));
  EXPECT_FALSE(check_memory(available - head_room_bytes + 1, available));
}

}  // namespace
}  // namespace lanescope::gpu
