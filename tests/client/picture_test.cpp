// Pictures that come in pieces.
#include "client/picture.h"

#include <gtest/gtest.h>

#include <cmath>

namespace warpscope::client {
namespace {

lab::PicturePart part(std::uint32_t width, std::uint32_t height, std::uint64_t first, std::vector<float> values) {
  return {width, height, first, std::move(values)};
}

TEST(Picture, IsWholeWhenItsLastPieceHasCome) {
  Picture picture(7);
  EXPECT_FALSE(picture.complete());
  ASSERT_TRUE(picture.add(part(3, 2, 0, {0, 1, 2, 3})));
  EXPECT_FALSE(picture.complete());
  ASSERT_TRUE(picture.add(part(3, 2, 4, {4, 5})));
  ASSERT_TRUE(picture.complete());
  lab::Result result;
  ASSERT_TRUE(picture.fill(result));
  ASSERT_TRUE(result.preview);
  EXPECT_EQ(result.preview->width, 3u);
  EXPECT_EQ(result.preview->values, (std::vector<float>{0, 1, 2, 3, 4, 5}));
}

TEST(Picture, PiecesThatDoNotFitAreErrors) {
  Picture picture(7);
  EXPECT_FALSE(picture.add(part(0, 2, 0, {1})));
  EXPECT_FALSE(picture.add(part(1u << 31, 1u << 31, 0, {1}))) << "a size that lies";
  EXPECT_FALSE(picture.add(part(2, 2, 1, {1}))) << "the first is missing";
  EXPECT_FALSE(picture.add(part(2, 2, 0, {1, 2, 3, 4, 5}))) << "more than there is room for";
  ASSERT_TRUE(picture.add(part(2, 2, 0, {1, 2})));
  EXPECT_FALSE(picture.add(part(2, 2, 0, {1, 2}))) << "the same again";
  EXPECT_FALSE(picture.add(part(3, 2, 2, {1}))) << "of another picture";
  EXPECT_FALSE(picture.add(part(2, 2, 2, {}))) << "nothing";
  EXPECT_TRUE(picture.add(part(2, 2, 2, {3, 4})));
}

TEST(Picture, PiecesComeBackBitForBitFromTheWire) {
  const lab::PicturePart sent = part(2, 1, 1, {-0.0F});
  const auto read = lab::decode_picture_part(lab::encode(sent));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, sent);
  EXPECT_TRUE(std::signbit(read->values[0]));
  EXPECT_FALSE(lab::decode_picture_part({1, 2, 3}));
}

}  // namespace
}  // namespace warpscope::client
