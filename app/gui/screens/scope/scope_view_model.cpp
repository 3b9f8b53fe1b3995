#include "gui/screens/scope/scope_view_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <tuple>

#include "experiments/setting_text.h"
#include "gui/readings/prediction_readings.h"
#include "gui/readings/readings.h"
#include "gui/store/results/shown_result.h"
#include "gui/store/target.h"
#include "gui/store/words/numbers.h"

namespace lanescope::gui {
namespace {

/// Returns the newest result of that kernel that is as close to the present setting as possible. The knobs and sizes
/// that both have are the same (`values`), the others are at their defaults.
recordings::ResultIndex::Pointer result_near_setting(const State& state, const catalogue::Kernel& kernel,
                                                     const catalogue::Values& values) {
  const auto plan = catalogue::resolve(kernel, values, state.selection.seed);
  if (!plan) return nullptr;
  const std::string setting = experiments::setting_text(*plan);
  const std::string& id = kernel.source.id;
  for (const auto& found : {state.scope.measured.find(id, setting), state.sweep.results.find(id, setting),
                            recorded_point(state, id, setting)}) {
    const bool fits = found && found->time() != nullptr && is_of_target(state, *found) &&
                      (!is_measured(state) || found->machine.device == state.known.machine->device);
    if (fits) return found;
  }
  return nullptr;
}

void add_copy_bounds(const State& state, std::vector<ScopeBound>& bounds) {
  const auto definition = state.definition();
  if (!definition || definition->family.empty()) return;
  for (const auto& [name, kind, meaning] : {std::tuple{"copy_row", ScopeBound::Kind::row, "scope.copies_rows"},
                                            std::tuple{"copy_col", ScopeBound::Kind::column, "scope.copies_columns"}}) {
    const auto kernel = state.known.catalogue->kernels.find(definition->family + "/" + name);
    if (kernel == state.known.catalogue->kernels.end() || kernel->first == state.selection.kernel) continue;
    const catalogue::Values values = known_values(*kernel->second, state.current_values());
    const auto result = result_near_setting(state, *kernel->second, values);
    const auto rate = result ? experiments::rate_of(*result, experiments::Work::bytes) : std::nullopt;
    if (!rate) continue;
    const Language& language = state.language();
    bounds.push_back({*rate, kind, name,
                      state.say("scope.bound", kernel->first, state.say(meaning), grouped(rate->number, 0),
                                setting_text(language, values), where_obtained(language, *result))});
  }
}

void add_pins(const State& state, bool arithmetic, std::vector<ScopeBound>& bounds) {
  const Language& language = state.language();
  for (std::size_t i = 0; i < max_pins; ++i) {
    const auto& pin = state.pins.pins[i];
    const auto rate = pin && pin->timed ? experiments::rate_of(*pin->timed, work_in(arithmetic)) : std::nullopt;
    if (!rate) continue;
    bounds.push_back({*rate, ScopeBound::Kind::pin, std::string(pin_letters[i]),
                      state.say("scope.pin", pin_letters[i], pin->kernel, setting_text(language, pin->values),
                                where_obtained(language, *pin->timed))});
  }
}

/// Returns the newest result that is known of the selected kernel.
const experiments::Result* newest(const State& state) {
  if (const experiments::Result* current = state.current();
      current != nullptr && current->kernel == state.selection.kernel)
    return current;
  return shown_result(state).result;
}

/// Adds the bounds of the present GPU, or of the one on which this setting was recorded.
void add_memory_bounds(const State& state, std::vector<ScopeBound>& bounds) {
  const experiments::Result* recorded = is_measured(state) ? nullptr : state.recorded();
  const model::DeviceSheet* const sheet = is_measured(state) || recorded != nullptr ? nullptr : target_sheet(state);
  const bool is_predicted = sheet != nullptr && (state.known.predicted || !state.selection.target.empty());
  const double peak = recorded != nullptr   ? recorded->machine.peak_gb_per_s
                      : is_predicted        ? sheet->gb_per_s
                      : state.known.machine ? state.known.machine->peak_gb_per_s
                                            : 0;
  if (is_predicted && peak > 0) {
    bounds.push_back({{peak, experiments::Origin::driver},
                      ScopeBound::Kind::theory,
                      state.say("scope.theoretical"),
                      state.say("scope.sheet_peak", sheet->name, grouped(peak, 0))});
  } else if (peak > 0) {
    bounds.push_back({{peak, recorded != nullptr ? experiments::Origin::recorded : experiments::Origin::driver},
                      ScopeBound::Kind::theory,
                      state.say("scope.theoretical"),
                      state.say("scope.memory_peak", grouped(peak, 0))});
  }
  // The newest result that contains a copy is used. A recording counts only when nothing can be measured.
  for (const experiments::Result* result : {newest(state), state.known.measured.get(), recorded}) {
    if (result == nullptr || !result->best_copy || result->best_copy->gb_per_s <= 0) continue;
    const experiments::CopyRate& copy = *result->best_copy;
    bounds.push_back({{copy.gb_per_s, experiments::origin_of_times(*result)},
                      ScopeBound::Kind::copy,
                      state.say("scope.best_copy"),
                      state.say("scope.copy_so_far", grouped(copy.gb_per_s, 0), copy.of,
                                where_obtained(state.language(), *result))});
    return;
  }
}

}  // namespace

double rate_in(const History::Sample& sample, double rate, bool arithmetic) {
  if (!arithmetic) return rate;
  return sample.rate > 0 ? rate * (sample.gflop_per_s / sample.rate) : 0;
}

double newest_event(const History& history) {
  double newest = 0;
  if (!history.samples.empty()) newest = history.samples.back().seconds;
  if (!history.changes.empty()) newest = std::max(newest, history.changes.back().seconds);
  return newest;
}

namespace {

/// In a picture that follows, what holds now has this share of the width, so that a step is seen as one. A young
/// session has at least so many seconds.
constexpr double share_of_now = 0.25, min_level_span = 8;

double oldest_event(const History& history) {
  double oldest = newest_event(history);
  if (!history.samples.empty()) oldest = history.samples.front().seconds;
  if (!history.changes.empty()) oldest = std::min(oldest, history.changes.front().seconds);
  return oldest;
}

/// Returns when the setting that a sample belongs to was changed, or nothing while it stands. Changes are in the order
/// of time, and every sample of every frame asks.
std::optional<double> end_of_setting(const History& history, double seconds) {
  const auto next = std::ranges::upper_bound(history.changes, seconds, {}, &History::Change::seconds);
  return next == history.changes.end() ? std::nullopt : std::optional(next->seconds);
}

/// Adds a sample to the levels. The newest one of a setting counts, and a measured one before the others.
void add_level(const History& history, const History::Sample& sample, bool arithmetic, ScopeViewModel& view_model) {
  std::vector<ScopeViewModel::Level>& levels = view_model.levels;
  const bool same = !levels.empty() && levels.back().revision == sample.revision;
  if (same && levels.back().origin == experiments::Origin::measured && sample.origin != experiments::Origin::measured)
    return;
  const double from = sample.seconds - view_model.zero;
  const auto until = end_of_setting(history, sample.seconds);
  const double to = until ? std::min(*until - view_model.zero, view_model.end) : view_model.end;
  const ScopeViewModel::Level level{from,
                                    std::max(from, to),
                                    rate_in(sample, sample.rate, arithmetic),
                                    rate_in(sample, sample.low, arithmetic),
                                    rate_in(sample, sample.high, arithmetic),
                                    sample.revision,
                                    sample.origin};
  if (same) {
    levels.back() = level;
  } else {
    levels.push_back(level);
  }
}

/// Returns the last change that has a level on either side.
std::optional<ScopeViewModel::Step> newest_step(const ScopeViewModel& view_model) {
  const auto& levels = view_model.levels;
  if (levels.size() < 2 || view_model.marks.empty()) return std::nullopt;
  const ScopeViewModel::Level &before = levels[levels.size() - 2], &after = levels.back();
  const double seconds = view_model.marks.back().seconds;
  if (before.from > seconds || after.from < seconds || before.rate <= 0) return std::nullopt;
  return ScopeViewModel::Step{seconds, before.rate, after.rate};
}

}  // namespace

ScopeViewModel scope_view_model(const History& history, double peak, const ScopeState& view, bool arithmetic,
                                double min_top) {
  ScopeViewModel view_model;
  view_model.zero = view.paused() ? view.zero : newest_event(history);
  const double last = view.last.value_or(view_model.zero);
  double first = last - view.span, end = last;
  if (!view.paused()) {
    if (view.span == whole_scope_span) first = std::max(first, oldest_event(history));
    end = std::max(first + (last - first) / (1 - share_of_now), first + std::min(min_level_span, view.span));
  }
  view_model.first = first - view_model.zero;
  view_model.last = last - view_model.zero;
  view_model.end = end - view_model.zero;
  const auto seen = [&](double seconds) { return seconds >= first && seconds <= last; };

  double highest = min_top;
  std::uint64_t setting = std::numeric_limits<std::uint64_t>::max();
  for (std::size_t i = 0; i < history.samples.size(); ++i) {
    const History::Sample& sample = history.samples[i];
    if (!seen(sample.seconds)) continue;
    if (rate_in(sample, 1, arithmetic) <= 0) continue;
    const bool measured = sample.origin == experiments::Origin::measured;
    const bool begins = view_model.traces.empty() || sample.revision != setting;
    if (measured && begins) view_model.traces.emplace_back();
    if (measured) setting = sample.revision;
    ScopeViewModel::Trace& trace = measured                                         ? view_model.traces.back()
                                   : sample.origin == experiments::Origin::recorded ? view_model.recorded
                                                                                    : view_model.predicted;
    trace.seconds.push_back(sample.seconds - view_model.zero);
    trace.rate.push_back(rate_in(sample, sample.rate, arithmetic));
    trace.low.push_back(rate_in(sample, sample.low, arithmetic));
    trace.high.push_back(rate_in(sample, sample.high, arithmetic));
    trace.samples.push_back(i);
    highest = std::max(highest, trace.high.back());
    add_level(history, sample, arithmetic, view_model);
  }
  for (const History::Change& change : history.changes) {
    if (seen(change.seconds)) view_model.marks.push_back({change.seconds - view_model.zero, change});
  }
  view_model.step = newest_step(view_model);
  if (peak > 0) view_model.peak = peak;
  if (const double wanted = std::max(highest, peak); wanted > 0) view_model.top = wanted * 1.05;
  return view_model;
}

std::optional<std::size_t> nearest_sample(const ScopeViewModel& view_model, double seconds) {
  std::optional<std::size_t> nearest;
  double least = std::numeric_limits<double>::infinity();
  const auto visit = [&](const ScopeViewModel::Trace& trace) {
    for (std::size_t i = 0; i < trace.seconds.size(); ++i) {
      const double distance = std::fabs(trace.seconds[i] - seconds);
      if (distance >= least) continue;
      least = distance;
      nearest = trace.samples[i];
    }
  };
  std::ranges::for_each(view_model.traces, visit);
  visit(view_model.predicted);
  visit(view_model.recorded);
  return nearest;
}

bool scope_shows_flops(const State& state) {
  const experiments::Result* result = newest(state);
  return result != nullptr && is_compute_bound(*result);
}

std::vector<ScopeBound> scope_bounds(const State& state) {
  std::vector<ScopeBound> bounds;
  const bool arithmetic = scope_shows_flops(state);
  const experiments::Result* result = newest(state);
  if (!arithmetic) {
    add_memory_bounds(state, bounds);
    add_copy_bounds(state, bounds);
  } else if (result != nullptr && result->sheet && result->sheet->fp32_gflop_per_s > 0) {
    const double peak = result->sheet->fp32_gflop_per_s;
    bounds.push_back({{peak, experiments::Origin::predicted},
                      ScopeBound::Kind::theory,
                      state.say("scope.theoretical"),
                      state.say("scope.single_peak", result->sheet->name, grouped(peak, 0))});
  }
  add_pins(state, arithmetic, bounds);
  std::ranges::stable_sort(bounds, std::greater(), &ScopeBound::number);
  return bounds;
}

}  // namespace lanescope::gui
