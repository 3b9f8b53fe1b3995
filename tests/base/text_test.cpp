#include "base/text.h"

#include <gtest/gtest.h>

#include "base/narrow.h"

namespace lanescope {
namespace {

TEST(Text, BeginsWithAWordOnlyWhereTheWordEnds) {
  EXPECT_TRUE(begins_with_word(".loc 1 2 3", ".loc"));
  EXPECT_TRUE(begins_with_word(".loc", ".loc"));
  EXPECT_FALSE(begins_with_word(".local .b8 a;", ".loc"));
  EXPECT_FALSE(begins_with_word(" .loc", ".loc"));
}

TEST(Text, AnIntegerIsTheWholeWordOrNothing) {
  EXPECT_EQ(parse_integer("42"), 42);
  EXPECT_EQ(parse_integer("-7"), -7);
  EXPECT_EQ(parse_integer("+7"), 7);
  EXPECT_EQ(parse_integer("9223372036854775807"), INT64_MAX);
  for (const char* wrong : {"", "-", "+", "+-3", "4x", " 4", "4.0", "9223372036854775808"}) {
    EXPECT_FALSE(parse_integer(wrong)) << wrong;
  }
}

TEST(Text, SplittingKeepsEmptyFields) {
  EXPECT_EQ(split("a,,b,", ','), (std::vector<std::string_view>{"a", "", "b", ""}));
  EXPECT_EQ(split("", ','), (std::vector<std::string_view>{""}));
}

TEST(Text, TrimmingTakesBlanksFromBothEndsOnly) {
  EXPECT_EQ(trim(" \t a b\r\n"), "a b");
  EXPECT_EQ(trim(" \n"), "");
}

TEST(Text, SizesReadAsPeopleWriteThem) {
  EXPECT_EQ(human_bytes(12), "12 B");
  EXPECT_EQ(human_bytes(64 * 1024), "64 KiB");
  EXPECT_EQ(human_bytes(1610612736), "1.50 GiB");
}

TEST(Text, AMistypedWordFindsItsNeighbourAndNonsenseFindsNone) {
  const std::vector<std::string> knobs = {"block_x", "block_y", "tile"};
  EXPECT_EQ(nearest("blok_x", knobs), "block_x");
  EXPECT_EQ(nearest("tiel", knobs), "tile");
  EXPECT_FALSE(nearest("q", knobs));
  EXPECT_FALSE(nearest("bandwidth", knobs));
}

TEST(Narrow, AValueThatDoesNotFitIsNamedWithItsBits) {
  EXPECT_EQ(*narrow<std::uint8_t>(255), 255);
  const auto wrong = narrow<std::uint8_t>(256, "block_x");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().what, "block_x 256 does not fit into unsigned 8 bits");
  EXPECT_FALSE(narrow<std::uint32_t>(-1));
  EXPECT_THROW((void)narrow_or_throw<std::int8_t>(200), MachineError);
}

TEST(Error, TheLineNamesPlaceFaultAndRemedyAndLeavesOutWhatIsEmpty) {
  EXPECT_EQ((Error{"unknown key 'griid'", {"a.cu", 7}, "did you mean 'grid'?"}.text()),
            "a.cu:7: unknown key 'griid' (did you mean 'grid'?)");
  EXPECT_EQ((Error{"no driver", "", ""}.text()), "no driver");
}

TEST(ForeignText, IsPrintedWithoutControllingTheTerminal) {
  EXPECT_EQ(printable("plain, \tä€𝄞 and lines\r\nof DOS\n"), "plain, \tä€𝄞 and lines\nof DOS\n");
  EXPECT_EQ(printable("\x1b[31mred\x1b]0;title\a\b\x7f"), "\\x1b[31mred\\x1b]0;title\\x07\\x08\\x7f");
  EXPECT_EQ(printable("back\rover"), "back\\x0dover");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\xc2\\x9b31m")
      << "the one character that stands for ESC [";
  EXPECT_EQ(printable("\x9b"
                      "31m \xff \xc0\x80 \xed\xa0\x80"),
            "\\x9b31m \\xff \\xc0\\x80 \\xed\\xa0\\x80");
  EXPECT_EQ(printable("cut \xe2\x82"), "cut \\xe2\\x82");
  EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
}

TEST(ForeignText, ThatComesInPiecesKeepsItsCharacters) {
  std::string rest;
  EXPECT_EQ(printable("1 \xe2\x82", &rest), "1 ");
  EXPECT_EQ(rest, "\xe2\x82");
  EXPECT_EQ(printable(rest + "\xac", &rest), "€");
}

}  // namespace
}  // namespace lanescope
