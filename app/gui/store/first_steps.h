// What the window says to a new user: one sentence after the other, each until it was done, or until all were
// dismissed.
#pragma once

#include <optional>
#include <string_view>

#include "base/names.h"

namespace lanescope::gui {

struct State;

enum class FirstStep {
  pad,       ///< take the bank conflict of the first kernel away
  why,       ///< see why that made it faster
  block,     ///< change the block shape
  own_file,  ///< open a file of one's own
  lecture,   ///< add a moment to a lecture of one's own
  done       ///< nothing is said any more
};
inline constexpr EnumNames<6> first_step_names{"pad", "why", "block", "own_file", "lecture", "done"};
[[nodiscard]] constexpr std::string_view name_of(FirstStep step) {
  return enum_name(first_step_names, step);
}

/// Goes on to the next step when the present one was done. It must follow every command.
void follow_first_steps(State& state);
/// Returns the action that does what the sentence says, or an empty name when that is a change of a knob.
[[nodiscard]] std::string_view action_of(FirstStep step);

}  // namespace lanescope::gui
