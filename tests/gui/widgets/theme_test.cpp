#include "gui/widgets/theme.h"

#include <gtest/gtest.h>
#include <implot.h>

#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "gui/support/fixture.h"
#include "gui/support/offscreen.h"

namespace lanescope::gui {
namespace {

using Named = std::vector<std::pair<std::string, ImVec4>>;

Named texts_of(const Theme& theme) {
  return {{"text", theme.text},       {"quiet", theme.quiet},
          {"stated", theme.stated},   {"derived", theme.derived},
          {"keyword", theme.keyword}, {"type", theme.type},
          {"builtin", theme.builtin}, {"literal", theme.literal},
          {"comment", theme.comment}, {"preprocessor", theme.preprocessor}};
}

Named marks_of(const Theme& theme) {
  return {{"accent", theme.accent},   {"recorded", theme.recorded}, {"predicted", theme.predicted},
          {"counted", theme.counted}, {"lesson", theme.lesson},     {"good", theme.good},
          {"warning", theme.warning}, {"wrong", theme.wrong},       {"peak", theme.peak},
          {"faint", theme.faint}};
}

class Themes : public testing::TestWithParam<ThemeName> {};

TEST_P(Themes, WriteTextWithSevenfoldContrastOnPanels) {
  const Theme theme = theme_of(GetParam());
  for (const auto& [name, colour] : texts_of(theme)) EXPECT_GE(contrast(colour, theme.panel), 7) << name;
  for (const auto& [name, surface] : Named{{"ground", theme.ground}, {"raised", theme.raised}}) {
    EXPECT_GE(contrast(theme.text, surface), 7) << name;
  }
  EXPECT_GE(contrast(theme.quiet, theme.ground), 7);
}

TEST_P(Themes, DrawMarksWithThreefoldContrastOnPanelsAndInPlots) {
  const Theme theme = theme_of(GetParam());
  for (const auto& [name, colour] : marks_of(theme)) {
    EXPECT_GE(contrast(colour, theme.panel), 3) << name;
    EXPECT_GE(contrast(colour, theme.ground), 3) << name;
  }
}

/// The themes for eyes that need it; "as the system" has the colours of dark or light.
class HighContrast : public testing::TestWithParam<ThemeName> {};

TEST_P(HighContrast, WritesWithSevenfoldAndDrawsWithFourAndAHalffoldContrastOnEverySurface) {
  const Theme theme = theme_of(GetParam());
  const Named grounds{{"ground", theme.ground}, {"panel", theme.panel}, {"raised", theme.raised}};
  for (const auto& [surface, ground] : grounds) {
    for (const auto& [name, colour] : texts_of(theme)) EXPECT_GE(contrast(colour, ground), 7) << name << surface;
    for (const auto& [name, colour] : marks_of(theme)) EXPECT_GE(contrast(colour, ground), 4.5) << name << surface;
    EXPECT_GE(contrast(theme.focus, ground), 4.5) << surface;
  }
  for (const ImVec4& surface : {theme.hovered, theme.pressed}) EXPECT_GE(contrast(theme.text, surface), 7);
  for (const ImVec4& ground : {theme.ground, theme.panel}) EXPECT_GE(contrast(theme.line, ground), 4.5);
  EXPECT_GT(theme.stroke, 1);
  EXPECT_TRUE(theme.outlined);
}

INSTANTIATE_TEST_SUITE_P(Both, HighContrast,
                         testing::Values(ThemeName::high_contrast_dark, ThemeName::high_contrast_light),
                         [](const auto& each) { return std::string(name_of(each.param)); });

TEST_P(Themes, DrawTheRingOfTheFocusWithThreefoldContrast) {
  const Theme theme = theme_of(GetParam());
  for (const ImVec4& surface : {theme.ground, theme.panel, theme.raised, theme.pressed}) {
    EXPECT_GE(contrast(theme.focus, surface), 3);
  }
}

TEST_P(Themes, SetDearImGuiAndImPlot) {
  ImGui::CreateContext();
  ImPlot::CreateContext();
  const Theme theme = theme_of(GetParam());
  apply(theme, 20);
  EXPECT_EQ(packed(ImGui::GetStyle().Colors[ImGuiCol_WindowBg]), packed(theme.panel));
  EXPECT_EQ(packed(ImPlot::GetStyle().Colors[ImPlotCol_PlotBg]), packed(theme.ground));
  EXPECT_EQ(packed(ImPlot::GetStyle().Colors[ImPlotCol_AxisText]), packed(theme.quiet));
  ImPlot::DestroyContext();
  ImGui::DestroyContext();
}

INSTANTIATE_TEST_SUITE_P(All, Themes, testing::ValuesIn(theme_names),
                         [](const auto& each) { return std::string(name_of(each.param)); });

using Linear = std::array<double, 3>;

Linear linear(ImVec4 colour) {
  const auto one = [](double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
  };
  return {one(colour.x), one(colour.y), one(colour.z)};
}

/// CIE L*a*b* under D65, from linear sRGB.
Linear lab(const Linear& rgb) {
  const double x = (0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.9505;
  const double y = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
  const double z = (0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.089;
  const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
  return {116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))};
}

/// How people without red (protanopia) or green (deuteranopia) cones see it: Viénot, Brettel and Mollon 1999, "Digital
/// video colourmaps for checking the legibility of displays by dichromats", in linear sRGB.
Linear seen(const Linear& rgb, bool without_red) {
  const double mixed = without_red ? 0.11238 * rgb[0] + 0.88762 * rgb[1] : 0.29275 * rgb[0] + 0.70725 * rgb[1];
  const double blue = without_red ? 0.00401 * (rgb[0] - rgb[1]) + rgb[2] : 0.02234 * (rgb[1] - rgb[0]) + rgb[2];
  return {mixed, mixed, std::max(0.0, blue)};
}

double distance(const Linear& one, const Linear& other) {
  return std::hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

TEST_P(Themes, KeepMeaningsApartWithoutRedOrGreenCones) {
  const Theme theme = theme_of(GetParam());
  const Named meanings{
      {"good", theme.good}, {"warning", theme.warning}, {"wrong", theme.wrong}, {"accent", theme.accent}};
  const double least = GetParam() == ThemeName::colour_blind ? 20 : 10;  // 2.3 can just be told apart side by side
  for (const bool without_red : {false, true}) {
    for (std::size_t i = 0; i < meanings.size(); ++i) {
      for (std::size_t k = i + 1; k < meanings.size(); ++k) {
        const double difference = distance(lab(seen(linear(meanings[i].second), without_red)),
                                           lab(seen(linear(meanings[k].second), without_red)));
        EXPECT_GT(difference, least) << meanings[i].first << " and " << meanings[k].first;
      }
    }
  }
}

TEST(Contrast, IsTwentyOneForBlackOnWhiteAndOneForNothing) {
  EXPECT_NEAR(contrast({0, 0, 0, 1}, {1, 1, 1, 1}), 21, 1e-6);
  EXPECT_NEAR(contrast({0.5F, 0.5F, 0.5F, 1}, {0.5F, 0.5F, 0.5F, 1}), 1, 1e-6);
}

TEST(TheThemeMenu, ChangesTheWindow) {
  State state = test::state_with_kernels();
  test::Desk desk(state);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.click("menu/Views");
  desk.click("menu/Views/Theme");
  desk.frames(2);
  ASSERT_TRUE(desk.has("menu/use_light_theme"));
  desk.click("menu/use_light_theme");
  EXPECT_EQ(state.ui.theme, ThemeName::light);
  desk.move_to({5, 700});
  desk.frames(3);
  const render::Image image = desk.image();
  std::size_t light = 0;
  for (std::uint32_t y = 0; y < image.height; y += 7) {
    for (std::uint32_t x = 0; x < image.width; x += 7) light += image.at(x, y)[1] > 180 ? 1 : 0;
  }
  EXPECT_GT(light, static_cast<std::size_t>(image.width) * image.height / 49 / 2);
}

}  // namespace
}  // namespace lanescope::gui
