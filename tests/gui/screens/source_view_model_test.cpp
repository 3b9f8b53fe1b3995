#include "gui/store/source/source_text.h"

#include <gtest/gtest.h>

#include "gui/support/fixture.h"

namespace lanescope::gui {
namespace {

class SourceText : public testing::Test {
 protected:
  State state_ = test::state_with_kernels();
};

TEST_F(SourceText, NumbersEveryLineAndMarksTheFrontMatter) {
  const SourceView view = source_view(*state_.ui.language, *state_.definition(), nullptr);
  EXPECT_EQ(view.lines.front().number, 1);
  EXPECT_EQ(view.lines.front().text, "/* lanescope");
  EXPECT_TRUE(view.lines.front().front_matter);
  EXPECT_EQ(view.lines.back().text, "}");
  EXPECT_FALSE(view.lines.back().front_matter);
  EXPECT_NE(view.lines[static_cast<std::size_t>(view.first_line) - 1].text.find("__global__"), std::string::npos);
}

TEST_F(SourceText, ShowsTheWholeFileAndMarksWhatWasLeftOut) {
  experiments::Result result = test::with_compile_error(state_);
  result.left_out = {{state_.definition()->source.path, {{37, 38}}}, {"tools.h", {{1, 9}}}};
  const SourceView view = source_view(*state_.ui.language, *state_.definition(), &result);
  EXPECT_FALSE(view.lines[0].host_only);
  EXPECT_EQ(view.lines[36].host_only, !view.lines[36].text.empty());
  EXPECT_EQ(view.lines[37].host_only, !view.lines[37].text.empty());
  EXPECT_FALSE(view.lines[38].host_only);
  EXPECT_EQ(view.lines.back().text, "}");
}

TEST_F(SourceText, PutsACompilersErrorAtItsLineAndScrollsThere) {
  const experiments::Result result = test::with_compile_error(state_);
  const SourceView view = source_view(*state_.ui.language, *state_.definition(), &result);
  EXPECT_EQ(view.errors, 1);
  EXPECT_EQ(view.first_line, 39);
  EXPECT_TRUE(view.lines[38].wrong());
  EXPECT_EQ(view.lines[38].messages.front().text, "identifier \"blokIdx\" is undefined");
  EXPECT_FALSE(view.lines[37].wrong());
  EXPECT_TRUE(view.elsewhere.empty());
}

TEST_F(SourceText, KeepsTheLinesOfTheSameTextWithoutTheirMessages) {
  experiments::Result result = test::with_compile_error(state_);
  result.left_out = {{state_.definition()->source.path, {{37, 38}}}};
  SourceView before = source_view(*state_.ui.language, *state_.definition(), &result);
  const SourceLine* const lines = before.lines.data();
  const SourceView after = source_view(*state_.ui.language, *state_.definition(), nullptr, &before);
  const SourceView fresh = source_view(*state_.ui.language, *state_.definition(), nullptr);
  EXPECT_EQ(after.lines.data(), lines) << "they are not made again";
  EXPECT_EQ(after.errors, 0);
  EXPECT_EQ(after.first_line, fresh.first_line);
  ASSERT_EQ(after.lines.size(), fresh.lines.size());
  for (std::size_t i = 0; i < fresh.lines.size(); ++i) {
    EXPECT_EQ(after.lines[i].text, fresh.lines[i].text);
    EXPECT_TRUE(after.lines[i].messages.empty());
    EXPECT_FALSE(after.lines[i].host_only);
  }
  experiments::Result other = test::with_compile_error(state_);
  other.source = "line one\n";
  SourceView old = source_view(*state_.ui.language, *state_.definition(), nullptr);
  EXPECT_EQ(source_view(*state_.ui.language, *state_.definition(), &other, &old).lines.size(), 1U);
  EXPECT_FALSE(old.lines.empty()) << "another text has lines of its own";
}

TEST_F(SourceText, ShowsTheTextThatTheCompilerSaw) {
  experiments::Result result = test::with_compile_error(state_);
  result.source = "line one\nline two\n";
  const SourceView view = source_view(*state_.ui.language, *state_.definition(), &result);
  ASSERT_EQ(view.lines.size(), 2U);
  EXPECT_EQ(view.lines[1].text, "line two");
  ASSERT_EQ(view.elsewhere.size(), 1U) << "line 39 is not in this text";
}

TEST_F(SourceText, ListsErrorsOfAHeaderAboveTheText) {
  experiments::Result result = test::with_compile_error(state_);
  result.diagnostics.front().file = "tile.cuh";
  const SourceView view = source_view(*state_.ui.language, *state_.definition(), &result);
  ASSERT_EQ(view.elsewhere.size(), 1U);
  EXPECT_EQ(view.errors, 1);
}

TEST_F(SourceText, IgnoresTheResultOfAnotherKernel) {
  experiments::Result result = test::with_compile_error(state_);
  result.kernel = "transpose/copy_row";
  EXPECT_EQ(source_view(*state_.ui.language, *state_.definition(), &result).errors, 0);
}

TEST_F(SourceText, PutsAFaultOfTheEmulatorAtItsLineWithItsDetails) {
  experiments::Result result = test::emulated(state_);
  result.faults.push_back(test::out_of_bounds(state_));
  Diagnostic warning;
  warning.severity = Diagnostic::Severity::warning;
  warning.line = 42;
  warning.message = "a warning of the compiler";
  result.diagnostics.push_back(warning);
  const SourceView view = source_view(*state_.ui.language, *state_.definition(), &result);
  EXPECT_EQ(view.faults, 1);
  EXPECT_EQ(view.errors, 0);
  EXPECT_EQ(view.first_line, 42);
  EXPECT_TRUE(view.lines[41].wrong());
  ASSERT_EQ(view.lines[41].messages.size(), 2U);
  const SourceMessage& message = view.lines[41].messages.front();
  EXPECT_EQ(message.kind, SourceMessage::Kind::fault) << "the worst comes first";
  for (const char* part : {"kernel transpose", "block 4", "thread 3", "buffer out", "offset 1024 B", "0x7f0000020800",
                           "check the index against the size"}) {
    EXPECT_NE(message.details.find(part), std::string::npos) << part;
  }
}

TEST_F(SourceText, ShowsAPromisedFaultAsALesson) {
  const experiments::Result result = test::with_expected_fault(state_);
  const SourceView view = source_view(*state_.ui.language, *state_.definition(), &result);
  EXPECT_EQ(view.faults, 0);
  EXPECT_EQ(view.lessons, 1);
  EXPECT_EQ(view.first_line, 42);
  EXPECT_EQ(view.lines[41].messages.front().kind, SourceMessage::Kind::lesson);
  EXPECT_FALSE(view.lines[41].wrong());
}

TEST_F(SourceText, ShowsTheErrorsOfAFrontMatterAtTheirLines) {
  const SourceView view = source_view("kernels/transpose/naive_row.cu", "/* lanescope\nparametres\n*/\n",
                                      {Error{"unknown key 'parametres'", {"naive_row.cu", 2}, "write parameters"},
                                       Error{"no [[launch]]", "naive_row.cu:3", ""}});
  EXPECT_EQ(view.errors, 2);
  EXPECT_EQ(view.first_line, 2);
  ASSERT_TRUE(view.lines[1].wrong());
  EXPECT_EQ(view.lines[1].messages.front().text, "unknown key 'parametres' (write parameters)");
  ASSERT_EQ(view.elsewhere.size(), 1U) << "a number in a name is no line";
}

TEST_F(SourceText, SetsTabsToFourColumns) {
  experiments::Result result = test::compiled(state_);
  result.source = "a\tb\r\n\tc\n";
  const SourceView view = source_view(*state_.ui.language, *state_.definition(), &result);
  EXPECT_EQ(view.lines[0].text, "a   b");
  EXPECT_EQ(view.lines[1].text, "    c");
}

}  // namespace
}  // namespace lanescope::gui
