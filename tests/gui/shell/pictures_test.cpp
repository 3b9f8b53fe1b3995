// Pictures of the window in all its conditions, written for people to look at, at the two sizes it is laid out for.
#include <gtest/gtest.h>

#include "gui/store/knobs/knob_commands.h"
#include "gui/support/fixture.h"
#include "gui/support/offscreen.h"
#include "gui/support/open_file_fixture.h"

namespace lanescope::gui::test {
namespace {

struct Condition {
  const char* name;
  void (*bring_about)(State&);
};

void show_without_gpu(State& state) {
  const experiments::Result result = without_gpu(state);
  state.known.machine = result.machine;
  accept(state, result, 1);
}

void show_emulated(State& state) {
  const experiments::Result result = emulated(state);
  state.known.machine = result.machine;
  accept(state, result, 1);
}

void show_lesson(State& state) {
  edit(state, museum_text("A museum kernel"), 1);
  accept(state, with_expected_fault(state), 2);
}

void show_held(State& state) {
  accept(state, blocked_launch(state), 1);
}

void show_measured(State& state) {
  fill_history(state);
  experiments::Result result = refined(state);
  result.metrics = metrics();
  accept(state, result, 31.5);
}

void show_stale(State& state) {
  show_measured(state);
  EXPECT_TRUE(perform(state, SetKnob{"block_y", std::int64_t{16}}, 32));
}

void show_compile_error(State& state) {
  show_stale(state);
  accept(state, with_compile_error(state), 32.5);
}

void show_last_good(State& state) {
  show_measured(state);
  edit(state, kernel_text("Naive transpose, edited"), 32);
  accept(state, with_compile_error(state), 32.5);
  experiments::Result earlier = refined(state);
  earlier.metrics = metrics();
  accept(state, earlier, 33);
}

void show_wrong(State& state) {
  fill_history(state);
  accept(state, wrong(state), 31.5);
}

void show_help(State& state) {
  show_measured(state);
  state.ui.show_help = true;
}

void show_broken_file(State& state) {
  auto snapshot = std::make_shared<catalogue::Snapshot>(*state.known.catalogue);
  snapshot->kernels.erase("transpose/smem_pad");
  snapshot->errors["kernels/transpose/smem_pad.cu"] = {
      Error{"unknown key 'parametres'", {"smem_pad.cu", 5}, "write parameters"}};
  gui::accept(state, std::shared_ptr<const catalogue::Snapshot>(std::move(snapshot)), 1);
}

constexpr std::array<Condition, 14> conditions{{{"open_folder", show_folder},
                                                {"open_form", show_form},
                                                {"open_form_wrong", show_wrong_form},
                                                {"measured", show_measured},
                                                {"stale", show_stale},
                                                {"compile_error", show_compile_error},
                                                {"last_good", show_last_good},
                                                {"emulated", show_emulated},
                                                {"lesson", show_lesson},
                                                {"held", show_held},
                                                {"wrong", show_wrong},
                                                {"without_gpu", show_without_gpu},
                                                {"help", show_help},
                                                {"broken_file", show_broken_file}}};

class Picture : public testing::TestWithParam<std::pair<int, int>> {};

TEST_P(Picture, OfEveryConditionIsDrawn) {
  const auto [width, height] = GetParam();
  for (const Condition& condition : conditions) {
    State state = state_with_kernels();
    condition.bring_about(state);
    Desk desk(state, static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height));
    if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
    desk.save(std::string("window_") + condition.name + "_" + std::to_string(height));
    EXPECT_EQ(desk.image().width, static_cast<std::uint32_t>(width));
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, Picture, testing::Values(std::pair(1920, 1080), std::pair(1280, 720)));

TEST(PictureOfTheWindow, IsTheSameForTheSameState) {
  State state = state_with_kernels();
  show_measured(state);
  render::Image first;
  {
    Desk desk(state, 640, 360);
    if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
    first = desk.image();
  }
  const Desk again(state, 640, 360);
  EXPECT_TRUE(again.image() == first);
}

TEST(PictureOfTheWindow, GrowsItsTextWithTheWindowAndTheDisplay) {
  for (const float height : {400.0F, 1080.0F, 2160.0F}) {
    EXPECT_FLOAT_EQ(text_height(false, height, 1, 1), 16) << "a larger window shows more";
    EXPECT_FLOAT_EQ(text_height(false, height, 2, 1), 32) << "the display says how fine it is";
    EXPECT_FLOAT_EQ(text_height(false, height, 1, 2), 32);
  }
  EXPECT_FLOAT_EQ(text_height(true, 1080, 1, 1), 29) << "a lecture looks the same at any resolution";
  EXPECT_FLOAT_EQ(text_height(true, 2160, 1, 1), 58);
  EXPECT_FLOAT_EQ(text_height(true, 400, 1, 1), 16) << "never smaller than one can read";
  EXPECT_FLOAT_EQ(text_height(false, 1, 0.001F, 0.7F), 4);
}

}  // namespace
}  // namespace lanescope::gui::test
