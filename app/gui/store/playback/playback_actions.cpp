#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gui/messages.h"
#include "gui/store/actions.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/store/playback/show_view.h"
#include "gui/store/playback/stage_halves.h"

namespace lanescope::gui {
namespace {

/// Requests a run with a record of its accesses, unless one is already due for this setting.
Effects record_accesses(State& state) {
  return needs_trace(state) ? measure(state.selection) : Effects();
}

/// A manual step ends the playback.
template <auto step, int direction>
constexpr auto move = [](State& state) {
  state.playback.playing = false;
  step(state.playback, direction);
};

Outcome no_such(const char* what) {
  return failure(message<"playback.nothing_such">(what));
}

/// Selects a number below 32, or deselects it when it is already selected.
Outcome mark(Playback& playback, std::optional<std::uint32_t> Focus::*number, std::optional<std::uint32_t> wanted,
             const char* what) {
  if (wanted && *wanted >= 32) return no_such(what);
  Focus focus = playback.focus;
  focus.*number = focus.*number == wanted ? std::nullopt : wanted;
  set_focus(playback, focus);
  return Effects();
}

/// Returns the line of a site, or 0 when the site is not in the kernel's own file.
int line_of(const State& state, const trace::Site& site) {
  return same_source(site.file, state.source.text.path) ? site.line : 0;
}

/// Returns a site of that line, preferably one that the view in front shows.
std::optional<std::uint32_t> site_of_line(const State& state, int line) {
  const analysis::Traced* traced = state.playback.traced();
  if (traced == nullptr || line == 0) return std::nullopt;
  std::optional<std::uint32_t> found;
  for (std::uint32_t site = 0; const trace::Site& here : traced->trace.sites) {
    if (line_of(state, here) == line && shows(state.playback.front, here.space)) return site;
    if (line_of(state, here) == line && !found) found = site;
    ++site;
  }
  return found;
}

std::string needs_barrier(const State& state) {
  if (traits_of(state.playback.front).own_clock) return why_no_grid(state);
  if (const std::string missing = needs_accesses(state); !missing.empty()) return missing;
  return state.playback.sequence->barriers.empty() ? state.say("reason.no_barrier") : std::string();
}

void toggle_playing(Playback& playback) {
  // At the end, playback begins again.
  if (!playback.playing && scrubbed(playback) > playable_steps(playback) - 0.01) scrub(playback, 0);
  playback.playing = !playback.playing;
}

Effects toggle_clock(State& state) {
  Effects effects;
  Playback& playback = state.playback;
  const bool by_clock = playback.order == analysis::AccessOrder::logical;
  playback.order = by_clock ? analysis::AccessOrder::instrumented : analysis::AccessOrder::logical;
  if (by_clock && !(playback.sequence && playback.traced()->trace.has_clock())) {
    playback.choice.source = trace::Trace::Source::instrumented;
    playback.traced_revision = 0;  // this trace has no clock, so another one is needed
    effects = record_accesses(state);
  }
  return effects;
}

}  // namespace

Effects show_view(State& state, AnimatedView view) {
  Playback& playback = state.playback;
  Effects effects{show_panel(state, PanelPlace::view, name_of(view))};
  playback.front = view;
  if (!std::exchange(playback.visible[index_of(view)], true)) append(effects, record_accesses(state));
  return effects;
}

std::string needs_accesses(const State& state, AnimatedView view) {
  const Playback& playback = state.playback;
  if (traits_of(view).own_clock) return why_no_grid(state);
  if (!playback.sequence) return state.say("reason.no_accesses");
  if (playback.tracks && !playback.track(view)->empty()) return {};
  return state.say("reason.not_in_view", name_of(view));
}

std::string needs_accesses(const State& state) {
  return needs_accesses(state, state.playback.front);
}

std::string needs_any_access(const State& state) {
  return state.playback.sequence ? std::string() : state.say("reason.no_accesses");
}

Outcome SetViewVisible::apply(State& state, double) const {
  state.playback.visible[index_of(view)] = visible;
  return visible ? record_accesses(state) : Effects();
}

Outcome ChooseView::apply(State& state, double) const {
  state.playback.front = view;
  return Effects();
}

Outcome AdvancePlayback::apply(State& state, double) const {
  return change_played(state, [&](State& played) -> Outcome {
    advance(played.playback, static_cast<double>(time.count()) * 1e-6);
    return Effects();
  });
}

Outcome ScrubTo::apply(State& state, double) const {
  TRY_STATUS(possible(needs_accesses(state)));
  state.playback.playing = false;
  scrub(state.playback, steps);
  return Effects();
}

Outcome ChooseRecord::apply(State& state, double) const {
  Playback& playback = state.playback;
  TRY_STATUS(possible(needs_any_access(state)));
  if (record >= playback.sequence->records.size()) return no_such("record of the trace");
  const std::uint32_t index = playback.sequence->index_of_record[record];
  playback.playing = false;
  go_to(playback, index);
  const trace::Header& header = playback.sequence->header(index);
  Focus focus = playback.focus;
  focus.warp = analysis::warp_of(header);
  if (focus.site) focus.site = header.site;
  set_focus(playback, focus);
  go_to(playback, index);
  return Effects();
}

Outcome ChooseSite::apply(State& state, double) const {
  TRY_STATUS(possible(needs_any_access(state)));
  if (site && *site >= state.playback.traced()->trace.sites.size()) return no_such("site of the trace");
  Focus focus = state.playback.focus;
  focus.site = site;
  set_focus(state.playback, focus);
  return Effects();
}

Outcome ChooseWarp::apply(State& state, double) const {
  TRY_STATUS(possible(needs_any_access(state)));
  const auto& warps = state.playback.sequence->warps;
  if (index && *index >= warps.size()) return no_such("warp");
  Focus focus = state.playback.focus;
  focus.warp = index ? std::optional(warps[*index]) : std::nullopt;
  set_focus(state.playback, focus);
  return Effects();
}

Outcome ChooseLane::apply(State& state, double) const {
  return mark(state.playback, &Focus::lane, lane, "lane");
}

Outcome ChooseBank::apply(State& state, double) const {
  return mark(state.playback, &Focus::bank, bank, "bank");
}

Outcome ChooseByte::apply(State& state, double) const {
  TRY_STATUS(possible(needs_any_access(state)));
  SelectedByte byte{.offset = offset.value_or(0)};
  if (offset && !buffer.empty()) {
    const auto& buffers = state.playback.traced()->trace.buffers;
    const auto found = std::ranges::find(buffers, buffer, &trace::Trace::Buffer::name);
    if (found == buffers.end()) {
      return failure(message<"playback.no_buffer">(buffer), state.selection.kernel);
    }
    byte.space = trace::Space::global;
    byte.buffer = static_cast<std::uint32_t>(found - buffers.begin());
  }
  Focus focus = state.playback.focus;
  focus.byte = !offset || focus.byte == byte ? std::nullopt : std::optional(byte);
  set_focus(state.playback, focus);
  return Effects();
}

Outcome PlaceCamera::apply(State& state, double) const {
  state.playback.cameras[view] = camera;
  return Effects();
}

std::span<const Action> playback_actions() {
  static constexpr std::array table{
      Action{"toggle_playing", "Play", "Space", "Views/Playback", "Plays or pauses the accesses.",
             [](State& state) { toggle_playing(state.playback); }, needs_accesses,
             is_set<&State::playback, &Playback::playing>},
      Action{"next_access", "Next access", ".", "Views/Playback", "Goes to the next access.", move<step_access, 1>,
             needs_accesses},
      Action{"previous_access", "Previous access", ",", "Views/Playback", "Goes to the previous access.",
             move<step_access, -1>, needs_accesses},
      Action{"next_wavefront", "Next wavefront", "]", "Views/Playback", "Goes to the next wavefront of shared memory.",
             move<step_wavefront, 1>, needs_accesses},
      Action{"previous_wavefront", "Previous wavefront", "[", "Views/Playback", "Goes to the previous wavefront.",
             move<step_wavefront, -1>, needs_accesses},
      Action{"next_barrier", "Next barrier", "Shift+.", "Views/Playback",
             "Goes to the first access after the next barrier.", move<step_barrier, 1>, needs_barrier},
      Action{"previous_barrier", "Previous barrier", "Shift+,", "Views/Playback", "Goes to the previous barrier.",
             move<step_barrier, -1>, needs_barrier},
      Action{"faster", "Faster", "Shift+]", "Views/Playback", "Plays twice as fast.",
             [](State& state) { change_speed(state.playback, 1); }},
      Action{"slower", "Slower", "Shift+[", "Views/Playback", "Plays half as fast.",
             [](State& state) { change_speed(state.playback, -1); }},
      Action{"automatic_speed", "Automatic speed", "", "Views/Playback", "Plays everything in about 8 s.",
             [](State& state) { state.playback.speeds[index_of(state.playback.front)] = 0; }},
      Action{"toggle_loop", "Loop", "", "Views/Playback", "Starts again at the end.",
             toggle<&State::playback, &Playback::loop>, nullptr, is_set<&State::playback, &Playback::loop>},
      Action{"toggle_levels", "Memory levels", "Shift+M", "Views/Drawing",
             "Colours accesses by the level that is predicted to serve them: L1, L2 or device memory.",
             toggle<&State::playback, &Playback::levels>, nullptr, is_set<&State::playback, &Playback::levels>},
      Action{"toggle_clock", "Instrumented time", "", "Views/Playback",
             "Orders the accesses by the GPU clock of an instrumented run.",
             [](State& state) { return toggle_clock(state); }, why_no_clock,
             [](const State& state) { return state.playback.order == analysis::AccessOrder::instrumented; }},
  };
  return table;
}

SelectedLine selected_line(const State& state) {
  const auto shown = shown_access(state.playback, state.playback.front);
  return {state.playback.focus.site, shown ? shown->record : 0, state.playback.focus.line};
}

Effects sync_selection(State& state, const SelectedLine& before) {
  const Playback& playback = state.playback;
  if (!playback.any_visible() || !playback.sequence) return {};
  const auto now = shown_access(playback, playback.front);
  const int line = now ? line_of(state, playback.sequence->site(now->index)) : 0;
  if (before.line != state.playback.focus.line) {
    // A line was chosen, so the views go to its accesses.
    const auto site = site_of_line(state, state.playback.focus.line);
    if (site && !(now && line == state.playback.focus.line)) {
      Focus focus = state.playback.focus;
      focus.site = site;
      set_focus(state.playback, focus);
    }
    // Playback would leave a line without accesses at once.
    if (!site && state.playback.focus.line != 0) state.playback.playing = false;
    return {};
  }
  const bool moved = now && (now->record != before.record || playback.focus.site != before.site);
  if (!moved || line == 0 || line == state.playback.focus.line) return {};
  select_line(state.playback, line);
  // A close-up plays one access after the other. Where all of them play, a text that scrolls could not be read.
  if (playback.playing && !traits_of(playback.front).is_close_up) return {};
  return {ScrollSource{}};
}

}  // namespace lanescope::gui
