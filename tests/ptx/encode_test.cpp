#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "ptx/signature.h"

namespace lanescope::ptx {
namespace {

using Kind = Parameter::Kind;

Parameter parameter(Kind kind, std::uint32_t bytes, std::uint32_t count = 1) {
  return {"n", kind, bytes, count, bytes};
}

template <class T>
T decoded(const Expected<std::vector<std::byte>>& bytes) {
  T value{};
  EXPECT_TRUE(bytes.has_value()) << (bytes ? "" : bytes.error().text());
  if (!bytes) return value;
  EXPECT_EQ(bytes->size(), sizeof(T));
  if (bytes->size() == sizeof(T)) std::memcpy(&value, bytes->data(), sizeof(T));
  return value;
}

TEST(EncodeInteger, WritesLittleEndianBytesOfTheParametersWidth) {
  EXPECT_EQ(decoded<std::uint32_t>(encode_integer(parameter(Kind::unsigned_integer, 4), 0x12345678)), 0x12345678u);
  EXPECT_EQ(decoded<std::int16_t>(encode_integer(parameter(Kind::signed_integer, 2), -2)), -2);
  EXPECT_EQ(decoded<std::int64_t>(encode_integer(parameter(Kind::signed_integer, 8), -3)), -3);
  EXPECT_EQ(encode_integer(parameter(Kind::bits, 4), 1).value(),
            (std::vector{std::byte{1}, std::byte{0}, std::byte{0}, std::byte{0}}));
}

TEST(EncodeInteger, SignExtendsIntoTheUpperHalfOf128Bits) {
  EXPECT_EQ(encode_integer(parameter(Kind::bits, 16), -1).value(), std::vector<std::byte>(16, std::byte{0xff}));
  EXPECT_EQ(encode_integer(parameter(Kind::bits, 16), 1).value()[15], std::byte{0});
}

TEST(EncodeInteger, TakesASignedParameterToItsExactEnds) {
  for (const std::uint32_t bytes : {1u, 2u, 4u}) {
    const std::int64_t end = std::int64_t{1} << (8 * bytes - 1);
    const Parameter number = parameter(Kind::signed_integer, bytes);
    EXPECT_TRUE(encode_integer(number, end - 1));
    EXPECT_FALSE(encode_integer(number, end));
    EXPECT_TRUE(encode_integer(number, -end));
    EXPECT_FALSE(encode_integer(number, -end - 1));
  }
}

// NVRTC declares int and unsigned alike as .u32.
TEST(EncodeInteger, TakesAnUnsignedParameterFromTheLowestSignedToTheHighestUnsignedValue) {
  for (const Kind kind : {Kind::unsigned_integer, Kind::bits}) {
    for (const std::uint32_t bytes : {1u, 2u, 4u}) {
      const std::int64_t end = std::int64_t{1} << (8 * bytes);
      EXPECT_TRUE(encode_integer(parameter(kind, bytes), end - 1));
      EXPECT_FALSE(encode_integer(parameter(kind, bytes), end));
      EXPECT_TRUE(encode_integer(parameter(kind, bytes), -end / 2));
      EXPECT_FALSE(encode_integer(parameter(kind, bytes), -end / 2 - 1));
    }
  }
  EXPECT_TRUE(encode_integer(parameter(Kind::unsigned_integer, 8), std::numeric_limits<std::int64_t>::max()));
  EXPECT_TRUE(encode_integer(parameter(Kind::signed_integer, 8), std::numeric_limits<std::int64_t>::min()));
}

TEST(EncodeInteger, NamesParameterTypeAndValueWhenItDoesNotFit) {
  const auto encoded = encode_integer(parameter(Kind::unsigned_integer, 4), 4'294'967'296);
  ASSERT_FALSE(encoded);
  EXPECT_EQ(encoded.error().what, "4294967296 does not fit into the 32 bits of the parameter .u32 n");
  EXPECT_FALSE(encoded.error().remedy.empty());
}

TEST(EncodeInteger, WritesFloatingPointThatIsExact) {
  for (const std::int64_t value : {0L, 1L, -1L, 3L, 1000L, 16'777'216L, -16'777'218L, 1L << 62}) {
    EXPECT_EQ(decoded<float>(encode_integer(parameter(Kind::floating, 4), value)), static_cast<float>(value));
    EXPECT_EQ(decoded<double>(encode_integer(parameter(Kind::floating, 8), value)), static_cast<double>(value));
  }
  EXPECT_EQ(decoded<float>(encode_integer(parameter(Kind::floating, 4), std::numeric_limits<std::int64_t>::min())),
            -9223372036854775808.0F);
}

TEST(EncodeInteger, RefusesFloatingPointThatWouldBeRounded) {
  EXPECT_FALSE(encode_integer(parameter(Kind::floating, 4), 16'777'217));
  EXPECT_FALSE(encode_integer(parameter(Kind::floating, 8), 9'007'199'254'740'993));
  EXPECT_TRUE(encode_integer(parameter(Kind::floating, 8), 9'007'199'254'740'992));
  EXPECT_FALSE(encode_integer(parameter(Kind::floating, 8), std::numeric_limits<std::int64_t>::max()));
}

TEST(EncodeInteger, KnowsTheRangeOfHalfPrecision) {
  const Parameter half = parameter(Kind::floating, 2);
  EXPECT_EQ(decoded<std::uint16_t>(encode_integer(half, 1)), 0x3c00);
  EXPECT_EQ(decoded<std::uint16_t>(encode_integer(half, -2)), 0xc000);
  EXPECT_EQ(decoded<std::uint16_t>(encode_integer(half, 65'504)), 0x7bff);
  EXPECT_FALSE(encode_integer(half, 65'536));
  EXPECT_FALSE(encode_integer(half, 2049));
  EXPECT_TRUE(encode_integer(half, 2050));
}

TEST(EncodeInteger, RefusesAStructure) {
  const auto encoded = encode_integer(parameter(Kind::bits, 1, 16), 5);
  ASSERT_FALSE(encoded);
  EXPECT_EQ(encoded.error().what, "the number 5 was given for the parameter .b8 n[16], which is a structure");
}

TEST(EncodeAddress, FillsAnEightByteIntegerParameter) {
  EXPECT_EQ(decoded<std::uint64_t>(encode_address(parameter(Kind::unsigned_integer, 8), 0xfedc'ba98'7654'3210u)),
            0xfedc'ba98'7654'3210u);
  EXPECT_TRUE(encode_address(parameter(Kind::bits, 8), 1));
}

TEST(EncodeAddress, RefusesWhatIsNoPointer) {
  for (const Parameter& wrong :
       {parameter(Kind::unsigned_integer, 4), parameter(Kind::floating, 8), parameter(Kind::bits, 1, 8)}) {
    const auto encoded = encode_address(wrong, 16);
    ASSERT_FALSE(encoded) << wrong.text();
    EXPECT_NE(encoded.error().what.text().find(wrong.text()), std::string::npos);
  }
}

TEST(Structures, FillTheirParameterWithThePaddingOfItsAlignment) {
  const Parameter parameter{"p", Parameter::Kind::bits, 1, 32, 16};
  EXPECT_EQ(encode_structure(parameter, std::vector<std::byte>(20), "a at 0").value().size(), 32u);
  EXPECT_EQ(encode_structure(parameter, std::vector<std::byte>(32), "a at 0").value().size(), 32u);
  const auto small = encode_structure(parameter, std::vector<std::byte>(16), "a at 0, together 16 bytes");
  ASSERT_FALSE(small);
  EXPECT_EQ(small.error().what,
            "the fields (a at 0, together 16 bytes) do not fill the parameter .b8 p[32], which has 32 bytes");
  EXPECT_FALSE(encode_structure(parameter, std::vector<std::byte>(33), "a at 0"));
}

}  // namespace
}  // namespace lanescope::ptx
