// Motion without a click: what is on the stage plays, the transport acts on it, and a window in which nothing moves
// draws nothing.
#include <gtest/gtest.h>

#include "gui/support/offscreen.h"
#include "gui/support/playback_fixture.h"

namespace lanescope::gui::test {
namespace {

class Motion : public testing::Test {
 protected:
  void SetUp() override {
    if (!desk_.missing().empty()) GTEST_SKIP() << desk_.missing();
    desk_.frames(5);  // until it is known which view is seen
  }
  static State as_it_begins() {
    State state = state_with_kernels();
    state.playback = Playback();
    return state;
  }
  void record() {
    accept(state_, with_trace(state_, 0), 1);
    desk_.frames(5);
  }
  [[nodiscard]] double moved_in_a_second() {
    const double before = scrubbed(state_.playback);
    desk_.frames(60);
    return scrubbed(state_.playback) - before;
  }

  State state_ = as_it_begins();
  Desk desk_{state_};
};

TEST_F(Motion, IsThereWithoutAClick) {
  EXPECT_FALSE(desk_.interface().needs_redraw()) << "nothing is recorded yet";
  EXPECT_EQ(name_of(state_.playback.front), state_.ui.stage);
  record();
  EXPECT_TRUE(desk_.interface().needs_redraw());
  // In a close-up each wavefront can be followed.
  EXPECT_NEAR(moved_in_a_second(), std::min(playable_steps(state_.playback) / 8, 16.0), 0.1);
}

TEST_F(Motion, FollowsTheTabThatIsBroughtToTheFront) {
  record();
  for (const AnimatedView view : {AnimatedView::banks, AnimatedView::sectors, AnimatedView::warps}) {
    ASSERT_TRUE(desk_.perform(Invoke("show_" + std::string(name_of(view))), 1));
    desk_.frames(6);
    EXPECT_EQ(state_.playback.front, view);
    EXPECT_GT(moved_in_a_second(), 0) << name_of(view);
  }
}

TEST_F(Motion, IsPausedByTheFirstKeyAndTheFirstClick) {
  record();
  desk_.key(ImGuiKey_Space);
  desk_.frames(3);
  EXPECT_FALSE(desk_.interface().needs_redraw()) << "a still window draws nothing";
  EXPECT_EQ(moved_in_a_second(), 0);
  desk_.click("transport/" + state_.ui.stage + "/toggle_playing");
  EXPECT_TRUE(desk_.interface().needs_redraw());
  desk_.click("transport/" + state_.ui.stage + "/toggle_playing");
  EXPECT_FALSE(state_.playback.playing);
}

TEST_F(Motion, IsNotNeededForTheFirstClickOnAViewThatIsNotInFront) {
  record();
  pause_at_default_speeds(state_.playback);
  const std::string seen = state_.ui.stage;
  state_.playback.front = AnimatedView::grid;  // which has no times, so nothing of it is possible
  desk_.frames(2);
  desk_.click("transport/" + seen + "/next_access");
  EXPECT_EQ(name_of(state_.playback.front), seen);
  EXPECT_GT(scrubbed(state_.playback), 0);
}

TEST_F(Motion, EndsWhereNobodySeesIt) {
  record();
  ASSERT_TRUE(desk_.interface().needs_redraw());
  ASSERT_TRUE(desk_.perform({"blank_stage"}, 1));
  desk_.frames(3);
  EXPECT_FALSE(desk_.interface().needs_redraw());
  ASSERT_TRUE(desk_.perform({"blank_stage"}, 1));
  ASSERT_TRUE(desk_.perform({"show_ladder"}, 1));
  desk_.frames(10);
  EXPECT_FALSE(desk_.interface().needs_redraw());
  ASSERT_TRUE(desk_.perform({"show_matrices"}, 1));
  desk_.frames(10);
  EXPECT_TRUE(desk_.interface().needs_redraw()) << "and goes on where it is seen";
}

}  // namespace
}  // namespace lanescope::gui::test
