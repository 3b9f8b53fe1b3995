#include "gui/store/source/source_text.h"

#include <gtest/gtest.h>

#include <string>

namespace lanescope::gui {
namespace {

/// The words of one kind, with bars between them.
std::string words(std::string_view line, SourceWord kind, bool in_comment = false) {
  std::string found;
  for (const SourceSpan& span : highlight(line, in_comment)) {
    if (span.word == kind) found += std::string(line.substr(span.from, span.length)) + "|";
  }
  return found;
}

TEST(SourceHighlight, TellsTheWordsOfCudaApart) {
  constexpr std::string_view line = "  if (x < nx) out[blockIdx.x * 32] = __ldg(&in[size_t(y)]);  // rows";
  EXPECT_EQ(words(line, SourceWord::keyword), "if|");
  EXPECT_EQ(words(line, SourceWord::type), "size_t|");
  EXPECT_EQ(words(line, SourceWord::builtin), "blockIdx|__ldg|");
  EXPECT_EQ(words(line, SourceWord::number), "32|");
  EXPECT_EQ(words(line, SourceWord::comment), "// rows|");
}

TEST(SourceHighlight, CoversTheLineWithoutGaps) {
  for (const std::string_view line : {"#pragma unroll 4  // four", "extern \"C\" __global__ void f(float4* p) {", "",
                                      " ", "'\\''", "\"open", "a /* b */ c /* d", "1.5e-3f + 0x1Fu - 2"}) {
    bool in_comment = false;
    std::size_t at = 0;
    for (const SourceSpan& span : highlight(line, in_comment)) {
      EXPECT_EQ(span.from, at) << line;
      EXPECT_GT(span.length, 0U) << line;
      at = span.from + span.length;
    }
    EXPECT_EQ(at, line.size()) << line;
  }
}

TEST(SourceHighlight, ReadsNumbersWholeAndNamesWithDigitsNotAtAll) {
  EXPECT_EQ(words("1.5e-3f + 0x1F-2 + tile32", SourceWord::number), "1.5e-3f|0x1F|2|");
}

TEST(SourceHighlight, CarriesACommentOverLines) {
  bool in_comment = false;
  (void)highlight("int a; /* begins", in_comment);
  EXPECT_TRUE(in_comment);
  (void)highlight("goes on, int", in_comment);
  EXPECT_TRUE(in_comment);
  const auto spans = highlight("ends */ int", in_comment);
  EXPECT_FALSE(in_comment);
  EXPECT_EQ(spans.front(), (SourceSpan{0, 7, SourceWord::comment}));
  EXPECT_EQ(spans.back().word, SourceWord::type);
}

TEST(SourceHighlight, KeepsCommentSignsOfQuotedTextsOutOfComments) {
  EXPECT_EQ(words("p(\"/* no // comment\");", SourceWord::comment), "");
  EXPECT_EQ(words("p(\"a\\\"b\");", SourceWord::quoted), "\"a\\\"b\"|");
}

TEST(SourceHighlight, KnowsDirectivesAndTheFilesTheyInclude) {
  EXPECT_EQ(words("#include \"tile.cuh\"", SourceWord::preprocessor), "#include|");
  EXPECT_EQ(words("#include <cstdint>", SourceWord::quoted), " <cstdint>|");
  EXPECT_EQ(words("  #pragma unroll", SourceWord::preprocessor), "#pragma|");
  EXPECT_EQ(words("x #y", SourceWord::preprocessor), "");
}

}  // namespace
}  // namespace lanescope::gui
