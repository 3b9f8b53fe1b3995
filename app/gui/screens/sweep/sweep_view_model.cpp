#include "gui/screens/sweep/sweep_view_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "experiments/sheet/sheet.h"
#include "gui/readings/prediction_readings.h"
#include "gui/readings/readings.h"
#include "gui/store/lines.h"
#include "gui/store/state.h"
#include "gui/store/words/numbers.h"
#include "gui/store/words/quantity_names.h"
#include "recordings/sweep/sweep_row.h"

namespace lanescope::gui {
namespace {

/// What is known of a point: its result, why it failed, and its number of the shown quantity.
struct Point {
  std::shared_ptr<const experiments::Result> result;
  std::optional<Error> failed = {};
  std::optional<experiments::Value> value = {};

  /// Takes the number of that quantity. Returns whether there is one.
  bool take(counters::QuantityId quantity) {
    value = result && !failed ? experiments::value_of(*result, quantity) : std::nullopt;
    return value.has_value();
  }
};

Point point_of(std::shared_ptr<const experiments::Result> result) {
  Point point{std::move(result)};
  if (point.result) point.failed = recordings::failure_of(*point.result);
  return point;
}

/// Returns where the number comes from.
std::string origin_text(const Language& language, const experiments::Result& result, const experiments::Value& value) {
  switch (value.origin) {
    case experiments::Origin::recorded:
      return language.say("sweep.recorded_on", result.machine.device, result.recorded.substr(0, 10));
    case experiments::Origin::predicted:
      if (result.predicted) return language.say("sweep.predicted_for", result.predicted->prediction.profile);
      return language.say("sweep.as_compiled");  // what follows from the compiled launch alone
    case experiments::Origin::measured:
    case experiments::Origin::counted:
      if (result.machine.device.empty()) return word_of(language, value.origin);
      return language.say("sweep.measured_on", result.machine.device);
    case experiments::Origin::compiler:
    case experiments::Origin::driver:
      return language.say("sweep.as_compiled");
    case experiments::Origin::derived:
      break;
  }
  return language.say("sweep.derived");
}

/// Gives all points their numbers of that quantity. Returns whether any has one.
bool take_numbers(std::vector<Point>& points, counters::QuantityId quantity) {
  bool any = false;
  for (Point& point : points) any = point.take(quantity) || any;
  return any;
}

SweepMark mark_of(const Language& language, const SweepCell& cell, const Point& point, counters::QuantityId quantity) {
  SweepMark mark;
  mark.detail = setting_text(cell.values);
  if (!cell.illegal.empty()) {
    mark.kind = SweepMark::Kind::illegal;
    add_line(mark.detail, language.say("sweep.illegal", language.translated(cell.illegal)));
    return mark;
  }
  if (!point.result) {
    add_line(mark.detail, language.say("sweep.unknown"));
    return mark;
  }
  if (const auto& failed = point.failed) {
    mark.kind = SweepMark::Kind::failed;
    add_line(mark.detail, language.say("sweep.failed", name_of(failed->kind), language.translated(failed->what)));
    return mark;
  }
  const auto& value = point.value;
  if (!value) {
    add_line(mark.detail, language.say("sweep.no_quantity", label_of(language, *quantity)));
    return mark;
  }
  const bool is_rate = quantity->unit == counters::Unit::gb_per_s || quantity->unit == counters::Unit::gflop_per_s;
  const auto short_text = [&](double number) { return is_rate ? grouped(number, 0) : figures(number, 3); };
  mark.kind = SweepMark::Kind::value;
  mark.value = *value;
  mark.text = short_text(value->number);
  const std::string unit = unit_of(language, quantity->unit);
  add_line(mark.detail, unit.empty() ? mark.text : mark.text + " " + unit);
  if (value->low() < value->high()) {
    mark.detail += language.say(value->origin == experiments::Origin::predicted ? "sweep.interval" : "sweep.quartiles",
                                short_text(value->low()), short_text(value->high()));
  }
  add_line(mark.detail, origin_text(language, *point.result, *value));
  if (value->origin == experiments::Origin::predicted && quantity->is_timed() && point.result->predicted) {
    add_line(mark.detail, limit_sentence(language, point.result->predicted->prediction));
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
std::string caption_of(const Language& language, const std::vector<Point>& points) {
  std::vector<std::string> origins;
  for (const Point& point : points) {
    if (point.value) add_once(origins, origin_text(language, *point.result, *point.value));
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
std::string value_text_at(const State& state, const SweepCell& cell, const std::string& name) {
  if (const auto found = cell.values.find(name); found != cell.values.end()) return catalogue::to_text(found->second);
  if (const Knob* knob = find_by_name(state.knobs(), name)) return knob->labels[knob->default_index];
  const SizeField* size = find_by_name(state.sizes(), name);
  return size != nullptr ? std::to_string(size->default_value) : std::string();
}

/// The article's settings that a cell does not have. `on_axes` means that it has those of the sweep's axes.
struct Fit {
  bool on_axes = false;
  catalogue::Values differing;
};
Fit fit(const State& state, const SweepCell& cell, const ArticlePoint& point) {
  Fit found{true, {}};
  const SweepGrid& grid = sweep_grid(state);
  for (const auto& [name, value] : point.settings) {
    if (value_text_at(state, cell, name) == catalogue::to_text(value)) continue;
    if (name == grid.names[0] || name == grid.names[1]) found.on_axes = false;
    found.differing[name] = value;
  }
  return found;
}

/// Returns the article's point that shares most other settings with a cell, among those with its axis values.
std::optional<ArticleOverlay::Mark> mark_at(const State& state, std::size_t index, const std::string& gpu,
                                            catalogue::Values& differing) {
  const SweepCell& cell = sweep_grid(state).cells[index];
  std::optional<ArticleOverlay::Mark> best;
  for (const ArticlePoint& point : *state.known.articles) {
    if (point.kernel != sweep_grid(state).kernel || point.gpu != gpu || point.gb_per_s <= 0) continue;
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

std::optional<ArticleOverlay> article_overlay(const State& state, counters::QuantityId quantity) {
  if (!state.known.articles || quantity != counters::QuantityId("rate.memory")) return std::nullopt;
  const auto first = std::ranges::find_if(*state.known.articles, [&](const ArticlePoint& point) {
    return point.kernel == sweep_grid(state).kernel && point.gb_per_s > 0;
  });
  if (first == state.known.articles->end()) return std::nullopt;
  ArticleOverlay overlay;
  overlay.gpu = first->gpu;
  overlay.peak = first->peak_gb_per_s;
  catalogue::Values differing;  // differences of any mark
  for (const SweepCell& cell : sweep_grid(state).cells) {
    const auto point = known_point(state, cell);
    if (const auto peak = point ? experiments::peak_of(*point, experiments::Work::bytes) : std::nullopt)
      overlay.our_peak = *peak;
  }
  for (std::size_t i = 0; i < sweep_grid(state).cells.size(); ++i) {
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

std::vector<PinnedCurve> pinned_curves(const State& state, counters::QuantityId quantity) {
  std::vector<PinnedCurve> curves;
  const SweepGrid& grid = sweep_grid(state);
  if (grid.is_map()) return curves;
  for (std::size_t i = 0; i < max_pins; ++i) {
    const SweepGrid& other = pinned_grid(state, i);
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
        Point point = point_of(known_point(state, other.kernel, cell));
        point.take(quantity);
        mark = mark_of(state.language(), cell, point, quantity);
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
  std::vector<Point> points;
  for (const SweepCell& cell : sweep_grid(state).cells) points.push_back(point_of(known_point(state, cell)));
  // Without any number of the chosen quantity, one is shown that the emulator can give too.
  constexpr counters::QuantityId other("global.sectors_per_request");
  view_model.quantity =
      !take_numbers(points, state.sweep.quantity) && take_numbers(points, other) ? other : state.sweep.quantity;
  const auto kernel = state.running();
  const catalogue::Values present = kernel ? without_defaults(*kernel, state.current_values()) : catalogue::Values();
  bool any = false;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const SweepCell& cell = sweep_grid(state).cells[i];
    SweepMark mark = mark_of(state.language(), cell, points[i], view_model.quantity);
    mark.current = kernel && without_defaults(*kernel, cell.values) == present;
    mark.pins = pins_at(state, cell);
    if (mark.has_value()) {
      view_model.low = any ? std::min(view_model.low, mark.value.number) : mark.value.number;
      view_model.high = any ? std::max(view_model.high, mark.value.number) : mark.value.number;
      any = true;
    }
    view_model.marks.push_back(std::move(mark));
  }
  view_model.caption = caption_of(state.language(), points);
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
