// A beside B on the stage: both at the same moment, with the same things selected.
#include "gui/store/playback/stage_halves.h"

#include <gtest/gtest.h>

#include <chrono>

#include "gui/settings/settings.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/store/selection_commands.h"
#include "gui/support/fixture.h"
#include "gui/support/matrices_fixture.h"
#include "gui/support/playback_fixture.h"

namespace lanescope::gui {
namespace {

class SplitStage : public testing::Test {
 protected:
  void act(const Command& command) {
    const Outcome done = perform(state_, command, ++seconds_);
    ASSERT_TRUE(done) << done.error().text();
  }
  void record(std::uint32_t pad) { test::accept(state_, test::with_trace(state_, pad), ++seconds_); }
  /// A has 32 wavefronts at each load of the tile, what follows has one.
  void keep_a_and_pad() {
    act({"show_banks"});
    record(0);
    act({"pin_a"});
    act(SetKnob{"block_x", std::int64_t{64}});
    record(1);
    act({"compare_on_stage"});
    ASSERT_TRUE(is_split(state_));
  }
  [[nodiscard]] const Playback& half(std::size_t number) const { return state_of_half(state_, number).playback; }
  [[nodiscard]] ShownAccess shown(std::size_t number) const {
    return shown_access(half(number), AnimatedView::banks).value_or(ShownAccess{});
  }
  State state_ = test::state_with_kernels();
  double seconds_ = 0;
};

TEST_F(SplitStage, ShowsTheKeptAccessesAtTheLeftAndThePresentOnesAtTheRight) {
  EXPECT_FALSE(perform(state_, {"compare_on_stage"}, 1)) << "nothing is pinned";
  keep_a_and_pad();
  ASSERT_TRUE(half(0).sequence && half(1).sequence);
  EXPECT_NE(half(0).sequence->traced, half(1).sequence->traced);
  EXPECT_EQ(half(0).sequence->traced, state_.pins.pins[0]->traced->traced);
  EXPECT_EQ(&state_of_half(state_, 1), &state_);
  act({"compare_on_stage"});
  EXPECT_FALSE(is_split(state_));
  EXPECT_TRUE(state_.halves.empty());
}

TEST_F(SplitStage, StepsBothByTheWavefrontsOfTheOneThatHasMore) {
  keep_a_and_pad();
  act({"next_barrier"});
  EXPECT_EQ(leading_half(state_), 0U);
  EXPECT_EQ(shown(0).index, shown(1).index);
  EXPECT_EQ(shown(0).steps, 32U);
  EXPECT_EQ(shown(1).steps, 1U);
  for (int wavefront = 0; wavefront < 5; ++wavefront) act({"next_wavefront"});
  EXPECT_EQ(shown(0).step, 5U);
  EXPECT_EQ(shown(1).index, shown(0).index) << "its one wavefront lasts as long";
  EXPECT_NEAR(shown(1).part, 5.0 / 32, 1e-6);
  act({"next_access"});
  EXPECT_EQ(shown(0).step, 0U);
  EXPECT_EQ(shown(1).index, shown(0).index);
  const std::uint32_t before = shown(1).index;
  for (int wavefront = 0; wavefront < 32; ++wavefront) act({"next_wavefront"});
  EXPECT_GT(shown(1).index, before);
  EXPECT_EQ(shown(1).index, shown(0).index);
}

TEST_F(SplitStage, PlaysBoth) {
  keep_a_and_pad();
  state_.playback.visible[index_of(AnimatedView::banks)] = true;
  act({"toggle_playing"});
  EXPECT_TRUE(half(0).playing && half(1).playing);
  const double left = half(0).position, right = half(1).position;
  act(AdvancePlayback{std::chrono::seconds(3)});
  EXPECT_GT(half(0).position, left);
  EXPECT_GT(half(1).position, right);
  EXPECT_EQ(shown(0).index, shown(1).index);
  act({"toggle_playing"});
  EXPECT_FALSE(half(0).playing || half(1).playing);
}

TEST_F(SplitStage, ShowsInBothWhatTheMouseSelectsInOne) {
  keep_a_and_pad();
  const auto record = half(0).sequence->records[shown(0).index + 3];
  act(InHalf{0, ChooseLane{7}});
  act(InHalf{0, ChooseRecord{record}});
  EXPECT_EQ(half(0).focus.lane, 7U);
  EXPECT_EQ(half(1).focus.lane, 7U);
  EXPECT_EQ(half(1).focus.warp, half(0).focus.warp);
  EXPECT_EQ(shown(1).index, shown(0).index);
  act(InHalf{1, ChooseBank{4}});
  EXPECT_EQ(half(0).focus.bank, 4U);
  act(InHalf{0, ChooseSite{test::tile_load}});
  EXPECT_EQ(half(1).focus.site, test::tile_load);
  act(InHalf{0, "toggle_levels"});
  EXPECT_TRUE(half(0).levels && half(1).levels);
  EXPECT_EQ(state_.playback.focus.line, test::write_line) << "the source follows";
}

TEST_F(SplitStage, GoesToTheSamePartOfASequenceOfAnotherLength) {
  act({"show_matrices"});
  record(0);
  act({"pin_a"});
  act(SelectKernel{"transpose/smem_pad"});
  test::accept(state_, test::with_naive_trace(state_), ++seconds_);
  act({"compare_on_stage"});
  const auto count = [&](std::size_t number) { return half(number).track()->indices.size(); };
  ASSERT_NE(count(0), count(1));
  act({"next_access"});
  act({"next_access"});
  const auto left = share_of_accesses(half(0)), right = share_of_accesses(half(1));
  ASSERT_TRUE(left && right);
  EXPECT_GT(*left, 0);
  EXPECT_NEAR(*left, *right, 1e-6);
}

TEST_F(SplitStage, StaysWithAAndBWhileKnobsGoOn) {
  keep_a_and_pad();
  act({"pin_b"});
  act(SetKnob{"block_x", std::int64_t{16}});
  record(1);
  ASSERT_EQ(state_.halves.size(), 2U);
  EXPECT_NE(&state_of_half(state_, 1), &state_);
  EXPECT_EQ(half(1).sequence->traced, state_.pins.pins[1]->traced->traced);
  const double present = state_.playback.position;
  act({"next_access"});
  act({"next_access"});
  EXPECT_EQ(state_.playback.position, present) << "it is not on the stage";
  EXPECT_GT(half(0).position, 0);
  EXPECT_EQ(shown(0).index, shown(1).index);
  act({"show_sectors"});
  EXPECT_EQ(half(0).front, AnimatedView::sectors);
  EXPECT_EQ(half(1).front, AnimatedView::sectors);
}

TEST_F(SplitStage, KeepsTheAccessesWhenALaterResultHasNone) {
  keep_a_and_pad();
  act({"go_to_pin_a"});
  test::accept(state_, test::refined(state_), ++seconds_);
  ASSERT_TRUE(state_.pins.pins[0]->traced);
  EXPECT_TRUE(state_.pins.pins[0]->traced->traced);
}

TEST_F(SplitStage, OfAnEarlierSessionTakesTheAccessesWhenItIsGoneTo) {
  keep_a_and_pad();
  const Settings kept = parse_settings(text_of(settings_of(state_)), "settings.toml").settings;
  EXPECT_TRUE(kept.compare_on_stage);
  State later = test::state_with_kernels();
  restore(later, kept);
  settle(later);
  ASSERT_TRUE(is_split(later));
  EXPECT_FALSE(state_of_half(later, 0).playback.sequence) << "a session keeps no accesses";
  ASSERT_TRUE(perform(later, {"go_to_pin_a"}, 1));
  test::accept(later, test::with_trace(later, 0), 2);
  ASSERT_TRUE(later.pins.pins[0]->traced);
  ASSERT_TRUE(perform(later, SetKnob{"block_x", std::int64_t{16}}, 3));
  EXPECT_TRUE(state_of_half(later, 0).playback.sequence);
}

TEST_F(SplitStage, IsTakenBackByUndoAndEndsWithThePins) {
  keep_a_and_pad();
  act({"undo"});
  EXPECT_FALSE(is_split(state_));
  act({"redo"});
  EXPECT_TRUE(is_split(state_));
  act({"unpin_a"});
  EXPECT_FALSE(is_split(state_));
  act({"pin_a"});
  EXPECT_FALSE(is_split(state_)) << "a new comparison begins in the table";
}

TEST_F(SplitStage, BringsAViewOfAccessesToTheStage) {
  keep_a_and_pad();
  act({"compare_on_stage"});
  act({"why"});
  act({"compare_on_stage"});
  EXPECT_EQ(state_.ui.workspace, Workspace::watch);
}

}  // namespace
}  // namespace lanescope::gui
