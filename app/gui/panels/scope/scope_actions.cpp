#include "gui/panels/scope/scope_actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"
#include "gui/panels/scope/scope_view_model.h"
#include "gui/state/actions.h"
#include "gui/state/state.h"

namespace warpscope::gui {

namespace {

constexpr double zoom_step = 2, pan_step = 0.25;  // pan: of the span
constexpr double min_span = 0.5, max_span = 3600;

/// Stands still at what is seen now.
void pause(State& state) {
  if (state.scope.paused()) return;
  state.scope.zero = newest_event(state.known.history);
  state.scope.last = state.scope.zero;
}

Status zoom_by(State& state, double factor) {
  const double span = std::clamp(state.scope.span * factor, min_span, max_span);
  // Standing still, the middle stays; else the newest event does.
  if (state.scope.last) *state.scope.last += (span - state.scope.span) / 2;
  state.scope.span = span;
  return {};
}

Status pan_by(State& state, double part) {
  pause(state);
  *state.scope.last += part * state.scope.span;
  return {};
}

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace

std::string needs_history(const State& state) {
  return state.known.history.samples.empty() && state.known.history.changes.empty()
             ? state.say("reason.nothing_recorded")
             : std::string();
}

bool is_scope_paused(const State& state) {
  return state.scope.paused();
}

std::string needs_moved_scope(const State& state) {
  const bool moved = state.scope.paused() || state.scope.span != whole_scope_span;
  return moved ? std::string() : state.say("reason.follows");
}

Status clear_scope(State& state, const Command& command, double seconds) {
  state.known.history = {};
  return scope_live(state, command, seconds);
}

Status toggle_scope_pause(State& state, const Command&, double) {
  if (state.scope.paused()) {
    state.scope.last.reset();
  } else {
    pause(state);
  }
  return {};
}

Status scope_live(State& state, const Command&, double) {
  state.scope.last.reset();
  state.scope.span = whole_scope_span;
  return {};
}

Status scope_zoom_in(State& state, const Command&, double) {
  return zoom_by(state, 1 / zoom_step);
}
Status scope_zoom_out(State& state, const Command&, double) {
  return zoom_by(state, zoom_step);
}
Status scope_earlier(State& state, const Command&, double) {
  return pan_by(state, -pan_step);
}
Status scope_later(State& state, const Command&, double) {
  return pan_by(state, pan_step);
}

Status view_scope(State& state, const Command& command, double) {
  const std::vector<std::string_view> edges = split(command.target, ' ');
  const auto first = edges.size() == 2 ? number_of(edges[0]) : std::nullopt;
  const auto last = edges.size() == 2 ? number_of(edges[1]) : std::nullopt;
  if (!first || !last || *last - *first < min_span || *last - *first > max_span) {
    return failure(fmt::format("the scope cannot show '{}'", command.target), "",
                   fmt::format("give its first and last second, {} to {} apart", min_span, max_span));
  }
  pause(state);
  state.scope.last = *last;
  state.scope.span = *last - *first;
  return {};
}

}  // namespace warpscope::gui
