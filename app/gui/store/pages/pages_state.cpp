#include "gui/store/pages/pages_state.h"

#include <tuple>
#include <utility>

#include "gui/store/state.h"
#include "gui/store/target.h"

namespace lanescope::gui {
namespace {

/// Explains what was computed, by the counters and the recorded time of the same GPU where they are known.
explanations::Summary summary_of(const State& state, const PageNumbers& numbers) {
  if (!numbers.computed && !numbers.counted) return {};
  if (!numbers.computed) return explanations::summary_of(*numbers.counted, numbers.known);
  const experiments::Result* const timed =
      numbers.counted && !numbers.of_other_gpu ? numbers.counted.get() : state.recorded();
  if (!numbers.of_other_gpu) return explanations::summary_of(*numbers.computed, numbers.known, timed);
  experiments::Sheet of_target = numbers.known;
  of_target.counted.by_id.clear();
  return explanations::summary_of(*numbers.computed, of_target, timed);
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

bool PageNumbers::any() const {
  return known.counted.has_any_of_pages() || known.derived.has_any_of_pages() || known.predicted.has_any_of_pages();
}

void PageNumbers::take(const std::shared_ptr<const experiments::Result>& result) {
  experiments::Sheet found = experiments::sheet_of(*result);
  if (result->counted) {
    of_other_gpu = false;
    known.counted = std::move(found.counted);
    counted = result;
  }
  // A run that only measures knows less than the one before: what follows from a launch alone.
  if (found.derived.has_any_of_pages() && (result->metrics || !known.derived.has_any_of_pages())) {
    known.derived = std::move(found.derived);
    known.derived_sizes = std::move(found.derived_sizes);
    known.whole = found.whole;
    computed = result;
  }
  if (found.predicted.has_any_of_pages() && (result->predicted || !known.predicted.has_any_of_pages())) {
    known.predicted = std::move(found.predicted);
    known.predicted_sizes = std::move(found.predicted_sizes);
    if (!computed || !computed->metrics) computed = result;
  }
}

void PageNumbers::take_recorded(const std::shared_ptr<const experiments::Result>& result, bool is_of_other_gpu) {
  if (!is_of_other_gpu) return take(result);
  known.counted = experiments::Column(experiments::Origin::recorded);
  known.counted.merge(result->counted->values);
  counted = result;
  of_other_gpu = true;
}

void follow_pages(State& state) {
  PagesState& pages = state.pages;
  const std::uint64_t revision = state.selection.revision;
  const Known& known = state.known;
  const bool is_new = state.memo.renew<PagesState>(std::tuple(state.selection.kernel, revision, known.result,
                                                              known.recordings.size(), known.counter_recordings.size(),
                                                              known.catalogue, known.machine, state.selection.target));
  if (!is_new) return;
  if (pages.kernel != state.selection.kernel)
    pages.numbers = {}, ++pages.renewals;  // another kernel is no earlier state of this one
  pages.kernel = state.selection.kernel;
  PageNumbers next;
  if (const auto recorded = recorded_counters(state, state.selection.kernel, state.chosen_setting())) {
    next.take_recorded(recorded, !same_model(recorded->counted->device, target_name(state)));
  }
  if (pages.revision == revision && pages.numbers.counted && pages.numbers.counted->recorded.empty()) {
    next = pages.numbers;  // a run of the same setting that only measures leaves what is known
  } else if (pages.revision == revision && pages.numbers.any()) {
    next.known.derived = pages.numbers.known.derived;
    next.known.predicted = pages.numbers.known.predicted;
    next.known.whole = pages.numbers.known.whole;
    next.computed = pages.numbers.computed;
  }
  if (!state.stale() && state.known.result && state.known.result->kernel == state.selection.kernel) {
    next.take(state.known.result);
  }
  if (!next.any() && !next.counted) return;
  // Counters of another GPU stand beside numbers of this one. They do not come alone while those are on their way.
  if (next.of_other_gpu && !next.computed && state.stale()) return;
  pages.numbers = std::move(next);
  pages.revision = revision;
  ++pages.renewals;
}

const explanations::Summary& kernel_summary(const State& state) {
  return state.memo.get<explanations::Summary>(state.pages.renewals,
                                               [&] { return summary_of(state, state.pages.numbers); });
}

}  // namespace lanescope::gui
