#include "gui/panels/sweep/sweep_view_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "gui/panels/lines.h"
#include "gui/panels/readout/prediction_readings.h"
#include "gui/panels/readout/readings.h"
#include "gui/state/numbers.h"
#include "gui/state/state.h"
#include "lab/sweep/sweep_row.h"

namespace lanescope::gui {
namespace {

/// Returns the cost of a request, over all accesses to one kind of memory.
std::optional<double> per_request(const lab::Result& result, bool shared) {
  if (!result.metrics) return std::nullopt;
  double cost = 0, requests = 0;
  for (const model::TotalMetrics& total : result.metrics->executed.totals) {
    if (total.space != (shared ? trace::Space::shared : trace::Space::global)) continue;
    cost += static_cast<double>(shared ? total.counts.wavefronts : total.counts.sectors);
    requests += static_cast<double>(total.counts.requests);
  }
  return requests > 0 ? std::optional(cost / requests) : std::nullopt;
}

/// Returns the occupancy of the launch with the lowest one, in percent.
std::optional<double> occupancy(const lab::Result& result) {
  std::optional<double> least;
  for (const lab::LaunchInfo& launch : result.launches) {
    std::optional<double> own = launch.occupancy;
    if (!own && launch.calculated) own = launch.calculated->fraction;
    if (own && (!least || *own * 100 < *least)) least = *own * 100;
  }
  return least;
}

std::optional<Rate> exact(const std::optional<double>& value) {
  return value ? std::optional(Rate{*value, *value, *value}) : std::nullopt;
}

std::optional<Rate> reading_of(const lab::Result& result, SweepQuantity quantity) {
  const auto shown = shown_time(result);
  switch (quantity) {
    case SweepQuantity::rate:
      return rate_of(result, false);
    case SweepQuantity::time:
      return shown ? std::optional(Rate{shown->time.median, shown->time.q1, shown->time.q3}) : std::nullopt;
    case SweepQuantity::sectors:
      return exact(per_request(result, false));
    case SweepQuantity::wavefronts:
      return exact(per_request(result, true));
    case SweepQuantity::occupancy:
      return exact(occupancy(result));
  }
  return std::nullopt;
}

bool is_timed(SweepQuantity quantity) {
  return quantity == SweepQuantity::rate || quantity == SweepQuantity::time;
}

/// Returns where the reading comes from.
std::string origin_of(const Language& language, const lab::Result& result, SweepQuantity quantity) {
  if (!result.recorded.empty()) {
    return language.say("sweep.recorded_on", result.machine.device, result.recorded.substr(0, 10));
  }
  if (is_timed(quantity) && source_of(result) == Source::predicted) {
    return language.say("sweep.predicted_for", result.predicted->prediction.profile);
  }
  if (is_timed(quantity)) return language.say("sweep.measured_on", result.machine.device);
  return language.say(quantity == SweepQuantity::occupancy ? "sweep.as_compiled" : "sweep.derived");
}

/// Returns the chosen quantity if there are numbers of it, or otherwise one that the emulator can give too.
SweepQuantity shown_quantity(const std::vector<std::shared_ptr<const lab::Result>>& points, SweepQuantity chosen) {
  for (const SweepQuantity quantity : {chosen, SweepQuantity::sectors}) {
    const bool any = std::ranges::any_of(
        points, [&](const auto& point) { return point && !lab::failure_of(*point) && reading_of(*point, quantity); });
    if (any) return quantity;
  }
  return chosen;
}

SweepMark mark_of(const Language& language, const SweepCell& cell, const lab::Result* point, SweepQuantity quantity) {
  SweepMark mark;
  mark.detail = setting_text(cell.values);
  if (!cell.illegal.empty()) {
    mark.kind = SweepMark::Kind::illegal;
    add_line(mark.detail, language.say("sweep.illegal", language.translated(cell.illegal)));
    return mark;
  }
  if (point == nullptr) {
    add_line(mark.detail, language.say("sweep.unknown"));
    return mark;
  }
  mark.source = source_of(*point, is_timed(quantity) ? source_of(*point) : Source::derived);
  if (const auto failed = lab::failure_of(*point)) {
    mark.kind = SweepMark::Kind::failed;
    add_line(mark.detail, language.say("sweep.failed", name_of(failed->kind), language.translated(failed->what)));
    return mark;
  }
  const auto reading = reading_of(*point, quantity);
  if (!reading) {
    add_line(mark.detail, language.say("sweep.no_quantity", title_of(language, quantity)));
    return mark;
  }
  const auto short_text = [&](double value) {
    return quantity == SweepQuantity::rate ? grouped(value, 0) : figures(value, 3);
  };
  mark.kind = SweepMark::Kind::value;
  mark.value = reading->rate;
  mark.low = reading->low;
  mark.high = reading->high;
  mark.text = short_text(reading->rate);
  add_line(mark.detail, mark.text + " " + unit_of(language, quantity));
  if (mark.low < mark.high) {
    mark.detail += language.say(mark.source == Source::predicted ? "sweep.interval" : "sweep.quartiles",
                                short_text(mark.low), short_text(mark.high));
  }
  add_line(mark.detail, origin_of(language, *point, quantity));
  if (mark.source == Source::predicted) {
    add_line(mark.detail, limit_sentence(language, point->predicted->prediction));
  }
  return mark;
}

std::string progress_of(const Language& language, const SweepRun& run) {
  const std::size_t all = run.plan.points.size();
  std::string text = language.say("sweep.progress", run.next, all);
  if (run.failed > 0) text += language.say("sweep.some_failed", run.failed);
  if (run.next == 0) return text;
  const double left = (run.latest - run.began) / static_cast<double>(run.next) * static_cast<double>(all - run.next);
  return text + language.say("sweep.left", std::ceil(left));
}

/// Returns one sentence for each origin that occurs.
std::string caption_of(const Language& language, const std::vector<std::shared_ptr<const lab::Result>>& points,
                       SweepQuantity quantity) {
  std::vector<std::string> origins;
  for (const auto& point : points) {
    if (!point || lab::failure_of(*point) || !reading_of(*point, quantity)) continue;
    add_once(origins, origin_of(language, *point, quantity));
  }
  return join(origins, "; ");
}

/// Adds everything that is drawn at a point to its tooltip.
void add_overlay_details(SweepViewModel& view_model) {
  if (view_model.article) {
    for (const ArticleOverlay::Mark& mark : view_model.article->marks) {
      add_line(view_model.marks[mark.cell].detail, mark.detail);
    }
  }
  for (const PinnedCurve& curve : view_model.pinned) {
    for (std::size_t i = 0; i < curve.marks.size(); ++i) {
      if (!curve.marks[i].has_value()) continue;
      view_model.marks[i].detail += fmt::format("\n{}: {} {}", curve.letter, curve.caption, curve.marks[i].text);
    }
  }
}

/// Returns the value that a cell gives a knob or size, which is its own or the default.
std::string value_at(const State& state, const SweepCell& cell, const std::string& name) {
  if (const auto found = cell.values.find(name); found != cell.values.end()) return catalogue::to_text(found->second);
  if (const Knob* knob = find_by_name(state.selection.knobs, name)) return knob->labels[knob->default_index];
  const SizeField* size = find_by_name(state.selection.sizes, name);
  return size != nullptr ? std::to_string(size->default_value) : std::string();
}

/// The article's settings that a cell does not have. `on_axes` means that it has those of the sweep's axes.
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

/// Returns the article's point that shares most other settings with a cell, among those with its axis values.
std::optional<ArticleOverlay::Mark> mark_at(const State& state, std::size_t index, const std::string& gpu,
                                            catalogue::Values& differing) {
  const SweepCell& cell = state.sweep.grid.cells[index];
  std::optional<ArticleOverlay::Mark> best;
  for (const ArticlePoint& point : *state.known.articles) {
    if (point.kernel != state.sweep.grid.kernel || point.gpu != gpu || point.gb_per_s <= 0) continue;
    const Fit found = fit(state, cell, point);
    if (!found.on_axes || (best && found.differing.size() >= differing.size())) continue;
    differing = found.differing;
    best = {index, point.gb_per_s, differing.empty(),
            state.say("sweep.article", point.article, point.row, figures(point.gb_per_s, 3), point.gpu,
                      100 * point.gb_per_s / point.peak_gb_per_s, grouped(point.peak_gb_per_s, 0))};
    if (!best->exact) add_line(best->detail, state.say("sweep.article_at", setting_text(differing)));
    if (!point.note.empty()) add_line(best->detail, point.note);
  }
  return best;
}

std::optional<ArticleOverlay> article_overlay(const State& state, SweepQuantity quantity) {
  if (!state.known.articles || quantity != SweepQuantity::rate) return std::nullopt;
  const auto first = std::ranges::find_if(*state.known.articles, [&](const ArticlePoint& point) {
    return point.kernel == state.sweep.grid.kernel && point.gb_per_s > 0;
  });
  if (first == state.known.articles->end()) return std::nullopt;
  ArticleOverlay overlay;
  overlay.gpu = first->gpu;
  overlay.peak = first->peak_gb_per_s;
  catalogue::Values differing;  // differences of any mark
  for (const SweepCell& cell : state.sweep.grid.cells) {
    const auto point = known_point(state, cell);
    if (const double peak = point ? theoretical_peak(*point, false) : 0; peak > 0) overlay.our_peak = peak;
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
    for (const std::string& label : grid.labels[0]) {
      const auto found = std::ranges::find(other.labels[0], label);
      SweepMark mark;
      if (found != other.labels[0].end()) {
        const SweepCell& cell = other.cells[static_cast<std::size_t>(found - other.labels[0].begin())];
        mark = mark_of(state.language(), cell, known_point(state, other.kernel, cell).get(), quantity);
      }
      curve.marks.push_back(std::move(mark));
    }
    if (std::ranges::any_of(curve.marks, &SweepMark::has_value)) curves.push_back(std::move(curve));
  }
  return curves;
}

}  // namespace

SweepViewModel sweep_view_model(const State& state) {
  SweepViewModel view_model;
  std::vector<std::shared_ptr<const lab::Result>> points;
  for (const SweepCell& cell : state.sweep.grid.cells) points.push_back(known_point(state, cell));
  view_model.quantity = shown_quantity(points, state.sweep.quantity);
  const auto kernel = state.running();
  const catalogue::Values present = kernel ? without_defaults(*kernel, state.current_values()) : catalogue::Values();
  bool any = false;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const SweepCell& cell = state.sweep.grid.cells[i];
    SweepMark mark = mark_of(state.language(), cell, points[i].get(), view_model.quantity);
    mark.current = kernel && without_defaults(*kernel, cell.values) == present;
    mark.pins = pins_at(state, cell);
    if (mark.has_value()) {
      view_model.low = any ? std::min(view_model.low, mark.value) : mark.value;
      view_model.high = any ? std::max(view_model.high, mark.value) : mark.value;
      any = true;
    }
    view_model.marks.push_back(std::move(mark));
  }
  view_model.caption = caption_of(state.language(), points, view_model.quantity);
  view_model.article = article_overlay(state, view_model.quantity);
  view_model.pinned = pinned_curves(state, view_model.quantity);
  add_overlay_details(view_model);
  if (const auto& run = state.sweep.run) {
    view_model.progress = progress_of(state.language(), *run);
    view_model.share = static_cast<double>(run->next) / static_cast<double>(run->plan.points.size());
  }
  return view_model;
}

}  // namespace lanescope::gui
