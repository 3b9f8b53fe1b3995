#include "gui/readings/page_view_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "gui/store/pages/wanted_counters.h"
#include "gui/store/state.h"
#include "gui/store/target.h"

namespace lanescope::gui {
namespace {

using counters::Page;

const counters::Counted* counted_of(const PageNumbers& numbers) {
  return numbers.counted ? &*numbers.counted->counted : nullptr;
}

PageValues sources_of(const PageNumbers& numbers) {
  PageValues sources;
  const experiments::Sheet& known = numbers.known;
  if (known.counted.has_any_of_pages()) {
    sources.counted = counted_of(numbers);
    sources.of_two_gpus = numbers.of_other_gpu;
    if (known.counted.origin == experiments::Origin::recorded) sources.counted_origin = experiments::Origin::recorded;
  }
  if (known.predicted.has_any_of_pages()) sources.predicted = &known.predicted;
  // Counts of a few blocks are no counts of the plan. They stand alone, or not at all.
  const bool alone = sources.predicted == nullptr && sources.counted == nullptr;
  const bool comparable = known.whole && (alone || known.derived_sizes == known.predicted_sizes);
  if (known.derived.has_any_of_pages() && (comparable || alone)) sources.derived = &known.derived;
  return sources;
}

/// Returns what the sections of the page cost, as far as they were counted.
struct Cost {
  int passes = 0;
  double ms = 0;
  bool any = false, all = true;
};
Cost cost_of(const counters::Counted& counted, counters::Pages sections) {
  Cost cost;
  for (const Page section : all_sections) {
    if (!sections.has(section)) continue;
    const counters::CountedPage* page = counted.page(section);
    if (page == nullptr || page->absent) {
      cost.all = false;
      continue;
    }
    cost.any = true;
    cost.passes += page->passes;
    cost.ms += page->cost_ms;
  }
  return cost;
}

/// Returns why the page was not counted, from its sections or from all of them.
const Error* absent_of(const counters::Counted& counted, counters::Pages sections) {
  if (counted.absent) return &*counted.absent;
  for (const counters::CountedPage& page : counted.pages) {
    if (sections.has(page.page) && page.absent) return &*page.absent;
  }
  return nullptr;
}

std::string counted_text(const Language& language, const PageNumbers& numbers, counters::Pages sections) {
  const counters::Counted& counted = *counted_of(numbers);
  const bool recorded = numbers.known.counted.origin == experiments::Origin::recorded;
  std::string text = recorded ? language.say("pages.recorded", counted.device, numbers.counted->recorded)
                              : language.say("pages.counted", counted.device);
  const Cost cost = cost_of(counted, sections);
  if (cost.passes > 0) text += language.say("pages.cost", cost.passes, duration(cost.ms).text());
  return text + language.say(counted.caches == counters::CacheState::cold ? "pages.cold" : "pages.hot");
}

/// Returns where numbers come from that were not counted.
std::string computed_text(const State& state, const PageNumbers& numbers, const PageValues& sources) {
  const Language& language = state.language();
  std::vector<std::string> parts;
  if (sources.predicted != nullptr && numbers.computed) {
    const auto& run = numbers.computed->predicted;
    parts.push_back(language.say("pages.predicted", run ? run->prediction.profile : target_name(state)));
  }
  if (sources.derived != nullptr && numbers.computed && numbers.computed->metrics) {
    parts.push_back(language.say("pages.derived", blocks_text(language, *numbers.computed->metrics)));
  }
  return join(parts, " · ");
}

void describe_missing_counters(const State& state, PageHeading& heading, counters::Pages sections) {
  const PageNumbers& numbers = state.pages.numbers;
  const counters::Counted* counted = counted_of(numbers);
  if (counted != nullptr) {
    if (const Error* absent = absent_of(*counted, sections)) {
      heading.absent = state.say("pages.absent", state.language().translated(absent->what));
      heading.remedy = state.language().translated(absent->remedy);
    }
    return;
  }
  if (wants_counters(state)) heading.activity = state.say("pages.counting");
}

}  // namespace

PageValues present_values(const State& state) {
  return sources_of(state.pages.numbers);
}

PageValues values_of(const Pin& pin) {
  return sources_of(pin.numbers);
}

PageHeading page_heading(const State& state, CounterPage page) {
  PageHeading heading;
  const Language& language = state.language();
  const PageNumbers& numbers = state.pages.numbers;
  heading.stale = state.pages.revision != state.selection.revision;
  describe_missing_counters(state, heading, sections_of(page));
  const PageValues sources = present_values(state);
  if (!sources.any()) {
    const experiments::Result* result = state.current();
    const bool ended = result != nullptr && result->ended();
    heading.missing = state.selection.kernel.empty() ? state.say("views.no_kernel")
                      : !state.known.connected       ? state.say("pages.no_worker")
                      : !ended                       ? state.say("pages.running")
                      : result->failed()             ? state.say("views.failed")
                      : result->without_prediction.empty()
                          ? state.say("pages.nothing")
                          : state.say("pages.not_predicted", state.language().translated(result->without_prediction));
    return heading;
  }
  const std::string computed = computed_text(state, numbers, sources);
  const bool without_counted = page == CounterPage::summary && numbers.summary_is_computed();
  if (sources.counted != nullptr && !without_counted) {
    heading.main_origin = sources.counted_origin;
    heading.origin = counted_text(language, numbers, sections_of(page));
    heading.other = computed;
    if (sources.of_two_gpus && !computed.empty()) heading.other += state.say("pages.two_gpus");
  } else {
    heading.main_origin = sources.predicted != nullptr ? experiments::Origin::predicted : experiments::Origin::derived;
    heading.origin = computed;
    if (without_counted) heading.other = counted_text(language, numbers, sections_of(page)) + state.say("pages.beside");
  }
  return heading;
}

}  // namespace lanescope::gui
