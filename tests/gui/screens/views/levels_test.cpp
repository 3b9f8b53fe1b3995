// The levels of memory that the animated views can colour by: what they say of an access.
#include "gui/widgets/levels.h"

#include <gtest/gtest.h>

#include "gui/store/actions.h"
#include "gui/support/levels_fixture.h"
#include "gui/support/matrices_fixture.h"
#include "gui/support/playback_fixture.h"

namespace lanescope::gui::test {
namespace {

class Levels : public testing::Test {
 protected:
  void show(const char* view, const experiments::Result& result) {
    ASSERT_TRUE(perform(state_, {view}, 0));
    accept(state_, result, 1);
  }
  void act(const char* action) { ASSERT_TRUE(perform(state_, {action}, 2)); }
  [[nodiscard]] std::uint32_t index(AnimatedView view) const { return shown_access(state_.playback, view)->index; }

  State state_ = state_with_kernels();
};

TEST_F(Levels, AreSaidOfALoadAndOfAStore) {
  show("show_sectors", with_levels(with_naive_trace(state_)));
  EXPECT_EQ(levels_caption(state_, index(AnimatedView::sectors)), "") << "until they are asked for";
  act({"toggle_levels"});
  EXPECT_EQ(levels_caption(state_, index(AnimatedView::sectors)),
            " Served by the L1 (1): 8 lanes, the L2 (2): 12 lanes, device memory (M): 12 lanes (predicted).");
  act("next_access");
  EXPECT_EQ(levels_caption(state_, index(AnimatedView::sectors)), " Served by the L2 (2): 32 lanes (predicted).");
  act("use_chinese");
  EXPECT_EQ(levels_caption(state_, index(AnimatedView::sectors)), " 响应方：L2（2）32 个 lane（预测）。");
}

TEST_F(Levels, AreSaidToBeUnknownWhereNothingIsPredicted) {
  show("show_sectors", with_naive_trace(state_));
  act({"toggle_levels"});
  EXPECT_EQ(levels_caption(state_, index(AnimatedView::sectors)),
            " The levels that serve the lanes are not known, because this setting has no prediction.");
}

TEST_F(Levels, FollowAValueThroughSharedMemory) {
  show("show_banks", with_levels(with_trace(state_, 0)));
  act({"toggle_levels"});
  const analysis::AccessSequence& sequence = *state_.playback.sequence;
  const std::uint32_t store = index(AnimatedView::banks);
  ASSERT_EQ(sequence.site(store).operation, trace::Operation::store);
  EXPECT_EQ(level_of_value(sequence, store, 3), Level::l1) << "the load before it brought the value";
  EXPECT_EQ(level_of_value(sequence, store, 31), Level::memory);
  act("next_barrier");
  const std::uint32_t load = index(AnimatedView::banks);
  ASSERT_EQ(sequence.site(load).operation, trace::Operation::load);
  // A column of the tile: all lanes read what lane 0 of some warp stored.
  EXPECT_EQ(level_of_value(sequence, load, 31), Level::l1);
  EXPECT_EQ(value_levels_caption(state_, load), " Its values came from the L1 (1): 32 lanes (predicted).");
}

TEST_F(Levels, OfASectorAreThoseOfItsLanes) {
  show("show_sectors", with_levels(with_naive_trace(state_)));
  const analysis::Traced& traced = *state_.playback.traced();
  EXPECT_EQ(level_of_lanes(traced, 0, 0xffu), Level::l1);
  EXPECT_EQ(level_of_lanes(traced, 0, 0xff000000u), Level::memory);
  EXPECT_EQ(level_of_lanes(traced, 0, 0), Level::unknown);
}

}  // namespace
}  // namespace lanescope::gui::test
