// The lines of the kernel's file that cause a traffic of the memory chart.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gui/store/pages/pages_state.h"

namespace lanescope::gui {

class Language;
struct State;

struct TrafficLine {
  int line = 0;            ///< of the kernel's file, from 1
  std::uint64_t cost = 0;  ///< sectors of global and local memory, wavefronts of shared memory, else requests
};

/// Returns the lines whose accesses cause the traffic, the most costly first. What the cache holds is not taken off,
/// so traffic behind a cache has the lines of the accesses that may cause it.
[[nodiscard]] std::vector<TrafficLine> traffic_lines(const State& state, Traffic traffic);

/// Returns "global loads".
[[nodiscard]] std::string word_of(const Language& language, Traffic traffic);

}  // namespace lanescope::gui
