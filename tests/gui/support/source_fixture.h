// A kernel with costs at its lines, PTX and machine code: made up, for the tests of the Source and Occupancy panels.
#pragma once

#include <functional>

#include "gui/support/fixture.h"

namespace lanescope::gui::test {

/// Lines of kernel_text(): the guard, and the one with the load and the store.
[[nodiscard]] int line_of(const State& state, const std::string& words);

/// The emulator's answer: the access line loads 96 sectors of 96 and stores 768 of 96 as executed; the line before it
/// reads shared memory with 64 wavefronts for 32, and as written with 128 for 32. PTX and SASS of both lines, and
/// curves of occupancy that registers limit.
[[nodiscard]] experiments::Result with_costs(const State& state);

/// A measured result with those metrics and the rate of the best copy; `factor` times as slow as the fixture's.
[[nodiscard]] experiments::Result measured(const State& state, double factor = 1);

/// Every point of the Sweep panel's axes is recorded: the fixture's result there, changed.
void record_sweep(State& state, const std::function<void(experiments::Result&)>& change);
/// With the block shape of each point.
void record_sweep(State& state);

}  // namespace lanescope::gui::test
