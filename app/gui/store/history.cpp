#include "gui/store/history.h"

#include <fmt/format.h>

#include <utility>

#include "gui/store/knobs/knobs.h"
#include "gui/store/words/language.h"

namespace lanescope::gui {

std::string History::Change::text(const Language& language) const {
  const auto from_to = [&](const std::string& what, const std::string& one, const std::string& other) {
    return fmt::format("{} {} → {}", what, one, other);
  };
  const auto values = [&](const std::string& text) {
    return text == setting_text({}) ? language.say("knobs.defaults") : text;
  };
  switch (subject) {
    case Subject::kernel:
      return to;
    case Subject::source:
      return language.say("scope.source_changed");
    case Subject::machine: {
      const std::string here = language.say("scope.this_machine");
      return from_to(language.say("scope.machine"), from.empty() ? here : from, to.empty() ? here : to);
    }
    case Subject::target:
      return from_to(language.say("scope.target"), from, to);
    case Subject::knobs:
      return from_to(language.say("scope.knobs"), values(from), values(to));
    case Subject::sizes:
      return from_to(language.say("scope.sizes"), values(from), values(to));
    case Subject::setting:
      break;
  }
  return from_to(setting, from, to);
}

void History::add(const Sample& sample) {
  samples.push_back(sample);
  if (samples.size() <= max_samples) return;
  samples.pop_front();
  settings.erase(settings.begin(), settings.lower_bound(samples.front().revision));
}

void History::add(Change change) {
  if (!changes.empty()) {
    Change& last = changes.back();
    const bool measured_between = !samples.empty() && samples.back().seconds >= last.seconds;
    const bool same = last.subject == change.subject && last.setting == change.setting;
    if (same && change.seconds - last.seconds < 1.0 && !measured_between) {
      last.to = std::move(change.to);
      last.seconds = change.seconds;
      return;
    }
  }
  changes.push_back(std::move(change));
  if (changes.size() > max_changes) changes.pop_front();
}

}  // namespace lanescope::gui
