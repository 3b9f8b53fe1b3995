#include "emulator/memory/texture.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

#include "catalogue/reference/fill.h"

namespace lanescope::emulator {
namespace {

using catalogue::ElementType;
using catalogue::Texture;
using Address = Texture::Address;
using Filter = Texture::Filter;
using Layout = Texture::Layout;

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

float as_float(std::uint32_t bits) {
  return std::bit_cast<float>(bits);
}

/// A row of texels 10, 20, 30 ...
std::uint64_t tens(std::uint64_t index) {
  return std::bit_cast<std::uint32_t>(10.0F * static_cast<float>(index + 1));
}

TextureShape row_of(std::uint64_t width, Filter filter, Address address, bool normalized = false) {
  return {Layout::array_1d, filter, address, normalized, ElementType::f32, width, 1};
}

float fetched(const TextureShape& shape, float x, float y = 0) {
  return as_float(fetch(shape, x, y, tens)[0]);
}

TEST(FetchLinear, ReadsOneTexelAndGivesZeroOutside) {
  const TextureShape shape{Layout::linear, Filter::point, Address::clamp, false, ElementType::f32, 4, 1};
  EXPECT_EQ(as_float(fetch_linear(shape, 0, tens)[0]), 10);
  EXPECT_EQ(as_float(fetch_linear(shape, 3, tens)[0]), 40);
  const TexelReader never = [](std::uint64_t) -> std::uint64_t {
    ADD_FAILURE() << "a texel outside must not be read";
    return 0;
  };
  for (const std::int64_t outside : {std::int64_t{-1}, std::int64_t{4}, std::numeric_limits<std::int64_t>::min(),
                                     std::numeric_limits<std::int64_t>::max()}) {
    EXPECT_EQ(fetch_linear(shape, outside, never), Texel{});
  }
}

TEST(FetchLinear, WidensIntegersByTheirSignAndHalves) {
  TextureShape shape{Layout::linear, Filter::point, Address::clamp, false, ElementType::i8, 1, 1};
  const auto read = [&](ElementType type, std::uint64_t bits) {
    shape.type = type;
    return fetch_linear(shape, 0, [&](std::uint64_t) { return bits; })[0];
  };
  EXPECT_EQ(read(ElementType::i8, 0x80), 0xffffff80u);
  EXPECT_EQ(read(ElementType::u8, 0x80), 0x80u);
  EXPECT_EQ(read(ElementType::i16, 0x8001), 0xffff8001u);
  EXPECT_EQ(read(ElementType::u16, 0x8001), 0x8001u);
  EXPECT_EQ(read(ElementType::i32, 0x80000001), 0x80000001u);
  EXPECT_EQ(as_float(read(ElementType::f16, 0x3c00)), 1.0F);
  EXPECT_EQ(as_float(read(ElementType::f16, 0xc500)), -5.0F);
  EXPECT_EQ(as_float(read(ElementType::f16, 0x0001)), 0x1p-24F);
  EXPECT_EQ(as_float(read(ElementType::f16, 0x83ff)), -0x1.ff8p-15F);
  EXPECT_EQ(as_float(read(ElementType::f16, 0xfc00)), -infinity);
  EXPECT_TRUE(std::isnan(as_float(read(ElementType::f16, 0x7e00))));
  EXPECT_EQ(read(ElementType::f16, 0x8000), 0x80000000u);
}

TEST(APointFetch, TakesTheTexelThatTheCoordinateFallsInto) {
  const TextureShape shape = row_of(4, Filter::point, Address::clamp);
  EXPECT_EQ(fetched(shape, 0.0F), 10);
  EXPECT_EQ(fetched(shape, 0.999F), 10);
  EXPECT_EQ(fetched(shape, 1.0F), 20);
  EXPECT_EQ(fetched(shape, 3.999F), 40);
}

TEST(APointFetch, IsClampedToTheEdges) {
  const TextureShape shape = row_of(4, Filter::point, Address::clamp);
  EXPECT_EQ(fetched(shape, -0.001F), 10);
  EXPECT_EQ(fetched(shape, 4.0F), 40);
  EXPECT_EQ(fetched(shape, -infinity), 10);
  EXPECT_EQ(fetched(shape, infinity), 40);
  EXPECT_EQ(fetched(shape, 1e30F), 40);
  EXPECT_EQ(fetched(shape, not_a_number), 10);
}

TEST(APointFetch, OutsideABorderGivesZero) {
  const TextureShape shape = row_of(4, Filter::point, Address::border);
  EXPECT_EQ(fetched(shape, -0.001F), 0);
  EXPECT_EQ(fetched(shape, 4.0F), 0);
  EXPECT_EQ(fetched(shape, 3.5F), 40);
}

TEST(APointFetch, WrapsAndMirrorsNormalizedCoordinates) {
  const TextureShape wrapped = row_of(4, Filter::point, Address::wrap, true);
  EXPECT_EQ(fetched(wrapped, 0.3F), 20);
  EXPECT_EQ(fetched(wrapped, 1.3F), 20);
  EXPECT_EQ(fetched(wrapped, -0.2F), 40);
  EXPECT_EQ(fetched(wrapped, -7.7F), 20);
  const TextureShape mirrored = row_of(4, Filter::point, Address::mirror, true);
  EXPECT_EQ(fetched(mirrored, 0.3F), 20);
  EXPECT_EQ(fetched(mirrored, 1.1F), 40);
  EXPECT_EQ(fetched(mirrored, 1.8F), 10);
  EXPECT_EQ(fetched(mirrored, -0.3F), 20);
  EXPECT_EQ(fetched(mirrored, 2.3F), 20);
}

TEST(APointFetch, ClampsInsteadOfWrappingWhenCoordinatesAreTexels) {
  for (const Address address : {Address::wrap, Address::mirror}) {
    EXPECT_EQ(fetched(row_of(4, Filter::point, address), 5.5F), 40);
    EXPECT_EQ(fetched(row_of(4, Filter::point, address), -5.5F), 10);
  }
}

TEST(AFilteredFetch, GivesTexelsAtTheirCentresAndMeansBetween) {
  const TextureShape shape = row_of(4, Filter::linear, Address::clamp);
  EXPECT_EQ(fetched(shape, 0.5F), 10);
  EXPECT_EQ(fetched(shape, 1.0F), 15);
  EXPECT_EQ(fetched(shape, 1.25F), 17.5F);
  EXPECT_EQ(fetched(shape, 3.5F), 40);
  EXPECT_EQ(fetched(shape, 0.0F), 10) << "half a texel before the first centre there is only the first";
  EXPECT_EQ(fetched(shape, 9.0F), 40);
}

TEST(AFilteredFetch, HasWeightsOf256Steps) {
  const TextureShape shape = row_of(4, Filter::linear, Address::clamp);
  EXPECT_EQ(fetched(shape, 0.5F + 1.0F / 256), 10 + 10.0F / 256);
  EXPECT_EQ(fetched(shape, 0.5F + 1.0F / 1024), 10) << "a quarter of a step is rounded away";
  EXPECT_EQ(fetched(shape, 0.5F + 3.0F / 1024), 10 + 10.0F / 256) << "three quarters are a step";
}

TEST(AFilteredFetch, CrossesEdgesAsTheAddressModeSays) {
  EXPECT_EQ(fetched(row_of(4, Filter::linear, Address::border), 0.0F), 5) << "half a texel, half border";
  EXPECT_EQ(fetched(row_of(4, Filter::linear, Address::wrap, true), 0.0F), 25) << "the mean of first and last";
  EXPECT_EQ(fetched(row_of(4, Filter::linear, Address::mirror, true), 0.0F), 10);
}

TEST(AFilteredFetch, WeighsFourTexelsOfAPlane) {
  const TextureShape plane{Layout::array_2d, Filter::linear, Address::clamp, false, ElementType::f32, 2, 2};
  EXPECT_EQ(fetched(plane, 1.0F, 1.0F), 25) << "10 20 / 30 40";
  EXPECT_EQ(fetched(plane, 0.5F, 1.5F), 30);
  EXPECT_EQ(fetched(plane, 0.75F, 0.5F), 12.5F);
}

TEST(AFilteredFetch, DoesNotReadTexelsWithoutWeight) {
  const TexelReader read = [](std::uint64_t index) -> std::uint64_t {
    return std::bit_cast<std::uint32_t>(index == 1 ? infinity : 3.0F);
  };
  EXPECT_EQ(as_float(fetch(row_of(2, Filter::linear, Address::clamp), 0.5F, 0, read)[0]), 3.0F);
}

TEST(AFilteredFetch, OfSmallIntegersGivesFractionsOfTheirRange) {
  TextureShape shape = row_of(2, Filter::linear, Address::clamp);
  shape.type = ElementType::u8;
  const auto full = [](std::uint64_t) -> std::uint64_t { return 0xff; };
  EXPECT_EQ(as_float(fetch(shape, 0.5F, 0, full)[0]), 1.0F);
  shape.type = ElementType::i8;
  EXPECT_EQ(as_float(fetch(shape, 0.5F, 0, [](std::uint64_t) -> std::uint64_t { return 0x80; })[0]), -1.0F);
}

TEST(AFilteredFetch, OfWideIntegersIsNotFiltered) {
  TextureShape shape = row_of(2, Filter::linear, Address::clamp);
  shape.type = ElementType::i32;
  const auto number = [](std::uint64_t index) -> std::uint64_t { return index == 0 ? 7 : 9; };
  EXPECT_EQ(fetch(shape, 0.9F, 0, number)[0], 7u);
}

TEST(AnEmptyTexture, GivesZero) {
  const auto never = [](std::uint64_t) -> std::uint64_t { throw std::logic_error("read"); };
  EXPECT_EQ(fetch(row_of(0, Filter::linear, Address::wrap, true), 0.5F, 0, never), Texel{});
}

/// The texels of tests/data/texture/h200_fetches.txt.
std::uint64_t recorded_texel(const std::string& type, std::uint64_t index) {
  const std::uint64_t mixed = catalogue::mix(index + catalogue::golden_step);
  if (type == "f32_random") {
    return std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<std::int32_t>(mixed >> 40) - 0x800000) *
                                        0x1p-23F);
  }
  const std::int32_t eighths = static_cast<std::int32_t>(index * 37 % 101) - 40;
  if (type == "f32") return std::bit_cast<std::uint32_t>(static_cast<float>(eighths) / 8);
  if (type == "f16") return catalogue::half_bits(eighths, -3);
  return mixed >> 7;
}

TEST(Textures, ReturnWhatAnH200Returned) {
  std::ifstream file(LANESCOPE_TEST_DATA "/texture/h200_fetches.txt");
  std::string line, type;
  TextureShape shape;
  std::size_t fetches = 0, signed_bytes = 0, signed_bytes_apart = 0;
  while (std::getline(file, line)) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words(line);
    if (line.starts_with("texture")) {
      std::string keyword, layout, filter, address;
      words >> keyword >> type >> layout >> filter >> address >> shape.normalized >> shape.width >> shape.height;
      shape.type = catalogue::element_type(type.substr(0, type.find('_'))).value();
      shape.layout = layout == "linear" ? Layout::linear : layout == "array_1d" ? Layout::array_1d : Layout::array_2d;
      shape.filter = filter == "point" ? Filter::point : Filter::linear;
      shape.address = address == "wrap"     ? Address::wrap
                      : address == "clamp"  ? Address::clamp
                      : address == "mirror" ? Address::mirror
                                            : Address::border;
      continue;
    }
    std::uint32_t x_bits = 0, y_bits = 0, expected = 0;
    words >> std::hex >> x_bits >> y_bits >> expected;
    ASSERT_TRUE(words) << line;
    const float x = as_float(x_bits), y = as_float(y_bits);
    const TexelReader read = [&](std::uint64_t index) {
      EXPECT_LT(index, shape.width * shape.height);
      return recorded_texel(type, index);
    };
    const Texel got = shape.layout == Layout::linear ? fetch_linear(shape, static_cast<std::int64_t>(x), read)
                                                     : fetch(shape, x, y, read);
    ++fetches;
    EXPECT_EQ((Texel{got[0]}), got);
    if (type == "i8" && shape.filter == Filter::linear) {
      // The one format whose rounding is known only to a unit in the last place of 15 bits.
      ++signed_bytes;
      signed_bytes_apart += got[0] != expected ? 1 : 0;
      ASSERT_NEAR(as_float(got[0]), as_float(expected), 1.001 / 32767) << type << " " << x << " " << y;
    } else {
      ASSERT_EQ(got[0], expected) << type << " " << shape.width << "x" << shape.height << " at " << x << ", " << y
                                  << ": " << as_float(got[0]) << " and not " << as_float(expected);
    }
  }
  EXPECT_GT(fetches, 9000u);
  EXPECT_LT(signed_bytes_apart, signed_bytes / 8);
}

}  // namespace
}  // namespace lanescope::emulator
