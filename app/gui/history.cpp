#include "gui/history.h"

#include <fmt/format.h>

#include <utility>

namespace warpscope::gui {

std::string History::Change::text() const {
  if (to.empty()) return fmt::format("{} changed", subject);
  if (subject == "kernel") return to;
  return fmt::format("{} {} → {}", subject, from, to);
}

void History::add(const Sample& sample) {
  samples.push_back(sample);
  if (samples.size() <= most_samples) return;
  samples.pop_front();
  settings.erase(settings.begin(), settings.lower_bound(samples.front().setting));
}

void History::add(Change change) {
  if (!changes.empty()) {
    Change& last = changes.back();
    const bool measured_between = !samples.empty() && samples.back().seconds >= last.seconds;
    if (last.subject == change.subject && change.seconds - last.seconds < 1.0 && !measured_between) {
      last.to = std::move(change.to);
      last.seconds = change.seconds;
      return;
    }
  }
  changes.push_back(std::move(change));
  if (changes.size() > most_changes) changes.pop_front();
}

}  // namespace warpscope::gui
