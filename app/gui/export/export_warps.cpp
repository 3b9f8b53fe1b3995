#include "gui/export/export_plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "gui/export/export_chart.h"
#include "gui/export/svg.h"
#include "gui/state/state.h"
#include "gui/views/warps/warps_view_model.h"
#include "lab/sweep/sweep_csv.h"

namespace warpscope::gui {

namespace {

using model::AccessKind;
using model::TimeAxis;

constexpr double row_height = 18, row_gap = 3, warp_text_size = 14;
constexpr std::size_t max_bars = 8000;  // beyond them columns are drawn
constexpr std::uint32_t columns = 1000;

struct Page {
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

void draw_bars(const Page& page) {
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
        draw_bar(page.svg, x, Page::y_of(row) + height - h, page.x_of(page.from + step * (column + 1)) - x, h,
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
    draw_bar(page.svg, x, Page::y_of(interval.row) + height - h, w, h, interval.kind,
             sentence_of_interval(page.state, page.shown, index));
  }
}

void draw_waits_and_barriers(const Page& page) {
  const model::Timeline& line = page.shown.timeline;
  for (std::size_t index = 0; index < line.waits.size(); ++index) {
    const model::TimelineWait& wait = line.waits[index];
    if (wait.end <= wait.begin || wait.end < page.from || wait.begin > page.to) continue;
    const double y = Page::y_of(wait.row) + (row_height - row_gap) / 2;
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
    page.svg.rectangle(begin, Page::y_of(release.first_row), std::max(1.5, std::min(end - begin, 10.0)),
                       row_height * release.rows - row_gap, svg_fill(page.ink.text, 0.85));
  }
}

void draw_labels(const Page& page) {
  const std::vector<model::TimelineRow>& rows = page.shown.timeline.rows;
  const SvgText block{warp_text_size, page.ink.text, SvgText::Anchor::start, true};
  const SvgText warp{0.9 * warp_text_size, page.ink.quiet, SvgText::Anchor::end};
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    const double base = Page::y_of(row) + row_height - row_gap - 2;
    if (row == 0 || rows[row].block != rows[row - 1].block) {
      const bool by_sm = page.shown.rows == model::RowOrder::multiprocessors;
      page.svg.text({12, base},
                    by_sm ? page.state.say("warps.sm_block", rows[row].sm, rows[row].block)
                          : page.state.say("warps.block", rows[row].block),
                    block);
    }
    page.svg.text({Page::left - 8, base}, page.state.say("warps.warp", rows[row].warp), warp);
  }
  const bool time = page.shown.axis == TimeAxis::time;
  page.svg.line({Page::left, page.bottom()}, {Page::width - Page::right, page.bottom()}, svg_stroke(page.ink.quiet, 1));
  for (const double moment : round_moments(page.from, page.to, 10, !time)) {
    const double x = page.x_of(moment);
    page.svg.line({x, page.bottom()}, {x, page.bottom() + 5}, svg_stroke(page.ink.quiet, 1));
    page.svg.text({x, page.bottom() + 20}, moment_text(page.shown.axis, moment),
                  {0.9 * warp_text_size, page.ink.quiet, SvgText::Anchor::middle});
  }
  page.svg.text({(Page::left + Page::width - Page::right) / 2, page.bottom() + 42}, axis_text(page.state, page.shown),
                {warp_text_size, page.ink.text, SvgText::Anchor::middle});
}

void draw_legend(const Page& page) {
  double x = 12;
  for (std::size_t index = 0; index < model::access_kinds; ++index) {
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
  const double height = Page::top + row_height * static_cast<double>(view_model.timeline.rows.size()) + Page::below;
  const std::string title = title_of(state, view_model);
  Svg svg(Page::width, height, title + ": " + state.selection.kernel);
  const double length = std::max(view_model.timeline.length, 1e-9);
  const Page page{svg, ink, state, view_model, state.warps.from * length, state.warps.to * length};
  svg.rectangle(0, 0, Page::width, height, svg_fill(ink.paper));
  svg.text({12, 32}, title, {22, ink.text, SvgText::Anchor::start, true});
  svg.text({12, 58}, state.selection.kernel + ": " + summary(state, view_model), {warp_text_size, ink.quiet});
  draw_legend(page);
  svg.begin_clip(Page::left, Page::top - 2, Page::width - Page::left - Page::right, page.bottom() - Page::top + 4);
  draw_waits_and_barriers(page);
  draw_bars(page);
  svg.end_clip();
  draw_labels(page);
  return svg.finish();
}

std::string warps_csv(const WarpsViewModel& view_model) {
  const trace::Trace& trace = view_model.sequence->traced->trace;
  const bool time = view_model.axis == TimeAxis::time;
  std::string text = lab::csv_line({"event", "launch", "block", "warp", "sm", time ? "begin_ns" : "begin",
                                    time ? "end_ns" : "end", "kind", "active_lanes", "line", "ptx_line"});
  // `span`: an interval or a wait. `place`: of the instruction.
  const auto line = [&](const char* event, std::uint32_t launch, const auto& span, std::string_view kind, int lanes,
                        const auto& place) {
    const model::TimelineRow& row = view_model.timeline.rows[span.row];
    std::vector<std::string> cells{event};
    const auto add = [&](const auto&... values) { (cells.push_back(fmt::format("{}", values)), ...); };
    add(launch, row.block, row.warp, row.sm, span.begin, span.end, kind, lanes, place.line, place.ptx_line);
    text += lab::csv_line(cells);
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

}  // namespace warpscope::gui
