// What each panel plots, as charts that can be written to files.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace warpscope::gui {

struct State;

/// The plots that can be taken away.
enum class PlotFormat { svg, csv };
enum class Plot { scope, sweep, occupancy, warps };
[[nodiscard]] std::string_view name_of(Plot plot);  ///< "scope": part of file names

/// Why there is nothing to write; empty when there is.
[[nodiscard]] std::string why_no_plot(const State& state, Plot plot);

/// The whole file. Call only when why_no_plot() is empty.
[[nodiscard]] std::string plot_svg(const State& state, Plot plot);
/// What is plotted, in whole precision.
[[nodiscard]] std::string plot_csv(const State& state, Plot plot);

}  // namespace warpscope::gui
