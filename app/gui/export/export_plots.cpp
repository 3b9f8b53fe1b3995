#include "gui/export/export_plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gui/export/export_chart.h"
#include "gui/export/export_warps.h"
#include "gui/panels/occupancy/occupancy_view_model.h"
#include "gui/panels/scope/scope_view_model.h"
#include "gui/panels/sweep/sweep_view_model.h"
#include "gui/state/numbers.h"
#include "gui/state/state.h"
#include "gui/views/warps/warps_view_model.h"

namespace warpscope::gui {

namespace {

/// Kernel, setting and machine: a picture in a talk must say what it is of.
std::string subject_of(const State& state) {
  std::string text = state.selection.kernel;
  if (!state.current_values().empty()) text += ", " + setting_text(state.current_values());
  if (has_gpu(state)) text += ", " + state.known.machine->device;
  return text;
}

Chart scope_chart(const State& state) {
  const double peak = state.known.machine ? state.known.machine->peak_gb_per_s : 0;
  const ScopeViewModel view_model = scope_view_model(state.known.history, peak, state.scope);
  Chart chart;
  chart.title = state.say("export.scope_title");
  chart.subtitle = subject_of(state);
  chart.x_title = state.say("export.scope_x");
  chart.y_title = state.say("export.scope_y");
  chart.left = view_model.first;
  chart.right = view_model.last;
  chart.top = view_model.top;
  for (const ScopeViewModel::Trace& trace : view_model.traces) {
    chart.series.push_back({"", ChartSeries::Form::line, false, trace.seconds, trace.rate, trace.low, trace.high, {}});
  }
  for (const ScopeViewModel::Mark& mark : view_model.marks)
    chart.marks.push_back({mark.seconds, mark.change.text(*state.ui.language)});
  if (view_model.peak)
    chart.limits.push_back({*view_model.peak, state.say("export.peak", grouped(*view_model.peak, 0))});
  chart.caption = state.say("export.measured");
  return chart;
}

std::string quantity_text(const Language& language, SweepQuantity quantity) {
  return fmt::format("{} ({})", title_of(language, quantity), unit_of(language, quantity));
}

std::string sweep_subject(const State& state) {
  const SweepGrid& grid = state.sweep.grid;
  return grid.others.empty() ? grid.kernel : grid.kernel + ", " + grid.others;
}

/// What was measured here and what comes out of a file are different forms.
Chart sweep_chart(const State& state) {
  const SweepViewModel view_model = sweep_view_model(state);
  const SweepGrid& grid = state.sweep.grid;
  Chart chart;
  chart.title = title_of(*state.ui.language, view_model.quantity);
  chart.subtitle = sweep_subject(state);
  chart.x_title = grid.names[0];
  chart.y_title = quantity_text(*state.ui.language, view_model.quantity);
  chart.x_labels = grid.labels[0];
  chart.left = -0.5;
  chart.right = static_cast<double>(grid.columns()) - 0.5;
  double top = 0;
  for (const bool recorded : {false, true}) {
    ChartSeries series;
    series.name = recorded ? state.say("export.series_recorded") : state.say("export.series_here");
    series.hollow = recorded;
    for (std::size_t index = 0; index < view_model.marks.size(); ++index) {
      const SweepMark& mark = view_model.marks[index];
      if (mark.kind != SweepMark::Kind::value || mark.recorded != recorded) continue;
      series.x.push_back(static_cast<double>(index));
      series.y.push_back(mark.value);
      series.low.push_back(mark.low);
      series.high.push_back(mark.high);
      series.notes.push_back(mark.detail);
      top = std::max({top, mark.value, mark.high});
    }
    if (!series.x.empty()) chart.series.push_back(std::move(series));
  }
  chart.top = top > 0 ? 1.1 * top : 1;
  chart.caption = view_model.caption;
  return chart;
}

ChartMap sweep_map(const State& state) {
  const SweepViewModel view_model = sweep_view_model(state);
  const SweepGrid& grid = state.sweep.grid;
  ChartMap map;
  map.title = title_of(*state.ui.language, view_model.quantity);
  map.subtitle = sweep_subject(state);
  map.x_title = grid.names[0];
  map.y_title = grid.names[1];
  map.quantity = quantity_text(*state.ui.language, view_model.quantity);
  map.caption = view_model.caption;
  map.columns = grid.labels[0];
  map.rows = grid.labels[1];
  map.low = view_model.low;
  map.high = view_model.high;
  for (const SweepMark& mark : view_model.marks) {
    ChartMap::Cell cell{std::nullopt, mark.kind == SweepMark::Kind::value ? mark.text : mark.detail};
    if (mark.kind == SweepMark::Kind::value) cell.value = mark.value;
    map.cells.push_back(std::move(cell));
  }
  return map;
}

/// Resident warps over the block's size, registers or shared memory: the three curves of the panel one after the
/// other would need three axes; the file has the one over the block's size, the table all three.
Chart occupancy_chart(const State& state, const OccupancyViewModel& view_model, const OccupancyLine& line) {
  Chart chart;
  chart.title = state.say("export.occupancy_title");
  chart.subtitle = subject_of(state);
  chart.x_title = fmt::format("{} ({})", line.title, line.unit);
  chart.y_title = state.say("export.occupancy_y");
  chart.left = line.values.empty() ? 0 : line.values.front();
  chart.right = line.values.empty() ? 1 : line.values.back();
  chart.top = 1.1 * std::max(1, view_model.max_warps);
  chart.series.push_back({line.title, ChartSeries::Form::steps, false, line.values, line.warps, {}, {}, {}});
  chart.series.push_back({state.say("export.present"),
                          ChartSeries::Form::points,
                          false,
                          {line.now},
                          {static_cast<double>(view_model.warps)},
                          {},
                          {},
                          {line.now_text}});
  chart.limits.push_back(
      {static_cast<double>(view_model.max_warps), state.say("export.max_warps", view_model.max_warps)});
  chart.caption = view_model.headline + ": " + view_model.reason;
  return chart;
}

std::string occupancy_csv(const State& state) {
  const OccupancyViewModel view_model = occupancy_view_model(state);
  std::string text;
  for (const OccupancyLine& line : view_model.lines) {
    // One table: the head comes once.
    std::string part = csv_of(occupancy_chart(state, view_model, line));
    part.erase(0, part.find('\n') + 1);
    if (text.empty()) text = "series,value,resident_warps,low,high\n";
    text += part;
  }
  return text;
}

WarpsViewModel warps_of(const State& state) {
  WarpsViewModel view_model;
  renew(view_model, state);
  return view_model;
}

/// What is known of a plot: part of its files' names, why there is none (empty: there is one), and its files.
struct PlotKind {
  std::string_view name;
  std::string (*why_not)(const State& state);
  std::string (*svg)(const State& state);
  std::string (*csv)(const State& state);
};

/// By Plot.
constexpr std::array<PlotKind, 4> kinds{{
    {"bandwidth",
     [](const State& state) { return state.known.history.samples.empty() ? state.say("reason.not_measured") : ""; },
     [](const State& state) { return svg_of(scope_chart(state)); },
     [](const State& state) { return csv_of(scope_chart(state)); }},
    {"sweep",
     [](const State& state) {
       const SweepViewModel view_model = sweep_view_model(state);
       const bool any = std::any_of(view_model.marks.begin(), view_model.marks.end(),
                                    [](const SweepMark& mark) { return mark.kind == SweepMark::Kind::value; });
       return any ? "" : state.say("reason.sweep_empty");
     },
     [](const State& state) {
       return state.sweep.grid.is_map() ? svg_of(sweep_map(state)) : svg_of(sweep_chart(state));
     },
     sweep_csv},
    {"occupancy", [](const State& state) { return occupancy_view_model(state).missing; },
     [](const State& state) {
       const OccupancyViewModel view_model = occupancy_view_model(state);
       return svg_of(occupancy_chart(state, view_model, view_model.lines[0]));
     },
     occupancy_csv},
    {"warps",
     [](const State& state) {
       const auto& sequence = state.playback.sequence;
       return sequence && !sequence->records.empty() ? "" : state.say("reason.no_accesses");
     },
     [](const State& state) { return warps_svg(state, warps_of(state)); },
     [](const State& state) { return warps_csv(warps_of(state)); }},
}};

const PlotKind& kind_of(Plot plot) {
  return kinds.at(static_cast<std::size_t>(plot));
}

}  // namespace

std::string_view name_of(Plot plot) {
  return kind_of(plot).name;
}

std::string why_no_plot(const State& state, Plot plot) {
  return kind_of(plot).why_not(state);
}

std::string plot_svg(const State& state, Plot plot) {
  return kind_of(plot).svg(state);
}

std::string plot_csv(const State& state, Plot plot) {
  return kind_of(plot).csv(state);
}

}  // namespace warpscope::gui
