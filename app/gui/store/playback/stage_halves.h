// The split stage: the view in front twice, at the left A and at the right B, or the present setting where only one is
// kept, both at the same moment. A kept setting is a state of its own (State::halves), from which views draw as from
// any other.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>

#include "gui/store/command.h"
#include "gui/store/pins.h"

namespace lanescope::gui {

struct State;

inline constexpr std::array<std::size_t, 2> stage_halves{0, 1};  ///< left, right

/// Returns whether the stage shows two settings.
[[nodiscard]] bool is_split(const State& state);
/// Returns the number of the pin that a half shows, 0 for A; it is empty for the present setting.
[[nodiscard]] std::optional<std::size_t> pin_of_half(const Pins& pins, std::size_t half);
/// Returns what a half of the split stage is drawn from.
[[nodiscard]] const State& state_of_half(const State& state, std::size_t half);
/// Returns the half that the transport plays: the one that takes more steps, so that each of them is seen.
[[nodiscard]] std::size_t leading_half(const State& state);
/// Returns the state that the transport plays: that of the leading half, or the state itself.
[[nodiscard]] const State& played_state(const State& state);

/// Changes the playback of a half. The other one follows with follow_halves().
Outcome change_half(State& state, std::size_t half, const std::function<Outcome(State&)>& change);
/// Changes the playback that the transport plays.
Outcome change_played(State& state, const std::function<Outcome(State&)>& change);

/// Makes the halves follow the pins, and lets both show the same moment with the same things selected, as far as each
/// has them.
void follow_halves(State& state);

/// A command that was given in a half of the stage.
struct InHalf {
  std::size_t half = 0;
  Command command;
  LANESCOPE_APPLIES;
};

}  // namespace lanescope::gui
