#include "gui/views/playback/playback_actions.h"

#include <fmt/format.h>

#include <algorithm>

#include "gui/state/actions.h"
#include "gui/state/run_actions.h"

namespace warpscope::gui {

namespace {

/// A run with a record of its accesses is wanted, unless one is under way for this setting anyway.
void want_trace(State& state) {
  if (needs_trace(state)) want_run(state);
}

Status show_view(State& state, AnimatedView view) {
  Playback& playback = state.playback;
  // A picture of a warp needs room: the designed layout gives it the large index. A layout of one's own stays.
  if (!playback.any_visible() && !state.ui.layouts.lecture && state.ui.layouts.chosen.empty()) {
    state.ui.wide = true;
    ++state.layout_resets;
  }
  ++playback.fronts_wanted[index_of(view)];
  choose_front(playback, view);
  if (!playback.visible[index_of(view)]) {
    playback.visible[index_of(view)] = true;
    want_trace(state);
  }
  return {};
}

Status no_number(const char* what) {
  return failure(fmt::format("no {} was named", what));
}

/// Chosen again, it is chosen no more.
Status toggle_of_32(std::optional<std::uint32_t>& chosen, const Command& command, const char* what) {
  const std::int64_t* number = number_in(command);
  if (number == nullptr || *number < -1 || *number >= 32) return no_number(what);
  const auto wanted = *number < 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(*number));
  chosen = chosen == wanted ? std::nullopt : wanted;
  return {};
}

std::optional<ShownAccess> at_the_front(const State& state) {
  return shown_access(state.playback, state.playback.front);
}

/// The line of a site, when it stands in the kernel's own file.
int line_of(const State& state, const trace::Site& site) {
  return site.file == state.source.text.path ? site.line : 0;
}

/// A site of that line: one that the view in front shows, if there is one.
std::optional<std::uint32_t> site_of_line(const State& state, int line) {
  const lab::Traced* traced = state.playback.traced();
  if (traced == nullptr || line == 0) return std::nullopt;
  std::optional<std::uint32_t> found;
  for (std::uint32_t site = 0; site < traced->trace.sites.size(); ++site) {
    if (line_of(state, traced->trace.sites[site]) != line) continue;
    if (shows(state.playback.front, traced->trace.sites[site].space)) return site;
    if (!found) found = site;
  }
  return found;
}

}  // namespace

std::string needs_accesses(const State& state) {
  const Playback& playback = state.playback;
  if (!playback.sequence) return state.say("reason.no_accesses");
  if (playback.tracks && !playback.track()->empty()) return {};
  return state.say("reason.not_in_view", name_of(playback.front));
}

std::string needs_trace_at_all(const State& state) {
  return state.playback.sequence ? std::string() : state.say("reason.no_accesses");
}

std::string needs_barrier(const State& state) {
  if (const std::string missing = needs_accesses(state); !missing.empty()) return missing;
  return state.playback.sequence->barriers.empty() ? state.say("reason.no_barrier") : std::string();
}

std::string needs_clock(const State& state) {
  return why_no_clock(state);
}

Status show_banks(State& state, const Command&, double) {
  return show_view(state, AnimatedView::banks);
}
Status show_sectors(State& state, const Command&, double) {
  return show_view(state, AnimatedView::sectors);
}
Status show_matrices(State& state, const Command&, double) {
  return show_view(state, AnimatedView::matrices);
}
Status show_warps(State& state, const Command&, double) {
  return show_view(state, AnimatedView::warps);
}

Status see_view(State& state, const Command& command, double) {
  const auto view = animated_view_named(command.target);
  const std::int64_t* seen = number_in(command);
  if (!view || seen == nullptr) return no_number("view");
  state.playback.visible[index_of(*view)] = *seen != 0;
  if (*seen != 0) want_trace(state);
  return {};
}

Status choose_view(State& state, const Command& command, double) {
  const auto view = animated_view_named(command.target);
  if (!view) return no_number("view");
  choose_front(state.playback, *view);
  return {};
}

Status toggle_playing(State& state, const Command&, double) {
  Playback& playback = state.playback;
  // Played to the end: from the beginning.
  const auto all = static_cast<double>(playback.track()->steps());
  if (!playback.playing && scrubbed(playback) > all - 0.01) scrub(playback, 0);
  playback.playing = !playback.playing;
  return {};
}

Status next_access(State& state, const Command&, double) {
  state.playback.playing = false;
  step_access(state.playback, 1);
  return {};
}
Status previous_access(State& state, const Command&, double) {
  state.playback.playing = false;
  step_access(state.playback, -1);
  return {};
}
Status next_wavefront(State& state, const Command&, double) {
  state.playback.playing = false;
  step_wavefront(state.playback, 1);
  return {};
}
Status previous_wavefront(State& state, const Command&, double) {
  state.playback.playing = false;
  step_wavefront(state.playback, -1);
  return {};
}
Status next_barrier(State& state, const Command&, double) {
  state.playback.playing = false;
  step_barrier(state.playback, 1);
  return {};
}
Status previous_barrier(State& state, const Command&, double) {
  state.playback.playing = false;
  step_barrier(state.playback, -1);
  return {};
}

Status faster(State& state, const Command&, double) {
  change_speed(state.playback, 1);
  return {};
}
Status slower(State& state, const Command&, double) {
  change_speed(state.playback, -1);
  return {};
}

Status toggle_loop(State& state, const Command&, double) {
  state.playback.loop = !state.playback.loop;
  return {};
}

Status toggle_clock(State& state, const Command&, double) {
  Playback& playback = state.playback;
  const bool by_clock = playback.order == AccessOrder::logical;
  playback.order = by_clock ? AccessOrder::instrumented : AccessOrder::logical;
  const lab::Traced* traced = playback.traced();
  if (by_clock && (traced == nullptr || !traced->trace.has_clock())) {
    playback.choice.source = trace::Trace::Source::instrumented;
    playback.traced_revision = 0;  // this trace has no clock: another one is wanted
    want_trace(state);
  }
  refresh_playback(state);
  return {};
}

Status pass_time(State& state, const Command& command, double) {
  const std::int64_t* microseconds = number_in(command);
  if (microseconds == nullptr) return no_number("time");
  advance(state.playback, static_cast<double>(*microseconds) * 1e-6);
  return {};
}

Status scrub_to(State& state, const Command& command, double) {
  const std::int64_t* thousandths = number_in(command);
  if (thousandths == nullptr) return no_number("moment");
  state.playback.playing = false;
  scrub(state.playback, static_cast<double>(*thousandths) * 1e-3);
  return {};
}

Status choose_record(State& state, const Command& command, double) {
  Playback& playback = state.playback;
  const std::int64_t* record = number_in(command);
  const auto count = static_cast<std::int64_t>(playback.sequence->records.size());
  if (record == nullptr || *record < 0 || *record >= count) return no_number("record of the trace");
  const std::uint32_t index = playback.sequence->index_of_record[static_cast<std::size_t>(*record)];
  playback.playing = false;
  go_to(playback, index);
  const trace::Header& header = playback.sequence->header(index);
  if (playback.warp != warp_of(header)) choose_warp(playback, warp_of(header));
  if (playback.site && *playback.site != header.site) choose_site(playback, header.site);
  go_to(playback, index);
  return {};
}

Status choose_watched_site(State& state, const Command& command, double) {
  const std::int64_t* site = number_in(command);
  const auto count = static_cast<std::int64_t>(state.playback.traced()->trace.sites.size());
  if (site == nullptr || *site < -1 || *site >= count) return no_number("site of the trace");
  choose_site(state.playback, *site < 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(*site)));
  return {};
}

Status choose_watched_warp(State& state, const Command& command, double) {
  const std::int64_t* index = number_in(command);
  const auto& warps = state.playback.sequence->warps;
  if (index == nullptr || *index < -1 || *index >= static_cast<std::int64_t>(warps.size())) return no_number("warp");
  choose_warp(state.playback, *index < 0 ? std::nullopt : std::optional(warps[static_cast<std::size_t>(*index)]));
  return {};
}

Status choose_lane(State& state, const Command& command, double) {
  return toggle_of_32(state.playback.lane, command, "lane");
}

Status choose_bank(State& state, const Command& command, double) {
  return toggle_of_32(state.playback.bank, command, "bank");
}

Status choose_byte(State& state, const Command& command, double) {
  const std::int64_t* offset = number_in(command);
  if (offset == nullptr || *offset < -1) return no_number("byte");
  if (*offset < 0) {
    state.playback.byte.reset();
    return {};
  }
  SelectedByte byte;
  byte.offset = static_cast<std::uint64_t>(*offset);
  if (!command.target.empty()) {
    const auto& buffers = state.playback.traced()->trace.buffers;
    const auto found = std::find_if(buffers.begin(), buffers.end(),
                                    [&](const trace::Trace::Buffer& buffer) { return buffer.name == command.target; });
    if (found == buffers.end())
      return failure(fmt::format("there is no buffer {}", command.target), state.selection.kernel);
    byte.space = trace::Space::global;
    byte.buffer = static_cast<std::uint32_t>(found - buffers.begin());
  }
  state.playback.byte = state.playback.byte == byte ? std::nullopt : std::optional(byte);
  return {};
}

bool is_playing(const State& state) {
  return state.playback.playing;
}
bool is_looping(const State& state) {
  return state.playback.loop;
}
bool is_by_clock(const State& state) {
  return state.playback.order == AccessOrder::instrumented;
}

SelectedLine selected_line(const State& state) {
  const auto shown = at_the_front(state);
  return {state.playback.site, shown ? shown->record : 0, state.source.selected, state.playback.position};
}

void sync_selection(State& state, const SelectedLine& before) {
  const Playback& playback = state.playback;
  if (!playback.any_visible() || !playback.sequence) return;
  if (before.line != state.source.selected) {
    // A line was chosen: the views go to what it does.
    const auto site = site_of_line(state, state.source.selected);
    const auto now = at_the_front(state);
    const bool there = now && site && line_of(state, playback.sequence->site(now->index)) == state.source.selected;
    if (site && !there) choose_site(state.playback, site);
    return;
  }
  const auto now = at_the_front(state);
  if (!now || (now->record == before.record && playback.site == before.site)) return;
  const int line = line_of(state, playback.sequence->site(now->index));
  if (line == 0 || line == state.source.selected) return;
  state.source.selected = line;
  if (!playback.playing) ++state.source.jumps;  // while it plays, a text that jumps about cannot be read
}

}  // namespace warpscope::gui
