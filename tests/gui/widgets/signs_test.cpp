// One table says with which shape and colour the origin of a number is shown, in the window and in drawings.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <regex>
#include <set>

#include <fmt/format.h>

#include "base/file.h"
#include "gui/export/export_chart.h"
#include "gui/export/svg.h"
#include "gui/export/svg_shapes.h"
#include "gui/widgets/panels.h"
#include "gui/widgets/shapes.h"
#include "gui/widgets/theme.h"

namespace lanescope::gui {
namespace {

std::string written(ImVec4 colour) {
  const auto part = [](float share) { return static_cast<int>(std::lround(share * 255)); };
  return fmt::format("#{:02x}{:02x}{:02x}", part(colour.x), part(colour.y), part(colour.z));
}

std::string drawing_of(experiments::Origin source) {
  Chart chart;
  chart.right = 4;
  chart.top = 10;
  chart.series.push_back({"numbers", ChartSeries::Form::points, source, {1, 2}, {3, 4}});
  return svg_of(chart);
}

/// Returns what a shape alone is in a drawing, from its first element on.
std::string shape_alone(experiments::Origin source) {
  Svg svg(20, 20, "");
  draw_shape(svg, shape_of(source), {10, 10}, 18, written(colour_of(theme_of(ThemeName::light), source)));
  const std::string text = svg.finish();
  std::string found;
  for (const char* element : {"<circle", "<rect", "<path", "<line"}) {
    const std::regex one(std::string(element) + "[^>]*");
    for (auto at = std::sregex_iterator(text.begin(), text.end(), one); at != std::sregex_iterator(); ++at) {
      found += std::regex_replace(at->str(), std::regex("[0-9.]+"), "N") + "\n";
    }
  }
  return found;
}

TEST(TheSignOfAnOrigin, IsAShapeOfItsOwnInTheWindowAndInDrawings) {
  std::set<Shape> shapes;
  std::set<std::string> drawn;
  for (const experiments::Origin source : experiments::all_origins) {
    shapes.insert(shape_of(source));
    drawn.insert(std::regex_replace(shape_alone(source), std::regex("#[0-9a-f]+"), "#"));
  }
  EXPECT_EQ(shapes.size(), experiments::all_origins.size());
  // A triangle and a diamond are both paths of several corners, which only the numbers tell apart.
  EXPECT_GE(drawn.size(), 5U);
}

TEST(TheSignOfAnOrigin, InADrawingIsThatOfTheTable) {
  for (const experiments::Origin source : experiments::all_origins) {
    const std::string colour = written(colour_of(theme_of(ThemeName::light), source)), text = drawing_of(source);
    EXPECT_NE(text.find(colour), std::string::npos) << static_cast<int>(source);
    for (const experiments::Origin other : experiments::all_origins) {
      const std::string foreign = written(colour_of(theme_of(ThemeName::light), other));
      const bool is_of_text = other == experiments::Origin::compiler || other == experiments::Origin::driver ||
                              other == experiments::Origin::derived;
      if (foreign == colour || is_of_text) continue;
      EXPECT_EQ(text.find(foreign), std::string::npos) << static_cast<int>(source) << " is drawn as another";
    }
  }
  const std::string recorded = drawing_of(experiments::Origin::recorded),
                    predicted = drawing_of(experiments::Origin::predicted);
  const std::string square = written(colour_of(theme_of(ThemeName::light), experiments::Origin::recorded));
  const std::string ring = written(colour_of(theme_of(ThemeName::light), experiments::Origin::predicted));
  EXPECT_TRUE(std::regex_search(recorded, std::regex("<rect[^>]*stroke=\"" + square))) << "a square, as in the window";
  EXPECT_TRUE(std::regex_search(predicted, std::regex("<circle[^>]*stroke=\"" + ring))) << "a ring, as in the window";
  EXPECT_FALSE(std::regex_search(predicted, std::regex("<circle[^>]*fill=\"" + ring)));
}

TEST(TheSignOfAnOrigin, IsNamedByNoPanelItself) {
  // What a view colours with the same ink for something else (waves, banks, stalls) is no origin.
  const std::regex own("theme\\.(recorded|predicted|counted)\\b");
  const std::filesystem::path gui = std::filesystem::path(LANESCOPE_SOURCES) / "app/gui";
  for (const char* folder : {"readings", "screens", "export", "shell", "application"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(gui / folder)) {
      const std::string name = entry.path().filename().string();
      const PanelEntry* const panel = find_panel(entry.path().parent_path().filename().string());
      if (panel != nullptr && panel->place == PanelPlace::view) continue;
      if (entry.path().extension() != ".cpp" || name == "warp_states_panel.cpp" || name == "export_chart.cpp") continue;
      const std::string text = read_file(entry.path()).value();
      EXPECT_FALSE(std::regex_search(text, own)) << name << " takes a colour that the table of signs has";
    }
  }
}

}  // namespace
}  // namespace lanescope::gui
