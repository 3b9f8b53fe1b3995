// The pieces of PNG files against bytes that are known.
#include "render/image/image.h"

#include <gtest/gtest.h>

namespace lanescope::render {
namespace {

TEST(PngChunk, OfTheEndIsTheOneOfEveryFile) {
  EXPECT_EQ(png_chunk("IEND", ""), std::string("\0\0\0\0IEND\xae\x42\x60\x82", 12));
}

TEST(PngChunk, NumbersStandHighestByteFirst) {
  EXPECT_EQ(big_endian(0x01020304), "\x01\x02\x03\x04");
  EXPECT_EQ(big_endian(0x01020304, 2), "\x03\x04");
}

}  // namespace
}  // namespace lanescope::render
