#include "gui/store/kernels_list.h"
#include "gui/screens/kernels/kernels_commands.h"
#include "gui/store/selection_commands.h"

#include <gtest/gtest.h>

#include "gui/support/fixture.h"

namespace lanescope::gui {
namespace {

class KernelsList : public testing::Test {
 protected:
  void act(const Command& command) {
    const Outcome done = perform(state_, command, 1);
    ASSERT_TRUE(done) << done.error().text();
    effects_ = *done;
  }
  /// Ids of the kernels, and the families in brackets.
  [[nodiscard]] std::vector<std::string> listed() const {
    std::vector<std::string> names;
    for (const KernelRow& row : kernel_rows(*state_.known.catalogue, state_.kernel_search)) {
      names.push_back(row.is_family() ? "[" + row.family + "]" : row.kernel->source.id);
    }
    return names;
  }
  [[nodiscard]] OpenEditor opened() const {
    const auto files = test::effects_of<OpenEditor>(effects_);
    return files.size() == 1 ? files.front() : OpenEditor{"not one file", -1};
  }
  State state_ = test::state_with_kernels();
  Effects effects_;  ///< of the last action
};

TEST_F(KernelsList, HasEachFamilyAboveItsKernels) {
  const std::vector<std::string> names = listed();
  ASSERT_EQ(names.size(), 6U);
  EXPECT_EQ(names.front(), "[transpose]");
  EXPECT_EQ(names[1], "transpose/copy_row");
  EXPECT_EQ(kernel_rows(*state_.known.catalogue, {}).front().count, 5U);
}

TEST_F(KernelsList, FoldsAFamilyAndOpensItForASearch) {
  act(ToggleFamily{"transpose"});
  EXPECT_EQ(listed(), std::vector<std::string>{"[transpose]"});
  act(SearchKernels{"pad"});
  EXPECT_EQ(listed(), (std::vector<std::string>{"[transpose]", "transpose/smem_pad"}));
  act(SearchKernels{""});
  act(ToggleFamily{"transpose"});
  EXPECT_EQ(listed().size(), 6U);
  EXPECT_FALSE(perform(state_, ToggleFamily{"no_such"}, 1));
}

TEST_F(KernelsList, FindsEveryWordInNameTitleOrLessonWhateverTheCase) {
  act(SearchKernels{"SHARED tile square"});
  EXPECT_EQ(listed(), (std::vector<std::string>{"[transpose]", "transpose/smem_tile"}));
  act(SearchKernels{"scatters its stores"});
  EXPECT_EQ(listed().size(), 6U) << "the lesson of all five";
  act(SearchKernels{"shared nonsense"});
  EXPECT_TRUE(listed().empty());
  EXPECT_FALSE(perform(state_, SelectMarkedKernel{}, 1));
}

TEST_F(KernelsList, MovesAMarkThatEnterSelects) {
  act(SearchKernels{"smem"});
  act(MarkNeighbour{1});
  EXPECT_EQ(state_.kernel_search.candidate, "transpose/smem_tile");
  act(MarkNeighbour{1});
  EXPECT_EQ(state_.kernel_search.candidate, "transpose/smem_tile") << "it is the last";
  act(MarkNeighbour{-1});
  EXPECT_EQ(state_.kernel_search.candidate, "transpose/smem_pad");
  act(SelectMarkedKernel{});
  EXPECT_EQ(state_.selection.kernel, "transpose/smem_pad");
  EXPECT_TRUE(state_.kernel_search.text.empty()) << "the whole list is back";
}

TEST_F(KernelsList, MarksFilesAndFamiliesWithErrors) {
  auto snapshot = std::make_shared<catalogue::Snapshot>(*state_.known.catalogue);
  snapshot->errors["kernels/transpose/smem_pad.cu"] = {Error{"unknown key", {"smem_pad.cu", 5}, ""}};
  const std::vector<KernelRow> rows = kernel_rows(*snapshot, {});
  EXPECT_TRUE(rows.front().has_errors);
  for (const KernelRow& row : rows) {
    if (!row.kernel) continue;
    EXPECT_EQ(row.has_errors, row.kernel->source.id == "transpose/smem_pad") << row.kernel->source.id;
  }
}

TEST_F(KernelsList, AsksForTheEditorAtTheLineThatMatters) {
  act({"open_in_editor"});
  EXPECT_EQ(opened().file, "kernels/transpose/naive_row.cu");
  EXPECT_EQ(opened().line, 0);
  test::accept(state_, test::with_compile_error(state_), 1);
  act({"open_in_editor"});
  EXPECT_EQ(opened().line, 39) << "of the compiler's error";
  act(OpenFile{"kernels/transpose/smem_pad.cu", 5});
  EXPECT_EQ(opened().file, "kernels/transpose/smem_pad.cu");
  EXPECT_EQ(opened().line, 5);
}

}  // namespace
}  // namespace lanescope::gui
