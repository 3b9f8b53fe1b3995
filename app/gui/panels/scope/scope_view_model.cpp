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

ScopePicture scope_picture(const History& history, double peak, const ScopeState& view, ScopeQuantity quantity,
                           double min_top) {
  ScopePicture picture;
  picture.zero = view.paused() ? view.zero : newest_event(history);
  const double last = view.last.value_or(picture.zero), first = last - view.span;
  picture.first = first - picture.zero;
  picture.last = last - picture.zero;
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
    if (picture.traces.empty() || sample.revision != setting) picture.traces.emplace_back();
    setting = sample.revision;
    ScopePicture::Trace& trace = picture.traces.back();
    trace.seconds.push_back(sample.seconds - picture.zero);
    trace.rate.push_back(scale * sample.rate);
    trace.low.push_back(scale * sample.low);
    trace.high.push_back(scale * sample.high);
    trace.samples.push_back(i);
    highest = std::max(highest, scale * sample.high);
  }
  for (const History::Change& change : history.changes) {
    if (seen(change.seconds)) picture.marks.push_back({change.seconds - picture.zero, change});
  }
  if (peak > 0) picture.peak = peak;
  if (const double wanted = std::max(highest, peak); wanted > 0) picture.top = wanted * 1.15;
  return picture;
}

std::optional<std::size_t> nearest_sample(const ScopePicture& picture, double seconds) {
  std::optional<std::size_t> nearest;
  double least = std::numeric_limits<double>::infinity();
  for (const ScopePicture::Trace& trace : picture.traces) {
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
