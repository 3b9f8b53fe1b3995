// Pictures of the window's frame, written for people to look at: themes, languages, lecture, palette, help, at the two
// sizes it is laid out for.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "gui/support/fixture.h"
#include "gui/support/offscreen.h"

namespace lanescope::gui::test {
namespace {

struct FrameScene {
  const char* name;
  std::vector<const char*> actions;
  const char* typed = "";
};

class FramePicture : public testing::TestWithParam<std::pair<int, int>> {};

TEST_P(FramePicture, OfEverySceneIsDrawn) {
  const auto [width, height] = GetParam();
  const std::vector<FrameScene> scenes{{"dark", {}},
                                       {"light", {"use_light_theme"}},
                                       {"projector", {"use_projector_theme"}},
                                       {"colour_blind", {"use_colour_blind_theme"}},
                                       {"chinese", {"use_chinese"}},
                                       {"chinese_wide_light", {"use_chinese", "use_light_theme", "why"}},
                                       {"lecture", {"lecture"}},
                                       {"lecture_projector", {"use_projector_theme", "lecture"}},
                                       {"lecture_sweep", {"lecture", "show_sweep"}},
                                       {"lecture_occupancy_chinese", {"use_chinese", "lecture", "show_occupancy"}},
                                       {"palette", {"toggle_palette"}, "sm"},
                                       {"palette_chinese_light", {"use_chinese", "use_light_theme", "toggle_palette"}},
                                       {"help", {"toggle_help"}},
                                       {"help_chinese", {"use_chinese", "toggle_help"}}};
  for (const FrameScene& scene : scenes) {
    State state = state_with_kernels();
    fill_history(state);
    experiments::Result result = refined(state);
    result.metrics = metrics();
    accept(state, result, 31.5);
    Effects effects;
    for (const char* action : scene.actions) {
      Outcome done = perform(state, action, 32);
      ASSERT_TRUE(done) << done.error().text();
      append(effects, std::move(*done));
    }
    Desk desk(state, static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), {}, effects);
    if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
    if (*scene.typed != '\0') desk.type(scene.typed);
    desk.frames(3);
    desk.save(fmt::format("frame_{}_{}", scene.name, height));
    EXPECT_FALSE(render::is_uniform(desk.image()));
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, FramePicture, testing::Values(std::pair(1920, 1080), std::pair(1280, 720)));

}  // namespace
}  // namespace lanescope::gui::test
