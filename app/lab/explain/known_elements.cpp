#include "lab/explain/known_elements.h"

#include <algorithm>

#include "predict/metrics/metrics.h"

namespace lanescope::lab {
namespace {

/// Returns the launch with the most threads, on which occupancy matters most; null where there is none.
const LaunchInfo* launch_with_most_threads(const Result& result) {
  const auto largest = std::ranges::max_element(
      result.launches, {}, [](const LaunchInfo& launch) { return launch.grid.count() * launch.block.count(); });
  return largest == result.launches.end() ? nullptr : &*largest;
}

/// Whether the counts cover the whole plan that the result is about: for a GPU's times, smaller sizes may have been
/// executed.
bool cover_whole_plan(const model::Metrics& metrics, const Result& result) {
  std::uint64_t blocks = 0;
  for (const LaunchInfo& launch : result.launches) blocks += launch.grid.count();
  return metrics.grid_blocks == blocks;
}

template <class T>
const T* pointer(const std::optional<T>& value) {
  return value ? &*value : nullptr;
}

}  // namespace

std::optional<OriginNumber> KnownElements::find(std::string_view id) const {
  if (const auto value = counted.find(id)) return OriginNumber{*value, counted_origin};
  if (const auto value = derived.find(id)) return OriginNumber{*value, Origin::derived};
  if (const auto value = predicted.find(id)) return OriginNumber{*value, Origin::predicted};
  return std::nullopt;
}

std::optional<OriginNumber> KnownElements::expected(counters::ElementId id) const {
  if (const auto value = whole ? derived.get(id) : std::nullopt) return OriginNumber{*value, Origin::derived};
  if (const auto value = predicted.get(id)) return OriginNumber{*value, Origin::predicted};
  return std::nullopt;
}

KnownElements elements_of(const Result& result) {
  KnownElements known;
  known.counted_origin = result.recorded.empty() ? Origin::counted : Origin::recorded;
  if (result.counted) known.counted = result.counted->values;
  const LaunchInfo* const launch = launch_with_most_threads(result);
  predict::MetricSources sources;
  sources.metrics = pointer(result.metrics);
  sources.prediction = result.predicted ? &result.predicted->prediction : nullptr;
  const bool of_this_plan = !result.metrics || cover_whole_plan(*result.metrics, result);
  sources.same_sizes = of_this_plan && (!result.predicted || result.predicted->sizes == result.sizes);
  sources.occupancy = launch != nullptr ? pointer(launch->calculated) : nullptr;
  sources.sheet = pointer(result.sheet);
  predict::FilledMetrics filled = predict::fill_metrics(sources);
  known.derived = std::move(filled.derived);
  known.whole = filled.whole && of_this_plan;
  known.predicted = std::move(filled.predicted);
  known.derived_sizes = result.sizes;
  known.predicted_sizes = result.predicted ? result.predicted->sizes : result.sizes;
  return known;
}

std::vector<ElementRow> rows_of(counters::Page page, const KnownElements& known) {
  std::vector<ElementRow> rows;
  for (const counters::Element& element : counters::elements()) {
    if (!element.pages.has(page)) continue;
    ElementRow row{&element, known.counted.find(element.id), known.derived.find(element.id),
                   known.predicted.find(element.id), std::nullopt};
    if (!row.counted && !row.derived && !row.predicted) continue;
    const bool by_addresses = known.whole && row.derived;
    row.difference = difference(element, by_addresses ? known.derived : known.predicted, known.counted);
    rows.push_back(row);
  }
  return rows;
}

}  // namespace lanescope::lab
