#include "emulator/further_instructions/execution/format.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

namespace lanescope::emulator {
namespace {

/// Lays arguments down as the compiler does for vprintf.
class Packed {
 public:
  template <class... T>
  explicit Packed(T... values) {
    (add(values), ...);
  }
  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

 private:
  template <class T>
  void add(T value) {
    bytes_.resize((bytes_.size() + alignof(T) - 1) / alignof(T) * alignof(T));
    const std::size_t begin = bytes_.size();
    bytes_.resize(begin + sizeof value);
    std::memcpy(bytes_.data() + begin, &value, sizeof value);
  }
  std::vector<std::byte> bytes_;
};

Expected<std::string> strings(std::uint64_t address) {
  if (address == 0x100) return "hello";
  return failure("there is no string", "", "");
}

template <class... T>
std::string formatted(std::string_view format, T... values) {
  const Packed packed(values...);
  const auto text = format_device_text(format, packed.bytes(), strings);
  return text ? *text : "error: " + text.error().what.text();
}

// Expectations without a remark are what an H200 printed (driver 580).

TEST(DevicePrintf, CopiesWhatIsNoConversion) {
  EXPECT_EQ(formatted(""), "");
  EXPECT_EQ(formatted("no argument\n"), "no argument\n");
  EXPECT_EQ(formatted("%%d %d%% done", 50), "%d 50% done");
  EXPECT_EQ(formatted("[%5%] [%-%] [%d]", 8), "[%] [%] [8]");
}

TEST(DevicePrintf, WritesIntegersWithFlagsWidthAndPrecision) {
  EXPECT_EQ(formatted("[%d] [%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%8.3d]", 42, 42, 42, 42, 42, 42, 42, 42),
            "[42] [   42] [42   ] [00042] [+42] [ 42] [042] [     042]");
  EXPECT_EQ(formatted("[%i] [%u] [%o] [%x] [%X] [%#x] [%#o] [%#X]", -1, -1, 8, 255, 255, 255, 8, 255),
            "[-1] [4294967295] [10] [ff] [FF] [0xff] [010] [0XFF]");
  EXPECT_EQ(formatted("[%-+5d] [%+-05d] [% +d] [%0-5d] [%#5x]", 5, 5, 5, 5, 5), "[+5   ] [+5   ] [+5] [5    ] [  0x5]");
  EXPECT_EQ(formatted("[% 5d] [%+5d] [%05d] [%-5d] [%05x] [%+.2e]", -42, 42, -42, -42, 0xab, 12345.678),
            "[  -42] [  +42] [-0042] [-42  ] [000ab] [+1.23e+04]");
  EXPECT_EQ(formatted("[%.d] [%.0d] [%5.d]", 0, 0, 3), "[] [] [    3]");
  EXPECT_EQ(formatted("[%50d] [%.30d]", 3, 4),
            "[                                                 3] [000000000000000000000000000004]");
}

TEST(DevicePrintf, CutsIntegersToTheirSize) {
  EXPECT_EQ(formatted("[%hhd] [%hd] [%hhu] [%hu]", 300, 70000, 300, 70000), "[44] [4464] [44] [4464]") << "as C says";
  EXPECT_EQ(formatted("[%hd] [%hu] [%hhd] [%ho]", -70000, 70000, 128, 70000), "[-4464] [4464] [-128] [10560]")
      << "as C says";
}

TEST(DevicePrintf, TakesEightBytesForLongIntegersAtTheirAlignment) {
  EXPECT_EQ(formatted("[%lld] [%llx] [%llu]", -6LL, 0x123456789abcLL, -1LL),
            "[-6] [123456789abc] [18446744073709551615]");
  EXPECT_EQ(formatted("[%ld] [%li] [%lx] [%lo] [%lX]", -5L, 5L, 255L, 8L, 255L), "[-5] [5] [ff] [10] [FF]");
  EXPECT_EQ(formatted("%d %lld %d %f", 1, 2LL, 3, 4.0), "1 2 3 4.000000") << "the compiler pads before 8 bytes";
  EXPECT_EQ(formatted("%zu %td %jd", 9ULL, -1LL, 5LL), "9 -1 5") << "as C says";
}

TEST(DevicePrintf, WritesFloatingPoint) {
  EXPECT_EQ(formatted("[%f] [%.2f] [%10.3f] [%-10.1f] [%+f] [%F]", 3.14159, 3.14159, 3.14159, 3.14159, 1.0, 2.0),
            "[3.141590] [3.14] [     3.142] [3.1       ] [+1.000000] [2.000000]");
  EXPECT_EQ(
      formatted("[%e] [%E] [%.0e] [%g] [%G] [%g] [%#g]", 12345.678, 12345.678, 12345.678, 1e-5, 1e-5, 100000.0, 1.0),
      "[1.234568e+04] [1.234568E+04] [1e+04] [1e-05] [1E-05] [100000] [1.00000]");
  EXPECT_EQ(formatted("[%a] [%A] [%.2a]", 1.5, 1.5, 3.14159), "[0x1.8p+0] [0X1.8P+0] [0x1.92p+1]");
  EXPECT_EQ(formatted("[%a] [%.0a] [%a] [%20.3A]", 0.1, 1.75, 0.0, -3.1),
            "[0x1.999999999999ap-4] [0x2p+0] [0x0p+0] [         -0X1.8CDP+1]");
  EXPECT_EQ(formatted("[%e] [%g] [%G] [%.10g] [%.0f] [%.0f]", 0.0, 1e100, 1e-10, 1.0 / 3, 0.5, 1.5),
            "[0.000000e+00] [1e+100] [1E-10] [0.3333333333] [0] [2]");
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(formatted("[%f] [%f] [%e] [%5.1f]", infinity, std::numeric_limits<double>::quiet_NaN(), -infinity, -0.0),
            "[inf] [nan] [-inf] [ -0.0]");
  EXPECT_EQ(formatted("[%lf] [%hf]", 2.5, 2.5), "[2.500000] [2.500000]");
}

TEST(DevicePrintf, WritesTheLargestNumbersWhole) {
  const std::string text = formatted("%4096.4096f", -std::numeric_limits<double>::max());
  EXPECT_EQ(text.size(), 1 + 309 + 1 + 4096u);
  EXPECT_TRUE(text.starts_with("-17976931348623157"));
  EXPECT_EQ(formatted("%4096d", 7).size(), 4096u);
}

TEST(DevicePrintf, WritesCharactersStringsAndPointers) {
  EXPECT_EQ(formatted("[%c] [%5c] [%-5c] [%lc]", 'x' + 0, 'y' + 0, 'z' + 0, 'a' + 0), "[x] [    y] [z    ] [a]");
  EXPECT_EQ(formatted("[%c%c%c]", 'a' + 0, 0, 'b' + 0), std::string("[a\0b]", 5));
  EXPECT_EQ(formatted("[%s] [%10s] [%-10s] [%.2s] [%10.2s]", 0x100LL, 0x100LL, 0x100LL, 0x100LL, 0x100LL),
            "[hello] [     hello] [hello     ] [he] [        he]");
  EXPECT_EQ(formatted("[%.0s] [%.s] [%8.3s]", 0x100LL, 0x100LL, 0x100LL), "[] [] [     hel]");
  EXPECT_EQ(formatted("[%p] [%20p] [%-20p]", 0x1234LL, 0x1234LL, 0x1234LL),
            "[0x1234] [              0x1234] [0x1234              ]");
  EXPECT_EQ(formatted("[%p] [%p]", 0LL, -1LL), "[(nil)] [0xffffffffffffffff]");
}

TEST(DevicePrintf, TakesAWidthFromTheArguments) {
  EXPECT_EQ(formatted("[%*d] [%-*d]", 6, 42, 6, 42), "[    42] [42    ]");
  EXPECT_EQ(formatted("[%*d]", -6, 42), "[42    ]");
}

TEST(DevicePrintf, RefusesWhatADeviceWouldPrintAsNonsense) {
  EXPECT_EQ(formatted("%d %d", 1), "error: printf has fewer arguments than its format string needs");
  EXPECT_EQ(formatted("%f", 1), "error: printf has fewer arguments than its format string needs");
  EXPECT_EQ(formatted("%s"), "error: printf has fewer arguments than its format string needs");
  EXPECT_EQ(formatted("%*d", 1), "error: printf has fewer arguments than its format string needs");
  EXPECT_EQ(formatted("%.*f", 2, 3.5), "error: printf of device code takes no * as precision");
  EXPECT_EQ(formatted("%y", 1), "error: printf has no conversion %y");
  EXPECT_EQ(formatted("%n", 0LL), "error: printf has no conversion %n");
  EXPECT_EQ(formatted("%Lf", 2.5), "error: printf has no conversion %L");
  EXPECT_EQ(formatted("ends with %"), "error: the format string of printf ends inside a conversion");
  EXPECT_EQ(formatted("ends with %-5.2ll"), "error: the format string of printf ends inside a conversion");
  for (const char* format : {"%4097d", "%.4097f", "%99999999999999999999d", "%.99999999999999999999d"}) {
    EXPECT_EQ(formatted(format, 1LL), "error: a width or precision of printf is larger than 4096") << format;
  }
  EXPECT_EQ(formatted("%*d", -5000, 1), "error: a width or precision of printf is larger than 4096");
  EXPECT_EQ(formatted("%*d", std::numeric_limits<int>::min(), 1),
            "error: a width or precision of printf is larger than 4096");
  EXPECT_EQ(formatted("%s", 0LL), "error: there is no string");
}

TEST(DevicePrintf, NamesTheCallThatIsWrong) {
  const auto text = format_device_text("x = %d\n", {}, strings);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().where.text(), "printf(\"x = %d\n\")");
  EXPECT_FALSE(text.error().remedy.empty());
}

}  // namespace
}  // namespace lanescope::emulator
