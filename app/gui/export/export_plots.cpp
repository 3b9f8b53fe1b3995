#include "gui/export/export_plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <system_error>

#include "base/file.h"
#include "base/text.h"
#include "gui/export/export_chart.h"
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
  Chart chart{{state.say("export.scope_title"), subject_of(state), state.say("export.scope_x"),
               state.say("export.scope_y"), state.say("export.measured")},
              view_model.first,
              view_model.last,
              0,
              view_model.top};
  for (const ScopeViewModel::Trace& trace : view_model.traces) {
    chart.series.push_back({"", ChartSeries::Form::line, false, trace.seconds, trace.rate, trace.low, trace.high});
  }
  for (const ScopeViewModel::Mark& mark : view_model.marks) {
    chart.marks.push_back({mark.seconds, mark.change.text(state.language())});
  }
  if (view_model.peak) {
    chart.limits.push_back({*view_model.peak, state.say("export.peak", grouped(*view_model.peak, 0))});
  }
  return chart;
}

std::string quantity_text(const State& state, SweepQuantity quantity) {
  return fmt::format("{} ({})", title_of(state.language(), quantity), unit_of(state.language(), quantity));
}

/// `y_title`: of the second axis.
ChartTexts sweep_texts(const State& state, const SweepViewModel& view_model, std::string y_title) {
  const SweepGrid& grid = state.sweep.grid;
  return {title_of(state.language(), view_model.quantity),
          grid.others.empty() ? grid.kernel : grid.kernel + ", " + grid.others, grid.names[0], std::move(y_title),
          view_model.caption};
}

/// What was measured here and what comes out of a file are different forms.
Chart sweep_chart(const State& state) {
  const SweepViewModel view_model = sweep_view_model(state);
  const SweepGrid& grid = state.sweep.grid;
  double top = 0;
  Chart chart{sweep_texts(state, view_model, quantity_text(state, view_model.quantity)),
              -0.5,
              static_cast<double>(grid.columns()) - 0.5,
              0,
              1,
              grid.labels[0]};
  for (const bool recorded : {false, true}) {
    ChartSeries series{state.say(recorded ? "export.series_recorded" : "export.series_here"), ChartSeries::Form::line,
                       recorded};
    for (std::size_t index = 0; index < view_model.marks.size(); ++index) {
      const SweepMark& mark = view_model.marks[index];
      if (!mark.has_value() || mark.recorded != recorded) continue;
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
  return chart;
}

ChartMap sweep_map(const State& state) {
  const SweepViewModel view_model = sweep_view_model(state);
  const SweepGrid& grid = state.sweep.grid;
  ChartMap map{sweep_texts(state, view_model, grid.names[1]),
               quantity_text(state, view_model.quantity),
               grid.labels[0],
               grid.labels[1],
               {},
               view_model.low,
               view_model.high};
  for (const SweepMark& mark : view_model.marks) {
    map.cells.push_back(mark.has_value() ? ChartMap::Cell{mark.value, mark.text}
                                         : ChartMap::Cell{std::nullopt, mark.detail});
  }
  return map;
}

/// Resident warps over the block's size, registers or shared memory: the three curves of the panel one after the
/// other would need three axes; the file has the one over the block's size, the table all three.
Chart occupancy_chart(const State& state, const OccupancyViewModel& view_model, const OccupancyLine& line) {
  const double warps = view_model.warps, max_warps = view_model.max_warps;
  Chart chart{{state.say("export.occupancy_title"), subject_of(state), fmt::format("{} ({})", line.title, line.unit),
               state.say("export.occupancy_y"), view_model.headline + ": " + view_model.reason},
              line.values.empty() ? 0 : line.values.front(),
              line.values.empty() ? 1 : line.values.back(),
              0,
              1.1 * std::max(1.0, max_warps)};
  chart.series.push_back({line.title, ChartSeries::Form::steps, false, line.values, line.warps});
  chart.series.push_back(
      {state.say("export.present"), ChartSeries::Form::points, false, {line.now}, {warps}, {}, {}, {line.now_text}});
  chart.limits.push_back({max_warps, state.say("export.max_warps", view_model.max_warps)});
  return chart;
}

std::string occupancy_csv(const State& state) {
  const OccupancyViewModel view_model = occupancy_view_model(state);
  std::string text = "series,value,resident_warps,low,high\n";  // one table: the head comes once
  for (const OccupancyLine& line : view_model.lines) {
    const std::string part = csv_of(occupancy_chart(state, view_model, line));
    text += part.substr(part.find('\n') + 1);
  }
  return text;
}

WarpsViewModel warps_of(const State& state) {
  WarpsViewModel view_model;
  renew(view_model, state);
  return view_model;
}

/// The order is that of Plot.
constexpr std::array<PlotKind, 4> kinds{{
    {"bandwidth",
     [](const State& state) { return state.known.history.samples.empty() ? state.say("reason.not_measured") : ""; },
     [](const State& state) { return svg_of(scope_chart(state)); },
     [](const State& state) { return csv_of(scope_chart(state)); }},
    {"sweep",
     [](const State& state) {
       const SweepViewModel view_model = sweep_view_model(state);
       return std::ranges::any_of(view_model.marks, &SweepMark::has_value) ? "" : state.say("reason.sweep_empty");
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

}  // namespace

const PlotKind& kind_of(Plot plot) {
  return kinds.at(static_cast<std::size_t>(plot));
}

namespace {

std::string plain(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    const bool stays = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || is_digit(letter) ||
                       letter == '_' || letter == '.';
    if (stays) {
      result += letter;
    } else if (!result.empty() && result.back() != '-') {
      result += '-';
    }
  }
  return result;
}

}  // namespace

std::filesystem::path free_file(const std::filesystem::path& folder, std::string_view what, std::string_view kernel,
                                std::string_view extension) {
  std::error_code ignored;
  std::filesystem::path place = std::filesystem::absolute(folder, ignored);
  if (ignored) place = folder;
  const std::string stem = "warpscope-" + plain(what) + (kernel.empty() ? "" : "-" + plain(kernel));
  for (unsigned number = 1;; ++number) {
    const std::string name =
        number == 1 ? fmt::format("{}.{}", stem, extension) : fmt::format("{}-{}.{}", stem, number, extension);
    const std::filesystem::path file = (place / name).lexically_normal();
    // What cannot even be looked at is not there for us: writing it says why.
    if (!std::filesystem::exists(std::filesystem::symlink_status(file, ignored))) return file;
  }
}

Expected<std::filesystem::path> write_export(const std::filesystem::path& folder, std::string_view what,
                                             std::string_view kernel, std::string_view extension,
                                             std::string_view bytes) {
  std::filesystem::path file = free_file(folder, what, kernel, extension);
  if (auto written = write_file(file, bytes); !written) {
    Error error = std::move(written.error());
    if (error.remedy.empty()) error.remedy = "start warpscope in a folder that may be written";
    return failure(std::move(error));
  }
  return file;
}

}  // namespace warpscope::gui
