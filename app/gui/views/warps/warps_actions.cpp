#include "gui/views/warps/warps_actions.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "gui/state/actions.h"
#include "gui/state/state.h"

namespace warpscope::gui {

namespace {

/// Moved and shortened until it lies within 0 and 1 and is not too short to draw.
void see(WarpsChoice& choice, double from, double to) {
  const double part = std::clamp(to - from, smallest_part, 1.0);
  choice.from = std::clamp(from, 0.0, 1 - part);
  choice.to = choice.from + part;
}

void zoom(State& state, double factor) {
  WarpsChoice& choice = state.warps;
  const double middle = (choice.from + choice.to) / 2, half = (choice.to - choice.from) / 2 * factor;
  see(choice, middle - half, middle + half);
}

std::optional<double> share_in(std::string_view& text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  double value = 0;
  const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (wrong != std::errc() || !std::isfinite(value)) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

}  // namespace

std::string needs_logical_order(const State& state) {
  const AccessSequence* sequence = state.playback.sequence.get();
  if (sequence == nullptr) return state.say("reason.no_accesses");
  return sequence->order == AccessOrder::logical ? std::string() : state.say("reason.by_clock");
}

std::string needs_multiprocessors(const State& state) {
  const lab::Traced* traced = state.playback.traced();
  if (traced == nullptr) return state.say("reason.no_accesses");
  return traced->trace.has_multiprocessors() ? std::string() : state.say("reason.no_multiprocessors");
}

Status toggle_one_at_a_time(State& state, const Command&, double) {
  state.warps.one_at_a_time = !state.warps.one_at_a_time;
  return {};
}

Status toggle_by_multiprocessor(State& state, const Command&, double) {
  state.warps.by_multiprocessor = !state.warps.by_multiprocessor;
  return {};
}

Status zoom_warps_in(State& state, const Command&, double) {
  zoom(state, 0.5);
  return {};
}

Status zoom_warps_out(State& state, const Command&, double) {
  zoom(state, 2);
  return {};
}

Status fit_warps(State& state, const Command&, double) {
  see(state.warps, 0, 1);
  return {};
}

Status see_moments(State& state, const Command& command, double) {
  std::string_view rest = command.target;
  const std::optional<double> from = share_in(rest), to = from ? share_in(rest) : std::nullopt;
  if (!to || *to <= *from) return failure("no part of the time was named", "", "name two shares of it: \"0.25 0.5\"");
  see(state.warps, *from, *to);
  return {};
}

bool is_one_at_a_time(const State& state) {
  return state.warps.one_at_a_time;
}
bool is_by_multiprocessor(const State& state) {
  return state.warps.by_multiprocessor;
}

}  // namespace warpscope::gui
