#include "render/image/image.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/file.h"
#include "images.h"
#include "temporary_folder.h"

namespace lanescope::render {
namespace {

// Every pixel another colour, with every alpha.
Image colourful(std::uint32_t width, std::uint32_t height) {
  Image image = filled_image(width, height, {0, 0, 0, 0});
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const std::uint32_t n = y * width + x;
      image.set(x, y,
                {static_cast<std::uint8_t>(n), static_cast<std::uint8_t>(n >> 8), static_cast<std::uint8_t>(7 * n),
                 static_cast<std::uint8_t>(255 - n % 256)});
    }
  }
  return image;
}

class ImageFile : public ::testing::Test {
 protected:
  TemporaryFolder temporary_;
  const std::filesystem::path folder_ = temporary_.path();
};

TEST_F(ImageFile, APngFileGivesBackEveryPixelWithItsAlpha) {
  for (const auto& [width, height] : {std::pair{1u, 1u}, std::pair{33u, 57u}, std::pair{300u, 2u}}) {
    const Image image = colourful(width, height);
    const auto file = folder_ / "new folder" / "picture.png";
    const auto written = write_png(image, file);
    ASSERT_TRUE(written) << written.error().text();
    const auto read = read_png(file);
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(*read, image) << width << " × " << height;
  }
}

TEST_F(ImageFile, AFileThatIsNoPictureIsRefusedByName) {
  const auto file = folder_ / "text.png";
  ASSERT_TRUE(write_file(file, "this is no picture"));
  const auto read = read_png(file);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().where.text(), file.string());
  EXPECT_FALSE(read.error().remedy.empty());
}

TEST_F(ImageFile, AMissingFileIsRefusedByName) {
  const auto read = read_png(folder_ / "missing.png");
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().text().find("missing.png"), std::string::npos);
}

TEST(Image, ATornPngIsRefused) {
  const std::string png = encode_png(colourful(64, 64)).value();
  const auto image = decode_png(std::string_view(png).substr(0, png.size() / 2), "torn.png");
  ASSERT_FALSE(image);
  EXPECT_EQ(image.error().where.text(), "torn.png");
}

TEST(Image, WithoutPixelsThereIsNoPng) {
  EXPECT_FALSE(encode_png(Image{}));
  EXPECT_FALSE(encode_png(Image{5, 0, {}}));
}

TEST(Image, OfOneColourIsUniformUntilOnePixelDiffers) {
  Image image{3, 2, std::vector<std::uint8_t>(4 * 3 * 2, 255)};
  EXPECT_TRUE(is_uniform(image));
  for (std::uint32_t y = 0; y < 2; ++y) {
    for (std::uint32_t x = 0; x < 3; ++x) image.set(x, y, {10, 20, 30, 255});
  }
  EXPECT_TRUE(is_uniform(image));
  image.set(2, 1, {10, 20, 31, 255});
  EXPECT_FALSE(is_uniform(image));
  EXPECT_TRUE(is_uniform(Image{}));
}

TEST(Image, APixelOutsideIsABug) {
  Image image = filled_image(3, 2, {1, 2, 3, 4});
  EXPECT_EQ(image.at(2, 1), (Colour{1, 2, 3, 4}));
  EXPECT_THROW(static_cast<void>(image.at(3, 0)), MachineError);
  EXPECT_THROW(image.set(0, 2, {}), MachineError);
}

TEST(Image, TheDifferenceCountsPixelsBeyondTheToleranceAndNamesTheGreatest) {
  const Image left = filled_image(10, 10, {100, 100, 100, 255});
  Image right = left;
  EXPECT_EQ(compare(left, right)->greatest, 0);
  EXPECT_EQ(compare(left, right)->share, 0.0);

  right.set(3, 4, {100, 97, 100, 255});
  right.set(5, 6, {100, 100, 140, 255});
  EXPECT_EQ(compare(left, right)->greatest, 40);
  EXPECT_DOUBLE_EQ(compare(left, right)->share, 0.02);
  EXPECT_DOUBLE_EQ(compare(left, right, 2)->share, 0.02);
  EXPECT_DOUBLE_EQ(compare(left, right, 3)->share, 0.01) << "a difference of 3 is within a tolerance of 3";
  EXPECT_DOUBLE_EQ(compare(left, right, 40)->share, 0.0);
}

TEST(Image, PicturesOfDifferentSizeCannotBeCompared) {
  const auto difference = compare(filled_image(2, 3, {}), filled_image(3, 2, {}));
  ASSERT_FALSE(difference);
  EXPECT_NE(difference.error().what.text().find("2 × 3"), std::string::npos) << difference.error().what;
}

}  // namespace
}  // namespace lanescope::render
