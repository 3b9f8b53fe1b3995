// A kernel of which all pages of Nsight Compute know everything: made-up counters beside what is predicted. Only the
// recording was counted.
#pragma once

#include "gui/support/fixture.h"

namespace lanescope::gui::test {

/// A predicted result whose accesses have costs at their lines: 64 wavefronts for 32 at the guard, and 768 sectors for
/// 96 at the store. All of its blocks were executed.
[[nodiscard]] experiments::Result explained(const State& state);

/// The same of a GPU, measured, with counters: `stores` is a factor on what the stores cost.
[[nodiscard]] experiments::Result with_counters(const State& state, double stores = 1);

/// The same when the counters are held back: every page says why, and what helps.
[[nodiscard]] experiments::Result without_counter_permission(const State& state);

/// The product of the walk with 8 tile columns at 4096, as an H100 has counted it: a recording alone.
[[nodiscard]] State state_with_recorded_product();

}  // namespace lanescope::gui::test
