// A plot as data, independent of any window, which is written as SVG and as CSV.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "gui/readings/readout_view_model.h"
#include "model/timeline/timeline.h"

namespace lanescope::gui {

/// Each colour is written "#rrggbb".
struct ExportPalette {
  std::string paper, text, quiet, grid, limit;
  std::array<std::string, 5> series;
};
[[nodiscard]] ExportPalette export_palette();
[[nodiscard]] std::string ink_of(model::AccessKind kind);

/// A series of numbers over numbers.
struct ChartSeries {
  enum class Form { line, steps, points };
  std::string name;
  Form form = Form::line;
  std::optional<experiments::Origin> origin =
      {};                                   ///< origin of the numbers, which gives colour and sign; empty: their place
  std::vector<double> x = {}, y = {};       ///< the points; both have the same length
  std::vector<double> low = {}, high = {};  ///< quartiles; empty when there are none
  std::vector<std::string> notes = {};      ///< one for each point, or none; the mouse shows them
};

/// A line across the whole plot.
struct ChartRule {
  double at = 0;
  std::string text;
};

/// The text around a plot.
struct ChartTexts {
  std::string title, subtitle;   ///< the subtitle names kernel, setting and machine
  std::string x_title, y_title;  ///< with their units
  std::string caption;           ///< says where the numbers come from
};

struct Chart : ChartTexts {
  double left = 0, right = 1, bottom = 0, top = 1;
  std::vector<std::string> x_labels = {};  ///< x counts these from 0; empty when x has a scale
  std::vector<ChartSeries> series = {};
  std::vector<ChartRule> marks = {};   ///< vertical lines for changes of a setting
  std::vector<ChartRule> limits = {};  ///< horizontal lines for theoretical peaks
};

/// Numbers over two axes of names.
struct ChartMap : ChartTexts {
  struct Cell {
    std::optional<double> value;
    std::string text;  ///< the number, or why there is none
  };
  std::string quantity;
  std::vector<std::string> columns, rows;
  std::vector<Cell> cells;  ///< columns × rows, the first row first
  double low = 0, high = 0;
};

/// The picture is 960 × 600 units on white, for paper and slides. Colours are those of the light theme, and a form or a
/// word always has the meaning of a colour.
[[nodiscard]] std::string svg_of(const Chart& chart);
[[nodiscard]] std::string svg_of(const ChartMap& map);

/// Writes a row for each point: series, x, y, low, high. The axis titles name the columns. Numbers have full precision.
[[nodiscard]] std::string csv_of(const Chart& chart);
/// Writes a row for each cell.
[[nodiscard]] std::string csv_of(const ChartMap& map);

}  // namespace lanescope::gui
