#include "gui/export/export_plots.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <system_error>

#include "base/file.h"
#include "base/messages.h"
#include "base/text.h"
#include "gui/export/export_chart.h"
#include "gui/export/svg.h"
#include "gui/messages.h"
#include "gui/screens/occupancy/occupancy_view_model.h"
#include "gui/screens/scope/scope_view_model.h"
#include "gui/screens/sweep/sweep_view_model.h"
#include "gui/screens/warps/warps_view_model.h"
#include "gui/store/state.h"
#include "gui/store/target.h"
#include "gui/store/words/numbers.h"
#include "gui/store/words/quantity_names.h"
#include "recordings/sweep/sweep_csv.h"

namespace lanescope::gui {
namespace {

using model::AccessKind;
using model::TimeAxis;

constexpr double row_height = 18, row_gap = 3, warp_text_size = 14;
constexpr std::size_t max_bars = 8000;  // beyond this number, columns are drawn
constexpr std::uint32_t columns = 1000;

struct TimelinePage {
  static constexpr double width = 1200, left = 130, right = 24, top = 122, below = 60;
  Svg& svg;
  const ExportPalette& ink;
  const State& state;
  const WarpsViewModel& shown;
  double from = 0, to = 1;

  [[nodiscard]] double x_of(double moment) const {
    return left + (moment - from) / (to - from) * (width - left - right);
  }
  [[nodiscard]] static double y_of(std::uint32_t row) { return top + row_height * row; }
  [[nodiscard]] double bottom() const { return y_of(static_cast<std::uint32_t>(shown.timeline.rows.size())); }
};

void draw_bar(Svg& svg, double x, double y, double w, double h, AccessKind kind, const std::string& words) {
  const std::string colour = ink_of(kind);
  svg.title_of_next(words);
  for (const BarStrip& strip : strips_of(kind)) {
    svg.rectangle(x, y + strip.from * h, w, (strip.to - strip.from) * h, svg_fill(colour));
  }
  if (!strips_of(kind).empty()) return;
  svg.rectangle(x + 0.75, y + 0.75, std::max(0.5, w - 1.5), std::max(0.5, h - 1.5), svg_stroke(colour, 1.5));
}

void draw_bars(const TimelinePage& page) {
  const model::Timeline& line = page.shown.timeline;
  constexpr double height = row_height - row_gap;
  if (line.intervals.size() > max_bars) {
    const model::TimelineBins bins = model::bin(line, page.from, page.to, columns);
    const double step = (page.to - page.from) / columns;
    for (std::uint32_t row = 0; row < bins.rows; ++row) {
      for (std::uint32_t column = 0; column < columns; ++column) {
        const model::TimelineBin& bin = bins.at(row, column);
        if (bin.records == 0) continue;
        const double x = page.x_of(page.from + step * column), h = std::max(1.0, height * bin.mean_lanes / 32);
        draw_bar(page.svg, x, TimelinePage::y_of(row) + height - h, page.x_of(page.from + step * (column + 1)) - x, h,
                 bin.dominant, sentence_of_bin(page.state, bin));
      }
    }
    return;
  }
  for (std::size_t index = 0; index < line.intervals.size(); ++index) {
    const model::TimelineInterval& interval = line.intervals[index];
    if (interval.end < page.from || interval.begin > page.to) continue;
    const double x = page.x_of(interval.begin), w = std::max(0.6, 0.94 * (page.x_of(interval.end) - x));
    const double h = std::max(1.0, height * interval.active_lanes / 32.0);
    draw_bar(page.svg, x, TimelinePage::y_of(interval.row) + height - h, w, h, interval.kind,
             sentence_of_interval(page.state, page.shown, index));
  }
}

void draw_waits_and_barriers(const TimelinePage& page) {
  const model::Timeline& line = page.shown.timeline;
  for (std::size_t index = 0; index < line.waits.size(); ++index) {
    const model::TimelineWait& wait = line.waits[index];
    if (wait.end <= wait.begin || wait.end < page.from || wait.begin > page.to) continue;
    const double y = TimelinePage::y_of(wait.row) + (row_height - row_gap) / 2;
    page.svg.title_of_next(sentence_of_wait(page.state, page.shown, index));
    page.svg.line({page.x_of(wait.begin), y}, {page.x_of(wait.end), y}, svg_stroke(page.ink.quiet, 1.2, "1.5 4"));
  }
  const bool thick = page.shown.axis == TimeAxis::barrier_aligned;
  for (const model::BarrierRelease& release : line.releases) {
    if (!release.released || release.position < page.from || release.position > page.to) continue;
    const double end = page.x_of(release.position);
    const double begin = thick ? page.x_of(release.position - 0.8 * model::barrier_width) : end - 1.5;
    page.svg.title_of_next(
        page.state.say("warps.barrier_at", release.line > 0 ? page.state.say("warps.line", release.line)
                                                            : page.state.say("warps.ptx_line", release.ptx_line)));
    page.svg.rectangle(begin, TimelinePage::y_of(release.first_row), std::max(1.5, std::min(end - begin, 10.0)),
                       row_height * release.rows - row_gap, svg_fill(page.ink.text, 0.85));
  }
}

void draw_labels(const TimelinePage& page) {
  const std::vector<model::TimelineRow>& lines = page.shown.timeline.rows;
  const SvgText block{warp_text_size, page.ink.text, SvgText::Anchor::start, true};
  const SvgText warp{0.9 * warp_text_size, page.ink.quiet, SvgText::Anchor::end};
  for (std::uint32_t row = 0; row < lines.size(); ++row) {
    const double base = TimelinePage::y_of(row) + row_height - row_gap - 2;
    if (row == 0 || lines[row].block != lines[row - 1].block) {
      const bool by_sm = page.shown.rows == model::RowOrder::multiprocessors;
      page.svg.text({12, base},
                    by_sm ? page.state.say("warps.sm_block", lines[row].sm, lines[row].block)
                          : page.state.say("warps.block", lines[row].block),
                    block);
    }
    page.svg.text({TimelinePage::left - 8, base}, page.state.say("warps.warp", lines[row].warp), warp);
  }
  const bool time = page.shown.axis == TimeAxis::time;
  page.svg.line({TimelinePage::left, page.bottom()}, {TimelinePage::width - TimelinePage::right, page.bottom()},
                svg_stroke(page.ink.quiet, 1));
  for (const double moment : round_moments(page.from, page.to, 10, !time)) {
    const double x = page.x_of(moment);
    page.svg.line({x, page.bottom()}, {x, page.bottom() + 5}, svg_stroke(page.ink.quiet, 1));
    page.svg.text({x, page.bottom() + 20}, moment_text(page.shown.axis, moment),
                  {0.9 * warp_text_size, page.ink.quiet, SvgText::Anchor::middle});
  }
  page.svg.text({(TimelinePage::left + TimelinePage::width - TimelinePage::right) / 2, page.bottom() + 42},
                axis_text(page.state, page.shown), {warp_text_size, page.ink.text, SvgText::Anchor::middle});
}

void draw_legend(const TimelinePage& page) {
  double x = 12;
  for (std::size_t index = 0; index < model::access_kind_count; ++index) {
    if (page.shown.records.at(index) == 0) continue;
    const auto kind = static_cast<AccessKind>(index);
    draw_bar(page.svg, x, 84, 24, 14, kind, "");
    const std::string words = page.state.say("warps.legend", model::mnemonic_of(kind), page.state.say(key_of(kind)));
    page.svg.text({x + 30, 96}, words, {warp_text_size, page.ink.text});
    x += 50 + 0.58 * warp_text_size * static_cast<double>(words.size());
  }
}

}  // namespace

std::string warps_svg(const State& state, const WarpsViewModel& view_model) {
  const ExportPalette ink = export_palette();
  const double height =
      TimelinePage::top + row_height * static_cast<double>(view_model.timeline.rows.size()) + TimelinePage::below;
  const std::string title = title_of(state, view_model);
  Svg svg(TimelinePage::width, height, title + ": " + state.selection.kernel);
  const double length = std::max(view_model.timeline.length, 1e-9);
  const TimelinePage page{svg, ink, state, view_model, state.warps.from * length, state.warps.to * length};
  svg.rectangle(0, 0, TimelinePage::width, height, svg_fill(ink.paper));
  svg.text({12, 32}, title, {22, ink.text, SvgText::Anchor::start, true});
  svg.text({12, 58}, state.selection.kernel + ": " + summary(state, view_model), {warp_text_size, ink.quiet});
  draw_legend(page);
  svg.begin_clip(TimelinePage::left, TimelinePage::top - 2,
                 TimelinePage::width - TimelinePage::left - TimelinePage::right, page.bottom() - TimelinePage::top + 4);
  draw_waits_and_barriers(page);
  draw_bars(page);
  svg.end_clip();
  draw_labels(page);
  return svg.finish();
}

std::string warps_csv(const WarpsViewModel& view_model) {
  const trace::Trace& trace = view_model.sequence->traced->trace;
  const bool time = view_model.axis == TimeAxis::time;
  std::string text = recordings::csv_line({"event", "launch", "block", "warp", "sm", time ? "begin_ns" : "begin",
                                           time ? "end_ns" : "end", "kind", "active_lanes", "line", "ptx_line"});
  // `span` is an interval or a wait, and `place` is that of the instruction.
  const auto line = [&](const char* event, std::uint32_t launch, const auto& span, std::string_view kind, int lanes,
                        const auto& place) {
    const model::TimelineRow& row = view_model.timeline.rows[span.row];
    std::vector<std::string> cells{event};
    const auto add = [&](const auto&... values) { (cells.push_back(fmt::format("{}", values)), ...); };
    add(launch, row.block, row.warp, row.sm, span.begin, span.end, kind, lanes, place.line, place.ptx_line);
    text += recordings::csv_line(cells);
  };
  for (const model::TimelineInterval& interval : view_model.timeline.intervals) {
    const trace::Header& header = trace.headers[interval.record];
    line("access", header.launch, interval, model::name_of(interval.kind), static_cast<int>(interval.active_lanes),
         trace.sites[header.site]);
  }
  for (const model::TimelineWait& wait : view_model.timeline.waits) {
    const trace::Barrier& barrier = trace.barriers[wait.barrier];
    line("barrier", barrier.launch, wait, fmt::format("barrier {}", barrier.number), std::popcount(barrier.active_mask),
         barrier);
  }
  return text;
}

namespace {

/// Returns kernel, setting and machine, because a picture in a talk must name its subject.
std::string subject_of(const State& state) {
  std::string text = state.selection.kernel;
  if (!state.current_values().empty()) text += ", " + setting_text(state.current_values());
  if (is_measured(state)) {
    text += ", " + state.known.machine->device;
  } else if (state.known.predicted) {
    text += ", " + target_name(state);
  }
  return text;
}

Chart scope_chart(const State& state) {
  const double peak = state.known.machine ? state.known.machine->peak_gb_per_s : 0;
  const ScopeViewModel view_model = scope_view_model(state.known.history, peak, state.scope);
  Chart chart{
      {state.say("export.scope_title"), subject_of(state), state.say("export.scope_x"), state.say("export.scope_y"),
       view_model.traces.empty() && !view_model.predicted.seconds.empty()
           ? word_of(state.language(), experiments::Origin::predicted)
           : state.say("export.measured")},
      view_model.first,
      view_model.last,
      0,
      view_model.top};
  for (const ScopeViewModel::Trace& trace : view_model.traces) {
    chart.series.push_back(
        {"", ChartSeries::Form::line, experiments::Origin::measured, trace.seconds, trace.rate, trace.low, trace.high});
  }
  for (const auto& [origin, trace] : {std::pair{experiments::Origin::predicted, &view_model.predicted},
                                      std::pair{experiments::Origin::recorded, &view_model.recorded}}) {
    if (trace->seconds.empty()) continue;
    chart.series.push_back({word_of(state.language(), origin), ChartSeries::Form::points, origin, trace->seconds,
                            trace->rate, trace->low, trace->high});
  }
  for (const ScopeViewModel::Mark& mark : view_model.marks) {
    chart.marks.push_back({mark.seconds, mark.change.text(state.language())});
  }
  if (view_model.peak) {
    chart.limits.push_back({*view_model.peak, state.say("export.peak", grouped(*view_model.peak, 0))});
  }
  return chart;
}

std::string quantity_text(const State& state, counters::QuantityId quantity) {
  const std::string label = label_of(state.language(), *quantity), unit = unit_of(state.language(), quantity->unit);
  return unit.empty() ? label : fmt::format("{} ({})", label, unit);
}

/// `y_title` is that of the second axis.
ChartTexts sweep_texts(const State& state, const SweepViewModel& view_model, std::string y_title) {
  const SweepGrid& grid = sweep_grid(state);
  return {label_of(state.language(), *view_model.quantity),
          grid.others.empty() ? grid.kernel : grid.kernel + ", " + grid.others, grid.names[0], std::move(y_title),
          view_model.caption};
}

/// Numbers of each origin are a series with its sign.
Chart sweep_chart(const State& state) {
  const SweepViewModel view_model = sweep_view_model(state);
  const SweepGrid& grid = sweep_grid(state);
  double top = 0;
  Chart chart{sweep_texts(state, view_model, quantity_text(state, view_model.quantity)),
              -0.5,
              static_cast<double>(grid.columns()) - 0.5,
              0,
              1,
              grid.labels[0]};
  for (const experiments::Origin origin : experiments::all_origins) {
    ChartSeries series{word_of(state.language(), origin), ChartSeries::Form::line, origin};
    for (std::size_t index = 0; index < view_model.marks.size(); ++index) {
      const SweepMark& mark = view_model.marks[index];
      if (!mark.has_value() || mark.value.origin != origin) continue;
      series.x.push_back(static_cast<double>(index));
      series.y.push_back(mark.value.number);
      series.low.push_back(mark.value.low());
      series.high.push_back(mark.value.high());
      series.notes.push_back(mark.detail);
      top = std::max({top, mark.value.number, mark.value.high()});
    }
    if (!series.x.empty()) chart.series.push_back(std::move(series));
  }
  chart.top = top > 0 ? 1.1 * top : 1;
  return chart;
}

ChartMap sweep_map(const State& state) {
  const SweepViewModel view_model = sweep_view_model(state);
  const SweepGrid& grid = sweep_grid(state);
  ChartMap map{sweep_texts(state, view_model, grid.names[1]),
               quantity_text(state, view_model.quantity),
               grid.labels[0],
               grid.labels[1],
               {},
               view_model.low,
               view_model.high};
  for (const SweepMark& mark : view_model.marks) {
    map.cells.push_back(mark.has_value() ? ChartMap::Cell{mark.value.number, mark.text}
                                         : ChartMap::Cell{std::nullopt, mark.detail});
  }
  return map;
}

/// Plots resident warps over the block size, registers or shared memory. The three curves of the panel in one plot
/// would need three axes, so the picture has the one over the block size, and the table has all three.
Chart occupancy_chart(const State& state, const OccupancyViewModel& view_model, const OccupancyLine& line) {
  const double warps = view_model.warps, max_warps = view_model.max_warps;
  Chart chart{{state.say("export.occupancy_title"), subject_of(state), fmt::format("{} ({})", line.title, line.unit),
               state.say("export.occupancy_y"), view_model.headline + ": " + view_model.reason},
              line.values.empty() ? 0 : line.values.front(),
              line.values.empty() ? 1 : line.values.back(),
              0,
              1.1 * std::max(1.0, max_warps)};
  chart.series.push_back({line.title, ChartSeries::Form::steps, {}, line.values, line.warps});
  chart.series.push_back(
      {state.say("export.present"), ChartSeries::Form::points, {}, {line.now}, {warps}, {}, {}, {line.now_text}});
  chart.limits.push_back({max_warps, state.say("export.max_warps", view_model.max_warps)});
  return chart;
}

std::string occupancy_csv(const State& state) {
  const OccupancyViewModel view_model = occupancy_view_model(state);
  std::string text = "series,value,resident_warps,low,high\n";  // one table, whose header comes once
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

std::string why_no_sweep(const State& state, ExportForm form) {
  const auto known = [&](const SweepCell& cell) { return known_point(state, cell) != nullptr; };
  if (form == ExportForm::table) {
    return std::ranges::any_of(sweep_grid(state).cells, known) ? "" : state.say("reason.no_points");
  }
  const SweepViewModel view_model = sweep_view_model(state);
  return std::ranges::any_of(view_model.marks, &SweepMark::has_value) ? "" : state.say("reason.sweep_empty");
}

constexpr std::array<Plot, 5> plots{{
    {"scope",
     [](const State& state, ExportForm) {
       return state.known.history.samples.empty() ? state.say("reason.not_measured") : "";
     },
     [](const State& state) { return svg_of(scope_chart(state)); },
     [](const State& state) { return csv_of(scope_chart(state)); }},
    {"sweep", why_no_sweep,
     [](const State& state) {
       return sweep_grid(state).is_map() ? svg_of(sweep_map(state)) : svg_of(sweep_chart(state));
     },
     sweep_csv},
    {"occupancy", [](const State& state, ExportForm) { return occupancy_view_model(state).missing; },
     [](const State& state) {
       const OccupancyViewModel view_model = occupancy_view_model(state);
       return svg_of(occupancy_chart(state, view_model, view_model.lines[0]));
     },
     occupancy_csv},
    {"warps",
     [](const State& state, ExportForm) {
       const auto& sequence = state.playback.sequence;
       return sequence && !sequence->records.empty() ? "" : state.say("reason.no_accesses");
     },
     [](const State& state) { return warps_svg(state, warps_of(state)); },
     [](const State& state) { return warps_csv(warps_of(state)); }},
    {"grid", [](const State& state, ExportForm) { return why_no_grid(state); }, grid_svg, grid_csv},
}};

}  // namespace

const Plot* plot_of(std::string_view panel) {
  const auto found = std::ranges::find(plots, panel, &Plot::panel);
  return found == plots.end() ? nullptr : &*found;
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

std::filesystem::path unused_file(const std::filesystem::path& folder, std::string_view what, std::string_view kernel,
                                  std::string_view extension, const std::filesystem::path& promised) {
  std::error_code ignored;
  std::filesystem::path place = std::filesystem::absolute(folder, ignored);
  if (ignored) place = folder;
  const std::string stem = "lanescope-" + plain(what) + (kernel.empty() ? "" : "-" + plain(kernel));
  for (unsigned number = 1;; ++number) {
    const std::string name =
        number == 1 ? fmt::format("{}.{}", stem, extension) : fmt::format("{}-{}.{}", stem, number, extension);
    const std::filesystem::path file = (place / name).lexically_normal();
    // A path that cannot even be examined counts as free; writing to it then reports the reason.
    if (file != promised && !std::filesystem::exists(std::filesystem::symlink_status(file, ignored))) return file;
  }
}

Status try_export(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    return failure(message<"file.is_folder">(), file.string(), message<"file.name_one_in_folder">());
  }
  const std::filesystem::path trial = file.parent_path() / fmt::format(".lanescope-{}", ::getpid());
  const Status written = write_file(trial, "", Durable::no);
  std::filesystem::remove(trial, ignored);
  if (written) return {};
  return failure(written.error().what, file.string(), message<"export.folder_remedy">());
}

}  // namespace lanescope::gui
