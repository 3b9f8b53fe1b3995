// Moments and ticks of axes of time.
#pragma once

#include <string>
#include <vector>

#include "analysis/grid_times.h"
#include "model/timeline/timeline.h"

namespace lanescope::gui {

struct State;

/// Returns a text such as "1 024 ns", "12.5 µs" or "37".
[[nodiscard]] std::string moment_text(model::TimeAxis axis, double moment);

/// Returns the text of moment_text() in one unit for a whole axis, with enough digits to distinguish neighbours: "9.5
/// µs" beside "10.0 µs". `step` and `largest` are those of the axis and are positive.
[[nodiscard]] std::string tick_text(model::TimeAxis axis, double moment, double step, double largest);

/// Returns at most `max_count` round numbers (1, 2 or 5 times a power of ten) from `from` to `to`. On an axis of
/// instructions they are whole.
[[nodiscard]] std::vector<double> round_moments(double from, double to, int max_count, bool whole);

/// Returns a moment such as "12.5 µs", "1 200 clocks" or "1.5 blocks". `digits` are those behind the point.
[[nodiscard]] std::string moment_text(const State& state, const analysis::GridTimes& times, double tick);
/// The same with digits for ticks of an axis that are so far apart.
[[nodiscard]] std::string tick_text(const State& state, const analysis::GridTimes& times, double tick, double step);

}  // namespace lanescope::gui
