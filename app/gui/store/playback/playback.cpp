#include "gui/store/playback/playback.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/store/state.h"

namespace lanescope::gui {
namespace {

constexpr std::uint64_t max_records_here = 1u << 14;
constexpr std::uint64_t max_records_far = 1u << 11;  ///< 0.6 MB over a network connection
// The limits for accesses of the whole grid are what a GPU bins between two frames. A worker itself limits what it
// sends as bytes.
constexpr std::uint64_t max_heat_here = 10'000'000, max_heat_far = 1u << 13;
/// A step's boundary counts as reached a little before it, because the position is a sum of floating-point parts.
constexpr double rounding = 1e-6;

std::uint32_t index_now(const Playback& playback) {
  const auto count = static_cast<double>(playback.sequence->records.size());
  return static_cast<std::uint32_t>(std::clamp(std::floor(playback.position), 0.0, std::max(0.0, count - 1)));
}

bool has_own_clock(const Playback& playback) {
  return traits_of(playback.front).own_clock;
}

bool can_move(const Playback& playback) {
  if (has_own_clock(playback)) return playback.grid.times != nullptr;
  const analysis::Track* track = playback.track();
  return track != nullptr && !track->empty();
}

bool has_track(const Playback& playback) {
  return !has_own_clock(playback) && can_move(playback);
}

/// Returns the first access of the track from `index` on, or its last one.
std::uint32_t at_or_behind(const analysis::Track& track, std::uint32_t index) {
  const auto found = std::ranges::lower_bound(track.indices, index);
  return found == track.indices.end() ? track.indices.back() : *found;
}

/// Sets the position to `steps` into the track. The end is the last moment of the last access.
void set_position(Playback& playback, double steps) {
  if (has_own_clock(playback)) {
    playback.grid.at = std::clamp(steps, 0.0, GridClock::steps);
    return;
  }
  const analysis::Track& track = *playback.track();
  steps = std::clamp(steps, 0.0, track.steps() - rounding);
  const auto after = std::ranges::upper_bound(track.starts, static_cast<std::uint64_t>(steps + rounding));
  const auto entry = std::min(static_cast<std::size_t>(after - track.starts.begin()) - 1, track.indices.size() - 1);
  const double part = (steps - track.start(entry)) / track.length(entry);
  playback.position = track.indices[entry] + std::clamp(part, 0.0, 1 - rounding);
}

void renew_tracks(Playback& playback) {
  playback.tracks.reset();
  if (!playback.sequence) return;
  auto tracks = std::make_shared<Tracks>();
  for (const AnimatedView view : all_animated_views) {
    tracks->at(index_of(view)) = track_of(*playback.sequence, view, playback.focus.site, playback.focus.warp);
  }
  playback.tracks = std::move(tracks);
}

/// Goes to the beginning of the nearest access that plays, unless the present one does.
void snap_to_track(Playback& playback) {
  if (!has_track(playback)) return;
  const std::uint32_t next = at_or_behind(*playback.track(), index_now(playback));
  if (next != index_now(playback)) playback.position = next;
}

/// Returns whether only the place in the program distinguishes the two sites.
bool differ_only_in_place(const trace::Site& one, const trace::Site& other) {
  return one.line == other.line && one.file == other.file && one.space == other.space &&
         one.operation == other.operation;
}

/// Selects a warp of the trace, which is the previous one, or one with its number, or the first one.
void choose_known_warp(Playback& playback) {
  const std::vector<analysis::WarpId>& warps = playback.sequence->warps;
  if (playback.focus.warp && std::ranges::binary_search(warps, *playback.focus.warp)) return;
  if (warps.empty()) return playback.focus.warp.reset();
  // In another grid, the middle block is another one, so the warp with the same number is chosen.
  const std::uint32_t number = playback.focus.warp ? playback.focus.warp->warp : 0;
  const auto same = std::ranges::find(warps, number, &analysis::WarpId::warp);
  playback.focus.warp = same == warps.end() ? warps.front() : *same;
}

/// Later stages of a request have the same accesses of the grid.
void follow_heat(Playback& playback, const std::shared_ptr<const experiments::Result>& result) {
  if (!result->heat) return;
  const experiments::HeatTrace& heat = *result->heat;
  const bool known = playback.heat && playback.heat->slot == heat.slot && playback.heat->sent == heat.sent;
  if (!known) playback.heat = std::shared_ptr<const experiments::HeatTrace>(result, &heat);
}

/// Repeated measurements request no trace, so their results do not say why there is none.
void store_no_trace_reason(State& state, const experiments::Result& result) {
  Playback& playback = state.playback;
  if (result.without_trace.empty() && !result.traced) return;
  playback.no_trace = result.traced ? Message() : result.without_trace;
  playback.no_trace_revision = state.selection.revision;
}

}  // namespace

std::optional<ShownAccess> shown_access(const Playback& playback, AnimatedView view) {
  if (!playback.sequence || playback.sequence->records.empty()) return std::nullopt;
  const std::uint32_t index = index_now(playback);
  const analysis::Track& track = *playback.track(view);
  if (track.empty()) return std::nullopt;
  ShownAccess shown;
  shown.index = track.indices[track.at(index)];
  shown.record = playback.sequence->records[shown.index];
  shown.steps = playback.sequence->steps[shown.index];
  shown.now = shown.index == index;
  // An access that is over is at its end, and one that is yet to come is at its beginning.
  const double part = shown.now ? playback.position - index : shown.index < index ? 1 - rounding : 0;
  const double steps = part * shown.steps;
  shown.step = std::min(static_cast<std::uint32_t>(steps + rounding), shown.steps - 1);
  shown.part = std::clamp(steps - shown.step, 0.0, 1.0);
  return shown;
}

double Playback::speed(AnimatedView view) const {
  constexpr double pass = 8;                 // in seconds
  constexpr double max_close_up_speed = 16;  // its steps are followed one by one
  if (const double chosen = speeds[index_of(view)]; chosen > 0) return chosen;
  const analysis::Track* const played = track(view);
  const double steps = traits_of(view).own_clock ? GridClock::steps : played != nullptr ? played->steps() : 0;
  return std::clamp(steps / pass, min_speed, traits_of(view).is_close_up ? max_close_up_speed : max_speed);
}

bool plays(const Playback& playback) {
  return playback.playing && playback.is_visible(playback.front) && playable_steps(playback) > 0;
}

void pause_at_default_speeds(Playback& playback) {
  playback.playing = false;
  for (const AnimatedView view : all_animated_views) playback.speeds[index_of(view)] = traits_of(view).speed;
}

double playable_steps(const Playback& playback) {
  if (!can_move(playback)) return 0;
  return has_own_clock(playback) ? GridClock::steps : playback.track()->steps();
}

double scrubbed(const Playback& playback) {
  if (!can_move(playback)) return 0;
  if (has_own_clock(playback)) return playback.grid.at;
  const analysis::Track& track = *playback.track();
  const std::uint32_t index = index_now(playback);
  const std::size_t entry = track.at(index);
  // An access that is over is at its end, and one that is yet to come is at its beginning.
  const bool now = track.indices[entry] == index;
  const double part = now ? playback.position - index : track.indices[entry] < index ? 1 : 0;
  return track.start(entry) + part * track.length(entry);
}

std::optional<double> share_of_accesses(const Playback& playback) {
  if (!has_track(playback)) return std::nullopt;
  const analysis::Track& track = *playback.track();
  const std::uint32_t index = index_now(playback);
  const std::size_t entry = track.at(index);
  const std::uint32_t at = track.indices[entry];
  const double part = at == index ? playback.position - index : at < index ? 1 - rounding : 0;
  return (static_cast<double>(entry) + part) / static_cast<double>(track.indices.size());
}

void go_to_share(Playback& playback, double share) {
  if (!has_track(playback)) return;
  const std::vector<std::uint32_t>& indices = playback.track()->indices;
  constexpr double sum_error = 1e-9;  // so that the beginning of an access is not the end of the one before
  const double at = share * static_cast<double>(indices.size()) + sum_error;
  const auto entry = std::min(static_cast<std::size_t>(std::max(0.0, at)), indices.size() - 1);
  playback.position = indices[entry] + std::clamp(at - sum_error - static_cast<double>(entry), 0.0, 1 - rounding);
}

void scrub(Playback& playback, double steps) {
  if (can_move(playback)) set_position(playback, steps);
}

void advance(Playback& playback, double seconds) {
  if (!playback.playing || !can_move(playback) || !(seconds > 0)) return;
  const double all = playable_steps(playback);
  const double at = scrubbed(playback) + seconds * playback.speed();
  if (at < all) {
    set_position(playback, at);
  } else if (playback.loop) {
    set_position(playback, std::fmod(at, all));
  } else {
    set_position(playback, all);
    playback.playing = false;
  }
}

void play_for(Playback& playback, double seconds) {
  playback.playing = false;
  const double all = playable_steps(playback);
  if (all > 0 && seconds > 0)
    set_position(playback, std::fmod(scrubbed(playback) + seconds * traits_of(playback.front).speed, all));
}

void go_to(Playback& playback, std::uint32_t index) {
  if (!playback.sequence || index >= playback.sequence->records.size()) return;
  playback.position = index;
}

void step_access(Playback& playback, int direction) {
  if (!can_move(playback)) return;
  if (has_own_clock(playback)) return step_block(playback.grid, direction);
  const analysis::Track& track = *playback.track();
  const std::uint32_t index = index_now(playback);
  const std::size_t entry = track.at(index);
  // Before the first access, that one is the next. After the end of an access, that one is the previous.
  const bool stays = direction > 0 ? track.indices[entry] > index : track.indices[entry] != index || entry == 0;
  const std::size_t next = stays ? entry : direction > 0 ? entry + 1 : entry - 1;
  if (next < track.indices.size()) playback.position = track.indices[next];
}

void step_wavefront(Playback& playback, int direction) {
  if (!can_move(playback)) return;
  const double step = std::floor(scrubbed(playback) + rounding);
  set_position(playback, std::clamp(step + (direction > 0 ? 1 : -1), 0.0, playable_steps(playback) - 1));
}

void step_barrier(Playback& playback, int direction) {
  if (!can_move(playback)) return;
  if (has_own_clock(playback)) return step_wave(playback.grid, direction);
  const std::vector<std::uint32_t>& barriers = playback.sequence->barriers;
  const std::vector<std::uint32_t>& indices = playback.track()->indices;
  const std::uint32_t index = index_now(playback);
  const auto behind = [&](std::uint32_t barrier) { return at_or_behind(*playback.track(), barrier); };
  if (direction > 0) {
    const auto next = std::ranges::find_if(
        barriers, [&](std::uint32_t barrier) { return barrier > index && behind(barrier) > index; });
    playback.position = next == barriers.end() ? indices.back() : behind(*next);
  } else {
    const auto before = std::find_if(barriers.rbegin(), barriers.rend(),
                                     [&](std::uint32_t barrier) { return behind(barrier) < index; });
    playback.position = before == barriers.rend() ? indices.front() : behind(*before);
  }
}

void change_speed(Playback& playback, int direction) {
  double& speed = playback.speeds[index_of(playback.front)];
  speed = std::clamp(direction > 0 ? playback.speed() * 2 : playback.speed() / 2, min_speed, max_speed);
}

void set_focus(Playback& playback, const Focus& focus) {
  const Focus before = std::exchange(playback.focus, focus);
  if (!playback.sequence || (focus.site == before.site && focus.warp == before.warp)) return;
  if (focus.site && focus.warp) {
    // A warp that never executes the site would leave nothing to show.
    const auto& headers = playback.sequence->traced->trace.headers;
    const bool gets_there = std::ranges::any_of(headers, [&](const trace::Header& header) {
      return header.site == *focus.site && analysis::warp_of(header) == *focus.warp;
    });
    const auto other = std::ranges::find(headers, *focus.site, &trace::Header::site);
    if (!gets_there && other != headers.end()) playback.focus.warp = analysis::warp_of(*other);
  }
  renew_tracks(playback);
  snap_to_track(playback);
}

void select_line(Playback& playback, int line) {
  playback.focus.line = line;
}

std::optional<std::uint32_t> same_site(const trace::Trace& before, std::uint32_t site, const trace::Trace& after) {
  const trace::Site& wanted = before.sites[site];
  auto number = std::count_if(before.sites.begin(), before.sites.begin() + site,
                              [&](const trace::Site& other) { return differ_only_in_place(other, wanted); });
  std::optional<std::uint32_t> last;
  for (std::uint32_t other = 0; other < after.sites.size(); ++other) {
    if (!differ_only_in_place(after.sites[other], wanted)) continue;
    last = other;  // less unrolled code has fewer of these sites
    if (number-- == 0) break;
  }
  return last;
}

void follow(Playback& playback, std::shared_ptr<const analysis::AccessSequence> sequence) {
  const std::shared_ptr<const analysis::AccessSequence> before = std::exchange(playback.sequence, std::move(sequence));
  if (!playback.sequence) {
    playback.focus.site.reset();
    playback.tracks.reset();
    playback.position = 0;
    return;
  }
  const bool same_trace = before && before->traced == playback.sequence->traced;
  if (same_trace && !before->records.empty()) {
    // The sequence is sorted in another way, or as written. The moment stays at the same access.
    const double index =
        std::clamp(std::floor(playback.position), 0.0, static_cast<double>(before->records.size() - 1));
    const std::uint32_t record = before->records[static_cast<std::size_t>(index)];
    playback.position += playback.sequence->index_of_record[record] - index;
  }
  if (!same_trace && before && playback.focus.site) {
    playback.focus.site = same_site(before->traced->trace, *playback.focus.site, playback.sequence->traced->trace);
  }
  if (!before) playback.focus.site.reset();
  if (!before || (playback.focus.warp && !same_trace)) choose_known_warp(playback);
  double part = 0, part_of_access = 0;
  std::size_t entry = 0, count = 0;
  if (!same_trace && before && has_track(playback)) {
    const analysis::Track& track = *playback.track();
    const auto index = static_cast<std::uint32_t>(std::max(0.0, std::floor(playback.position)));
    count = track.indices.size();
    entry = track.at(index);
    part_of_access = track.indices[entry] == index ? playback.position - index : 0;
    part = static_cast<double>(entry) / static_cast<double>(count);
  }
  renew_tracks(playback);
  if (!same_trace && has_track(playback)) {
    const std::vector<std::uint32_t>& indices = playback.track()->indices;
    // With as many accesses as before it is the same one, otherwise the one at the same fraction.
    const std::size_t now =
        indices.size() == count ? entry : static_cast<std::size_t>(part * static_cast<double>(indices.size()));
    playback.position = indices[std::min(now, indices.size() - 1)] + part_of_access;
  }
  if (playback.position >= static_cast<double>(playback.sequence->records.size())) playback.position = 0;
  snap_to_track(playback);
}

void follow_playback(State& state) {
  follow_grid(state);
  Playback& playback = state.playback;
  if (playback.kernel != state.selection.kernel) {
    // The choices in another kernel do not apply to this one.
    playback.kernel = state.selection.kernel;
    playback.traced_revision = 0;
    playback.focus.warp.reset();
    playback.focus.lane.reset();
    playback.focus.bank.reset();
    playback.focus.byte.reset();
    playback.heat.reset();
    follow(playback, nullptr);
  }
  const bool executed = state.source.view == model::CountView::executed;
  std::shared_ptr<const analysis::Traced> traced = playback.sequence ? playback.sequence->traced : nullptr;
  const auto& result = state.known.result;
  const bool fits = result && !state.stale() && result->kernel == state.selection.kernel;
  if (fits) store_no_trace_reason(state, *result);
  if (fits && result->traced) {
    if (traced != result->traced) playback.heat.reset();  // it belongs to another setting
    traced = result->traced;
    playback.traced_revision = state.selection.revision;
    follow_heat(playback, result);
  }
  if (!traced) return;
  const analysis::AccessOrder order = traced->trace.has_clock() ? playback.order : analysis::AccessOrder::logical;
  const bool known = playback.sequence && playback.sequence->traced == traced && playback.sequence->order == order &&
                     playback.sequence->executed == executed;
  if (!known) follow(playback, analysis::sequence_of(std::move(traced), order, executed));
}

std::optional<experiments::TraceChoice> trace_choice(const State& state) {
  if (!state.playback.any_visible()) return std::nullopt;
  experiments::TraceChoice choice = state.playback.choice;
  choice.max_records = state.known.connection.remote ? max_records_far : max_records_here;
  const bool matrices = state.playback.is_visible(AnimatedView::matrices);
  choice.max_heat_records = !matrices ? 0 : state.known.connection.remote ? max_heat_far : max_heat_here;
  choice.block_times = state.playback.is_visible(AnimatedView::grid);
  return choice;
}

bool trace_is_stale(const State& state) {
  return state.playback.sequence && state.playback.traced_revision != state.selection.revision;
}

bool needs_trace(const State& state) {
  const Playback& playback = state.playback;
  if (!state.known.connected || !playback.any_visible()) return false;
  // A trace that was recorded for another view lacks the whole grid, which only a GPU records.
  const experiments::Result* result = state.current();
  const bool on_gpu = result != nullptr && result->backend == experiments::Backend::gpu;
  const bool lacks_grid = playback.is_visible(AnimatedView::matrices) && !playback.heat && on_gpu;
  const bool lacks_times = playback.is_visible(AnimatedView::grid) && on_gpu && !has_measured_times(state);
  return playback.traced_revision != state.selection.revision || lacks_grid || lacks_times;
}

Message why_no_trace(const State& state) {
  const Playback& playback = state.playback;
  return playback.no_trace_revision == state.selection.revision ? playback.no_trace : Message();
}

std::string why_no_clock(const State& state) {
  const analysis::Traced* traced = state.playback.traced();
  if (traced != nullptr && traced->trace.has_clock()) return {};
  if (state.known.machine && !state.known.machine->device.empty()) return {};
  return state.say("reason.no_clock");
}

}  // namespace lanescope::gui
