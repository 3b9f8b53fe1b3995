#include "gui/export/export_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "gui/export/svg.h"
#include "gui/export/svg_shapes.h"
#include "gui/screens/warps/warps_drawing.h"
#include "gui/screens/warps/warps_view_model.h"
#include "gui/store/words/numbers.h"
#include "gui/widgets/theme.h"
#include "recordings/sweep/sweep_csv.h"
#include "render/image/image.h"

namespace lanescope::gui {
namespace {

std::string hex(ImVec4 colour) {
  const auto channel = [](float share) { return static_cast<int>(std::lround(share * 255)); };
  return fmt::format("#{:02x}{:02x}{:02x}", channel(colour.x), channel(colour.y), channel(colour.z));
}

constexpr double text_size = 16, title_size = 24, sign_size = 18;
constexpr int max_ticks = 8;

struct PlotFrame {
  static constexpr double width = 960, height = 600;                     // size of the picture
  static constexpr double left = 96, right = 32, top = 88, bottom = 96;  // its margins
  double x = left, y = top, w = width - left - right, h = height - top - bottom;
};

/// Makes a page with all the text around the plot.
Svg page_of(const ExportPalette& ink, const PlotFrame& plot, const ChartTexts& texts) {
  Svg svg(PlotFrame::width, PlotFrame::height, texts.title + (texts.subtitle.empty() ? "" : ": " + texts.subtitle));
  svg.rectangle(0, 0, PlotFrame::width, PlotFrame::height, svg_fill(ink.paper));
  svg.text({24, 40}, texts.title, {title_size, ink.text, SvgText::Anchor::start, true});
  svg.text({24, 66}, texts.subtitle, {text_size, ink.quiet});
  svg.text({plot.x + plot.w / 2, plot.y + plot.h + 52}, texts.x_title, {text_size, ink.text, SvgText::Anchor::middle});
  svg.text({28, plot.y + plot.h / 2}, texts.y_title, {text_size, ink.text, SvgText::Anchor::middle, false, -90});
  svg.text({24, PlotFrame::height - 14}, texts.caption, {0.85 * text_size, ink.quiet});
  return svg;
}

/// Returns round numbers with their texts, with as many decimals as are needed to distinguish them.
std::vector<ChartRule> ticks_of(double from, double to) {
  const std::vector<double> moments = round_moments(from, to, max_ticks, false);
  const double step = moments.size() > 1 ? moments[1] - moments[0] : 1;
  const int decimals = step >= 1 ? 0 : static_cast<int>(std::ceil(-std::log10(step) - 1e-9));
  std::vector<ChartRule> ticks;
  for (const double at : moments) ticks.push_back({at, grouped(at == 0 ? 0 : at, std::min(decimals, 6))});
  return ticks;
}

/// A series of an origin has its colour and sign, as in the window. Another one has those of its place among them.
std::string colour_of(const ExportPalette& ink, const ChartSeries& series, std::size_t index) {
  if (!series.origin) return ink.series[index % ink.series.size()];
  return hex(colour_of(theme_of(ThemeName::light), *series.origin));
}

Shape shape_of(const ChartSeries& series, std::size_t index) {
  constexpr std::array places{Shape::disc, Shape::square, Shape::diamond};
  return series.origin ? gui::shape_of(*series.origin) : places[index % places.size()];
}

std::string full(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : std::string();
}

}  // namespace

ExportPalette export_palette() {
  const Theme theme = theme_of(ThemeName::light);
  return {"#ffffff",
          hex(theme.text),
          hex(theme.quiet),
          hex(theme.raised),
          hex(theme.peak),
          {hex(theme.accent), hex(theme.warning), hex(theme.recorded), hex(theme.good), hex(theme.wrong)}};
}

std::string ink_of(model::AccessKind kind) {
  return hex(colour_of(theme_of(ThemeName::light), kind));
}

std::string svg_of(const Chart& chart) {
  const ExportPalette ink = export_palette();
  const PlotFrame plot;
  Svg svg = page_of(ink, plot, chart);
  const double x_span = std::max(chart.right - chart.left, 1e-12), y_span = std::max(chart.top - chart.bottom, 1e-12);
  const auto x_of = [&](double x) { return plot.x + (x - chart.left) / x_span * plot.w; };
  const auto y_of = [&](double y) { return plot.y + plot.h - (y - chart.bottom) / y_span * plot.h; };

  for (const auto& [level, text] : ticks_of(chart.bottom, chart.top)) {
    svg.line({plot.x, y_of(level)}, {plot.x + plot.w, y_of(level)}, svg_stroke(ink.grid, 1));
    svg.text({plot.x - 10, y_of(level) + 0.35 * text_size}, text, {text_size, ink.quiet, SvgText::Anchor::end});
  }
  const auto x_tick = [&](double x, const std::string& text) {
    svg.line({x_of(x), plot.y + plot.h}, {x_of(x), plot.y + plot.h + 6}, svg_stroke(ink.quiet, 1));
    svg.text({x_of(x), plot.y + plot.h + 26}, text, {text_size, ink.quiet, SvgText::Anchor::middle});
  };
  if (chart.x_labels.empty()) {
    for (const auto& [step, text] : ticks_of(chart.left, chart.right)) x_tick(step, text);
  } else {
    const std::size_t every = (chart.x_labels.size() + 15) / 16;
    for (std::size_t index = 0; index < chart.x_labels.size(); index += every) {
      x_tick(static_cast<double>(index), chart.x_labels[index]);
    }
  }
  svg.rectangle(plot.x, plot.y, plot.w, plot.h, svg_stroke(ink.quiet, 1));

  svg.begin_clip(plot.x - 6, plot.y - 6, plot.w + 12, plot.h + 12);
  for (const ChartRule& limit : chart.limits) {
    svg.line({plot.x, y_of(limit.at)}, {plot.x + plot.w, y_of(limit.at)}, svg_stroke(ink.limit, 2, "8 5"));
    svg.text({plot.x + 10, y_of(limit.at) - 6}, limit.text, {0.9 * text_size, ink.limit});
  }
  double free_from = plot.x;
  for (const ChartRule& mark : chart.marks) {
    svg.line({x_of(mark.at), plot.y}, {x_of(mark.at), plot.y + plot.h}, svg_stroke(ink.quiet, 1, "3 4"));
    if (x_of(mark.at) < free_from) continue;
    svg.text({x_of(mark.at) + 4, plot.y + 16}, mark.text, {0.8 * text_size, ink.quiet});
    free_from = x_of(mark.at) + 0.45 * text_size * static_cast<double>(mark.text.size());
  }
  for (std::size_t index = 0; index < chart.series.size(); ++index) {
    const ChartSeries& series = chart.series[index];
    const std::size_t style_index = series.name.empty() ? 0 : index;
    const std::string colour = colour_of(ink, series, style_index);
    const bool has_spread = !series.low.empty() && series.low.size() == series.y.size();
    if (has_spread && series.form == ChartSeries::Form::line && series.x.size() > 1) {
      std::vector<SvgPoint> band;
      for (std::size_t i = 0; i < series.x.size(); ++i) band.push_back({x_of(series.x[i]), y_of(series.high[i])});
      for (std::size_t i = series.x.size(); i-- > 0;) band.push_back({x_of(series.x[i]), y_of(series.low[i])});
      svg.path(band, svg_fill(colour, 0.2), true);
    }
    std::vector<SvgPoint> way;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (series.form == ChartSeries::Form::steps && i > 0) way.push_back({x_of(series.x[i]), y_of(series.y[i - 1])});
      way.push_back({x_of(series.x[i]), y_of(series.y[i])});
    }
    if (series.form != ChartSeries::Form::points) svg.path(way, svg_stroke(colour, 2.5));
    if (series.form == ChartSeries::Form::steps) continue;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (has_spread) {
        svg.line({x_of(series.x[i]), y_of(series.low[i])}, {x_of(series.x[i]), y_of(series.high[i])},
                 svg_stroke(colour, 1.5));
      }
      if (i < series.notes.size()) svg.title_of_next(series.notes[i]);
      draw_shape(svg, shape_of(series, style_index), {x_of(series.x[i]), y_of(series.y[i])}, sign_size, colour);
    }
  }
  svg.end_clip();
  double at = plot.x + plot.w;
  for (std::size_t index = chart.series.size(); index-- > 0;) {
    const ChartSeries& series = chart.series[index];
    if (series.name.empty()) continue;
    svg.text({at, 66}, series.name, {text_size, colour_of(ink, series, index), SvgText::Anchor::end, true});
    at -= 0.58 * text_size * static_cast<double>(series.name.size()) + 14;
    draw_shape(svg, shape_of(series, index), {at + 2, 66 - 0.32 * text_size}, sign_size, colour_of(ink, series, index));
    at -= 20;
  }
  return svg.finish();
}

std::string svg_of(const ChartMap& map) {
  const ExportPalette ink = export_palette();
  PlotFrame plot;
  plot.w -= 96;  // the scale is there
  Svg svg = page_of(ink, plot, map);
  if (map.columns.empty() || map.rows.empty()) return svg.finish();
  const double w = plot.w / static_cast<double>(map.columns.size()), h = plot.h / static_cast<double>(map.rows.size());
  const double span = map.high - map.low;
  const auto share = [&](double value) { return span > 0 ? (value - map.low) / span : 0.5; };
  const auto colour = [](double position) {
    const render::Colour rgb = render::viridis(position);
    return fmt::format("#{:02x}{:02x}{:02x}", rgb[0], rgb[1], rgb[2]);
  };
  for (std::size_t row = 0; row < map.rows.size(); ++row) {
    // The first row is the lowest, as on the screen.
    const double y = plot.y + plot.h - h * static_cast<double>(row + 1);
    svg.text({plot.x - 10, y + h / 2 + 0.35 * text_size}, map.rows[row], {text_size, ink.quiet, SvgText::Anchor::end});
    for (std::size_t column = 0; column < map.columns.size(); ++column) {
      const ChartMap::Cell& cell = map.cells[row * map.columns.size() + column];
      const double x = plot.x + w * static_cast<double>(column);
      svg.title_of_next(cell.text);
      if (!cell.value) {
        svg.rectangle(x, y, w, h, {ink.grid, ink.paper, 1, 0.5});
        continue;
      }
      const double position = share(*cell.value);
      svg.rectangle(x, y, w, h, {colour(position), ink.paper});
      const double size =
          std::min({text_size, 0.6 * h, 1.6 * w / std::max<double>(1, static_cast<double>(cell.text.size()))});
      if (size < 7) continue;
      svg.text({x + w / 2, y + h / 2 + 0.35 * size}, cell.text,
               {size, position < 0.55 ? "#ffffff" : "#000000", SvgText::Anchor::middle});
    }
  }
  const std::size_t every = (map.columns.size() + 15) / 16;
  for (std::size_t column = 0; column < map.columns.size(); column += every) {
    svg.text({plot.x + w * (static_cast<double>(column) + 0.5), plot.y + plot.h + 26}, map.columns[column],
             {text_size, ink.quiet, SvgText::Anchor::middle});
  }
  constexpr int steps = 64;
  const double scale = plot.x + plot.w + 28, step = plot.h / steps;
  for (int index = 0; index < steps; ++index) {
    svg.rectangle(scale, plot.y + plot.h - step * (index + 1), 20, step + 0.5, svg_fill(colour((index + 0.5) / steps)));
  }
  svg.text({scale + 26, plot.y + plot.h}, figures(map.low, 3), {0.85 * text_size, ink.quiet});
  svg.text({scale + 26, plot.y + 0.7 * text_size}, figures(map.high, 3), {0.85 * text_size, ink.quiet});
  svg.text({scale + 44, plot.y + plot.h / 2}, map.quantity,
           {0.85 * text_size, ink.quiet, SvgText::Anchor::middle, false, 90});
  return svg.finish();
}

std::string csv_of(const Chart& chart) {
  std::string text = recordings::csv_line({"series", chart.x_title, chart.y_title, "low", "high"});
  for (const ChartSeries& series : chart.series) {
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      const auto index = static_cast<std::size_t>(std::max(0.0, series.x[i]));
      const bool named = !chart.x_labels.empty() && index < chart.x_labels.size();
      text += recordings::csv_line({series.name, named ? chart.x_labels[index] : full(series.x[i]), full(series.y[i]),
                                    i < series.low.size() ? full(series.low[i]) : "",
                                    i < series.high.size() ? full(series.high[i]) : ""});
    }
  }
  return text;
}

std::string csv_of(const ChartMap& map) {
  std::string text = recordings::csv_line({map.x_title, map.y_title, map.quantity});
  for (std::size_t row = 0; row < map.rows.size(); ++row) {
    for (std::size_t column = 0; column < map.columns.size(); ++column) {
      const ChartMap::Cell& cell = map.cells[row * map.columns.size() + column];
      text += recordings::csv_line({map.columns[column], map.rows[row], cell.value ? full(*cell.value) : ""});
    }
  }
  return text;
}

}  // namespace lanescope::gui
