#include "gui/scope.h"

#include <algorithm>
#include <limits>

namespace warpscope::gui {

ScopePicture scope_picture(const History& history, double peak_gb_per_s) {
  ScopePicture picture;
  double newest = 0;
  if (!history.samples.empty()) newest = history.samples.back().seconds;
  if (!history.changes.empty()) newest = std::max(newest, history.changes.back().seconds);
  const double oldest = newest - picture.span_seconds;

  double highest = 0;
  std::uint64_t setting = std::numeric_limits<std::uint64_t>::max();
  for (const History::Sample& sample : history.samples) {
    if (sample.seconds < oldest) continue;
    if (picture.traces.empty() || sample.setting != setting) picture.traces.emplace_back();
    setting = sample.setting;
    ScopePicture::Trace& trace = picture.traces.back();
    trace.seconds.push_back(sample.seconds - newest);
    trace.rate.push_back(sample.rate);
    trace.low.push_back(sample.low);
    trace.high.push_back(sample.high);
    highest = std::max(highest, sample.high);
  }
  for (const History::Change& change : history.changes) {
    if (change.seconds >= oldest) picture.marks.push_back({change.seconds - newest, change.text()});
  }
  if (peak_gb_per_s > 0) picture.peak = peak_gb_per_s;
  if (const double wanted = std::max(highest, peak_gb_per_s); wanted > 0) picture.top = wanted * 1.15;
  return picture;
}

}  // namespace warpscope::gui
