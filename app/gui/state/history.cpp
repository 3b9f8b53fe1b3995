#include "gui/state/history.h"

#include <fmt/format.h>

#include <utility>

#include "gui/panels/knobs/knobs.h"
#include "gui/state/language.h"

namespace warpscope::gui {

std::string History::Change::text(const Language& language) const {
  if (subject == "kernel") return to;
  if (subject == "source") return language.say("scope.source_changed");
  const auto from_to = [&](const std::string& what, const std::string& one, const std::string& other) {
    return fmt::format("{} {} → {}", what, one, other);
  };
  if (subject == "machine") {
    const std::string here = language.say("scope.this_machine");
    return from_to(language.say("scope.machine"), from.empty() ? here : from, to.empty() ? here : to);
  }
  const auto settings = [&](const std::string& text) {
    return text == setting_text({}) ? language.say("knobs.defaults") : text;
  };
  if (subject == "knobs") return from_to(language.say("scope.knobs"), settings(from), settings(to));
  if (subject == "sizes") return from_to(language.say("scope.sizes"), settings(from), settings(to));
  return from_to(subject, from, to);
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
    if (last.subject == change.subject && change.seconds - last.seconds < 1.0 && !measured_between) {
      last.to = std::move(change.to);
      last.seconds = change.seconds;
      return;
    }
  }
  changes.push_back(std::move(change));
  if (changes.size() > max_changes) changes.pop_front();
}

}  // namespace warpscope::gui
