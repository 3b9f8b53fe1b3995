// Each panel and window in each language as it is meant to look: fixed state, clock, typefaces and size, on a software
// renderer. One picture a scene, English beside Chinese; the themes take turns, and the whole window is in all of them.
// LANESCOPE_UPDATE_GOLDEN=1 makes them anew; look at them before they are kept.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <set>

#include "coarse_png.h"
#include "golden.h"
#include "gui/application/panel_canvas.h"
#include "gui/support/offscreen.h"
#include "gui/support/panel_scenes.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui::test {
namespace {

using lanescope::test::golden_file, lanescope::test::golden_is_updated, lanescope::test::keep_seen,
    lanescope::test::read_golden, lanescope::test::write_coarse_png;

constexpr std::array languages{"use_english", "use_chinese"};
constexpr int tolerance = 24;         ///< of a channel, of 255: coarse colours, and edges of other renderers
constexpr double max_pixels = 100;    ///< of one panel that may differ by more: less than a word
constexpr int max_frames = 120;       ///< for what moves to come to rest
constexpr float text_of_panels = 13;  ///< the height of text in the picture of a panel
constexpr std::uint32_t least_width = 640, least_height = 400;  ///< of the window

render::Image cut(const render::Image& image, const ImRect& place) {
  const auto within = [](float at, std::uint32_t limit) {
    return static_cast<std::uint32_t>(std::clamp(std::lround(at), 0L, static_cast<long>(limit)));
  };
  const std::uint32_t left = within(place.Min.x, image.width), right = within(place.Max.x, image.width);
  const std::uint32_t top = within(place.Min.y, image.height), bottom = within(place.Max.y, image.height);
  render::Image part{right - left, bottom - top, {}};
  for (std::uint32_t y = top; y < bottom; ++y) {
    const auto from = image.pixels.begin() + static_cast<std::ptrdiff_t>((std::size_t{y} * image.width + left) * 4);
    part.pixels.insert(part.pixels.end(), from, from + static_cast<std::ptrdiff_t>(part.width) * 4);
  }
  return part;
}

/// Beside each other, as high as the higher one.
render::Image beside(const std::vector<render::Image>& images) {
  std::uint32_t width = 0, height = 0;
  for (const render::Image& image : images) {
    width += image.width;
    height = std::max(height, image.height);
  }
  render::Image sheet = render::filled_image(width, height, {128, 128, 128, 255});
  std::uint32_t left = 0;
  for (const render::Image& image : images) {
    for (std::uint32_t y = 0; y < image.height; ++y) {
      for (std::uint32_t x = 0; x < image.width; ++x) sheet.set(left + x, y, image.at(x, y));
    }
    left += image.width;
  }
  return sheet;
}

class PanelGolden : public testing::TestWithParam<Scene> {
 protected:
  void SetUp() override {
    ::setenv("TZ", "UTC", 1);  // the log tells the time of day
    ::tzset();
    if (!desk_.missing().empty()) GTEST_SKIP() << desk_.missing();
    if (!desk_.missing_typefaces().empty()) GTEST_SKIP() << desk_.missing_typefaces();
  }

  [[nodiscard]] bool is_docked() const {
    const Scene& scene = GetParam();
    return scene.window != nullptr &&
           std::ranges::count(panel_table(), std::string_view(scene.window), &PanelEntry::window) > 0;
  }

  /// What is seen of the scene.
  render::Image picture(ThemeName theme, const char* language) {
    const Scene& scene = GetParam();
    state_ = state_with_kernels();
    for (const std::string& action : {fmt::format("use_{}_theme", name_of(theme)), std::string(language)}) {
      EXPECT_TRUE(perform(state_, Invoke(action), 0));
    }
    scene.bring_about(state_);
    desk_.carry_out(effects_of_scene());
    desk_.frames(6);
    if (is_docked()) return panel_alone();
    for (int frame = 0; frame < max_frames && desk_.interface().needs_redraw(); ++frame) desk_.frames();
    const render::Image whole = desk_.image();
    if (scene.window == nullptr) return whole;
    const ImGuiWindow* window = ImGui::FindWindowByName(scene.window);
    for (const ImGuiPopupData& popup : ImGui::GetCurrentContext()->OpenPopupStack) {
      if (window == nullptr && popup.Window != nullptr) window = popup.Window;  // its name is a number
    }
    if (window == nullptr || !window->WasActive || window->Hidden) {
      ADD_FAILURE() << scene.window << " is not seen";
      return whole;
    }
    return cut(whole, window->Rect());
  }

  render::Image panel_alone() {
    const Scene& scene = GetParam();
    const auto canvas = PanelCanvas::open(desk_.interface(), state_, std::string_view(scene.window).substr(3),
                                          scene.width, scene.height, text_of_panels);
    if (!canvas) {
      ADD_FAILURE() << canvas.error().text();
      return {};
    }
    render::Image image = (*canvas)->take(state_, 1.0 / 60);
    for (int frame = 0; frame < max_frames && (*canvas)->needs_redraw(); ++frame) {
      image = (*canvas)->take(state_, 1.0 / 60);
    }
    return image;
  }

  /// One for each scene, in turn; the whole window in all of them.
  [[nodiscard]] static std::vector<ThemeName> themes() {
    const std::string_view name = GetParam().name;
    if (name == "window") return {theme_names.begin(), theme_names.end()};
    const auto scene = std::ranges::find(panel_scenes(), name, &Scene::name);
    constexpr std::size_t of_scenes = 4;  // that of the window shows those of high contrast
    return {theme_names.at(static_cast<std::size_t>(scene - panel_scenes().begin()) % of_scenes)};
  }

  State state_ = state_with_kernels();
  Desk desk_{state_, std::max(GetParam().width, least_width), std::max(GetParam().height, least_height)};
};

TEST_P(PanelGolden, LooksAsItIsMeantTo) {
  bool updated = false;
  for (const ThemeName theme : themes()) {
    const std::string name = fmt::format("{}_{}", GetParam().name, name_of(theme));
    const std::filesystem::path file = golden_file("gui/golden/" + name);
    std::vector<render::Image> seen;
    for (const char* language : languages) seen.push_back(picture(theme, language));
    const render::Image sheet = beside(seen);
    if (golden_is_updated()) {
      const Status stored = write_coarse_png(sheet, file);
      ASSERT_TRUE(stored) << stored.error().text();
      updated = true;
      continue;
    }
    const auto expected = read_golden(file);
    ASSERT_TRUE(expected) << expected.error().text();
    float left = 0;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const auto right = left + static_cast<float>(seen[i].width);
      const auto difference =
          render::compare(seen[i], cut(*expected, {left, 0, right, static_cast<float>(seen[i].height)}), tolerance);
      left = right;
      const auto pixels = static_cast<double>(seen[i].width) * seen[i].height;
      const bool alike = difference && difference->share * pixels <= max_pixels;
      if (alike) continue;
      ADD_FAILURE() << name << ", " << languages.at(i) << ": "
                    << (difference ? fmt::format("{:.0f} pixels differ, by up to {}", difference->share * pixels,
                                                 difference->greatest)
                                   : difference.error().text())
                    << "; what was seen is " << keep_seen(sheet, file);
    }
  }
  if (updated) GTEST_SKIP() << "the golden pictures were updated: look at them";
}

INSTANTIATE_TEST_SUITE_P(All, PanelGolden, testing::ValuesIn(panel_scenes().begin(), panel_scenes().end()),
                         [](const auto& each) { return std::string(each.param.name); });

TEST(PanelScenes, ShowEveryPanel) {
  for (const PanelEntry& panel : panel_table()) {
    const auto shows = [&](const Scene& scene) { return scene.window == std::string_view(panel.window); };
    EXPECT_TRUE(std::ranges::any_of(panel_scenes(),
                                    [&](const Scene& scene) { return scene.window != nullptr && shows(scene); }))
        << panel.name() << " is in no golden picture";
  }
}

}  // namespace
}  // namespace lanescope::gui::test
