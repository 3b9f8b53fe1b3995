#include "gui/pages/pages_state.h"

#include "gui/state/state.h"
#include "lab/sweep/sweep_key.h"

namespace warpscope::gui {

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

void refresh_pages(State& state) {
  PagesState& pages = state.pages;
  const std::uint64_t revision = state.selection.revision;
  if (pages.kernel != state.selection.kernel) pages.elements = {};  // another kernel is no earlier state of this one
  pages.kernel = state.selection.kernel;
  PageElements next;
  if (const lab::Result* recorded = state.recorded(); recorded != nullptr && recorded->counted) {
    next.take(state.known.recordings.find(recorded->kernel, lab::setting_text(*recorded)));
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
  pages.elements = std::move(next);
  pages.revision = revision;
  const PageElements& elements = pages.elements;
  const lab::Result* explained = elements.computed ? elements.computed.get() : elements.counted.get();
  pages.summary = lab::summary_of(*explained, elements.known);
}

}  // namespace warpscope::gui
