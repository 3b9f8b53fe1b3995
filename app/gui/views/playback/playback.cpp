#include "gui/views/playback/playback.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/state/state.h"

namespace warpscope::gui {

namespace {

constexpr std::uint64_t max_records_here = 1u << 14;
constexpr std::uint64_t max_records_far = 1u << 11;  ///< 0.6 MB over somebody's line
// Of the whole grid: as many as a GPU bins between two frames; what is sent as bytes a worker limits itself.
constexpr std::uint64_t max_heat_here = 10'000'000, max_heat_far = 1u << 13;
/// A step's boundary, reached by adding floating-point parts, counts as reached a little before it.
constexpr double rounding = 1e-6;

std::uint32_t place_at(const Watch& watch) {
  const auto count = static_cast<double>(watch.timeline->records.size());
  return static_cast<std::uint32_t>(std::clamp(std::floor(watch.position), 0.0, std::max(0.0, count - 1)));
}

bool can_move(const Watch& watch) {
  const Passage* passage = watch.passage();
  return passage != nullptr && !passage->empty();
}

/// `steps` into the passage; its end is the last moment of the last access.
void put(Watch& watch, double steps) {
  const Passage& passage = *watch.passage();
  const auto all = static_cast<double>(passage.steps());
  steps = std::clamp(steps, 0.0, all - rounding);
  const auto after =
      std::upper_bound(passage.starts.begin(), passage.starts.end(), static_cast<std::uint64_t>(steps + rounding));
  const auto index = std::min(static_cast<std::size_t>(after - passage.starts.begin()) - 1, passage.places.size() - 1);
  const double length = static_cast<double>(passage.starts[index + 1] - passage.starts[index]);
  const double part = (steps - static_cast<double>(passage.starts[index])) / length;
  watch.position = passage.places[index] + std::clamp(part, 0.0, 1 - rounding);
}

void renew_passages(Watch& watch) {
  watch.passages.reset();
  if (!watch.timeline) return;
  auto passages = std::make_shared<std::array<Passage, 4>>();
  for (const WatchView view : all_watch_views) {
    passages->at(index_of(view)) = passage_of(*watch.timeline, view, watch.site, watch.warp);
  }
  watch.passages = std::move(passages);
}

/// The beginning of the nearest access that plays, unless the present one does.
void settle(Watch& watch) {
  if (!can_move(watch)) return;
  const std::uint32_t place = place_at(watch);
  const Passage& passage = *watch.passage();
  const auto found = std::lower_bound(passage.places.begin(), passage.places.end(), place);
  if (found != passage.places.end() && *found == place) return;
  watch.position = found != passage.places.end() ? *found : passage.places.back();
}

/// The number of the site among those that cannot be told from it otherwise.
bool alike(const trace::Site& one, const trace::Site& other) {
  return one.line == other.line && one.file == other.file && one.space == other.space &&
         one.operation == other.operation;
}

/// A plan has few warps under the watch at first: the first one.
void choose_known_warp(Watch& watch) {
  const std::vector<WarpPlace>& warps = watch.timeline->warps;
  if (watch.warp && std::binary_search(warps.begin(), warps.end(), *watch.warp)) return;
  if (warps.empty()) {
    watch.warp.reset();
    return;
  }
  // Another grid, another block in its middle: the warp of the same number.
  const std::uint32_t number = watch.warp ? watch.warp->warp : 0;
  const auto same =
      std::find_if(warps.begin(), warps.end(), [&](const WarpPlace& place) { return place.warp == number; });
  watch.warp = same == warps.end() ? warps.front() : *same;
}

/// Later stages of a request carry the same accesses of the grid.
void follow_heat(Watch& watch, const std::shared_ptr<const lab::Result>& result) {
  if (!result->heat || result->heat->follows()) return;
  const lab::HeatTrace& heat = *result->heat;
  const bool known = watch.heat && watch.heat->generation == heat.generation && watch.heat->sent == heat.sent;
  if (!known) watch.heat = std::shared_ptr<const lab::HeatTrace>(result, &heat);
}

/// The whole grid plays while the few accesses of a trace do: not in a moment.
void slow_down_for_grid(Watch& watch) {
  constexpr double shortest_pass = 2, good_pass = 8;  // seconds
  const Passage* passage = watch.passage(WatchView::matrices);
  double& speed = watch.speeds[index_of(WatchView::matrices)];
  if (passage == nullptr || passage->empty()) return;
  const auto steps = static_cast<double>(passage->steps());
  if (steps / speed >= shortest_pass) return;
  speed = std::clamp(std::exp2(std::floor(std::log2(steps / good_pass))), slowest, fastest);
}

/// Measuring again asks for no trace: its results do not say again why there is none.
void keep_why_not(State& state, const lab::Result& result) {
  Watch& watch = state.watch;
  const auto note = std::find_if(result.notes.begin(), result.notes.end(),
                                 [](const std::string& one) { return one.starts_with("no accesses to show"); });
  if (note == result.notes.end() && !result.traced) return;
  watch.without = result.traced ? std::string() : *note;
  watch.without_setting = state.setting;
}

}  // namespace

bool Watch::any_visible() const {
  return std::any_of(visible.begin(), visible.end(), [](bool seen) { return seen; });
}

std::optional<WatchedAccess> watched(const Watch& watch, WatchView view) {
  if (!watch.timeline || watch.timeline->records.empty()) return std::nullopt;
  const std::uint32_t place = place_at(watch);
  const Passage& passage = *watch.passage(view);
  if (passage.empty()) return std::nullopt;
  WatchedAccess shown;
  shown.place = passage.places[passage.at(place)];
  shown.record = watch.timeline->records[shown.place];
  shown.steps = watch.timeline->steps[shown.place];
  shown.now = shown.place == place;
  // What is over stands at its end, what is to come at its beginning.
  const double part = shown.now ? watch.position - place : shown.place < place ? 1 - rounding : 0;
  const double steps = part * shown.steps;
  shown.step = std::min(static_cast<std::uint32_t>(steps + rounding), shown.steps - 1);
  shown.part = std::clamp(steps - shown.step, 0.0, 1.0);
  return shown;
}

double scrubbed(const Watch& watch) {
  if (!can_move(watch)) return 0;
  const Passage& passage = *watch.passage();
  const std::uint32_t place = place_at(watch);
  const std::size_t index = passage.at(place);
  const double start = static_cast<double>(passage.starts[index]);
  const double length = static_cast<double>(passage.starts[index + 1]) - start;
  if (passage.places[index] == place) return start + (watch.position - place) * length;
  return passage.places[index] < place ? start + length : start;
}

void scrub(Watch& watch, double steps) {
  if (can_move(watch)) put(watch, steps);
}

void advance(Watch& watch, double seconds) {
  if (!watch.playing || !can_move(watch) || !(seconds > 0)) return;
  const auto all = static_cast<double>(watch.passage()->steps());
  const double at = scrubbed(watch) + seconds * watch.speed();
  if (at < all) {
    put(watch, at);
  } else if (watch.loop) {
    put(watch, std::fmod(at, all));
  } else {
    put(watch, all);
    watch.playing = false;
  }
}

void go_to(Watch& watch, std::uint32_t place) {
  if (!watch.timeline || place >= watch.timeline->records.size()) return;
  watch.position = place;
}

void step_access(Watch& watch, int direction) {
  if (!can_move(watch)) return;
  const Passage& passage = *watch.passage();
  const std::uint32_t place = place_at(watch);
  const std::size_t index = passage.at(place);
  const bool on_it = passage.places[index] == place;
  if (direction > 0) {
    // From before the first one, the first one is the next.
    const std::size_t next = passage.places[index] > place ? index : index + 1;
    if (next < passage.places.size()) watch.position = passage.places[next];
  } else if (on_it && index > 0) {
    watch.position = passage.places[index - 1];
  } else {
    watch.position = passage.places[index];
  }
}

void step_wavefront(Watch& watch, int direction) {
  if (!can_move(watch)) return;
  const double at = scrubbed(watch);
  const double last = static_cast<double>(watch.passage()->steps()) - 1;
  const double step = std::floor(at + rounding);
  put(watch, std::clamp(step + (direction > 0 ? 1 : -1), 0.0, last));
}

void step_barrier(Watch& watch, int direction) {
  if (!can_move(watch)) return;
  const std::vector<std::uint32_t>& barriers = watch.timeline->barriers;
  const std::vector<std::uint32_t>& places = watch.passage()->places;
  const std::uint32_t place = place_at(watch);
  // Behind each barrier, the first access that plays.
  const auto behind = [&](std::uint32_t barrier) {
    const auto found = std::lower_bound(places.begin(), places.end(), barrier);
    return found == places.end() ? places.back() : *found;
  };
  if (direction > 0) {
    const auto next = std::find_if(barriers.begin(), barriers.end(),
                                   [&](std::uint32_t barrier) { return barrier > place && behind(barrier) > place; });
    watch.position = next == barriers.end() ? places.back() : behind(*next);
  } else {
    const auto before = std::find_if(barriers.rbegin(), barriers.rend(),
                                     [&](std::uint32_t barrier) { return behind(barrier) < place; });
    watch.position = before == barriers.rend() ? places.front() : behind(*before);
  }
}

void change_speed(Watch& watch, int direction) {
  double& speed = watch.speeds[index_of(watch.front)];
  speed = std::clamp(direction > 0 ? speed * 2 : speed / 2, slowest, fastest);
}

void choose_site(Watch& watch, std::optional<std::uint32_t> site) {
  watch.site = site;
  if (!watch.timeline) return;
  if (site && watch.warp) {
    // A warp that never gets there would leave nothing to see.
    const auto& headers = watch.timeline->traced->trace.headers;
    const auto by = [&](const trace::Header& header) { return header.site == *site && warp_of(header) == *watch.warp; };
    const auto at = [&](const trace::Header& header) { return header.site == *site; };
    if (std::none_of(headers.begin(), headers.end(), by)) {
      const auto other = std::find_if(headers.begin(), headers.end(), at);
      if (other != headers.end()) watch.warp = warp_of(*other);
    }
  }
  renew_passages(watch);
  settle(watch);
}

void choose_warp(Watch& watch, std::optional<WarpPlace> warp) {
  watch.warp = warp;
  renew_passages(watch);
  settle(watch);
}

void choose_front(Watch& watch, WatchView view) {
  watch.front = view;
}

std::optional<std::uint32_t> same_site(const trace::Trace& before, std::uint32_t site, const trace::Trace& after) {
  const trace::Site& wanted = before.sites[site];
  std::uint32_t number = 0;
  for (std::uint32_t other = 0; other < site; ++other) number += alike(before.sites[other], wanted) ? 1 : 0;
  std::optional<std::uint32_t> last;
  for (std::uint32_t other = 0; other < after.sites.size(); ++other) {
    if (!alike(after.sites[other], wanted)) continue;
    last = other;  // code that is unrolled less has fewer of them
    if (number-- == 0) break;
  }
  return last;
}

void follow(Watch& watch, std::shared_ptr<const Timeline> timeline) {
  const std::shared_ptr<const Timeline> before = std::exchange(watch.timeline, std::move(timeline));
  if (!watch.timeline) {
    watch.site.reset();
    watch.passages.reset();
    watch.position = 0;
    return;
  }
  const bool same_trace = before && before->traced == watch.timeline->traced;
  if (same_trace && !before->records.empty()) {
    // Sorted in another way, or seen as written: the moment is the same access.
    const double place = std::clamp(std::floor(watch.position), 0.0, static_cast<double>(before->records.size() - 1));
    const std::uint32_t record = before->records[static_cast<std::size_t>(place)];
    watch.position += watch.timeline->place_of[record] - place;
  }
  if (!same_trace && before && watch.site) {
    watch.site = same_site(before->traced->trace, *watch.site, watch.timeline->traced->trace);
  }
  if (!before) watch.site.reset();
  if (!same_trace || !watch.warp) {
    if (watch.warp || !before) choose_known_warp(watch);
  }
  double part = 0, place_part = 0;
  std::size_t index = 0, count = 0;
  if (!same_trace && watch.passages && before) {
    count = watch.passage()->places.size();
    const auto place = static_cast<std::uint32_t>(std::max(0.0, std::floor(watch.position)));
    if (count > 0) {
      index = watch.passage()->at(place);
      place_part = watch.passage()->places[index] == place ? watch.position - place : 0;
      part = static_cast<double>(index) / static_cast<double>(count);
    }
  }
  renew_passages(watch);
  if (!same_trace && can_move(watch)) {
    const std::vector<std::uint32_t>& places = watch.passage()->places;
    // As many accesses as before: the same one; else the one as far along.
    const std::size_t now =
        places.size() == count ? index : static_cast<std::size_t>(part * static_cast<double>(places.size()));
    watch.position = places[std::min(now, places.size() - 1)] + place_part;
  }
  if (watch.position >= static_cast<double>(watch.timeline->records.size())) watch.position = 0;
  settle(watch);
}

void refresh_watch(State& state) {
  Watch& watch = state.watch;
  const std::shared_ptr<const lab::HeatTrace> heat = watch.heat;
  if (watch.kernel != state.kernel) {
    // What was watched in another kernel says nothing of this one.
    watch.kernel = state.kernel;
    watch.traced_setting = 0;
    watch.warp.reset();
    watch.lane.reset();
    watch.bank.reset();
    watch.byte.reset();
    watch.heat.reset();
    follow(watch, nullptr);
  }
  const bool executed = state.in_source.view == CostView::executed;
  std::shared_ptr<const lab::Traced> traced = watch.timeline ? watch.timeline->traced : nullptr;
  const auto& result = state.result;
  const bool fits = result && !state.stale() && result->kernel == state.kernel;
  if (fits) keep_why_not(state, *result);
  if (fits && result->traced) {
    if (traced != result->traced) watch.heat.reset();  // that of another setting
    traced = result->traced;
    watch.traced_setting = state.setting;
    follow_heat(watch, result);
  }
  if (!traced) return;
  const WatchSort sort = traced->trace.has_clock() ? watch.sort : WatchSort::logical;
  const bool known = watch.timeline && watch.timeline->traced == traced && watch.timeline->sort == sort &&
                     watch.timeline->executed == executed;
  if (!known) follow(watch, timeline_of(std::move(traced), sort, executed));
  if (watch.heat && watch.heat != heat) slow_down_for_grid(watch);
}

std::optional<lab::TraceChoice> trace_choice(const State& state) {
  if (!state.watch.any_visible()) return std::nullopt;
  lab::TraceChoice choice = state.watch.choice;
  choice.max_records = state.connection.remote ? max_records_far : max_records_here;
  const bool matrices = state.watch.visible[index_of(WatchView::matrices)];
  choice.max_heat_records = !matrices ? 0 : state.connection.remote ? max_heat_far : max_heat_here;
  return choice;
}

bool trace_is_stale(const State& state) {
  return state.watch.timeline && state.watch.traced_setting != state.setting;
}

bool needs_trace(const State& state) {
  const Watch& watch = state.watch;
  if (!state.connected || !watch.any_visible()) return false;
  // What was recorded for another view lacks the whole grid, which only a GPU records.
  const lab::Result* result = state.current();
  const bool on_gpu = result != nullptr && result->backend == lab::name_of(lab::Backend::gpu);
  const bool lacks_grid = watch.visible[index_of(WatchView::matrices)] && !watch.heat && on_gpu;
  return watch.traced_setting != state.setting || lacks_grid;
}

std::string why_no_clock(const State& state) {
  const lab::Traced* traced = state.watch.traced();
  if (traced != nullptr && traced->trace.has_clock()) return {};
  if (state.machine && !state.machine->device.empty()) return {};
  return state.say("reason.no_clock");
}

}  // namespace warpscope::gui
