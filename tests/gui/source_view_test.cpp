#include "gui/source_view.h"

#include <gtest/gtest.h>

#include "gui/fixture.h"

namespace warpscope::gui {
namespace {

class SourceText : public testing::Test {
 protected:
  State state_ = test::state_with_kernels();
};

TEST_F(SourceText, NumbersEveryLineAndMarksTheFrontMatter) {
  const SourceView view = source_view(*state_.definition(), nullptr);
  EXPECT_EQ(view.lines.front().number, 1);
  EXPECT_EQ(view.lines.front().text, "/* warpscope");
  EXPECT_TRUE(view.lines.front().front_matter);
  EXPECT_EQ(view.lines.back().text, "}");
  EXPECT_FALSE(view.lines.back().front_matter);
  EXPECT_NE(view.lines[static_cast<std::size_t>(view.first_line) - 1].text.find("__global__"), std::string::npos);
}

TEST_F(SourceText, PutsACompilersErrorAtItsLineAndScrollsThere) {
  const lab::Result result = test::with_compile_error(state_);
  const SourceView view = source_view(*state_.definition(), &result);
  EXPECT_EQ(view.errors, 1);
  EXPECT_EQ(view.first_line, 39);
  EXPECT_TRUE(view.lines[38].wrong());
  EXPECT_EQ(view.lines[38].diagnostics.front().message, "identifier \"blokIdx\" is undefined");
  EXPECT_FALSE(view.lines[37].wrong());
  EXPECT_TRUE(view.elsewhere.empty());
}

TEST_F(SourceText, ShowsTheTextThatTheCompilerSaw) {
  lab::Result result = test::with_compile_error(state_);
  result.source = "line one\nline two\n";
  const SourceView view = source_view(*state_.definition(), &result);
  ASSERT_EQ(view.lines.size(), 2U);
  EXPECT_EQ(view.lines[1].text, "line two");
  ASSERT_EQ(view.elsewhere.size(), 1U) << "line 39 is not in this text";
}

TEST_F(SourceText, ListsErrorsOfAHeaderAboveTheText) {
  lab::Result result = test::with_compile_error(state_);
  result.diagnostics.front().file = "tile.cuh";
  const SourceView view = source_view(*state_.definition(), &result);
  ASSERT_EQ(view.elsewhere.size(), 1U);
  EXPECT_EQ(view.errors, 1);
}

TEST_F(SourceText, IgnoresTheResultOfAnotherKernel) {
  lab::Result result = test::with_compile_error(state_);
  result.kernel = "transpose/copy_row";
  EXPECT_EQ(source_view(*state_.definition(), &result).errors, 0);
}

TEST_F(SourceText, SetsTabsToFourColumns) {
  lab::Result result = test::compiled(state_);
  result.source = "a\tb\r\n\tc\n";
  const SourceView view = source_view(*state_.definition(), &result);
  EXPECT_EQ(view.lines[0].text, "a   b");
  EXPECT_EQ(view.lines[1].text, "    c");
}

}  // namespace
}  // namespace warpscope::gui
