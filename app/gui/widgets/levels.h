// Which level of memory answers the accesses that the views show: the L1, the L2 or the device memory, as the model
// predicts it for a block in the midst of the grid. The views colour by it while Playback::levels is on.
#pragma once

#include <cstdint>
#include <string>

#include "analysis/access_sequence.h"
#include "predict/counts/served.h"

namespace lanescope::gui {

struct State;

using predict::Level;

/// Returns the level that answers a lane of a record; unknown where nothing is predicted.
[[nodiscard]] Level level_of_lane(const analysis::Traced& traced, std::uint32_t record, std::uint32_t lane);
/// Returns the level that answers a sector, which is that of the first lane of the mask that has one.
[[nodiscard]] Level level_of_lanes(const analysis::Traced& traced, std::uint32_t record, std::uint32_t lanes);

/// Returns where the value comes from that a lane moves to or from shared memory: the level that answered the last load
/// of that value. A value that was computed comes from no level. `index` is that of an access to shared memory.
[[nodiscard]] Level level_of_value(const analysis::AccessSequence& sequence, std::uint32_t index, std::uint32_t lane);

/// Returns the letter that stands on what a level answered: "1", "2", "M", or nothing.
[[nodiscard]] const char* letter_of(Level level);
/// Returns "L1", "L2", "device memory", "not known".
[[nodiscard]] std::string word_of(const State& state, Level level);

/// Returns a sentence about the levels of the lanes of an access to global or local memory, with a legend; it begins
/// with a blank. Empty while Playback::levels is off.
[[nodiscard]] std::string levels_caption(const State& state, std::uint32_t index);
/// Returns the same about the values of an access to shared memory.
[[nodiscard]] std::string value_levels_caption(const State& state, std::uint32_t index);

}  // namespace lanescope::gui
