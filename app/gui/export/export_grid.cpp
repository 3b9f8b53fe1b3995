// Blocks on SMs as a drawing and as a table.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "gui/export/export_chart.h"
#include "gui/export/export_plots.h"
#include "gui/export/svg.h"
#include "gui/screens/grid/grid_view_model.h"
#include "gui/screens/warps/warps_view_model.h"
#include "gui/store/state.h"
#include "gui/store/words/numbers.h"
#include "recordings/sweep/sweep_csv.h"

namespace lanescope::gui {
namespace {

constexpr double min_grid_row = 4, max_grid_row = 40, usual_grid_height = 660;
/// Beyond so many blocks the drawing has a bar for what follows without a gap in one place.
constexpr std::size_t max_grid_bars = 20'000;
constexpr double joined_gap = 0.5;  ///< in units of the drawing

struct GridPage {
  static constexpr double width = 1200, left = 80, right = 24, top = 132, below = 60, words = 14;
  Svg& svg;
  const ExportPalette& ink;
  const State& state;
  const analysis::GridTimes& times;
  double from = 0, to = 1, first = 0, last = 1, row = 1;

  [[nodiscard]] double x_of(double tick) const { return left + (tick - from) / (to - from) * (width - left - right); }
  [[nodiscard]] double y_of(double sm) const { return top + (sm - first) * row; }
  [[nodiscard]] double bottom() const { return y_of(last); }
  [[nodiscard]] bool contains(const trace::BlockRun& run) const {
    return run.end >= from && run.begin <= to && run.sm + 1.0 > first && run.sm < last;
  }
};

void draw_grid_blocks(const GridPage& page) {
  const analysis::GridTimes& times = page.times;
  const auto seen = static_cast<std::size_t>(
      std::ranges::count_if(times.runs, [&](const trace::BlockRun& run) { return page.contains(run); }));
  const double lane = 0.9 * page.row / times.max_slots_per_sm;
  struct Bar {
    double begin = 0, end = -1;
    std::uint64_t wave = 0;
  };
  for (std::size_t launch = 0; launch < times.launches.size(); ++launch) {
    const auto runs = times.runs_of(launch);
    std::vector<Bar> open(std::size_t{times.sm_count} * times.max_slots_per_sm);  // by place
    const auto draw = [&](std::size_t place, const Bar& bar) {
      const double sm = static_cast<double>(place / times.max_slots_per_sm),
                   slot = static_cast<double>(place % times.max_slots_per_sm);
      const std::string& colour = page.ink.series[bar.wave % std::min<std::size_t>(4, page.ink.series.size())];
      page.svg.rectangle(bar.begin, page.y_of(sm) + lane * slot, std::max(0.3, bar.end - bar.begin), lane,
                         svg_fill(colour));
    };
    for (std::size_t block = 0; block < runs.size(); ++block) {
      const trace::BlockRun& run = runs[block];
      if (!page.contains(run)) continue;
      const std::size_t place = std::size_t{run.sm} * times.max_slots_per_sm + run.slot;
      const Bar bar{page.x_of(run.begin), page.x_of(run.end), times.wave_of(launch, block)};
      if (seen <= max_grid_bars) {
        page.svg.title_of_next(sentence_of_block(page.state, times, {launch, block}));
        draw(place, {bar.begin, std::max(bar.begin, bar.end - 0.6), bar.wave});
        continue;
      }
      Bar& before = open[place];
      if (before.end >= before.begin && before.wave == bar.wave && bar.begin - before.end <= joined_gap) {
        before.end = std::max(before.end, bar.end);
        continue;
      }
      if (before.end >= before.begin) draw(place, before);
      before = bar;
    }
    for (std::size_t place = 0; place < open.size(); ++place) {
      if (open[place].end >= open[place].begin) draw(place, open[place]);
    }
  }
}

void draw_grid_tails(const GridPage& page) {
  for (const analysis::GridLaunch& launch : page.times.launches) {
    const model::GridSummary& summary = launch.summary;
    if (!summary.has_tail()) continue;
    const double begin = std::max(GridPage::left, page.x_of(summary.tail_begin)),
                 end = std::min(GridPage::width - GridPage::right, page.x_of(summary.tail_end));
    if (end <= begin) continue;
    page.svg.line({begin, GridPage::top - 6}, {end, GridPage::top - 6}, svg_stroke(page.ink.text, 3));
    page.svg.line({begin, GridPage::top - 6}, {begin, page.bottom()}, svg_stroke(page.ink.text, 1, "4 3"));
    page.svg.text({end, GridPage::top - 12}, tail_text(page.state, launch),
                  {GridPage::words, page.ink.text, SvgText::Anchor::end, true});
  }
}

void draw_grid_labels(const GridPage& page) {
  double free_from = GridPage::top;
  for (std::uint32_t sm = 0; sm < page.times.sm_count; ++sm) {
    const double y = page.y_of(sm);
    if (sm < std::floor(page.first) || y < free_from || y + page.row > page.bottom() + 1) continue;
    page.svg.text({GridPage::left - 8, y + page.row / 2 + 0.35 * 0.85 * GridPage::words}, page.state.say("grid.sm", sm),
                  {0.85 * GridPage::words, page.ink.quiet, SvgText::Anchor::end});
    free_from = y + 1.3 * GridPage::words;
  }
  page.svg.line({GridPage::left, page.bottom()}, {GridPage::width - GridPage::right, page.bottom()},
                svg_stroke(page.ink.quiet, 1));
  const double units = page.times.units_per_tick;
  const std::vector<double> moments = round_moments(page.from * units, page.to * units, 10, false);
  const double step = moments.size() > 1 ? moments[1] - moments[0] : (page.to - page.from) * units;
  for (const double moment : moments) {
    const double x = page.x_of(moment / units);
    page.svg.line({x, page.bottom()}, {x, page.bottom() + 5}, svg_stroke(page.ink.quiet, 1));
    page.svg.text({x, page.bottom() + 20}, tick_text(page.state, page.times, moment / units, step / units),
                  {0.9 * GridPage::words, page.ink.quiet, SvgText::Anchor::middle});
  }
  page.svg.text({(GridPage::left + GridPage::width - GridPage::right) / 2, page.bottom() + 42},
                axis_text(page.state, page.times), {GridPage::words, page.ink.text, SvgText::Anchor::middle});
}

}  // namespace

std::string grid_svg(const State& state) {
  GridViewModel view_model;
  renew(view_model, state);
  const analysis::GridTimes& times = *view_model.times;
  const GridChoice& choice = state.grid;
  const ExportPalette ink = export_palette();
  const double rows = std::max(1.0, (choice.last - choice.first) * times.sm_count);
  const double row = std::clamp(usual_grid_height / rows, min_grid_row, max_grid_row);
  const double height = GridPage::top + rows * row + GridPage::below;
  const std::string title = title_of(state, view_model);
  Svg svg(GridPage::width, height, title + ": " + state.selection.kernel);
  const double length = std::max(times.length, 1e-9);
  const GridPage page{svg,
                      ink,
                      state,
                      times,
                      choice.from * length,
                      choice.to * length,
                      choice.first * times.sm_count,
                      choice.last * times.sm_count,
                      row};
  svg.rectangle(0, 0, GridPage::width, height, svg_fill(ink.paper));
  svg.text({12, 32}, title, {22, ink.text, SvgText::Anchor::start, true});
  svg.text({12, 58}, state.selection.kernel + ": " + summary(state, view_model), {GridPage::words, ink.quiet});
  svg.text({12, 82}, grid_caption(state, view_model), {0.85 * GridPage::words, ink.quiet});
  svg.begin_clip(GridPage::left, GridPage::top, GridPage::width - GridPage::left - GridPage::right,
                 page.bottom() - GridPage::top);
  draw_grid_blocks(page);
  svg.end_clip();
  draw_grid_tails(page);
  draw_grid_labels(page);
  return svg.finish();
}

std::string grid_csv(const State& state) {
  const analysis::GridTimes& times = *state.playback.grid.times;
  const char* const unit = times.unit == analysis::GridUnit::nanoseconds ? "ns"
                           : times.unit == analysis::GridUnit::clocks    ? "clocks"
                                                                         : "blocks";
  const bool measured = times.source == analysis::GridSource::instrumented;
  std::string text = recordings::csv_line({"launch", "kernel", "block", "wave", "sm", "place",
                                           fmt::format("begin_{}", unit), fmt::format("end_{}", unit), "origin"});
  for (std::size_t launch = 0; launch < times.launches.size(); ++launch) {
    const auto runs = times.runs_of(launch);
    for (std::size_t block = 0; block < runs.size(); ++block) {
      const trace::BlockRun& run = runs[block];
      const auto cell = [](const auto& value) { return fmt::format("{}", value); };
      text += recordings::csv_line({cell(times.launches[launch].step), times.launches[launch].title, cell(block),
                                    cell(times.wave_of(launch, block) + 1), cell(run.sm), cell(run.slot),
                                    cell(run.begin * times.units_per_tick), cell(run.end * times.units_per_tick),
                                    measured ? "measured" : "predicted"});
    }
  }
  return text;
}

}  // namespace lanescope::gui
