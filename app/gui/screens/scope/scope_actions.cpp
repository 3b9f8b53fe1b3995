#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "gui/messages.h"
#include "gui/screens/scope/scope_commands.h"
#include "gui/screens/scope/scope_view_model.h"
#include "gui/store/actions.h"

namespace lanescope::gui {
namespace {

constexpr double zoom_step = 2, pan_step = 0.25;  // pan_step is a fraction of the span
constexpr double min_span = 0.5, max_span = 3600;

/// Stops the picture at what is visible now.
void pause(State& state) {
  if (state.scope.paused()) return;
  state.scope.zero = newest_event(state.known.history);
  state.scope.last = state.scope.zero;
}

void go_live(ScopeState& scope) {
  scope.last.reset();
  scope.span = whole_scope_span;
}

void zoom_by(ScopeState& scope, double factor) {
  const double span = std::clamp(scope.span * factor, min_span, max_span);
  // In a stopped picture the middle stays in place, and otherwise the newest event does.
  if (scope.last) *scope.last += (span - scope.span) / 2;
  scope.span = span;
}

void pan_by(State& state, double part) {
  pause(state);
  *state.scope.last += part * state.scope.span;
}

std::string needs_history(const State& state) {
  const History& history = state.known.history;
  return history.samples.empty() && history.changes.empty() ? state.say("reason.nothing_recorded") : std::string();
}

}  // namespace

Outcome ViewScope::apply(State& state, double) const {
  const double wanted = last - first;
  if (!(wanted >= min_span && wanted <= max_span)) {
    return failure(message<"scope.range">(first, last), "", message<"scope.range_remedy">(min_span, max_span));
  }
  pause(state);
  state.scope.last = last;
  state.scope.span = wanted;
  return Effects();
}

std::span<const Action> scope_actions() {
  static constexpr std::array table{
      Action{"clear_scope", "Clear the scope", "Ctrl+L", "Views/Bandwidth", "Removes the measurements drawn so far.",
             [](State& state) {
               state.scope.cleared = std::make_shared<const History>(std::exchange(state.known.history, {}));
               go_live(state.scope);
             },
             needs_history},
      Action{"toggle_scope_pause", "Pause the scope", "Shift+Space", "Views/Bandwidth",
             "Pauses the bandwidth plot; measuring continues.",
             [](State& state) { state.scope.paused() ? state.scope.last.reset() : pause(state); }, needs_history,
             [](const State& state) { return state.scope.paused(); }, "Pause"},
      Action{"scope_live", "Back to live", "End", "Views/Bandwidth",
             "Makes the plot follow the latest measurement again.", [](State& state) { go_live(state.scope); },
             [](const State& state) {
               const bool moved = state.scope.paused() || state.scope.span != whole_scope_span;
               return moved ? std::string() : state.say("reason.follows");
             }},
      Action{"scope_zoom_in", "Zoom the scope in", "Ctrl+Shift+UpArrow", "Views/Bandwidth",
             "Shows half of the time range.", [](State& state) { zoom_by(state.scope, 1 / zoom_step); }},
      Action{"scope_zoom_out", "Zoom the scope out", "Ctrl+Shift+DownArrow", "Views/Bandwidth",
             "Shows twice the time range.", [](State& state) { zoom_by(state.scope, zoom_step); }},
      Action{"scope_earlier", "Scope: earlier", "Ctrl+Shift+LeftArrow", "Views/Bandwidth",
             "Scrolls the bandwidth plot back in time.", [](State& state) { pan_by(state, -pan_step); }, needs_history},
      Action{"scope_later", "Scope: later", "Ctrl+Shift+RightArrow", "Views/Bandwidth",
             "Scrolls the bandwidth plot forward in time.", [](State& state) { pan_by(state, pan_step); },
             needs_history},
  };
  return table;
}

}  // namespace lanescope::gui
