#include "gui/pages/pages_state.h"

#include "gui/state/state.h"
#include "gui/state/target.h"

namespace lanescope::gui {
namespace {

/// Explains what was computed, by the counters and the recorded time of the same GPU where they are known.
lab::Summary summary_of(const State& state, const PageElements& elements) {
  if (!elements.computed) return lab::summary_of(*elements.counted, elements.known);
  const lab::Result* const timed =
      elements.counted && !elements.of_other_gpu ? elements.counted.get() : state.recorded();
  if (!elements.of_other_gpu) return lab::summary_of(*elements.computed, elements.known, timed);
  lab::KnownElements of_target = elements.known;
  of_target.counted = {};
  return lab::summary_of(*elements.computed, of_target, timed);
}

}  // namespace

CounterPage page_of(counters::Page section) {
  using counters::Page;
  switch (section) {
    case Page::speed_of_light:
      return CounterPage::speed_of_light;
    case Page::memory_chart:
      return CounterPage::memory_chart;
    case Page::shared_table:
    case Page::l1_table:
    case Page::l2_table:
    case Page::device_table:
      return CounterPage::memory_tables;
    case Page::warp_states:
      return CounterPage::warp_states;
    case Page::scheduler:
      break;
  }
  return CounterPage::scheduler;
}

bool PageElements::any() const {
  return !known.counted.empty() || !known.derived.empty() || !known.predicted.empty();
}

void PageElements::take(const std::shared_ptr<const lab::Result>& result) {
  lab::KnownElements found = lab::elements_of(*result);
  if (result->counted) {
    of_other_gpu = false;
    known.counted = std::move(found.counted);
    known.counted_origin = found.counted_origin;
    counted = result;
  }
  // A run that only measures knows less than the one before: what follows from a launch alone.
  if (!found.derived.empty() && (result->metrics || known.derived.empty())) {
    known.derived = std::move(found.derived);
    known.derived_sizes = std::move(found.derived_sizes);
    known.whole = found.whole;
    computed = result;
  }
  if (!found.predicted.empty() && (result->predicted || known.predicted.empty())) {
    known.predicted = std::move(found.predicted);
    known.predicted_sizes = std::move(found.predicted_sizes);
    if (!computed || !computed->metrics) computed = result;
  }
}

void PageElements::take_recorded(const std::shared_ptr<const lab::Result>& result, bool is_of_other_gpu) {
  if (!is_of_other_gpu) return take(result);
  known.counted = result->counted->values;
  known.counted_origin = lab::Origin::recorded;
  counted = result;
  of_other_gpu = true;
}

void refresh_pages(State& state) {
  PagesState& pages = state.pages;
  const std::uint64_t revision = state.selection.revision;
  if (pages.kernel != state.selection.kernel) pages.elements = {};  // another kernel is no earlier state of this one
  pages.kernel = state.selection.kernel;
  PageElements next;
  if (const auto recorded = recorded_counters(state, state.selection.kernel, state.chosen_setting())) {
    next.take_recorded(recorded, !same_model(recorded->counted->device, target_name(state)));
  }
  if (pages.revision == revision && pages.elements.counted && pages.elements.counted->recorded.empty()) {
    next = pages.elements;  // a run of the same setting that only measures leaves what is known
  } else if (pages.revision == revision && pages.elements.any()) {
    next.known.derived = pages.elements.known.derived;
    next.known.predicted = pages.elements.known.predicted;
    next.known.whole = pages.elements.known.whole;
    next.computed = pages.elements.computed;
  }
  if (!state.stale() && state.known.result && state.known.result->kernel == state.selection.kernel) {
    next.take(state.known.result);
  }
  if (!next.any() && !next.counted) return;
  // Counters of another GPU stand beside numbers of this one. They do not come alone while those are on their way.
  if (next.of_other_gpu && !next.computed && state.stale()) return;
  pages.elements = std::move(next);
  pages.revision = revision;
  pages.summary = summary_of(state, pages.elements);
}

}  // namespace lanescope::gui
