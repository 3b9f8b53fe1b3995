#include "gui/panels/sweep/sweep_view_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "gui/panels/lines.h"
#include "gui/panels/readout/rates.h"
#include "gui/panels/sweep/sweep_overlays.h"
#include "gui/state/numbers.h"
#include "gui/state/state.h"
#include "lab/sweep/sweep_row.h"

namespace warpscope::gui {

namespace {

/// What a request costs, over all accesses to one kind of memory.
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

/// Of the launch that has the least, percent.
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
  const catalogue::Samples* time = result.time();
  switch (quantity) {
    case SweepQuantity::rate:
      return rate_of(result, false);
    case SweepQuantity::time:
      return time == nullptr ? std::nullopt : std::optional(Rate{time->median, time->q1, time->q3});
    case SweepQuantity::sectors:
      return exact(per_request(result, false));
    case SweepQuantity::wavefronts:
      return exact(per_request(result, true));
    case SweepQuantity::occupancy:
      return exact(occupancy(result));
  }
  return std::nullopt;
}

/// Where the reading comes from, as the origin's word.
std::string origin_of(const Language& language, const lab::Result& result, SweepQuantity quantity) {
  const bool timed = quantity == SweepQuantity::rate || quantity == SweepQuantity::time;
  if (!result.recorded.empty()) {
    return language.say("sweep.recorded_on", result.machine.device, result.recorded.substr(0, 10));
  }
  if (timed) return language.say("sweep.measured_on", result.machine.device);
  return language.say(quantity == SweepQuantity::occupancy ? "sweep.as_compiled" : "sweep.derived");
}

/// The chosen quantity where there are numbers of it, else one that the emulator gives too.
SweepQuantity shown_quantity(const std::vector<std::shared_ptr<const lab::Result>>& points, SweepQuantity chosen) {
  for (const SweepQuantity quantity : {chosen, SweepQuantity::sectors}) {
    const bool any = std::ranges::any_of(
        points, [&](const auto& point) { return point && !lab::failure_of(*point) && reading_of(*point, quantity); });
    if (any) return quantity;
  }
  return chosen;
}

std::string short_text(double value, SweepQuantity quantity) {
  if (quantity == SweepQuantity::rate) return grouped(value, 0);
  return figures(value, 3);
}

SweepMark mark_of(const Language& language, const SweepCell& cell, const lab::Result* point, SweepQuantity quantity) {
  SweepMark mark;
  mark.detail = setting_text(cell.values);
  if (!cell.illegal.empty()) {
    mark.kind = SweepMark::Kind::illegal;
    add_line(mark.detail, language.say("sweep.illegal", cell.illegal));
    return mark;
  }
  if (point == nullptr) {
    add_line(mark.detail, language.say("sweep.unknown"));
    return mark;
  }
  mark.recorded = !point->recorded.empty();
  if (const auto failed = lab::failure_of(*point)) {
    mark.kind = SweepMark::Kind::failed;
    add_line(mark.detail, language.say("sweep.failed", name_of(failed->kind), failed->what));
    return mark;
  }
  const auto reading = reading_of(*point, quantity);
  if (!reading) {
    add_line(mark.detail, language.say("sweep.no_quantity", title_of(language, quantity)));
    return mark;
  }
  mark.kind = SweepMark::Kind::value;
  mark.value = reading->median;
  mark.low = reading->low;
  mark.high = reading->high;
  mark.text = short_text(reading->median, quantity);
  mark.detail += fmt::format("\n{} {}", mark.text, unit_of(language, quantity));
  if (reading->low < reading->high) {
    mark.detail +=
        language.say("sweep.quartiles", short_text(reading->low, quantity), short_text(reading->high, quantity));
  }
  mark.detail += fmt::format("\n{}", origin_of(language, *point, quantity));
  return mark;
}

/// Whether the knobs and sizes that are not at their defaults are those of the cell.
bool is_current(const State& state, const SweepCell& cell) {
  for (const Knob& knob : state.selection.knobs) {
    const auto found = cell.values.find(knob.name);
    const std::string wanted =
        found == cell.values.end() ? knob.labels[knob.default_index] : catalogue::to_text(found->second);
    if (wanted != knob.labels[knob.index]) return false;
  }
  for (const SizeField& size : state.selection.sizes) {
    const auto found = cell.values.find(size.name);
    const auto* number = found == cell.values.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
    if ((number == nullptr ? size.default_value : *number) != size.value) return false;
  }
  return true;
}

std::string progress_of(const Language& language, const SweepRun& run) {
  const std::size_t all = run.plan.points.size();
  std::string text = language.say("sweep.progress", run.next, all);
  if (run.failed > 0) text += language.say("sweep.some_failed", run.failed);
  if (run.next == 0) return text;
  const double left = (run.latest - run.began) / static_cast<double>(run.next) * static_cast<double>(all - run.next);
  return text + language.say("sweep.left", std::ceil(left));
}

/// One sentence for each origin that occurs.
std::string caption_of(const Language& language, const std::vector<std::shared_ptr<const lab::Result>>& points,
                       SweepQuantity quantity) {
  std::vector<std::string> origins;
  for (const auto& point : points) {
    if (!point || lab::failure_of(*point) || !reading_of(*point, quantity)) continue;
    add_once(origins, origin_of(language, *point, quantity));
  }
  return join(origins, "; ");
}

/// A point's tooltip tells of everything that is drawn there.
void tell_overlays(SweepViewModel& view_model) {
  if (view_model.article) {
    for (const ArticleOverlay::Mark& mark : view_model.article->marks)
      view_model.marks[mark.cell].detail += "\n" + mark.detail;
  }
  for (const PinnedCurve& curve : view_model.pinned) {
    for (std::size_t i = 0; i < curve.marks.size(); ++i) {
      if (curve.marks[i].kind != SweepMark::Kind::value) continue;
      view_model.marks[i].detail += fmt::format("\n{}: {} {}", curve.letter, curve.caption, curve.marks[i].text);
    }
  }
}

}  // namespace

SweepMark sweep_mark(const State& state, const SweepCell& cell, const lab::Result* point, SweepQuantity quantity) {
  return mark_of(*state.ui.language, cell, point, quantity);
}

SweepViewModel sweep_view_model(const State& state) {
  SweepViewModel view_model;
  std::vector<std::shared_ptr<const lab::Result>> points;
  for (const SweepCell& cell : state.sweep.grid.cells) points.push_back(known_point(state, cell));
  view_model.quantity = shown_quantity(points, state.sweep.quantity);
  bool any = false;
  for (std::size_t i = 0; i < points.size(); ++i) {
    SweepMark mark = mark_of(*state.ui.language, state.sweep.grid.cells[i], points[i].get(), view_model.quantity);
    mark.current = is_current(state, state.sweep.grid.cells[i]);
    mark.pins = pins_at(state, state.sweep.grid.cells[i]);
    if (mark.kind == SweepMark::Kind::value) {
      view_model.low = any ? std::min(view_model.low, mark.value) : mark.value;
      view_model.high = any ? std::max(view_model.high, mark.value) : mark.value;
      any = true;
    }
    view_model.marks.push_back(std::move(mark));
  }
  view_model.caption = caption_of(*state.ui.language, points, view_model.quantity);
  view_model.article = article_overlay(state, view_model.quantity);
  view_model.pinned = pinned_curves(state, view_model.quantity);
  tell_overlays(view_model);
  if (const auto& run = state.sweep.run) {
    view_model.progress = progress_of(*state.ui.language, *run);
    view_model.share = static_cast<double>(run->next) / static_cast<double>(run->plan.points.size());
  }
  return view_model;
}

}  // namespace warpscope::gui
