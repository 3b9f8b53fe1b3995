#include "gui/views/playback/timeline.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "model/metrics.h"

namespace warpscope::gui {

namespace {

using trace::Space;

std::uint32_t steps_of(const lab::Traced& traced, std::uint32_t record, std::uint32_t bytes_per_lane, bool executed) {
  const std::uint32_t site = traced.trace.headers[record].site;
  if (executed && model::is_led_by_another(traced.merges, site)) return 0;
  if (traced.trace.sites[site].space != Space::shared) return 1;
  const model::AccessCounts counts = model::count_record(traced.trace, record, bytes_per_lane);
  return std::max(1u, counts.wavefronts);
}

std::vector<std::uint32_t> by_order(const trace::Trace& trace) {
  std::vector<std::uint32_t> records(trace.headers.size());
  std::iota(records.begin(), records.end(), 0u);
  std::stable_sort(records.begin(), records.end(), [&](std::uint32_t a, std::uint32_t b) {
    return trace.headers[a].order() < trace.headers[b].order();
  });
  return records;
}

/// Barriers carry the order in the emulator, the time on the GPU.
std::vector<std::uint32_t> barriers_of(const Timeline& timeline) {
  const trace::Trace& trace = timeline.traced->trace;
  if (timeline.sort == WatchSort::logical && trace.has_clock()) return {};
  std::vector<std::uint32_t> places;
  for (const trace::Barrier& barrier : trace.barriers) {
    const std::uint64_t released = trace.release_of(barrier);
    if (released == trace::never_released) continue;
    const auto after =
        std::partition_point(timeline.records.begin(), timeline.records.end(),
                             [&](std::uint32_t record) { return trace.moment_of(trace.headers[record]) < released; });
    if (after != timeline.records.end()) places.push_back(static_cast<std::uint32_t>(after - timeline.records.begin()));
  }
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

}  // namespace

std::string_view name_of(WatchView view) {
  switch (view) {
    case WatchView::banks:
      return "banks";
    case WatchView::sectors:
      return "sectors";
    case WatchView::matrices:
      return "matrices";
    case WatchView::warps:
      return "warps";
  }
  return "banks";
}

std::optional<WatchView> watch_view_named(std::string_view name) {
  for (const WatchView view : all_watch_views) {
    if (name_of(view) == name) return view;
  }
  return std::nullopt;
}

bool shows(WatchView view, Space space) {
  switch (view) {
    case WatchView::banks:
      return space == Space::shared;
    case WatchView::sectors:
      return space == Space::global || space == Space::local;
    case WatchView::matrices:
      return space == Space::global || space == Space::texture;
    case WatchView::warps:
      return true;
  }
  return false;
}

WarpPlace warp_of(const trace::Header& header) {
  return {header.launch, header.block, header.warp};
}

std::uint32_t Timeline::bytes_per_lane(std::uint32_t place) const {
  const std::uint32_t number = header(place).site;
  const std::uint32_t bytes = traced->trace.sites[number].bytes_per_lane;
  const bool merges = executed && number < traced->merges.size();
  return merges ? bytes * traced->merges[number].merged : bytes;
}

std::shared_ptr<const Timeline> timeline_of(std::shared_ptr<const lab::Traced> traced, WatchSort sort, bool executed) {
  auto timeline = std::make_shared<Timeline>();
  timeline->traced = std::move(traced);
  const trace::Trace& trace = timeline->traced->trace;
  timeline->sort = trace.has_clock() ? sort : WatchSort::logical;
  timeline->executed = executed;
  timeline->records = timeline->sort == WatchSort::instrumented ? trace::in_order(trace) : by_order(trace);
  const auto count = static_cast<std::uint32_t>(timeline->records.size());
  timeline->place_of.resize(count);
  timeline->steps.resize(count);
  timeline->warps.reserve(count);
  for (std::uint32_t place = 0; place < count; ++place) {
    const std::uint32_t record = timeline->records[place];
    timeline->place_of[record] = place;
    timeline->steps[place] = steps_of(*timeline->traced, record, timeline->bytes_per_lane(place), executed);
    timeline->warps.push_back(warp_of(trace.headers[record]));
  }
  std::sort(timeline->warps.begin(), timeline->warps.end());
  timeline->warps.erase(std::unique(timeline->warps.begin(), timeline->warps.end()), timeline->warps.end());
  timeline->barriers = barriers_of(*timeline);
  return timeline;
}

std::size_t Passage::at(std::uint32_t place) const {
  const auto after = std::upper_bound(places.begin(), places.end(), place);
  return after == places.begin() ? 0 : static_cast<std::size_t>(after - places.begin()) - 1;
}

Passage passage_of(const Timeline& timeline, WatchView view, std::optional<std::uint32_t> site,
                   std::optional<WarpPlace> warp) {
  Passage passage;
  std::uint64_t steps = 0;
  for (std::uint32_t place = 0; place < timeline.records.size(); ++place) {
    const trace::Header& header = timeline.header(place);
    if (timeline.steps[place] == 0 || !shows(view, timeline.site(place).space)) continue;
    if (is_close_up(view) && ((site && header.site != *site) || (warp && warp_of(header) != *warp))) continue;
    passage.places.push_back(place);
    passage.starts.push_back(steps);
    steps += timeline.steps[place];
  }
  passage.starts.push_back(steps);
  return passage;
}

}  // namespace warpscope::gui
