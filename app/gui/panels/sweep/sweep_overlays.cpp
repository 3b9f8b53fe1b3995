#include "gui/panels/sweep/sweep_overlays.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "gui/panels/lines.h"
#include "gui/state/numbers.h"
#include "gui/state/state.h"

namespace warpscope::gui {

namespace {

/// The value that a cell gives a knob or size: its own, else the default.
std::string value_at(const State& state, const SweepCell& cell, const std::string& name) {
  if (const auto found = cell.values.find(name); found != cell.values.end()) return catalogue::to_text(found->second);
  for (const Knob& knob : state.selection.knobs) {
    if (knob.name == name) return knob.labels[knob.default_index];
  }
  for (const SizeField& size : state.selection.sizes) {
    if (size.name == name) return std::to_string(size.default_value);
  }
  return {};
}

/// Which of the article's settings a cell has not. on_axes: those of the sweep's axes it has.
struct Fit {
  bool on_axes = false;
  catalogue::Values differing;
};
Fit fit(const State& state, const SweepCell& cell, const ArticlePoint& point) {
  Fit found{true, {}};
  const SweepGrid& grid = state.sweep.grid;
  for (const auto& [name, value] : point.settings) {
    if (value_at(state, cell, name) == catalogue::to_text(value)) continue;
    if (name == grid.names[0] || name == grid.names[1]) found.on_axes = false;
    found.differing[name] = value;
  }
  return found;
}

/// Of the points that lie on a cell's axis values the one that has most of its other settings.
std::optional<ArticleOverlay::Mark> mark_at(const State& state, std::size_t index, const std::string& gpu,
                                            catalogue::Values& differing) {
  const SweepCell& cell = state.sweep.grid.cells[index];
  std::optional<ArticleOverlay::Mark> best;
  std::size_t fewest = 0;
  for (const ArticlePoint& point : *state.known.articles) {
    if (point.kernel != state.sweep.grid.kernel || point.gpu != gpu || point.gb_per_s <= 0) continue;
    const Fit found = fit(state, cell, point);
    if (!found.on_axes || (best && found.differing.size() >= fewest)) continue;
    fewest = found.differing.size();
    differing = found.differing;
    best.emplace();
    best->cell = index;
    best->value = point.gb_per_s;
    best->exact = found.differing.empty();
    best->detail = state.say("sweep.article", point.article, point.row, figures(point.gb_per_s, 3), point.gpu,
                             100 * point.gb_per_s / point.peak_gb_per_s, grouped(point.peak_gb_per_s, 0));
    if (!best->exact) add_line(best->detail, state.say("sweep.article_at", setting_text(found.differing)));
    if (!point.note.empty()) best->detail += "\n" + point.note;
  }
  return best;
}

}  // namespace

std::optional<ArticleOverlay> article_overlay(const State& state, SweepQuantity quantity) {
  if (!state.known.articles || quantity != SweepQuantity::rate) return std::nullopt;
  const auto first = std::ranges::find_if(*state.known.articles, [&](const ArticlePoint& point) {
    return point.kernel == state.sweep.grid.kernel && point.gb_per_s > 0;
  });
  if (first == state.known.articles->end()) return std::nullopt;
  ArticleOverlay overlay;
  overlay.gpu = first->gpu;
  overlay.peak = first->peak_gb_per_s;
  catalogue::Values differing;  // of any mark
  for (const SweepCell& cell : state.sweep.grid.cells) {
    const auto point = known_point(state, cell);
    if (point && point->machine.peak_gb_per_s > 0) overlay.our_peak = point->machine.peak_gb_per_s;
  }
  for (std::size_t i = 0; i < state.sweep.grid.cells.size(); ++i) {
    catalogue::Values own;
    auto mark = mark_at(state, i, overlay.gpu, own);
    if (!mark) continue;
    overlay.marks.push_back(std::move(*mark));
    differing.merge(own);
  }
  if (overlay.marks.empty()) return std::nullopt;
  overlay.caption = fmt::format("article {}, {}", first->article, first->gpu);
  if (!differing.empty()) overlay.caption += ", " + state.say("sweep.article_at", setting_text(differing));
  return overlay;
}

std::vector<PinnedCurve> pinned_curves(const State& state, SweepQuantity quantity) {
  std::vector<PinnedCurve> curves;
  const SweepGrid& grid = state.sweep.grid;
  if (grid.is_map()) return curves;
  for (std::size_t i = 0; i < max_pins; ++i) {
    const SweepGrid& other = state.pins.grids[i];
    const bool same = other.kernel == grid.kernel && other.others == grid.others;
    if (other.cells.empty() || same) continue;
    PinnedCurve curve;
    curve.letter = pin_letters[i];
    curve.caption = other.kernel + (other.others.empty() ? "" : " " + other.others);
    bool any = false;
    for (const std::string& label : grid.labels[0]) {
      const auto found = std::ranges::find(other.labels[0], label);
      SweepMark mark;
      if (found != other.labels[0].end()) {
        const SweepCell& cell = other.cells[static_cast<std::size_t>(found - other.labels[0].begin())];
        mark = sweep_mark(state, cell, known_point(state, other.kernel, cell).get(), quantity);
      }
      any = any || mark.kind == SweepMark::Kind::value;
      curve.marks.push_back(std::move(mark));
    }
    if (any) curves.push_back(std::move(curve));
  }
  return curves;
}

}  // namespace warpscope::gui
