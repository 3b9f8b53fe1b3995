#include "gui/panels/scope/scope_view_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warpscope::gui {

double newest_event(const History& history) {
  double newest = 0;
  if (!history.samples.empty()) newest = history.samples.back().seconds;
  if (!history.changes.empty()) newest = std::max(newest, history.changes.back().seconds);
  return newest;
}

ScopeViewModel scope_view_model(const History& history, double peak, const ScopeState& view, ScopeQuantity quantity,
                                double min_top) {
  ScopeViewModel view_model;
  view_model.zero = view.paused() ? view.zero : newest_event(history);
  const double last = view.last.value_or(view_model.zero), first = last - view.span;
  view_model.first = first - view_model.zero;
  view_model.last = last - view_model.zero;
  const auto seen = [&](double seconds) { return seconds >= first && seconds <= last; };

  double highest = min_top;
  std::uint64_t setting = std::numeric_limits<std::uint64_t>::max();
  for (std::size_t i = 0; i < history.samples.size(); ++i) {
    const History::Sample& sample = history.samples[i];
    if (!seen(sample.seconds)) continue;
    const bool in_operations = quantity == ScopeQuantity::arithmetic;
    // The same time gives both rates: they differ by the operations of a byte.
    const double scale = in_operations ? (sample.rate > 0 ? sample.gflop_per_s / sample.rate : 0) : 1;
    if (scale <= 0) continue;
    if (view_model.traces.empty() || sample.revision != setting) view_model.traces.emplace_back();
    setting = sample.revision;
    ScopeViewModel::Trace& trace = view_model.traces.back();
    trace.seconds.push_back(sample.seconds - view_model.zero);
    trace.rate.push_back(scale * sample.rate);
    trace.low.push_back(scale * sample.low);
    trace.high.push_back(scale * sample.high);
    trace.samples.push_back(i);
    highest = std::max(highest, scale * sample.high);
  }
  for (const History::Change& change : history.changes) {
    if (seen(change.seconds)) view_model.marks.push_back({change.seconds - view_model.zero, change});
  }
  if (peak > 0) view_model.peak = peak;
  if (const double wanted = std::max(highest, peak); wanted > 0) view_model.top = wanted * 1.15;
  return view_model;
}

std::optional<std::size_t> nearest_sample(const ScopeViewModel& view_model, double seconds) {
  std::optional<std::size_t> nearest;
  double least = std::numeric_limits<double>::infinity();
  for (const ScopeViewModel::Trace& trace : view_model.traces) {
    for (std::size_t i = 0; i < trace.seconds.size(); ++i) {
      const double distance = std::fabs(trace.seconds[i] - seconds);
      if (distance >= least) continue;
      least = distance;
      nearest = trace.samples[i];
    }
  }
  return nearest;
}

}  // namespace warpscope::gui
