// The plots that can be exported.
#pragma once

namespace lanescope::gui {

enum class PlotFormat { svg, csv };
enum class Plot { scope, sweep, occupancy, warps, grid };

}  // namespace lanescope::gui
