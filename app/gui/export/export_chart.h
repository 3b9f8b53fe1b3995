// A plot as data, apart from any window: what is written as SVG and as CSV.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "model/timeline/timeline.h"

namespace warpscope::gui {

/// "#rrggbb" each.
struct ExportPalette {
  std::string paper, text, quiet, grid, limit;
  std::array<std::string, 5> series;
};
[[nodiscard]] ExportPalette export_palette();
[[nodiscard]] std::string ink_of(model::AccessKind kind);

/// Numbers over numbers.
struct ChartSeries {
  enum class Form { line, steps, points };
  std::string name;
  Form form = Form::line;
  bool hollow = false;                      ///< points out of a file
  std::vector<double> x = {}, y = {};       ///< the points; both have the same length
  std::vector<double> low = {}, high = {};  ///< quartiles; empty: there are none
  std::vector<std::string> notes = {};      ///< one a point, or none: what the mouse shows
};

/// A line across the whole plot.
struct ChartRule {
  double at = 0;
  std::string text;
};

/// What is written around a plot.
struct ChartTexts {
  std::string title, subtitle;   ///< subtitle: kernel and setting, machine
  std::string x_title, y_title;  ///< with unit
  std::string caption;           ///< where the numbers come from
};

struct Chart : ChartTexts {
  double left = 0, right = 1, bottom = 0, top = 1;
  std::vector<std::string> x_labels = {};  ///< where x counts these from 0; empty: x has a scale
  std::vector<ChartSeries> series = {};
  std::vector<ChartRule> marks = {};   ///< upright: changes of a setting
  std::vector<ChartRule> limits = {};  ///< level: a theoretical peak
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

/// A4 landscape in proportion, on white: for paper and slides. Colours are those of the light theme; what colour says a
/// form or a word says too.
[[nodiscard]] std::string svg_of(const Chart& chart);
[[nodiscard]] std::string svg_of(const ChartMap& map);

/// One row a point: series, x, y, low, high; the titles of the axes are the names of the columns. Whole precision.
[[nodiscard]] std::string csv_of(const Chart& chart);
/// One row a cell.
[[nodiscard]] std::string csv_of(const ChartMap& map);

}  // namespace warpscope::gui
