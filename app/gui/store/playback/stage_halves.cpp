#include "gui/store/playback/stage_halves.h"

#include <algorithm>
#include <utility>

#include "analysis/grid_times.h"
#include "gui/store/state.h"

namespace lanescope::gui {
namespace {

/// Returns the pin of a half that is not the present setting, or null.
const Pin* kept_in_half(const State& state, std::size_t half) {
  const auto number = pin_of_half(state.pins, half);
  const Pin* const pin = number ? &*state.pins.pins[*number] : nullptr;
  const bool is_present = pin == nullptr || (pin->kernel == state.selection.kernel &&
                                             pin->revision == state.selection.revision && state.definition());
  return is_present ? nullptr : pin;
}

State& state_of(State& state, std::size_t half) {
  return &state_of_half(state, half) == &state ? state : state.halves[half];
}

/// Returns the half that the other one follows: the present setting, which commands of the window change, else B.
std::size_t followed_half(const State& state) {
  return &state_of_half(state, 1) != &state && &state_of_half(state, 0) == &state ? 0 : 1;
}

/// Returns the warp of `after` that corresponds to one of `before`.
std::optional<analysis::WarpId> same_warp(const Playback& before, const Playback& after) {
  const auto& warp = before.focus.warp;
  if (!warp || !before.sequence || !after.sequence) return std::nullopt;
  const auto &from = before.sequence->warps, &to = after.sequence->warps;
  const auto at = std::ranges::find(from, *warp);
  if (from.size() == to.size() && at != from.end()) return to[static_cast<std::size_t>(at - from.begin())];
  if (std::ranges::find(to, *warp) != to.end()) return warp;
  const auto same_number = std::ranges::find(to, warp->warp, &analysis::WarpId::warp);
  return same_number == to.end() ? std::nullopt : std::optional(*same_number);
}

std::optional<SelectedByte> same_byte(const Playback& before, const Playback& after) {
  std::optional<SelectedByte> byte = before.focus.byte;
  if (!byte || byte->space == trace::Space::shared || !before.sequence || !after.sequence) return byte;
  const auto& buffers = after.traced()->trace.buffers;
  const std::string& name = before.traced()->trace.buffers[byte->buffer].name;
  const auto found = std::ranges::find(buffers, name, &trace::Trace::Buffer::name);
  if (found == buffers.end()) return std::nullopt;
  byte->buffer = static_cast<std::uint32_t>(found - buffers.begin());
  return byte;
}

bool has_block(const GridClock& clock, const std::optional<GridBlock>& block) {
  return block && clock.times && block->launch < clock.times->launches.size() &&
         block->block < clock.times->runs_of(block->launch).size();
}

/// Takes what is chosen about how the views play and draw.
void take_choices(State& state, const State& from) {
  Playback& playback = state.playback;
  const Playback& other = from.playback;
  playback.order = other.order;
  playback.front = other.front;
  playback.playing = other.playing;
  playback.loop = other.loop;
  playback.levels = other.levels;
  playback.speeds = other.speeds;
  playback.visible = other.visible;
  playback.cameras = other.cameras;
  playback.choice = other.choice;
  state.warps = from.warps;
  state.tree = from.tree;
  state.tiles = from.tiles;
  state.grid = from.grid;
  state.source.view = from.source.view;
}

/// Takes the moment, and what is selected.
void take_moment(Playback& playback, const Playback& from) {
  playback.grid.at = from.grid.at;
  playback.grid.chosen = has_block(playback.grid, from.grid.chosen) ? from.grid.chosen : std::nullopt;
  if (!playback.sequence || !from.sequence) return;
  Focus focus = from.focus;
  focus.line = playback.focus.line;
  const auto& site = from.focus.site;
  const bool same_kernel = playback.kernel == from.kernel;
  focus.site = site && same_kernel ? same_site(from.traced()->trace, *site, playback.traced()->trace) : std::nullopt;
  focus.warp = same_warp(from, playback);
  focus.byte = same_byte(from, playback);
  if (!(focus == playback.focus)) set_focus(playback, focus);
  if (const auto share = share_of_accesses(from)) go_to_share(playback, *share);
}

/// What a kept setting is drawn from.
State state_of_pin(const State& state, const Pin& pin) {
  State half;
  half.known.catalogue = state.known.catalogue;
  half.known.machine = state.known.machine;
  half.known.result = pin.traced ? pin.traced : pin.compiled;
  half.selection.kernel = pin.kernel;
  half.selection.values[pin.kernel] = pin.values;
  half.selection.seed = state.selection.seed;
  half.ui.language = state.ui.language;
  half.source.named = state.source.named;
  half.source.ptx_lines = state.source.ptx_lines;
  // The text may have been edited since; its lines are then others.
  const auto definition = half.definition();
  if (definition && half.known.result && definition->source.text == half.known.result->source) follow_source_text(half);
  return half;
}

void follow_pin(State& half, const State& state, const Pin& pin) {
  const bool same = half.selection.kernel == pin.kernel && half.current_values() == pin.values &&
                    half.known.catalogue == state.known.catalogue && half.ui.language == state.ui.language &&
                    half.known.result == (pin.traced ? pin.traced : pin.compiled);
  if (!same) half = state_of_pin(state, pin);
  half.ui.workspace = state.ui.workspace;
  half.ui.theme = state.ui.theme;
  half.ui.hide_private_words = state.ui.hide_private_words;
}

}  // namespace

bool is_split(const State& state) {
  return state.pins.on_stage && state.pins.any();
}

std::optional<std::size_t> pin_of_half(const Pins& pins, std::size_t half) {
  for (std::size_t number = 0; number < max_pins; ++number) {
    if (pins.pins[number] && half-- == 0) return number;
  }
  return std::nullopt;
}

const State& state_of_half(const State& state, std::size_t half) {
  return kept_in_half(state, half) != nullptr && half < state.halves.size() ? state.halves[half] : state;
}

std::size_t leading_half(const State& state) {
  const auto steps = [&](std::size_t half) { return playable_steps(state_of_half(state, half).playback); };
  return steps(0) > steps(1) ? 0 : 1;
}

const State& played_state(const State& state) {
  return is_split(state) ? state_of_half(state, leading_half(state)) : state;
}

Outcome change_half(State& state, std::size_t half, const std::function<Outcome(State&)>& change) {
  State& changed = state_of(state, half);
  TRY(Effects effects, change(changed));
  State& followed = state_of(state, followed_half(state));
  if (&changed != &state) take_choices(state, changed);
  if (&changed != &followed) take_moment(followed.playback, changed.playback);
  return effects;
}

Outcome change_played(State& state, const std::function<Outcome(State&)>& change) {
  return is_split(state) ? change_half(state, leading_half(state), change) : change(state);
}

void follow_halves(State& state) {
  if (!is_split(state)) {
    state.halves.clear();
    return;
  }
  state.halves.resize(stage_halves.size());
  const std::size_t followed = followed_half(state);
  // The one that is followed comes first.
  for (const std::size_t half : {followed, 1 - followed}) {
    const Pin* const pin = kept_in_half(state, half);
    if (pin == nullptr) continue;
    State& here = state.halves[half];
    follow_pin(here, state, *pin);
    take_choices(here, state);
    follow_playback(here);
    if (half != followed) take_moment(here.playback, state_of_half(state, followed).playback);
  }
}

Outcome InHalf::apply(State& state, double seconds) const {
  return change_half(state, half, [&](State& changed) { return command.apply(changed, seconds); });
}

}  // namespace lanescope::gui
