// The Tree view: whose value each lane adds, what it says of it, and what a click does.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "gui/screens/tree/tree_view_model.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/support/offscreen.h"
#include "gui/support/tree_fixture.h"

namespace lanescope::gui::test {
namespace {

class Tree : public testing::Test {
 protected:
  void SetUp() override {
    state_.ui.zoom = 0.75F;  // there is room
    ASSERT_TRUE(perform(state_, {"show_tree"}, 0));
  }
  void show(std::shared_ptr<const analysis::Traced> traced) {
    accept(state_, with_tree(state_, std::move(traced)), 1);
    ASSERT_EQ(trace::defect(state_.playback.traced()->trace), "");
  }
  [[nodiscard]] const TreeViewModel& view_model() {
    renew(view_model_, state_);
    return view_model_;
  }
  [[nodiscard]] const analysis::ValueFlow& flow() { return view_model().flow; }
  [[nodiscard]] const analysis::FlowNode& result() { return flow().nodes[flow().results.at(0).node]; }
  [[nodiscard]] std::vector<std::uint32_t> threads_at_work() {
    std::vector<std::uint32_t> threads;
    for (const analysis::FlowStep& step : flow().steps) threads.push_back(step.threads);
    return threads;
  }
  [[nodiscard]] std::vector<std::uint32_t> used() {
    std::vector<std::uint32_t> threads;
    for (const analysis::FlowStep& step : flow().steps) threads.push_back(step.used);
    return threads;
  }

  State state_ = state_with_kernels();
  TreeViewModel view_model_;
};

using Counts = std::vector<std::uint32_t>;

TEST_F(Tree, InSharedMemoryIdlesHalfOfTheLanesInEachStep) {
  show(shared_tree(state_));
  EXPECT_EQ(why_no_tree(state_, view_model()), "");
  EXPECT_EQ(threads_at_work(), (Counts{32, 16, 8, 4, 2, 1}));
  EXPECT_EQ(used(), threads_at_work());
  for (std::size_t step = 1; step < flow().steps.size(); ++step) {
    EXPECT_EQ(flow().steps[step].path, analysis::FlowPath::shared);
    EXPECT_EQ(flow().steps[step].operation, analysis::FlowOperation::add);
    EXPECT_EQ(flow().steps[step].distance, 1 << (step - 1));
  }
  EXPECT_EQ(flow().combinations, 31u);
  EXPECT_EQ(flow().unexplained, 0u);
  ASSERT_EQ(flow().results.size(), 1u);
  EXPECT_EQ(std::bit_cast<float>(result().bits), sum_of_lanes);
  EXPECT_EQ(flow().type, catalogue::ElementType::f32);
}

TEST_F(Tree, ByShufflesKeepsAllLanesAtWorkAndTakesNoSharedMemory) {
  show(shuffled_tree(state_));
  EXPECT_EQ(threads_at_work(), (Counts{32, 32, 32, 32, 32, 32}));
  EXPECT_EQ(used(), (Counts{32, 16, 8, 4, 2, 1}));
  for (std::size_t step = 1; step < flow().steps.size(); ++step)
    EXPECT_EQ(flow().steps[step].path, analysis::FlowPath::shuffle);
  EXPECT_TRUE(std::ranges::none_of(flow().nodes, [](const analysis::FlowNode& node) { return node.word.has_value(); }));
  EXPECT_EQ(std::bit_cast<float>(result().bits), sum_of_lanes);
}

TEST_F(Tree, SaysWhatTheMomentDoes) {
  show(shared_tree(state_));
  EXPECT_EQ(tree_caption(state_, view_model()), "Before the first step 32 threads have their own value.");
  for (int access = 0; access < 4; ++access) ASSERT_TRUE(perform(state_, {"next_access"}, 1));
  EXPECT_EQ(tree_caption(state_, view_model()),
            "Step 1 of 5, active threads: 16 of 32. Each adds the value of the thread 1 further on, which comes "
            "through shared memory. Idle threads: 16.");
  show(shuffled_tree(state_));
  ASSERT_TRUE(perform(state_, ScrubTo{1}, 1));
  EXPECT_EQ(tree_caption(state_, view_model()),
            "Step 1 of 5, active threads: 32 of 32. Each adds the value of another thread, which comes by a shuffle, "
            "from register to register, without shared memory. Values that are never used: 16.");
  ASSERT_TRUE(perform(state_, {"use_chinese"}, 1));
  EXPECT_EQ(tree_caption(state_, view_model()),
            "第 1 步，共 5 步；工作中的线程：32 / 32。每个线程加上另一线程的值，通过 shuffle 从寄存器到寄存器，"
            "不经过共享内存。 无人使用的值：16 个。");
}

TEST_F(Tree, TellsOfEachValueWhereItComesFrom) {
  show(shared_tree(state_));
  const std::uint32_t first = view_model().rows[1].at(1);
  EXPECT_EQ(sentence_of_value(state_, view_model(), first),
            "Thread 2 (warp 0, lane 2): 7, the sum: 3 of thread 2 (word 2), 4 of thread 3 (word 3). It is stored in "
            "word 2 of shared memory. Line 41.");
  EXPECT_EQ(sentence_of_idle(state_, 3, 1), "Thread 3 (warp 0, lane 3) is idle in step 1.");
}

TEST_F(Tree, OfMaximaIsToldFromValuesThatOnlyMove) {
  AddingWarp warp(state_);
  const auto own = [](std::uint32_t lane) { return lane; };
  const auto sum = [&](std::uint32_t lane) { return warp.sum(lane); };
  for (std::uint32_t lane = 0; lane < 32; ++lane) warp.sum(lane) = static_cast<float>(lane * 7 % 32);
  warp.access(global_load, whole_warp, own, sum);
  for (std::uint32_t distance = 16; distance > 0; distance /= 2) {
    warp.access(
        shuffle_site, whole_warp, [&](std::uint32_t lane) { return lane ^ distance; }, sum);
    std::array<float, 32> larger{};
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      larger.at(lane) = std::max(warp.sum(lane), warp.sum(lane ^ distance));
    }
    for (std::uint32_t lane = 0; lane < 32; ++lane) warp.sum(lane) = larger.at(lane);
  }
  warp.access(global_store, 1, own, sum);
  show(warp.traced());
  EXPECT_EQ(std::bit_cast<float>(result().bits), 31.0F);
  EXPECT_EQ(flow().steps.at(1).operation, analysis::FlowOperation::maximum);
}

TEST_F(Tree, OfATransposeIsNoneAndTheViewSaysSo) {
  show(tile_trace(state_, 0));
  EXPECT_FALSE(flow().has_flow());
  EXPECT_EQ(why_no_tree(state_, view_model()),
            "In block 5 threads pass on values of other threads unchanged: they are moved, not combined. The Matrices "
            "view (key 3) shows where they go.");
  auto without = std::make_shared<analysis::Traced>(*shared_tree(state_));
  without->trace.values.clear();
  show(without);
  EXPECT_EQ(why_no_tree(state_, view_model()),
            "The trace has no values, so it is not known whose value a thread adds.");
}

TEST_F(Tree, ShowsTheColumnsOfOneWarp) {
  auto larger = std::make_shared<analysis::Traced>(*shared_tree(state_));
  larger->launches[0].block = {64, 1, 1};
  show(larger);
  EXPECT_EQ(view_model().lanes, 64u);
  ASSERT_TRUE(perform(state_, {"toggle_one_warp"}, 1));
  EXPECT_EQ(view_model().lanes, 32u);
  EXPECT_NE(tree_caption(state_, view_model()), "");
}

class TreePanel : public Tree {
 protected:
  void SetUp() override {
    Tree::SetUp();
    show(shared_tree(state_));
    desk_ = std::make_unique<Desk>(state_, 1280, 720, Desk::Layouts(), Effects{FocusPanel{"tree"}});
    if (!desk_->missing().empty()) GTEST_SKIP() << desk_->missing();
    desk_->frames(4);
  }
  std::unique_ptr<Desk> desk_;
};

TEST_F(TreePanel, SelectsTheAccessAndTheLineOfAValueThatIsClicked) {
  const ImRect graph = desk_->place("tree/graph");
  // Lane 4 in step 2: a row for the start, five steps and the result.
  desk_->move_to({graph.Min.x + 4.5F / 32 * graph.GetWidth(), graph.Min.y + 2.45F / 7 * graph.GetHeight()});
  desk_->frames(2);
  desk_->press();
  desk_->frames(1);
  desk_->release();
  desk_->frames(3);
  const auto now = shown_access(state_.playback, AnimatedView::tree);
  ASSERT_TRUE(now);
  EXPECT_EQ(now->record, 7u) << "the store of the second step";
  EXPECT_EQ(state_.playback.focus.lane, 4u);
  EXPECT_EQ(state_.playback.focus.line, read_line);
}

TEST_F(TreePanel, SaysWhyThereIsNone) {
  EXPECT_TRUE(desk_->has("tree/caption"));
  show(tile_trace(state_, 0));
  desk_->frames(3);
  EXPECT_TRUE(desk_->has("tree/none"));
}

}  // namespace
}  // namespace lanescope::gui::test
